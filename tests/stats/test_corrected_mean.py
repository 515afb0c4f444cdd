"""Holds the graded mean less a bias: its formula, its coverage, what it must not be used for."""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy.special import stdtrit

from mhgate.stats.corrected_mean import corrected_mean


def test_it_is_welchs_interval_of_a_difference() -> None:
    """SE squared adds up; degrees of freedom are Satterthwaite's."""
    scores = np.array([3.0, 4.0, 5.0, 4.0, 2.0, 4.0, 3.0, 5.0])
    found = corrected_mean(scores, bias=0.4, bias_error=0.15, bias_families=20, low=1, high=5)
    assert found is not None
    own = scores.var(ddof=1) / 8
    spread = own + 0.15**2
    degrees = spread**2 / (own**2 / 7 + 0.15**4 / 19)
    assert found.degrees == pytest.approx(degrees)
    assert found.mean == pytest.approx(scores.mean() - 0.4)
    assert found.upper == pytest.approx(found.mean + stdtrit(degrees, 0.95) * math.sqrt(spread))
    assert found.lower == pytest.approx(found.mean - stdtrit(degrees, 0.95) * math.sqrt(spread))


def test_whole_families_count() -> None:
    """Four copies of each score are worth no more than the scores."""
    scores = [3.0, 4.0, 5.0, 2.0, 4.0]
    one = corrected_mean(scores, bias=0, bias_error=0.1, bias_families=9, low=1, high=5)
    four = corrected_mean(
        scores * 4,
        families=list(range(5)) * 4,
        bias=0,
        bias_error=0.1,
        bias_families=9,
        low=1,
        high=5,
    )
    assert one is not None
    assert four is not None
    assert (one.lower, one.upper) == pytest.approx((four.lower, four.upper))


def test_it_stays_inside_the_grades() -> None:
    """A large bias makes no grade below the least."""
    found = corrected_mean([1.0, 1.0, 2.0], bias=3, bias_error=0.1, bias_families=9, low=1, high=5)
    assert found is not None
    assert (found.mean, found.lower) == (1.0, 1.0)
    assert found.upper is not None
    assert found.upper >= found.mean


def test_degenerate_data_have_no_bounds() -> None:
    """No score, one family, a bias of one family, or no spread at all."""
    how = {"bias": 0.2, "low": 1, "high": 5}
    assert corrected_mean([], bias_error=0.1, bias_families=9, **how) is None  # type: ignore[arg-type]
    for scores, families, error, count in (
        ([4.0, 4.0], ["a", "a"], 0.1, 9),
        ([4.0, 3.0], ["a", "b"], 0.1, 1),
        ([4.0, 4.0], ["a", "b"], 0.0, 9),
    ):
        found = corrected_mean(
            scores,
            families=families,
            bias_error=error,
            bias_families=count,
            **how,  # type: ignore[arg-type]
        )
        assert found is not None
        assert (found.lower, found.upper) == (None, None)


@pytest.mark.parametrize(
    ("scores", "low", "high"), [([6.0], 1, 5), ([math.nan], 1, 5), ([3], 5, 1)]
)
def test_what_is_no_grade_is_refused(scores: list[float], low: float, high: float) -> None:
    """Outside the grades, not a number, or no range."""
    with pytest.raises(ValueError, match="grades"):
        corrected_mean(scores, bias=0, bias_error=0.1, bias_families=5, low=low, high=high)


def _errors(*, shift: float, runs: int = 400) -> float:
    """Return how often the lower bound lies above the truth; ``shift`` moves the run's grades."""
    rng = np.random.default_rng(11)
    wrong = 0
    for _ in range(runs):
        people = rng.integers(2, 6, 80)
        judge = np.minimum(people + (rng.random(80) < 0.5), 5)  # inflates, but not what is top
        truth = np.clip(rng.integers(2, 6, 120) + shift, 1, 5)
        seen = np.minimum(truth + (rng.random(120) < 0.5), 5)
        differences = judge - people
        found = corrected_mean(
            seen,
            bias=differences.mean(),
            bias_error=differences.std(ddof=1) / math.sqrt(80),
            bias_families=80,
            low=1,
            high=5,
        )
        assert found is not None
        expected = np.clip(np.arange(2, 6) + shift, 1, 5).mean()
        wrong += (found.lower or 0) > expected
    return wrong / runs


def test_its_bound_holds_where_the_bias_is_the_same() -> None:
    """The lower bound errs about one time in twenty."""
    assert _errors(shift=0) <= 0.05 + 3 * math.sqrt(0.05 * 0.95 / 400)


def test_its_bound_does_not_hold_after_a_shift() -> None:
    """Where the run got worse and the judge inflates more there: this is why it never gates."""
    assert _errors(shift=-1) > 0.15
