"""One configuration's score in one column, with its interval by family."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from mhgate.estimate import ICC_FLOOR
from mhgate.estimate.tally import tally
from mhgate.records import Interval, ItemOutcome
from mhgate.records.leaderboard import BoardColumn

__all__ = ["Scored", "scored"]


@dataclass(frozen=True, slots=True)
class Scored:
    """A score in [0, 1], its interval, and what it rests on."""

    value: float | None
    interval: Interval
    n_items: int
    n_families: int
    n_trials: int
    n_failed: int


def scored(
    rows: Mapping[str, Sequence[ItemOutcome]], column: BoardColumn, *, alpha: float
) -> Scored:
    """Return the mean over a column's probes, with the mean of their bounds.

    However the probes depend on one another, the standard deviation of a mean is at most the mean
    of theirs: where bounds behave like normal ones, those of the mean hold at their level. For a
    pillar this is the trust score with its interval, as a report has it. Failures count as failed
    in a lower bound and as good in an upper one.

    Args:
        rows: the outcomes of one configuration, by probe.
        column: which probes, and how they count.
        alpha: error rate of each bound alone, in (0, 0.5).
    """
    from mhgate.stats.cluster_rate import cluster_rate  # noqa: PLC0415 - loads numpy

    shares: list[tuple[float, float]] = []
    lower = upper = asked = 0.0
    for probe, weight in zip(column.probes, column.weights, strict=True):
        if not rows[probe]:
            continue
        seen = tally(rows[probe], probe_id=probe)
        found = cluster_rate(
            seen.good, seen.unmeasured, seen.sizes, level=1 - 2 * alpha, icc_floor=ICC_FLOOR
        )
        lower, upper, asked = (
            lower + weight * found.lower,
            upper + weight * found.upper,
            asked + weight,
        )
        if seen.share is not None:
            shares.append((weight, seen.share))
    every = [row for probe in column.probes for row in rows[probe]]
    whole = sum(weight for weight, _ in shares)
    value = sum(weight * share for weight, share in shares) / whole if shares else None
    least, most = (lower / asked, upper / asked) if asked else (0.0, 1.0)
    return Scored(
        value=None if value is None else min(1.0, value),
        interval=Interval(lower=max(0.0, least), upper=min(1.0, most), level=1 - 2 * alpha),
        n_items=len({row.item_id for row in every}),
        n_families=len({row.family for row in every}),
        n_trials=len({row.trial_id for row in every}),
        n_failed=len({row.trial_id for row in every if row.value is None}),
    )
