"""A panel makes one grade of several: by their mean, or where enough of them say the same."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mhgate.judges.panel import Member, Panel
from mhgate.judges.panel.counting import choose, differ
from mhgate.records import (
    Answer,
    Failure,
    Item,
    Question,
    Quote,
    Stage,
    Transcript,
    Trial,
    Turn,
    Vote,
)

GRADES = {grade: f"as good as {grade}" for grade in range(1, 6)}
GRADED = Question(id="g", text="t", grades=GRADES, rule="g", digest="dg")
PLAIN = Question(id="q", text="t", yes="y", no="n", rule="q", digest="d")
ITEM = Item(
    id="s/x",
    family="s/f",
    pillar="s",
    turns=("Hello.",),
    source="a test",
    licence="Apache-2.0",
    digest="d",
)
TRANSCRIPT = Transcript(
    trial=Trial(id="s/x#0", item_id="s/x", family="s/f", epoch=0, seed=0),
    turns=(Turn(role="user", content="Hello."), Turn(role="assistant", content="Call 988.")),
    target_fingerprint="t",
)
Said = str | int
VALUES = {"yes", "no", "not_applicable", "unreadable"}


class Says:
    """A judge that says one thing: a grade, a value, or the kind of a failure."""

    def __init__(self, name: str, said: Said) -> None:
        self.fingerprint = f"sha256:{name}"
        self.said = said

    async def answer(self, question: Question, item: Item, transcript: Transcript) -> Any:
        said = self.said
        if isinstance(said, str) and said not in VALUES:
            return Failure(trial_id="s/x#0", stage=Stage.JUDGE, kind=said, message="x")
        quotes = (Quote(turn=1, start=0, end=4, text="Call"),) if said == 5 else ()
        return Answer.model_validate(
            {
                "value": said if isinstance(said, str) else "graded",
                "grade": said if isinstance(said, int) else None,
                "judge": self.fingerprint,
                "quotes": quotes,
                "confidence": 0.7,
                "explanation": "so",
            }
        )


def panel(*said: Said, rule: str) -> Panel:
    members = [Member(name, Says(name, each)) for name, each in zip("abcde", said)]  # noqa: B905 - as many as there are
    return Panel(members, rule)  # type: ignore[arg-type]


def asked(made: Panel, question: Question = GRADED) -> Answer | Failure:
    return asyncio.run(made.answer(question, ITEM, TRANSCRIPT))


def outcome(came: Answer | Failure) -> Said:
    if isinstance(came, Failure):
        return came.kind
    return came.value if came.grade is None else came.grade


@pytest.mark.parametrize(
    ("rule", "said", "expected"),
    [
        ("mean", (4, 4, 4), 4),
        ("mean", (3, 4, 4), 4),  # 3.67
        ("mean", (3, 3, 4), 3),  # 3.33
        ("mean", (3, 4), 3),  # a half goes down: towards missing the criterion
        ("mean", (4, 5), 4),
        ("mean", (1, 5), 3),
        ("mean", (1, 5, 5, 5), 4),
        ("mean", (4, 5, "timeout"), 4),  # two of three graded
        ("mean", (4, "timeout"), "no_majority"),  # one of two is not more than half
        ("mean", (5, 5, "timeout", "timeout"), "no_majority"),
        ("mean", (5, "not_applicable", "not_applicable"), "not_applicable"),
        ("mean", (5, 4, "not_applicable"), 4),
        ("mean", ("unreadable", "unreadable", 5), "unreadable"),
        ("mean", (5, "unreadable"), "no_majority"),
        ("mean", ("timeout", "timeout"), "no_majority"),
        ("majority", (4, 4, 5), 4),
        ("majority", (3, 4, 5), "no_majority"),  # nobody's neighbour is counted in
        ("majority", (4, 4, "timeout"), 4),
        ("majority", (4, "timeout", "timeout"), "no_majority"),
        ("majority", (4, 5), "no_majority"),
        ("unanimity", (4, 4, 4), 4),
        ("unanimity", (4, 4, 5), "not_unanimous"),
        ("unanimity", (4, 4, "timeout"), "not_unanimous"),
    ],
)
def test_the_rule_makes_a_grade(rule: str, said: tuple[Said, ...], expected: Said) -> None:
    """A mean of those who graded where most did; else one and the same grade of enough members."""
    assert outcome(asked(panel(*said, rule=rule))) == expected


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        (("yes", "yes", "no"), "yes"),
        (("yes", "no"), "no_majority"),
        (("yes", "yes", "timeout"), "yes"),
        (("yes", "timeout", "timeout"), "no_majority"),
        (("no", "no", "yes"), "no"),
    ],
)
def test_a_mean_of_yes_and_no_is_a_majority(said: tuple[Said, ...], expected: str) -> None:
    """So that one rule serves suites that ask both kinds of question."""
    assert outcome(asked(panel(*said, rule="mean"), PLAIN)) == expected
    assert outcome(asked(panel(*said, rule="majority"), PLAIN)) == expected


def test_every_vote_is_kept_with_its_grade() -> None:
    """By name; the explanation says the mean, of how many, and what each said."""
    came = asked(panel(5, 3, "timeout", 5, rule="mean"))
    assert isinstance(came, Answer)
    assert [(vote.name, vote.value, vote.grade, vote.failure_kind) for vote in came.votes] == [
        ("a", "graded", 5, None),
        ("b", "graded", 3, None),
        ("c", None, None, "timeout"),
        ("d", "graded", 5, None),
    ]
    assert came.votes[0].confidence == 0.7
    assert came.explanation.startswith("mean 4.33 of 3 of 4, so 4: a 5 (so); b 3 (so); c timeout")
    assert [quote.text for quote in came.quotes] == ["Call"]


def test_a_majority_quotes_those_who_were_in_it() -> None:
    """Words of who said something else support another grade."""
    came = asked(panel(4, 4, 5, rule="majority"))
    assert isinstance(came, Answer)
    assert came.quotes == ()
    assert came.explanation.startswith("majority, 2 of 3: a 4 (so)")


@pytest.mark.parametrize(
    ("said", "is_split"),
    [
        ((4, 4, 4), 0),
        ((4, 5, 4), 0),  # neighbours
        ((3, 5, 4), 1),
        ((1, 5), 1),
        ((4, "not_applicable"), 1),
        ((4, 4, "timeout"), 0),
    ],
)
@pytest.mark.parametrize("rule", ["mean", "majority", "unanimity"])
def test_grades_that_lie_more_than_one_apart_are_a_disagreement(
    said: tuple[Said, ...], is_split: int, rule: str
) -> None:
    """Counted by question, whatever the rule makes of them."""
    made = panel(*said, rule=rule)
    asked(made)
    assert (made.n_compared, made.disagreements["g"]) == (1, is_split)


def test_one_grade_alone_is_compared_with_nothing() -> None:
    """Nobody else could answer."""
    made = panel(4, "timeout", rule="mean")
    asked(made)
    assert made.n_compared == 0


@pytest.mark.parametrize(("question", "said"), [(GRADED, "yes"), (GRADED, 7), (PLAIN, 4)])
def test_an_answer_off_the_scale_is_no_vote(question: Question, said: Said) -> None:
    """It is kept as a failure of its member, and moves nothing."""
    good: Said = "yes" if question is PLAIN else 4
    came = asked(panel(good, good, said, rule="mean"), question)
    assert isinstance(came, Answer)
    assert outcome(came) == good
    assert came.votes[2].failure_kind == "wrong_scale"


grade_lists = st.lists(st.integers(1, 5), min_size=1, max_size=7)


@given(grade_lists)
def test_a_mean_lies_within_the_grades_and_knows_no_order(grades: list[int]) -> None:
    """It is a grade of the scale, not above the highest vote and not below the lowest."""

    def mean(said: list[int]) -> int | None:
        votes = [Vote(name="n", judge="j", value="graded", grade=each) for each in said]
        found = choose(votes, GRADED, "mean")
        return None if found is None else found.grade

    found = mean(grades)
    assert found is not None
    assert min(grades) <= found <= max(grades)
    assert found == mean(grades[::-1])
    exact = sum(grades) / len(grades)
    assert -0.5 <= found - exact < 0.5  # a half goes down
    if len(grades) > 1:
        votes = [Vote(name="n", judge="j", value="graded", grade=each) for each in grades]
        assert differ(votes) is (max(grades) - min(grades) > 1)
