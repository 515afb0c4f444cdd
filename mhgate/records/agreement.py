"""How far judges agree with people on graded attributes, at two levels, and what that rests on."""

from __future__ import annotations

from typing import Final, Literal

from pydantic import Field

from mhgate.records.rated import Account, Attribute, Dimension, Noticed, Rater
from mhgate.records.record import Record

__all__ = [
    "AGREEMENT_SCHEMA_VERSION",
    "AgreementReport",
    "Bias",
    "Bounds",
    "Category",
    "Coefficient",
    "HumanAgreement",
    "JudgeAgreement",
    "ReplyLevel",
    "SourceLevel",
    "SourceMeans",
    "Spot",
]

AGREEMENT_SCHEMA_VERSION: Final = "1"


class Bounds(Record):
    """An interval at ``level`` by resampling (or leaving out) ``n_units`` sources or conversations.

    A bound is None where nothing bounds it. ``n_without`` resamples had no coefficient, or (in the
    published scheme) one outside [0, 1], which that scheme leaves out.
    """

    lower: float | None
    upper: float | None
    level: float = Field(gt=0, lt=1)
    unit: Literal["source", "conversation"]
    n_units: int = Field(ge=0)
    resamples: int | None = Field(default=None, ge=1)
    n_without: int = Field(default=0, ge=0)
    method: str

    @property
    def width(self) -> float | None:
        """Upper less lower bound, None where one is absent."""
        return None if self.lower is None or self.upper is None else self.upper - self.lower


class Coefficient(Record):
    """A coefficient of agreement, at most 1, with its intervals; ``reason`` says what it lacks."""

    value: float | None
    over_sources: Bounds | None = None
    over_conversations: Bounds | None = None
    reason: str | None = None


class Category(Record):
    """A word for a coefficient or an interval, and how often other seeds give the same word.

    ``published`` goes by the width of the published interval, relative to the 28 published ones;
    ``koo_li`` by the coefficient itself, ``at_lower`` and ``at_upper`` by the interval's bounds.
    ``tally`` counts the words over ``reseeds`` repetitions of the bootstrap with other seeds: of
    the category for ``published``, of the lower bound's for ``koo_li``.
    """

    scheme: Literal["published", "koo_li"]
    category: str | None
    at_lower: str | None = None
    at_upper: str | None = None
    reseeds: int = Field(default=0, ge=0)
    tally: dict[str, int] = Field(default_factory=dict)
    stability: float | None = Field(default=None, ge=0, le=1)


class SourceMeans(Record):
    """What people and the judge gave one source, on average over the replies both rated."""

    source: str
    n_replies: int = Field(ge=1)
    human: float
    judge: float


class SourceLevel(Record):
    """Agreement on the means of sources: may the judge rank systems as people do?"""

    n_sources: int = Field(ge=0)
    means: tuple[SourceMeans, ...]
    consistency: Coefficient
    absolute: Coefficient
    published_interval: Bounds | None
    published: Category
    koo_li: Category


class Bias(Record):
    """Judge less people: the mean with its interval, and the limits that hold 95 in 100 replies."""

    mean: float
    bounds: Bounds | None
    lower_limit: float | None
    upper_limit: float | None
    reason: str | None = None


class ReplyLevel(Record):
    """Agreement on single replies: the level at which a gate lives.

    ``gate_bounds`` is the jackknife over conversations whose lower bound a gate may rest on.
    """

    n_replies: int = Field(ge=0)
    n_conversations: int = Field(ge=0)
    consistency: Coefficient
    absolute: Coefficient
    gate_bounds: Bounds
    lin: float | None
    exact: float | None = Field(default=None, ge=0, le=1)
    bias: Bias
    mse: float = Field(ge=0)
    koo_li: Category


class Spot(Record):
    """Replies that share their mean and their difference (judge less people): a plot's spot."""

    mean: float
    difference: float
    n: int = Field(ge=1)


class JudgeAgreement(Record):
    """One judge on one attribute, or on a composite, whose attributes are then its ``parts``.

    ``account`` says what became of every reply that anybody rated. A level is None where it cannot
    be measured; its reason says why. ``spot_step`` is the grid to which spots are rounded, None
    where they are exact.
    """

    judge: str
    attribute: str
    dimension: Dimension
    parts: tuple[str, ...] = ()
    left_out_sources: tuple[str, ...] = ()
    account: Account
    sources: SourceLevel | None
    sources_reason: str | None = None
    replies: ReplyLevel | None
    replies_reason: str | None = None
    spots: tuple[Spot, ...] = ()
    spot_step: float | None = None


class HumanAgreement(Record):
    """How far people agree among themselves on an attribute: the ceiling of any judge.

    ``alpha`` is Krippendorff's (ordinal) over replies that two or more rated, ``absolute`` the
    ICC(A,1) over those that all rated.
    """

    attribute: str
    n_raters: int = Field(ge=2)
    n_replies: int = Field(ge=0)
    n_conversations: int = Field(ge=0)
    alpha: float | None
    alpha_reason: str | None = None
    n_complete: int = Field(ge=0)
    absolute: Coefficient


class AgreementReport(Record):
    """The whole report of ``mhgate agreement``: it measures, and decides nothing."""

    schema_version: Literal["1"] = AGREEMENT_SCHEMA_VERSION
    method_version: str
    gates_at: Literal["replies"] = "replies"
    level: float = Field(gt=0, lt=1)
    resamples: int = Field(ge=1)
    reseeds: int = Field(ge=0)
    seed: int = Field(ge=0)
    raters: tuple[Rater, ...]
    attributes: tuple[Attribute, ...]
    n_replies: int = Field(ge=0)
    n_conversations: int = Field(ge=0)
    sources: tuple[str, ...]
    judges: tuple[JudgeAgreement, ...]
    humans: tuple[HumanAgreement, ...]
    accounts: tuple[Account, ...]
    noticed: tuple[Noticed, ...]
    digests: dict[str, str] = Field(default_factory=dict)

    @property
    def measured(self) -> bool:
        """Whether anything was measured at all."""
        return any(each.replies is not None for each in self.judges) or any(
            each.n_replies for each in self.humans
        )
