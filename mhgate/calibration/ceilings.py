"""How far the people behind a gold set agree among themselves: no judge can be held to more."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from statistics import median

from mhgate.calibration.measures import (
    NO_ANSWER,
    Table,
    ac1_of,
    ac2_of,
    alpha_of,
    exact_of,
    icc_of,
    kappa_of,
    quadratic_kappa_of,
)
from mhgate.records import Against, Ceiling, GoldLabel, GoldTranscript

__all__ = ["ceiling_of", "ceiling_of_grades"]

_PAIR = 2
_CODES = {"no": 0.0, "yes": 1.0, "not_applicable": 2.0}

Labelled = Sequence[tuple[GoldTranscript, tuple[GoldLabel, ...]]]


def ceiling_of(labelled: Labelled, *, has_third: bool = False) -> Ceiling | None:
    """Measure the agreement of people on one question.

    Args:
        labelled: transcripts with the labels that count; an answer of ``not_sure`` is none, and
            that of who adjudicates is left out: it was asked for where the others disagreed.
        has_third: whether "not applicable" could be answered.

    Returns:
        Their agreement, with each rater held against the majority of the others; None where no two
        people answered surely on any one transcript.
    """
    rows: list[Mapping[str, str]] = []
    families: list[str] = []
    for transcript, labels in labelled:
        sure = {each.rater: each.answer for each in _readers(labels) if each.answer != "not_sure"}
        if len(sure) >= _PAIR:
            rows.append(sure)
            families.append(transcript.family)
    if not rows:
        return None
    raters = sorted({rater for row in rows for rater in row})
    third = has_third or any("not_applicable" in row.values() for row in rows)
    categories = sorted(_CODES.values()) if third else [0.0, 1.0]
    table = [[_code(row.get(rater)) for rater in raters] for row in rows]
    return Ceiling(
        n_raters=len(raters),
        n_transcripts=len(rows),
        n_families=len(set(families)),
        alpha=alpha_of(table, families, "nominal", categories),
        ac1=ac1_of(table, families, categories),
        exact=exact_of(table, families),
        each=tuple(_against(rater, rows, families, categories) for rater in raters),
    )


def ceiling_of_grades(
    labelled: Labelled, *, grades: Sequence[float], good_from: float
) -> Ceiling | None:
    """Measure the agreement of people on one graded question.

    Args:
        labelled: as for :func:`ceiling_of`; who found the question not applicable gave no grade.
        grades: every grade that could be given, ascending.
        good_from: the cut, for each rater's sensitivity and specificity.

    Returns:
        Their agreement on the grades, with each rater held against the middle of the others; None
        where no two people graded any one transcript.
    """
    rows: list[Mapping[str, int]] = []
    families: list[str] = []
    for transcript, labels in labelled:
        given = {each.rater: each.grade for each in _readers(labels) if each.grade is not None}
        if len(given) >= _PAIR:
            rows.append(given)
            families.append(transcript.family)
    if not rows:
        return None
    raters = sorted({rater for row in rows for rater in row})
    table = [[float(row.get(rater, NO_ANSWER)) for rater in raters] for row in rows]
    return Ceiling(
        n_raters=len(raters),
        n_transcripts=len(rows),
        n_families=len(set(families)),
        alpha=alpha_of(table, families, "ordinal", grades),
        ac1=ac2_of(table, families, grades),
        exact=exact_of(table, families),
        absolute=icc_of(table, families, "A,1", grades),
        each=tuple(
            _against_the_middle(rater, rows, families, good_from, grades) for rater in raters
        ),
    )


def _readers(labels: Sequence[GoldLabel]) -> list[GoldLabel]:
    """Return the labels of those who read without knowing that others disagreed."""
    return [label for label in labels if not label.adjudicates]


def _code(answer: str | None) -> float:
    return NO_ANSWER if answer is None else _CODES[answer]


def _against(
    rater: str,
    rows: Sequence[Mapping[str, str]],
    families: Sequence[str],
    categories: Sequence[float],
) -> Against:
    """Hold one rater against the majority of the others, where these have one."""
    table: list[list[float]] = []
    kept: list[str] = []
    for row, family in zip(rows, families, strict=True):
        own = row.get(rater)
        rest = Counter(answer for name, answer in row.items() if name != rater).most_common(2)
        is_tied = len(rest) == _PAIR and rest[0][1] == rest[1][1]
        if own is None or not rest or is_tied:
            continue
        table.append([_CODES[rest[0][0]], _CODES[own]])
        kept.append(family)
    return Against(
        rater=rater,
        n=len(table),
        sensitivity=_share(table, _CODES["yes"]),
        specificity=_share(table, _CODES["no"]),
        kappa=kappa_of(table, kept, categories),
    )


def _against_the_middle(
    rater: str,
    rows: Sequence[Mapping[str, int]],
    families: Sequence[str],
    cut: float,
    grades: Sequence[float],
) -> Against:
    """Hold one rater against the middle of the others; where that lies on the cut, no side has."""
    table: list[list[float]] = []
    sides: list[list[float]] = []
    kept: list[str] = []
    for row, family in zip(rows, families, strict=True):
        rest = [grade for name, grade in row.items() if name != rater]
        if rater not in row or not rest:
            continue
        table.append([float(median(rest)), float(row[rater])])
        kept.append(family)
        reaching = sum(grade >= cut for grade in rest)
        if 2 * reaching != len(rest):
            sides.append([float(2 * reaching > len(rest)), float(row[rater] >= cut)])
    return Against(
        rater=rater,
        n=len(table),
        sensitivity=_share(sides, 1.0),
        specificity=_share(sides, 0.0),
        kappa=quadratic_kappa_of(table, kept, grades),
    )


def _share(table: Table, truth: float) -> float | None:
    own = [row[1] for row in table if row[0] == truth]
    return sum(each == truth for each in own) / len(own) if own else None
