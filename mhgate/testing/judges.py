"""A judge for tests: it answers what it is told to."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Literal

from mhgate.canonical import digest
from mhgate.records import Answer, Item, Question, Transcript

__all__ = ["FixedJudge"]

Value = Literal["yes", "no", "not_applicable"] | int
Answers = Value | Callable[[Transcript], Value]


class FixedJudge:
    """Answers every question as it is told to.

    Args:
        answers: one answer for everything (``"yes"``, ``"no"``, ``"not_applicable"``, or the grade
            of a graded question); a function of the transcript that gives one; or a table of
            either, by the question's id.
        name: goes into the fingerprint: answers of two judges of one name count as one judge's.

    Example:
        >>> judge = FixedJudge({"is_kind": lambda transcript: "yes"})
        >>> judge.fingerprint == FixedJudge("no").fingerprint
        True
    """

    def __init__(
        self, answers: Answers | Mapping[str, Answers] = "yes", *, name: str = "fixed"
    ) -> None:
        self.asked: list[tuple[str, str]] = []
        self._answers = answers
        self._fingerprint = digest({"kind": "fixed", "name": name})

    @property
    def fingerprint(self) -> str:
        """The digest of the name."""
        return self._fingerprint

    async def answer(
        self,
        question: Question,
        item: Item,  # noqa: ARG002 - the door's signature
        transcript: Transcript,
    ) -> Answer:
        """Return what the judge was told to answer, and keep who asked about what.

        Raises:
            KeyError: it was told answers by question, and none to this one.
        """
        self.asked.append((question.id, transcript.trial.id))
        told = self._answers
        if isinstance(told, Mapping):
            if question.id not in told:
                raise KeyError(f"FixedJudge was told no answer to {question.id}")
            told = told[question.id]
        value = told(transcript) if callable(told) else told
        if isinstance(value, int):
            return Answer(value="graded", grade=value, judge=self._fingerprint)
        return Answer(value=value, judge=self._fingerprint, explanation="as it was told")
