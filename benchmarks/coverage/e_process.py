"""Rates looked at after every trial: how often a verdict is false, and how soon a true one comes.

Independent trials are worked out exactly, by dynamic programming. Families are simulated: each has
a rate of its own, drawn from a beta distribution, and the plan asks one trial of each family before
a second of any.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product

import numpy as np
from numpy.typing import NDArray

from benchmarks.coverage.section import Bar, Effort, Section, monte_carlo_error
from mhgate.gate.settling import WAVE_TRIALS
from mhgate.stats.clustered_calibration import clustered_level, clustered_limits
from mhgate.stats.e_calibration import calibrated_level, stopping_limits
from mhgate.stats.stopping import StoppingLimits, fixed_limits, operating_characteristics
from mhgate.stats.wilson import wilson

__all__ = [
    "ALPHA",
    "Families",
    "Simulated",
    "bound_errors",
    "calibrated_limits",
    "family_limits",
    "peeking_wilson",
    "run",
    "simulated",
]

_Counts = NDArray[np.int64]

ALPHA = 0.05
WAVE = WAVE_TRIALS
_PEEK_EVERY = 20
_BATCH = 2500
_NEAR = (0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.04)
"""Distances of the true rate from the threshold, on the side where a bound could err."""


@dataclass(frozen=True, slots=True)
class Families:
    """So many families of one size."""

    count: int
    size: int

    def __str__(self) -> str:
        return f"{self.count} families of {self.size}"

    @property
    def planned(self) -> int:
        """All trials."""
        return self.count * self.size

    @property
    def before(self) -> tuple[int, ...]:
        """How many trials of its family come before each trial, one of each family first."""
        return tuple(trial // self.count for trial in range(self.planned))


@dataclass(frozen=True, slots=True)
class Simulated:
    """What happened in so many runs: shares, mean trials, and the error of that mean."""

    passes: float
    fails: float
    trials: float
    trials_in_waves: float
    error: float
    runs: int


def run(*, effort: Effort, seed: int) -> Section:
    """Work out and simulate, and hold the processes to their bars."""
    is_full = effort is Effort.FULL
    thresholds, sizes = ((0.9, 0.95, 0.99), (100, 200, 500)) if is_full else ((0.95,), (100, 200))
    rng = np.random.default_rng(seed)
    runs = 40_000 if is_full else 1500
    parts = (
        _false_verdicts(thresholds, sizes),
        _items(),
        _false_verdicts_in_families(rng, runs, is_full=is_full),
        _items_in_families(rng, runs),
    )
    return Section(
        title="Rates looked at after every trial",
        about=(
            f"Alpha {ALPHA:g} on each side. Independent trials exactly, families in {runs} runs "
            "each; the processes believe a correlation of 0.2. Beside them the naive gate, which "
            "looks again and again at Wilson's interval. A true rate at the threshold: any verdict "
            f"is false. Waves: asked to the end of its {WAVE} trials."
        ),
        tables=tuple(table for table, _ in parts),
        bars=tuple(bar for _, bars in parts for bar in bars),
    )


def calibrated_limits(threshold: float, planned: int) -> StoppingLimits:
    """Return where the gate stops when every family of its plan holds one trial."""
    level = {
        side: calibrated_level(threshold, planned, ALPHA, side=side).log_level
        for side in ("pass", "fail")
    }
    return stopping_limits(
        threshold, planned, log_pass_level=level["pass"], log_fail_level=level["fail"]
    )


def family_limits(
    threshold: float, families: Families, *, icc_floor: float = 0.2
) -> StoppingLimits:
    """Return where the gate stops for families of several trials."""
    level = {
        side: clustered_level(
            threshold, families.before, ALPHA, side=side, icc_floor=icc_floor
        ).log_level
        for side in ("pass", "fail")
    }
    return clustered_limits(
        threshold,
        families.before,
        log_pass_level=level["pass"],
        log_fail_level=level["fail"],
        icc_floor=icc_floor,
    )


def peeking_wilson(threshold: float, planned: int, *, every: int) -> StoppingLimits:
    """Return where a gate stops that looks at Wilson's interval as if it looked only once."""
    passes, fails = [-1], [1]
    for n in range(1, planned + 1):
        if n % every and n != planned:
            passes.append(-1)
            fails.append(n + 1)
            continue
        bounds = [wilson(n - failures, n, level=1 - 2 * ALPHA) for failures in range(n + 1)]
        passes.append(sum(each.lower >= threshold for each in bounds) - 1)
        fails.append(n + 1 - sum(each.upper < threshold for each in bounds))
    return StoppingLimits(tuple(passes), tuple(fails))


def bound_errors(threshold: float, planned: int) -> tuple[float, float]:
    """Return exactly how often the bounds err, at worst over true rates around the threshold.

    A lower bound lies above a true rate when the confidence sequence left that rate below, or when
    the calibrated process passed although the rate is below the threshold; and so the upper bound.
    """
    decided = calibrated_limits(threshold, planned)
    plain = -math.log(ALPHA)
    never = (-1,) * (planned + 1), tuple(n + 1 for n in range(planned + 1))
    low = high = 0.0
    for distance in _NEAR:
        for rate in (threshold - distance, threshold + distance):
            if not 0 < rate < 1:
                continue
            left = stopping_limits(rate, planned, log_pass_level=plain, log_fail_level=plain)
            if rate < threshold:
                both = map(max, decided.passes_at_most, left.passes_at_most)
                wrong = StoppingLimits(tuple(both), never[1])
                low = max(low, operating_characteristics(wrong, rate).passes)
            else:
                both = map(min, decided.fails_at_least, left.fails_at_least)
                wrong = StoppingLimits(never[0], tuple(both))
                high = max(high, operating_characteristics(wrong, rate).fails)
    return low, high


def simulated(
    rng: np.random.Generator,
    limits: Sequence[StoppingLimits],
    families: Families,
    *,
    rate: float,
    icc: float,
    runs: int,
) -> list[Simulated]:
    """Return what several designs do in the same runs."""
    found: list[list[tuple[_Counts, _Counts]]] = [[] for _ in limits]
    for failures in _failures(rng, families, rate=rate, icc=icc, runs=runs):
        for kept, limit in zip(found, limits, strict=True):
            kept.append(_stopped(failures, limit))
    return [
        _summary(
            np.concatenate([passed for passed, _ in kept]),
            np.concatenate([failed for _, failed in kept]),
            families.planned,
        )
        for kept in found
    ]


def _failures(
    rng: np.random.Generator, families: Families, *, rate: float, icc: float, runs: int
) -> Iterator[_Counts]:
    """Yield the failures after each trial, some thousand runs at a time."""
    for start in range(0, runs, _BATCH):
        count = min(_BATCH, runs - start)
        shape = (count, 1, families.count)
        if icc > 0 and 0 < rate < 1:
            strength = (1 - icc) / icc
            rates = rng.beta(rate * strength, (1 - rate) * strength, shape)
        else:
            rates = np.full(shape, rate)
        drawn = rng.random((count, families.size, families.count)) >= rates
        yield np.cumsum(drawn.reshape(count, families.planned), axis=1)


def _stopped(failures: _Counts, limits: StoppingLimits) -> tuple[_Counts, _Counts]:
    """Return after how many trials each run first met each limit, beyond the plan if never."""
    planned = failures.shape[1]
    passed = failures <= np.array(limits.passes_at_most[1:])
    failed = failures >= np.array(limits.fails_at_least[1:])
    passed_at, failed_at = (
        np.where(met.any(axis=1), met.argmax(axis=1) + 1, planned + 1) for met in (passed, failed)
    )
    return passed_at, failed_at


def _summary(passed: _Counts, failed: _Counts, planned: int) -> Simulated:
    trials = np.minimum(np.minimum(passed, failed), planned)
    in_waves = np.minimum(-(-trials // WAVE) * WAVE, planned)
    return Simulated(
        passes=float(np.mean(passed < failed)),
        fails=float(np.mean(failed < passed)),
        trials=float(trials.mean()),
        trials_in_waves=float(in_waves.mean()),
        error=float(trials.std()) / math.sqrt(len(trials)),
        runs=len(trials),
    )


def _false_verdicts(thresholds: Sequence[float], sizes: Sequence[int]) -> tuple[str, list[Bar]]:
    lines, worst = [], np.zeros(4)
    for threshold, planned in product(thresholds, sizes):
        plain = -math.log(ALPHA)
        designs = (
            calibrated_limits(threshold, planned),
            stopping_limits(threshold, planned, log_pass_level=plain, log_fail_level=plain),
            peeking_wilson(threshold, planned, every=1),
            peeking_wilson(threshold, planned, every=_PEEK_EVERY),
        )
        found = [operating_characteristics(design, threshold) for design in designs]
        bounds = bound_errors(threshold, planned)
        worst = np.maximum(worst, [found[0].passes, found[0].fails, *bounds])
        cells = [f"{each.passes:.4f} / {each.fails:.4f}" for each in found]
        cells.insert(1, f"{bounds[0]:.4f} / {bounds[1]:.4f}")
        lines.append(f"| {threshold:g} | {planned} | " + " | ".join(cells) + " |")
    head = (
        "| threshold | planned | calibrated | its bounds, worst | at 1/alpha "
        f"| Wilson, every trial | Wilson, every {_PEEK_EVERY} |\n" + "| --- " * 7 + "|\n"
    )
    names = ("false passes", "false fails", "lower bound too high", "upper bound too low")
    bars = [
        Bar(f"independent trials, {name}, worst cell", float(value), ALPHA, "at most")
        for name, value in zip(names, worst, strict=True)
    ]
    return head + "\n".join(lines), bars


def _items() -> tuple[str, list[Bar]]:
    threshold, planned = 0.95, 500
    designs = {
        "calibrated": calibrated_limits(threshold, planned),
        "fixed size": fixed_limits(threshold, planned, ALPHA),
        "fixed size, curtailed": fixed_limits(threshold, planned, ALPHA, curtailed=True),
    }
    lines = []
    for rate, (name, limits) in product((1.0, 0.99, 0.97, 0.95, 0.925, 0.9, 0.85), designs.items()):
        one, waves = (operating_characteristics(limits, rate, wave=wave) for wave in (1, WAVE))
        lines.append(
            f"| {rate:g} | {name} | {one.passes:.4f} | {one.fails:.4f} "
            f"| {one.expected_trials:.1f} | {waves.expected_trials:.1f} |"
        )
    head = "| true rate | design | passes | fails | trials | in waves |\n" + "| --- " * 6 + "|\n"
    good, poor = (operating_characteristics(designs["calibrated"], rate) for rate in (0.99, 0.9))
    bars = [
        Bar("independent, rate .99: trials", good.expected_trials, 125, "at most"),
        Bar("independent, rate .99: passes", good.passes, 0.99, "at least"),
        Bar("independent, rate .90: trials", poor.expected_trials, 150, "at most"),
        Bar("independent, rate .90: fails", poor.fails, 0.96, "at least"),
    ]
    return head + "\n".join(lines), bars


def _false_verdicts_in_families(
    rng: np.random.Generator, runs: int, *, is_full: bool
) -> tuple[str, list[Bar]]:
    lines, bars = [], []
    plans = [Families(100, 5), Families(50, 10), Families(40, 5), Families(20, 10)]
    for icc in (0.0, 0.1, 0.2, 0.3) if is_full else (0.3,):
        worst = [(0.0, "")] * 2
        for threshold, families in product((0.9, 0.95), plans if is_full else plans[:2]):
            ours, naive = simulated(
                rng,
                (
                    family_limits(threshold, families),
                    peeking_wilson(threshold, families.planned, every=_PEEK_EVERY),
                ),
                families,
                rate=threshold,
                icc=icc,
                runs=runs,
            )
            name = f"threshold {threshold:g}, {families}"
            worst[0] = max(worst[0], (ours.passes, name))
            worst[1] = max(worst[1], (ours.fails, name))
            lines.append(
                f"| {icc:g} | {threshold:g} | {families} | {ours.passes:.4f} / {ours.fails:.4f} "
                f"| {naive.passes:.4f} / {naive.fails:.4f} |"
            )
        bars += [
            Bar(
                f"families, ICC {icc:g}, false {word}, worst cell ({name})",
                share,
                ALPHA,
                "at most",
                monte_carlo_error(share, runs),
            )
            for word, (share, name) in zip(("passes", "fails"), worst, strict=True)
        ]
    head = (
        "| ICC | threshold | plan | tempered, calibrated "
        f"| Wilson, every {_PEEK_EVERY} |\n" + "| --- " * 5 + "|\n"
    )
    return head + "\n".join(lines), bars


def _items_in_families(rng: np.random.Generator, runs: int) -> tuple[str, list[Bar]]:
    threshold, families, icc = 0.95, Families(100, 5), 0.1
    plain = -math.log(ALPHA)
    designs = {
        "calibrated, believed correlation 0.2": family_limits(threshold, families),
        "calibrated, believed correlation 0.1": family_limits(threshold, families, icc_floor=0.1),
        "at 1/alpha, believed correlation 0.2": clustered_limits(
            threshold, families.before, log_pass_level=plain, log_fail_level=plain, relief=0.0
        ),
    }
    lines, bars = [], []
    for rate in (1.0, 0.99, 0.97, 0.925, 0.9, 0.85):
        found = simulated(rng, tuple(designs.values()), families, rate=rate, icc=icc, runs=runs)
        lines += [
            f"| {rate:g} | {name} | {each.passes:.4f} | {each.fails:.4f} "
            f"| {each.trials:.1f} | {each.trials_in_waves:.1f} |"
            for name, each in zip(designs, found, strict=True)
        ]
        if rate == 0.99:
            ours = found[0]
            bars = [
                Bar("families of 5, rate .99: trials", ours.trials, 140, "at most", ours.error),
                Bar(
                    "families of 5, rate .99: passes",
                    ours.passes,
                    0.96,
                    "at least",
                    monte_carlo_error(ours.passes, runs),
                ),
            ]
    head = (
        "| true rate | design, 100 families of 5, ICC 0.1 | passes | fails | trials | in waves |\n"
        + "| --- " * 6
        + "|\n"
    )
    return head + "\n".join(lines), bars
