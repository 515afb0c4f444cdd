"""The interval over families of a rate of which people read a random part."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from mhgate.stats.cluster_rate import ClusterRate, counts_by_family
from mhgate.stats.effective_counts import effective_counts
from mhgate.stats.melded_audit import AuditCounts, melded_audit_p_at_least

__all__ = ["ReadCounts", "audited_point", "audited_rate"]

_Floats = NDArray[np.float64]

_HALVINGS = 30
_SMALLEST_P = 1e-16
_LARGEST_ALPHA = 0.499  # t quantiles vanish at one half; nothing is claimed up there


@dataclass(frozen=True, slots=True)
class ReadCounts:
    """What people said of the trials of one kind that were drawn, by family; lists of one length.

    ``good`` are truly good, ``unresolved`` are those of which people could not say; what is neither
    is truly bad. ``drawn`` counts all of them.
    """

    good: Sequence[float]
    unresolved: Sequence[float]
    drawn: Sequence[float]

    def effective(self, alpha: float, icc_floor: float, *, count: str) -> tuple[float, float]:
        """Return effective counts: of ``good`` or of ``bad`` ones, and of all that were drawn.

        Args:
            alpha: one-sided error rate at which they will be used, in (0, 0.5).
            icc_floor: the least intra-family correlation that is believed, in [0, 1].
            count: ``good`` or ``bad``; those that are unresolved are counted as neither.
        """
        good, unresolved, drawn = counts_by_family(self.good, self.unresolved, self.drawn)
        counted = good if count == "good" else np.clip(drawn - good - unresolved, 0.0, drawn)
        found = effective_counts(counted, drawn, alpha=alpha, icc_floor=icc_floor)
        return min(found.x, found.n), found.n


def audited_rate(
    good: ArrayLike,
    sizes: ArrayLike,
    judged_good: ReadCounts,
    others: ReadCounts,
    *,
    level: float = 0.9,
    icc_floor: float = 0.1,
    threshold: float | None = None,
) -> ClusterRate:
    """Return the interval of the true rate of a run, a random part of which people read.

    What :func:`~mhgate.stats.judged_rate.judged_rate` is for a judge that was calibrated elsewhere:
    here people say what the judge's answers are worth in this very run. Trials that could not be
    measured belong to the others; where one of them is drawn it counts as unresolved. The lower
    bound counts what is unresolved as bad, the upper bound as good.

    Design effects are those that were seen, or the floor. The worst case over fewer bad or fewer
    good trials, which other intervals by family take, has no meaning here: whether a trial more
    that was judged good raises the rate depends on what people said of the two kinds.

    Args:
        good: trials judged good, by family, shape (families,).
        sizes: all trials asked, by family, shape (families,), each above 0.
        judged_good: what people said of a random sample of the trials judged good.
        others: what they said of a random sample of all other trials.
        level: two-sided level, in (0, 1); each bound alone errs at (1 - level) / 2.
        icc_floor: the least intra-family correlation that is believed, in [0, 1].
        threshold: a true rate in [0, 1] to test against, or None.

    Returns:
        Bounds in [0, 1], never NaN. No trials or one family alone give [0, 1] and a p-value of 1.
        ``effective_n`` is that of the run's trials. The p-value is the smallest one-sided error
        rate whose upper bound lies below the threshold: 1 where none below 0.499 does.

    Raises:
        ValueError: lengths differ, a count lies outside its family, or more trials of a kind were
            drawn than the run holds.

    Source:
        As :func:`~mhgate.stats.melded_audit.melded_audit`, on the effective counts of Korn,
        Graubard (1998), Survey Methodology 24, 193-201, of the run and of each sample. Counting
        on both sides: Manski (1989), Journal of Human Resources 24, 343-360, doi:10.2307/145818.

    Assumption:
        Families are independent draws of what the product will meet; each sample is a random one of
        its kind. How many of a kind were drawn does not depend on what people said.

    Example:
        >>> alone = [1.0] * 40
        >>> read, rest = ReadCounts(alone, [0] * 40, alone), ReadCounts([0, 0], [0, 0], [1, 1])
        >>> result = audited_rate([1] * 95 + [0] * 5, [1] * 100, read, rest, threshold=0.8)
        >>> round(result.lower, 3), round(result.upper, 3)
        (0.859, 0.992)
    """
    x, _, m = counts_by_family(good, np.zeros_like(np.asarray(good, dtype=float)), sizes)
    _check_drawn(float(x.sum()), float(m.sum()), judged_good, others)
    alpha = (1 - level) / 2
    if len(m) <= 1:
        p_below = None if threshold is None else 1.0
        return ClusterRate(0.0, 1.0, level, 0.0, float(m.sum()), len(m), threshold, p_below)

    def run(counted: _Floats, at: float) -> tuple[float, float]:
        found = effective_counts(counted, m, alpha=at, icc_floor=icc_floor)
        return min(found.x, found.n), found.n

    def upper_claims(at: float) -> bool:
        audit = _counts(others, judged_good, at, icc_floor, count="bad")
        return melded_audit_p_at_least(*run(m - x, at), 1.0 - float(threshold or 0.0), audit) < at

    good_audit = _counts(judged_good, others, alpha, icc_floor, count="good")
    bad_audit = _counts(others, judged_good, alpha, icc_floor, count="bad")
    return ClusterRate(
        lower=_lower(*run(x, alpha), good_audit, alpha),
        upper=1.0 - _lower(*run(m - x, alpha), bad_audit, alpha),
        level=level,
        effective_n=effective_counts(x, m, alpha=alpha, icc_floor=icc_floor).n,
        trials=float(m.sum()),
        families=len(m),
        threshold=threshold,
        p_below=None if threshold is None else _smallest_error(upper_claims),
    )


def audited_point(
    good: float, trials: float, judged_good: ReadCounts, others: ReadCounts
) -> float | None:
    """Return the best guess at the true rate: each kind's share of good ones, by its weight.

    Args:
        good: trials judged good, at least 0.
        trials: all trials asked, at least ``good``.
        judged_good: what people said of a sample of the trials judged good.
        others: what they said of a sample of all other trials.

    Returns:
        A share in [0, 1]; None where a kind that the run holds has nothing that people could say.

    Source:
        The post-stratified mean: Cochran (1977), Sampling Techniques, 3rd edition, section 5A.9.

    Assumption:
        Each sample is a random one of its kind; what is unresolved is as good as the rest of it.

    Example:
        >>> round(audited_point(90, 100, ReadCounts([19], [0], [20]), ReadCounts([1], [0], [4])), 3)
        0.88
    """
    point = 0.0
    for weight, read in ((good, judged_good), (trials - good, others)):
        resolved = math.fsum(read.drawn) - math.fsum(read.unresolved)
        if weight > 0 and resolved <= 0:
            return None
        if weight > 0:
            point += weight / trials * math.fsum(read.good) / resolved
    return point if trials > 0 else None


def _lower(x: float, n: float, audit: AuditCounts, alpha: float) -> float:
    low, high = 0.0, 1.0
    for _ in range(_HALVINGS):
        middle = (low + high) / 2
        is_above = melded_audit_p_at_least(x, n, middle, audit) < alpha
        low, high = (middle, high) if is_above else (low, middle)
    return low


def _counts(
    upheld: ReadCounts, overturned: ReadCounts, alpha: float, icc_floor: float, *, count: str
) -> AuditCounts:
    of_first = upheld.effective(alpha, icc_floor, count=count)
    of_second = overturned.effective(alpha, icc_floor, count=count)
    return AuditCounts(*of_first, *of_second)


def _check_drawn(good: float, trials: float, judged_good: ReadCounts, others: ReadCounts) -> None:
    for name, drawn, there in (
        ("judged good", math.fsum(judged_good.drawn), good),
        ("not judged good", math.fsum(others.drawn), trials - good),
    ):
        if drawn > there:
            raise ValueError(f"{drawn:g} of {there:g} trials {name} were drawn; expected a sample")


def _smallest_error(is_claimed: Callable[[float], bool]) -> float:
    """Return the smallest error rate at which something is claimed, 1 if there is none."""
    if not is_claimed(_LARGEST_ALPHA):
        return 1.0
    if is_claimed(_SMALLEST_P):
        return _SMALLEST_P
    low, high = math.log(_SMALLEST_P), math.log(_LARGEST_ALPHA)
    for _ in range(_HALVINGS):
        middle = (low + high) / 2
        low, high = (low, middle) if is_claimed(math.exp(middle)) else (middle, high)
    return math.exp(high)
