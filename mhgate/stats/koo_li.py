"""Words for an intraclass correlation, as Koo and Li propose them: an absolute scheme."""

from __future__ import annotations

__all__ = ["KOO_LI_LIMITS", "koo_li_category"]

KOO_LI_LIMITS = ((0.90, "excellent"), (0.75, "good"), (0.50, "moderate"))
"""From which coefficient on a word applies; below the last it is ``poor``."""


def koo_li_category(value: float | None) -> str | None:
    """Return the word for an intraclass correlation.

    Args:
        value: a coefficient, or a bound of its interval, at most 1; None where there is none.

    Returns:
        ``poor`` below .50, ``moderate`` below .75, ``good`` below .90, else ``excellent``; None
        for None.

    Source:
        Koo, Li (2016), Journal of Chiropractic Medicine 15, 155-163,
        doi:10.1016/j.jcm.2016.02.012. They apply the words to the interval, not to the estimate:
        say what both of its bounds are called.

    Assumption:
        The limits are conventions. No patient was counted in making them.

    Example:
        >>> koo_li_category(0.75), koo_li_category(0.7499)
        ('good', 'moderate')
    """
    if value is None:
        return None
    return next((word for least, word in KOO_LI_LIMITS if value >= least), "poor")
