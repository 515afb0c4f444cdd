"""The power of the paired comparison: what is predicted is what the comparison then does."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from mhgate.stats.paired_difference import PairedDifference, paired_difference
from mhgate.stats.visible_drop import (
    claim_power,
    judge_flicker,
    non_inferiority_power,
    smallest_visible_drop,
)

_RUNS = 400
_MONTE_CARLO = 2 * (0.25 / _RUNS) ** 0.5


def _made(
    chance: list[float], families: int, size: int, icc: float, *, alpha: float = 0.05
) -> list[PairedDifference]:
    """Return comparisons of simulated pairs: gains, losses and ties, by family.

    Families have no order: what was drawn before, in another one, is not worked out again.
    """
    rng = np.random.default_rng(20261130)
    family = np.repeat(np.arange(families), size)

    def counted() -> NDArray[np.int64]:
        rates = np.tile(chance, (families, 1))
        if icc > 0:
            rates = rng.dirichlet(np.maximum(np.array(chance) * (1 - icc) / icc, 1e-9), families)
        counts = rng.multinomial(size, rates)
        return counts[np.lexsort(counts.T)]

    found: dict[bytes, PairedDifference] = {}
    drawn = [counted() for _ in range(_RUNS)]
    for each in drawn:
        if each.tobytes() not in found:
            moves = np.repeat(np.tile([1.0, -1.0, 0.0], families), each.ravel())
            found[each.tobytes()] = paired_difference(moves, moves, family, level=1 - 2 * alpha)
    return [found[each.tobytes()] for each in drawn]


@pytest.mark.parametrize(
    ("families", "size", "icc", "j", "flicker", "drop", "alpha"),
    [
        (56, 1, 0.0, 1.0, 0.0, 0.1, 0.05),
        (56, 1, 0.0, 0.9, 0.0475, 0.2, 0.005),
        (28, 2, 0.1, 0.9, 0.0475, 0.2, 0.005),
        (30, 4, 0.0, 1.0, 0.01, 0.07, 0.05),
        (30, 4, 0.1, 1.0, 0.01, 0.07, 0.05),
        (30, 4, 0.1, 0.9, 0.0475, 0.12, 0.05),
    ],
)
def test_a_drop_is_claimed_as_often_as_predicted(
    *, families: int, size: int, icc: float, j: float, flicker: float, drop: float, alpha: float
) -> None:
    """Predicted and simulated power of a regression claim lie within .05."""
    loss = flicker + j * drop
    made = _made([flicker, loss, 1 - flicker - loss], families, size, icc)
    claimed = float(np.mean([each.p_worse <= alpha for each in made]))
    predicted = claim_power(
        drop, families * size, families, alpha=alpha, flicker=flicker, j=j, icc=icc
    )
    assert abs(predicted - claimed) <= 0.05 + _MONTE_CARLO
    assert predicted <= claimed + 0.02 + _MONTE_CARLO


@pytest.mark.parametrize(
    ("families", "size", "icc", "j", "flicker", "margin"),
    [
        (100, 1, 0.0, 1.0, 0.01, 0.05),
        (28, 2, 0.1, 0.9, 0.0475, 0.15),
        (30, 4, 0.0, 0.9, 0.01, 0.05),
        (30, 4, 0.1, 1.0, 0.03, 0.1),
    ],
)
def test_a_margin_is_ruled_out_as_often_as_predicted(
    *, families: int, size: int, icc: float, j: float, flicker: float, margin: float
) -> None:
    """Predicted and simulated power of non-inferiority lie within .05."""
    made = _made([flicker, flicker, 1 - 2 * flicker], families, size, icc)
    shown = float(np.mean([each.lower > -margin * j for each in made]))
    predicted = non_inferiority_power(
        margin, families * size, families, flicker=flicker, j=j, icc=icc
    )
    assert abs(predicted - shown) <= 0.05 + _MONTE_CARLO


def test_published_power() -> None:
    """Power of non-inferiority at equal rates, discordance .01 each: .789 of 100, .986 of 200."""
    for pairs, power in ((100, 0.789), (200, 0.986)):
        found = non_inferiority_power(0.05, pairs, pairs, flicker=0.01)
        assert found == pytest.approx(power, abs=6e-4)


@given(
    st.integers(2, 60),
    st.integers(1, 5),
    st.floats(0, 0.2),
    st.sampled_from([1.0, 0.8]),
    st.sampled_from([0.0, 0.1, 0.3]),
)
def test_power_is_a_probability_and_the_visible_drop_reaches_it(
    families: int, size: int, flicker: float, j: float, icc: float
) -> None:
    """The smallest visible drop is seen with the wanted power, a little less of one is not."""
    pairs = families * size
    drop = smallest_visible_drop(pairs, families, flicker=flicker, j=j, icc=icc)
    for each in (0.0, 0.03, 0.5):
        assert 0 <= claim_power(each, pairs, families, flicker=flicker, j=j, icc=icc) <= 1
    assert 0 <= non_inferiority_power(0.1, pairs, families, flicker=flicker, j=j, icc=icc) <= 1
    if drop is None:
        return
    assert 0 < drop <= 1
    assert claim_power(drop, pairs, families, flicker=flicker, j=j, icc=icc) >= 0.8
    less = drop * 0.99 - 2e-4
    if less > 0:
        assert claim_power(less, pairs, families, flicker=flicker, j=j, icc=icc) < 0.8


@pytest.mark.parametrize(("pairs", "families"), [(56, 28), (60, 60), (120, 24)])
def test_noise_a_stricter_claim_and_a_worse_judge_hide_drops(pairs: int, families: int) -> None:
    """Each of them makes the smallest visible drop larger; more families make it smaller."""
    plain = smallest_visible_drop(pairs, families, flicker=0.02)
    assert smallest_visible_drop(pairs, families, flicker=0.06) > plain
    assert smallest_visible_drop(pairs, families, flicker=0.02, alpha=0.01) > plain
    assert smallest_visible_drop(pairs, families, flicker=0.02, j=0.8) > plain
    assert smallest_visible_drop(2 * pairs, 2 * families, flicker=0.02) < plain


def test_nothing_is_seen_without_families_pairs_or_a_judge() -> None:
    """One family, no pair, and a judge no better than chance see no drop and rule none out."""
    for pairs, families, j in ((40, 1, 1.0), (0, 0, 1.0), (0.4, 5, 1.0), (60, 30, 0.0)):
        assert smallest_visible_drop(pairs, families, j=j) is None
        assert claim_power(0.5, pairs, families, j=j) == 0
        assert non_inferiority_power(0.5, pairs, families, j=j) == 0


def test_a_judges_flicker_is_what_two_verdicts_differ_by() -> None:
    """Two independent verdicts of one judge on the same replies differ as often as said."""
    rng = np.random.default_rng(20261130)
    n, rate, se, sp = 200_000, 0.9, 0.95, 0.85
    good = rng.random(n) < rate
    first, second = (rng.random(n) < np.where(good, se, 1 - sp) for _ in range(2))
    assert float(np.mean(~first & second)) == pytest.approx(judge_flicker(rate, se, sp), abs=2e-3)
    assert judge_flicker(0.9, 1.0, 1.0) == 0


def test_what_is_out_of_range_is_refused() -> None:
    """Arguments outside their ranges raise, and say which."""
    for name, wrong in (
        ("alpha", 0.5), ("flicker", -0.1), ("j", 1.5), ("icc", float("nan")), ("icc_floor", 2.0)
    ):  # fmt: skip
        with pytest.raises(ValueError, match=f"^{name} is"):
            smallest_visible_drop(40, 20, **{name: wrong})
    with pytest.raises(ValueError, match="drop is"):
        claim_power(1.1, 40, 20)
    with pytest.raises(ValueError, match="margin is"):
        non_inferiority_power(0.0, 40, 20)
    with pytest.raises(ValueError, match="sensitivity is"):
        judge_flicker(0.9, 1.1, 0.9)
