"""Parity between groups: honest about the largest of many gaps, and about what is missing."""

from __future__ import annotations

import itertools
from random import Random

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from scipy.special import stdtrit

from mhgate.stats.parity import Parity, parity

_cell = st.sampled_from([0.0, 0.5, 1.0, None])

Table = list[list[float | None]]
"""Families by groups: one value a cell, None where it could not be measured."""


@st.composite
def _tables(draw: st.DrawFn) -> Table:
    groups = draw(st.integers(2, 4))
    return draw(st.lists(st.lists(_cell, min_size=groups, max_size=groups), min_size=2, max_size=8))


def _parity(table: Table, *, level: float = 0.9) -> Parity:
    rows = [(f, g, value) for f, row in enumerate(table) for g, value in enumerate(row)]
    return parity(
        [value for _, _, value in rows],
        [value is None for _, _, value in rows],
        [f for f, _, _ in rows],
        [g for _, g, _ in rows],
        level=level,
    )


def test_reference_values_of_a_pair() -> None:
    """Two groups: the paired t interval, beside the exact bound for zero events in ten families.

    scipy 1.17.1: ttest_rel(a, b).confidence_interval(0.9) and (0.95); beta.ppf(0.05, 10, 1) and
    (0.025, 10, 1).
    """
    a = [1, 0.5, 0.75, 1, 0.25, 0.5, 1, 0.75, 0.5, 1]
    b = [0.75, 0.5, 0.5, 0.75, 0.25, 0.25, 1, 0.5, 0.75, 0.5]
    found = _parity([list(pair) for pair in zip(a, b, strict=True)])
    t90, t95 = (0.2722075288 - 0.0277924712) / 2, (0.3008104775 + 0.0008104775) / 2
    assert found.gap == pytest.approx(0.15)
    assert found.gap_upper == pytest.approx(0.15 + np.hypot(t90, 0.2588655509), abs=1e-6)
    assert found.gap_lower == pytest.approx(max(0, 0.15 - np.hypot(t95, 0.3084971078)), abs=1e-6)
    assert found.deviation == pytest.approx(0.075)
    assert found.deviation_upper == pytest.approx(found.gap_upper / 2, abs=1e-9)
    assert (found.highest, found.lowest) == (0, 1)


@given(_tables())
def test_bounds_are_bounds(table: Table) -> None:
    """Bounds lie in their ranges, around what was found, and fit one another."""
    found = _parity(table)
    assert 0 <= found.gap_lower <= found.gap_upper <= 1
    assert 0 <= found.deviation_lower <= found.deviation_upper <= 0.5
    if found.gap is not None:
        assert found.gap_lower - 1e-9 <= found.gap <= found.gap_upper + 1e-9
    assert found.deviation_upper <= found.gap_upper / 2 + 1e-9
    assert found.deviation_lower >= found.gap_lower / np.sqrt(2 * len(table[0])) - 1e-9


@given(_tables(), st.data())
def test_one_more_missing_cell_never_narrows(table: Table, data: st.DataObject) -> None:
    """Losing any cell widens both intervals on both sides, or leaves them."""
    i = data.draw(st.integers(0, len(table) - 1))
    j = data.draw(st.integers(0, len(table[0]) - 1))
    assume(table[i][j] is not None)
    lost = [list(row) for row in table]
    lost[i][j] = None
    before, after = _parity(table), _parity(lost)
    assert after.missing == before.missing + 1
    assert after.gap_lower <= before.gap_lower + 1e-9
    assert after.gap_upper >= before.gap_upper - 1e-9
    assert after.deviation_lower <= before.deviation_lower + 1e-9
    assert after.deviation_upper >= before.deviation_upper - 1e-9


@given(_tables())
@settings(max_examples=30)
def test_any_values_in_the_gaps_are_inside(table: Table) -> None:
    """The interval holds that of every table that has 0, 1/2 or 1 where something is missing."""
    holes = [(i, j) for i, row in enumerate(table) for j, value in enumerate(row) if value is None]
    assume(0 < len(holes) <= 4)
    wide = _parity(table)
    for values in itertools.product((0.0, 0.5, 1.0), repeat=len(holes)):
        filled = [list(row) for row in table]
        for (i, j), value in zip(holes, values, strict=True):
            filled[i][j] = value
        found = _parity(filled)
        assert wide.gap_lower <= found.gap_lower + 1e-9
        assert wide.gap_upper >= found.gap_upper - 1e-9
        assert wide.deviation_lower <= found.deviation_lower + 1e-9
        assert wide.deviation_upper >= found.deviation_upper - 1e-9


@given(_tables(), st.randoms())
def test_order_and_names_do_not_matter(table: Table, random: Random) -> None:
    """Rows in any order under other names, and groups exchanged, give the same intervals."""
    rows = [(f"f{f}", f"g{g}", v) for f, row in enumerate(table) for g, v in enumerate(row)]
    random.shuffle(rows)
    found = parity(
        [v for _, _, v in rows],
        [v is None for _, _, v in rows],
        [f for f, _, _ in rows],
        [g for _, g, _ in rows],
    )
    turned = _parity([row[::-1] for row in table])
    for name in ("gap_lower", "gap_upper", "deviation_lower", "deviation_upper"):
        assert getattr(found, name) == pytest.approx(getattr(_parity(table), name), abs=1e-9)
        assert getattr(turned, name) == pytest.approx(getattr(_parity(table), name), abs=1e-9)


@given(_tables())
def test_good_and_bad_mirror_each_other(table: Table) -> None:
    """Values counted from the other end leave the gap and exchange who makes it."""
    mirrored: Table = [[None if v is None else 1 - v for v in row] for row in table]
    before, after = _parity(table), _parity(mirrored)
    assert after.gap_lower == pytest.approx(before.gap_lower, abs=1e-9)
    assert after.gap_upper == pytest.approx(before.gap_upper, abs=1e-9)
    assert after.deviation_upper == pytest.approx(before.deviation_upper, abs=1e-9)


def test_epochs_are_one_cell() -> None:
    """Four trials of one cell count as their mean, and a family counts once however often asked."""
    rng = np.random.default_rng(20261130)
    cells = rng.integers(0, 5, (12, 3)) / 4
    values = [float(n < 4 * mean) for row in cells for mean in row for n in range(4)]
    family, group = (np.repeat(each.ravel(), 4) for each in np.indices((12, 3)))
    found = parity(values, [False] * len(values), family, group)
    assert found.gap_upper == pytest.approx(_parity(cells.tolist()).gap_upper)
    assert found.gap_lower == pytest.approx(_parity(cells.tolist()).gap_lower)


def test_a_gap_that_everybody_shows_is_found_and_named() -> None:
    """A group that fails wherever others pass is named, with a lower bound above 0."""
    found = _parity([[1, 1, 0 if f % 2 else 1] for f in range(60)])
    assert (found.highest, found.lowest) == (0, 2)
    assert 0.2 < found.gap_lower < 0.5 < found.gap_upper < 0.65
    assert [(each.group, each.mean) for each in found.groups] == [(0, 1), (1, 1), (2, 0.5)]


def test_agreement_everywhere_is_no_certainty() -> None:
    """Where no family tells groups apart, the upper bound is the one for zero events."""
    found = _parity([[1, 1, 1]] * 30)
    assert found.gap == found.gap_lower == found.deviation == 0
    assert found.gap_upper == pytest.approx(1 - 0.05 ** (1 / 30))


def test_more_groups_do_not_make_a_gap() -> None:
    """Under parity the gap grows with the groups, and its lower bound stays at 0."""
    rng = np.random.default_rng(20261130)
    passed = (rng.random((40, 10)) < 0.8).astype(float).tolist()
    few, many = _parity([row[:2] for row in passed]), _parity(passed)
    assert many.gap > few.gap
    assert many.gap_lower == 0


def test_a_variant_that_a_family_never_showed_is_missing() -> None:
    """A family without one of the groups widens as if its variant had failed to be measured."""
    table: Table = [[1, 1, 0]] * 5 + [[1, 0, None]]
    asked = [(f, g, v) for f, row in enumerate(table) for g, v in enumerate(row) if v is not None]
    found = parity(
        [v for _, _, v in asked],
        [False] * len(asked),
        [f for f, _, _ in asked],
        [g for _, g, _ in asked],
    )
    assert found == _parity(table)
    assert found.missing == 1


def test_nothing_measured_says_nothing() -> None:
    """No trials, one family, one group, and an outage give [0, 1] and no claim."""
    for found in (
        parity([], [], [], []),
        _parity([[1, 0]]),
        parity([1, 0], [False] * 2, [1, 2], ["a", "a"]),
        _parity([[None, None]] * 20),
    ):
        assert (found.gap_lower, found.gap_upper, found.deviation_lower) == (0, 1, 0)
        assert found.gap is None or found.families == 1


def test_impossible_rows_are_refused() -> None:
    """Values outside [0, 1] and lists of unequal length raise."""
    with pytest.raises(ValueError, match=r"outside \[0, 1\]"):
        parity([2], [False], [1], [1])
    with pytest.raises(ValueError, match=r"outside \[0, 1\]"):
        parity([np.nan], [False], [1], [1])
    with pytest.raises(ValueError, match="one each a trial"):
        parity([1], [False], [1], [1, 2])


def test_the_pair_behind_the_gap_owes_no_correction_above() -> None:
    """The upper bound is that of the worst pair alone; the lower one pays for all pairs."""
    rng = np.random.default_rng(20261130)
    cells = rng.integers(0, 5, (25, 4)) / 4
    found = _parity(cells.tolist())
    alphas = 0.05, 0.05 / 12
    uppers, lowers = [], [0.0]
    for i, j in itertools.permutations(range(4), 2):
        moves = cells[:, i] - cells[:, j]
        error = moves.std(ddof=1) / 5
        margins = [np.hypot(stdtrit(24, a) * error, 1 - a ** (1 / 25)) for a in alphas]
        uppers.append(moves.mean() + margins[0])
        lowers.append(moves.mean() - margins[1])
    assert found.gap_upper == pytest.approx(max(uppers))
    assert found.gap_lower == pytest.approx(max(lowers))
