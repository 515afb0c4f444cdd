"""What a judge is trusted on: its agreement with people, one question and language at a time."""

from __future__ import annotations

from datetime import date
from typing import Literal, Self

from pydantic import Field, model_validator

from mhgate.records.rated import Account, LabelledBy
from mhgate.records.record import Record

__all__ = [
    "Against",
    "Agreed",
    "Agreement",
    "Ceiling",
    "Certificate",
    "GoldRater",
    "Graded",
    "Limits",
    "Requirement",
    "Split",
]

_ROUNDING = 1e-6
_LEAST_CORRELATION = 0.1


class Agreed(Record):
    """Of the transcripts to which people gave one answer: how often the judge gave it too.

    The effective counts are what the raw ones are worth where transcripts come in families; they
    are what enters an interval. They have the raw share, and no more weight than families that are
    alike by a tenth leave them; one family alone has none. ``answers`` counts what the judge said,
    ``failed`` where it said nothing that could be used; those are not among the ``n``.
    """

    n: int = Field(ge=0)
    n_agreed: int = Field(ge=0)
    n_families: int = Field(ge=0)
    effective_n: float = Field(ge=0)
    effective_agreed: float = Field(ge=0)
    answers: dict[str, int] = Field(default_factory=dict)

    @model_validator(mode="after")
    def _fits(self) -> Self:
        if self.n_agreed > self.n or self.n_families > self.n:
            msg = f"{self.n_agreed} agreed and {self.n_families} families do not fit into {self.n}"
            raise ValueError(msg)
        if self.effective_agreed > self.effective_n or self.effective_n > self.n:
            msg = (
                f"effective counts {self.effective_agreed} of {self.effective_n} do not fit "
                f"into {self.n}"
            )
            raise ValueError(msg)
        share = self.n_agreed / self.n if self.n else 0.0
        if abs(self.effective_agreed - share * self.effective_n) > _ROUNDING * max(1, self.n):
            msg = (
                f"effective counts {self.effective_agreed} of {self.effective_n} are another share "
                f"than {self.n_agreed} of {self.n}"
            )
            raise ValueError(msg)
        size = self.n / self.n_families if self.n_families else 1.0
        most = 0.0 if self.n_families <= 1 else self.n / (1 + (size - 1) * _LEAST_CORRELATION)
        if self.effective_n > most + _ROUNDING * max(1, self.n):
            msg = (
                f"{self.n} transcripts in {self.n_families} families are worth at most "
                f"{most:.2f}, not {self.effective_n}"
            )
            raise ValueError(msg)
        return self


class Agreement(Record):
    """One measure of agreement, with its interval at ``level``, over ``n`` transcripts or systems.

    ``value`` or bounds are None where they mean nothing; ``reason`` then says why. A bound of a
    coefficient is by families, each left out in turn, unless ``method`` says otherwise.
    """

    value: float | None = None
    lower: float | None = None
    upper: float | None = None
    level: float = Field(gt=0, lt=1)
    n: int = Field(ge=0)
    method: str = Field(min_length=1)
    reason: str | None = None


class Limits(Record):
    """Judge less people, as Bland and Altman show it: 95 in 100 differences lie between these."""

    lower: float | None = None
    upper: float | None = None


class Graded(Record):
    """Agreement on the grades themselves, where people and judge graded; ``good_from`` is the cut.

    The certificate's yes and no are "graded at least ``good_from``" then. Whoever gates on grades
    gates on the cut; the rest says whether means may be corrected for bias and shown.
    ``by_people`` and ``by_judge`` count how often each grade was given; of an even number of people
    the middle may lie between two. ``system_absolute`` and ``system_consistency`` are of the means
    of systems.
    """

    grades: tuple[float, ...] = Field(min_length=2)
    good_from: float
    by_people: dict[str, int] | None = None
    by_judge: dict[str, int] | None = None
    exact: Agreement | None = None
    quadratic_kappa: Agreement
    alpha: Agreement
    lin: Agreement
    absolute: Agreement
    consistency: Agreement
    system_absolute: Agreement | None = None
    system_consistency: Agreement | None = None
    bias: Agreement
    bias_error: float | None = Field(default=None, ge=0)
    bias_families: int = Field(ge=0)
    limits: Limits


class GoldRater(Record):
    """A person behind the gold, by id: role, labels that count, and the days between."""

    rater: str = Field(min_length=1)
    labelled_by: LabelledBy
    n: int = Field(ge=1)
    first: date
    last: date


class Against(Record):
    """One rater held against the majority of the others, as the judge is held against all.

    Of grades it is the middle of the others, the cut, and quadratic kappa.
    """

    rater: str = Field(min_length=1)
    n: int = Field(ge=0)
    sensitivity: float | None = None
    specificity: float | None = None
    kappa: Agreement


class Ceiling(Record):
    """How far people agree among themselves: no judge can be held to more.

    Over the transcripts that two or more answered surely; who adjudicates takes no part, for they
    read what others disagreed on. ``alpha`` is Krippendorff's, nominal, or ordinal of grades; its
    lower bound is what a requirement is compared with, before the judge is looked at. Of grades,
    ``ac1`` is AC2 with quadratic weights, and ``absolute`` the ICC(A,1) of one rater.
    """

    n_raters: int = Field(ge=2)
    n_transcripts: int = Field(ge=0)
    n_families: int = Field(ge=0)
    alpha: Agreement
    ac1: Agreement
    exact: Agreement
    absolute: Agreement | None = None
    each: tuple[Against, ...] = ()


class Split(Record):
    """Which part of the gold was used. ``digest`` binds which family lies on which side.

    Questions and judges are tuned on one half, by family, and certified on the other; ``all`` says
    that no half was held back.
    """

    part: Literal["certifying", "all"]
    digest: str


class Certificate(Record):
    """A judge's agreement with human raters on one question in one language.

    ``yes`` counts the transcripts to which people answered yes, ``no`` those to which they answered
    no (of a graded question: those graded from a cut on, and below it); these counts correct a
    rate. It holds for one judge and one wording: where either fingerprint or digest differs, it
    says nothing. ``judge_model`` is the model as it answered when it was measured: a name may stand
    for another one tomorrow. None of a judge that names none. Sensitivity is of the yes,
    specificity of the no; a transcript on which the judge failed counts as wrong in their lower
    bounds. What is None was not measured.
    """

    id: str = Field(min_length=1)
    question: str = Field(min_length=1)
    question_digest: str = Field(min_length=1)
    language: str = "en"
    judge: str | None = None
    judge_fingerprint: str = Field(min_length=1)
    judge_model: str | None = Field(default=None, min_length=1)
    yes: Agreed
    no: Agreed
    n_families: int | None = Field(default=None, ge=0)
    sensitivity: Agreement | None = None
    specificity: Agreement | None = None
    exact: Agreement | None = None
    kappa: Agreement | None = None
    ac1: Agreement | None = None
    absolute: Agreement | None = None
    consistency: Agreement | None = None
    bias: Agreement | None = None
    limits: Limits | None = None
    system_absolute: Agreement | None = None
    system_consistency: Agreement | None = None
    graded: Graded | None = None
    ceiling: Ceiling | None = None
    raters: tuple[GoldRater, ...] = ()
    labelled_by: LabelledBy
    labelled_on: date
    calibrated_on: date | None = None
    gold_digest: str | None = None
    split: Split | None = None
    account: Account | None = None
    licences: tuple[str, ...] = ()
    method_version: str | None = None

    @property
    def good_from(self) -> float | None:
        """The grade from which on an answer counts as yes; None of a question of yes and no."""
        return None if self.graded is None else self.graded.good_from

    @property
    def n(self) -> int:
        """Transcripts that count: answered yes or no by people, and judged."""
        return self.yes.n + self.no.n

    @property
    def families(self) -> int:
        """Families that they come from; where nobody counted, those of the richer class."""
        if self.n_families is not None:
            return self.n_families
        return max(self.yes.n_families, self.no.n_families)

    @property
    def dated(self) -> date:
        """The day from which its age counts: when the judge was asked, else when people were."""
        return self.calibrated_on or self.labelled_on


class Requirement(Record):
    """What a certificate must show before its question may gate.

    Bounds are one-sided at .05: ``sensitivity`` and ``specificity`` are the least that theirs must
    reach, ``agreement`` is the least of quadratic kappa and ICC(A,1) where people graded,
    ``ceiling`` the least of the raters' own alpha where there are several. ``left_out`` is the
    largest share of the gold on which people may have been unsure or divided: what they leave out
    is what a judge finds hard.
    """

    sensitivity: float = Field(default=0.7, ge=0, le=1)
    specificity: float = Field(default=0.7, ge=0, le=1)
    agreement: float = Field(default=0.6, ge=0, le=1)
    items: int = Field(default=60, ge=0)
    families: int = Field(default=10, ge=0)
    per_answer: int = Field(default=20, ge=0)
    labelled_by: LabelledBy = "clinicians"
    raters: int = Field(default=1, ge=1)
    ceiling: float = Field(default=0.4, ge=0, le=1)
    max_age_days: int = Field(default=365, ge=0)
    left_out: float = Field(default=0.2, ge=0, le=1)
    held_out: bool = True
