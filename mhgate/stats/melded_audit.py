"""The true rate of a run of which people audited a random sample: melded, no gold from elsewhere.

Nothing has to carry over from other data: the audit says what the judge's answers are worth in this
very run. The plain fallback leaves the judge out altogether: the exact interval of the audited
sample's own labels (:func:`~mhgate.stats.clopper_pearson.clopper_pearson`), which is nearly as
narrow where the rate is near 1. Prediction-powered and post-stratified Wald intervals are not used:
a sample without an error has no variance to show them, and near 1 their lower bound errs in up to
four runs of five.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.special import betainc

from mhgate.stats.clopper_pearson import ProportionInterval
from mhgate.stats.quantile_grid import beta_quantiles

__all__ = ["AuditCounts", "melded_audit", "melded_audit_p_at_least"]

_Floats = NDArray[np.float64]

_HALVINGS = 30


@dataclass(frozen=True, slots=True)
class AuditCounts:
    """What people said about a random sample of the run's trials.

    ``upheld`` of the ``judged_good`` ones among them are truly good, and so are ``overturned`` of
    the ``judged_bad`` ones. Counts may be real.
    """

    upheld: float
    judged_good: float
    overturned: float
    judged_bad: float

    def __post_init__(self) -> None:
        """Refuse counts that cannot be.

        Raises:
            ValueError: a count is negative, not finite, or more than its class holds.
        """
        for good, total, name in (
            (self.upheld, self.judged_good, "judged_good"),
            (self.overturned, self.judged_bad, "judged_bad"),
        ):
            if not 0 <= good <= total < float("inf"):
                raise ValueError(
                    f"{good} of {total} {name} ones are truly good; expected a count in [0, {name}]"
                )


def melded_audit_p_at_least(x: float, n: float, rate: float, audit: AuditCounts) -> float:
    """Return the p-value against "the true rate is at most ``rate``".

    Args:
        x: trials judged good, real, in [0, n].
        n: trials of the run, audited or not, real, at least 0.
        rate: true rate, in [0, 1].
        audit: what people said about a random sample of these trials.

    Returns:
        A probability in [0, 1]; the lower bound at alpha exceeds the rate where it is below alpha.

    Source:
        rate = p PPV + (1 - p) FOR, each known from its lower confidence distribution of Clopper,
        Pearson (1934), Beta(k, m - k + 1), melded as in Bayer, Fay, Graubard (2023),
        arXiv 2205.13494. Where the audit's draw says that judged bad is better than judged good,
        p comes from its upper distribution, the side that then counts against the claim.

    Assumption:
        The audited trials are a random sample of the run's; trials are independent.

    Example:
        >>> round(melded_audit_p_at_least(190, 200, 0.9, AuditCounts(94, 95, 2, 5)), 4)
        0.0272
    """
    ppv, ppv_weight = beta_quantiles(audit.upheld, audit.judged_good - audit.upheld + 1.0)
    missed, missed_weight = beta_quantiles(
        audit.overturned, audit.judged_bad - audit.overturned + 1.0
    )
    low, high = missed[:, np.newaxis], ppv[np.newaxis, :]
    weights = np.outer(missed_weight, ppv_weight)
    gap = high - low
    split = np.divide(rate - low, gap, out=np.zeros_like(gap), where=gap != 0)
    share = np.clip(split, 0.0, 1.0)
    below = np.asarray(low <= rate).astype(float) + np.zeros_like(gap)  # where both are alike
    better, worse = gap > 0, gap < 0
    below[better] = _tail_below(x, n, share[better])  # at most the rate where p is at most this
    below[worse] = _tail_below(n - x, n, 1.0 - share[worse])  # where p is at least this
    return float(np.clip(1.0 - weights.sum() + (below * weights).sum(), 0.0, 1.0))


def melded_audit(
    x: float, n: float, audit: AuditCounts, *, level: float = 0.9
) -> ProportionInterval:
    """Return the two-sided interval of the true rate of a run that people audited.

    Args:
        x: trials judged good, real, in [0, n].
        n: trials of the run, audited or not, real, at least 0.
        audit: what people said about a random sample of these trials.
        level: two-sided level, in (0, 1); each bound alone errs at (1 - level) / 2.

    Returns:
        The interval, inside [0, 1], never NaN; [0, 1] where nothing was audited. An audit of m
        trials certifies little more than its own labels could, however good the judge.

    Raises:
        ValueError: x lies outside [0, n], the level outside (0, 1), or more trials of a kind were
            audited than the run holds.

    Source:
        As :func:`melded_audit_p_at_least`; the upper bound is that of the bad trials, from 1.

    Assumption:
        As :func:`melded_audit_p_at_least`.

    Example:
        >>> interval = melded_audit(190, 200, AuditCounts(94, 95, 2, 5), level=0.95)
        >>> round(interval.lower, 3), round(interval.upper, 3)
        (0.899, 0.989)
    """
    if not 0 <= x <= n:
        raise ValueError(f"x is {x}; expected a count in [0, {n}]")
    if not 0 < level < 1:
        raise ValueError(f"level is {level}; expected a share in (0, 1)")
    if audit.judged_good > x or audit.judged_bad > n - x:
        raise ValueError(
            f"{audit.judged_good} of {x} judged good and {audit.judged_bad} of {n - x} judged bad "
            "were audited; expected a sample of the run"
        )
    alpha = (1 - level) / 2
    mirrored = AuditCounts(
        upheld=audit.judged_bad - audit.overturned,
        judged_good=audit.judged_bad,
        overturned=audit.judged_good - audit.upheld,
        judged_bad=audit.judged_good,
    )
    return ProportionInterval(
        lower=_lower(x, n, audit, alpha), upper=1.0 - _lower(n - x, n, mirrored, alpha), level=level
    )


def _lower(x: float, n: float, audit: AuditCounts, alpha: float) -> float:
    low, high = 0.0, 1.0
    for _ in range(_HALVINGS):
        middle = (low + high) / 2
        below = melded_audit_p_at_least(x, n, middle, audit) < alpha
        low, high = (middle, high) if below else (low, middle)
    return low


def _tail_below(x: float, n: float, rate: _Floats) -> _Floats:
    """Return the lower confidence distribution of x of n at a rate: 1 throughout where x is 0."""
    return np.asarray(betainc(x, n - x + 1.0, rate)) if x > 0 else np.ones_like(rate)
