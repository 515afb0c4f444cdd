"""A second look at a claimed drop, on fresh trials of items that the first look chose."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from mhgate.stats.paired_difference import paired_difference
from mhgate.stats.visible_drop import smallest_visible_drop

__all__ = ["CONFIRM_ALPHA", "SecondLookFound", "second_look"]

CONFIRM_ALPHA = 0.1
"""The level of a second look. It may be looser than the first one's: both must reject."""


@dataclass(frozen=True, slots=True)
class SecondLookFound:
    """What fresh trials say: the mean difference on the chosen items, and whether it confirms."""

    difference: float
    p_value: float
    alpha: float
    confirmed: bool
    items: int
    smallest_visible_drop: float | None


def second_look(
    low: ArrayLike,
    high: ArrayLike,
    family: ArrayLike,
    *,
    alpha: float = CONFIRM_ALPHA,
    icc_floor: float = 0.1,
) -> SecondLookFound:
    """Test, on fresh trials alone, whether the product got worse on items that were chosen before.

    The first look chose the items, by what they did; nothing of it enters here. So whatever made an
    item flip by luck is not in the fresh trials of either arm, and the choice biases nothing: where
    the arms answer each item alike, every fresh difference has mean 0, whichever items were chosen.

    A regression is red when the first look claimed it at ``alpha1`` and this one confirms it. Then

    * it errs no more often than the first look alone, whatever the second does: P(both) <= alpha1;
    * where the arms answer each item alike, and both arms are asked anew, the two looks are
      independent given the items: P(both) <= alpha1 alpha, with alpha the level of this one;
    * no pass comes of it: what is not confirmed is not decided, and a pass is the first look's
      alone. So a false pass is exactly as rare as without it.

    What it costs is power: P(both) is what the first look sees times what this one confirms.

    Args:
        low: the least mean difference (target less base) of each item's fresh trials, (items,), in
            [-1, 1]; what failed counts as bad in the target and as good in the base.
        high: the greatest, likewise the other way round.
        family: each item's family, (items,).
        alpha: one-sided level, in (0, 0.5), fixed beforehand.
        icc_floor: the least intra-family correlation of differences that is believed, in [0, 1].

    Returns:
        What was found. Without items, or with those of one family alone, nothing is confirmed.

    Raises:
        ValueError: as for :func:`mhgate.stats.paired_difference.paired_difference`.

    Source:
        Rejection by both of two tests: its size is at most that of either (Berger 1982,
        doi:10.1080/00401706.1982.10487790), and the product of both where they are independent.
        That what was chosen for being extreme is less so when it is measured again: Galton (1886),
        doi:10.2307/2841583; therefore both arms are measured again. The test on the fresh trials:
        :mod:`mhgate.stats.paired_difference`.

    Assumption:
        Fresh trials are independent of the first ones, given the item. Where only the target is
        asked anew (a baseline's file), its luck alone is new: the rule then errs by at most alpha1,
        as before, and less often in the simulations of benchmarks/coverage/second_looks.py.

    Example:
        >>> lost = second_look([-1] * 6, [-1] * 6, list("abcdef"))
        >>> lost.confirmed, second_look([0] * 6, [0] * 6, list("abcdef")).confirmed
        (True, False)
    """
    lo = np.asarray(low, dtype=float).ravel()
    if not len(lo):
        return SecondLookFound(0.0, 1.0, alpha, False, 0, None)  # noqa: FBT003 - a record's field
    found = paired_difference(lo, high, family, level=1 - 2 * alpha, icc_floor=icc_floor)
    return SecondLookFound(
        difference=found.difference,
        p_value=found.p_worse,
        alpha=alpha,
        confirmed=found.p_worse <= alpha,
        items=found.pairs,
        smallest_visible_drop=smallest_visible_drop(found.pairs, found.families, alpha=alpha),
    )
