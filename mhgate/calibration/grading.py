"""Grades by people and by a judge -> ``Certificate``: a cut that may gate, and the grades' own.

A gate on grades is a gate on ``grade >= good_from``: yes and no of the certificate are those. The
grades themselves say whether a mean may be corrected for the judge's bias, and shown.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import pairwise

from mhgate.calibration.certifying import JudgeIdentity, class_counts
from mhgate.calibration.measures import (
    LEVEL,
    ac1_of,
    alpha_of,
    bias_of,
    class_agreement,
    exact_of,
    icc_of,
    icc_of_systems,
    kappa_of,
    lin_of,
    quadratic_kappa_of,
)
from mhgate.calibration.naming import name_of
from mhgate.records import Certificate, Graded, LabelledBy, Split
from mhgate.stats import METHOD_VERSION
from mhgate.stats.judge_rates import judge_rates

__all__ = ["GradedTranscript", "certify_grades", "graded_agreement"]


@dataclass(frozen=True, slots=True)
class GradedTranscript:
    """A transcript that people and a judge graded.

    Args:
        family: the cluster.
        people: what people gave it; of several the mean, or the middle one.
        judge: what the judge gave it.
        system: who wrote the replies, None where that is not known.
    """

    family: str
    people: float
    judge: float
    system: str | None = None


def graded_agreement(
    rows: Sequence[GradedTranscript], *, grades: Sequence[float], good_from: float
) -> Graded:
    """Measure agreement on grades.

    Args:
        rows: transcripts that both graded.
        grades: every grade that could be given, ascending.
        good_from: the grade from which on it is good.

    Raises:
        ValueError: fewer than two grades, not ascending, or a cut that leaves a side empty.
    """
    if len(grades) <= 1 or any(low >= high for low, high in pairwise(grades)):
        raise ValueError(f"grades are {list(grades)}; expected two or more, ascending")
    if not grades[0] < good_from <= grades[-1]:
        raise ValueError(f"good_from is {good_from}; expected a grade above {grades[0]}")
    table = [[row.people, row.judge] for row in rows]
    families = [row.family for row in rows]
    step = min(high - low for low, high in pairwise(grades))
    bias = bias_of([row.judge for row in rows], [row.people for row in rows], families, step=step)
    systems = [row.system for row in rows]
    return Graded(
        grades=tuple(grades),
        good_from=good_from,
        by_people=_counted(row.people for row in rows),
        by_judge=_counted(row.judge for row in rows),
        exact=exact_of(table, families),
        quadratic_kappa=quadratic_kappa_of(table, families, grades),
        alpha=alpha_of(table, families, "ordinal", grades),
        lin=lin_of(table),
        absolute=icc_of(table, families, "A,1", grades),
        consistency=icc_of(table, families, "C,1", grades),
        system_absolute=icc_of_systems(table, systems, "A,1"),
        system_consistency=icc_of_systems(table, systems, "C,1"),
        bias=bias.mean,
        bias_error=bias.error,
        bias_families=bias.families,
        limits=bias.limits,
    )


def certify_grades(
    rows: Sequence[GradedTranscript],
    *,
    question: str,
    question_digest: str,
    grades: Sequence[float],
    good_from: float,
    judge: JudgeIdentity,
    labelled_by: LabelledBy,
    labelled_on: date,
    today: date,
    language: str = "en",
    gold_digest: str | None = None,
    split: Split | None = None,
) -> Certificate:
    """Hold a judge that grades against people.

    Args:
        rows: transcripts that both graded.
        question: what was graded, an attribute say.
        question_digest: of its wording and anchors.
        grades: every grade that could be given, ascending.
        good_from: the grade from which on it is good.
        judge: who graded.
        labelled_by: which people.
        labelled_on: the day of the latest of their grades.
        today: the day on which the judge graded.
        language: of the transcripts.
        gold_digest: of what they were read from.
        split: which part of them; None where nobody said, which does not gate by default.

    Returns:
        The certificate: the cut in ``yes`` and ``no``, the grades in ``graded``.

    Raises:
        ValueError: as :func:`graded_agreement`.
    """
    graded = graded_agreement(rows, grades=grades, good_from=good_from)
    families = [row.family for row in rows]
    cut = [[float(row.people >= good_from), float(row.judge >= good_from)] for row in rows]
    rates = judge_rates(
        [row[0] for row in cut], [row[1] for row in cut], families=families, level=LEVEL
    )
    bias = bias_of([row[1] for row in cut], [row[0] for row in cut], families)
    systems = [row.system for row in rows]
    content = Certificate(
        id="unnamed",
        question=question,
        question_digest=question_digest,
        language=language,
        judge=judge.name,
        judge_fingerprint=judge.fingerprint,
        judge_model=judge.model,
        yes=class_counts(rates.sensitivity, _said(cut, 1.0)),
        no=class_counts(rates.specificity, _said(cut, 0.0)),
        n_families=len(set(families)),
        sensitivity=class_agreement(rates.sensitivity),
        specificity=class_agreement(rates.specificity),
        exact=exact_of(cut, families),
        kappa=kappa_of(cut, families, [0.0, 1.0]),
        ac1=ac1_of(cut, families, [0.0, 1.0]),
        absolute=icc_of(cut, families, "A,1"),
        consistency=icc_of(cut, families, "C,1"),
        bias=bias.mean,
        limits=bias.limits,
        system_absolute=icc_of_systems(cut, systems, "A,1"),
        system_consistency=icc_of_systems(cut, systems, "C,1"),
        graded=graded,
        labelled_by=labelled_by,
        labelled_on=labelled_on,
        calibrated_on=today,
        gold_digest=gold_digest,
        split=split,
        method_version=METHOD_VERSION,
    )
    return content.model_copy(update={"id": name_of(content)})


def _counted(grades: Iterable[float]) -> dict[str, int]:
    """Return how often each grade was given; a middle between two grades as it is."""
    return {f"{grade:g}": n for grade, n in sorted(Counter(grades).items())}


def _said(cut: Sequence[Sequence[float]], truth: float) -> list[str]:
    return ["yes" if judged else "no" for people, judged in cut if people == truth]
