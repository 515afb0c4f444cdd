"""``first_attempts_of``: the outcomes of a report -> what its first attempts alone came to."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Sequence

from mhgate.records import FirstAttempts, ItemOutcome, ProbeAtFirst, Stage

__all__ = ["first_attempts_of"]


def first_attempts_of(outcomes: Sequence[ItemOutcome]) -> FirstAttempts | None:
    """Return what first attempts came to; None where every reply came at the first, or never.

    Args:
        outcomes: of a report, in any order.
    """
    if all(row.attempts == 1 for row in outcomes):
        return None
    attempts: dict[str, int] = {}
    replied: dict[str, bool] = {}
    of_probe: defaultdict[str, list[ItemOutcome]] = defaultdict(list)
    for row in outcomes:
        attempts[row.trial_id] = max(attempts.get(row.trial_id, 1), row.attempts)
        is_replied = row.failure_stage not in {Stage.TARGET, Stage.PATIENT}
        replied[row.trial_id] = replied.get(row.trial_id, True) and is_replied
        of_probe[row.probe_id].append(row)
    retried = {trial for trial, count in attempts.items() if count > 1}
    return FirstAttempts(
        n_asked=len(attempts),
        n_retried=len(retried),
        most_attempts=max(attempts.values()),
        n_replied_first=sum(came and trial not in retried for trial, came in replied.items()),
        n_replied=sum(replied.values()),
        probes=tuple(
            _of_probe(probe, rows)
            for probe, rows in sorted(of_probe.items())
            if any(row.attempts > 1 for row in rows)
        ),
    )


def _of_probe(probe: str, rows: Sequence[ItemOutcome]) -> ProbeAtFirst:
    final = [row.value for row in rows if row.value is not None]
    first = [row.value for row in rows if row.value is not None and row.attempts == 1]
    return ProbeAtFirst(
        probe=probe, n_first=len(first), n_final=len(final), first=_mean(first), final=_mean(final)
    )


def _mean(values: Sequence[float]) -> float | None:
    return math.fsum(values) / len(values) if values else None
