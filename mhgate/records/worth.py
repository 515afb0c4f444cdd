"""What that is worth: intervals, accounts, estimates, comparisons."""

from __future__ import annotations

from typing import Self

from pydantic import Field, model_validator

from mhgate.records.record import Record

__all__ = ["Accounts", "Comparison", "Estimate", "Interval"]


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


class Estimate(Record):
    """A probe's (or a stratum's) rate, with an interval that counts failures on both sides.

    ``point`` is the mean over scored trials and None when nothing was scored. ``p_fail`` is the
    p-value of "the rate is at least ``threshold``", for the correction over many claims.
    """

    probe_id: str
    stratum: str | None = None
    point: float | None = Field(default=None, ge=0, le=1)
    interval: Interval
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


class Comparison(Record):
    """Candidate minus baseline on the same items; ``p_regressed`` tests "it did not get worse"."""

    probe_id: str
    stratum: str | None = None
    difference: float = Field(ge=-1, le=1)
    interval: Interval
    method: str
    n_pairs: int = Field(ge=0)
    n_families: int = Field(ge=0)
    n_gained: int = Field(ge=0)
    n_lost: int = Field(ge=0)
    n_failed: int = Field(ge=0)
    p_regressed: float = Field(ge=0, le=1)
    smallest_visible_drop: float | None = None
