"""Correlations by family: the packages' coefficients, the jackknife, and what is not defined."""

from __future__ import annotations

from random import Random
from typing import Literal

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mhgate.stats.correlation import Correlation, correlation, mid_ranks
from mhgate.stats.one_value import reach_of_one_value

Kind = Literal["pearson", "spearman"]
KINDS: tuple[Kind, Kind] = ("pearson", "spearman")

_X = [0.1, 0.4, 0.4, 0.9, 0.3, 0.7, 0.8, 0.2, 0.5, 0.6, 0.6, 1.0]
_Y = [1, 2, 3, 5, 2, 3, 5, 1, 3, 3, 4, 4]

_pair = st.tuples(st.one_of(st.none(), st.integers(0, 4)), st.integers(0, 4), st.integers(0, 5))
_pairs = st.lists(_pair, max_size=25)
_kind = st.sampled_from(KINDS)

Pairs = list[tuple[int | None, int, int]]


def _found(pairs: Pairs, kind: Kind) -> Correlation:
    return correlation(
        [None if x is None else x / 4 for x, _, _ in pairs],
        [y for _, y, _ in pairs],
        [x is None for x, _, _ in pairs],
        [family for _, _, family in pairs],
        kind=kind,
    )


@pytest.mark.parametrize(
    ("kind", "coefficient", "lower", "upper"),
    [
        ("pearson", 0.8978220294, -0.66694847, 1.00000000),
        ("spearman", 0.9066860184, -0.36058744, 1.00000000),
    ],
)
def test_reference_values(kind: Kind, coefficient: float, lower: float, upper: float) -> None:
    """Coefficients are scipy's, the interval is that of their pseudo-values and unseen events.

    scipy 1.17.1, f = six families of two, 10 effective trials: r = pearsonr(x, y) (spearmanr), o =
    [r without family k], e = 5 (mean o - o); C the largest of the influence over 200,001 values of
    x (or ranks) by the least and greatest y; the margin spelled out from its docstring.
    """
    found = correlation(_X, _Y, [False] * 12, np.repeat(range(6), 2), kind=kind)
    assert found.coefficient == pytest.approx(coefficient, abs=1e-9)
    assert found.lower == pytest.approx(lower, abs=1e-6)
    assert found.upper == pytest.approx(upper, abs=1e-6)
    assert found.reason is None


def test_reference_ranks() -> None:
    """Ties share the middle rank (scipy 1.17.1: rankdata(x))."""
    expected = [1, 4.5, 4.5, 11, 3, 9, 10, 2, 6, 7.5, 7.5, 12]
    assert mid_ranks(_X).tolist() == expected
    assert mid_ranks([]).tolist() == []


@given(_pairs, _kind)
def test_bounds_are_bounds(pairs: Pairs, kind: Kind) -> None:
    """Bounds lie in [-1, 1] around the coefficient, and nothing is ever NaN."""
    found = _found(pairs, kind)
    assert -1 <= found.lower <= found.upper <= 1
    if found.coefficient is None:
        assert found.lower == -found.upper < 0
        assert found.reason
    else:
        assert found.lower - 1e-9 <= found.coefficient <= found.upper + 1e-9
        assert found.upper - found.lower > 0


@given(_pairs, _kind)
def test_a_failure_widens_on_both_sides(pairs: Pairs, kind: Kind) -> None:
    """The interval with failures holds that of the measured pairs alone."""
    whole = _found(pairs, kind)
    alone = _found([pair for pair in pairs if pair[0] is not None], kind)
    assert whole.coefficient == alone.coefficient
    assert whole.lower <= alone.lower
    assert whole.upper >= alone.upper


@given(_pairs, _kind, st.randoms())
def test_order_and_names_do_not_matter(pairs: Pairs, kind: Kind, random: Random) -> None:
    """Any order of the pairs and any names of the families give the same interval."""
    before = _found(pairs, kind)
    after = _found([(x, y, 7 - f) for x, y, f in random.sample(pairs, len(pairs))], kind)
    assert after.lower == pytest.approx(before.lower, abs=1e-9)
    assert after.upper == pytest.approx(before.upper, abs=1e-9)


@given(_pairs, _kind)
def test_turning_a_column_round_mirrors_the_interval(pairs: Pairs, kind: Kind) -> None:
    """Measured pairs with one column counted from the other end give the mirrored interval."""
    measured: Pairs = [pair for pair in pairs if pair[0] is not None]
    turned: Pairs = [(x, 4 - y, f) for x, y, f in measured]
    before, after = _found(measured, kind), _found(turned, kind)
    assert after.lower == pytest.approx(-before.upper, abs=1e-9)
    assert after.upper == pytest.approx(-before.lower, abs=1e-9)


@pytest.mark.parametrize("kind", KINDS)
def test_units_do_not_matter(kind: Kind) -> None:
    """Columns in other units, huge or tiny, give the same interval."""
    family = np.repeat(range(6), 2)
    first = correlation(_X, _Y, [False] * 12, family, kind=kind)
    for scale, shift in ((1e200, 0.0), (1e-200, 0.0), (3.0, 1e6)):
        moved, ends = [scale * x + shift for x in _X], (shift, scale + shift)
        found = correlation(moved, _Y, [False] * 12, family, kind=kind, low=ends[0], high=ends[1])
        assert found.lower == pytest.approx(first.lower, abs=1e-6)
        assert found.upper == pytest.approx(first.upper, abs=1e-6)


@pytest.mark.parametrize("kind", KINDS)
def test_perfection_is_no_certainty(kind: Kind) -> None:
    """A perfect correlation keeps the width of zero events of the worst kind, whichever way."""
    widths = []
    for families in (10, 30, 60):
        x = np.linspace(0, 1, families)
        found = correlation(x, 2 * x, [False] * families, range(families), kind=kind)
        assert found.coefficient == pytest.approx(1)
        assert found.upper == pytest.approx(1)
        farthest = (families - 1) / 2 / np.std(np.arange(families))
        unseen = 1 - 0.05 ** (1 / families)
        assert found.lower == pytest.approx(max(-1, 1 - 2 * farthest**2 * unseen))
        other = correlation(x, -x, [False] * families, range(families), kind=kind)
        assert other.upper == pytest.approx(-found.lower)
        widths.append(found.upper - found.lower)
    assert widths == sorted(widths, reverse=True)


@pytest.mark.parametrize("kind", KINDS)
def test_families_that_are_all_alike_are_no_certainty(kind: Kind) -> None:
    """Where leaving any family out changes nothing, the width is that of unseen events."""
    x, y = np.tile([0, 0.5, 0.5, 1], 12), np.tile([0, 1, 0, 1], 12)
    found = correlation(x, y, [False] * 48, np.repeat(range(12), 4), kind=kind)
    assert found.coefficient is not None
    assert found.lower < found.coefficient - 0.1
    assert found.upper > found.coefficient + 0.03


@pytest.mark.parametrize("kind", KINDS)
def test_one_disagreement_is_worse_than_none(kind: Kind) -> None:
    """One pair against fifty-nine lowers the bound somewhat, and does not blow the interval up."""
    x = np.repeat([0.0, 1.0], 30)
    y = x.copy()
    y[0] = 1
    none = correlation(x, x, [False] * 60, range(60), kind=kind)
    one = correlation(x, y, [False] * 60, range(60), kind=kind)
    assert 0.75 < one.lower < none.lower


def test_what_is_not_defined_says_why() -> None:
    """No data, no variance, too few families, and one family with all of it give reasons."""
    nothing = "nothing varies in one of the columns"
    whole = {
        nothing: (list(range(6)), [0.5] * 6, list(range(6))),
        "fewer than three families": ([0.1, 0.5, 0.9], [1, 2, 3], [1, 1, 2]),
        "one family holds all that varies in one of the columns": (
            [0.1, 0.5, 0.5, 0.5],
            [1, 2, 3, 4],
            [1, 2, 3, 4],
        ),
    }
    for reason, (x, y, family) in whole.items():
        for kind in KINDS:
            found = correlation(x, y, [False] * len(x), family, kind=kind, high=5)
            assert (found.reason, found.lower, found.upper) == (reason, -1, 1)
            assert (found.coefficient is None) == (reason == nothing)
    for x, y, lost in (([], [], []), ([None] * 5, range(5), [True] * 5)):
        found = correlation(x, y, lost, range(len(lost)))
        assert (found.reason, found.measured) == (nothing, 0)


@pytest.mark.parametrize("kind", KINDS)
def test_one_value_for_everything_is_shown_to_follow_nothing(kind: Kind) -> None:
    """It has no coefficient; the more families it never varied in, the less is left to it."""
    uppers = []
    for families in (6, 20, 60, 200):
        norms = [1 + number % 5 for number in range(2 * families)]
        owners = [number // 2 for number in range(2 * families)]
        found = correlation([0.5] * 2 * families, norms, [False] * 2 * families, owners, kind=kind)
        assert found.coefficient is None
        assert found.lower == -found.upper
        assert found.reason == "nothing varies in one of the columns"
        uppers.append(found.upper)
    assert uppers == sorted(uppers, reverse=True)
    assert uppers[-1] < 0.25
    assert uppers[0] > 0.5


@pytest.mark.parametrize("kind", KINDS)
def test_one_slip_from_one_value_hides_nothing(kind: Kind) -> None:
    """Who says another number once is bounded too, a little wider, around the coefficient."""
    norms, owners = [1 + number % 5 for number in range(60)], list(range(60))
    never = correlation([0.5] * 60, norms, [False] * 60, owners, kind=kind)
    for said in (0.0, 1.0):
        once = correlation([said, *[0.5] * 59], norms, [False] * 60, owners, kind=kind)
        assert once.coefficient is not None
        assert never.upper < once.upper < 0.7
        assert once.lower <= once.coefficient <= once.upper


def test_no_column_of_one_value_with_few_exceptions_goes_beyond_the_reach() -> None:
    """Whatever a column says in as many families as are left to it, it follows no better."""
    chance, norms = Random(3), np.array([float(1 + number % 7) for number in range(30)])
    none, owners = np.zeros(30, dtype=bool), np.arange(30)
    reach = reach_of_one_value(np.zeros(30), norms, none, owners, alpha=0.05)
    assert reach is not None
    largest = 0.0
    for _ in range(4000):
        said = np.zeros(30)
        for family in chance.sample(range(30), 3):  # 3 is the exact bound of 0 in 30, rounded up
            said[family] = norms[family] - norms.mean()
        if np.ptp(said):
            largest = max(largest, abs(float(np.corrcoef(said, norms)[0, 1])))
    assert 0.9 * reach < largest <= reach + 1e-9


def test_the_reach_of_one_value_needs_something_to_go_by() -> None:
    """Few families, a constant to be held against, or a column that does vary give no bound."""
    none = np.zeros(4, dtype=bool)
    told = np.array([1.0, 2.0, 3.0, 4.0])
    assert reach_of_one_value(none * 1.0, told, none, np.array([0, 0, 1, 1]), alpha=0.05) is None
    assert reach_of_one_value(none * 1.0, none * 1.0, none, np.arange(4), alpha=0.05) is None
    assert reach_of_one_value(told, told, none, np.arange(4), alpha=0.05) is None


def test_impossible_columns_are_refused() -> None:
    """Values outside their range, NaN beside a measured one, and unequal lengths raise."""
    with pytest.raises(ValueError, match=r"outside \[0"):
        correlation([2], [1], [False], [1])
    with pytest.raises(ValueError, match="not finite"):
        correlation([0.5], [np.nan], [False], [1])
    with pytest.raises(ValueError, match="one each a pair"):
        correlation([1], [1], [False], [1, 2])
