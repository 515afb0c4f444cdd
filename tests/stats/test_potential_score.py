"""Holds the score of ratings in tiers to the published formula, and its interval to coverage."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mhgate.stats.potential_score import potential_of, potential_score


@pytest.mark.parametrize(
    ("best", "harmful", "score"),
    [
        (1.0, 0.0, 100.0),  # (50 + 50) x 1
        (0.0, 0.0, 50.0),  # (50 + 0) x 1
        (0.0, 1.0, 0.0),
        (0.8, 0.1, 72.9),  # 90 x .81
        (0.5, 0.25, 42.1875),  # 75 x .5625
        (0.25, 0.5, 15.625),  # 62.5 x .25
    ],
)
def test_the_formula_as_worked_out_by_hand(best: float, harmful: float, score: float) -> None:
    """(50 + half of % best) x (1 - share of harmful) squared."""
    assert potential_of(best, harmful) == pytest.approx(score)


def test_shares_are_parts_of_a_whole() -> None:
    """A share outside of [0, 1], and two above 1 together, are no shares."""
    for best, harmful in ((-0.1, 0.0), (1.1, 0.0), (0.6, 0.5)):
        with pytest.raises(ValueError, match="parts of one whole"):
            potential_of(best, harmful)


def test_a_perfect_record_is_no_certainty() -> None:
    """Without a miss the lower bound still lies below 100, and more families raise it."""
    few = potential_score([1] * 10, [0] * 10, [0] * 10, [1] * 10)
    many = potential_score([1] * 100, [0] * 100, [0] * 100, [1] * 100)
    assert few.score == many.score == 100
    assert few.lower < many.lower < 100
    assert many.upper == 100


def test_nothing_and_one_family_say_nothing() -> None:
    """The bounds are 0 and 100."""
    nothing = potential_score([], [], [], [])
    assert (nothing.score, nothing.best, nothing.lower, nothing.upper) == (None, None, 0, 100)
    one = potential_score([8], [1], [0], [10])
    assert one.score == pytest.approx(72.9)
    assert (one.lower, one.upper) == (0, 100)
    lost = potential_score([0] * 5, [0] * 5, [2] * 5, [2] * 5)
    assert (lost.score, lost.lower, lost.upper) == (None, 0, 100)


def test_counts_that_do_not_fit_are_refused() -> None:
    """Lengths must agree, and nobody is rated twice."""
    with pytest.raises(ValueError, match="expected as many each"):
        potential_score([1], [0, 0], [0], [1])
    with pytest.raises(ValueError, match="more trials are rated"):
        potential_score([1, 1], [1, 0], [0, 0], [1, 1])


COUNTS = st.lists(
    st.tuples(st.integers(0, 3), st.integers(0, 3), st.integers(0, 2), st.integers(1, 3)),
    min_size=2,
    max_size=12,
)


@given(COUNTS)
def test_the_interval_holds_the_score_and_widens_with_what_is_missing(
    rows: list[tuple[int, int, int, int]],
) -> None:
    """The score lies inside; trials that could not be measured never narrow it."""
    best, harmful, lost, other = np.array(rows).T
    sizes = best + harmful + lost + other
    found = potential_score(best, harmful, lost, sizes)
    assert found.score is not None
    assert 0 <= found.lower <= found.score <= found.upper <= 100
    more = potential_score(best, harmful, lost + other, sizes)
    if more.score is not None:
        assert more.lower <= found.lower + 1e-9
        assert more.upper >= found.upper - 1e-9


def test_the_interval_covers_at_its_level() -> None:
    """Families drawn from a known mix: the truth lies below a bound no oftener than is said."""
    generator = np.random.default_rng(7)
    truth, misses, n_runs = potential_of(0.6, 0.15), [0, 0], 200
    for _ in range(n_runs):
        drawn = generator.multinomial(1, [0.6, 0.15, 0.25], size=40)
        found = potential_score(drawn[:, 0], drawn[:, 1], np.zeros(40), np.ones(40), level=0.9)
        misses[0] += truth < found.lower
        misses[1] += truth > found.upper
    assert max(misses) <= 0.05 * n_runs
