"""One person's label as a line of gold.jsonl has it: an answer, or a grade in its place."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import UTC, date, datetime, timedelta
from typing import Any, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, field_validator, model_validator

from mhgate.errors import Mistake
from mhgate.records import GoldLabel, GoldTranscript, Question
from mhgate.records.labelled import RaterRole

__all__ = [
    "LABEL_SCHEMA",
    "NAME",
    "LabelRow",
    "StrictRow",
    "label_digested",
    "label_shown",
    "latest_day",
    "off_scale",
]

NAME = r"^[A-Za-z0-9][A-Za-z0-9._-]*$"
LABEL_SCHEMA = "docs/reference/certificates.md shows what a line of gold holds."


class StrictRow(BaseModel):
    """What a file holds, taken as it is written or not at all."""

    model_config = ConfigDict(extra="forbid", allow_inf_nan=False, strict=True)


class LabelRow(StrictRow):
    """A label, as written."""

    rater: str = Field(pattern=NAME)
    role: RaterRole
    answer: Literal["yes", "no", "not_applicable", "not_sure"] | None = None
    grade: int | None = Field(default=None, ge=1)
    at: date = Field(strict=False)
    adjudicates: bool = False

    @field_validator("answer", "grade", mode="before")
    @classmethod
    def _says_something(cls, said: object) -> object:
        if said is None:
            raise ValueError("null is no answer: leave the key out, or the label")
        return said

    @model_validator(mode="after")
    def _is_one_of_both(self) -> Self:
        if (self.answer is None) == (self.grade is None):
            raise ValueError("a label has an answer, or a grade in its place, and not both")
        return self

    @field_validator("at", mode="before")
    @classmethod
    def _is_a_day(cls, at: object) -> object:
        if not isinstance(at, str):
            raise ValueError("a label's day is a text such as 2026-10-31")  # noqa: TRY004 - pydantic turns it into a mistake
        return at

    @field_validator("at")
    @classmethod
    def _has_been(cls, at: date) -> date:
        if at > latest_day():
            raise ValueError("a day that has been: this one is to come")
        return at

    def record(self) -> GoldLabel:
        """Return the label as a record."""
        return GoldLabel(**{**self.model_dump(), "answer": self.answer or "graded"})


def latest_day() -> date:
    """Return the day that it is where days begin first: a later one has been nowhere."""
    return (datetime.now(UTC) + timedelta(hours=14)).date()


def label_shown(label: GoldLabel) -> dict[str, Any]:
    """Return a label as a file has it: a grade in place of an answer, and what is not so unsaid."""
    left_out = {"grade"} if label.grade is None else {"answer"}
    left_out |= set() if label.adjudicates else {"adjudicates"}
    return label.model_dump(mode="json", exclude=left_out)


def label_digested(label: GoldLabel) -> list[str | int]:
    """Return what a label says; the digests of labels without grades stay as they were."""
    said: list[str | int] = [label.rater, label.role, label.answer, label.at.isoformat()]
    if label.grade is not None:
        said.append(label.grade)
    return [*said, "adjudicates"] if label.adjudicates else said


def off_scale(where: str, row: GoldTranscript, question: Question) -> Iterator[Mistake]:
    """Find labels that are no answer to their question."""
    for number, label in enumerate(row.labels):
        if question.grades is None and label.grade is not None:
            expected = "an answer: the question is one of yes and no"
        elif question.grades is not None and label.answer in {"yes", "no"}:
            expected = f"a grade: {_listed(question.grades)}"
        elif label.grade is not None and label.grade not in (question.grades or {}):
            expected = f"a grade of the question: {_listed(question.grades or {})}"
        else:
            continue
        found = label.answer if label.grade is None else f"the grade {label.grade}"
        yield Mistake(f"{where} (labels.{number})", found, expected, LABEL_SCHEMA)


def _listed(grades: Iterable[int]) -> str:
    return ", ".join(map(str, grades))
