"""Transcripts that people labelled: the gold against which a judge is held."""

from __future__ import annotations

from datetime import date
from typing import Literal, Self

from pydantic import Field, JsonValue, model_validator

from mhgate.records.came_back import Turn
from mhgate.records.rated import LabelledBy
from mhgate.records.record import Record

__all__ = ["GROUPS", "GoldLabel", "GoldTranscript", "LabelAnswer", "RaterRole"]

RaterRole = Literal["clinician", "crowd", "author"]
LabelAnswer = Literal["yes", "no", "not_applicable", "not_sure", "graded"]
"""What a person answers; ``graded``: the grade that stands beside it."""

GROUPS: dict[RaterRole, LabelledBy] = {
    "clinician": "clinicians",
    "crowd": "crowd",
    "author": "authors",
}
"""The group that each role speaks for."""


class GoldLabel(Record):
    """What one person answered to the question about one transcript, and on which day.

    A graded question is answered by a grade. Who ``adjudicates`` read only what others disagreed
    on: the label counts where people settle an answer, and not where they are held against each
    other.
    """

    rater: str = Field(min_length=1)
    role: RaterRole
    answer: LabelAnswer
    grade: int | None = Field(default=None, ge=1)
    at: date
    adjudicates: bool = False

    @model_validator(mode="after")
    def _has_a_grade_where_graded(self) -> Self:
        if (self.answer == "graded") != (self.grade is not None):
            raise ValueError("a grade stands beside the answer 'graded', and beside no other")
        return self

    @property
    def labelled_by(self) -> LabelledBy:
        """The group that the rater speaks for."""
        return GROUPS[self.role]


class GoldTranscript(Record):
    """One transcript with the labels that people gave it on one question.

    ``family`` is the cluster: transcripts of one scenario share their luck. ``question_digest``,
    where it is known, is that of the wording which people answered. ``system`` names who wrote the
    product's turns, so that agreement can also be told on the means of systems. ``digest`` is of
    what a judge is shown (turns, expects, strata, language), not of the labels.
    """

    id: str = Field(min_length=1)
    family: str = Field(min_length=1)
    question: str = Field(min_length=1)
    question_digest: str | None = None
    language: str = "en"
    turns: tuple[Turn, ...] = Field(min_length=2)
    expects: dict[str, JsonValue] = Field(default_factory=dict)
    strata: dict[str, str] = Field(default_factory=dict)
    system: str | None = None
    labels: tuple[GoldLabel, ...] = Field(min_length=1)
    source: str = Field(min_length=1)
    licence: str = Field(min_length=1)
    digest: str

    @model_validator(mode="after")
    def _can_be_judged(self) -> Self:
        replies = [turn for turn in self.turns if turn.role == "assistant"]
        if not replies or not any(turn.role == "user" for turn in self.turns):
            raise ValueError("a transcript holds at least one turn of each side")
        if not all(reply.is_readable for reply in replies):
            raise ValueError(
                "readable replies: no judge is asked about one that is empty or unreadable"
            )
        raters = [label.rater for label in self.labels]
        if len(set(raters)) != len(raters):
            raise ValueError("one label a rater: a rater labelled the transcript twice")
        answers = {label.answer for label in self.labels}
        if "graded" in answers and answers & {"yes", "no"}:
            raise ValueError("labels of one kind: one is a grade and another yes or no")
        return self
