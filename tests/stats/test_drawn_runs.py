"""Drawn runs: their rates, their correlation, what a judge makes of them, and planned gold."""

from __future__ import annotations

import numpy as np
import pytest

from mhgate.stats.drawn_runs import (
    Calibration,
    drawn_moves,
    drawn_outcomes,
    planned_calibrations,
)
from mhgate.stats.melded import JudgeCounts
from mhgate.stats.planning_judged import JudgeRates


def _rng() -> np.random.Generator:
    return np.random.default_rng(20261130)


def test_outcomes_have_the_rate_and_the_correlation() -> None:
    """Families of two agree as often as their correlation says."""
    bad = drawn_outcomes([0, 0], rate=0.8, icc=0.3, runs=40_000, rng=_rng())
    assert bad.mean() == pytest.approx(0.2, abs=0.006)
    both = float((bad[:, 0] & bad[:, 1]).mean())
    assert (both - 0.04) / (0.2 * 0.8) == pytest.approx(0.3, abs=0.03)


@pytest.mark.parametrize(("rate", "icc"), [(0.0, 0.1), (1.0, 0.1), (0.8, 0.0), (0.8, 1.0)])
def test_the_ends_of_both_ranges(rate: float, icc: float) -> None:
    """No rate and no correlation makes a number that is none."""
    bad = drawn_outcomes([0, 0, 1], rate=rate, icc=icc, runs=2000, rng=_rng())
    assert bad.mean() == pytest.approx(1 - rate, abs=0.03)
    if icc == 1:
        assert np.all(bad[:, 0] == bad[:, 1])


def test_a_judge_of_known_rates_shows_what_it_should() -> None:
    """The judged rate is rate * Se + (1 - rate) * (1 - Sp)."""
    seen = Calibration(JudgeCounts(9, 10, 9, 10), JudgeRates(0.95, 0.8))
    bad = drawn_outcomes(range(50), rate=0.9, icc=0.1, runs=2000, rng=_rng(), calibration=seen)
    assert 1 - bad.mean() == pytest.approx(0.9 * 0.95 + 0.1 * 0.2, abs=0.005)


def test_what_gold_leaves_open_differs_from_run_to_run() -> None:
    """Little gold makes the judged rates of runs scatter more."""
    scatter = []
    for scale in (1, 20):
        counts = JudgeCounts(45 * scale, 50 * scale, 45 * scale, 50 * scale)
        bad = drawn_outcomes(
            range(400),
            rate=1.0,
            icc=0.0,
            runs=500,
            rng=_rng(),
            calibration=Calibration(counts),
        )
        scatter.append(float(bad.mean(axis=1).std()))
    assert scatter[0] > 1.5 * scatter[1]


def test_moves_have_their_shares_and_come_in_families() -> None:
    """Gains and losses as often as asked; a family moves together more than chance says."""
    family = [name for name in range(20_000) for _ in range(2)]
    moves = drawn_moves(family, gained=0.1, lost=0.2, icc=0.3, rng=_rng())
    assert (moves > 0).mean() == pytest.approx(0.1, abs=0.01)
    assert (moves < 0).mean() == pytest.approx(0.2, abs=0.01)
    lost = (moves < 0).reshape(-1, 2)
    both = float(np.all(lost, axis=1).mean())
    assert (both - 0.04) / (0.2 * 0.8) == pytest.approx(0.3, abs=0.04)


def test_where_nothing_moves_nothing_moves() -> None:
    """Shares of 0 stay 0, and no pair gives none."""
    assert not drawn_moves([0, 1, 1], gained=0, lost=0, icc=0.1, rng=_rng()).any()
    assert drawn_moves([], gained=0.1, lost=0, icc=0.1, rng=_rng()).shape == (0,)
    with pytest.raises(ValueError, match="gained"):
        drawn_moves([0], gained=0.6, lost=0.6, icc=0.1, rng=_rng())


@pytest.mark.parametrize("groups", [(1, 1), (6, 3), (200, 200)])
def test_planned_gold_keeps_its_mean(groups: tuple[int, int]) -> None:
    """Whatever the grouping, weights add up to 1 and the mean counts are those of the judge."""
    found = planned_calibrations(JudgeRates(0.95, 0.9), good=100, bad=50, groups=groups)
    weights = [each.weight for each in found]
    assert sum(weights) == pytest.approx(1)
    right, caught = (
        sum(each.weight * getattr(each.counts, name) for each in found)
        for name in ("judged_good", "judged_bad")
    )
    assert (right, caught) == pytest.approx((95, 45))


def test_planned_gold_of_no_size() -> None:
    """Without gold there is one way it can come out."""
    (only,) = planned_calibrations(JudgeRates(0.95, 0.9), good=0, bad=0)
    assert only.counts == JudgeCounts(0, 0, 0, 0)
    assert only.weight == 1
