"""The warnings of ``mhgate plan``: what cannot pass or hold, and what would mend it."""

from __future__ import annotations

from collections.abc import Iterator

from mhgate.cli.plan_numbers import at_least, at_most, chance, counted, duration, number
from mhgate.wiring import Forecast, Line
from mhgate.wiring.planning import Hindrance

__all__ = ["warnings"]

_LABEL = (
    "label at least 60 transcripts of 10 families for the question, 20 of them with the rarer "
    "answer (docs/statistics.md); --sensitivity and --specificity show what such a certificate "
    "would allow"
)
_RUBRIC = (
    'write required = false for it, or trust = "off" in so many words '
    "(docs/reference/judging_conversations.md)"
)
_FLOOR = "z theta sqrt(Se (1 - Se) / m) / J"


def warnings(found: Forecast) -> Iterator[tuple[str, ...]]:
    """Yield each warning: what is wrong, for which others too, and what would mend it.

    Args:
        found: the forecast.
    """
    named: dict[tuple[str, ...], list[str]] = {}
    for line in found.hopeless:
        for hindrance in line.hindrances:
            if hindrance.kind != "baseline":
                named.setdefault(_cannot_pass(line, hindrance), []).append(line.part.name)
    for line in found.open_ended:
        for hindrance in line.hindrances:
            if hindrance.kind == "baseline":
                named.setdefault(_cannot_hold(line, hindrance), []).append(line.part.name)
    for (predicate, *remedies), (first, *others) in named.items():
        so = [f"and so it is with {', '.join(others)}"] if others else []
        yield f"WARNING: {first} {predicate}", *so, *remedies
    yield from _ends_early(found)


def _cannot_pass(line: Line, hindrance: Hindrance) -> tuple[str, ...]:
    if hindrance.kind == "certificate":
        remedy = _LABEL if line.probe.rubric is None else _RUBRIC
        return f"cannot pass: {hindrance.reason}, so it may not gate", remedy
    if hindrance.kind == "expired":
        remedy = "take a mhgate whose entries were checked, or check them (mhgate suites check)"
        return f"cannot pass: {hindrance.reason}, so it may not gate", remedy
    if hindrance.kind == "hidden":
        remedy = "tell the target the time (docs/reference/targets.md), or do not require it"
        return f"cannot pass: {hindrance.reason}", remedy
    if hindrance.kind == "too_few":
        remedy = "add what is missing, or ask for less (items, families)"
        return f"cannot pass: it has {hindrance.reason}", remedy
    seen = "" if hindrance.kind == "record" else "the judge's error taken out, "
    bound, needed = number(hindrance.bound or 0), f"{line.threshold.min_score:g}"
    gold = hindrance.kind == "judge_gold"
    return (
        f"cannot pass: {seen}without a miss its lower bound is {bound}, and it needs {needed}",
        *(_gold(line, hindrance) if gold else [_families(hindrance)]),
        f"or ask for what can be reached: min_score = {at_most(hindrance.reachable or 0)}",
    )


def _gold(line: Line, hindrance: Hindrance) -> Iterator[str]:
    yield (
        f"the judge's gold alone leaves {number(hindrance.floor or 0)} open below the rate, "
        f"however many items are asked ({_FLOOR})"
    )
    gold = hindrance.gold
    if gold is not None:
        yield (
            f"label {counted(gold.good, 'more good transcript')} and "
            f"{counted(gold.bad, 'bad one')} for its judge: a bot of {line.rate:.4g} then passes "
            f"with {chance(gold.passes)}"
        )
    elif hindrance.families is not None:
        yield (
            "no gold alone would do: once the judge is wholly known it still takes "
            + _families(hindrance).removeprefix("it takes ")
        )
    else:
        yield "neither gold nor items would do: a judge that errs less is needed"


def _families(hindrance: Hindrance) -> str:
    if hindrance.families is None:
        return "no number of families would do"
    text = f"it takes {hindrance.families} families of this size"
    if not hindrance.more_families:
        return text
    items = counted(hindrance.more_items or 0, "item")
    return f"{text}: {hindrance.more_families} more, with {items}"


def _cannot_hold(line: Line, hindrance: Hindrance) -> tuple[str, ...]:
    bound, allowed = number(hindrance.bound or 0), f"{line.threshold.max_drop:g}"
    often = (
        ""
        if not hindrance.chance
        else f" (it rules {allowed} out in {chance(hindrance.chance)} of the runs)"
    )
    unchanged = f"with nothing changed a drop of {bound} stays open"
    return (
        f"cannot hold against a baseline: {unchanged}, and max_drop allows {allowed}{often}",
        _families(hindrance),
        f"or allow what can be held: max_drop = {at_least(hindrance.reachable or 0)}",
    )


def _ends_early(found: Forecast) -> Iterator[tuple[str, ...]]:
    partial = "the run is partial then, and cannot pass"
    asked = found.expected
    if "budget" in found.ends_early:
        first = f"WARNING: max_requests = {found.max_requests} is less than the"
        what = f"{found.requests(asked):.0f} requests" if found.further else None
        first += f" {what or f'{asked.messages:.0f} messages'} of the plan: {partial}"
        yield first, "raise max_requests, or lower max_items"
    if "deadline" in found.ends_early:
        first = f"WARNING: deadline_s = {found.deadline_s:g} is less than the"
        first += f" {duration(found.seconds(asked))} of the plan: {partial}"
        limit = found.bound_by(asked)
        raised = "concurrency" if limit is None else limit.key
        yield first, f"raise deadline_s or {raised}, or lower max_items"
