"""The rate of a run that people audited: how often bounds err that use the judge, or leave it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product

import numpy as np
from numpy.typing import NDArray
from scipy.special import ndtri

from benchmarks.coverage.error_table import worst_errors
from benchmarks.coverage.section import Bar, Effort, Section, monte_carlo_error
from mhgate.stats.clopper_pearson import p_at_least
from mhgate.stats.melded_audit import AuditCounts, melded_audit_p_at_least
from mhgate.stats.planning_judged import JudgeRates

__all__ = ["METHODS", "Cell", "cells", "run"]

_Floats = NDArray[np.float64]

LEVEL = 0.95
ALPHA = (1 - LEVEL) / 2
LIMIT = 0.03
METHODS = ("melded audit", "labels alone", "post-stratified Wald", "prediction-powered Wald")

JUDGES = (JudgeRates(0.9, 0.9), JudgeRates(0.98, 0.85), JudgeRates(0.99, 0.95))


@dataclass(frozen=True, slots=True)
class Cell:
    """One design and how often each method's bounds err: (lower too high, upper too low)."""

    rate: float
    judge: JudgeRates
    items: int
    audited: int
    runs: int
    errors: dict[str, tuple[float, float]]


def run(*, effort: Effort, seed: int) -> Section:
    """Simulate every design and hold the melded audit to its bars."""
    is_full = effort is Effort.FULL
    found = cells(
        rates=(0.8, 0.9, 0.95, 0.99) if is_full else (0.95, 0.99),
        judges=JUDGES if is_full else JUDGES[2:],
        designs=(
            ((100, 50), (200, 50), (200, 100), (500, 50), (500, 100), (500, 300))
            if is_full
            else ((200, 50),)
        ),
        runs=1000 if is_full else 600,
        seed=seed,
    )
    bars = []
    for side, name in enumerate(("lower bound too high", "upper bound too low")):
        error, runs = max((cell.errors[METHODS[0]][side], cell.runs) for cell in found)
        slack = monte_carlo_error(error, runs)
        bars.append(Bar(f"melded audit, {name}", error, LIMIT, "at most", error=slack))
    return Section(
        title="A run that people audited",
        about=(
            f"Two-sided {LEVEL:.0%}: each bound promises .025. People label a random sample of the "
            f"run itself, drawn afresh in each of {found[0].runs} runs of {len(found)} designs. "
            "The Wald methods fail near 1, where the sample holds no error and shows no variance: "
            "no gate may rest on them. Labels alone, without the judge, are Clopper-Pearson."
        ),
        tables=(
            worst_errors("true rate", METHODS, ((f"{cell.rate:g}", cell.errors) for cell in found)),
            worst_errors(
                "items, audited",
                METHODS,
                ((f"{cell.items}, {cell.audited}", cell.errors) for cell in found),
            ),
        ),
        bars=tuple(bars),
    )


def cells(
    *,
    rates: Sequence[float],
    judges: Sequence[JudgeRates],
    designs: Sequence[tuple[int, int]],
    runs: int,
    seed: int,
) -> list[Cell]:
    """Return every combination, simulated.

    Args:
        rates: true rates, in (0, 1).
        judges: what the judge is.
        designs: items of a run, and how many of them people audit.
        runs: runs of each design.
        seed: of the one generator that draws them all.
    """
    generator = np.random.default_rng(seed)
    found = []
    for rate, judge, (items, audited) in product(rates, judges, designs):
        counts = _drawn(generator, rate, judge, items=items, audited=audited, runs=runs)
        errors = dict(zip(METHODS, _errors(counts, items, rate), strict=True))
        found.append(Cell(rate, judge, items, audited, runs, errors))
    return found


def _drawn(
    generator: np.random.Generator,
    rate: float,
    judge: JudgeRates,
    *,
    items: int,
    audited: int,
    runs: int,
) -> _Floats:
    """Return, by run: judged good; of the audited: upheld, judged good, overturned, judged bad."""

    def judged(trials: int) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]:
        true = generator.binomial(trials, rate, runs)
        kept = generator.binomial(true, judge.sensitivity)
        return true, kept, generator.binomial(trials - true, 1 - judge.specificity)

    true, kept, slipped = judged(audited)
    _, other_kept, other_slipped = judged(items - audited)
    passed = kept + slipped
    return np.stack(
        [passed + other_kept + other_slipped, kept, passed, true - kept, audited - passed], axis=1
    ).astype(float)


def _errors(counts: _Floats, items: int, rate: float) -> list[tuple[float, float]]:
    kinds, often = np.unique(counts, axis=0, return_counts=True)
    claims = [
        [method(kinds, items, rate), method(_mirrored(kinds, items), items, 1 - rate)]
        for method in (_melded, _labels, _post_stratified, _prediction_powered)
    ]
    runs = often.sum()
    return [(float(low @ often / runs), float(high @ often / runs)) for low, high in claims]


def _mirrored(counts: _Floats, items: int) -> _Floats:
    """Return the same audit with bad as what is counted."""
    x, upheld, passed, overturned, failed = counts.T
    return np.stack([items - x, failed - overturned, failed, passed - upheld, passed], axis=1)


def _melded(counts: _Floats, items: int, rate: float) -> NDArray[np.bool_]:
    tails = [
        melded_audit_p_at_least(float(row[0]), items, rate, AuditCounts(*map(float, row[1:])))
        for row in counts
    ]
    return np.asarray(tails) < ALPHA


def _labels(counts: _Floats, items: int, rate: float) -> NDArray[np.bool_]:  # noqa: ARG001 - one form for all methods
    _, upheld, passed, overturned, failed = counts.T
    good, audited = upheld + overturned, passed + failed
    return np.asarray(p_at_least(good, audited, rate) < ALPHA)


def _post_stratified(counts: _Floats, items: int, rate: float) -> NDArray[np.bool_]:
    x, upheld, passed, overturned, failed = counts.T
    shown = x / items
    kept, slipped = upheld / np.maximum(passed, 1), overturned / np.maximum(failed, 1)
    guess = shown * kept + (1 - shown) * slipped
    variance = shown**2 * kept * (1 - kept) / np.maximum(passed, 1)
    variance += (1 - shown) ** 2 * slipped * (1 - slipped) / np.maximum(failed, 1)
    variance += (kept - slipped) ** 2 * shown * (1 - shown) / items
    return np.asarray(guess + ndtri(ALPHA) * np.sqrt(variance) > rate)


def _prediction_powered(counts: _Floats, items: int, rate: float) -> NDArray[np.bool_]:
    """Return where the power-tuned prediction-powered (PPI++) Wald bound claims too much."""
    x, upheld, passed, overturned, failed = counts.T
    audited = passed + failed
    rest = items - audited
    good, shown = (upheld + overturned) / audited, passed / audited
    together = upheld / audited - good * shown
    spread = shown * (1 - shown)
    tuned = np.where(spread > 0, together / np.where(spread > 0, spread, 1.0), 0.0)
    tuned = np.clip(tuned / (1 + audited / rest), 0.0, 1.0)
    other = (x - passed) / rest
    guess = good + tuned * (other - shown)
    residual = good * (1 - good) + tuned**2 * spread - 2 * tuned * together
    variance = np.maximum(residual, 0.0) / audited + tuned**2 * other * (1 - other) / rest
    return np.asarray(guess + ndtri(ALPHA) * np.sqrt(variance) > rate)
