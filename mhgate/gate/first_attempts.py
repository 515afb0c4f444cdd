"""``first_attempts_of``: the outcomes of a report -> what its first attempts alone came to."""

from __future__ import annotations

import math
from array import array
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field

from mhgate.records import FirstAttempts, ItemOutcome, ProbeAtFirst, Stage
from mhgate.records.outcome_rows import numbered, said

__all__ = ["first_attempts_of"]


def first_attempts_of(outcomes: Sequence[ItemOutcome]) -> FirstAttempts | None:
    """Return what first attempts came to; None where every reply came at the first, or never.

    Args:
        outcomes: of a report, in any order.
    """
    if all(row.attempts == 1 for row in said(outcomes)):
        return None
    attempts, is_replied = array("I"), bytearray()
    of_probe: defaultdict[str, _Shares] = defaultdict(_Shares)
    for trial, row in numbered(outcomes):
        if trial >= len(attempts):
            n_more = trial + 1 - len(attempts)
            attempts.extend([0] * n_more)  # none asked
            is_replied.extend([True] * n_more)
        attempts[trial] = max(attempts[trial], row.attempts)
        is_replied[trial] &= row.failure_stage not in {Stage.TARGET, Stage.PATIENT}
        of_probe[row.probe_id].add(row)
    return FirstAttempts(
        n_asked=sum(count > 0 for count in attempts),
        n_retried=sum(count > 1 for count in attempts),
        most_attempts=max(attempts),
        n_replied_first=sum(
            bool(came) and count == 1 for count, came in zip(attempts, is_replied, strict=True)
        ),
        n_replied=sum(
            bool(came) and count > 0 for count, came in zip(attempts, is_replied, strict=True)
        ),
        probes=tuple(
            shares.told(probe) for probe, shares in sorted(of_probe.items()) if shares.is_retried
        ),
    )


@dataclass(slots=True)
class _Shares:
    """The scores of one probe: all of them, and those whose replies all came at the first."""

    final: array[float] = field(default_factory=lambda: array("d"))
    first: array[float] = field(default_factory=lambda: array("d"))
    is_retried: bool = False

    def add(self, row: ItemOutcome) -> None:
        self.is_retried |= row.attempts > 1
        if row.value is not None:
            self.final.append(row.value)
            if row.attempts == 1:
                self.first.append(row.value)

    def told(self, probe: str) -> ProbeAtFirst:
        return ProbeAtFirst(
            probe=probe,
            n_first=len(self.first),
            n_final=len(self.final),
            first=_mean(self.first),
            final=_mean(self.final),
        )


def _mean(values: Sequence[float]) -> float | None:
    return math.fsum(values) / len(values) if values else None
