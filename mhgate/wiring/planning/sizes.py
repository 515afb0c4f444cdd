"""The size of a required probe to aim at, and what it would see.

The default size is 240 items in 60 families. Beside 24 such probes (48 possible claims) at alpha
0.05, with families correlated by 0.1, it sees a drop of 0.08 where checks are exact, and one of
0.16 through a judge that errs once in twenty on either side, 4 times in 5:

    >>> from mhgate.stats.visible_drop import judge_flicker
    >>> noise = {"flicker": judge_flicker(0.97, 0.95, 0.95), "j": 0.9}
    >>> [round(smallest_visible_drop(DEFAULT_ITEMS, DEFAULT_FAMILIES, alpha=0.05 / 48, **seen), 2)
    ...  for seen in ({}, noise)]
    [0.08, 0.16]

Teams should aim at it for what is required; a plan prints what it would see beside their probes.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from mhgate.baseline import ICC_FLOOR
from mhgate.stats.visible_drop import claim_power, smallest_visible_drop
from mhgate.wiring.planning.assuming import FAMILY_CORRELATION, POWER
from mhgate.wiring.planning.lines import Line

__all__ = ["DEFAULT_FAMILIES", "DEFAULT_ITEMS", "DefaultSize", "default_size"]

DEFAULT_ITEMS = 240
DEFAULT_FAMILIES = 60


@dataclass(frozen=True, slots=True, kw_only=True)
class DefaultSize:
    """What a required probe of the default size would see, among the claims of this gate.

    ``judge_j`` is that of the noisiest judge of this gate, None where nothing is corrected;
    ``judged_drop`` and ``judged_power`` are what is seen through it.
    """

    items: int
    families: int
    drop: float | None
    power: float
    judge_j: float | None
    judged_drop: float | None
    judged_power: float | None


def default_size(lines: Sequence[Line], *, n_claims: int, alpha: float, drop: float) -> DefaultSize:
    """Say what a probe of the default size would see.

    Args:
        lines: the gate's own, for the noisiest judge among them.
        n_claims: how many claims this gate could make with a baseline.
        alpha: the gate's error rate.
        drop: the drop whose power is shown.
    """
    judged = [line for line in lines if line.part.sight.is_corrected]
    noisiest = min(judged, key=lambda line: line.part.sight.j, default=None)
    exact_drop, exact_power = _seen(alpha / n_claims, drop)
    judged_drop, judged_power, j = None, None, None
    if noisiest is not None:
        j, flicker = noisiest.part.sight.j, noisiest.part.sight.flicker(noisiest.rate)
        judged_drop, judged_power = _seen(alpha / n_claims, drop, flicker=flicker, j=j)
    return DefaultSize(
        items=DEFAULT_ITEMS,
        families=DEFAULT_FAMILIES,
        drop=exact_drop,
        power=exact_power,
        judge_j=j,
        judged_drop=judged_drop,
        judged_power=judged_power,
    )


def _seen(
    alpha: float, drop: float, *, flicker: float = 0.0, j: float = 1.0
) -> tuple[float | None, float]:
    smallest = smallest_visible_drop(
        DEFAULT_ITEMS,
        DEFAULT_FAMILIES,
        alpha=alpha,
        power=POWER,
        flicker=flicker,
        j=j,
        icc=FAMILY_CORRELATION,
        icc_floor=ICC_FLOOR,
    )
    power = claim_power(
        drop,
        DEFAULT_ITEMS,
        DEFAULT_FAMILIES,
        alpha=alpha,
        flicker=flicker,
        j=j,
        icc=FAMILY_CORRELATION,
        icc_floor=ICC_FLOOR,
    )
    return smallest, power
