"""Holds how labels become answers: majorities, ties, doubts, halves, an account that adds up."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from mhgate.calibration.truths import is_certifying, split_of, truths_of
from mhgate.records import GoldTranscript, Question

Gold = Callable[..., GoldTranscript]


def _left(found: object) -> dict[str, int]:
    return {each.reason: each.n for each in found.account.left_out}  # type: ignore[attr-defined]


def test_the_majority_of_the_sure_counts(gold: Gold, question: Question) -> None:
    """Two against one settle it, and who is not sure has no vote."""
    rows = [
        gold("a", c1="yes", c2="no", c3="yes"),
        gold("b", c1="not_sure", c2="no"),
        gold("c", c1="not_applicable", c2="not_applicable", c3="no"),
    ]
    found = truths_of(rows, question, whole=True)
    assert [truth.answer for truth in found.settled] == ["yes", "no", "not_applicable"]
    assert (found.account.read, found.account.used, found.account.left_out) == (3, 3, ())


def test_ties_and_doubts_are_counted_and_left_out(gold: Gold, question: Question) -> None:
    """Nothing is dropped silently: each reason has its count and its first places."""
    rows = [
        gold("a", c1="yes", c2="no"),
        gold("b", c1="not_sure"),
        gold("c", c1="yes"),
        gold("d", c1="yes", c2="no", c3="not_applicable"),
    ]
    found = truths_of(rows, question, whole=True)
    assert [truth.transcript.id for truth in found.settled] == ["c"]
    assert _left(found) == {"a tie between raters": 2, "nobody is sure": 1}
    assert found.account.left_out[0].places == ("a", "d")
    assert len(found.labelled) == 4, "raters are held against each other on ties too"


def test_labels_of_who_counts(gold: Gold, question: Question) -> None:
    """Where clinicians are asked for, a crowd's and an author's labels have no voice."""
    rows = [gold("a", c1="no", a1="yes", a2="yes"), gold("b", w1="yes"), gold("c", a1="yes")]
    clinicians = truths_of(rows, question, by="clinicians", whole=True)
    assert [(each.transcript.id, each.answer) for each in clinicians.settled] == [("a", "no")]
    assert _left(clinicians) == {"labelled by nobody who counts (clinicians)": 2}
    assert len(truths_of(rows, question, by="crowd", whole=True).settled) == 2
    assert truths_of(rows, question, whole=True).settled[0].answer == "yes"


def test_another_wording_does_not_count(gold: Gold, question: Question) -> None:
    """Labels that were given on other words are another question's."""
    rows = [
        gold("a", c1="no").model_copy(update={"question_digest": "sha256:old"}),
        gold("b", c1="no").model_copy(update={"question_digest": question.digest}),
    ]
    found = truths_of(rows, question, whole=True)
    assert [truth.transcript.id for truth in found.settled] == ["b"]
    assert _left(found) == {"labelled on another wording of the question": 1}


def test_only_the_half_that_nobody_tuned_on_certifies(gold: Gold, question: Question) -> None:
    """Whole families lie on one side, about half of them, and what is left out is said."""
    rows = [gold(f"t{n}", family=f"f{n // 2}", c1="yes") for n in range(400)]
    found = truths_of(rows, question)
    families = {truth.transcript.family for truth in found.settled}
    assert all(is_certifying(family) for family in families)
    assert 80 <= len(families) <= 120
    assert _left(found) == {"of the tuning half": 400 - len(found.settled)}
    assert found.split.part == "certifying"


def test_a_family_stays_on_its_side(gold: Gold) -> None:
    """What joins the gold later moves nobody, and the digest binds who lies where."""
    few = [gold(f"t{n}", family=f"f{n}", c1="yes") for n in range(10)]
    many = [*few, gold("t10", family="f10", c1="yes")]
    assert split_of(few, whole=False).digest == split_of(few[::-1], whole=False).digest
    assert split_of(few, whole=False).digest != split_of(many, whole=False).digest
    assert split_of(few, whole=True).part == "all"
    assert split_of(few, whole=True).digest == split_of(few, whole=False).digest


@pytest.mark.parametrize("whole", [True, False])
def test_no_gold_is_no_error(question: Question, *, whole: bool) -> None:
    """An empty account adds up too."""
    found = truths_of([], question, whole=whole)
    assert (found.settled, found.account.read) == ((), 0)
