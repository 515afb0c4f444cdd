"""Bounds of a rate that a judge saw: how often they err, worked out over every count."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import product

import numpy as np
from numpy.typing import NDArray
from scipy.special import ndtri

from benchmarks.coverage.error_table import worst_errors
from benchmarks.coverage.section import Bar, Effort, Section
from mhgate.stats.binomial import binomial
from mhgate.stats.lang_reiczigel import lang_reiczigel_bounds
from mhgate.stats.melded import JudgeCounts, melded
from mhgate.stats.planning_judged import JudgeRates, fewest_to_pass
from mhgate.stats.wilson import wilson

__all__ = ["JUDGES", "METHODS", "Cell", "Errors", "cells", "run"]

_Floats = NDArray[np.float64]

LEVEL = 0.95
ALPHA = (1 - LEVEL) / 2
LIMIT = 0.03
METHODS = ("melded exact", "Lang-Reiczigel", "Rogan-Gladen, delta Wald", "Wilson, uncorrected")

JUDGES = (
    JudgeRates(0.8, 0.8),
    JudgeRates(0.9, 0.9),
    JudgeRates(0.98, 0.85),
    JudgeRates(0.99, 0.95),
    JudgeRates(0.99, 0.99),
)
_NEGLIGIBLE = 1e-6


@dataclass(frozen=True, slots=True)
class Errors:
    """How often a lower bound lies above the truth, an upper one below it, and the usual width."""

    lower: float
    upper: float
    width: float


@dataclass(frozen=True, slots=True)
class Cell:
    """One design and what each method does in it."""

    rate: float
    judge: JudgeRates
    items: int
    gold: int
    methods: dict[str, Errors]


def run(*, effort: Effort, seed: int) -> Section:  # noqa: ARG001 - nothing is drawn
    """Work out every cell and hold the melded bounds to their bars."""
    is_full = effort is Effort.FULL
    found = cells(
        rates=(0.5, 0.8, 0.9, 0.95, 0.99, 0.995) if is_full else (0.5, 0.9, 0.99),
        judges=JUDGES if is_full else JUDGES[1:3],
        sizes=(50, 100, 200, 500) if is_full else (50, 500),
        golds=(50, 100, 300) if is_full else (50,),
    )
    gated = [cell for cell in found if cell.rate >= 0.8]
    return Section(
        title="A rate that a judge saw",
        about=(
            f"Two-sided {LEVEL:.0%}: each bound promises .025. Every count of the run and of the "
            "gold (half of it truly good, half truly bad) is weighed with its probability; nothing "
            f"is drawn. {len(found)} cells of true rate, judge, items and gold. *Lower* is the "
            "unsafe error: a gate may then pass a product that is worse than it claims. The width "
            "is that of the interval at the expected counts."
        ),
        tables=(_by_method(found), _by_rate(found), _by_gold(found)),
        bars=(
            Bar("melded exact, lower bound too high", _worst(gated, "lower"), LIMIT, "at most"),
            Bar("melded exact, upper bound too low", _worst(gated, "upper"), LIMIT, "at most"),
        ),
    )


def cells(
    *,
    rates: Sequence[float],
    judges: Sequence[JudgeRates],
    sizes: Sequence[int],
    golds: Sequence[int],
) -> list[Cell]:
    """Return every combination, each worked out exactly.

    Args:
        rates: true rates, in [0, 1].
        judges: what the judge is.
        sizes: independent items of a run.
        golds: gold labels, even; half of each class.
    """
    crossings = _Crossings(np.asarray(sizes))
    found = []
    for gold, judge, rate in product(golds, judges, rates):
        melded_errors = crossings.errors(rate, judge, gold // 2)
        for items, (lower, upper) in zip(sizes, melded_errors, strict=True):
            design = (rate, judge, items, gold)
            width = _width_of_melded(*design)
            methods = {METHODS[0]: Errors(lower, upper, width), **_closed_forms(*design)}
            found.append(Cell(*design, methods))
    return found


class _Crossings:
    """The counts from which a melded bound errs, each worked out once for all judges."""

    def __init__(self, sizes: NDArray[np.int64]) -> None:
        self._sizes = sizes
        self._known: dict[tuple[float, JudgeCounts], NDArray[np.int64]] = {}

    def errors(self, rate: float, judge: JudgeRates, half: int) -> list[tuple[float, float]]:
        """Return how often the lower and the upper bound err, for each size."""
        tails = [np.cumsum(binomial(int(n), judge.shown(rate))[::-1])[::-1] for n in self._sizes]
        totals = np.zeros((len(self._sizes), 2))
        weighed = 0.0
        right, caught = binomial(half, judge.sensitivity), binomial(half, judge.specificity)
        for a, b in product(_likely(right), _likely(caught)):
            weight = right[a] * caught[b]
            weighed += weight
            counts = JudgeCounts(int(a), half, int(b), half)
            passing = self._fewest(rate, counts)
            failing = self._sizes - self._fewest(1 - rate, counts.mirrored())
            for row, tail in enumerate(tails):
                totals[row, 0] += weight * np.append(tail, 0.0)[passing[row]]
                totals[row, 1] += weight * (1.0 - np.append(tail, 0.0)[failing[row] + 1])
        # What was too improbable to look at counts as an error.
        return [(float(low), float(high)) for low, high in totals + (1.0 - weighed)]

    def _fewest(self, rate: float, counts: JudgeCounts) -> NDArray[np.int64]:
        key = (rate, counts)
        if key not in self._known:
            self._known[key] = fewest_to_pass(self._sizes, rate, counts, alpha=ALPHA)
        return self._known[key]


def _likely(chance: _Floats) -> NDArray[np.intp]:
    return np.flatnonzero(chance > _NEGLIGIBLE)


def _closed_forms(rate: float, judge: JudgeRates, items: int, gold: int) -> dict[str, Errors]:
    """Return the errors of the methods whose bounds have a formula."""
    half = gold // 2
    chances = [
        binomial(items, judge.shown(rate)),
        binomial(half, judge.sensitivity),
        binomial(half, judge.specificity),
    ]
    likely = [_likely(chance) for chance in chances]
    x, a, b = np.ix_(*likely)
    weight = (chances[0][x] * chances[1][a] * chances[2][b]) / np.prod(
        [chance[kept].sum() for chance, kept in zip(chances, likely, strict=True)]
    )
    expected = (
        np.asarray(judge.shown(rate) * items),
        np.asarray(judge.sensitivity * half),
        np.asarray(judge.specificity * half),
    )
    found = {}
    for name, bounds in (
        (METHODS[1], _lang_reiczigel),
        (METHODS[2], _rogan_gladen),
        (METHODS[3], _wilson),
    ):
        lower, upper = bounds(x.astype(float), a.astype(float), b.astype(float), items, half)
        low, high = bounds(*expected, items, half)
        found[name] = Errors(
            float(np.sum(weight * (lower > rate))),
            float(np.sum(weight * (upper < rate))),
            float(high - low),
        )
    return found


def _lang_reiczigel(
    x: _Floats, a: _Floats, b: _Floats, items: int, half: int
) -> tuple[_Floats, _Floats]:
    return lang_reiczigel_bounds(x, items, a, b, good=half, bad=half, alpha=ALPHA)


def _rogan_gladen(
    x: _Floats, a: _Floats, b: _Floats, items: int, half: int
) -> tuple[_Floats, _Floats]:
    """Return what the delta method says, clipped: the interval of many papers and packages."""
    shown, right, caught = x / items, a / half, b / half
    youden = right + caught - 1
    known = youden > 0
    youden = np.where(known, youden, 1.0)
    rate = np.clip((shown + caught - 1) / youden, 0.0, 1.0)
    variance = shown * (1 - shown) / items + rate**2 * right * (1 - right) / half
    variance = (variance + (1 - rate) ** 2 * caught * (1 - caught) / half) / youden**2
    reach = -ndtri(ALPHA) * np.sqrt(variance)
    return (
        np.where(known, np.clip(rate - reach, 0.0, 1.0), 0.0),
        np.where(known, np.clip(rate + reach, 0.0, 1.0), 1.0),
    )


def _wilson(
    x: _Floats,
    a: _Floats,  # noqa: ARG001 - it does not look at the gold: that is the point
    b: _Floats,  # noqa: ARG001 - as above
    items: int,
    half: int,  # noqa: ARG001 - as above
) -> tuple[_Floats, _Floats]:
    each = [wilson(float(count), items, level=LEVEL) for count in np.ravel(x)]
    lower = np.reshape([one.lower for one in each], np.shape(x))
    return lower, np.reshape([one.upper for one in each], np.shape(x))


def _width_of_melded(rate: float, judge: JudgeRates, items: int, gold: int) -> float:
    counts = judge.expected(gold // 2, gold // 2)
    interval = melded(judge.shown(rate) * items, items, counts, level=LEVEL)
    return interval.upper - interval.lower


def _worst(found: Iterable[Cell], side: str, method: str = METHODS[0]) -> float:
    return max(float(getattr(cell.methods[method], side)) for cell in found)


def _by_method(found: Sequence[Cell]) -> str:
    lines = [
        "| method | lower: mean | 95 % of cells | worst | upper: mean | worst | width |",
        "|---|---|---|---|---|---|---|",
    ]
    for method in METHODS:
        low = np.array([cell.methods[method].lower for cell in found])
        high = np.array([cell.methods[method].upper for cell in found])
        width = np.mean([cell.methods[method].width for cell in found])
        lines.append(
            f"| {method} | {low.mean():.3f} | {np.quantile(low, 0.95):.3f} | {low.max():.3f} "
            f"| {high.mean():.3f} | {high.max():.3f} | {width:.3f} |"
        )
    return "\n".join(lines)


def _by_rate(found: Sequence[Cell]) -> str:
    return worst_errors("true rate", METHODS, ((f"{cell.rate:g}", _errors(cell)) for cell in found))


def _by_gold(found: Sequence[Cell]) -> str:
    rows = ((f"{cell.items}, {cell.gold}", _errors(cell)) for cell in found)
    return worst_errors("items, gold", METHODS, rows)


def _errors(cell: Cell) -> dict[str, tuple[float, float]]:
    return {name: (each.lower, each.upper) for name, each in cell.methods.items()}
