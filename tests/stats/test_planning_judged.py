"""Chances of a verdict through a judge: the study's table, simulation, and the exact limit."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mhgate.stats.melded import JudgeCounts, melded, melded_p_at_least
from mhgate.stats.planning import verdict_chances
from mhgate.stats.planning_judged import (
    JudgeRates,
    certified_verdict_chances,
    fewest_to_pass,
    judged_verdict_chances,
)

# The study's table, simulated there: P(pass) at theta .99. Where its last digit disagrees with the
# exact value by more than .02 (three cells), 20,000 runs drawn for this test settled it.
_TABLE = [
    (0.95, (0.99, 0.95, 100, 50), 200, 0.74),
    (0.95, (0.99, 0.95, 100, 50), 500, 0.97),
    (0.95, (0.98, 0.9, 100, 50), 100, 0.27),
    (0.95, (0.98, 0.9, 100, 50), 200, 0.52),
    (0.95, (0.98, 0.9, 100, 50), 500, 0.81),
    (0.95, (0.98, 0.9, 400, 100), 100, 0.34),
    (0.95, (0.98, 0.9, 400, 100), 500, 0.92),
    (0.95, (0.95, 0.9, 400, 100), 200, 0.41),
    (0.95, (0.95, 0.9, 400, 100), 500, 0.69),
    (0.95, (0.95, 0.9, 50, 50), 100, 0.16),
    (0.95, (0.95, 0.9, 50, 50), 500, 0.30),
    (0.90, (0.98, 0.9, 100, 50), 100, 0.86),
    (0.90, (0.98, 0.9, 100, 50), 200, 0.99),
]
_DRAWN = [
    (0.95, (0.99, 0.95, 100, 50), 100, 0.407),
    (0.95, (0.98, 0.9, 400, 100), 200, 0.623),
    (0.95, (0.95, 0.9, 50, 50), 200, 0.220),
]


@pytest.mark.parametrize(("threshold", "design", "n", "passes"), _TABLE + _DRAWN)
def test_known_chances(
    threshold: float, design: tuple[float, float, int, int], n: int, passes: float
) -> None:
    """The chance of a pass is the study's within its Monte Carlo error."""
    sensitivity, specificity, good, bad = design
    found = judged_verdict_chances(
        0.99, threshold, n, n, JudgeRates(sensitivity, specificity), good=good, bad=bad
    )
    assert found.passes == pytest.approx(passes, abs=0.02)
    assert found.passes + found.fails + found.undecided == pytest.approx(1)


def test_the_chance_is_that_of_drawn_runs() -> None:
    """Runs and gold drawn afresh pass as often as was said, up to Monte Carlo error."""
    rng = np.random.default_rng(20261130)
    judge, rate, n, runs = JudgeRates(0.97, 0.9), 0.98, 150, 600
    said = judged_verdict_chances(rate, 0.92, n, n, judge, good=80, bad=40)
    passed = 0
    for _ in range(runs):
        gold = JudgeCounts(int(rng.binomial(80, 0.97)), 80, int(rng.binomial(40, 0.9)), 40)
        x = int(rng.binomial(n, judge.shown(rate)))
        passed += float(melded_p_at_least(x, n, 0.92, gold)) < 0.05
    assert passed / runs == pytest.approx(said.passes, abs=3 * 0.5 / runs**0.5 + 0.005)


@pytest.mark.parametrize("judge", [JudgeRates(0.99, 0.95), JudgeRates(0.9, 0.9)])
@pytest.mark.parametrize("threshold", [0.9, 0.95])
def test_at_the_threshold_either_claim_is_rare(judge: JudgeRates, threshold: float) -> None:
    """A product exactly at the threshold passes or fails about as seldom as alpha says."""
    found = judged_verdict_chances(threshold, threshold, 200, 200, judge, good=100, bad=50)
    assert found.passes <= 0.054
    assert found.fails <= 0.044


@given(st.floats(0.5, 1), st.integers(5, 60), st.integers(1, 4))
@settings(max_examples=20)
def test_a_perfect_and_well_known_judge_is_no_judge(rate: float, families: int, size: int) -> None:
    """With endless gold and no error, the chances are those of exact counts."""
    found = certified_verdict_chances(
        rate, 0.9, families * size, families, JudgeCounts(1e7, 1e7, 1e7, 1e7), icc_floor=0.2
    )
    exact = verdict_chances(rate, 0.9, families * size, families)
    assert found.passes == pytest.approx(exact.passes, abs=1e-3)
    assert found.fails == pytest.approx(exact.fails, abs=1e-3)


def test_more_of_anything_helps() -> None:
    """Better products, more items, more families, a better judge and more gold pass more often."""

    def chance(
        rate: float = 0.98,
        items: int = 200,
        families: int = 100,
        right: float = 0.97,
        gold: int = 100,
    ) -> float:
        return judged_verdict_chances(
            rate, 0.9, items, families, JudgeRates(right, 0.9), good=gold, bad=gold // 2
        ).passes

    base = chance()
    better = [chance(rate=0.995), chance(items=300), chance(families=200)]
    better += [chance(right=0.99), chance(gold=300)]
    assert all(each > base for each in better)


def test_a_known_certificate_is_used_as_it_is() -> None:
    """A lucky certificate passes more often than an unlucky one of the same judge."""
    plan = (0.99, 0.95, 200, 200)
    lucky = certified_verdict_chances(*plan, JudgeCounts(96, 100, 49, 50))
    typical = certified_verdict_chances(*plan, JudgeCounts(98, 100, 48, 50))
    assert lucky.passes != typical.passes
    for each in (lucky, typical):
        assert each.passes + each.fails + each.undecided == pytest.approx(1)
        assert min(each.passes, each.fails, each.undecided) >= 0


@given(
    st.integers(0, 80),
    st.sampled_from([0.0, 0.5, 0.9, 0.99, 1.0]),
    st.sampled_from(
        [JudgeCounts(48, 50, 45, 50), JudgeCounts(3, 5, 4, 5), JudgeCounts(1, 5, 1, 5)]
    ),
)
@settings(max_examples=30)
def test_the_fewest_that_pass_are_the_fewest(
    trials: int, threshold: float, judge: JudgeCounts
) -> None:
    """The number found passes, one fewer does not, and trials + 1 says that none does."""
    found = int(fewest_to_pass(trials, threshold, judge))
    assert 0 <= found <= trials + 1
    if found <= trials:
        assert float(melded_p_at_least(found, trials, threshold, judge)) < 0.05
        assert melded(found, trials, judge).lower >= threshold - 1e-8
    if found > 0:
        assert float(melded_p_at_least(found - 1, trials, threshold, judge)) >= 0.05


def test_plans_without_items_or_gold_decide_nothing() -> None:
    """No items, one family, or no gold: undecided, unless there is nothing to reach."""
    judge = JudgeRates(0.99, 0.95)
    for items, families, good, bad in ((0, 0, 100, 50), (50, 1, 100, 50), (100, 100, 0, 0)):
        found = judged_verdict_chances(0.99, 0.9, items, families, judge, good=good, bad=bad)
        assert (found.passes, found.fails, found.undecided) == (0, 0, 1)
    assert judged_verdict_chances(0.5, 0.0, 0, 0, judge, good=9, bad=9).passes == 1
    assert certified_verdict_chances(0.5, 0.0, 0, 0, JudgeCounts(9, 9, 9, 9)).passes == 1
    assert certified_verdict_chances(0.5, 0.0, 9, 9, JudgeCounts(9, 9, 9, 9)).undecided < 1e-9


def test_judge_rates_are_shares() -> None:
    """A rate outside [0, 1] raises with its name; the reported rate lies between the extremes."""
    with pytest.raises(ValueError, match="specificity"):
        JudgeRates(0.9, 1.2)
    with pytest.raises(ValueError, match="sensitivity"):
        JudgeRates(float("nan"), 0.5)
    judge = JudgeRates(0.9, 0.8)
    assert [judge.shown(rate) for rate in (0, 1)] == pytest.approx([0.2, 0.9])
    assert judge.youden == pytest.approx(0.7)
