"""The interval and the category of the published Affective-Cognitive Agreement Framework.

They are here to be compared with what was published. The interval leaves out resamples whose
coefficient lies outside [0, 1], which hides disagreement; the category goes by the interval's width
alone and its limits are terciles of 28 published widths, so it ranks and does not certify: a narrow
interval around a bad coefficient is called good.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from mhgate.stats.icc import IccForm
from mhgate.stats.icc_bootstrap import icc_resamples

__all__ = ["PUBLISHED_LIMITS", "PublishedInterval", "published_category", "published_interval"]

PUBLISHED_LIMITS = ((0.355, "good"), (0.560, "moderate"))
"""Up to which width a word applies; beyond the last it is ``poor``."""

_ROUNDING = 1e-9  # of a width that is the difference of two printed bounds


@dataclass(frozen=True, slots=True)
class PublishedInterval:
    """A percentile interval at ``level`` of the ``resamples`` that lie in [0, 1].

    ``left_out`` of them do not, or have no coefficient. Bounds are None where all are left out.
    """

    form: IccForm
    lower: float | None
    upper: float | None
    level: float
    targets: int
    resamples: int
    left_out: int

    @property
    def category(self) -> str | None:
        """The word for the interval's width."""
        return published_category(self.lower, self.upper)


def published_category(lower: float | None, upper: float | None) -> str | None:
    """Return the word for an interval's width.

    Args:
        lower: bound of a 95 % interval of ICC(C,1), or None.
        upper: the other.

    Returns:
        ``good`` up to a width of .355, ``moderate`` up to .560, else ``poor``; None without an
        interval.

    Source:
        Badawi et al. (2025), arXiv:2510.19032: terciles of the widths of its 28 intervals.

    Assumption:
        The interval comes from resampling about nine sources, as there; with more sources, or
        other resampling units, widths mean something else.

    Example:
        >>> published_category(0.764, 0.980), published_category(0.331, 0.891)
        ('good', 'moderate')
    """
    if lower is None or upper is None:
        return None
    width = upper - lower - _ROUNDING
    return next((word for widest, word in PUBLISHED_LIMITS if width <= widest), "poor")


def published_interval(
    ratings: ArrayLike,
    *,
    generator: np.random.Generator,
    form: IccForm = "C,1",
    level: float = 0.95,
    resamples: int = 1000,
) -> PublishedInterval:
    """Return the percentile interval of an intraclass correlation as it was published.

    Args:
        ratings: means of the sources, shape (sources, raters), None or NaN where one is missing;
            sources that lack one are left out.
        generator: where the randomness comes from.
        form: one of the six forms of :func:`mhgate.stats.icc.icc`.
        level: two-sided level, in (0, 1).
        resamples: how many, at least 1.

    Returns:
        The interval, inside [0, 1], and how many resamples it leaves out.

    Raises:
        ValueError: the ratings are no table.

    Source:
        Badawi et al. (2025), arXiv:2510.19032, and the code published with it: 1,000 resamples of
        sources, those outside [0, 1] dropped.

    Assumption:
        None under which it covers: nine sources are too few for a percentile interval, and what
        is dropped is what speaks against agreement. For a gate see
        :func:`mhgate.stats.jackknife_sums.jackknife_icc`.

    Example:
        >>> table = [[1, 2], [3, 3], [4, 5], [2, 2], [5, 5], [1, 1], [3, 1], [2, 4]]
        >>> found = published_interval(table, generator=np.random.default_rng(7))
        >>> 0 <= found.lower < found.upper <= 1, found.category
        (True, 'poor')
    """
    values = icc_resamples(ratings, generator=generator, form=form, resamples=resamples)
    kept = values[(values >= 0) & (values <= 1)]
    tail = (1 - level) / 2
    table = np.array(ratings, dtype=float)
    return PublishedInterval(
        form=form,
        lower=float(np.quantile(kept, tail)) if len(kept) else None,
        upper=float(np.quantile(kept, 1 - tail)) if len(kept) else None,
        level=level,
        targets=int((~np.isnan(table).any(axis=1)).sum()),
        resamples=resamples,
        left_out=resamples - len(kept),
    )
