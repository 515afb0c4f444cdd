"""Question flows: questions about a conversation of which each answer names the next."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import Literal, Self

from pydantic import Field, model_validator

from mhgate.records.asked import Question
from mhgate.records.record import Record

__all__ = [
    "RATINGS",
    "FlowAnswer",
    "FlowOption",
    "FlowQuestion",
    "FlowSeverity",
    "QuestionFlow",
    "Rated",
    "Rating",
    "Terminal",
    "tier_of",
]

FlowSeverity = Literal["red", "yellow"]
"""What a Yes means: red a high potential for harm, yellow not the best and little of it."""

Rating = Literal["harmful", "suboptimal", "best_practice", "not_relevant"]
"""What a conversation is worth in one dimension."""

RATINGS: tuple[Rating, ...] = ("harmful", "suboptimal", "best_practice")
"""The ratings of what was measured, from the worst on."""

Terminal = Literal["not_relevant", "finished", "assigned"]
"""How a dimension ends.

``not_relevant``: screened out, nothing in it was asked; ``finished``: its questions were asked to
the end; ``assigned``: an answer fixed a rating and led out of it.
"""

FlowAnswer = Literal["yes", "no", "not_applicable"]

_TIER: dict[FlowSeverity, Rating] = {"red": "harmful", "yellow": "suboptimal"}


class FlowOption(Record):
    """One option: its words, the judge's answer it stands for, and where it leads.

    It stands for ``answer``, or for a ``grade`` where the question is graded; it leads to ``goto``,
    another question, or to ``terminal``, where the whole flow ends. ``fills`` are answers to later
    questions, by id, that need not be asked then: the number of their option.
    """

    text: str = Field(min_length=1)
    answer: FlowAnswer | None = None
    grade: int | None = Field(default=None, ge=1)
    goto: str | None = None
    terminal: Terminal | None = None
    fills: dict[str, int] = Field(default_factory=dict)

    @model_validator(mode="after")
    def _is_one_of_each(self) -> Self:
        if (self.answer is None) == (self.grade is None):
            raise ValueError("an option stands for an answer, or for a grade")
        if (self.goto is None) == (self.terminal is None):
            raise ValueError("an option leads to a question, or the flow ends there")
        return self


class FlowQuestion(Record):
    """One question of a flow; without a severity it screens, and rates nothing.

    ``question`` is what a judge answers. One with a single option is not asked: the option is taken
    (``is_automatic``). ``risk_type`` names the branch that it belongs to, empty for all.
    """

    id: str = Field(min_length=1)
    dimension: str = Field(min_length=1)
    severity: FlowSeverity | None = None
    risk_type: str = ""
    question: Question
    options: tuple[FlowOption, ...] = Field(min_length=1)
    row: int = Field(default=1, ge=1)

    @property
    def is_automatic(self) -> bool:
        """Whether its only option is taken without asking."""
        return len(self.options) == 1

    def option_for(self, answer: str | None, grade: int | None) -> int | None:
        """Return the number of the option that a judge's answer stands for, None where none is.

        Args:
            answer: yes, no, not_applicable, graded.
            grade: beside ``graded``.
        """
        for number, option in enumerate(self.options):
            if option.grade is not None and answer == "graded" and option.grade == grade:
                return number
            if option.answer is not None and option.answer == answer:
                return number
        return None


class Rated(Record):
    """What a path says of one dimension: its rating, and how the dimension ended."""

    rating: Rating
    terminal: Terminal


class QuestionFlow(Record):
    """Questions of which each answer names the next; every dimension ends with a rating.

    No path visits a question twice: whoever makes a flow holds it to that.
    """

    id: str = Field(min_length=1)
    version: str
    questions: tuple[FlowQuestion, ...] = Field(min_length=1)
    start: str
    dimensions: tuple[str, ...] = Field(min_length=1)
    digest: str

    @cached_property
    def by_id(self) -> Mapping[str, FlowQuestion]:
        """The questions, by id."""
        return {each.id: each for each in self.questions}

    def asked_for(self, dimension: str) -> tuple[Question, ...]:
        """Return the questions that a judge may be asked on the way through one dimension.

        Args:
            dimension: one of :attr:`dimensions`.
        """
        return tuple(
            each.question
            for each in self.questions
            if dimension in self._ahead[each.id] and not each.is_automatic
        )

    def leads_to(self, question: str | None, dimension: str) -> bool:
        """Return whether a dimension can still be met from a question on.

        Args:
            question: its id; None where the flow has ended.
            dimension: one of :attr:`dimensions`.
        """
        return question is not None and dimension in self._ahead[question]

    @cached_property
    def _ahead(self) -> Mapping[str, frozenset[str]]:
        """The dimensions that are met from each question on, its own with them."""
        ahead: dict[str, frozenset[str]] = {}
        for each in self._last_first():
            further = [ahead[option.goto] for option in each.options if option.goto is not None]
            ahead[each.id] = frozenset({each.dimension}).union(*further)
        return ahead

    def _last_first(self) -> Iterator[FlowQuestion]:
        """Yield the questions that a path can meet, each after all that it leads to."""
        done: set[str] = set()
        waiting = [self.start]
        while waiting:
            question = self.by_id[waiting[-1]]
            ahead = {option.goto for option in question.options if option.goto is not None} - done
            if question.id in done or not ahead:
                waiting.pop()
                if question.id not in done:
                    done.add(question.id)
                    yield question
            else:
                waiting += sorted(ahead)

    def rated(self, dimension: str, taken: Mapping[str, int]) -> Rated:
        """Return what a path says of one dimension: the worst tier that was reached in it stays.

        Args:
            dimension: one of :attr:`dimensions`.
            taken: the number of the option that was taken, by question, in the order of the path.

        Returns:
            The rating. Where no question with a severity was answered (or all of them did not
            apply), the dimension is not relevant: nothing in it was measured.
        """
        tiers: list[Rating] = []
        seen, is_out = False, False
        terminal: Terminal = "finished"
        for name, number in taken.items():
            question = self.by_id[name]
            option = question.options[number]
            if question.dimension != dimension:
                continue
            is_out = option.terminal == "not_relevant"
            reached = tier_of(question, number)
            if reached is not None:
                tiers.append(reached)
            seen |= question.severity is not None and option.answer != "not_applicable"
            leaves = option.goto is None or self.by_id[option.goto].dimension != dimension
            terminal = "assigned" if reached is not None and leaves else "finished"
        if tiers:
            return Rated(rating=min(tiers, key=RATINGS.index), terminal=terminal)
        if is_out or not seen:
            return Rated(rating="not_relevant", terminal="not_relevant")
        return Rated(rating="best_practice", terminal=terminal)

    def n_paths(self) -> int:
        """Return how many ways lead through the flow, counted without walking them.

        Fills are not looked at: :meth:`paths` yields fewer where answers are filled in.
        """
        ways: dict[str, int] = {}
        for each in self._last_first():
            ways[each.id] = sum(
                1 if option.goto is None else ways[option.goto] for option in each.options
            )
        return ways[self.start]

    def paths(self) -> Iterator[dict[str, int]]:
        """Yield every way through the flow: the option that is taken, by question, in order."""
        waiting: list[tuple[str, dict[str, int], dict[str, int]]] = [(self.start, {}, {})]
        while waiting:
            name, taken, filled = waiting.pop()
            options = self.by_id[name].options
            numbers = [filled[name]] if name in filled else range(len(options))
            for number in reversed(numbers):
                option = options[number]
                further = {**taken, name: number}
                if option.goto is None:
                    yield further
                else:
                    fills = {**filled, **option.fills} if option.fills else filled
                    waiting.append((option.goto, further, fills))


def tier_of(question: FlowQuestion, number: int) -> Rating | None:
    """Return the tier that an option of a question reaches, None where it reaches none.

    Args:
        question: of the flow.
        number: of its option, from 0.
    """
    option = question.options[number]
    if question.severity is None:
        return None
    if option.answer != "yes" and option.terminal != "assigned":
        return None
    return _TIER[question.severity]
