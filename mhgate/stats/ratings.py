"""A table of ratings: targets by raters, with what was not rated marked and never guessed."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

__all__ = ["RatingTable", "category_positions", "cluster_numbers", "rating_table"]

_Floats = NDArray[np.float64]

_TABLE = 2  # dimensions


@dataclass(frozen=True, slots=True, eq=False)
class RatingTable:
    """Ratings of shape (targets, raters); ``values`` holds 0 wherever ``is_rated`` is false."""

    values: _Floats
    is_rated: NDArray[np.bool_]

    @property
    def raters(self) -> int:
        """Number of raters, at least 2."""
        return int(self.values.shape[1])

    @property
    def is_complete(self) -> NDArray[np.bool_]:
        """Which targets every rater rated, shape (targets,)."""
        return np.asarray(self.is_rated.all(axis=1))

    @property
    def is_pairable(self) -> NDArray[np.bool_]:
        """Which targets have two ratings or more, shape (targets,)."""
        return np.asarray(self.is_rated.sum(axis=1) > 1)

    @property
    def complete(self) -> _Floats:
        """The rows that every rater rated, shape (complete targets, raters)."""
        return self.values[self.is_complete]

    @property
    def centred(self) -> _Floats:
        """The complete rows less their mean: no ICC depends on it, but its last digits do."""
        rows = self.complete
        return rows - rows.mean() if rows.size else rows

    @property
    def dropped(self) -> int:
        """Number of targets that listwise deletion leaves out."""
        return int((~self.is_complete).sum())


def rating_table(ratings: ArrayLike, *, raters: int | None = None) -> RatingTable:
    """Return the table of what raters said about targets.

    Args:
        ratings: numbers, shape (targets, raters), in any unit; None or NaN where a rater did not
            rate a target.
        raters: how many raters there must be, or None for two or more.

    Returns:
        The table, checked; it holds no NaN.

    Raises:
        ValueError: not a table of numbers, an infinite rating, or another number of raters.

    Source:
        The layout of Shrout, Fleiss (1979), Psychological Bulletin 86, 420-428, table 2,
        doi:10.1037/0033-2909.86.2.420.

    Assumption:
        A column is one rater or one role (the judge, the clinician) throughout.

    Example:
        >>> table = rating_table([[1, 2], [3, None], [4, 4]])
        >>> table.complete.tolist(), table.dropped
        ([[1.0, 2.0], [4.0, 4.0]], 1)
    """
    values = np.array(ratings, dtype=float)
    if values.ndim != _TABLE or values.shape[1] <= 1:
        raise ValueError(f"ratings have shape {values.shape}; expected (targets, 2 or more raters)")
    if raters is not None and values.shape[1] != raters:
        raise ValueError(f"{values.shape[1]} raters; expected {raters}")
    if np.isinf(values).any():
        raise ValueError("a rating is infinite; expected a number, or None where there is none")
    is_rated = ~np.isnan(values)
    return RatingTable(np.where(is_rated, values, 0.0), is_rated)


def category_positions(values: ArrayLike, categories: ArrayLike) -> NDArray[np.intp]:
    """Return where each rating stands in the list of categories.

    Args:
        values: ratings, any shape.
        categories: every category that a rater could have chosen, used or not, ascending, shape
            (categories,), at least 2.

    Returns:
        Positions from 0, of the shape of ``values``.

    Raises:
        ValueError: fewer than two categories, not ascending, or a rating that is none of them.

    Source:
        The full list, used or not, as Fleiss, Cohen, Everitt (1969), Psychological Bulletin 72,
        323-327, doi:10.1037/h0028106, weigh all cells of the table.

    Assumption:
        Categories are numbers; their distances carry the weights of weighted coefficients.

    Example:
        >>> category_positions([5, 1, 1], [1, 2, 3, 4, 5]).tolist()
        [4, 0, 0]
    """
    scale = np.asarray(categories, dtype=float)
    found = np.asarray(values, dtype=float)
    if scale.ndim != 1 or len(scale) <= 1 or not np.all(np.diff(scale) > 0):
        raise ValueError(f"categories are {scale.tolist()}; expected two or more, ascending")
    positions = np.clip(np.searchsorted(scale, found), 0, len(scale) - 1)
    is_foreign = scale[positions] != found
    if is_foreign.any():
        raise ValueError(
            f"the rating {found[is_foreign].flat[0]:g} is none of the categories {scale.tolist()}"
        )
    return np.asarray(positions)


def cluster_numbers(clusters: ArrayLike | None, targets: int) -> NDArray[np.intp]:
    """Return a number for each target's cluster, counted from 0.

    Args:
        clusters: labels of any one kind, shape (targets,), or None: each target is its own.
        targets: number of targets, at least 0.

    Returns:
        Numbers from 0 to clusters - 1, shape (targets,).

    Raises:
        ValueError: not one label for each target.

    Source:
        Cameron, Miller (2015), Journal of Human Resources 50, 317-372,
        doi:10.3368/jhr.50.2.317: the cluster is the highest level of dependence.

    Assumption:
        Targets of different clusters are independent.

    Example:
        >>> cluster_numbers(["b", "a", "b"], 3).tolist()
        [1, 0, 1]
    """
    if clusters is None:
        return np.arange(targets)
    labels = np.asarray(clusters)
    if labels.shape != (targets,):
        raise ValueError(f"cluster labels have shape {labels.shape}; expected ({targets},)")
    return np.asarray(np.unique(labels, return_inverse=True)[1])
