"""How far the people behind a gold set agree among themselves: no judge can be held to more."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from mhgate.calibration.measures import NO_ANSWER, Table, ac1_of, alpha_of, exact_of, kappa_of
from mhgate.records import Against, Ceiling, GoldLabel, GoldTranscript

__all__ = ["ceiling_of"]

_PAIR = 2
_CODES = {"no": 0.0, "yes": 1.0, "not_applicable": 2.0}

Labelled = Sequence[tuple[GoldTranscript, tuple[GoldLabel, ...]]]


def ceiling_of(labelled: Labelled, *, has_third: bool = False) -> Ceiling | None:
    """Measure the agreement of people on one question.

    Args:
        labelled: transcripts with the labels that count; an answer of ``not_sure`` is none.
        has_third: whether "not applicable" could be answered.

    Returns:
        Their agreement, with each rater held against the majority of the others; None where no two
        people answered surely on any one transcript.
    """
    rows: list[Mapping[str, str]] = []
    families: list[str] = []
    for transcript, labels in labelled:
        sure = {each.rater: each.answer for each in labels if each.answer != "not_sure"}
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
        alpha=alpha_of(table, families, "nominal"),
        ac1=ac1_of(table, families, categories),
        exact=exact_of(table, families),
        each=tuple(_against(rater, rows, families, categories) for rater in raters),
    )


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


def _share(table: Table, truth: float) -> float | None:
    own = [row[1] for row in table if row[0] == truth]
    return sum(each == truth for each in own) / len(own) if own else None
