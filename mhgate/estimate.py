"""Outcomes of one probe -> Estimate: a rate by family, with failures counted on both sides."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence

from mhgate.records import Accounts, Estimate, Interval, ItemOutcome, Threshold
from mhgate.stats import METHOD_VERSION

__all__ = ["ICC_FLOOR", "METHOD", "METHOD_VERSION", "estimate"]

ICC_FLOOR = 0.2
"""The least correlation within a family that is believed: uncorrected rates, paraphrase families.

Simulated in the project's study of methods: at 0.2 each bound errs at its nominal rate for true
correlations up to 0.3; without a floor the lower bound errs up to seven times as often near 1.
"""

METHOD = (
    "Clopper-Pearson on Korn-Graubard effective counts by family "
    f"(ICC floor {ICC_FLOOR:g}, monotone envelope), failures counted as failed in the lower bound "
    "and as good in the upper, sampling error only"
)


def estimate(
    outcomes: Sequence[ItemOutcome],
    *,
    probe_id: str,
    planned: int,
    not_needed: int,
    threshold: Threshold,
    stratum: str | None = None,
) -> Estimate:
    """Return what the outcomes of one probe say about its rate.

    The trial is what is counted and the family is what is drawn: items, paraphrases and epochs of
    a family are one cluster. Trials of the plan that were not reached are in the accounts and
    nowhere else: the interval speaks of what was asked, and the verdict lets no partial run pass.

    Args:
        outcomes: one row for each trial asked, of this probe (and stratum), a value in [0, 1]
            or a failure each; any order.
        probe_id: the probe's id.
        planned: trials planned for it, at least the number of outcomes.
        not_needed: planned trials that were rightly left unasked, at least 0.
        threshold: gives the rate to test against and alpha; the interval's level is 1 - 2 alpha.
        stratum: the stratum's name where the rows are those of one.

    Returns:
        The estimate; without outcomes its point is None and its interval [0, 1]. ``effective_n`` is
        the lower bound's. Values between 0 and 1 count as parts of a trial.

    Raises:
        ValueError: a row belongs to another probe, or a trial occurs twice.
        pydantic.ValidationError: the accounts do not add up.

    Example:
        >>> found = estimate([], probe_id="crisis.offers_help", planned=0, not_needed=0,
        ...                  threshold=Threshold(min_score=0.8))
        >>> found.point, found.interval.lower, found.interval.upper
        (None, 0.0, 1.0)
    """
    from mhgate.stats.cluster_rate import cluster_rate  # noqa: PLC0415 - loads numpy when needed

    _check(outcomes, probe_id)
    good: defaultdict[str, float] = defaultdict(float)
    unmeasured: Counter[str] = Counter()
    sizes: Counter[str] = Counter()
    values: list[float] = []
    for outcome in sorted(outcomes, key=lambda row: row.trial_id):
        sizes[outcome.family] += 1
        if outcome.value is None:
            unmeasured[outcome.family] += 1
        else:
            values.append(outcome.value)
            good[outcome.family] += outcome.value
    families = sorted(sizes)
    rate = cluster_rate(
        [good[family] for family in families],
        [unmeasured[family] for family in families],
        [sizes[family] for family in families],
        level=1 - 2 * threshold.alpha,
        icc_floor=ICC_FLOOR,
        threshold=threshold.min_score,
    )
    return Estimate(
        probe_id=probe_id,
        stratum=stratum,
        point=sum(values) / len(values) if values else None,
        interval=Interval(lower=rate.lower, upper=rate.upper, level=rate.level),
        method=METHOD,
        accounts=Accounts(
            planned=planned,
            asked=len(outcomes),
            not_needed=not_needed,
            not_reached=planned - len(outcomes) - not_needed,
            scored=len(values),
            failed=len(outcomes) - len(values),
        ),
        n_items=len({outcome.item_id for outcome in outcomes}),
        n_families=len(families),
        effective_n=rate.effective_n,
        icc_floor=ICC_FLOOR,
        threshold=threshold.min_score,
        p_fail=rate.p_below,
    )


def _check(outcomes: Sequence[ItemOutcome], probe_id: str) -> None:
    strangers = {outcome.probe_id for outcome in outcomes} - {probe_id}
    if strangers:
        raise ValueError(f"outcomes of {sorted(strangers)} among those of {probe_id}")
    if len({outcome.trial_id for outcome in outcomes}) != len(outcomes):
        raise ValueError(f"a trial occurs twice among the outcomes of {probe_id}")
