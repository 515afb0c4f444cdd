"""What gold leaves open: the judge's floor, whether items can help, and how much gold to add."""

from __future__ import annotations

import pytest

from benchmarks.coverage.judges import judged, noisy
from mhgate.stats.melded import JudgeCounts, melded_lower
from mhgate.stats.planning_gold import (
    best_lower_bound,
    bound_with_more,
    can_pass,
    expected_agreement_bound,
    gold_needed,
    judge_floor,
)
from mhgate.stats.planning_judged import JudgeRates, judged_verdict_chances


@pytest.mark.parametrize("rates", [JudgeRates(0.95, 0.9), JudgeRates(0.98, 0.95)])
@pytest.mark.parametrize("good", [100, 400, 2000])
def test_the_floor_is_what_endless_items_leave(rates: JudgeRates, good: int) -> None:
    """The normal floor is the distance of the bound itself, near enough to plan with."""
    found = 1 - best_lower_bound(1.0, rates.expected(good, good))
    assert found == pytest.approx(judge_floor(1.0, rates, good), rel=0.35)


def test_the_floor_falls_with_gold_and_with_the_judges_errors() -> None:
    """Four times the gold halves it; no gold, or chance, leaves everything open."""
    rates = JudgeRates(0.95, 0.9)
    assert judge_floor(0.99, rates, 400) == pytest.approx(judge_floor(0.99, rates, 100) / 2)
    assert judge_floor(0.99, JudgeRates(0.98, 0.9), 100) < judge_floor(0.99, rates, 100)
    assert judge_floor(0.99, rates, 0) == 1
    assert judge_floor(0.99, JudgeRates(0.5, 0.5), 100) == 1
    assert judge_floor(0.99, JudgeRates(1.0, 0.9), 100) == 0


def test_the_best_bound_is_never_reached_by_fewer_items() -> None:
    """Endless items do better than any number of them, and gold alone sets the limit."""
    judge = JudgeRates(0.95, 0.9).expected(100, 50)
    best = best_lower_bound(1.0, judge)
    for n in (50, 500, 5000):
        assert melded_lower(0.95 * n, n, judge, alpha=0.05) < best
    assert best < best_lower_bound(1.0, JudgeRates(0.95, 0.9).expected(1000, 50)) < 1
    assert best_lower_bound(0.9, judge) < best
    assert best_lower_bound(1.0, JudgeCounts(0, 0, 5, 5)) == 0
    assert best_lower_bound(1.0, JudgeCounts(5, 10, 5, 10)) == 0


def test_some_thresholds_no_number_of_items_reaches() -> None:
    """With little gold a high threshold is out of reach; with more gold it is not."""
    rates = JudgeRates(0.95, 0.9)
    assert not can_pass(0.98, rates.expected(100, 50))
    assert can_pass(0.98, rates.expected(1000, 50))
    assert not can_pass(0.9, rates.expected(1000, 50), rate=0.9)
    hopeless = judged_verdict_chances(1.0, 0.98, 5000, 5000, rates, good=100, bad=50)
    assert hopeless.passes < 0.5


@pytest.mark.parametrize(
    ("items", "rates", "good", "bad"),
    [
        (500, JudgeRates(0.98, 0.9), 60, 50),
        (500, JudgeRates(0.98, 0.7), 400, 8),
        (300, JudgeRates(1.0, 0.8), 100, 3),
    ],
)
def test_the_gold_that_is_asked_for_is_enough(
    items: int, rates: JudgeRates, good: int, bad: int
) -> None:
    """With the labels asked for a pass is probable enough, and with half of them it is not."""
    found = gold_needed(0.99, 0.95, items, items, rates, good=good, bad=bad)
    assert found is not None
    assert found.good + found.bad > 0

    def chance(share: float) -> float:
        return judged_verdict_chances(
            0.99,
            0.95,
            items,
            items,
            rates,
            good=good + int(share * found.good),
            bad=bad + int(share * found.bad),
        ).passes

    assert chance(1) >= 0.8 - 0.02
    assert chance(0.5) < 0.8


def test_gold_is_asked_for_where_it_is_short() -> None:
    """Truly good gold where that is short, truly bad gold where that is."""
    short_of_good = gold_needed(0.99, 0.95, 500, 500, JudgeRates(0.98, 0.9), good=60, bad=200)
    short_of_bad = gold_needed(0.99, 0.95, 300, 300, JudgeRates(1.0, 0.8), good=100, bad=3)
    assert short_of_good is not None
    assert short_of_bad is not None
    assert short_of_good.good > short_of_good.bad
    assert short_of_bad.good == 0 < short_of_bad.bad


def test_where_gold_is_not_what_is_missing() -> None:
    """Nothing is asked for where it suffices, and None says that items or the product are short."""
    rates = JudgeRates(0.99, 0.95)
    enough = gold_needed(0.99, 0.95, 500, 500, rates, good=100, bad=50)
    assert enough is not None
    assert (enough.good, enough.bad) == (0, 0)
    assert enough.passes > 0.8
    assert gold_needed(0.99, 0.95, 30, 30, rates, good=100, bad=50) is None
    assert gold_needed(0.95, 0.95, 500, 500, rates, good=100, bad=50) is None
    assert gold_needed(0.99, 0.95, 500, 500, JudgeRates(0.5, 0.4), good=100, bad=50) is None


def test_the_expected_bound_is_that_of_drawn_gold() -> None:
    """Of a judge whose grades lie about those of people it is the mean bound, nearly."""
    found = judged(noisy(1.0), families=60, runs=60, seed=5)["quadratic kappa"]
    expected = expected_agreement_bound(0.796, 150 / 1.4, grades=5)
    assert found.mean == pytest.approx(expected, abs=0.03)


def test_more_gold_brings_a_bound_nearer_to_the_value() -> None:
    """Four times as much halves the margin; nothing added changes nothing."""
    assert bound_with_more(0.9, 0.7, 50, more=150) == pytest.approx(0.8)
    assert bound_with_more(0.9, 0.7, 50, more=0) == pytest.approx(0.7)
    bounds = [expected_agreement_bound(0.9, n, grades=5) for n in (2, 20, 60, 200, 2000)]
    assert bounds == sorted(bounds)
    assert bounds[0] == -1
