"""One probe, overall or in one stratum: what can be said of it before anything is asked."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from mhgate.estimate import ICC_FLOOR, is_rate
from mhgate.gate.settling import WAVE_TRIALS
from mhgate.records import Design
from mhgate.stats.clopper_pearson import ProportionInterval
from mhgate.stats.drawn_runs import Calibration
from mhgate.stats.melded import JudgeCounts, melded
from mhgate.stats.operating_characteristics import Characteristics, rate_characteristics
from mhgate.stats.planning import VerdictChances, expected_interval, planned_effective_n
from mhgate.stats.seeded import seeded
from mhgate.wiring.planning.assuming import FAMILY_CORRELATION, Assumed
from mhgate.wiring.planning.circumstances import Circumstances
from mhgate.wiring.planning.hindrances import Hindrance, hindrances_of, perfect_lower
from mhgate.wiring.planning.holding import Holding
from mhgate.wiring.planning.measure_lines import measure_sight
from mhgate.wiring.planning.parts import Part

if TYPE_CHECKING:
    from mhgate.records import Probe, Threshold

__all__ = ["Line", "line_of"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """What can be said beforehand of one probe, overall or in one stratum.

    ``chances`` and ``interval`` are those of a bot whose true rate is ``rate``; a fail counts once
    Holm's correction over all claims grants it. ``ends`` is the absolute question alone, with the
    trials that it takes. ``perfect_lower`` is the bound to expect of a bot that never misses.
    ``visible_drop`` is the smallest true drop against a baseline that is
    claimed 4 times in 5 among all claims, ``power`` the probability with which the assumed drop
    is. ``holds`` is the probability that a bot which has not changed rules ``max_drop`` out, and
    ``open_drop`` the drop that it can rule out 4 times in 5; None where no drop is asked about.
    ``settled_by`` says how probably both questions are settled after so many trials. ``waived``
    is the id of a waiver by which a fail lets through: what would fail counts as a pass then.
    """

    part: Part
    rate: float
    ends: Characteristics
    chances: VerdictChances
    interval: ProportionInterval
    perfect_lower: float
    visible_drop: float | None
    power: float | None
    holds: float | None
    open_drop: float | None
    settled_by: tuple[float, ...]
    hindrances: tuple[Hindrance, ...]
    waived: str | None = None

    @property
    def probe(self) -> Probe:
        """Whose line it is."""
        return self.part.probe

    @property
    def threshold(self) -> Threshold:
        """What it must reach."""
        return self.part.threshold

    @property
    def can_pass(self) -> bool:
        """Whether a bot that never misses would pass."""
        return all(each.kind == "baseline" for each in self.hindrances)

    @property
    def can_hold(self) -> bool:
        """Whether a bot that has not changed passes against its own baseline."""
        return not any(each.kind == "baseline" for each in self.hindrances)


def line_of(part: Part, around: Circumstances) -> Line:
    """Reckon with one probe or stratum.

    Args:
        part: the probe, or the stratum of it.
        around: what holds for the whole gate.
    """
    rate = around.assumed.rate_for(part.threshold.min_score)
    if not is_rate(part.probe):
        return _measure_line(part, rate, around)
    claims = around.n_claims if part.threshold.required else 1
    ends = _ends(part, rate, around, claims)
    holding = None
    if part.threshold.max_drop is not None and part.n_trials:
        holding = Holding(part, rate, around)
    settled_by = ends.settled_by
    if holding is not None and around.has_baseline and around.design != "fixed":
        both = zip(settled_by, holding.settled_by(), strict=True)
        settled_by = tuple(one * other for one, other in both)
    holds = holding.holds() if holding else None
    hoped = (
        rate if rate > part.threshold.min_score else Assumed().rate_for(part.threshold.min_score)
    )
    return Line(
        part=part,
        rate=rate,
        ends=ends,
        chances=_chances(part, ends, holds if around.needs_holding else None),
        interval=_interval(part, rate),
        perfect_lower=perfect_lower(part, around.design)[0],
        visible_drop=holding.visible_drop() if holding else None,
        power=holding.power(around.assumed.drop) if holding else None,
        holds=holds,
        open_drop=holding.open_drop() if holding else None,
        settled_by=settled_by,
        hindrances=tuple(hindrances_of(part, holding, rate=hoped, design=around.design)),
    )


def _measure_line(part: Part, figure: float, around: Circumstances) -> Line:
    """Reckon with a figure that is no rate: by drawing runs, each looked at as the gate would."""
    sight = measure_sight(part, figure, around)
    holds = sight.holds if around.needs_holding else None
    return Line(
        part=part,
        rate=figure,
        ends=sight.ends,
        chances=_chances(part, sight.ends, holds),
        interval=sight.interval,
        perfect_lower=sight.best_lower,
        visible_drop=sight.visible_drop,
        power=None,
        holds=sight.holds,
        open_drop=sight.open_drop,
        settled_by=sight.ends.settled_by,
        hindrances=sight.hindrances,
    )


def _chances(part: Part, ends: Characteristics, holds: float | None) -> VerdictChances:
    """Return how probable each verdict is: what may not gate, or is too little, passes never."""
    if part.sight.why_not is not None or not part.n_trials:
        return VerdictChances(0.0, 0.0, 1.0)
    is_enough = part.n_items >= part.threshold.items and part.n_families >= part.threshold.families
    passes = ends.passes * (1.0 if holds is None else holds) if is_enough else 0.0
    return VerdictChances(passes, ends.fails, max(0.0, 1 - passes - ends.fails))


def _ends(part: Part, rate: float, around: Circumstances, claims: int) -> Characteristics:
    """Return how the absolute question ends; over both directions of a judge, the worst."""
    ways = [each.calibrations for each in part.sight.directions] or [()]
    first, *others = [
        _rate_ends(
            part.family,
            rate,
            part.threshold.min_score,
            part.threshold.alpha,
            part.sight.design(around.design),
            calibrations,
            claims,
            around.seed,
        )
        for calibrations in ways
    ]
    for other in others:
        passes, fails = min(first.passes, other.passes), min(first.fails, other.fails)
        first = Characteristics(
            passes=passes,
            fails=fails,
            undecided=1 - passes - fails,
            expected_trials=max(first.expected_trials, other.expected_trials),
            expected_asked=max(first.expected_asked, other.expected_asked),
            settled_by=tuple(map(min, first.settled_by, other.settled_by)),
        )
    return first


@lru_cache(maxsize=512)
def _rate_ends(  # noqa: PLR0917 - a cache has no keywords
    family: tuple[int, ...],
    rate: float,
    threshold: float,
    alpha: float,
    design: Design,
    calibrations: tuple[Calibration, ...],
    claims: int,
    seed: int,
) -> Characteristics:
    return rate_characteristics(
        family,
        rate=rate,
        threshold=threshold,
        alpha=alpha,
        design=design,
        rng=seeded(seed),
        calibrations=calibrations,
        claims=claims,
        icc=FAMILY_CORRELATION,
        icc_floor=None if calibrations else ICC_FLOOR,
        wave=WAVE_TRIALS,
    )


def _interval(part: Part, rate: float) -> ProportionInterval:
    """Return the interval to expect; over both directions of a judge, the widest."""
    items, families, alpha = part.n_trials, part.n_families, part.threshold.alpha
    if not part.sight.is_corrected:
        return expected_interval(rate, items, families, alpha=alpha, icc_floor=ICC_FLOOR)
    n = planned_effective_n(items, families, alpha=alpha, icc_floor=part.sight.icc_floor(ICC_FLOOR))
    found = [
        _judged_interval(each.rates.shown(rate) * n, n, each.counts, 1 - 2 * alpha)
        for each in part.sight.directions
    ]
    return ProportionInterval(
        lower=min(each.lower for each in found),
        upper=max(each.upper for each in found),
        level=1 - 2 * alpha,
    )


@lru_cache(maxsize=512)
def _judged_interval(x: float, n: float, judge: JudgeCounts, level: float) -> ProportionInterval:
    return melded(min(x, n), n, judge, level=level)
