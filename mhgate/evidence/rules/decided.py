"""What a rule of decision gives back: outcomes of all parts, and the exit code."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from mhgate.records import Outcome, Regression

__all__ = ["Decided", "PartKey"]

PartKey = tuple[str, str | None]
"""A probe's id, and the name of a stratum of it; None for all its trials."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Decided:
    """What the numbers of a report decide.

    Args:
        parts: the outcome of each probe and stratum.
        regressions: what each comparison shows, None where there is none.
        n_alarms: how often each probe went off that must never do so.
        waived: the waiver for which a part's fail does not block, where there is one.
        pillars: the outcome of each pillar.
        outcome: of the whole.
        exit_code: what it means for whoever called.
        is_waived: whether it rests on a waiver.
    """

    parts: Mapping[PartKey, Outcome]
    regressions: Mapping[PartKey, Regression | None]
    n_alarms: Mapping[str, int]
    waived: Mapping[PartKey, str]
    pillars: Mapping[str, Outcome]
    outcome: Outcome
    exit_code: int
    is_waived: bool
