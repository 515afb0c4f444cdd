"""Quadratic kappa of choices against a key over ordered levels, with an interval by family."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from mhgate.stats.effective_counts import floor_effect
from mhgate.stats.family_counts import family_codes
from mhgate.stats.unseen_events import margin_with_unseen

__all__ = ["OrdinalKappa", "ordinal_kappa"]

_Floats = NDArray[np.float64]
_Codes = NDArray[np.intp]

_ROUNDING = 1e-12
_NOTHING_KNOWN = (-1.0, 1.0)


@dataclass(frozen=True, slots=True)
class OrdinalKappa:
    """A kappa's two-sided interval at ``level`` and what it rests on.

    ``value`` is that of the measured trials, None where it is not defined; ``reason`` says why it
    is not, or why the bounds are the whole range; it is None where both are as usual.
    """

    value: float | None
    lower: float
    upper: float
    level: float
    trials: int
    measured: int
    families: int
    reason: str | None


def ordinal_kappa(
    truth: ArrayLike,
    chosen: ArrayLike,
    unmeasured: ArrayLike,
    family: ArrayLike,
    *,
    levels: int,
    level: float = 0.9,
    icc_floor: float = 0.2,
) -> OrdinalKappa:
    """Return quadratic kappa of choices against a key, its error judged by leaving out families.

    Kappa is 1 less the mean squared distance over what chance would give. An error by all the
    levels costs many times what one by a neighbour does; a sample of few families may hold none of
    it. So each bound lies at :func:`mhgate.stats.unseen_events.margin_with_unseen` of kappa: the
    jackknife's pseudo-values by family are the pulls, and the costliest event is the pair of a key
    and a level with the most influence on kappa. A perfect record, and one level for everybody,
    have bounds by the same rule.

    A trial that could not be measured is as wrong as can be in the lower bound and right in the
    upper one; the interval also holds that of the measured trials alone.

    Args:
        truth: the key's place among the levels, shape (trials,), whole numbers from 0.
        chosen: the choice's place, shape (trials,); anything where it was not measured.
        unmeasured: whether the choice could not be measured, shape (trials,), boolean.
        family: each trial's family, shape (trials,), strings or whole numbers.
        levels: how many there are, at least 2.
        level: two-sided level, in (0, 1); each bound alone errs at (1 - level) / 2.
        icc_floor: the least correlation of errors in a family that is believed, in [0, 1].

    Returns:
        Bounds in [-1, 1], never NaN. Keys that are all alike, one family alone, or one that holds
        all that varies, give the whole range.

    Raises:
        ValueError: lengths differ, or a place is none of the levels'.

    Source:
        Cohen (1968), Psychological Bulletin 70, 213-220, doi:10.1037/h0026256. Pseudo-values:
        Miller (1974), Biometrika 61, 1-15, doi:10.1093/biomet/61.1.1, on the scale of kappa, the
        family left out as a whole. Influence: Hampel (1974), JASA 69, 383-393,
        doi:10.1080/01621459.1974.10482962, worked out for kappa.

    Assumption:
        Families are independent. A key that no item has is not asked about.

    Example:
        >>> key = [0, 1, 2, 3] * 28
        >>> family = [place // 4 for place in range(112)]
        >>> right = ordinal_kappa(key, key, [False] * 112, family, levels=4)
        >>> right.value, round(right.lower, 3), right.upper
        (1.0, 0.849, 1.0)
        >>> one = ordinal_kappa(key, [1] * 112, [False] * 112, family, levels=4)
        >>> one.value, round(one.upper, 2)
        (0.0, 0.17)
    """
    keys, choices = (np.asarray(each).ravel().astype(np.intp) for each in (truth, chosen))
    lost = np.asarray(unmeasured, dtype=bool).ravel()
    _, codes = family_codes(family)
    if not keys.shape == choices.shape == lost.shape == codes.shape:
        lengths = f"{len(keys)}, {len(choices)}, {len(lost)} and {len(codes)}"
        raise ValueError(f"{lengths} entries; expected one each a trial")
    told = np.concatenate([keys, choices[~lost]])
    if np.any((told < 0) | (told >= levels)):
        raise ValueError(f"a place is none of 0 to {levels - 1}")
    judge = _Judge(levels, (1 - level) / 2, icc_floor)
    value, lower, upper, reason = judge.interval(keys[~lost], choices[~lost], codes[~lost])
    if np.any(lost) and value is not None:
        farthest = np.where(keys > (levels - 1) / 2, 0, levels - 1)
        for filled in (farthest, keys):
            _, lowest, highest, _ = judge.interval(keys, np.where(lost, filled, choices), codes)
            lower, upper = min(lower, lowest), max(upper, highest)
    measured, families = int((~lost).sum()), len(np.unique(codes))
    return OrdinalKappa(value, lower, upper, level, len(keys), measured, families, reason)


class _Judge:
    """What makes an interval of kappa from places and families."""

    def __init__(self, levels: int, alpha: float, icc_floor: float) -> None:
        self.levels, self.alpha, self.icc_floor = levels, alpha, icc_floor
        places = np.arange(levels, dtype=float)
        self.apart = (places[:, None] - places) ** 2

    def interval(
        self, keys: _Codes, choices: _Codes, codes: _Codes
    ) -> tuple[float | None, float, float, str | None]:
        names, members = np.unique(codes, return_inverse=True)
        families = len(names)
        cells = np.zeros((families, self.levels, self.levels))
        np.add.at(cells, (members, keys, choices), 1.0)
        table = cells.sum(axis=0)
        value = float(self._kappa(table))
        if np.isnan(value):
            return None, *_NOTHING_KNOWN, "every key and every choice is the same level"
        if families <= 1:
            return value, *_NOTHING_KNOWN, "fewer than two families"
        others = self._kappa(table - cells)
        if np.any(np.isnan(others)):
            return value, *_NOTHING_KNOWN, "one family holds all that varies"
        pulls = (families - 1) * (others.mean() - others)
        influence = self._influence(table)
        sizes = cells.sum(axis=(1, 2))
        worth = float(sizes.sum()) / floor_effect(sizes, self.icc_floor)

        def margin(side: int) -> float:
            costliest = max(0.0, float((side * influence).max()))
            return margin_with_unseen(
                side * pulls, costliest=costliest, effective_n=worth, alpha=self.alpha
            )

        return value, max(-1.0, value - margin(-1)), min(1.0, value + margin(1)), None

    def _kappa(self, tables: _Floats) -> _Floats:
        """Return kappa of tables of counts, shape (..., levels, levels); NaN where there is none.

        Below -1, where kappa can fall with unlike margins, it is told as -1.
        """
        n = tables.sum(axis=(-2, -1))
        seen = (tables * self.apart).sum(axis=(-2, -1)) * n
        expected = np.einsum(
            "...i,ij,...j->...", tables.sum(axis=-1), self.apart, tables.sum(axis=-2)
        )
        is_defined = expected > _ROUNDING * n**2
        ratio = seen / np.where(is_defined, expected, 1.0)
        return np.where(is_defined, np.maximum(-1.0, 1 - ratio), np.nan)

    def _influence(self, table: _Floats) -> _Floats:
        """Return how kappa would move per share of trials of each key (that occurs) and choice."""
        joint = table / table.sum()
        of_keys, of_choices = joint.sum(axis=1), joint.sum(axis=0)
        expected = float(of_keys @ self.apart @ of_choices)
        seen = float((joint * self.apart).sum())
        chance = (self.apart @ of_choices)[:, None] + of_keys @ self.apart - 2 * expected
        moved = -(self.apart - seen) / expected + seen / expected**2 * chance
        return np.asarray(moved[of_keys > 0])
