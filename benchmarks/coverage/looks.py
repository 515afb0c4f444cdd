"""A judged rate at planned looks, beside fixed-size bounds that are looked at again and again.

Without families the verdicts are enumerated, over all gold that the judge could have and all
outcomes: at a look the decision depends on the number of good trials alone. Families are simulated.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import product

import numpy as np
from numpy.typing import NDArray

from benchmarks.coverage.section import Bar, Effort, Section, monte_carlo_error
from mhgate.stats.binomial import binomial
from mhgate.stats.melded import JudgeCounts, melded_p_at_least, melded_p_at_most
from mhgate.stats.planned_looks import Look, planned_looks, rate_by_looks

__all__ = ["Chances", "Judge", "decisive_counts", "judged_chances", "peeks", "run"]

_Floats = NDArray[np.float64]

ALPHA = 0.05
THRESHOLD = 0.95
PLANNED = 500
FAMILY_RUNS = 400


@dataclass(frozen=True, slots=True)
class Judge:
    """A judge's true error and the size of its gold."""

    sensitivity: float
    specificity: float
    good: int = 100
    bad: int = 50

    def __str__(self) -> str:
        return f"{self.sensitivity:g}, {self.specificity:g}"

    def seen(self, rate: float) -> float:
        """Return how often it calls good what a product of this true rate says."""
        return rate * self.sensitivity + (1 - rate) * (1 - self.specificity)


@dataclass(frozen=True, slots=True)
class Chances:
    """With which probability each side is claimed, and after how many trials on average."""

    passes: float
    fails: float
    trials: float


THE_JUDGE = Judge(0.99, 0.95)
OTHERS = (Judge(0.95, 0.95), Judge(0.9, 0.9), Judge(0.98, 0.85), Judge(0.8, 0.8))


def run(*, effort: Effort, seed: int) -> Section:
    """Enumerate and simulate, and hold the looks to their bars."""
    is_full = effort is Effort.FULL
    looks, peeking = planned_looks(PLANNED), peeks(20 if is_full else 100)
    rates = (0.85, 0.9, 0.93, 0.95, 0.97, 0.99, 1.0) if is_full else (0.85, 0.95, 0.99)
    found = dict(zip(rates, judged_chances(THE_JUDGE, looks, rates), strict=True))
    bars = [
        Bar("rate .99, trials", found[0.99].trials, 310, "at most"),
        Bar("rate .99, passes", found[0.99].passes, 0.95, "at least"),
        Bar("rate .85, trials", found[0.85].trials, 220, "at most"),
        Bar("rate .85, fails", found[0.85].fails, 0.97, "at least"),
    ]
    lines = [_line(str(THE_JUDGE), rate, each) for rate, each in found.items()]
    for judge in (THE_JUDGE, *OTHERS) if is_full else (THE_JUDGE,):
        (edge,) = judged_chances(judge, looks, (THRESHOLD,))
        bars += _edge_bars(f"at the threshold, judge {judge}", edge, 0)
        if judge is not THE_JUDGE:
            lines.append(_line(str(judge), THRESHOLD, edge))
    for icc in (0.1, 0.3) if is_full else ():
        name = f"families of five, ICC {icc:g}"
        edge, runs = _in_families(np.random.default_rng(seed), icc, looks), FAMILY_RUNS
        bars += _edge_bars(f"at the threshold, {name}", edge, runs)
        lines.append(_line(f"{THE_JUDGE}, {name}", THRESHOLD, edge))
    name = f"{THE_JUDGE}, fixed-size bounds after every {peeking[0].n}"
    for rate, each in zip(
        rates, judged_chances(THE_JUDGE, peeking, rates, missing=1e-3), strict=True
    ):
        lines.append(_line(name, rate, each))
    head = "| Se, Sp | true rate | passes | fails | trials |\n" + "| --- " * 5 + "|\n"
    return Section(
        title="Judged rates at planned looks",
        about=(
            f"Threshold {THRESHOLD:g}, alpha {ALPHA:g} on each side, at most {PLANNED} trials, "
            f"looked at after {', '.join(str(look.n) for look in looks)}; {THE_JUDGE.good} truly "
            f"good and {THE_JUDGE.bad} truly bad gold labels, drawn anew each time. Worked out "
            f"exactly but for the families ({FAMILY_RUNS} runs)."
        ),
        tables=(head + "\n".join(lines),),
        bars=tuple(bars),
    )


def _line(name: str, rate: float, each: Chances) -> str:
    return f"| {name} | {rate:g} | {each.passes:.4f} | {each.fails:.4f} | {each.trials:.1f} |"


def _edge_bars(name: str, edge: Chances, runs: int) -> list[Bar]:
    return [
        Bar(
            f"{name}: {word}",
            share,
            ALPHA,
            "at most",
            monte_carlo_error(share, runs) if runs else 0,
        )
        for word, share in (("passes", edge.passes), ("fails", edge.fails))
    ]


def peeks(every: int) -> tuple[Look, ...]:
    """Return looks that each spend all of alpha: what looking again and again amounts to."""
    return tuple(Look(n, 1.0) for n in range(every, PLANNED + 1, every))


def judged_chances(
    judge: Judge, looks: Sequence[Look], rates: Sequence[float], *, missing: float = 1e-6
) -> list[Chances]:
    """Return each true rate's chances at these looks, over all gold that the judge could have.

    Args:
        judge: its true error, and how much gold there is.
        looks: when, and at which share of alpha.
        rates: true rates, in [0, 1].
        missing: share of the gold outcomes that may be left out. It counts as a whole plan of
            trials, and at the threshold as a false claim on both sides.
    """
    totals, left = np.zeros((len(rates), 3)), 1.0
    steps = [int(step) for step in np.diff([0, *(look.n for look in looks)])]
    parts = {(rate, n): binomial(n, judge.seen(rate)) for rate, n in product(rates, set(steps))}
    for chance, gold in _gold(judge, missing):
        left -= chance
        needed = [decisive_counts(gold, look) for look in looks]
        for row, rate in enumerate(rates):
            totals[row] += chance * _at_looks(needed, steps, [parts[rate, n] for n in steps])
    totals[:, 2] += left * PLANNED
    totals[np.array(rates) == THRESHOLD, :2] += left
    return [Chances(*map(float, row)) for row in totals]


def _gold(judge: Judge, missing: float) -> Iterator[tuple[float, JudgeCounts]]:
    """Yield the gold counts that the judge could have, the most probable ones first."""
    good, bad = binomial(judge.good, judge.sensitivity), binomial(judge.bad, judge.specificity)
    chances = np.outer(good, bad)
    order = np.argsort(-chances, axis=None)
    kept = int(np.searchsorted(np.cumsum(chances.flat[order]), 1 - missing)) + 1
    for a, b in zip(*np.unravel_index(order[:kept], chances.shape), strict=True):
        yield float(chances[a, b]), JudgeCounts(int(a), judge.good, int(b), judge.bad)


def decisive_counts(gold: JudgeCounts, look: Look) -> tuple[int, int]:
    """Return from how many good trials a look passes, and up to how many it fails.

    With families of one trial :func:`rate_by_looks` decides by the very same p-values.

    Args:
        gold: the judge's gold counts.
        look: after how many trials, and at which share of alpha.
    """
    level = ALPHA * look.share

    def passes(x: int) -> bool:
        return float(melded_p_at_least(x, look.n, THRESHOLD, gold)) <= level

    def is_spared(x: int) -> bool:
        return float(melded_p_at_most(x, look.n, THRESHOLD, gold)) > level

    return _first(passes, look.n), _first(is_spared, look.n) - 1


def _first(holds: Callable[[int], bool], n: int) -> int:
    """Return the least count for which a rising condition holds; n + 1 if it never does."""
    low, high = 0, n + 1
    while low < high:
        middle = (low + high) // 2
        low, high = (low, middle) if holds(middle) else (middle + 1, high)
    return low


def _at_looks(
    needed: Sequence[tuple[int, int]], steps: Sequence[int], parts: Sequence[_Floats]
) -> _Floats:
    state, passes, fails, trials = np.ones(1), 0.0, 0.0, 0.0
    for (enough, few), step, part in zip(needed, steps, parts, strict=True):
        trials += state.sum() * step
        state = np.convolve(state, part)
        passes, fails = passes + state[enough:].sum(), fails + state[: few + 1].sum()
        state[enough:], state[: few + 1] = 0.0, 0.0
    return np.array([passes, fails, trials])


def _in_families(rng: np.random.Generator, icc: float, looks: Sequence[Look]) -> Chances:
    """Simulate families of five, one trial of each first, with beta-binomial rates."""
    families, spread, n_good, n_bad = PLANNED // 5, (1 - icc) / icc, THE_JUDGE.good, THE_JUDGE.bad
    family, verdicts = np.tile(np.arange(families), 5), []
    for _ in range(FAMILY_RUNS):
        rates = rng.beta(THRESHOLD * spread, (1 - THRESHOLD) * spread, families)
        is_good = rng.random(PLANNED) < np.tile(rates, 5)
        judged_good = np.where(is_good, THE_JUDGE.sensitivity, 1 - THE_JUDGE.specificity)
        gold = JudgeCounts(
            float(rng.binomial(n_good, THE_JUDGE.sensitivity)),
            n_good,
            float(rng.binomial(n_bad, THE_JUDGE.specificity)),
            n_bad,
        )
        found = rate_by_looks(
            rng.random(PLANNED) < judged_good,
            np.zeros(PLANNED),
            family,
            threshold=THRESHOLD,
            alpha=ALPHA,
            looks=looks,
            judge=gold,
        )
        verdicts.append((found.settled, found.settled_at or PLANNED))
    words = [word for word, _ in verdicts]
    trials = sum(n for _, n in verdicts) / FAMILY_RUNS
    return Chances(words.count("pass") / FAMILY_RUNS, words.count("fail") / FAMILY_RUNS, trials)
