"""The whole gate: are harmless pull requests green, and is harm found? Through verdict.py itself.

Eight pillars with three required probes each, of the default size; two runs of one bot, paired on
the same items; profile ``pr``. Beside it the naive gate: Wilson's interval on what the judge said,
a z test on the paired difference, no clusters, no judge error, no correction for many claims.
"""

from __future__ import annotations

import math
import os
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field, replace
from functools import partial
from multiprocessing import get_context

import numpy as np
from numpy.typing import NDArray

from benchmarks.coverage.section import Bar, Effort, Section, monte_carlo_error
from benchmarks.coverage.simulated_bots import (
    GOLD,
    PILLARS,
    Bot,
    Judge,
    Size,
    certificate,
    measured,
    probes,
)
from mhgate.records import Accounts, Outcome, Profile, Threshold
from mhgate.stats.visible_drop import claim_power, judge_flicker
from mhgate.verdict import decide

__all__ = ["Scenario", "Shares", "run", "simulate"]

_Bools = NDArray[np.bool_]

PR = Profile(name="pr", pass_required=False)
LIMIT = Threshold(min_score=0.85, max_drop=0.1, items=20, families=10)
EXACT = Judge(1.0, 1.0)
NOISY = Judge(0.95, 0.95)
_Z = 1.6448536269514722


@dataclass(frozen=True, slots=True)
class Scenario:
    """What is simulated: a bot, a judge, a drop in one probe, and how big a probe is."""

    name: str
    judge: Judge
    drop: float = 0.0
    bot: Bot = field(default_factory=Bot)
    size: Size = field(default_factory=Size)
    is_certified: bool = True
    per_pillar: int = 3

    @property
    def n_claims(self) -> int:
        """Every probe could be claimed to fail, and to have regressed."""
        return 2 * self.per_pillar * len(PILLARS)


@dataclass(frozen=True, slots=True)
class Shares:
    """Shares of the simulated runs: red or error, and red by the naive gate."""

    red: float
    naive_red: float
    runs: int


def simulate(scenario: Scenario, *, runs: int, seed: int, workers: int = 1) -> Shares:
    """Play a scenario many times, each time through estimates, comparisons and verdict.

    Args:
        scenario: what is simulated.
        runs: how often.
        seed: each run has a generator of its own, made from it, from the name and from its number.
        workers: processes; the result does not depend on their number.
    """
    play = partial(_one_pull_request, scenario, seed)
    if workers == 1:
        found = [play(number) for number in range(runs)]
    else:
        with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as pool:
            found = list(pool.map(play, range(runs), chunksize=10))
    red, naive = (sum(column) / runs for column in zip(*found, strict=True))
    return Shares(red, naive, runs)


def _one_pull_request(scenario: Scenario, seed: int, number: int) -> tuple[bool, bool]:
    rng = np.random.default_rng([seed, number, *scenario.name.encode()])
    judge, size = scenario.judge, scenario.size
    chosen = probes(scenario.per_pillar, exact=judge.is_exact)
    trusted = scenario.is_certified and not judge.is_exact
    found, naive = [], False
    for place, probe in enumerate(chosen):
        before, after = scenario.bot.plays(rng, size)
        if place == 0:
            after = scenario.bot.worse(after, scenario.drop, rng, size)
        seen, earlier = judge.sees(after, rng), judge.sees(before, rng)
        naive = naive or _naive_red(seen, earlier)
        found.append(
            measured(
                probe,
                seen,
                earlier,
                size,
                LIMIT,
                trusted=certificate(judge, GOLD, rng) if trusted else None,
                n_claims=scenario.n_claims,
            )
        )
    trials = size.items * len(chosen)
    verdict = decide(
        found,
        profile=PR,
        declared=PILLARS,
        accounts=Accounts(
            planned=trials, asked=trials, not_needed=0, not_reached=0, scored=trials, failed=0
        ),
        baseline="simulated",
        judge_certified=trusted,
    )
    is_red = verdict.blocks
    assert is_red == (verdict.outcome in {Outcome.FAIL, Outcome.ERROR})
    return is_red, naive


def _naive_red(seen: _Bools, before: _Bools) -> bool:
    n, share = len(seen), float(seen.mean())
    centre = (share + _Z**2 / (2 * n)) / (1 + _Z**2 / n)
    reach = _Z / (1 + _Z**2 / n) * math.sqrt(share * (1 - share) / n + _Z**2 / (4 * n**2))
    moved = seen.astype(float) - before.astype(float)
    spread = float(moved.std(ddof=1)) / math.sqrt(n)
    has_dropped = float(moved.mean()) + _Z * spread < 0
    return centre + reach < LIMIT.min_score or has_dropped


def _planned_power(scenario: Scenario) -> float:
    """Return the power that ``mhgate plan`` prints for this drop."""
    judge, size = scenario.judge, scenario.size
    return claim_power(
        scenario.drop,
        size.items,
        size.families,
        alpha=LIMIT.alpha / scenario.n_claims,
        flicker=judge_flicker(scenario.bot.rate, judge.sensitivity, judge.specificity),
        j=judge.sensitivity + judge.specificity - 1,
        icc=scenario.bot.icc,
    )


def run(*, effort: Effort, seed: int) -> Section:
    """Simulate harmless and harmful pull requests."""
    is_full = effort is Effort.FULL
    per_pillar = 3 if is_full else 1
    scenarios = (
        Scenario("harmless, judge .95/.95, certified", NOISY),
        Scenario("harmless, judge .95/.95, trust off", NOISY, is_certified=False),
        Scenario("harmless, exact checks", EXACT),
        Scenario("drop of .20, judge .95/.95, certified", NOISY, drop=0.20),
        Scenario("drop of .10, judge .95/.95, certified", NOISY, drop=0.10),
        Scenario("drop of .10, exact checks", EXACT, drop=0.10),
    )
    rows, bars = [], []
    for named in scenarios:
        size = Size() if is_full else Size(families=30, per_family=2)
        scenario = replace(named, per_pillar=per_pillar, size=size)
        runs = (200 if scenario.drop else 300) if is_full else 3
        workers = (os.cpu_count() or 1) if is_full else 1
        found = simulate(scenario, runs=runs, seed=seed, workers=workers)
        power = _planned_power(scenario) if scenario.drop else None
        rows.append(
            f"| {scenario.name} | {found.red:.3f} | "
            f"{'' if power is None else f'{power:.3f}'} | {found.naive_red:.3f} | {found.runs} |"
        )
        error = monte_carlo_error(found.red, runs)
        if not scenario.drop:
            bars.append(Bar(f"green: {scenario.name}", 1 - found.red, 0.95, "at least", error))
        elif not is_full:
            continue  # few runs of few probes tell no power
        elif scenario.judge.is_exact or scenario.drop >= 0.2:
            bars.append(Bar(f"red: {scenario.name}", found.red, 0.9, "at least", error))
        else:
            apart = abs(found.red - (power or 0.0))
            bars.append(Bar(f"power as planned: {scenario.name}", apart, 0.05, "at most", error))
    size = scenario.size
    table = "\n".join(
        [
            "| pull request | red | power that plan prints | naive gate red | runs |",
            "|---|---|---|---|---|",
            *rows,
        ]
    )
    return Section(
        "The whole gate",
        f"{len(PILLARS)} pillars, {per_pillar} required probes each, {size.items} items in "
        f"{size.families} families a probe, min_score {LIMIT.min_score}, max_drop "
        f"{LIMIT.max_drop}, alpha {LIMIT.alpha}, profile pr. A bot of rate .97 (intra-family "
        "correlation .1) is compared with itself, one item in five redrawn, or with one probe "
        f"made worse. Certificates rest on {GOLD.good} good and {GOLD.bad} bad transcripts.",
        (table,),
        tuple(bars),
    )
