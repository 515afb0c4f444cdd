"""A graded mean for a report: corrected for the judge's bias where its consistency is good.

It never gates. Where the judge ranks transcripts as people do, its bias can be taken out; where it
does not, a mean less its bias is only another wrong number, and the mean is shown as judged.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from mhgate.records import Certificate, Graded

__all__ = ["GradedMean", "graded_mean"]

_GOOD = frozenset({"good", "excellent"})
_ENDING = "reported, does not gate"


@dataclass(frozen=True, slots=True, kw_only=True)
class GradedMean:
    """A mean of grades, corrected or not, and a sentence that says which.

    Bounds are those of a two-sided interval at ``level``, None where nothing bounds the mean.
    """

    mean: float | None
    lower: float | None
    upper: float | None
    level: float
    is_corrected: bool
    sentence: str


def graded_mean(
    scores: Sequence[float],
    *,
    families: Sequence[str],
    certificate: Certificate,
    level: float = 0.9,
) -> GradedMean:
    """Return the mean of a judge's grades, less its bias where that may be taken out.

    Args:
        scores: the judge's grades of a run.
        families: of each.
        certificate: of the judge on this attribute, with what it showed on grades.
        level: two-sided level, in (0, 1).

    Returns:
        The mean with its interval and a sentence for the report.

    Raises:
        ValueError: the certificate holds no grades, or a score lies outside them.
    """
    graded = certificate.graded
    if graded is None:
        raise ValueError(f"the certificate {certificate.id} says nothing about grades")
    why_not = _why_not(graded)
    if why_not is not None:
        return _as_judged(scores, families, graded, level, why_not)
    from mhgate.stats.corrected_mean import corrected_mean  # noqa: PLC0415 - loads numpy

    bias = graded.bias.value or 0.0
    found = corrected_mean(
        scores,
        families=families,
        bias=bias,
        bias_error=graded.bias_error or 0.0,
        bias_families=graded.bias_families,
        low=graded.grades[0],
        high=graded.grades[-1],
        level=level,
    )
    if found is None:
        return _as_judged(scores, families, graded, level, "no transcript was graded")
    shown = _shown(found.mean, found.lower, found.upper)
    return GradedMean(
        mean=found.mean,
        lower=found.lower,
        upper=found.upper,
        level=level,
        is_corrected=True,
        sentence=f"{shown}, less the judge's bias of {bias:+.2f} on gold; {_ENDING}",
    )


def _why_not(graded: Graded) -> str | None:
    """Return why the bias may not be taken out; consistency counts by its lower bound."""
    from mhgate.stats.koo_li import koo_li_category  # noqa: PLC0415 - with what needs it

    consistency = graded.consistency
    word = koo_li_category(None if consistency.value is None else consistency.lower)
    if word is None:
        return f"its consistency with people cannot be measured ({consistency.reason})"
    if word not in _GOOD:
        return (
            f"its consistency with people is {word} (ICC(C,1) {consistency.value:.2f}, lower bound "
            f"{consistency.lower:.2f}), not good"
        )
    if graded.bias.value is None or graded.bias_error is None:
        return f"its bias cannot be measured ({graded.bias.reason})"
    return None


def _as_judged(
    scores: Sequence[float], families: Sequence[str], graded: Graded, level: float, why_not: str
) -> GradedMean:
    from mhgate.stats.cluster_mean import cluster_mean  # noqa: PLC0415 - loads numpy
    from mhgate.stats.family_counts import family_counts  # noqa: PLC0415 - likewise

    counts = family_counts(list(scores), [False] * len(scores), list(families))
    found = cluster_mean(
        counts.totals,
        counts.unmeasured,
        counts.sizes,
        low=graded.grades[0],
        high=graded.grades[-1],
        level=level,
    )
    if found.mean is None:
        sentence = f"{why_not}; {_ENDING}"
    else:
        shown = _shown(found.mean, found.lower, found.upper)
        sentence = f"{shown} as judged, not corrected for bias: {why_not}; {_ENDING}"
    return GradedMean(
        mean=found.mean,
        lower=found.lower,
        upper=found.upper,
        level=level,
        is_corrected=False,
        sentence=sentence,
    )


def _shown(mean: float, lower: float | None, upper: float | None) -> str:
    bounds = "" if lower is None or upper is None else f" ({lower:.2f} to {upper:.2f})"
    return f"mean {mean:.2f}{bounds}"
