"""Scores, one a trial, added up by family: what the methods on families take."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

__all__ = ["FamilyCounts", "family_codes", "family_counts"]

_Floats = NDArray[np.float64]

_ROOM = 2**62  # of a 64-bit integer, with a bit to spare


@dataclass(frozen=True, slots=True, eq=False)
class FamilyCounts:
    """Sums by family, in the order of the sorted ``families``; arrays of one length.

    ``totals`` adds up what was measured; ``unmeasured`` and ``sizes`` count trials.
    """

    families: NDArray[np.generic]
    totals: _Floats
    unmeasured: _Floats
    sizes: _Floats


def family_codes(family: ArrayLike) -> tuple[NDArray[np.generic], NDArray[np.intp]]:
    """Return the distinct names, sorted, and the place of each entry's name among them.

    What ``numpy.unique`` gives, several times faster for strings: the characters that vary are
    packed into whole numbers, first the most significant, and whole numbers are sorted.

    Args:
        family: names, shape (trials,), strings or whole numbers.

    Returns:
        Names in ascending order, shape (families,), and codes in [0, families), shape (trials,).

    Raises:
        TypeError: names are neither strings nor numbers, or one is None.

    Source:
        Mixed-radix positional notation keeps the lexicographic order: Knuth (1997), The Art of
        Computer Programming 2, section 4.1.

    Assumption:
        One kind of name throughout; numbers among strings are read as strings.

    Example:
        >>> names, codes = family_codes(["b", "a", "b"])
        >>> names.tolist(), codes.tolist()
        (['a', 'b'], [1, 0, 1])
    """
    names = np.asarray(family).ravel()
    if names.dtype.kind == "O":
        raise TypeError("families have names of several kinds, or none; expected strings or whole")
    if names.dtype.kind != "U" or not len(names):
        distinct, codes = np.unique(names, return_inverse=True)
        return distinct, codes
    native = np.ascontiguousarray(names, dtype=names.dtype.newbyteorder("="))
    letters = native.view(np.uint32).reshape(len(names), -1)
    least = letters.min(axis=0).astype(np.int64)
    spans = letters.max(axis=0).astype(np.int64) - least + 1
    packed, used = np.zeros(len(names), dtype=np.int64), 1
    for place in np.flatnonzero(spans > 1):
        span = int(spans[place])
        if used * span > _ROOM:
            distinct, packed = np.unique(packed, return_inverse=True)
            used = len(distinct)
        packed = packed * span + (letters[:, place] - least[place])
        used *= span
    _, first, codes = np.unique(packed, return_index=True, return_inverse=True)
    return native[first], codes


def family_counts(value: ArrayLike, unmeasured: ArrayLike, family: ArrayLike) -> FamilyCounts:
    """Return the sums by family that ``cluster_rate`` and ``cluster_mean`` take.

    Args:
        value: one a trial, shape (trials,), finite where measured, anything where not.
        unmeasured: whether the trial could not be measured, shape (trials,), boolean.
        family: each trial's family, shape (trials,), strings or whole numbers.

    Returns:
        Sums, to the last bit the same for any order of the trials: within a family the values are
        added in ascending order. Empty arrays for no trials.

    Raises:
        ValueError: lengths differ, or a measured value is not finite.
        TypeError: as :func:`family_codes`.

    Source:
        Ratio estimates need no more than the totals of the clusters: Cochran (1977), Sampling
        Techniques, 3rd edition, section 9A.1.

    Assumption:
        A trial belongs to one family.

    Example:
        >>> counts = family_counts([1, 0, 1, 0], [False, False, False, True], ["b", "a", "b", "b"])
        >>> counts.families.tolist(), counts.totals.tolist(), counts.sizes.tolist()
        (['a', 'b'], [0.0, 2.0], [1.0, 3.0])
    """
    values = np.asarray(value, dtype=float).ravel()
    lost = np.asarray(unmeasured, dtype=bool).ravel()
    families, codes = family_codes(family)
    if not values.shape == lost.shape == codes.shape:
        lengths = f"{len(values)} values, {len(lost)} flags and {len(codes)} families"
        raise ValueError(f"{lengths}; expected one each a trial")
    kept = np.where(lost, 0.0, values)
    if not np.all(np.isfinite(kept)):
        raise ValueError("a measured value is not finite; flag what could not be measured")
    order, count = np.argsort(kept), len(families)
    return FamilyCounts(
        families=families,
        totals=np.asarray(np.bincount(codes[order], kept[order], minlength=count), dtype=float),
        unmeasured=np.asarray(np.bincount(codes, lost, minlength=count), dtype=float),
        sizes=np.bincount(codes, minlength=count).astype(float),
    )
