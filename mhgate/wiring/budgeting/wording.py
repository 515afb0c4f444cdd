"""A budget in sentences: what it buys, what it leaves out, and what must be said aloud."""

from __future__ import annotations

import math
from collections.abc import Iterator

from mhgate.records import Budget, BudgetedPillar
from mhgate.wiring.budgeting.allocating import Costs

__all__ = ["says", "warns"]

_MOST_NAMED = 8
_COLLAPSE = 0.5  # a drop of more than half is nobody's regression test
_MINUTES_FROM = 90
_SECONDS = 60


def says(budget: Budget, *, has_baseline: bool) -> Iterator[str]:
    """Yield the sentences that every face prints: what it buys first.

    Args:
        budget: as allocated.
        has_baseline: whether there is anything that is compared with.
    """
    yield f"{_limits(budget)} {_buys(budget)}: {_sees(budget, has_baseline=has_baseline)}."
    if budget.tokens is not None:
        yield f"When {budget.tokens} tokens are read and written, the run ends with what there is."
    left_out = [file for file in budget.files if file.families < file.of_families]
    if left_out:
        named = [
            f"{file.file} {file.of_families - file.families} of {file.of_families} families"
            for file in left_out
        ]
        yield f"Left out, whole families each: {_few(named)}."
    latency = {
        "stated": "as [budget] states",
        "measured": "as the baseline's run measured",
        "assumed": "assumed, for nobody has measured it",
    }[budget.latency_from]
    text = f"Reckoned with {budget.latency_s:g} s a message ({latency})"
    if budget.judge_latency_s:
        text += f", {budget.judge_latency_s:g} s a call of a model that judges"
    yield text + "; a fifth of minutes and money is kept for retries and slow replies."


def warns(budget: Budget, least: Costs, *, reserve: float) -> Iterator[str]:
    """Yield what must be said aloud before the first call.

    Args:
        budget: as allocated.
        least: what it takes until everything that is required can be decided.
        reserve: the share of a budget that is kept for retries.
    """
    if budget.usd is not None and budget.unpriced:
        yield (
            f"nobody can say whether {budget.usd:g} USD hold: no price is stated for "
            f"{', nor for '.join(budget.unpriced)}; what has a price is paid from it, and what has "
            "none is not counted as free"
        )
    starved = [each for each in budget.probes if each.is_starved]
    if starved:
        named = [f"{each.name} ({_short(each.families, each.least)})" for each in starved]
        needs = [f"{_time(least.seconds / (1 - reserve))}"]
        if budget.usd is not None and not budget.unpriced:
            needs.append(f"{_usd(least.usd / (1 - reserve))} USD")
        yield (
            f"the budget is less than the least: {len(starved)} required "
            f"{'probe or stratum' if len(starved) == 1 else 'probes and strata'} cannot be decided "
            f"by it, whatever comes back, and will not pass: {_few(named)}. All that is required "
            f"takes {' and '.join(needs)} at least"
        )
    if unbought := [*_left_out_whole(budget)]:
        yield (
            f"the budget leaves out all of {_few(unbought)}: nothing of "
            f"{'it' if len(unbought) == 1 else 'them'} is asked, and that is no pass"
        )


def _left_out_whole(budget: Budget) -> Iterator[str]:
    """Yield the pillars of which nothing is asked, and whether they gate."""
    for pillar in budget.pillars:
        own = [each for each in budget.probes if each.probe.partition(".")[0] == pillar.pillar]
        whole = [each for each in own if each.stratum is None]
        if whole and all(each.is_left_out for each in whole):
            is_required = any(each.required for each in own)
            yield f"{pillar.pillar} ({'required' if is_required else 'not required'})"


def _short(families: int, least: int | None) -> str:
    return f"{families} families, where the first {least} of its file are needed"


def _limits(budget: Budget) -> str:
    parts = []
    if budget.minutes is not None:
        parts.append(f"{budget.minutes:g} minutes")
    if budget.usd is not None:
        parts.append(f"{budget.usd:g} USD")
    if not parts:
        parts.append("minutes and money without a limit")
    return " and ".join(parts)


def _buys(budget: Budget) -> str:
    items, of_items = (sum(getattr(f, n) for f in budget.files) for n in ("items", "of_items"))
    families = sum(file.families for file in budget.files)
    of_families = sum(file.of_families for file in budget.files)
    takes = f"about {_time(budget.seconds)}"
    if budget.usd_planned is not None and (budget.usd is not None or budget.usd_planned):
        takes += f", {_usd(budget.usd_planned)} USD"
    if families == of_families:
        return f"hold the whole sample, {items} items in {families} families ({takes})"
    return f"buy {items} of {of_items} items in {families} of {of_families} families ({takes})"


def _sees(budget: Budget, *, has_baseline: bool) -> str:
    asked = [each for each in budget.pillars if each.is_asked]
    if not asked:
        return "today no drop is asked about (no max_drop is set)"
    seen = [each for each in asked if (each.visible_drop or math.inf) < _COLLAPSE]
    others = [each for each in asked if each not in seen]
    text = "today no drop short of a collapse would be seen with 80 %"
    if seen:
        drops = [
            f"{_points(each.visible_drop)} in {each.pillar}{_in_stratum(each)}" for each in seen
        ]
        text = f"today a drop of {', of '.join(drops)} would be seen with 80 %"
        if others:
            named = ", ".join(each.pillar for each in others)
            text += f", and nothing short of a collapse in {named}"
    return text if has_baseline else f"{text}, if there were a baseline"


def _in_stratum(pillar: BudgetedPillar) -> str:
    """Say what of a drop in one stratum alone is seen, where that is less."""
    if pillar.stratum is None:
        return ""
    drop = pillar.stratum_drop
    return f" (in [{pillar.stratum}] alone {'none' if drop is None else _points(drop)})"


def _points(drop: float | None) -> str:
    """Return a drop in points, never less than it is."""
    points = math.ceil(1000 * (drop or 0.0) - 1e-6) / 10
    return f"{points:g} {'point' if points == 1 else 'points'}"


def _time(seconds: float) -> str:
    if seconds < _MINUTES_FROM:
        return f"{seconds:.0f} s"
    return f"{seconds / _SECONDS:.1f} min"


def _usd(usd: float) -> str:
    return f"{usd:.2f}" if usd >= 0.01 or not usd else f"{usd:.4f}"  # noqa: PLR2004 - a cent


def _few(named: list[str]) -> str:
    more = len(named) - _MOST_NAMED
    return "; ".join(named[:_MOST_NAMED]) + (f"; and {more} more" if more > 0 else "")
