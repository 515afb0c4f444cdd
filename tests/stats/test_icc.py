"""Intraclass correlations: against four packages, in degenerate data, under relabelling."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any, get_args

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mhgate.stats.icc import Icc, IccForm, icc

Oracle = Callable[[str], Any]

FORMS = get_args(IccForm)
SHROUT_FLEISS = [
    *([9, 2, 5, 8], [6, 1, 3, 2], [8, 4, 6, 8]),
    *([7, 1, 2, 6], [10, 5, 6, 9], [6, 2, 4, 7]),
]
_PSYCH = dict(zip(FORMS, ("ICC1", "ICC2", "ICC3", "ICC1k", "ICC2k", "ICC3k"), strict=True))
_IRR = {
    "A,1": "agreement_single",
    "C,1": "consistency_single",
    "C,k": "consistency_average",
}

_tables = st.integers(2, 4).flatmap(
    lambda raters: st.lists(
        st.lists(st.integers(1, 5), min_size=raters, max_size=raters), min_size=2, max_size=15
    )
)


def _figures(found: Icc) -> list[float | None]:
    return [found.value, found.lower, found.upper]


def _assert_same(found: Icc, expected: list[float | None], where: str) -> None:
    """Compare what both have: packages print nothing for some degenerate tables."""
    for ours, theirs in zip(_figures(found), expected, strict=True):
        if ours is not None and theirs is not None:
            assert ours == pytest.approx(theirs, abs=1e-6), where


@pytest.mark.parametrize(
    ("form", "expected"),
    [
        ("1,1", [0.16574176840548, -0.13293232487475, 0.72256006232812]),
        ("A,1", [0.28976377952756, 0.018786513374712, 0.76108436964895]),
        ("C,1", [0.71484071484071, 0.34246476503393, 0.94585825995536]),
        ("1,k", [0.44279713367927, -0.88444215523812, 0.91241542034078]),
        ("A,k", [0.62005054759899, 0.071136815302503, 0.92723204016772]),
        ("C,k", [0.90931554237707, 0.6756747138163, 0.98589167816906]),
    ],
)
def test_shrout_fleiss(form: IccForm, expected: list[float]) -> None:
    """Table 2 of Shrout and Fleiss, as psych::ICC(x) and pingouin.intraclass_corr print it."""
    assert _figures(icc(SHROUT_FLEISS, form=form, level=0.95)) == pytest.approx(expected, abs=1e-6)


def test_every_reference_table(oracle: Oracle) -> None:
    """Twenty-eight tables agree with psych, pingouin and irr, those with missing ratings too."""
    compared = 0
    for cell in oracle("reliability.json"):
        for form in FORMS:
            found = icc(cell["ratings"], form=form, level=0.95)
            where = f"{cell['name']} {form}"
            references = [cell["stats_ref"][f"ICC({form})"]]
            if "psych_ICC" in cell and cell["name"] != "all_same":
                references.append(cell["psych_ICC"][_PSYCH[form]][:3])
            if isinstance(cell["python_packages"].get("pingouin"), dict):
                references.append(cell["python_packages"]["pingouin"][f"ICC({form})"])
            if form in _IRR:
                references.append(cell["irr_icc"][_IRR[form]])
            for expected in references:
                _assert_same(found, expected, where)
            if found.reason is None:
                assert None not in _figures(found), where
                compared += 1
    assert compared > 100


def test_the_interval_of_the_mean_of_raters_is_not_that_of_irr(oracle: Oracle) -> None:
    """irr::icc takes k times the coefficient in the interval of ICC(A,k); psych does not."""
    found = icc(SHROUT_FLEISS, form="A,k", level=0.95)
    for cell in oracle("reliability.json"):
        if cell["name"] == "shrout_fleiss_1979":
            _, wrong, also_wrong = cell["irr_icc"]["agreement_average"]
            assert abs(found.lower - wrong) > 0.03
            assert abs(found.upper - also_wrong) > 0.001
    assert found.lower == pytest.approx(0.0711368, abs=1e-6)


@pytest.mark.parametrize("form", FORMS)
def test_no_variance_has_no_coefficient(form: IccForm) -> None:
    """All ratings the same: None, and not the -1e-15 of psych or the 1 of others."""
    found = icc([[5, 5]] * 6, form=form)
    assert _figures(found) == [None, None, None]
    assert "cannot gate" in str(found.reason)


@pytest.mark.parametrize("form", FORMS)
def test_perfect_agreement_has_no_interval(form: IccForm) -> None:
    """Six pairs that agree are 1 without bounds: [1, 1] at n = 6 would certify anybody."""
    found = icc([[1, 1], [2, 2], [3, 3], [4, 4], [5, 5], [3, 3]], form=form)
    assert _figures(found) == [1.0, None, None]
    assert found.is_degenerate


def test_a_pure_shift_is_not_perfect() -> None:
    """Raters one apart throughout: consistency 1 without bounds, agreement with its interval."""
    table = [[1, 2], [2, 3], [3, 4], [4, 5], [3, 4], [2, 3]]
    assert _figures(icc(table, form="C,1")) == [1.0, None, None]
    found = icc(table, form="A,1", level=0.95)
    assert _figures(found) == pytest.approx([0.6875, 0.0023808289506896, 0.95655075724098])


@pytest.mark.parametrize("form", ["1,k", "A,k", "C,k"])
@pytest.mark.parametrize(
    "table",
    [
        [[1, 5], [2, 4], [3, 3], [4, 2], [5, 1]],  # reversed: psych prints 5 and -6e31
        [[3, 4], [4, 3], [3, 4], [4, 3]],  # nothing between targets: psych prints 4
        [[1, 4], [2, 4], [3, 4], [4, 4], [5, 4], [3, 4]],  # as much between them as error
    ],
)
def test_targets_that_differ_no_more_than_the_error(form: IccForm, table: list[list[int]]) -> None:
    """The mean of k raters has no coefficient there; one rater has, and neither may gate."""
    assert _figures(icc(table, form=form)) == [None, None, None]
    single = icc(table, form=form.replace("k", "1"))  # type: ignore[arg-type]
    assert single.value is not None
    assert single.value <= 0
    assert single.is_degenerate


def test_two_targets_are_flagged() -> None:
    """ICC(A,1) .9 from two targets has its interval, and a reason not to believe it."""
    found = icc([[1, 2], [4, 5]], form="A,1", level=0.95)
    assert _figures(found) == pytest.approx([0.9, 0.013703030718722, 0.99982850580323])
    assert "two targets" in str(found.reason)


def test_incomplete_targets_are_dropped_and_counted() -> None:
    """Listwise deletion leaves what the complete rows give, and says how many it cost."""
    table = [[*row] for row in SHROUT_FLEISS]
    found = icc([*table, [1, None, 2, 3], [None] * 4])
    assert (found.targets, found.dropped) == (6, 2)
    assert found.value == icc(table).value
    nobody = icc([[None, 1], [2, None]])
    assert (nobody.value, nobody.dropped) == (None, 2)
    assert icc(np.empty((0, 2))).reason == nobody.reason


@given(_tables, st.sampled_from(FORMS), st.randoms(use_true_random=False))
def test_order_does_not_matter(table: list[list[int]], form: IccForm, random: Any) -> None:
    """Neither the order of targets nor that of raters changes anything."""
    before = icc(table, form=form)
    rows = random.sample(table, len(table))
    columns = random.sample(range(len(table[0])), len(table[0]))
    after = icc([[row[column] for column in columns] for row in rows], form=form)
    assert _figures(after) == pytest.approx(_figures(before), abs=1e-9)
    assert after.reason == before.reason


@given(
    _tables,
    st.sampled_from(FORMS),
    st.sampled_from([-3.0, -0.1, 0.25, 7.0]),
    st.sampled_from([-100.0, 0.3, 4.0]),
)
def test_units_do_not_matter(
    table: list[list[int]], form: IccForm, slope: float, offset: float
) -> None:
    """One change of unit for all raters, reversal too, changes nothing."""
    before = icc(table, form=form)
    after = icc(slope * np.array(table) + offset, form=form)
    assert _figures(after) == pytest.approx(_figures(before), abs=1e-7)
    assert after.reason == before.reason


@given(_tables, st.sampled_from(FORMS), st.sampled_from([0.5, 0.9, 0.99]))
def test_bounds_hold_the_coefficient(table: list[list[int]], form: IccForm, level: float) -> None:
    """No figure is NaN or above 1, and the coefficient lies between its bounds."""
    found = icc(table, form=form, level=level)
    given_figures = [each for each in _figures(found) if each is not None]
    assert all(math.isfinite(each) and each <= 1 for each in given_figures)
    if found.lower is not None:
        assert found.lower <= found.value
    if found.upper is not None:
        assert found.value <= found.upper
    if found.value is None:
        assert found.is_degenerate


def test_unknown_forms_and_levels_are_refused() -> None:
    """A form that does not exist and a level outside (0, 1) are errors."""
    with pytest.raises(ValueError, match="the form is 'B,1'"):
        icc(SHROUT_FLEISS, form="B,1")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="level"):
        icc(SHROUT_FLEISS, level=1.0)
