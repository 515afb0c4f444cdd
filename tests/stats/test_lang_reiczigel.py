"""Lang-Reiczigel: the closed form, without the misprint, beside the melded interval."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mhgate.stats.lang_reiczigel import lang_reiczigel
from mhgate.stats.melded import JudgeCounts, melded

Oracle = Callable[[str], Any]

# R 4.3, asht 1.0.1: prevSeSp(x / n, n, a / m1, m1, b / m0, m0, conf.level = 0.95)$conf.int
_REFERENCE = [
    ((190, 200, 48, 50, 45, 50), 0.9211534162, 1.0),
    ((200, 200, 50, 50, 50, 50), 0.9714705794, 1.0),
    ((30, 100, 40, 50, 45, 50), 0.1138957694, 0.4491633537),
    ((0, 50, 20, 25, 25, 25), 0.0, 0.1051852018),
    ((50, 50, 15, 15, 15, 15), 0.9108422672, 1.0),
]


@pytest.mark.parametrize(("counts", "lower", "upper"), _REFERENCE)
def test_known_values(counts: tuple[int, ...], lower: float, upper: float) -> None:
    """The interval agrees with the reference implementation."""
    x, n, *gold = counts
    found = lang_reiczigel(x, n, JudgeCounts(*gold), level=0.95)
    assert (found.lower, found.upper) == pytest.approx((lower, upper), abs=1e-8)


def test_reference_values(oracle: Oracle) -> None:
    """Every reference value is met."""
    for row in oracle("judge_corrected.json"):
        judge = JudgeCounts(row["a"], row["m1"], row["b"], row["m0"])
        found = lang_reiczigel(row["x"], row["n"], judge, level=0.95)
        bounds = [found.lower, found.upper]
        assert bounds == pytest.approx(row["ref_lang_reiczigel"], abs=1e-9)
        assert bounds == pytest.approx(row["lang_reiczigel_asht_prevSeSp"], abs=1e-6)


def test_the_misprint_of_the_paper_is_not_reproduced() -> None:
    """With an unsure specificity, the printed (1 + rate) squared would be far wider near 1."""
    found = lang_reiczigel(98, 100, JudgeCounts(1000, 1000, 8, 10), level=0.95)
    assert found.lower > 0.89
    misprinted = 1.96 * 2 * (0.75 * 0.25 / 12) ** 0.5 / 0.75
    assert 1 - found.lower < misprinted / 5


@given(st.integers(0, 60), st.integers(0, 60), st.integers(0, 20), st.integers(0, 20))
def test_it_is_an_interval(x: int, more: int, right: int, caught: int) -> None:
    """Bounds lie in [0, 1] in order, and mirror each other, whatever the judge."""
    judge = JudgeCounts(right, 20, caught, 20)
    found = lang_reiczigel(x, x + more, judge)
    assert 0 <= found.lower <= found.upper <= 1
    mirror = lang_reiczigel(more, x + more, judge.mirrored())
    assert (mirror.lower, mirror.upper) == pytest.approx((1 - found.upper, 1 - found.lower))


def test_a_blind_judge_and_no_trials_say_nothing() -> None:
    """Chance or worse, no gold or no trials give [0, 1]."""
    for x, n, judge in (
        (50, 50, JudgeCounts(10, 20, 10, 20)),
        (50, 50, JudgeCounts(5, 20, 10, 20)),
        (50, 50, JudgeCounts(0, 0, 0, 0)),
        (0, 0, JudgeCounts(20, 20, 20, 20)),
    ):
        found = lang_reiczigel(x, n, judge)
        assert (found.lower, found.upper) == (0, 1)


@given(st.integers(80, 100), st.integers(40, 50), st.integers(35, 50))
def test_it_checks_the_melded_interval(x: int, right: int, caught: int) -> None:
    """On counts of a working gate the two methods stay near each other."""
    judge = JudgeCounts(right, 50, caught, 50)
    closed, exact = lang_reiczigel(x, 100, judge), melded(x, 100, judge)
    assert closed.lower == pytest.approx(exact.lower, abs=0.06)
    assert closed.upper == pytest.approx(exact.upper, abs=0.06)


@pytest.mark.parametrize(("x", "n", "level"), [(3, 2, 0.9), (1, 2, 0.0)])
def test_impossible_input_is_refused(x: int, n: int, level: float) -> None:
    """Counts outside the trials and levels outside (0, 1) raise."""
    with pytest.raises(ValueError, match="expected"):
        lang_reiczigel(x, n, JudgeCounts(9, 10, 9, 10), level=level)
