"""A perfect record: what each design makes of it, and how many families it takes."""

from __future__ import annotations

import itertools

import pytest

from mhgate.stats.melded import JudgeCounts
from mhgate.stats.perfect_record import (
    Design,
    families_for_perfect_record,
    judged_perfect_bound,
    perfect_bound,
)
from mhgate.stats.planning_gold import best_lower_bound
from mhgate.stats.zero_failures import families_without_failure, perfect_lower_bound

_JUDGE = JudgeCounts(95, 100, 47, 50)


def _plan(families: int, size: int) -> list[int]:
    return [name for _ in range(size) for name in range(families)]


@pytest.mark.parametrize(
    ("threshold", "items"), [(0.8, 14), (0.9, 29), (0.95, 59), (0.98, 149), (0.99, 299)]
)
def test_the_study_s_zero_failure_numbers(threshold: float, items: int) -> None:
    """Independent items, one look: the numbers of the study, and one item fewer does not do."""
    assert families_for_perfect_record(threshold, 1, alpha=0.05, design="fixed") == items
    for count, passes in ((items, True), (items - 1, False)):
        bound = perfect_bound(range(count), threshold=threshold, alpha=0.05, design="fixed")
        assert (bound >= threshold) is passes


def test_fixed_designs_agree_with_the_closed_form() -> None:
    """Families of equal size: bound and number of families are those of ``zero_failures``."""
    found = perfect_bound(_plan(28, 2), threshold=0.85, alpha=0.05, design="fixed")
    assert found == pytest.approx(perfect_lower_bound(2, 28), abs=1e-9)
    for threshold in (0.85, 0.95):
        assert families_for_perfect_record(
            threshold, 2, alpha=0.05, design="fixed"
        ) == families_without_failure(threshold, 2)


@pytest.mark.parametrize("design", ["fixed", "looks", "sequential"])
@pytest.mark.parametrize("size", [1, 3])
def test_the_families_that_it_takes_are_enough(design: Design, size: int) -> None:
    """A plan of that many families passes; one of a quarter fewer does not."""
    families = families_for_perfect_record(0.92, size, alpha=0.05, design=design)
    assert families is not None
    for count, passes in ((families, True), (round(0.75 * families), False)):
        plan = _plan(count, size)
        bound = perfect_bound(plan, threshold=0.92, alpha=0.05, design=design)
        assert (bound >= 0.92) is passes


def test_a_judge_s_gold_is_the_limit() -> None:
    """More families raise the bound towards what the gold leaves open, and never beyond it."""
    bounds = [
        judged_perfect_bound(4 * families, families, _JUDGE, alpha=0.05, design="fixed")
        for families in (10, 60, 600, 6000)
    ]
    assert all(low < high for low, high in itertools.pairwise(bounds))
    best = best_lower_bound(1.0, _JUDGE)
    assert bounds[-1] < best
    beyond = (best + 1) / 2
    assert families_for_perfect_record(beyond, 4, alpha=0.05, design="fixed", judge=_JUDGE) is None
    families = families_for_perfect_record(0.93, 4, alpha=0.05, design="looks", judge=_JUDGE)
    assert families is not None
    shown = judged_perfect_bound(4 * families, families, _JUDGE, alpha=0.05, design="looks")
    assert shown >= 0.93


def test_degenerate_plans() -> None:
    """No trial, one family, no gold: nothing is proven. A threshold of 0 takes nothing, 1 all."""
    assert perfect_bound([], threshold=0.5, alpha=0.05, design="fixed") == 0
    assert perfect_bound([0] * 50, threshold=0.5, alpha=0.05, design="looks") == 0
    assert judged_perfect_bound(50, 1, _JUDGE, alpha=0.05, design="fixed") == 0
    assert judged_perfect_bound(50, 50, JudgeCounts(0, 0, 5, 5), alpha=0.05, design="fixed") == 0
    for design in ("fixed", "looks", "sequential"):
        assert families_for_perfect_record(0.0, 2, alpha=0.05, design=design) == 0
        assert families_for_perfect_record(1.0, 2, alpha=0.05, design=design) is None
