"""What people are asked to label, what they see of it, what they hand in, how far they agree."""

from __future__ import annotations

from datetime import datetime
from typing import Final, Literal, Self

from pydantic import Field, JsonValue, model_validator

from mhgate.records.asked import Question
from mhgate.records.labelled import LabelAnswer, RaterRole
from mhgate.records.rated import LeftOut
from mhgate.records.record import Record
from mhgate.records.worth import Interval

__all__ = [
    "LABEL_SCHEMA_VERSION",
    "FormQuestion",
    "FormRow",
    "Grading",
    "HandedIn",
    "LabelForm",
    "LabelSample",
    "RaterAgreement",
    "Reading",
    "ReportName",
    "Said",
    "SampledItem",
    "ShownTurn",
]

LABEL_SCHEMA_VERSION: Final = "1"


class Said(Record):
    """One message of a conversation, as it was sent, and in which session with the product."""

    role: Literal["system", "user", "assistant"]
    content: str
    session: int = Field(default=0, ge=0)


class SampledItem(Record):
    """One conversation, and the one question that people answer about it.

    ``row`` is all that a reader sees of its name. ``shown_digest`` is that of the words that a
    reader sees, so that a changed text is noticed. ``told`` is what a reader is told of
    ``expects``: the values that the question names. ``probe`` is named where a probe is audited.
    ``cuts`` are the grades at which something is decided: readers on either side of one disagree.
    """

    row: str = Field(min_length=1)
    id: str = Field(min_length=1)
    family: str
    question: str
    language: str = "en"
    turns: tuple[Said, ...] = Field(min_length=1)
    expects: dict[str, JsonValue] = Field(default_factory=dict)
    told: dict[str, JsonValue] = Field(default_factory=dict)
    strata: dict[str, str] = Field(default_factory=dict)
    source: str = ""
    licence: str = ""
    shown_digest: str
    probe: str | None = None
    cuts: tuple[int, ...] = ()


class ReportName(Record):
    """A report, named by what binds it: its own Merkle root, and the digest of its file."""

    run_id: str
    merkle_root: str
    file_digest: str
    measurement_fingerprint: str
    policy_digest: str
    target_fingerprint: str
    judge_fingerprint: str
    commit: str | None = None


class LabelSample(Record):
    """What was sampled for labelling; it stays with the team, readers get forms made from it.

    ``key`` is secret: row ids are digests under it, so that they say nothing of what they name.
    Of an audit, ``audited`` are the probes, ``n_each`` is how many people were to read of each, and
    ``n_others`` how many of these were not to be judged good (None: a third).
    """

    schema_version: Literal["1"] = LABEL_SCHEMA_VERSION
    purpose: Literal["gold", "audit"]
    key: str = Field(min_length=32)
    seed: str
    made_at: datetime
    n_readers: int = Field(ge=1)
    questions: tuple[Question, ...]
    items: tuple[SampledItem, ...]
    left_out: tuple[LeftOut, ...] = ()
    report: ReportName | None = None
    audited: tuple[str, ...] = ()
    n_each: int | None = Field(default=None, ge=0)
    n_others: int | None = Field(default=None, ge=0)

    @model_validator(mode="after")
    def _fits(self) -> Self:
        rows = [item.row for item in self.items]
        if len(set(rows)) != len(rows):
            msg = "a row stands there twice"
            raise ValueError(msg)
        known = {question.id for question in self.questions}
        for item in self.items:
            if item.question not in known:
                msg = f"row {item.row} asks {item.question!r}, which is none of the questions"
                raise ValueError(msg)
        return self

    def question(self, name: str) -> Question:
        """Return one of the questions by its id."""
        return next(question for question in self.questions if question.id == name)


class ShownTurn(Record):
    """One message as a reader sees it: who spoke, in a word, and what can be shown of the text."""

    who: str
    text: str


class FormQuestion(Record):
    """A question as a reader sees it; of a graded one, ``grades`` says what each grade means."""

    text: str
    yes: str = ""
    no: str = ""
    grades: dict[int, str] | None = None
    not_applicable: str | None = None
    examples: tuple[dict[str, str], ...] = ()

    @property
    def grades_text(self) -> str:
        """What each grade means, a line each, as a cell and a saved file have it; may be empty."""
        return "\n".join(f"{grade}: {text}" for grade, text in (self.grades or {}).items())


class FormRow(Record):
    """One conversation as a reader sees it; ``question`` counts from 0."""

    row: str
    question: int = Field(ge=0)
    turns: tuple[ShownTurn, ...]


Grading = Literal["none", "some", "all"]
"""Which questions of a form are answered by grades."""


class LabelForm(Record):
    """All that one reader gets: no name of an item, no stratum, no judge.

    ``copy`` is ``1``, ``2``..., or ``adjudicator``. ``support`` are lines of help for the reader.
    """

    form: str
    copy_name: str
    questions: tuple[FormQuestion, ...]
    rows: tuple[FormRow, ...]
    break_every: int = Field(default=10, ge=1)
    support: tuple[str, ...] = ()

    @property
    def grading(self) -> Grading:
        """Whether its questions are answered by grades."""
        kinds = {question.grades is not None for question in self.questions}
        return "some" if len(kinds) > 1 else "all" if True in kinds else "none"


class Reading(Record):
    """What one person said of one row: an answer, or that they left it out, for a reason or none.

    Neither an answer nor left out: the row is open. ``grade`` stands beside the answer ``graded``.
    """

    row: str
    answer: LabelAnswer | None = None
    grade: int | None = Field(default=None, ge=1)
    opted_out: bool = False
    note: str = ""
    at: datetime | None = None

    @model_validator(mode="after")
    def _is_one_of_both(self) -> Self:
        if self.answer is not None and self.opted_out:
            msg = "a reading is either an answer or left out"
            raise ValueError(msg)
        if (self.answer is not None or self.opted_out) and self.at is None:
            msg = "an answer has a date"
            raise ValueError(msg)
        if (self.answer == "graded") != (self.grade is not None):
            msg = "a grade stands beside the answer 'graded', and beside no other"
            raise ValueError(msg)
        return self

    @property
    def word(self) -> str | None:
        """The answer in a word, a grade as its number; None where there is none."""
        return self.answer if self.grade is None else str(self.grade)

    @property
    def is_open(self) -> bool:
        """Whether the row was neither answered nor left out."""
        return self.answer is None and not self.opted_out


class HandedIn(Record):
    """One file that a person handed in, checked; ``copy_name`` is that of the form."""

    file: str
    digest: str
    copy_name: str
    rater: str = Field(min_length=1)
    role: RaterRole
    readings: tuple[Reading, ...]

    @property
    def adjudicates(self) -> bool:
        """Whether it is a third reading of what two readers disagreed on."""
        return self.copy_name == "adjudicator"


class RaterAgreement(Record):
    """How far people agree among themselves on one question; a third reading takes no part.

    ``n_twice`` rows have two answers or more that are yes, no or not applicable, or grades; a
    coefficient is None where it means nothing, and ``reasons`` says why. Where ``is_graded``, kappa
    and AC1 are weighted by squared distance (quadratic kappa, AC2), alpha is ordinal, and
    ``absolute`` is the ICC(A,1) of one reader.
    """

    question: str
    is_graded: bool = False
    raters: tuple[str, ...]
    n_rows: int = Field(ge=0)
    n_twice: int = Field(ge=0)
    n_agreed: int = Field(ge=0)
    exact: Interval | None = None
    kappa: float | None = None
    kappa_bounds: Interval | None = None
    ac1: float | None = None
    ac1_bounds: Interval | None = None
    alpha: float | None = None
    absolute: float | None = None
    absolute_bounds: Interval | None = None
    n_not_sure: int = Field(default=0, ge=0)
    n_opted_out: int = Field(default=0, ge=0)
    reasons: dict[str, str] = Field(default_factory=dict)
