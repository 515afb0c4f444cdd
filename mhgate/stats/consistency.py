"""Perturbed against clean: how far results drop, and how many pairs keep their outcome."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from mhgate.stats.cluster_rate import ClusterRate, cluster_rate
from mhgate.stats.family_counts import family_codes, family_counts
from mhgate.stats.paired_difference import PairedDifference, paired_difference

__all__ = ["Consistency", "Stability", "consistency"]

_Floats = NDArray[np.float64]
_Flags = NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class Stability:
    """What pairs of one kind say; two-sided intervals at the level of ``change``.

    ``drop`` is the mean of clean less perturbed over measured pairs (above 0: worse when
    perturbed), ``kept`` the share of measured pairs whose outcome stayed; None without any.
    ``change`` and ``keeping`` hold what the intervals rest on; ``change`` counts the other way.
    """

    drop: float | None
    drop_lower: float
    drop_upper: float
    kept: float | None
    kept_lower: float
    kept_upper: float
    change: PairedDifference
    keeping: ClusterRate


@dataclass(frozen=True, slots=True)
class Consistency:
    """All pairs together, and those of each intensity in ascending order (none without any)."""

    overall: Stability
    by_intensity: tuple[tuple[str | float, Stability], ...]


def consistency(
    clean: ArrayLike,
    clean_unmeasured: ArrayLike,
    perturbed: ArrayLike,
    perturbed_unmeasured: ArrayLike,
    family: ArrayLike,
    *,
    intensity: ArrayLike | None = None,
    passing: float = 0.5,
    level: float = 0.9,
    paired_icc_floor: float = 0.1,
    icc_floor: float = 0.2,
) -> Consistency:
    """Return the drop from clean to perturbed and the share of pairs that keep their outcome.

    One entry a perturbed trial, beside the clean trial that it was made from: a clean item with
    several variants stands in as many entries, all of its family. An unmeasured side may have been
    anything: it widens the drop's interval on both sides and is counted as changed in the lower
    bound of the share and as kept in the upper.

    Args:
        clean: value of the clean trial, shape (pairs,), in [0, 1] where measured.
        clean_unmeasured: whether it could not be measured, shape (pairs,), boolean.
        perturbed: value of the perturbed trial, shape (pairs,), in [0, 1] where measured.
        perturbed_unmeasured: whether it could not be measured, shape (pairs,), boolean.
        family: each pair's family, shape (pairs,), strings or whole numbers.
        intensity: how hard each was perturbed, shape (pairs,), numbers or names, or None.
        passing: the value from which on an outcome is a pass, in (0, 1].
        level: two-sided level, in (0, 1); each bound alone errs at (1 - level) / 2.
        paired_icc_floor: the least correlation of the differences in a family, in [0, 1].
        icc_floor: the least correlation of kept outcomes in a family, in [0, 1].

    Returns:
        Drop bounds in [-1, 1], share bounds in [0, 1], never NaN; no pairs, or one family alone,
        give the whole ranges. Intensities are not corrected for one another. With many failures
        the drop of the measured pairs may lie outside its interval: the measured sides of the
        others say that they cannot have dropped so far.

    Raises:
        ValueError: lengths differ, a measured value lies outside [0, 1], or ``passing`` does.

    Source:
        The drop: :func:`mhgate.stats.paired_difference.paired_difference` (Tango 1998 by family);
        the share: :func:`mhgate.stats.cluster_rate.cluster_rate` (Korn-Graubard).

    Assumption:
        Families are independent; clean trials that several variants share are inside one family.

    Example:
        >>> family = [number // 3 for number in range(120)]
        >>> worse = [0.0 if number % 10 == 0 else 1.0 for number in range(120)]
        >>> found = consistency([1] * 120, [False] * 120, worse, [False] * 120, family).overall
        >>> found.drop, round(found.drop_lower, 2), round(found.drop_upper, 2)
        (0.1, 0.06, 0.16)
        >>> found.kept, round(found.kept_lower, 2)
        (0.9, 0.83)
    """
    before, after = (np.asarray(each, dtype=float).ravel() for each in (clean, perturbed))
    before_lost, after_lost = (
        np.asarray(each, dtype=bool).ravel() for each in (clean_unmeasured, perturbed_unmeasured)
    )
    _, codes = family_codes(family)
    kinds = np.zeros(len(codes)) if intensity is None else np.asarray(intensity).ravel()
    lengths = [len(each) for each in (before, before_lost, after, after_lost, codes, kinds)]
    if len(set(lengths)) > 1:
        raise ValueError(f"{lengths} entries; expected one each a pair")
    before, after = np.where(before_lost, 0.0, before), np.where(after_lost, 0.0, after)
    if not 0 < passing <= 1:
        raise ValueError(f"passing is {passing}; expected a value in (0, 1]")
    for name, values in (("clean", before), ("perturbed", after)):
        if not np.all((values >= 0) & (values <= 1)):
            raise ValueError(f"a measured {name} value lies outside [0, 1]")

    def stability(rows: _Flags) -> Stability:
        lost = (before_lost | after_lost)[rows]
        low = (after - np.where(before_lost, 1.0, before))[rows]
        high = (np.where(after_lost, 1.0, after) - before)[rows]
        kept = ((before >= passing) == (after >= passing))[rows]
        counts = family_counts(kept, lost, codes[rows])
        change = paired_difference(low, high, codes[rows], level=level, icc_floor=paired_icc_floor)
        keeping = cluster_rate(
            counts.totals, counts.unmeasured, counts.sizes, level=level, icc_floor=icc_floor
        )
        measured = int((~lost).sum())
        return Stability(
            drop=_positive_zero(-change.difference) if measured else None,
            drop_lower=_positive_zero(-change.upper),
            drop_upper=_positive_zero(-change.lower),
            kept=float(counts.totals.sum()) / measured if measured else None,
            kept_lower=keeping.lower,
            kept_upper=keeping.upper,
            change=change,
            keeping=keeping,
        )

    levels = [] if intensity is None else np.unique(kinds).tolist()
    return Consistency(
        overall=stability(np.ones(len(codes), dtype=bool)),
        by_intensity=tuple((each, stability(kinds == each)) for each in levels),
    )


def _positive_zero(number: float) -> float:
    return number + 0.0
