"""What came back: turns, transcripts, failures, answers, votes, scores."""

from __future__ import annotations

import unicodedata
from datetime import datetime
from enum import StrEnum
from itertools import islice
from typing import Any, Literal, Self

from pydantic import (
    Field,
    JsonValue,
    SerializerFunctionWrapHandler,
    field_validator,
    model_serializer,
    model_validator,
)

from mhgate.records.asked import Trial
from mhgate.records.question_flows import Rating
from mhgate.records.record import Record

__all__ = [
    "Answer",
    "AnswerValue",
    "CellAnswer",
    "Failure",
    "Quote",
    "Reading",
    "Score",
    "Stage",
    "Transcript",
    "Turn",
    "Vote",
    "without_surrogates",
]

_ENOUGH_TO_TELL = 20_000  # characters
_LINES = dict.fromkeys(map(ord, "\n\r\t"))
_FEWEST_LETTERS = 2  # "no" is a reply; a lone letter or a full stop is not


def without_surrogates(text: object) -> object:
    """Replace lone surrogates, which JSON can smuggle in and no UTF-8 can hold.

    Args:
        text: what may be a text; anything else is returned as it is.
    """
    if isinstance(text, str) and not text.isascii():
        return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    return text


class Turn(Record):
    """One message of a conversation, with what the product said about it.

    ``session`` counts the sessions with the product that the conversation has had, from 0; ``at_s``
    is the seconds since its beginning by the item's own clock, None where time does not matter.
    ``carry`` holds what a session target needs for the next request (a session's id); it never
    leaves the process.
    """

    role: Literal["system", "user", "assistant"]
    content: str
    flags: dict[str, JsonValue] = Field(default_factory=dict)
    latency_s: float | None = Field(default=None, ge=0)
    prompt_tokens: int | None = Field(default=None, ge=0)
    completion_tokens: int | None = Field(default=None, ge=0)
    finish_reason: str | None = None
    model: str | None = None
    attempts: int = Field(default=1, ge=1)
    session: int = Field(default=0, ge=0)
    at_s: float | None = Field(default=None, ge=0)
    carry: dict[str, str] = Field(default_factory=dict, exclude=True, repr=False)

    @field_validator("content", mode="before")
    @classmethod
    def _is_text(cls, content: object) -> object:
        return without_surrogates(content)

    @property
    def is_readable(self) -> bool:
        """Whether the content could be words: empty and broken text never meets a criterion."""
        # the beginning tells; a reply of megabytes is not read letter by letter
        text = self.content.lstrip()[:_ENOUGH_TO_TELL].rstrip()
        if text[:15].lower().startswith(("<!doctype html", "<html")):
            return False
        letters = len(list(islice(filter(str.isalpha, text), _FEWEST_LETTERS)))
        broken = text.count("\ufffd")
        if not text.isprintable() and not text.translate(_LINES).isprintable():
            broken = sum(
                1
                for char in text
                if char == "\ufffd" or unicodedata.category(char) in {"Cc", "Cs", "Cn"}
            ) - sum(text.count(char) for char in "\n\r\t")
        return letters >= _FEWEST_LETTERS and broken * 10 <= len(text)


class Transcript(Record):
    """A conversation that was played to its end, once a trial; every probe reads the same one."""

    trial: Trial
    turns: tuple[Turn, ...] = Field(min_length=2)
    target_fingerprint: str
    started_at: datetime | None = None
    duration_s: float | None = Field(default=None, ge=0)

    @property
    def last(self) -> Turn:
        """The last turn of the product."""
        return self.replies[-1]

    @property
    def replies(self) -> tuple[Turn, ...]:
        """The product's turns, in order."""
        return tuple(turn for turn in self.turns if turn.role == "assistant")

    @model_validator(mode="after")
    def _holds_a_reply(self) -> Self:
        if not self.replies:
            msg = "a transcript holds at least one turn of the product"
            raise ValueError(msg)
        return self


class Stage(StrEnum):
    """Where something could not be measured."""

    TARGET = "target"
    PATIENT = "patient"
    JUDGE = "judge"


class Failure(Record):
    """What could not be measured, and why: a value, always counted.

    ``probe_id`` is None when the whole trial failed (the target did not answer); then every probe
    that reads the trial failed with it. ``kind`` is one word: ``timeout``, ``connect``,
    ``http_status``, ``rate_limited``, ``unreadable_reply``, ``truncated_stream``, ``crash``...
    """

    trial_id: str
    stage: Stage
    kind: str
    message: str
    retryable: bool = False
    attempts: int = Field(default=1, ge=1)
    probe_id: str | None = None


class Quote(Record):
    """Words of the transcript that support an answer; ``start`` and ``end`` index the content."""

    turn: int = Field(ge=0)
    start: int = Field(ge=0)
    end: int = Field(ge=0)
    text: str


AnswerValue = Literal["yes", "no", "not_applicable", "unreadable", "graded"]
"""What a judge answers; ``graded``: the grade that stands beside it."""


def _grade_where_graded(value: object, grade: object) -> None:
    if (value == "graded") != (grade is not None):
        msg = "a grade stands beside the answer 'graded', and beside no other"
        raise ValueError(msg)


class Vote(Record):
    """What one member of a panel answered: a value, or the kind of the failure in its place."""

    name: str
    judge: str
    value: AnswerValue | None = None
    grade: int | None = None
    failure_kind: str | None = None
    confidence: float | None = Field(default=None, ge=0, le=1)

    @model_validator(mode="after")
    def _is_one_of_both(self) -> Self:
        if (self.value is None) == (self.failure_kind is None):
            msg = "a vote is either a value or a failure"
            raise ValueError(msg)
        _grade_where_graded(self.value, self.grade)
        return self


class Answer(Record):
    """A judge's answer to one question. ``unreadable`` satisfies nothing, whatever is expected.

    ``confidence`` is the judge's own word for how sure it is, and decides nothing. ``attempts``
    counts the requests behind the answer; ``votes`` are those of a panel's members. ``cached`` says
    that it was given in an earlier run, to the same question about the same words.
    """

    value: AnswerValue
    grade: int | None = None
    quotes: tuple[Quote, ...] = ()
    explanation: str = ""
    judge: str
    confidence: float | None = Field(default=None, ge=0, le=1)
    attempts: int = Field(default=1, ge=1)
    votes: tuple[Vote, ...] = ()
    cached: bool = False

    @field_validator("explanation", mode="before")
    @classmethod
    def _is_text(cls, explanation: object) -> object:
        return without_surrogates(explanation)

    @model_validator(mode="after")
    def _has_a_grade_where_graded(self) -> Self:
        _grade_where_graded(self.value, self.grade)
        return self

    def __bool__(self) -> bool:
        """Refuse to be truthy by accident."""
        msg = "an Answer is neither true nor false: compare answer.value with 'yes' or 'no'"
        raise TypeError(msg)


class Reading(Record):
    """What code read from a reply: a choice or a number, what the item says of it, and its worth.

    ``read`` is None where the reply names none.
    """

    value: float = Field(ge=0, le=1)
    read: str | float | None
    key: str | float
    explanation: str = ""


class CellAnswer(Record):
    """A judge's answer to one cell of a rubric, or the kind of the failure in its place.

    ``value`` is ``not_applicable`` where the cell did not apply, whoever said so (``asked`` tells
    whether the judge was). ``meets`` is None where it scores nothing. ``cached`` says that the
    answer was given in an earlier run; it is written down where it is so, and nowhere else.
    """

    cell: str
    question: str
    value: AnswerValue | None = None
    grade: int | None = None
    meets: bool | None = None
    asked: bool = True
    quotes: tuple[Quote, ...] = ()
    explanation: str = ""
    failure: str | None = None
    cached: bool = False

    @field_validator("explanation", mode="before")
    @classmethod
    def _is_text(cls, explanation: object) -> object:
        return without_surrogates(explanation)

    @model_serializer(mode="wrap")
    def _without_what_is_usual(self, written: SerializerFunctionWrapHandler) -> dict[str, Any]:
        found: dict[str, Any] = written(self)
        if not self.cached:
            found.pop("cached", None)
        return found


class Score(Record):
    """What one trial is worth to one probe: 1 meets the criterion, everywhere.

    ``question`` is the digest of the question that ``judge`` answered, None for an exact check;
    ``item`` that of the item as it was then, whose expectations and strata a judge may look at.
    ``read`` is what code read from the reply (a choice, a number, None where it found neither),
    ``key`` what the item says of it. ``cells`` are those of a rubric, where one was asked,
    ``rating`` what a question flow says of its dimension. ``confirmed_by`` is the fingerprint of
    another judge that was asked about an alarm, and said the same. ``cached`` says that the answer
    was given in an earlier run; of a rubric, that all its cells' answers were that were asked for.
    """

    trial_id: str
    probe_id: str
    value: float = Field(ge=0, le=1)
    judge: str
    confirmed_by: str | None = None
    question: str | None = None
    item: str | None = None
    answer: AnswerValue | None = None
    grade: int | None = None
    read: str | float | None = None
    key: str | float | None = None
    quotes: tuple[Quote, ...] = ()
    explanation: str = ""
    confidence: float | None = Field(default=None, ge=0, le=1)
    attempts: int = Field(default=1, ge=1)
    votes: tuple[Vote, ...] = ()
    cells: tuple[CellAnswer, ...] = ()
    rating: Rating | None = None
    cached: bool = False

    @field_validator("explanation", mode="before")
    @classmethod
    def _is_text(cls, explanation: object) -> object:
        return without_surrogates(explanation)
