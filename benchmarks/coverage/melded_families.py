"""The judge-corrected rate over families: how often its bounds err when trials are correlated."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product

import numpy as np
from numpy.typing import NDArray

from benchmarks.coverage.error_table import worst_errors
from benchmarks.coverage.section import Bar, Effort, Section, monte_carlo_error
from mhgate.stats.effective_counts import effective_counts
from mhgate.stats.judged_rate import MeldedCounts
from mhgate.stats.melded import JudgeCounts, melded_p_at_least
from mhgate.stats.planning_judged import JudgeRates
from mhgate.stats.wilson import wilson
from mhgate.stats.worst_case_side import WorstCaseSide

__all__ = ["METHODS", "Cell", "cells", "run"]

_Floats = NDArray[np.float64]

LEVEL = 0.95
ALPHA = (1 - LEVEL) / 2
LIMIT = 0.035
ICC_FLOOR = 0.1
GOOD, BAD = 100, 50
METHODS = ("by family", "families ignored", "Wilson, uncorrected")

JUDGES = (JudgeRates(0.9, 0.9), JudgeRates(0.99, 0.95))
_SIZES = {"5": (5,), "10": (10,), "2, 5, 14": (2, 5, 14)}


@dataclass(frozen=True, slots=True)
class Cell:
    """One design and how often each method's bounds err: (lower too high, upper too low)."""

    rate: float
    judge: JudgeRates
    icc: float
    families: int
    sizes: str
    runs: int
    errors: dict[str, tuple[float, float]]


def run(*, effort: Effort, seed: int) -> Section:
    """Simulate every design and hold the bounds by family to their bar."""
    is_full = effort is Effort.FULL
    found = cells(
        rates=(0.8, 0.9, 0.95, 0.99) if is_full else (0.95,),
        judges=JUDGES if is_full else JUDGES[1:],
        iccs=(0.0, 0.1, 0.3) if is_full else (0.3,),
        families=(10, 20, 40) if is_full else (20,),
        sizes=tuple(_SIZES) if is_full else ("10", "2, 5, 14"),
        runs=2000 if is_full else 1500,
        seed=seed,
    )
    bars = []
    for side, name in enumerate(("lower bound too high", "upper bound too low")):
        error, runs = max((cell.errors[METHODS[0]][side], cell.runs) for cell in found)
        bars.append(
            Bar(
                f"melded by family, {name}",
                error,
                LIMIT,
                "at most",
                error=monte_carlo_error(error, runs),
            )
        )
    return Section(
        title="A rate that a judge saw, by family",
        about=(
            f"Two-sided {LEVEL:.0%}: each bound promises .025. Families are beta-binomial with the "
            "intra-family correlation given; the judge errs independently; its gold "
            f"({GOOD} truly good, {BAD} truly bad) is drawn afresh in each of {found[0].runs} runs "
            f"of {len(found)} designs. *By family* is what the gate does: melded bounds on "
            f"effective counts with a floor of {ICC_FLOOR:g} on the correlation, and the worst "
            "over data with fewer failures. *Families ignored* melds the raw counts."
        ),
        tables=(
            worst_errors(
                "true correlation", METHODS, ((f"{cell.icc:g}", cell.errors) for cell in found)
            ),
            worst_errors(
                "families", METHODS, ((str(cell.families), cell.errors) for cell in found)
            ),
            worst_errors("sizes", METHODS, ((cell.sizes, cell.errors) for cell in found)),
            worst_errors("true rate", METHODS, ((f"{cell.rate:g}", cell.errors) for cell in found)),
        ),
        bars=tuple(bars),
    )


def cells(
    *,
    rates: Sequence[float],
    judges: Sequence[JudgeRates],
    iccs: Sequence[float],
    families: Sequence[int],
    sizes: Sequence[str],
    runs: int,
    seed: int,
) -> list[Cell]:
    """Return every combination, simulated.

    Args:
        rates: true rates, in (0, 1).
        judges: what the judge is.
        iccs: true intra-family correlations, in [0, 1).
        families: numbers of families, at least 2.
        sizes: keys of the sizes that families take in turn.
        runs: runs of each design.
        seed: of the one generator that draws them all.
    """
    generator = np.random.default_rng(seed)
    found = []
    for rate, judge, icc, count, name in product(rates, judges, iccs, families, sizes):
        each = np.resize(np.asarray(_SIZES[name], dtype=float), count)
        errors = _errors(generator, rate, judge, icc=icc, sizes=each, runs=runs)
        found.append(Cell(rate, judge, icc, count, name, runs, errors))
    return found


def _errors(
    generator: np.random.Generator,
    rate: float,
    judge: JudgeRates,
    *,
    icc: float,
    sizes: _Floats,
    runs: int,
) -> dict[str, tuple[float, float]]:
    judged = _judged(generator, rate, judge, icc=icc, sizes=sizes, runs=runs)
    right = generator.binomial(GOOD, judge.sensitivity, runs)
    caught = generator.binomial(BAD, judge.specificity, runs)
    by_gold: defaultdict[JudgeCounts, list[_Floats]] = defaultdict(list)
    for counts, a, b in zip(judged, right, caught, strict=True):
        by_gold[JudgeCounts(int(a), GOOD, int(b), BAD)].append(counts)
    missed = np.zeros((len(METHODS), 2))
    trials = float(sizes.sum())
    for gold, drawn in by_gold.items():
        plain = [effective_counts(x, sizes, alpha=ALPHA, icc_floor=ICC_FLOOR) for x in drawn]
        worth = np.array([counts.n for counts in plain])
        share = np.array([counts.rate for counts in plain])
        totals = np.array([counts.sum() for counts in drawn])
        lower = _Side(drawn, share * worth, totals, rate, gold)
        bad = [sizes - good for good in drawn]
        upper = _Side(bad, (1 - share) * worth, trials - totals, 1 - rate, gold.mirrored())
        for column, side in enumerate((lower, upper)):
            missed[0, column] += side.by_family(sizes, worth)
            missed[1, column] += side.raw(trials)
            missed[2, column] += side.wilson(trials)
    return {
        method: (float(low) / runs, float(high) / runs)
        for method, (low, high) in zip(METHODS, missed, strict=True)
    }


@dataclass(frozen=True, slots=True)
class _Side:
    """What speaks for one bound in runs with the same gold: each method's count of errors."""

    claims: list[_Floats]
    effective: _Floats
    totals: _Floats
    rate: float
    judge: JudgeCounts

    def by_family(self, sizes: _Floats, worth: _Floats) -> int:
        """Return how many bounds by family lie beyond the rate.

        A bound is the worst over many data sets, the observed one among them: only where that one
        already claims too much are the others worked out.
        """
        tails = melded_p_at_least(self.effective, worth, self.rate, self.judge)
        count = 0
        for place in np.flatnonzero(tails < ALPHA).tolist():
            other = sizes - self.claims[place]
            side = WorstCaseSide(other, sizes, ICC_FLOOR, method=MeldedCounts(self.judge))
            count += side.p_at_least(self.rate, ALPHA) < ALPHA
        return count

    def raw(self, trials: float) -> int:
        """Return how many melded bounds of the raw counts lie beyond the rate."""
        counts, often = np.unique(self.totals, return_counts=True)
        tails = melded_p_at_least(counts, trials, self.rate, self.judge)
        return int(often[tails < ALPHA].sum())

    def wilson(self, trials: float) -> int:
        """Return how many of Wilson's bounds of the raw counts lie beyond the rate."""
        counts, often = np.unique(self.totals, return_counts=True)
        bounds = [wilson(float(x), trials, level=LEVEL).lower for x in counts]
        return int(often[np.asarray(bounds) > self.rate].sum())


def _judged(
    generator: np.random.Generator,
    rate: float,
    judge: JudgeRates,
    *,
    icc: float,
    sizes: _Floats,
    runs: int,
) -> _Floats:
    """Return what was judged good, by run and family."""
    shape = (runs, len(sizes))
    spread = (1 - icc) / icc if icc else 0.0
    rates = generator.beta(rate * spread, (1 - rate) * spread, shape) if icc else rate
    trials = np.broadcast_to(sizes.astype(int), shape)
    true = generator.binomial(trials, rates)
    kept = generator.binomial(true, judge.sensitivity)
    slipped = generator.binomial(trials - true, 1 - judge.specificity)
    return np.asarray(kept + slipped, dtype=float)
