"""Krippendorff's alpha: against packages, a direct count of all pairs, and known mistakes."""

from __future__ import annotations

import math
from collections.abc import Callable
from itertools import permutations
from typing import Any, get_args

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mhgate.stats.krippendorff import Measurement, krippendorff_alpha

Oracle = Callable[[str], Any]

MEASUREMENTS = get_args(Measurement)
CODERS = [
    [1, 2, 3, 3, 2, 1, 4, 1, 2, None, None, None],
    [1, 2, 3, 3, 2, 2, 4, 1, 2, 5, None, 3],
    [None, 3, 3, 3, 2, 3, 4, 2, 2, 5, 1, None],
    [1, 2, 3, 3, 2, 4, 4, 1, 2, 5, 1, None],
]
SHROUT_FLEISS = [
    *([9, 2, 5, 8], [6, 1, 3, 2], [8, 4, 6, 8]),
    *([7, 1, 2, 6], [10, 5, 6, 9], [6, 2, 4, 7]),
]

_cells = st.one_of(st.none(), st.integers(0, 4))
_tables = st.integers(2, 4).flatmap(
    lambda raters: st.lists(
        st.lists(_cells, min_size=raters, max_size=raters), min_size=1, max_size=8
    )
)


@pytest.mark.parametrize(
    ("measurement", "expected"),
    [
        ("nominal", 0.743421052631579),
        ("ordinal", 0.8153875037548814),
        ("interval", 0.8491071428571428),
        ("ratio", 0.7974027747116121),
    ],
)
def test_the_example_with_four_coders(measurement: Measurement, expected: float) -> None:
    """Krippendorff's four coders and twelve units, as krippendorff.alpha(...) 0.9.0 has it."""
    units = [list(unit) for unit in zip(*CODERS, strict=True)]
    found = krippendorff_alpha(units, measurement=measurement)
    assert found.value == pytest.approx(expected, abs=1e-6)
    assert (found.units, found.ratings, found.dropped) == (11, 40, 1)


def test_every_reference_table(oracle: Oracle) -> None:
    """Twenty-eight tables agree with krippendorff and irrCAC; a constant one has no alpha."""
    for cell in oracle("reliability.json"):
        packages = cell["python_packages"]
        for measurement in ("nominal", "ordinal", "interval"):
            found = krippendorff_alpha(cell["ratings"], measurement=measurement)
            expected = cell["stats_ref"]["kripp"][measurement]
            where = f"{cell['name']} {measurement}"
            assert found.value == pytest.approx(expected, abs=1e-6), where
            if found.value is not None:
                assert found.value == pytest.approx(packages["krippendorff"][measurement]), where
        if found.value is not None:
            nominal = krippendorff_alpha(cell["ratings"], measurement="nominal").value
            assert nominal == pytest.approx(packages["irrCAC"]["kripp_identity"][0], abs=1e-6)
            quadratic = packages["irrCAC"]["kripp_quadratic"][0]
            assert found.value == pytest.approx(quadratic, abs=1e-6), cell["name"]


def test_the_example_file(oracle: Oracle) -> None:
    """The reference file of the example holds what stands above."""
    example = oracle("krippendorff_example.json")
    units = np.array(example["reliability_data"], dtype=float).T
    for measurement, expected in example["alpha"].items():
        found = krippendorff_alpha(units, measurement=measurement)
        assert found.value == pytest.approx(expected, abs=1e-6)


def test_complete_data_weigh_pairs_as_irr_does_not() -> None:
    """irr::kripp.alpha (0.84.1) gives -.0957 here: it forgets 1 / (m - 1) in complete data."""
    found = krippendorff_alpha(SHROUT_FLEISS, measurement="nominal")
    assert found.value == pytest.approx(-0.0648148148148151, abs=1e-6)
    interval = krippendorff_alpha(SHROUT_FLEISS, measurement="interval")
    assert interval.value == pytest.approx(0.14730785039046446, abs=1e-6)


def _counted(table: list[list[int | None]], measurement: Measurement) -> float | None:
    """Return alpha from every ordered pair of ratings, by the definition."""
    units = [[each for each in unit if each is not None] for unit in table]
    units = [unit for unit in units if len(unit) > 1]
    pooled = sorted(each for unit in units for each in unit)

    def apart(one: int, other: int) -> float:
        low, high = min(one, other), max(one, other)
        if measurement == "nominal":
            return float(one != other)
        if measurement == "interval":
            return float((one - other) ** 2)
        if measurement == "ratio":
            return ((one - other) / (one + other)) ** 2 if one != other else 0.0
        inside = sum(low <= each <= high for each in pooled)
        return (inside - (pooled.count(low) + pooled.count(high)) / 2) ** 2

    across = sum(apart(one, other) for one, other in permutations(pooled, 2))
    if across == 0:
        return None
    within = sum(
        apart(one, other) / (len(unit) - 1)
        for unit in units
        for one, other in permutations(unit, 2)
    )
    return 1 - within / across * (len(pooled) - 1)


@given(_tables, st.sampled_from(MEASUREMENTS))
def test_alpha_is_what_counting_pairs_gives(
    table: list[list[int | None]], measurement: Measurement
) -> None:
    """With any pattern of missing ratings, alpha is 1 minus observed over expected, by the pair."""
    found = krippendorff_alpha(table, measurement=measurement)
    assert found.value == pytest.approx(_counted(table, measurement), abs=1e-9)
    assert found.value is None or (math.isfinite(found.value) and found.value <= 1)
    assert found.is_degenerate == (found.value is None or found.value == 1)


@given(_tables, st.sampled_from(MEASUREMENTS), st.randoms(use_true_random=False))
def test_order_does_not_matter(
    table: list[list[int | None]], measurement: Measurement, random: Any
) -> None:
    """Neither the order of targets nor who gave which rating of a target changes alpha."""
    before = krippendorff_alpha(table, measurement=measurement)
    mixed = [random.sample(unit, len(unit)) for unit in random.sample(table, len(table))]
    after = krippendorff_alpha(mixed, measurement=measurement)
    assert after.value == pytest.approx(before.value, abs=1e-9)


@given(_tables)
def test_each_measurement_has_its_relabelling(table: list[list[int | None]]) -> None:
    """Nominal bears any renaming, ordinal a monotone one, interval a line, ratio a factor."""
    for measurement, relabel in (
        ("nominal", lambda each: (each * 3 + 2) % 5),
        ("ordinal", lambda each: each**3 + 1),
        ("interval", lambda each: 4 - 2 * each),
        ("ratio", lambda each: 2.5 * each),
    ):
        other = [[None if each is None else relabel(each) for each in unit] for unit in table]
        before = krippendorff_alpha(table, measurement=measurement).value
        after = krippendorff_alpha(other, measurement=measurement).value
        assert after == pytest.approx(before, abs=1e-9), measurement


def test_degenerate_tables() -> None:
    """A constant table has no alpha (irr says 1), nor has one without pairs."""
    constant = krippendorff_alpha([[5, 5]] * 6)
    assert constant.value is None
    assert "cannot be told from chance" in str(constant.reason)
    lonely = krippendorff_alpha([[1, None], [None, 2]])
    assert (lonely.value, lonely.units, lonely.dropped) == (None, 0, 2)
    perfect = krippendorff_alpha([[1, 1], [2, 2]])
    assert (perfect.value, perfect.is_degenerate) == (1.0, True)


def test_wrong_measurements_are_refused() -> None:
    """An unknown measurement, and a negative ratio, are errors."""
    with pytest.raises(ValueError, match="nominal, ordinal, interval, ratio"):
        krippendorff_alpha([[1, 2]], measurement="likert")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="a ratio starts at 0"):
        krippendorff_alpha([[-1, 2]], measurement="ratio")
