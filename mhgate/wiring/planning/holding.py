"""The regression question of one line: drops that it sees, and whether an unchanged bot holds."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from mhgate.baseline import ICC_FLOOR
from mhgate.gate.settling import WAVE_TRIALS
from mhgate.records import Design
from mhgate.stats.operating_characteristics import Characteristics, difference_characteristics
from mhgate.stats.paired_difference import paired_difference
from mhgate.stats.planned_looks import planned_looks
from mhgate.stats.seeded import seeded
from mhgate.stats.sequential_difference import difference_by_looks, sequential_difference
from mhgate.stats.visible_drop import claim_power, non_inferiority_power, smallest_visible_drop
from mhgate.wiring.planning.assuming import FAMILY_CORRELATION, POWER
from mhgate.wiring.planning.circumstances import Circumstances
from mhgate.wiring.planning.parts import Part

__all__ = ["Holding"]

_HALVINGS = 11  # of drops: 5e-4
_MOST_FAMILIES = 2048


@dataclass(frozen=True, slots=True)
class Holding:
    """What can be said of the comparison with a baseline, which need not be there yet.

    Drops are those of the whole plan, looked at once: what the report of a run calls the smallest
    visible drop is reckoned with in the same way.

    Args:
        part: a probe or stratum that is asked about drops.
        rate: the bot's true rate.
        around: what holds for the whole gate.
    """

    part: Part
    rate: float
    around: Circumstances

    @property
    def flicker(self) -> float:
        """The share of pairs that the judge's errors turn one way."""
        return self.part.sight.flicker(self.rate)

    @property
    def max_drop(self) -> float:
        """The drop to rule out."""
        return self.part.threshold.max_drop or 0.0

    @property
    def claim_alpha(self) -> float:
        """What a regression must be proven at, whatever else is claimed."""
        claims = self.around.n_with_drops if self.part.gates else 1
        return self.part.threshold.alpha / claims

    def visible_drop(self) -> float | None:
        """Return the smallest true drop that is claimed 4 times in 5."""
        part = self.part
        return _visible_drop(
            part.n_trials, part.n_families, self.claim_alpha, self.flicker, part.sight.j
        )

    def power(self, drop: float) -> float:
        """Return how probably a true drop is claimed."""
        return claim_power(
            drop,
            self.part.n_trials,
            self.part.n_families,
            alpha=self.claim_alpha,
            flicker=self.flicker,
            j=self.part.sight.j,
            icc=FAMILY_CORRELATION,
            icc_floor=ICC_FLOOR,
        )

    def holds(self) -> float:
        """Return how probably a bot that has not changed rules the allowed drop out."""
        if not self.flicker:
            return float(self.open_drop() < self.max_drop)
        return self._ruled_out(self.max_drop)

    def open_drop(self) -> float:
        """Return the drop that stays open 1 time in 5 though nothing has changed."""
        part, design = self.part, self._design
        if not self.flicker:
            return _unmoved(part.family, part.threshold.alpha, design, part.sight.j)
        low, high = 0.0, 1.0
        if self._ruled_out(high) < POWER:
            return high
        for _ in range(_HALVINGS):
            middle = (low + high) / 2
            low, high = (low, middle) if self._ruled_out(middle) >= POWER else (middle, high)
        return high

    def families_needed(self) -> int | None:
        """Return how many families of this size let an unchanged bot hold 4 times in 5."""
        if self.max_drop <= 0:
            return None
        low, high = 1, 2
        while not self._is_held_by(high):
            low, high = high, high * 2
            if high > _MOST_FAMILIES:
                return None
        while high - low > 1:
            middle = (low + high) // 2
            low, high = (low, middle) if self._is_held_by(middle) else (middle, high)
        return high

    def _is_held_by(self, families: int) -> bool:
        pairs = round(families * self.part.per_family)
        if self.flicker:
            return self._ruled_out(self.max_drop, families) >= POWER
        family = tuple(place % families for place in range(pairs))  # one of each first
        return self.max_drop > _unmoved(
            family, self.part.threshold.alpha, self._design, self.part.sight.j
        )

    def settled_by(self) -> tuple[float, ...]:
        """Return how probably the comparison is settled after so many pairs, nothing changed."""
        part = self.part
        return _ends(
            part.family,
            self.max_drop,
            part.threshold.alpha,
            self._design,
            self.flicker,
            part.sight.j,
            self.around.n_claims,
            self.around.seed,
        ).settled_by

    @property
    def _design(self) -> Design:
        return self.part.sight.design(self.around.design)

    def _ruled_out(self, margin: float, families: int | None = None) -> float:
        """Return how probably this drop is ruled out, by the last look where there are several."""
        part = self.part
        n_families = part.n_families if families is None else families
        pairs = part.n_trials if families is None else round(families * part.per_family)
        share = planned_looks(pairs)[-1].share if self._design == "looks" else 1.0
        if margin <= 0:
            return 0.0
        return _ruled_out(
            margin,
            pairs,
            n_families,
            part.threshold.alpha * share,
            self.flicker,
            part.sight.j,
        )


@lru_cache(maxsize=512)
def _visible_drop(
    pairs: int, families: int, alpha: float, flicker: float, j: float
) -> float | None:
    return smallest_visible_drop(
        pairs,
        families,
        alpha=alpha,
        power=POWER,
        flicker=flicker,
        j=j,
        icc=FAMILY_CORRELATION,
        icc_floor=ICC_FLOOR,
    )


@lru_cache(maxsize=4096)
def _ruled_out(  # noqa: PLR0917 - a cache has no keywords
    margin: float, pairs: int, families: int, alpha: float, flicker: float, j: float
) -> float:
    return non_inferiority_power(
        margin,
        pairs,
        families,
        alpha=alpha,
        flicker=flicker,
        j=j,
        icc=FAMILY_CORRELATION,
        icc_floor=ICC_FLOOR,
    )


@lru_cache(maxsize=512)
def _unmoved(family: tuple[int, ...], alpha: float, design: Design, j: float) -> float:
    """Return the drop that stays open when not one pair has moved: the gate's own bound."""
    same = [0.0] * len(family)
    if design == "sequential":
        return -sequential_difference(
            same, same, family, max_drop=None, alpha=alpha, icc_floor=ICC_FLOOR, j=j
        ).lower
    if design == "looks":
        return -difference_by_looks(
            same,
            same,
            family,
            max_drop=None,
            alpha=alpha,
            looks=planned_looks(len(family)),
            icc_floor=ICC_FLOOR,
            j=j,
        ).lower
    seen = paired_difference(same, same, family, level=1 - 2 * alpha, icc_floor=ICC_FLOOR)
    return min(1.0, -seen.lower / j)


@lru_cache(maxsize=512)
def _ends(  # noqa: PLR0917 - a cache has no keywords
    family: tuple[int, ...],
    max_drop: float,
    alpha: float,
    design: Design,
    flicker: float,
    j: float,
    claims: int,
    seed: int,
) -> Characteristics:
    return difference_characteristics(
        family,
        max_drop=max_drop,
        alpha=alpha,
        design=design,
        rng=seeded(seed),
        flicker=flicker,
        j=j,
        claims=claims,
        icc=FAMILY_CORRELATION,
        icc_floor=ICC_FLOOR,
        wave=WAVE_TRIALS,
    )
