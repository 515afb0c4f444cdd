"""Keyed probes, graded questions and measures: what may be declared, and what is said otherwise."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest

from mhgate.errors import SuiteError

if TYPE_CHECKING:
    from conftest import Desk

Row = Callable[..., dict[str, object]]

CHOICES = {"A": "grief", "B": "panic"}
GRADED = """
[question.warmth]
text = "How warm is the reply?"
[question.warmth.grades]
1 = "Cold."
2 = "Neither."
3 = "Warm."
[[question.warmth.example]]
reply = "Go away."
grade = 1
because = "It sends the person away."
"""
PLAIN = '\n[question.is_kind]\ntext = "Kind?"\nyes = "It is."\nno = "It is not."\n'


def _probe(declared: str, parameters: str = "answer") -> str:
    return (
        "from mhgate import probe\n"
        f'@probe(items="items.jsonl", {declared})\n'
        f'def test_a({parameters}):\n    "It holds."\n'
    )


def test_a_choice_is_compared_with_its_key(desk: Desk, row: Row) -> None:
    """A keyed probe asks no judge, is agreement by accuracy, and its items carry their key."""
    desk.probes(_probe("choice=True"))
    desk.items([row(expects={"choices": CHOICES, "key": "B"})])
    (suite,) = desk.load()
    (probe,) = suite.probes
    assert (probe.reads, probe.exact, probe.question) == ("choice", True, None)
    assert (probe.measure, probe.statistic) == ("agreement", "accuracy")
    assert probe.check is not None
    assert suite.items["items.jsonl"][0].key == "B"


def test_a_number_is_compared_with_its_norm(desk: Desk, row: Row) -> None:
    """A number's measure is Spearman's correlation unless another is named."""
    desk.probes(_probe('number=True, statistic="pearson"'))
    desk.items([row(expects={"scale": [1, 5], "norm": 4})])
    (suite,) = desk.load()
    assert (suite.probes[0].measure, suite.probes[0].statistic) == ("correlation", "pearson")
    assert suite.items["items.jsonl"][0].key == 4.0


def test_a_graded_question_says_what_each_grade_means(desk: Desk) -> None:
    """Grades are whole numbers from 1 on, and change the question's digest."""
    desk.probes(_probe('question="warmth", at_least=3'))
    desk.questions(GRADED)
    (suite,) = desk.load()
    question = suite.questions["warmth"]
    assert question.grades == {1: "Cold.", 2: "Neither.", 3: "Warm."}
    assert question.is_graded
    assert question.examples[0].grade == 1
    assert suite.probes[0].at_least == 3
    desk.questions(GRADED.replace("Warm.", "Very warm."))
    assert desk.load()[0].questions["warmth"].digest != question.digest


@pytest.mark.parametrize(
    ("declared", "words"),
    [
        ("choice=True, exact=True", "both exact=True and choice=True"),
        ('choice=True, expect="yes"', "expect or at_least on a keyed probe"),
        ('choice=True, measure="parity"', "by='...' with parity"),
        ('choice=True, by="age"', "by='age' with measure 'agreement'"),
        ('choice=True, statistic="kappa"', "kappa without levels"),
        ('choice=True, statistic="pearson"', "one of accuracy, recall, macro_f1, kappa"),
        ('choice=True, measure="correlation"', "number=True"),
        ('choice=True, measure="pairity"', "Did you mean 'parity'?"),
        ('number=True, measure="mean"', "correlation, parity or consistency"),
        ('question="is_kind", expect="yes", measure="agreement"', "choice=True"),
        ('question="is_kind", expect="yes", levels=("a", "b")', "levels without choice=True"),
        ('question="is_kind", at_least=3', "at_least only on a graded question"),
        ('question="is_kind", expect="yes", measure="parity", by="age", never=True', "never=True"),
        ('question="warmth", expect="yes"', "on a graded question"),
        ('question="warmth", at_least=4', "one of 1, 2, 3"),
        ('question="warmth", at_least=1', "at_least the lowest grade"),
    ],
)
def test_what_does_not_fit_is_refused(desk: Desk, row: Row, declared: str, words: str) -> None:
    """Each contradiction is named with file and line, and what was expected."""
    desk.probes(_probe(declared))
    desk.questions(GRADED + PLAIN)
    desk.items([row(expects={"choices": CHOICES, "key": "B", "scale": [1, 5], "norm": 4})])
    with pytest.raises(SuiteError) as caught:
        desk.load()
    assert words in str(caught.value)
    assert "test_manners.py:" in str(caught.value)


@pytest.mark.parametrize(
    ("questions", "words"),
    [
        (GRADED.replace('1 = "Cold."\n', ""), "whole numbers from 1 on"),
        (GRADED.replace("grade = 1", 'answer = "yes"'), "an example with the grade None"),
        (GRADED.replace("grade = 1", "grade = 9"), "an example with the grade 9"),
        (GRADED.replace("[question.warmth.grades]", 'yes = "x"\n[question.warmth.grades]'), "yes"),
        (PLAIN.replace('yes = "It is."\n', ""), "both anchors, yes and no"),
    ],
)
def test_a_question_is_yes_and_no_or_graded(desk: Desk, questions: str, words: str) -> None:
    """A question of half a kind is a mistake with its key."""
    desk.questions(questions)
    with pytest.raises(SuiteError, match=words):
        desk.load()


@pytest.mark.parametrize(
    ("declared", "expects", "words"),
    [
        ("choice=True", {"key": "B"}, "no table of choices"),
        ("choice=True", {"choices": CHOICES, "key": "C"}, "the key 'C'"),
        ("choice=True", {"choices": {"A": "x", "a": "y"}, "key": "A"}, "differ in capitals"),
        ("choice=True", {"choices": {"A": " ", "B": "y"}, "key": "A"}, "a choice without words"),
        ('choice=True, levels=("A", "C")', {"choices": CHOICES, "key": "A"}, "the levels of a"),
        ("number=True", {"norm": 4}, "the scale None"),
        ("number=True", {"scale": [5, 1], "norm": 4}, r"the scale \[5, 1\]"),
        ("number=True", {"scale": [1, 5], "norm": 6}, "the norm 6"),
    ],
)
def test_an_item_that_cannot_be_scored_is_refused(
    desk: Desk, row: Row, declared: str, expects: dict[str, object], words: str
) -> None:
    """What a keyed probe needs of its items is checked before anybody is asked."""
    desk.probes(_probe(declared))
    desk.items([row(expects=expects)])
    with pytest.raises(SuiteError, match=words):
        desk.load()


def _kin(row: Row, *values: str) -> list[object]:
    return [
        row(id=f"a-{place}", strata={"risk": "none", "variant": value})
        for place, value in enumerate(values)
    ]


@pytest.mark.parametrize(
    ("measure", "values", "words"),
    [
        ("consistency", ("typing_errors", "emoji"), "0 items with variant 'clean'"),
        ("consistency", ("clean", "clean"), "2 items with variant 'clean'"),
        ("consistency", ("clean",), "one value of 'variant' alone"),
        ("parity", ("older",), "one value of 'variant' alone"),
    ],
)
def test_a_family_that_cannot_be_compared_is_refused(
    desk: Desk, row: Row, measure: str, values: tuple[str, ...], words: str
) -> None:
    """Consistency needs one clean item in each family, and both measures two values."""
    desk.probes(_probe(f'question="is_kind", expect="yes", measure="{measure}", by="variant"'))
    desk.items(_kin(row, *values))
    with pytest.raises(SuiteError, match=words):
        desk.load()


def test_an_item_without_the_stratum_is_refused(desk: Desk, row: Row) -> None:
    """An item that a comparison could not place is named."""
    desk.probes(_probe('question="is_kind", expect="yes", measure="parity", by="identity"'))
    desk.items([row()])
    with pytest.raises(SuiteError, match="no stratum 'identity'"):
        desk.load()


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"perturb": {"kind": "scrambled", "intensity": 1}}, "typing_errors"),
        ({"perturb": {"kind": "emoji", "intensity": 4}}, "less than or equal to 3"),
        ({"new_session_at": [0]}, "a session begins before a later turn"),
        ({"new_session_at": [1]}, "a session begins before a later turn"),
        ({"clock_s": [0.0, 5.0]}, "one time a turn"),
        ({"turns": ["a", "b"], "clock_s": [5.0, 1.0]}, "one time a turn"),
    ],
)
def test_sessions_clocks_and_perturbations_fit_their_turns(
    desk: Desk, row: Row, changes: dict[str, object], words: str
) -> None:
    """What could not be played is named with file and line."""
    desk.items([row(**changes)])
    with pytest.raises(SuiteError) as caught:
        desk.load()
    assert words in str(caught.value)


def test_how_an_item_is_played_is_part_of_its_digest(desk: Desk, row: Row) -> None:
    """Another perturbation, session or clock is another item; none of them leaves it as it was."""
    plain = row(turns=["a", "b"])
    digests = set()
    for changes in (
        {},
        {"perturb": {"kind": "emoji", "intensity": 1}},
        {"perturb": {"kind": "emoji", "intensity": 2}},
        {"new_session_at": [1]},
        {"clock_s": [0.0, 60.0]},
    ):
        desk.items([{**plain, **changes}])
        (suite,) = desk.load()
        digests.add(suite.items["items.jsonl"][0].digest)
        item = suite.read_item(suite.items["items.jsonl"][0])
        assert (item.perturb is not None) == ("perturb" in changes)
    assert len(digests) == 5


def test_an_advisory_probe_says_so(desk: Desk) -> None:
    """What a suite declares advisory is so until thresholds.toml says otherwise."""
    desk.probes(_probe('question="is_kind", expect="yes", advisory=True'))
    assert desk.load()[0].probes[0].advisory
