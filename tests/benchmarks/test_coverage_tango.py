"""The coverage of the paired comparison, reduced: bars hold, naive methods miss them."""

from __future__ import annotations

import numpy as np
import pytest

from benchmarks.coverage import tango
from benchmarks.coverage.section import Effort
from mhgate.stats.judged_difference import judged_difference
from mhgate.stats.paired_difference import paired_difference

_SEED = 20261130
_GATE, _NAIVE, _WALD, _ROBUST = tango.METHODS


def test_the_reduced_section_clears_its_bars() -> None:
    """Every bar of the reduced section holds, with a table for each of its views."""
    section = tango.run(effort=Effort.REDUCED, seed=_SEED)
    assert len(section.bars) == 6
    assert [bar.line() for bar in section.bars if not bar.holds] == []
    assert len(section.tables) == 5
    assert all(table.startswith("|") for table in section.tables)


@pytest.mark.parametrize(("families", "size"), [(12, 2), (20, 5)])
@pytest.mark.parametrize("alpha", [0.05, 0.01])
def test_the_fast_claims_are_the_gates(families: int, size: int, alpha: float) -> None:
    """What is simulated is what paired_difference claims, data set by data set."""
    rng = np.random.default_rng(_SEED)
    counts = np.concatenate(
        [
            tango._families(rng, chance, families, size, icc=icc, runs=30)
            for chance in ((0.02, 0.06, 0.92), (0.0, 0.03, 0.97), (0.15, 0.3, 0.55))
            for icc in (0.0, 0.3)
        ]
    )
    drawn = tango._totals(counts)
    family = np.repeat(np.arange(families), size)
    found = []
    for each in counts:
        moves = np.repeat(np.tile([1.0, -1.0, 0.0], families), each.ravel())
        found.append(paired_difference(moves, moves, family, level=1 - 2 * alpha))
    for margin in (0.05, 0.1, 0.2):
        claimed = tango.claims(drawn, families, size, margin=margin, alpha=alpha)[_GATE]
        assert claimed.tolist() == [each.lower > -margin for each in found]
        seen = tango.claims(
            drawn, families, size, margin=np.full(len(counts), margin * 0.8), alpha=alpha
        )
        true = [judged_difference(each, j=0.8).lower > -margin for each in found]
        assert seen[_GATE].tolist() == true
    worse = tango.claims(drawn, families, size, margin=0.0, alpha=alpha)[_GATE]
    assert worse.tolist() == [each.p_worse <= alpha for each in found]
    assert worse.tolist() == [each.upper < 0 for each in found]
    assert 0 < worse.sum() < len(counts)


def test_exact_claims_of_independent_pairs_are_the_gates() -> None:
    """Where the exact p-value is at most alpha, paired_difference claims, and nowhere else."""
    n, margin = 40, 0.1
    needed = tango.exact_critical_value(n, difference=-margin, alpha=tango.ALPHA)
    for gains in range(4):
        for losses in range(4):
            moves = [1] * gains + [-1] * losses + [0] * (n - gains - losses)
            found = paired_difference(moves, moves, range(n))
            reached = float(tango.tango_statistic(gains, losses, n, -margin)) >= needed
            assert (found.lower > -margin) == reached


def test_the_exact_size_is_the_share_of_simulated_runs() -> None:
    """The size by convolution agrees with as many draws as tell .01 apart."""
    rng = np.random.default_rng(_SEED)
    exact = tango.losses_alone(20, 5, icc=0.3, margin=0.1)
    runs = 20_000
    counts = tango._families(rng, (0.0, 0.1, 0.9), 20, 5, icc=0.3, runs=runs)
    claimed = tango.claims(tango._totals(counts), 20, 5, margin=0.1, alpha=tango.ALPHA)
    for method in tango.METHODS:
        assert claimed[method].mean() == pytest.approx(exact.errors[method], abs=0.01)


def test_methods_without_the_doubt_would_miss_the_bar() -> None:
    """In one cell that the gate holds, the naive, Wald and robust methods all miss the bar."""
    cell = tango.losses_alone(25, 5, icc=0.3, margin=0.05)
    assert cell.errors[_GATE] <= tango.LIMIT
    assert min(cell.errors[name] for name in (_NAIVE, _WALD, _ROBUST)) > tango.LIMIT
    single = tango.alone(100, 0.1)
    assert single.errors[_GATE] <= tango.ALPHA
    assert single.errors[_NAIVE] > tango.LIMIT
    assert single.errors[_WALD] > 2 * tango.LIMIT


def test_the_margin_of_the_judged_scale_must_shrink() -> None:
    """Held against D itself, a judged drop is called harmless more often than against D J."""
    rng = np.random.default_rng(_SEED)
    found = tango.judged(rng, 0.9, 0.9, rate=0.9, margin=0.1, families=60, size=2, runs=4000)
    assert found["D"] > 1.5 * found["D times J"]
    assert found["D times a lower bound of J"] < found["D times J"] <= tango.LIMIT
