"""A judge's rates against gold, and the rule by which it may gate."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mhgate.stats.clopper_pearson import clopper_pearson
from mhgate.stats.judge_rates import LeastGold, gold_shortfalls, judge_rates, may_gate

_labels = st.lists(
    st.tuples(st.booleans(), st.sampled_from([True, False, None]), st.integers(0, 5)),
    min_size=1,
    max_size=60,
)


def test_without_families_bounds_are_clopper_pearson() -> None:
    """binom.test(90, 100) and binom.test(45, 50): each class its own exact interval."""
    rates = judge_rates(
        [True] * 100 + [False] * 50, [True] * 90 + [False] * 10 + [False] * 45 + [True] * 5
    )
    for found, right, total in ((rates.sensitivity, 90, 100), (rates.specificity, 45, 50)):
        exact = clopper_pearson(right, total)
        assert (found.lower, found.upper) == pytest.approx((exact.lower, exact.upper))
        assert (found.right, found.measured, found.effective_measured) == (right, total, total)
    assert rates.youden == pytest.approx(0.8)
    counts = rates.counts
    assert (counts.judged_good, counts.good) == (90, 100)
    assert (counts.judged_bad, counts.bad) == (45, 50)


def test_families_cost_effective_labels() -> None:
    """Gold in families of five is worth less, even where the judge is always right."""
    labels = np.arange(100) // 5
    truth = labels % 2 == 0
    rates = judge_rates(truth, truth, families=labels)
    assert rates.sensitivity.families == 10
    assert rates.sensitivity.effective_measured < 50 / 1.39
    assert rates.sensitivity.effective_right == rates.sensitivity.effective_measured
    assert rates.sensitivity.lower < judge_rates(truth, truth).sensitivity.lower


def test_no_judgement_counts_against_the_lower_and_for_the_upper_bound() -> None:
    """Failures of the judge widen both sides and stay out of the effective counts."""
    truth = [True] * 50 + [False] * 30
    judged: list[bool | None] = [True] * 45 + [None] * 5 + [False] * 30
    rates = judge_rates(truth, judged)
    assert (rates.sensitivity.unmeasured, rates.sensitivity.rate) == (5, 1.0)
    assert rates.sensitivity.lower == pytest.approx(clopper_pearson(45, 50).lower)
    assert rates.sensitivity.upper == 1.0
    assert rates.counts.good == 45


def test_a_class_without_items_knows_nothing() -> None:
    """Gold without failures says nothing about specificity."""
    rates = judge_rates([True] * 80, [True] * 80)
    assert (rates.specificity.rate, rates.specificity.lower, rates.specificity.upper) == (
        None,
        0.0,
        1.0,
    )
    assert rates.youden is None
    reasons = may_gate(rates, least_sensitivity=0.5, least_specificity=0.5)
    assert "0 truly bad items; at least 20 are needed" in reasons
    assert "the lower bound of specificity is 0.000; at least 0.5 is needed" in reasons
    empty = judge_rates([], [])
    assert (empty.items, empty.families, empty.sensitivity.rate) == (0, 0, None)


def test_both_bounds_and_enough_gold_are_needed() -> None:
    """A judge that is right about one class alone does not gate, nor one with little gold."""
    truth = [True] * 80 + [False] * 40
    always_good = judge_rates(truth, [True] * 120)
    reasons = may_gate(always_good, least_sensitivity=0.8, least_specificity=0.8)
    assert len(reasons) == 1
    assert "specificity" in reasons[0]
    right = judge_rates(truth, truth)
    assert may_gate(right, least_sensitivity=0.9, least_specificity=0.9) == ()
    few = judge_rates(truth[60:], truth[60:], families=np.arange(60) // 7)
    assert may_gate(few, least_sensitivity=0, least_specificity=0) == (
        "9 families; at least 10 are needed",
    )
    assert may_gate(few, least_sensitivity=0, least_specificity=0, least=LeastGold(9, 9, 9)) == ()


def test_shortfalls_name_what_is_missing() -> None:
    """Each shortage has its sentence, in order; nothing is short at the limits."""
    assert gold_shortfalls(60, 10, 20) == ()
    assert gold_shortfalls(59, 9, 19) == (
        "59 items; at least 60 are needed",
        "9 families; at least 10 are needed",
        "19 truly bad items; at least 20 are needed",
    )


@given(_labels, st.integers(0, 59))
def test_one_more_right_judgement_never_lowers_a_bound(
    labels: list[tuple[bool, bool | None, int]], which: int
) -> None:
    """Turning a wrong or missing judgement right lowers neither lower nor upper bound."""
    truth, judged, families = (list(each) for each in zip(*labels, strict=True))
    before = judge_rates(truth, judged, families=families)
    judged[which % len(judged)] = truth[which % len(judged)]
    after = judge_rates(truth, judged, families=families)
    for old, new in (
        (before.sensitivity, after.sensitivity),
        (before.specificity, after.specificity),
    ):
        assert 0 <= new.lower <= new.upper <= 1
        assert new.lower >= old.lower - 1e-9
        assert new.upper >= old.upper - 1e-9 or old.unmeasured > new.unmeasured


@given(_labels, st.randoms(use_true_random=False))
def test_order_and_the_side_do_not_matter(
    labels: list[tuple[bool, bool | None, int]], random: Any
) -> None:
    """Order changes nothing, and calling good bad swaps the two rates."""
    truth, judged, families = zip(*labels, strict=True)
    before = judge_rates(truth, judged, families=families)
    mixed = random.sample(labels, len(labels))
    after = judge_rates(
        [not each[0] for each in mixed],
        [None if each[1] is None else not each[1] for each in mixed],
        families=[each[2] for each in mixed],
    )
    assert after.sensitivity.lower == pytest.approx(before.specificity.lower)
    assert after.specificity.upper == pytest.approx(before.sensitivity.upper)
    assert after.sensitivity.effective_right == pytest.approx(before.specificity.effective_right)


@pytest.mark.parametrize(
    ("truth", "judged", "message"),
    [
        ([True, None], [True, True], "gold label"),
        ([True, 2], [True, True], "gold label"),
        ([True], [0.5], "judgement"),
        ([True, False], [True], "as many each"),
    ],
)
def test_what_is_no_label_is_refused(truth: Any, judged: Any, message: str) -> None:
    """Gold must be true or false; a judgement may be missing, not half."""
    with pytest.raises(ValueError, match=message):
        judge_rates(truth, judged)
