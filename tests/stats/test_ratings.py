"""Tables of ratings: what is missing is marked, what cannot be is refused."""

from __future__ import annotations

import numpy as np
import pytest

from mhgate.stats.ratings import category_positions, cluster_numbers, rating_table


def test_missing_ratings_are_marked_and_never_nan() -> None:
    """None and NaN alike are marked, and the values hold none of either."""
    table = rating_table([[1, None, 3], [float("nan"), None, None], [2, 2, 2]])
    assert table.is_rated.tolist() == [[True, False, True], [False] * 3, [True] * 3]
    assert np.isfinite(table.values).all()
    assert (table.complete.tolist(), table.dropped, table.raters) == ([[2.0, 2.0, 2.0]], 2, 3)
    assert table.is_pairable.tolist() == [True, False, True]


@pytest.mark.parametrize(
    ("ratings", "message"),
    [
        ([1, 2, 3], "shape"),
        ([[1], [2]], "shape"),
        ([[1, 2], [3]], "shape"),
        ([[1, float("inf")]], "infinite"),
        ([[1, "often"]], "convert"),
    ],
)
def test_what_is_no_table_of_numbers_is_refused(ratings: list[object], message: str) -> None:
    """Rows of several lengths, one rater, infinite values and words are refused."""
    with pytest.raises(ValueError, match=message):
        rating_table(ratings)


def test_the_number_of_raters_can_be_demanded() -> None:
    """Methods for two raters refuse three."""
    with pytest.raises(ValueError, match="3 raters; expected 2"):
        rating_table([[1, 2, 3]], raters=2)


@pytest.mark.parametrize("categories", [[1], [2, 1], [1, 1]])
def test_categories_ascend(categories: list[int]) -> None:
    """A list of one category, or one that does not ascend, is refused."""
    with pytest.raises(ValueError, match="ascending"):
        category_positions([1], categories)


def test_a_foreign_rating_is_named() -> None:
    """A rating outside the list is refused by its value."""
    with pytest.raises(ValueError, match=r"the rating 2\.5 is none"):
        category_positions([1, 2.5, 3], [1, 2, 3])


def test_clusters_are_numbered() -> None:
    """Labels of any kind become numbers; without labels each target is its own cluster."""
    assert cluster_numbers(["x", "y", "x"], 3).tolist() == [0, 1, 0]
    assert cluster_numbers(None, 3).tolist() == [0, 1, 2]
    with pytest.raises(ValueError, match="expected"):
        cluster_numbers(["x"], 3)
