"""Planning: the published sample sizes, and agreement with what the gate will do."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mhgate.stats.cluster_rate import cluster_rate
from mhgate.stats.planning import (
    expected_interval,
    planned_effective_n,
    verdict_chances,
)
from mhgate.stats.zero_failures import (
    families_without_failure,
    items_without_failure,
    perfect_lower_bound,
)


@pytest.mark.parametrize(
    ("threshold", "needed"),
    [
        (0.8, (14, 17, 21)),
        (0.9, (29, 36, 44)),
        (0.95, (59, 72, 90)),
        (0.98, (149, 183, 228)),
        (0.99, (299, 368, 459)),
        (0.995, (598, 736, 919)),
    ],
)
def test_zero_failure_sizes(threshold: float, needed: tuple[int, int, int]) -> None:
    """Items without a failure that prove a rate, at three error rates, as in the tables."""
    found = tuple(items_without_failure(threshold, alpha=a) for a in (0.05, 0.025, 0.01))
    assert found == needed
    assert families_without_failure(threshold, 1) == needed[0]


def test_thresholds_at_the_ends() -> None:
    """A threshold of 0 takes nothing; one of 1 is never proven; outside [0, 1] is refused."""
    assert items_without_failure(0.0) == 0
    assert items_without_failure(1.0) is None
    assert families_without_failure(0.0, 3) == 0
    assert families_without_failure(1.0, 3) is None
    with pytest.raises(ValueError, match="expected a rate"):
        items_without_failure(1.2)


@pytest.mark.parametrize(
    ("rate", "threshold", "power", "needed", "verdict"),
    [
        (0.99, 0.95, 0.8, 124, "passes"),
        (0.99, 0.95, 0.9, 181, "passes"),
        (0.98, 0.95, 0.8, 286, "passes"),
        (0.96, 0.90, 0.8, 142, "passes"),
        (0.90, 0.95, 0.8, 191, "fails"),
        (0.80, 0.90, 0.9, 121, "fails"),
    ],
)
def test_sizes_for_a_verdict(
    rate: float, threshold: float, power: float, needed: int, verdict: str
) -> None:
    """From the tabled number of items on the verdict has its power; with one less it has not."""

    def chance(n: int) -> float:
        return float(getattr(verdict_chances(rate, threshold, n, n), verdict))

    assert chance(needed - 1) < power
    assert all(chance(n) >= power for n in range(needed, needed + 25))


@given(
    st.floats(0, 1), st.sampled_from([0.0, 0.8, 0.95, 1.0]), st.integers(0, 60), st.integers(1, 5)
)
def test_chances_add_up(rate: float, threshold: float, families: int, size: int) -> None:
    """The three chances lie in [0, 1] and add up to 1, whatever the plan."""
    chances = verdict_chances(rate, threshold, families * size, families)
    parts = (chances.passes, chances.fails, chances.undecided)
    assert sum(parts) == pytest.approx(1)
    assert all(-1e-9 <= part <= 1 + 1e-9 for part in parts)


@given(st.integers(2, 60), st.integers(1, 5))
def test_a_perfect_bot_reaches_the_planned_bound(families: int, size: int) -> None:
    """What the plan says a perfect bot reaches is what the gate's interval gives it."""
    gate = cluster_rate([size] * families, [0] * families, [size] * families)
    assert perfect_lower_bound(size, families) == pytest.approx(gate.lower, abs=1e-9)
    assert expected_interval(1.0, size * families, families).lower == pytest.approx(gate.lower)
    assert planned_effective_n(size * families, families) == pytest.approx(gate.effective_n)


@given(st.sampled_from([0.8, 0.85, 0.9]), st.integers(1, 4))
def test_the_fewest_families_are_the_fewest(threshold: float, size: int) -> None:
    """One family less than said, and a perfect bot could not pass."""
    families = families_without_failure(threshold, size)
    assert perfect_lower_bound(size, families) >= threshold
    assert perfect_lower_bound(size, families - 1) < threshold


def test_one_family_plans_nothing() -> None:
    """A plan of one family expects [0, 1] and decides nothing."""
    interval = expected_interval(0.9, 40, 1)
    assert (interval.lower, interval.upper) == (0, 1)
    assert verdict_chances(1.0, 0.8, 40, 1).undecided == 1
    assert verdict_chances(1.0, 0.0, 40, 1).passes == 1
