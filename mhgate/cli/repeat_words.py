"""What ``mhgate judge --repeats`` prints: flips, parts of the variance, and what to do about it."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator
from typing import TYPE_CHECKING

from mhgate.cli.plan_numbers import counted
from mhgate.wiring import RepeatedProbe, Repeats

if TYPE_CHECKING:  # numpy is loaded where something is measured
    from mhgate.stats.flip_rates import FlipRate
    from mhgate.stats.variance_components import VarianceComponent, VarianceComponents

__all__ = ["advice", "words"]

_HALF, _MOST = 0.5, 0.75
_STEADY = "steady the judge first (temperature 0, a narrower question, a panel of several judges)"


def words(found: Repeats, width: int) -> list[str]:
    """Return the lines of a measurement.

    Args:
        found: what came of judging several times.
        width: of the terminal, in characters.
    """
    lines: list[str] = []
    for text in _head(found):
        lines += textwrap.wrap(text, width, subsequent_indent="  ")
    for each in found.probes:
        lines += ["", each.probe]
        for text in (*_probe(each), advice(each, is_deterministic=found.is_deterministic)):
            lines += textwrap.wrap(text, width, initial_indent="  ", subsequent_indent="    ")
    lines.append("")
    return lines


def advice(each: RepeatedProbe, *, is_deterministic: bool = False) -> str:
    """Return what to do about the noise of a probe, in a sentence or two.

    Args:
        each: what its judgements come to.
        is_deterministic: whether the judge cannot answer otherwise.
    """
    if not each.n_twice:
        return "nothing to compare: no transcript has two answers of the judge"
    return "; ".join(_advice(each, is_deterministic=is_deterministic))


def _advice(each: RepeatedProbe, *, is_deterministic: bool) -> Iterator[str]:
    parts = each.components
    if not each.flips.judge.flips:
        if is_deterministic:
            yield (
                "the judge is deterministic: it never contradicts itself, and repeats tell nothing"
            )
        else:
            yield (
                "the judge never contradicted itself: judging again would not help, though it may "
                "err all the same, always alike"
            )
    if parts.total == 0:
        yield "every judgement is the same: there is no noise to lessen"
    elif parts.target.value is None:
        yield from _without_epochs(parts)
    else:
        yield from _with_epochs(parts)


def _without_epochs(parts: VarianceComponents) -> Iterator[str]:
    share = parts.judge.share
    if share is not None and share > _HALF:
        yield (f"most of what varies is the judge's ({share:.0%}): {_STEADY}")
    yield (
        "each item was asked once: what the target would say another time is not known; a run "
        "with --epochs 2 tells"
    )


def _with_epochs(parts: VarianceComponents) -> Iterator[str]:
    noise, left = parts.judge_of_noise, parts.left_with(epochs=2)
    if noise is None:
        yield "all that was seen to vary are the items: more items would help, nothing else"
        return
    if left is None:
        yield "there are fewer than two items: more items would help, nothing else"
        return
    judge, less = parts.judge.share or 0.0, 1 - left
    if noise > _MOST:
        yield (
            f"most of the noise is the judge's ({noise:.0%} of what varies within an item): a "
            f"second epoch would not help but by asking the judge again; {_STEADY}, which can take "
            f"away up to {judge:.0%} of the variance of the rate"
        )
    elif noise < 1 - _MOST:
        yield (
            f"most of the noise is the target's ({1 - noise:.0%} of what varies within an item): "
            f"a second epoch would take away {less:.0%} of the variance of the rate"
        )
    else:
        yield (
            f"the noise is the judge's ({noise:.0%} of what varies within an item) and the "
            f"target's: a second epoch would take away {less:.0%} of the variance of the rate, a "
            f"judge that never wavers {judge:.0%}"
        )
    if not 1 - _MOST <= noise <= _MOST and not _are_apart(parts.target, parts.judge):
        yield "the intervals of both overlap: it is a hint"
    if (parts.items.share or 0.0) > _HALF:
        yield "most of what varies are the items: more items would help most"


def _are_apart(one: VarianceComponent, other: VarianceComponent) -> bool:
    """Return whether one share's interval lies wholly below the other's; 0 has none."""
    low, high = one.share_lower or 0.0, one.share_upper or one.share or 0.0
    other_low, other_high = other.share_lower or 0.0, other.share_upper or other.share or 0.0
    return high < other_low or other_high < low


def _head(found: Repeats) -> Iterator[str]:
    model = "" if found.model is None else f", answering as {found.model}"
    yield (
        f"judge {found.judge}{model}: {counted(found.n_transcripts, 'transcript')}, each judged "
        f"{found.repeats} times"
    )
    yield "No verdict is taken from this: repeats of one judge are not a panel."
    if found.stopped is not None:
        yield (
            f"Ended early: {found.stopped}. {found.n_asked + found.n_reused} of "
            f"{found.n_planned} answers are there."
        )


def _probe(each: RepeatedProbe) -> Iterator[str]:
    most = counted(each.n_epochs, "epoch")
    up_to = "" if each.n_transcripts == each.n_items * each.n_epochs else "up to "
    yield (
        f"{counted(each.n_transcripts, 'transcript')} of {counted(each.n_items, 'item')} "
        f"({up_to}{most}), {counted(each.n_judgements, 'judgement')}"
    )
    if each.failures:
        kinds = ", ".join(f"{kind} {count}" for kind, count in each.failures.items())
        half = f"; {each.n_half} of them with an answer another time" if each.n_half else ""
        yield f"no answer: {kinds}{half}"
    cut = "" if each.at_least is None else f" (below {each.at_least}, and {each.at_least} or more)"
    yield _flips(f"the judge contradicted itself{cut}", "transcript", each.flips.judge)
    yield _flips(f"the target's answers differ{cut}", "item", each.flips.target)
    if each.grade_flips is not None:
        yield _flips("the judge gave another grade", "transcript", each.grade_flips.judge)
        yield _flips("the target's grades differ", "item", each.grade_flips.target)
    parts = each.components
    if parts.total > 0:
        named = [("items", parts.items), ("target", parts.target), ("judge", parts.judge)]
        yield "variance: " + "; ".join(_component(name, part) for name, part in named)


def _flips(what: str, unit: str, rate: FlipRate) -> str:
    if rate.rate is None or rate.lower is None or rate.upper is None or rate.pairwise is None:
        return f"{what}: not known ({rate.reason})"
    differ = f"; two judgements differ {rate.pairwise:.1%} of the time" if rate.pairwise else ""
    return (
        f"{what} on {rate.flips} of {counted(rate.n, unit)}: {rate.rate:.1%} ({rate.lower:.1%} to "
        f"{rate.upper:.1%} at {rate.level:.0%}){differ}"
    )


def _component(name: str, part: VarianceComponent) -> str:
    if part.value is None:
        return f"{name} not known"
    held = f" with {' and '.join(part.includes)}" if part.includes else ""
    share = "" if part.share is None else f", {part.share:.0%}"
    within = ""
    if part.share_lower is not None and part.share_upper is not None:
        within = f" ({part.share_lower:.0%} to {part.share_upper:.0%})"
    return f"{name}{held} {part.value:.4f}{share}{within}"
