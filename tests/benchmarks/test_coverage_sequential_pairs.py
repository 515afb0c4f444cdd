"""Paired differences pair by pair, reduced: every bar holds, and the naive ways miss it."""

from __future__ import annotations

import numpy as np
import pytest

from benchmarks.coverage.section import Effort, monte_carlo_error
from benchmarks.coverage.sequential_pairs import (
    ALPHA,
    critical,
    family_errors,
    looked_chances,
    pair_chances,
    run,
)
from mhgate.stats.planned_looks import Look
from mhgate.stats.sequential_difference import difference_by_looks, sequential_difference
from mhgate.stats.tango import tango_statistic


def test_every_bar_holds() -> None:
    """The reduced section keeps its promises and prints what it found."""
    section = run(effort=Effort.REDUCED, seed=7)
    assert len(section.bars) == 10
    for bar in section.bars:
        assert bar.holds, bar.line()
    assert "families ignored" in section.markdown()


def test_ignoring_families_misses_the_bar() -> None:
    """In families of five that move together a process that takes no heed of it errs far beyond."""
    runs = 300
    tempered, ignored = family_errors(
        np.random.default_rng(5), 20, 0.6, runs, flicker=0.0, margin=0.05
    )
    assert ignored > ALPHA + 3 * monte_carlo_error(ALPHA, runs) > tempered


def test_looking_again_and_again_misses_the_bar() -> None:
    """The test of fixed size after every 20 pairs claims a regression of none beyond alpha."""
    often = tuple(Look(n, 1.0) for n in range(20, 101, 20))
    claimed, _ = looked_chances(np.random.default_rng(5), often, (0.05, 0.05), None, ALPHA)
    assert claimed > ALPHA + 0.03


def test_enumerating_is_what_the_gate_decides() -> None:
    """Pairs drawn and decided by the gate's own function end as the enumeration says."""
    runs, n, shares = 400, 120, (0.01, 0.02)
    exact, pairs = pair_chances(*shares, n, margin=0.1, needed=1 / ALPHA)
    rng, settled = np.random.default_rng(5), []
    for _ in range(runs):
        moves = rng.choice([1, -1, 0], p=[*shares, 1 - sum(shares)], size=n)
        found = sequential_difference(
            moves, moves, range(n), max_drop=0.1, alpha=ALPHA, claims=10**6
        )
        settled.append(found.settled_at or n)
    assert np.mean(np.array(settled) < n) == pytest.approx(exact, abs=0.06)
    assert np.mean(settled) == pytest.approx(pairs, abs=5)


@pytest.mark.parametrize(("gains", "losses"), [(0, 0), (1, 2), (6, 7), (6, 12), (2, 8), (2, 12)])
def test_the_table_of_a_look_is_what_the_gate_decides(gains: int, losses: int) -> None:
    """At a look the gate's own function claims exactly where the statistic reaches the table's."""
    moves = [1] * gains + [-1] * losses + [0] * (100 - gains - losses)
    found = difference_by_looks(
        moves, moves, range(100), max_drop=0.1, alpha=ALPHA, looks=(Look(100, 1.0),)
    )
    within = tango_statistic(gains, losses, 100, -0.1) >= critical(100, -0.1, ALPHA)
    worse = tango_statistic(losses, gains, 100, 0.0) >= critical(100, 0.0, ALPHA)
    assert (found.lower > -0.1) == within
    assert (found.p_worse <= ALPHA) == worse
