"""Choices against a key: the package's F1, the linearised error, and classes that are not there."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.special import stdtrit

from mhgate.stats.classification import Classification, classification
from mhgate.stats.cluster_rate import cluster_rate

_KEY = ["imminent", "none", "high", "low", "none", "low", "high", "none", "imminent", "low", "none",
        "high"]  # fmt: skip
_CHOSEN = ["imminent", "none", "high", "none", "none", "low", "imminent", "low", "imminent", "low",
           "none", "low"]  # fmt: skip

_label = st.sampled_from(["high", "low", "none"])
_trial = st.tuples(_label, st.one_of(st.none(), _label), st.integers(0, 6))
_trials = st.lists(_trial, max_size=30)

Trials = list[tuple[str, str | None, int]]


def _found(trials: Trials) -> Classification:
    return classification(
        [truth for truth, _, _ in trials],
        [chosen for _, chosen, _ in trials],
        [chosen is None for _, chosen, _ in trials],
        [family for _, _, family in trials],
    )


def _measured(truth: list[str], chosen: list[str]) -> Classification:
    return classification(truth, chosen, [False] * len(truth), range(len(truth)))


def test_reference_values() -> None:
    """Accuracy, F1 and recall of each class are scikit-learn's.

    scikit-learn 1.9.1: accuracy_score, f1_score(average="macro"), f1_score(average=None) and
    recall_score(average=None) with the labels sorted.
    """
    found = classification(_KEY, _CHOSEN, [False] * 12, np.repeat(range(6), 2))
    assert found.accuracy == pytest.approx(0.6666666667)
    assert found.macro_f1 == pytest.approx(0.6553571429)
    assert [each.label for each in found.classes] == ["high", "imminent", "low", "none"]
    assert [each.f1 for each in found.classes] == pytest.approx([0.5, 0.8, 0.5714285714, 0.75])
    recalls = [each.recall for each in found.classes]
    assert recalls == pytest.approx([0.3333333333, 1, 0.6666666667, 0.75])


def test_reference_error_of_macro_f1() -> None:
    """The linearised standard error is that of scikit-learn's numerical derivatives.

    scikit-learn 1.9.1: g = derivatives of f1_score(average="macro", sample_weight=w) by the weight
    of each of six families of two (step 1e-6), sqrt(6 / 5 sum g^2) = 0.1582226569.
    """
    family = np.repeat(range(6), 2)
    t_margin = -float(stdtrit(5, 0.05)) * 0.1582226569
    unseen = 12 * (1 - 0.05 ** (1 / 12))
    costliest = ((2 - 0.5) / 4 + 0.8 / 5) / 4  # a "high" lost to "imminent"
    found = classification(_KEY, _CHOSEN, [False] * 12, family, icc_floor=0)
    assert found.macro_f1_lower == pytest.approx(
        0.6553571429 - np.hypot(t_margin, unseen * costliest), abs=1e-6
    )


def test_classes_that_are_not_there() -> None:
    """A class chosen but not in the key, and one never chosen rightly, count with an F1 of 0.

    scikit-learn 1.9.1: f1_score(key, chosen, average=None) = [0.8, 0.6667, 0, 0], macro 0.3667.
    """
    found = _measured(["a", "b", "c", "a", "b", "c"], ["a", "b", "d", "a", "c", "a"])
    assert [each.f1 for each in found.classes] == pytest.approx([0.8, 0.6666666667, 0, 0])
    assert found.macro_f1 == pytest.approx(0.3666666667)
    stranger = found.classes[3]
    assert (stranger.label, stranger.trials, stranger.recall) == ("d", 0, None)
    assert (stranger.recall_interval.lower, stranger.recall_interval.upper) == (0, 1)


def test_a_class_of_neither_does_not_exist_for_the_mean() -> None:
    """A class whose only trial failed has no F1 and is left out of the macro mean.

    scikit-learn 1.9.1: f1_score(labels=list("abc"), average="macro", zero_division=nan) = 0.6667.
    """
    found = _found([("a", "a", 1), ("b", "b", 2), ("a", "b", 3), ("c", None, 4)])
    assert found.macro_f1 == pytest.approx(0.6666666667)
    assert (found.classes[2].label, found.classes[2].f1, found.classes[2].trials) == ("c", None, 1)


def test_accuracy_and_recall_are_rates_by_family() -> None:
    """Their intervals are ``cluster_rate``'s, each over its own trials."""
    family = np.repeat(range(6), 2)
    found = classification(_KEY, _CHOSEN, [False] * 12, family)
    right = np.equal(_KEY, _CHOSEN)
    counts = np.bincount(family, right)
    assert found.accuracy_interval == cluster_rate(counts, 0 * counts, [2] * 6)
    none = np.equal(_KEY, "none")
    sizes, hits = np.bincount(family, none), np.bincount(family, none & right)
    seen = sizes > 0
    assert found.classes[3].recall_interval == cluster_rate(hits[seen], 0 * hits[seen], sizes[seen])


@given(_trials)
def test_bounds_are_bounds(trials: Trials) -> None:
    """Bounds lie in [0, 1] around what was found, and nothing is ever NaN."""
    found = _found(trials)
    assert 0 <= found.macro_f1_lower <= found.macro_f1_upper <= 1
    if found.macro_f1 is not None:
        assert found.macro_f1_lower - 1e-9 <= found.macro_f1 <= found.macro_f1_upper + 1e-9
        assert found.macro_f1_upper - found.macro_f1_lower > 0
    intervals = [found.accuracy_interval, *(each.recall_interval for each in found.classes)]
    shares = [found.accuracy, *(each.recall for each in found.classes)]
    for interval, share in zip(intervals, shares, strict=True):
        assert 0 <= interval.lower <= interval.upper <= 1
        assert share is None or interval.lower - 1e-9 <= share <= interval.upper + 1e-9


@given(_trials, st.data())
def test_a_failure_widens_on_both_sides(trials: Trials, data: st.DataObject) -> None:
    """Accuracy never narrows by a failure; macro F1 holds the measured trials' interval."""
    whole = _found(trials)
    alone = _found([trial for trial in trials if trial[1] is not None])
    assert whole.macro_f1 == alone.macro_f1
    assert whole.macro_f1_lower <= alone.macro_f1_lower + 1e-9
    assert whole.macro_f1_upper >= alone.macro_f1_upper - 1e-9
    if trials:
        i = data.draw(st.integers(0, len(trials) - 1))
        truth, _, family = trials[i]
        lost = _found([*trials[:i], (truth, None, family), *trials[i + 1 :]])
        assert lost.accuracy_interval.lower <= whole.accuracy_interval.lower + 1e-9
        assert lost.accuracy_interval.upper >= whole.accuracy_interval.upper - 1e-9


@given(_trials, st.randoms())
def test_order_and_names_do_not_matter(trials: Trials, random: Random) -> None:
    """Any order of the trials, and other names in the same order, give the same interval."""
    named: Trials = [(f"x{t}", None if c is None else f"x{c}", 9 - f) for t, c, f in trials]
    before, after = _found(trials), _found(random.sample(named, len(named)))
    assert after.macro_f1_lower == pytest.approx(before.macro_f1_lower, abs=1e-9)
    assert after.macro_f1_upper == pytest.approx(before.macro_f1_upper, abs=1e-9)
    assert after.accuracy_interval.lower == pytest.approx(before.accuracy_interval.lower, abs=1e-9)


def test_a_failure_costs_what_a_wrong_choice_costs() -> None:
    """Five failures of a hundred lower the bound about as far as five wrong choices."""
    truth = ["yes", "no"] * 50
    perfect = _measured(truth, truth)
    failing = classification(truth, truth, [n < 5 for n in range(100)], range(100))
    wrong = _measured(truth, [("no", "yes")[n % 2] if n < 5 else t for n, t in enumerate(truth)])
    assert failing.macro_f1 == 1
    assert perfect.macro_f1_lower > failing.macro_f1_lower
    assert failing.macro_f1_lower == pytest.approx(wrong.macro_f1_lower, abs=0.02)


def test_a_perfect_record_is_no_certainty() -> None:
    """Without an error the bounds stay below 1, and lower for a rare class than for even ones."""
    even = _measured(["a", "b"] * 30, ["a", "b"] * 30)
    rare = _measured(["a"] * 55 + ["b"] * 5, ["a"] * 55 + ["b"] * 5)
    assert even.macro_f1 == rare.macro_f1 == 1
    assert rare.macro_f1_lower < even.macro_f1_lower < 1
    assert even.macro_f1_lower == pytest.approx(even.accuracy_interval.lower, abs=0.01)


def test_whole_numbers_are_labels_too() -> None:
    """Levels 0 to 3 come back as whole numbers, whatever stands where nothing was chosen."""
    found = classification([0, 1, 2, 3], [0, 1, 2, None], [False, False, False, True], [1, 2, 3, 4])
    assert [each.label for each in found.classes] == [0, 1, 2, 3]
    assert found.accuracy == 1
    assert found.measured == 3


def test_nothing_measured_says_nothing() -> None:
    """No trials, one family and an outage give [0, 1]."""
    for found in (
        classification([], [], [], []),
        classification(["a", "b"], ["a", "b"], [False] * 2, [1, 1]),
        classification(["a", "b"] * 9, [None] * 18, [True] * 18, range(18)),
    ):
        assert (found.macro_f1_lower, found.macro_f1_upper) == (0, 1)
        assert (found.accuracy_interval.lower, found.accuracy_interval.upper) == (0, 1)


def test_lists_that_do_not_fit_are_refused() -> None:
    """Lists of unequal length raise."""
    with pytest.raises(ValueError, match="one each a trial"):
        classification(["a"], ["a"], [False], [1, 2])
