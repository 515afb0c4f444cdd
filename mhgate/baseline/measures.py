"""A measure that is no rate against the baseline's, on the items that both runs have."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from mhgate.baseline.comparing import paired_outcomes
from mhgate.records import Comparison, Interval, ItemOutcome

__all__ = ["compare_measures"]

Told = Callable[[Sequence[ItemOutcome], float], tuple[float | None, float, float]]


def compare_measures(
    candidate: Sequence[ItemOutcome],
    baseline: Sequence[ItemOutcome],
    *,
    probe_id: str,
    alpha: float,
    told: Told,
    stratum: str | None = None,
    certificate: str | None = None,
    n_claims: int = 1,
) -> Comparison | None:
    """Compare a measure with the baseline's on the same items.

    Args:
        candidate: this run's outcomes of the probe (and stratum).
        baseline: the baseline's; rows of other probes are passed over.
        probe_id: the probe's id.
        alpha: error rate of each bound alone, in (0, 0.5).
        told: what a measure says of outcomes: its figure (or None), its lower and upper bound, each
            of which errs at the rate given.
        stratum: the stratum's name where the rows are those of one.
        certificate: the id of the judge's certificate, where its error is corrected.
        n_claims: how many fails and regressions the whole gate could claim, at least 1.

    Returns:
        The comparison, or None where no item can be paired, or one of both has no figure.
    """
    pairs = paired_outcomes(candidate, baseline, probe_id, is_ordered=False)
    ours, theirs = [pair[0] for pair in pairs], [pair[1] for pair in pairs]
    if not pairs:
        return None

    def bounds(at: float) -> tuple[float, float, float] | None:
        from mhgate.stats.mover import mover_difference  # noqa: PLC0415 - where it is needed

        new, old = told(ours, at), told(theirs, at)
        if new[0] is None or old[0] is None:
            return None
        found = [
            (figure, (min(lower, figure), max(upper, figure)))
            for figure, lower, upper in (
                (new[0], new[1], new[2]),
                (old[0], old[1], old[2]),
            )
        ]
        lower, upper = mover_difference(*found[0], *found[1])
        return found[0][0] - found[1][0], lower, upper

    seen = bounds(alpha)
    if seen is None:
        return None
    from mhgate.stats.mover import drop_from_margin  # noqa: PLC0415 - where it is needed

    difference, lower, upper = seen
    p_regressed = 1.0
    if upper < 0:
        from mhgate.stats.inverted_bound import p_from_bound  # noqa: PLC0415 - where it is needed

        def rejects(at: float) -> bool:
            again = bounds(at)
            return again is not None and again[2] < 0

        p_regressed = p_from_bound(rejects, at=alpha)
    moved = [
        mine.value - earlier.value
        for mine, earlier in pairs
        if mine.value is not None and earlier.value is not None
    ]
    return Comparison(
        probe_id=probe_id,
        stratum=stratum,
        difference=difference,
        interval=Interval(lower=lower, upper=upper, level=1 - 2 * alpha),
        method="difference of the two runs' figures, from the interval of each (MOVER, their "
        "correlation taken as none)",
        n_pairs=len(pairs),
        n_families=len({row.family for row in ours}),
        n_gained=sum(change > 0 for change in moved),
        n_lost=sum(change < 0 for change in moved),
        n_failed=len(pairs) - len(moved),
        p_regressed=p_regressed,
        smallest_visible_drop=drop_from_margin(difference - lower, alpha=alpha, claims=n_claims),
        certificate=certificate,
    )
