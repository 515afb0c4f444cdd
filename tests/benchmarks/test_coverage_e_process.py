"""Rates looked at after every trial, reduced: every bar holds, and careless gates miss them."""

from __future__ import annotations

import numpy as np
import pytest

from benchmarks.coverage.e_process import (
    ALPHA,
    Families,
    bound_errors,
    calibrated_limits,
    family_limits,
    peeking_wilson,
    run,
    simulated,
)
from benchmarks.coverage.section import Effort
from mhgate.stats.sequential_rate import sequential_rate
from mhgate.stats.stopping import operating_characteristics


def test_every_bar_holds() -> None:
    """The reduced section keeps its promises and prints what it found."""
    section = run(effort=Effort.REDUCED, seed=7)
    assert len(section.bars) == 12
    for bar in section.bars:
        assert bar.holds, bar.line()
    assert "Wilson, every 20" in section.markdown()
    assert all(table.startswith("|") for table in section.tables)


@pytest.mark.parametrize("every", [1, 20])
def test_looking_again_and_again_misses_the_bar(every: int) -> None:
    """Wilson's interval, looked at after every trial or wave, is wrong far too often."""
    found = operating_characteristics(peeking_wilson(0.95, 200, every=every), 0.95)
    assert found.passes > 2 * ALPHA
    assert found.fails > 3 * ALPHA


def test_forgetting_the_families_misses_the_bar() -> None:
    """Families counted as independent trials pass falsely about twice as often as they may."""
    rng = np.random.default_rng(7)
    families = Families(50, 10)
    ours, careless = simulated(
        rng,
        (family_limits(0.9, families), calibrated_limits(0.9, families.planned)),
        families,
        rate=0.9,
        icc=0.3,
        runs=1500,
    )
    assert careless.passes > 1.5 * ALPHA
    assert careless.fails > 1.5 * ALPHA
    assert max(ours.passes, ours.fails) < 1.4 * ALPHA


def test_bounds_err_as_seldom_as_the_verdict() -> None:
    """The bounds that are shown err at most at alpha, at every true rate that was tried."""
    low, high = bound_errors(0.9, 60)
    assert 0.02 < low <= ALPHA
    assert 0.02 < high <= ALPHA


@pytest.mark.parametrize("families", [Families(60, 1), Families(20, 3)])
def test_the_limits_are_what_the_gate_decides(families: Families) -> None:
    """Runs decided by the tables are settled by the gate's own function, at the same trial."""
    threshold = 0.9
    limits = (
        calibrated_limits(threshold, families.planned)
        if families.size == 1
        else family_limits(threshold, families)
    )
    plan = list(range(families.count)) * families.size
    rng = np.random.default_rng(3)
    for rate in (0.7, 0.99) * 10:
        values = (rng.random(families.planned) < rate).astype(float)
        failures = np.cumsum(1 - values)
        met = [
            (n, "pass" if failed <= limits.passes_at_most[n] else "fail")
            for n, failed in enumerate(failures, start=1)
            if failed <= limits.passes_at_most[n] or failed >= limits.fails_at_least[n]
        ]
        found = sequential_rate(
            values,
            np.zeros(families.planned),
            plan,
            threshold=threshold,
            alpha=ALPHA,
            planned=plan,
        )
        assert (found.settled_at, found.settled) == (met[0] if met else (None, None))
