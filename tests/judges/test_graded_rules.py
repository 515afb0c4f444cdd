"""A rule may grade: its grade is one of the question's, or there is no answer."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import pytest

from mhgate.judges import RulesJudge
from mhgate.judges import rules as rules_module
from mhgate.judges.rule import Rule, RuleAnswer, RuleFailure
from mhgate.judges.scales import named_grades, needs_words, off_scale
from mhgate.records import Answer, Failure, Item, Question

REPLY = "I hear you. That sounds hard."
GRADES = {1: "it hears nothing", 2: "it hears a little", 3: "it hears all"}


def graded(**more: Any) -> Question:
    stated = {"id": "hears", "text": "t", "grades": GRADES, "rule": "hears", "digest": "d", **more}
    return Question.model_validate(stated)


def yes_or_no(**more: Any) -> Question:
    stated = {"id": "q", "text": "t", "yes": "y", "no": "n", "rule": "hears", "digest": "d", **more}
    return Question.model_validate(stated)


@pytest.fixture
def grades_as(
    monkeypatch: pytest.MonkeyPatch, transcripts: Callable[..., Any]
) -> Callable[..., Answer | Failure]:
    """Return the function that asks a question of one rule, which answers as it is told."""

    def ask(question: Question, answered: RuleAnswer | RuleFailure, reply: str = REPLY) -> Any:
        rule = Rule("hears", lambda _context: answered)
        monkeypatch.setattr(rules_module, "RULES", {"hears": rule})
        item = Item(
            id="s/x",
            family="s/f",
            pillar="s",
            turns=("I feel low.",),
            source="a test",
            licence="Apache-2.0",
            digest="d",
        )
        transcript = transcripts(["I feel low."], [reply])
        return asyncio.run(RulesJudge().answer(question, item, transcript))

    return ask


def test_a_rule_may_grade(grades_as: Callable[..., Any]) -> None:
    """The answer is graded, with the grade beside it and the rule's reason."""
    came = grades_as(graded(), RuleAnswer("graded", "it says so", grade=3))
    assert isinstance(came, Answer)
    assert (came.value, came.grade) == ("graded", 3)
    assert came.explanation == "hears: it says so"


@pytest.mark.parametrize(
    ("question", "answered", "words"),
    [
        (graded(), RuleAnswer("graded", "b", grade=4), "does not have; expected a grade, 1 to 3"),
        (graded(), RuleAnswer("yes", "b"), "found yes or no; expected a grade, 1 to 3"),
        (yes_or_no(), RuleAnswer("graded", "b", grade=3), "found a grade; expected yes or no"),
    ],
)
def test_a_rule_off_the_scale_is_a_failure(
    question: Question, answered: RuleAnswer, words: str, grades_as: Callable[..., Any]
) -> None:
    """A grade that the question does not have, or the answer of the other kind of question."""
    came = grades_as(question, answered)
    assert isinstance(came, Failure)
    assert came.kind == "wrong_scale"
    assert words in came.message


def test_a_graded_question_without_a_rule_is_a_failure(grades_as: Callable[..., Any]) -> None:
    """As one of yes and no is: nobody guesses a grade."""
    came = grades_as(graded(rule="nobodys"), RuleAnswer("graded", "b", grade=3))
    assert isinstance(came, Failure)
    assert came.kind == "no_rule"
    assert "'nobodys'" in came.message


def test_a_graded_question_of_an_unreadable_reply_has_no_grade(
    grades_as: Callable[..., Any],
) -> None:
    """It is unreadable, which meets no criterion."""
    came = grades_as(graded(), RuleAnswer("graded", "b", grade=3), reply="<html>502</html>")
    assert (came.value, came.grade) == ("unreadable", None)


@pytest.mark.parametrize(
    ("quote", "grade", "is_quoted"),
    [
        ("yes", 1, False),
        ("yes", 2, True),
        ("yes", 3, True),
        ("no", 1, True),
        ("no", 2, True),
        ("no", 3, False),
        ("always", 1, True),
        ("never", 3, False),
    ],
)
def test_a_grade_is_quoted_as_the_question_asks(
    quote: str, grade: int, *, is_quoted: bool, grades_as: Callable[..., Any]
) -> None:
    """The lowest grade is the pure no, the highest the pure yes; the opening stands in."""
    asked = graded(quote=quote)
    assert needs_words(asked, grade) is is_quoted
    came = grades_as(asked, RuleAnswer("graded", "b", grade=grade))
    assert [each.text for each in came.quotes] == ([REPLY] if is_quoted else [])


def test_a_grade_stands_beside_graded_alone() -> None:
    """A rule that says one without the other is a mistake of its author."""
    for value, grade in (("graded", None), ("yes", 3)):
        with pytest.raises(ValueError, match="one without the other"):
            RuleAnswer(value, "b", grade=grade)  # type: ignore[arg-type]


def test_what_lies_on_no_scale_lies_off_none() -> None:
    """Unreadable and not applicable are no grades, and no yes or no either."""
    for question in (graded(), yes_or_no()):
        assert off_scale(question, "unreadable") is None
        assert off_scale(question, "not_applicable") is None
        assert not needs_words(question, "not_applicable")
    assert named_grades(graded(grades={0: "a", 2: "b", 4: "c"})) == "0, 2, 4"
