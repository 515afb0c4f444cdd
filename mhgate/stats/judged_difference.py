"""A paired difference that a fallible judge saw, as it would be without the judge's errors."""

from __future__ import annotations

from dataclasses import replace

from mhgate.stats.paired_difference import PairedDifference

__all__ = ["judged_difference"]


def judged_difference(found: PairedDifference, *, j: float) -> PairedDifference:
    """Return the true difference's interval from the one between judged rates.

    A judge of sensitivity Se and specificity Sp sees J = Se + Sp - 1 times the true difference,
    whatever the rates are. So a true drop of D looks like one of J D, and holding what was seen
    against D itself would call too many drops harmless (size up to .121 at .05). Dividing by the
    measured J is the same as holding what was seen against the margin J D. That J was measured,
    and not known, hardly matters: with 100 good and 50 bad calibration items the size is .044 to
    .0525 for independent pairs and Tango's normal quantile, and less for this comparison by family
    (benchmarks/coverage/tango.py). Its lower bound in its place would be needlessly conservative
    (.005 to .016).

    Args:
        found: the difference between judged outcomes.
        j: the judge's Se + Sp - 1 as measured, in [-1, 1].

    Returns:
        The same comparison with the difference and its bounds divided by J and clipped to
        [-1, 1]; counts and ``effective_n`` stay those of what was judged, and so does ``p_worse``,
        as J times a difference has its sign. A judge that is no better than chance (J at most 0)
        gives [-1, 1], difference 0 and a p-value of 1.

    Raises:
        ValueError: J lies outside [-1, 1] (NaN does).

    Source:
        Rogan, Gladen (1978), American Journal of Epidemiology 107, 71-76,
        doi:10.1093/oxfordjournals.aje.a112510: judged rate = 1 - Sp + J theta; its difference
        between two arms is J times the true one.

    Assumption:
        The judge errs alike in both arms, given the truth. A judge that favours one version of a
        bot needs a calibration of its own for that version.

    Example:
        >>> from mhgate.stats.paired_difference import paired_difference
        >>> seen = paired_difference([-1] * 9 + [0] * 51, [-1] * 9 + [0] * 51, range(60))
        >>> true = judged_difference(seen, j=0.9)
        >>> round(seen.difference, 3), round(true.difference, 3), true.p_worse == seen.p_worse
        (-0.15, -0.167, True)
    """
    if not -1 <= j <= 1:
        raise ValueError(f"j is {j}; expected sensitivity + specificity - 1, in [-1, 1]")
    if j <= 0:
        return replace(found, difference=0.0, lower=-1.0, upper=1.0, p_worse=1.0)
    return replace(
        found,
        difference=_clipped(found.difference / j),
        lower=_clipped(found.lower / j),
        upper=_clipped(found.upper / j),
    )


def _clipped(difference: float) -> float:
    return min(1.0, max(-1.0, difference))
