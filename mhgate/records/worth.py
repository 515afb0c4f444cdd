"""What that is worth: intervals, accounts, estimates, comparisons."""

from __future__ import annotations

from typing import Literal, Self

from pydantic import Field, model_validator

from mhgate.records.asked import Measure, Statistic
from mhgate.records.record import Record

__all__ = [
    "COURSE",
    "Accounts",
    "Comparison",
    "Design",
    "Estimate",
    "Figure",
    "Interval",
    "Process",
]

COURSE = "course: "
"""How the names of figures begin that tell the course of conversations, turn by turn."""

Design = Literal["fixed", "sequential", "looks"]


class Interval(Record):
    """A two-sided interval at ``level``; each bound alone is one-sided at ``(1 + level) / 2``."""

    lower: float
    upper: float
    level: float = Field(gt=0, lt=1)

    @model_validator(mode="after")
    def _is_ordered(self) -> Self:
        if self.lower > self.upper:
            msg = f"an interval's lower bound {self.lower} lies above its upper bound {self.upper}"
            raise ValueError(msg)
        return self


class Accounts(Record):
    """What became of the plan: nothing vanishes.

    ``planned = asked + not_needed + not_reached`` and ``asked = scored + failed``. For a probe the
    unit is its trials. For a report it is all trials, where one counts as failed when any of its
    probes could not be scored.
    """

    planned: int = Field(ge=0)
    asked: int = Field(ge=0)
    not_needed: int = Field(ge=0)
    not_reached: int = Field(ge=0)
    scored: int = Field(ge=0)
    failed: int = Field(ge=0)

    @model_validator(mode="after")
    def _add_up(self) -> Self:
        if self.planned != self.asked + self.not_needed + self.not_reached:
            msg = f"accounts: planned {self.planned} is not asked + not_needed + not_reached"
            raise ValueError(msg)
        if self.asked != self.scored + self.failed:
            msg = f"accounts: asked {self.asked} is not scored {self.scored} + failed {self.failed}"
            raise ValueError(msg)
        return self


class Process(Record):
    """How the trials of a probe or a stratum are looked at while they come in.

    ``n_planned`` is the most trials that could be asked, ``n_claims`` how many fails and
    regressions the whole gate could claim: who stops early on a claim must be sure that it stands.
    """

    design: Design = "fixed"
    n_planned: int = Field(ge=0)
    n_claims: int = Field(default=1, ge=1)


class Figure(Record):
    """A figure beside an estimate: reported, and held to nothing; bounds None where none are known.

    ``name`` says of what it is, as in ``recall: high`` or ``group: older``; ``note`` what a reader
    should know of it, empty where nothing is.
    """

    name: str
    value: float | None
    lower: float | None = None
    upper: float | None = None
    note: str = ""


class Estimate(Record):
    """A probe's (or a stratum's) rate, with an interval that counts failures on both sides.

    What is estimated is the ``measure``'s ``statistic``, on a scale where more is better: the rate
    of a mean and of accuracy, recall, macro F1, kappa, a correlation, 1 less the gap between groups
    (parity), 1 less the drop from clean to perturbed (consistency). ``figures`` stand beside it.

    ``point`` is the best guess at the rate, None when nothing was scored; ``scored_share`` is the
    mean over scored trials as they were scored, which differs where a judge's error is corrected.
    ``p_fail`` is the p-value of "the rate is at least ``threshold``", for the correction over many
    claims. ``certificate`` names what corrected the judge's error. Where asking stopped early,
    ``settled`` says on what, and ``settled_at`` after how many trials. ``more_items`` is how many
    more items would decide with probability 0.8, None where none are needed or none would do.
    """

    probe_id: str
    stratum: str | None = None
    measure: Measure = "mean"
    statistic: Statistic | None = None
    point: float | None = Field(default=None, ge=-1, le=1)
    interval: Interval
    figures: tuple[Figure, ...] = ()
    method: str
    unit: str = "family"
    accounts: Accounts
    n_items: int = Field(ge=0)
    n_families: int = Field(ge=0)
    effective_n: float = Field(ge=0)
    icc_floor: float = Field(ge=0, le=1)
    threshold: float | None = None
    p_fail: float | None = Field(default=None, ge=0, le=1)
    certificate: str | None = None
    scored_share: float | None = Field(default=None, ge=0, le=1)
    design: Design = "fixed"
    settled: Literal["pass", "fail"] | None = None
    settled_at: int | None = Field(default=None, ge=0)
    more_items: int | None = Field(default=None, ge=1)

    @property
    def figure_name(self) -> str:
        """What the point is of, where it is not the mean of the scores; empty there."""
        return _FIGURES.get(self.statistic or self.measure, "")

    @property
    def is_rate(self) -> bool:
        """Whether the point is a mean of scores, so that trials can be counted."""
        return self.measure == "mean" or self.statistic == "accuracy"


_FIGURES: dict[str, str] = {
    "accuracy": "accuracy",
    "recall": "least recall",
    "macro_f1": "macro F1",
    "kappa": "kappa",
    "pearson": "Pearson",
    "spearman": "Spearman",
    "parity": "parity",
    "consistency": "consistency",
}


class Comparison(Record):
    """Candidate minus baseline on the same items; ``p_regressed`` tests "it did not get worse".

    Where a certificate corrects the judge's error, difference and interval are on the true scale.
    ``against`` names the target that was played beside, empty where a baseline's file is compared
    with; ``n_failed_there`` counts the pairs that failed in its arm.
    """

    probe_id: str
    stratum: str | None = None
    against: str = ""
    n_failed_there: int = Field(default=0, ge=0)
    difference: float = Field(ge=-2, le=2)
    interval: Interval
    method: str
    n_pairs: int = Field(ge=0)
    n_families: int = Field(ge=0)
    n_gained: int = Field(ge=0)
    n_lost: int = Field(ge=0)
    n_failed: int = Field(ge=0)
    p_regressed: float = Field(ge=0, le=1)
    smallest_visible_drop: float | None = None
    certificate: str | None = None
    design: Design = "fixed"
    settled: Literal["non_inferior", "regressed"] | None = None
    settled_at: int | None = Field(default=None, ge=1)
