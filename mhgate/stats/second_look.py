"""A second look at a claimed drop, on fresh trials of items that the first look chose."""

from __future__ import annotations

import math
from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from mhgate.stats.sign_flip import signed_totals

__all__ = ["ALL_ALPHA", "FLIPPED_ALPHA", "SecondLookFound", "second_look"]

FLIPPED_ALPHA = 0.2
"""The level of a second look at the items that flipped. It may be looser than the first one's, for
both must reject; at .1 it overlooks several times as many drops that are spread over all items."""

ALL_ALPHA = 0.05
"""The level of a second look at all items: they show a drop as the first look did, or better."""

_POWER_QUANTILE = 0.8416212335729143  # of the standard normal at .8
_PARTS = 60  # into which a score is divided: sums become whole numbers, and the test stays exact


@dataclass(frozen=True, slots=True)
class SecondLookFound:
    """What fresh trials say: the mean difference on the chosen items, and whether it confirms.

    ``smallest_visible_drop`` is the mean drop on these items that would be confirmed 4 times in 5,
    were their replies to scatter as they did; None where no drop would.
    """

    difference: float
    p_value: float
    alpha: float
    confirmed: bool
    items: int
    smallest_visible_drop: float | None


def second_look(
    low: Sequence[float],
    high: Sequence[float],
    family: Sequence[Hashable],
    *,
    trials: int,
    alpha: float = FLIPPED_ALPHA,
) -> SecondLookFound:
    """Test, on fresh trials alone, whether the product got worse on items that were chosen before.

    The first look chose the items, by what they did; nothing of it enters here. So whatever made an
    item flip by luck is not in the fresh trials of either arm, and the choice biases nothing: where
    the arms answer each item alike, a family's fresh difference is as likely the other way round,
    whichever items were chosen. The p-value is the share of all ways of giving the families'
    differences their signs that fall as low as what was seen: exact, whatever is correlated within
    a family.

    A regression is red when the first look claimed it at ``alpha1`` and this one confirms it. Then

    * it errs no more often than the first look alone, whatever the second does: P(both) <= alpha1;
    * where the arms answer each item alike, and both arms are asked anew, this look rejects with a
      probability of at most alpha whatever the first one saw: P(both) <= alpha1 alpha;
    * no pass comes of it: what is not confirmed is not decided, and a pass is the first look's
      alone. So a false pass is exactly as rare as without it.

    What it costs is power: P(both) is what the first look sees times what this one confirms. A drop
    that sits in some items costs next to nothing; one that is spread thinly over all costs most,
    for the items that flipped by luck are asked again too: benchmarks/coverage/second_looks.py.

    Args:
        low: the least mean difference (target less base) of each item's fresh trials, (items,), in
            [-1, 1]; what failed counts as bad in the target and as good in the base.
        high: the greatest, likewise the other way round.
        family: each item's family, (items,).
        trials: fresh trials of each item in each arm, at least 1.
        alpha: one-sided level, in (0, 0.5), fixed beforehand.

    Returns:
        What was found; the difference is the mean of ``low`` and ``high``. Without items nothing is
        confirmed. A failure only ever makes the p-value larger.

    Raises:
        ValueError: lengths differ, or a range lies outside [-1, 1] or is reversed.

    Source:
        Signs given at random: Fisher (1935), The Design of Experiments, section 21. Rejection by
        both of two tests: its size is at most that of either (Berger 1982,
        doi:10.1080/00401706.1982.10487790). That what was chosen for being extreme is less so when
        it is measured again: Galton (1886), doi:10.2307/2841583; therefore both arms are.

    Assumption:
        Fresh trials are independent of the first ones, given the item; families are independent of
        each other. Where only the target is asked anew (a baseline's file), its luck alone is new:
        the rule then errs by at most alpha1, as before, and less often in the simulations.

    Example:
        >>> lost = second_look([-1] * 6, [-1] * 6, list("abcdef"), trials=3)
        >>> lost.confirmed, lost.p_value, second_look([0], [0], ["a"], trials=3).confirmed
        (True, 0.015625, False)
    """
    if not len(low) == len(high) == len(family):
        found = f"{len(low)}, {len(high)} and {len(family)}"
        raise ValueError(f"{found} entries; expected one each an item")
    if not all(-1 <= least <= most <= 1 for least, most in zip(low, high, strict=True)):
        raise ValueError("an item's range is reversed or lies outside [-1, 1]")
    n = len(low)
    if n == 0:
        return SecondLookFound(
            0.0, 1.0, alpha, confirmed=False, items=0, smallest_visible_drop=None
        )
    sums: dict[Hashable, int] = {}
    for name, most in zip(family, high, strict=True):
        sums[name] = sums.get(name, 0) + round(most * trials * _PARTS)
    p_value = _share_as_low(list(sums.values()))
    return SecondLookFound(
        difference=(math.fsum(low) + math.fsum(high)) / (2 * n),
        p_value=p_value,
        alpha=alpha,
        confirmed=p_value <= alpha,
        items=n,
        smallest_visible_drop=_visible(list(sums.values()), n * trials * _PARTS, alpha),
    )


def _share_as_low(sums: Sequence[int]) -> float:
    """Return the share of all ways of giving the sums their signs with a total as low as theirs."""
    step = math.gcd(*sums)
    if step == 0:
        return 1.0
    seen = sum(sums) // step
    moved = [abs(each) // step for each in sums if each]
    as_low = sum(count for total, count in signed_totals(moved).items() if total <= seen)
    return float(Fraction(as_low, 2 ** len(moved)))


def _visible(sums: Sequence[int], whole: int, alpha: float) -> float | None:
    """Return the drop that would be confirmed 4 times in 5, by the normal approximation.

    So few families as could not be told from luck with all of them worse show no drop at all.
    """
    from scipy.special import ndtri  # noqa: PLC0415 - loads scipy

    fewest = math.ceil(-math.log2(alpha))
    if len(sums) < fewest:
        return None
    scatter = math.sqrt(math.fsum(each * each for each in sums))
    drop = (float(ndtri(1 - alpha)) + _POWER_QUANTILE) * scatter / whole
    return min(1.0, max(drop, fewest * _PARTS / whole))
