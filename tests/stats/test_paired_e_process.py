"""Paired e-processes: their figures, that they are e-processes, and what families cost them."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mhgate.stats.paired_e_process import (
    log_e_above,
    log_e_non_inferior,
    log_e_regressed,
    tempering_effects,
)

_LOG_20 = float(np.log(20))
_count = st.integers(0, 60)
_difference = st.floats(-1, 1)
_range = st.sampled_from([(0, 0), (1, 1), (-1, -1), (0.5, 0.5), (-1, 0), (0, 1), (-1, 1)])
_pairs = st.lists(st.tuples(_range, st.integers(0, 5)), min_size=1, max_size=40)

Pairs = list[tuple[tuple[float, float], int]]


def _columns(pairs: Pairs) -> tuple[list[float], list[float], list[int]]:
    return [r[0] for r, _ in pairs], [r[1] for r, _ in pairs], [family for _, family in pairs]


@pytest.mark.parametrize(("margin", "pairs"), [(0.05, 81), (0.1, 40), (0.02, 206)])
def test_pairs_without_discordance_to_a_proof(margin: float, pairs: int) -> None:
    """Pairs that all agree prove a margin after so many (0.05: below the 90 of even stakes)."""
    n = np.arange(400)
    assert int(np.argmax(log_e_non_inferior(0, 0, n, margin) >= _LOG_20)) == pairs


def test_losses_alone_prove_a_regression() -> None:
    """Six losses among any number of ties prove that it got worse; ties say nothing."""
    found = log_e_regressed(0, np.arange(12), 50)
    assert int(np.argmax(found >= _LOG_20)) == 6
    assert np.array_equal(found, log_e_regressed(0, np.arange(12), 500))


@given(_difference, st.floats(0, 1))
def test_one_bet_is_fair_at_the_null(difference: float, discordance: float) -> None:
    """At the null itself the first pair's e-value is 1 on average, whatever the discordance."""
    share = abs(difference) + discordance * (1 - abs(difference))
    gain, loss = (share + difference) / 2, (share - difference) / 2
    if difference <= -1:
        return
    e_values = np.exp(log_e_above([1, 0, 0], [0, 1, 0], 1, difference))
    assert np.dot([gain, loss, 1 - share], e_values) == pytest.approx(1, abs=1e-9)


@given(_count, _count, _count, _difference, _difference)
def test_the_evidence_falls_as_the_difference_rises(
    gains: int, losses: int, ties: int, one: float, other: float
) -> None:
    """Less is easier to exceed: the evidence falls in the difference, so it can be inverted."""
    n = gains + losses + ties
    low, high = sorted([one, other])
    found = log_e_above(gains, losses, n, [low, high])
    assert not np.any(np.isnan(found))
    assert found[0] >= found[1] - 1e-9


@given(_count, _count, _count, _difference)
def test_a_better_pair_never_lowers_the_evidence(
    gains: int, losses: int, ties: int, difference: float
) -> None:
    """A tie in place of a loss and a gain in place of a tie raise the evidence, or leave it."""
    n = gains + losses + ties + 1
    worse, tied, better = log_e_above(
        [gains, gains, gains + 1], [losses + 1, losses, losses], n, difference
    )
    assert worse <= tied + 1e-9
    assert tied <= better + 1e-9


def test_a_part_of_a_gain_is_understated_and_never_overstated() -> None:
    """Half a gain counts at most what betting on the half itself would have won."""
    stakes = np.linspace(0.01, 0.99, 99)
    for difference in (-0.5, -0.1, 0.0, 0.3):
        exact = np.log(1 - stakes + stakes * 1.5 / (1 + difference))
        parts = 0.5 * np.log(1 - stakes + stakes * 2 / (1 + difference)) + 0.5 * np.log(
            1 - stakes + stakes / (1 + difference)
        )
        assert np.all(parts <= exact + 1e-12)


def test_the_ends_have_documented_answers() -> None:
    """No pairs: 0. A difference of -1 is refuted by the first pair that is not a loss."""
    assert float(log_e_above(0, 0, 0, 0.3)) == pytest.approx(0)
    assert float(log_e_above(0, 1, 2, -1)) == np.inf
    assert float(log_e_above(0, 2, 2, -1)) < 0
    assert float(log_e_above(5, 0, 5, 1)) <= 0
    assert log_e_above([], [], [], 0.0).shape == (0,)
    assert tempering_effects([], [], []).shape == (0,)


@pytest.mark.parametrize(("gain", "loss", "margin"), [(0.0, 0.05, 0.05), (0.05, 0.15, 0.1)])
def test_independent_pairs_err_no_more_than_alpha(gain: float, loss: float, margin: float) -> None:
    """At the margin, looked at after each of 300 pairs, a proof comes in at most 5 % of runs."""
    rng = np.random.default_rng(20261130)
    runs = 1000
    moves = rng.choice([1, -1, 0], p=[gain, loss, 1 - gain - loss], size=(runs, 300))
    gains, losses = np.cumsum(moves > 0, axis=1), np.cumsum(moves < 0, axis=1)
    crossed = log_e_non_inferior(gains, losses, np.arange(1, 301), margin) >= _LOG_20
    share = float(np.mean(np.any(crossed, axis=1)))
    assert share <= 0.05 + 3 * (0.05 * 0.95 / runs) ** 0.5


def test_families_of_one_are_independent() -> None:
    """The first pair of each family is worth a whole one, whatever moved."""
    moves = [1, -1, 0, -1, 0.5]
    assert tempering_effects(moves, moves, range(5)).tolist() == [1] * 5


def test_the_floor_is_that_of_the_sizes_so_far() -> None:
    """Pairs that agree are divided by 1 + (m - 1) floor, m the average pair's family's size."""
    family = np.tile(np.arange(20), 5)
    found = tempering_effects([0] * 100, [0] * 100, family, icc_floor=0.1)
    assert found[19] == 1
    assert found[99] == pytest.approx(1.4)
    assert found[29] == pytest.approx(1 + ((10 * 4 + 10 * 1) / 30 - 1) * 0.1)


def test_a_family_that_moves_as_a_whole_is_one_datum() -> None:
    """Whole families of five that broke are divided by five, scattered losses by the floor."""
    family = np.tile(np.arange(40), 5)
    broken = np.where(family < 3, -1.0, 0.0)
    scattered = np.where(np.arange(200) % 13 == 0, -1.0, 0.0)
    assert tempering_effects(broken, broken, family)[-1] > 4
    assert tempering_effects(scattered, scattered, family)[-1] < 1.6


def test_losing_everything_is_no_clustering() -> None:
    """Where all pairs fell alike, families agree for a reason that is not theirs: the floor."""
    family = np.tile(np.arange(20), 5)
    assert tempering_effects([-1] * 100, [-1] * 100, family)[-1] == pytest.approx(1.4)


@given(_pairs, st.data())
@settings(max_examples=200)
def test_one_more_failure_never_lowers_an_effect(pairs: Pairs, data: st.DataObject) -> None:
    """Widening a pair's range raises each effect after it, or leaves it."""
    place = data.draw(st.integers(0, len(pairs) - 1))
    (low, high), family = pairs[place]
    wider = [*pairs]
    wider[place] = data.draw(
        st.sampled_from([((-1, high), family), ((low, 1), family), ((-1, 1), family)])
    )
    before, after = tempering_effects(*_columns(pairs)), tempering_effects(*_columns(wider))
    assert np.all(after >= before - 1e-9)
    assert np.all(before >= 1)


@given(_pairs)
def test_effects_depend_on_the_past_alone_and_on_no_side(pairs: Pairs) -> None:
    """Later pairs change no earlier effect, and gains count as losses do."""
    low, high, family = _columns(pairs)
    found = tempering_effects(low, high, family)
    half = len(pairs) // 2
    assert np.allclose(found[:half], tempering_effects(low[:half], high[:half], family[:half]))
    mirrored = tempering_effects([-each for each in high], [-each for each in low], family)
    assert np.allclose(found, mirrored)
