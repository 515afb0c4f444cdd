"""A graded mean for a report: corrected for the judge's bias where its consistency is good.

It never gates. Where the judge ranks transcripts as people do, its bias can be taken out; where it
does not, a mean less its bias is only another wrong number, and the mean is shown as judged.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from mhgate.records import Certificate, Figure, Graded, ItemOutcome

__all__ = ["GradedMean", "graded_mean", "mean_grade"]

_GOOD = frozenset({"good", "excellent"})
_ENDING = "reported, does not gate"
_HIGHEST_GRADE = 5.0


@dataclass(frozen=True, slots=True, kw_only=True)
class GradedMean:
    """A mean of grades, corrected or not, and a sentence that says which.

    Bounds are those of a two-sided interval at ``level``, None where nothing bounds the mean.
    ``note`` says what was done to it, without the figures.
    """

    mean: float | None
    lower: float | None
    upper: float | None
    level: float
    is_corrected: bool
    note: str

    @property
    def sentence(self) -> str:
        """The mean with its bounds, and the note."""
        if self.mean is None:
            return f"{self.note}; {_ENDING}"
        bounds = (
            ""
            if self.lower is None or self.upper is None
            else f" ({self.lower:.2f} to {self.upper:.2f})"
        )
        mark = "," if self.is_corrected else " as judged,"
        return f"mean {self.mean:.2f}{bounds}{mark} {self.note}; {_ENDING}"


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
    ends = (graded.grades[0], graded.grades[-1])
    why_not = _why_not(graded)
    if why_not is not None:
        return _as_judged(scores, families, ends, level, why_not)
    from mhgate.stats.corrected_mean import corrected_mean  # noqa: PLC0415 - loads numpy

    bias = graded.bias.value or 0.0
    found = corrected_mean(
        scores,
        families=families,
        bias=bias,
        bias_error=graded.bias_error or 0.0,
        bias_families=graded.bias_families,
        low=ends[0],
        high=ends[1],
        level=level,
    )
    if found is None:
        return _as_judged(scores, families, ends, level, "no transcript was graded")
    return GradedMean(
        mean=found.mean,
        lower=found.lower,
        upper=found.upper,
        level=level,
        is_corrected=True,
        note=f"less the judge's bias of {bias:+.2f} on gold",
    )


def mean_grade(
    outcomes: Sequence[ItemOutcome], *, alpha: float, certificate: Certificate | None = None
) -> tuple[Figure, ...]:
    """Return the mean grade with a note of what was done to it; nothing where nothing was graded.

    The judge's bias is taken out where its certificate shows good consistency; else the mean stands
    as judged.

    Args:
        outcomes: of one probe.
        alpha: error rate of each bound, in (0, 0.5).
        certificate: of the probe's question, where it speaks for the judge.
    """
    graded = sorted((row for row in outcomes if row.grade is not None), key=_by_trial)
    if not graded:
        return ()
    level, grades = 1 - 2 * alpha, [float(row.grade or 0) for row in graded]
    families = [row.family for row in graded]
    if certificate is not None and certificate.graded is not None:
        found = graded_mean(grades, families=families, certificate=certificate, level=level)
    else:
        ends = (1.0, max(_HIGHEST_GRADE, *grades))
        found = _as_judged(grades, families, ends, level, "no certificate")
    return (
        Figure(
            name=f"mean grade, {'bias-corrected' if found.is_corrected else 'as judged'}",
            value=found.mean,
            lower=found.lower,
            upper=found.upper,
            note=found.note,
        ),
    )


def _by_trial(row: ItemOutcome) -> str:
    return row.trial_id


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
    scores: Sequence[float],
    families: Sequence[str],
    ends: tuple[float, float],
    level: float,
    why_not: str,
) -> GradedMean:
    from mhgate.stats.cluster_mean import cluster_mean  # noqa: PLC0415 - loads numpy
    from mhgate.stats.family_counts import family_counts  # noqa: PLC0415 - likewise

    counts = family_counts(list(scores), [False] * len(scores), list(families))
    found = cluster_mean(
        counts.totals,
        counts.unmeasured,
        counts.sizes,
        low=ends[0],
        high=ends[1],
        level=level,
    )
    why_not = why_not if found.mean is None else f"not corrected for bias: {why_not}"
    return GradedMean(
        mean=found.mean,
        lower=found.lower,
        upper=found.upper,
        level=level,
        is_corrected=False,
        note=why_not,
    )
