"""Scores added up by family: exact, whatever the order, and as numpy would name the families."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mhgate.stats.cluster_rate import cluster_rate
from mhgate.stats.family_counts import family_codes, family_counts

_score = st.floats(0, 1)
_name = st.text(max_size=12)
_rows = st.lists(st.tuples(_score, st.booleans(), st.sampled_from(["a", "ab", "b", "ä"])))


@given(st.lists(_name.filter(lambda name: not name.endswith("\0"))))
def test_names_are_coded_as_numpy_would(names: list[str]) -> None:
    """Strings of any script and length get the codes of ``numpy.unique``."""
    distinct, codes = np.unique(np.array(names, dtype=str), return_inverse=True)
    found, places = family_codes(names)
    assert found.tolist() == distinct.tolist()
    assert places.tolist() == codes.tolist()


def test_long_names_are_told_apart() -> None:
    """Names that vary in more places than fit into one whole number still get their own codes."""
    rng = np.random.default_rng(20261130)
    letters = rng.integers(33, 0x3000, (300, 40))
    names = ["".join(map(chr, row)) for row in letters] * 2
    distinct, codes = np.unique(np.array(names), return_inverse=True)
    found, places = family_codes(np.array(names))
    assert np.array_equal(found, distinct)
    assert np.array_equal(places, codes)


def test_foreign_byte_order_and_strides_do_not_matter() -> None:
    """An array of the other byte order, or every second entry of one, is read as it stands."""
    names = np.array(["b", "x", "a", "x", "b"])
    for form in (names[::2], names[::2].astype(names.dtype.newbyteorder(">"))):
        found, places = family_codes(form)
        assert found.tolist() == ["a", "b"]
        assert places.tolist() == [1, 0, 1]


@given(_rows, st.randoms())
def test_order_does_not_change_a_bit(rows: list[tuple[float, bool, str]], random: Random) -> None:
    """Any order of the trials gives the same sums, bit for bit."""
    shuffled = random.sample(rows, len(rows))
    before, after = (
        family_counts([r[0] for r in each], [r[1] for r in each], [r[2] for r in each])
        for each in (rows, shuffled)
    )
    for name in ("families", "totals", "unmeasured", "sizes"):
        assert getattr(before, name).tolist() == getattr(after, name).tolist()


@given(_rows)
def test_nothing_is_lost(rows: list[tuple[float, bool, str]]) -> None:
    """Sizes and failures add up to the trials, totals to the measured values."""
    found = family_counts([r[0] for r in rows], [r[1] for r in rows], [r[2] for r in rows])
    assert found.sizes.sum() == len(rows)
    assert found.unmeasured.sum() == sum(r[1] for r in rows)
    assert found.totals.sum() == pytest.approx(sum(r[0] for r in rows if not r[1]))


def test_the_rate_takes_the_counts_as_they_are() -> None:
    """What comes out is what ``cluster_rate`` takes, from whole numbers or names."""
    value, lost = [1, 1, 0, np.nan, 1, 1], [False, False, False, True, False, False]
    numbers = family_counts(value, lost, [3, 1, 1, 2, 2, 3])
    names = family_counts([1, 1, 0, None, 1, 1], lost, list("caabbc"))
    assert numbers.families.tolist() == [1, 2, 3]
    rates = [cluster_rate(each.totals, each.unmeasured, each.sizes) for each in (numbers, names)]
    assert rates[0] == rates[1] == cluster_rate([1, 1, 2], [0, 1, 0], [2, 2, 2])


def test_what_does_not_fit_is_refused() -> None:
    """Unequal lengths, a measured NaN, and a family without a name raise."""
    with pytest.raises(ValueError, match="one each a trial"):
        family_counts([1], [False], [1, 2])
    with pytest.raises(ValueError, match="not finite"):
        family_counts([np.nan], [False], [1])
    with pytest.raises(TypeError, match="several kinds"):
        family_counts([1, 1], [False, False], ["a", None])
