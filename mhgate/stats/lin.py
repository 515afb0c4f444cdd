"""Lin's concordance correlation of two raters, with its interval."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

from numpy.typing import ArrayLike
from scipy.special import ndtri

from mhgate.stats.ratings import rating_table

__all__ = ["Concordance", "lin_concordance"]

_LEAST_PAIRS = 3  # the variance divides by pairs - 2
_SMALLEST_VARIANCE = 1e-14  # below lies what rounding leaves of none


@dataclass(frozen=True, slots=True)
class Concordance:
    """A concordance correlation with its interval at ``level``; None where it means nothing.

    ``pearson`` is its precision: how near a line the pairs lie; ``accuracy`` how near that line is
    to equality; ``value`` their product.
    """

    value: float | None
    lower: float | None
    upper: float | None
    level: float
    pearson: float | None
    accuracy: float | None
    pairs: int
    dropped: int
    reason: str | None

    @property
    def is_degenerate(self) -> bool:
        """Whether the data are of a kind on which no gate may rest."""
        return self.reason is not None


def lin_concordance(ratings: ArrayLike, *, level: float = 0.9) -> Concordance:
    """Return Lin's concordance correlation of two raters.

    Args:
        ratings: numbers, shape (targets, 2), None or NaN where a rating is missing; targets that
            lack one are left out and counted.
        level: two-sided level, in (0, 1).

    Returns:
        The coefficient in [-1, 1] and an interval on the scale of atanh, never NaN. None as
        coefficient: no pair, or nothing varies. A rater who never varies gives 0 without bounds;
        pairs on an exact line, or fewer than three, have no bounds. Each has its reason.

    Raises:
        ValueError: there are not two raters.

    Source:
        Lin (1989), Biometrics 45, 255-268, doi:10.2307/2532051, with the variance as corrected in
        Biometrics 56 (2000), 324-325; moments divided by n.

    Assumption:
        For the interval: pairs are independent and normal. On five-point scales quadratic kappa
        and its jackknife are the better gate; the coefficient is the same.

    Example:
        >>> found = lin_concordance([[1, 1.2], [2, 2.1], [3, 3.4], [4, 3.9], [5, 5.3]])
        >>> round(found.value, 4), round(found.lower, 4), round(found.upper, 4)
        (0.9847, 0.9148, 0.9973)
    """
    table = rating_table(ratings, raters=2)
    rows = table.complete
    pairs = len(rows)

    nothing = Concordance(None, None, None, level, None, None, pairs, table.dropped, None)
    if not pairs:
        return replace(nothing, reason="no target was rated by both: cannot gate")
    first, second = rows[:, 0] - rows.mean(), rows[:, 1] - rows.mean()
    one, other = float(first.std()), float(second.std())
    shift = float(first.mean() - second.mean())
    if one == other == shift == 0:
        return replace(
            nothing, reason="every rating is the same: agreement cannot be told from chance"
        )
    if one == 0 or other == 0:
        return replace(
            nothing, value=0.0, reason="a rater never varies: it is 0 whatever the other says"
        )
    product = float(((first - first.mean()) * (second - second.mean())).mean())
    pearson = max(-1.0, min(1.0, product / (one * other)))
    offset = shift**2 / (one * other)
    accuracy = 2.0 / (one / other + other / one + offset)
    value = pearson * accuracy
    known = replace(nothing, value=value, pearson=pearson, accuracy=accuracy)
    if pairs < _LEAST_PAIRS:
        return replace(known, reason="fewer than three pairs leave no error to judge by")
    variance = (
        (1 - pearson**2) * accuracy**2 * (1 - value**2)
        + 2 * pearson**2 * accuracy**3 * (1 - value) * offset
        - pearson**2 * accuracy**4 * offset**2 / 2
    ) / (pairs - 2)
    if variance <= _SMALLEST_VARIANCE or abs(value) >= 1:
        return replace(known, reason="the pairs lie on a line: it leaves no error to judge by")
    reach = float(ndtri((1 + level) / 2)) * math.sqrt(variance) / (1 - value**2)
    centre = math.atanh(value)
    return replace(known, lower=math.tanh(centre - reach), upper=math.tanh(centre + reach))
