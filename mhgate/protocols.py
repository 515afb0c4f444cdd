"""The doors: what a target, a patient, a judge and a reporter must be able to do.

One method each. Whoever implements one need not import anything else of mhgate than its records.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol, runtime_checkable

from mhgate.records import Answer, Failure, Item, Question, Transcript, Trial, Turn

if TYPE_CHECKING:
    from mhgate.records import Report

__all__ = ["Judge", "Patient", "Reporter", "Target"]


@runtime_checkable
class Target(Protocol):
    """The system under test.

    One that keeps something open for a conversation, a socket say, may have ``async ended(trial)``
    too: it is called once that trial has been played.
    """

    @property
    def fingerprint(self) -> str:
        """What is being tested: kind, address without secrets, parameters, as a digest."""
        ...

    async def reply(self, turns: Sequence[Turn], trial: Trial) -> Turn | Failure:
        """Return the product's next turn.

        Args:
            turns: the conversation so far; the last one is the user's.
            trial: which trial this is, for headers, seeds and the Failure.

        Returns:
            The assistant's turn, or the Failure that stands in its place.
        """
        ...


@runtime_checkable
class Patient(Protocol):
    """The user's side of a conversation."""

    async def say(self, item: Item, turns: Sequence[Turn], trial: Trial) -> str | Failure | None:
        """Return the user's next message, None when there is nothing left to say, or a Failure."""
        ...


@runtime_checkable
class Judge(Protocol):
    """Answers one narrow question about a transcript."""

    @property
    def fingerprint(self) -> str:
        """All that could change an answer, as a digest: model, parameters, rules, version."""
        ...

    async def answer(
        self, question: Question, item: Item, transcript: Transcript
    ) -> Answer | Failure:
        """Return the answer with verified quotes, or the Failure that stands in its place."""
        ...


class Reporter(Protocol):
    """Turns a report into the text of one format."""

    def __call__(self, report: Report) -> str:
        """Return the whole text."""
        ...
