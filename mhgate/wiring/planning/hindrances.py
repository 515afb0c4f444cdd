"""Why a line cannot pass, or cannot hold against a baseline, and what would mend it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Literal

from mhgate.estimate import ICC_FLOOR, JUDGED_ICC_FLOOR
from mhgate.records import Design
from mhgate.stats.melded import JudgeCounts
from mhgate.stats.perfect_record import (
    families_for_perfect_record,
    judged_perfect_bound,
    perfect_bound,
)
from mhgate.stats.planned_looks import planned_looks
from mhgate.stats.planning import verdict_chances
from mhgate.stats.planning_gold import GoldNeeded, best_lower_bound, gold_needed, judge_floor
from mhgate.stats.planning_judged import JudgeRates
from mhgate.wiring.planning.assuming import POWER
from mhgate.wiring.planning.holding import Holding
from mhgate.wiring.planning.parts import Part
from mhgate.wiring.planning.sights import Direction, Sight

__all__ = ["Hindrance", "hindrances_of", "perfect_lower", "too_few"]

_LIKELY = 0.5
_MOST_FAMILIES = 20_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Hindrance:
    """What stands in the way of one line.

    =============  ==============================================================================
    kind           what it is
    =============  ==============================================================================
    certificate    the probe may not gate: ``reason``
    expired        the same, for data that its judge looks up is past its term
    hidden         the same, for the target cannot be shown its items
    too_few        fewer items or families than thresholds.toml asks for: ``reason``
    record         without a single miss the lower bound is ``bound``: more families
    judge_items    the same as a judge sees it, and more families would mend it
    judge_gold     the same, and it is gold that is missing: ``floor`` is what the judge's gold
                   alone leaves open, z theta sqrt(Se (1 - Se) / m) / J
    baseline       a bot that has not changed leaves a drop of ``bound`` open too often: ``chance``
                   is how probably it rules ``max_drop`` out
    =============  ==============================================================================

    Attributes:
        kind: as above.
        reason: in words, where there is no bound.
        bound: what a perfect, or an unchanged, bot shows.
        chance: how probably it is enough all the same.
        floor: what the gold alone leaves open.
        families: families of this size that it takes in all; None where no number would do.
        more_families: how many of them are missing.
        more_items: the items of these.
        gold: labelled transcripts to add, and how probably the assumed bot then passes; None where
            no gold alone would do.
        reachable: the min_score that a perfect bot would reach, or the max_drop that an unchanged
            one would hold.
    """

    kind: Literal[
        "certificate",
        "expired",
        "hidden",
        "too_few",
        "record",
        "judge_items",
        "judge_gold",
        "baseline",
    ]
    reason: str = ""
    bound: float | None = None
    chance: float | None = None
    floor: float | None = None
    families: int | None = None
    more_families: int | None = None
    more_items: int | None = None
    gold: GoldNeeded | None = None
    reachable: float | None = None


def hindrances_of(
    part: Part, holding: Holding | None, *, rate: float, design: Design
) -> Iterator[Hindrance]:
    """Yield what stands in the way of a probe or stratum: of a pass first, then of holding.

    Args:
        part: the probe, or the stratum of it.
        holding: its regression question, None where it is not asked.
        rate: the true rate that is assumed of the bot, for what gold is needed.
        design: how often outcomes are looked at.
    """
    if part.sight.why_not is not None:
        yield _may_not_gate(part.sight, part.sight.why_not)
        return
    lower, worst = perfect_lower(part, design)
    if lower < part.threshold.min_score:
        if worst is None:
            yield _record(part, lower, design)
        else:
            yield _judged(part, lower, worst, rate, design)
    elif missing := list(too_few(part)):
        yield Hindrance(kind="too_few", reason=" and ".join(missing))
    if holding is not None:
        holds = holding.holds()
        if holds < _LIKELY:
            open_drop = holding.open_drop()
            found = Hindrance(kind="baseline", bound=open_drop, chance=holds, reachable=open_drop)
            yield _with_families(found, part, holding.families_needed())


def _may_not_gate(sight: Sight, reason: str) -> Hindrance:
    if sight.is_hidden:
        return Hindrance(kind="hidden", reason=reason)
    return Hindrance(kind="expired" if sight.is_expired else "certificate", reason=reason)


def perfect_lower(part: Part, design: Design) -> tuple[float, Direction | None]:
    """Return the lower bound to expect of a bot that never misses, and through which judge.

    Args:
        part: the probe, or the stratum of it.
        design: how often outcomes are looked at.
    """
    alpha = part.threshold.alpha
    if not part.sight.is_corrected:
        return _perfect(part.family, part.threshold.min_score, alpha, design), None
    judged: Literal["fixed", "looks"] = "fixed" if design == "fixed" else "looks"
    bounds = [
        (_judged_perfect(part.n_trials, part.n_families, each.counts, alpha, judged), each)
        for each in part.sight.directions
    ]
    return min(bounds, key=lambda found: found[0])


def too_few(part: Part) -> Iterator[str]:
    """Yield what thresholds.toml asks for and the part does not have.

    Args:
        part: the probe, or the stratum of it.
    """
    for count, least, noun in (
        (part.n_items, part.threshold.items, "items"),
        (part.n_families, part.threshold.families, "families"),
    ):
        if count < least:
            yield f"{count} of the {least} {noun} that thresholds.toml asks for"


def _record(part: Part, lower: float, design: Design) -> Hindrance:
    threshold = part.threshold
    needed = families_for_perfect_record(
        threshold.min_score,
        part.per_family,
        alpha=threshold.alpha,
        design=design,
        icc_floor=ICC_FLOOR,
    )
    return _with_families(Hindrance(kind="record", bound=lower, reachable=lower), part, needed)


def _judged(part: Part, lower: float, judge: Direction, rate: float, design: Design) -> Hindrance:
    """Say whether more items would do, or which gold is missing."""
    threshold, counts, rates = part.threshold, judge.counts, judge.rates
    share = 1.0 if design == "fixed" else planned_looks(part.n_trials)[-1].share
    alpha = threshold.alpha * share
    floor = judge_floor(rate, rates, counts.good, alpha=alpha)
    if _best(counts, alpha) >= threshold.min_score:
        needed = _families_through(
            threshold.min_score, part.per_family, counts, threshold.alpha, design
        )
        found = Hindrance(kind="judge_items", bound=lower, floor=floor, reachable=lower)
        return _with_families(found, part, needed)
    gold = _gold(
        rate,
        threshold.min_score,
        part.n_trials,
        part.n_families,
        rates,
        round(counts.good),
        round(counts.bad),
        alpha,
    )
    needed = None
    if gold is None:  # then items are missing too: how many, were the judge wholly known
        needed = _families_with_endless_gold(
            rate, threshold.min_score, part.per_family, rates, alpha
        )
    found = Hindrance(kind="judge_gold", bound=lower, floor=floor, gold=gold, reachable=lower)
    return _with_families(found, part, needed)


def _with_families(found: Hindrance, part: Part, families: int | None) -> Hindrance:
    """Add how many families it takes in all, and how many more that are."""
    if families is None:
        return found
    more = max(0, families - part.n_families)
    items = part.n_items / part.n_families if part.n_items else 1.0
    return replace(found, families=families, more_families=more, more_items=round(more * items))


@lru_cache(maxsize=512)
def _perfect(family: tuple[int, ...], threshold: float, alpha: float, design: Design) -> float:
    return perfect_bound(
        family, threshold=threshold, alpha=alpha, design=design, icc_floor=ICC_FLOOR
    )


@lru_cache(maxsize=512)
def _judged_perfect(
    items: int, families: int, judge: JudgeCounts, alpha: float, design: Literal["fixed", "looks"]
) -> float:
    return judged_perfect_bound(
        items, families, judge, alpha=alpha, design=design, icc_floor=JUDGED_ICC_FLOOR
    )


@lru_cache(maxsize=512)
def _best(judge: JudgeCounts, alpha: float) -> float:
    return best_lower_bound(1.0, judge, alpha=alpha)


@lru_cache(maxsize=512)
def _families_through(
    threshold: float, per_family: float, judge: JudgeCounts, alpha: float, design: Design
) -> int | None:
    return families_for_perfect_record(
        threshold, per_family, alpha=alpha, design=design, judge=judge, icc_floor=JUDGED_ICC_FLOOR
    )


@lru_cache(maxsize=512)
def _gold(  # noqa: PLR0917 - a cache has no keywords
    rate: float,
    threshold: float,
    items: int,
    families: int,
    judge: JudgeRates,
    good: int,
    bad: int,
    alpha: float,
) -> GoldNeeded | None:
    return gold_needed(
        rate,
        threshold,
        items,
        families,
        judge,
        good=good,
        bad=bad,
        power=POWER,
        alpha=alpha,
        icc_floor=JUDGED_ICC_FLOOR,
    )


@lru_cache(maxsize=512)
def _families_with_endless_gold(
    rate: float, threshold: float, per_family: float, judge: JudgeRates, alpha: float
) -> int | None:
    """Return how many families let the assumed bot pass 4 times in 5 once the judge is known."""

    def passes(families: int) -> bool:
        chances = verdict_chances(
            judge.shown(rate),
            judge.shown(threshold),
            families * per_family,
            families,
            alpha=alpha,
            icc_floor=JUDGED_ICC_FLOOR,
        )
        return chances.passes >= POWER

    low, high = 1, 2
    while not passes(high):
        low, high = high, high * 2
        if high > _MOST_FAMILIES:
            return None
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if passes(middle) else (middle, high)
    return high
