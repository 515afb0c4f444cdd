"""Measures of agreement with their intervals, as certificates keep them."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from mhgate.records import Agreement, Limits
from mhgate.stats.exact_agreement import exact_agreement
from mhgate.stats.gwet import gwet
from mhgate.stats.icc import icc
from mhgate.stats.jackknife import JackknifeBound, jackknife
from mhgate.stats.jackknife_sums import jackknife_icc, jackknife_kappa
from mhgate.stats.kappa import kappa
from mhgate.stats.krippendorff import krippendorff_alpha
from mhgate.stats.lin import lin_concordance
from mhgate.stats.rater_bias import rater_bias

if TYPE_CHECKING:
    from mhgate.stats.judge_rates import ClassRate

__all__ = [
    "LEVEL",
    "NO_ANSWER",
    "Bias",
    "Table",
    "ac1_of",
    "ac2_of",
    "alpha_of",
    "bias_of",
    "class_agreement",
    "exact_of",
    "icc_of",
    "icc_of_systems",
    "kappa_of",
    "lin_of",
    "quadratic_kappa_of",
]

LEVEL = 0.9
"""Of every interval: each bound alone is one-sided at .05, what requirements are held against."""

NO_ANSWER = math.nan

_FLOOR = 0.1  # the least correlation within a family that is believed beside a judge's correction
_BY_FAMILY = "jackknife by family with unseen events"

Table = Sequence[Sequence[float]]


class Bias(NamedTuple):
    """Judge less people: the mean, the limits of single differences, and what it rests on.

    ``error`` is the mean's standard error by family; where no family differs from another, it is
    half the interval instead, which is more.
    """

    mean: Agreement
    limits: Limits
    error: float | None
    families: int


def exact_of(table: Table, families: Sequence[str]) -> Agreement:
    """Return the share of rows on which all who answered gave one answer.

    Args:
        table: codes of answers, a row a transcript, a column a rater; NaN where there is none.
        families: of each row.
    """
    if not table:
        return _nothing("exact by family", "nothing was answered by two")
    found = exact_agreement(table, clusters=families, level=LEVEL, icc_floor=_FLOOR)
    return Agreement(
        value=found.share,
        lower=found.interval.lower,
        upper=found.interval.upper,
        level=LEVEL,
        n=found.targets,
        method="share of equal answers, Clopper-Pearson on effective counts by family",
        reason=None if found.targets else "nothing was answered by two",
    )


def kappa_of(table: Table, families: Sequence[str], categories: Sequence[float]) -> Agreement:
    """Return Cohen's kappa of two raters; arguments as :func:`exact_of`, and every category."""

    def value(rows: Any) -> float | None:
        return kappa(rows, categories=categories).value

    return _jackknifed(
        value, _complete(table), _of_complete(table, families), "Cohen's kappa", categories
    )


def ac1_of(table: Table, families: Sequence[str], categories: Sequence[float]) -> Agreement:
    """Return Gwet's AC1; arguments as :func:`kappa_of`, for any number of raters."""

    def value(rows: Any) -> float | None:
        return gwet(rows, categories=categories).value

    return _jackknifed(value, table, families, "Gwet's AC1", categories)


def ac2_of(table: Table, families: Sequence[str], categories: Sequence[float]) -> Agreement:
    """Return Gwet's AC2 by squared distance; arguments as :func:`ac1_of`, the grades in order."""

    def value(rows: Any) -> float | None:
        return gwet(rows, categories=categories, weights="quadratic").value

    return _jackknifed(value, table, families, "Gwet's AC2, quadratic weights", categories)


def alpha_of(
    table: Table,
    families: Sequence[str],
    measurement: Literal["nominal", "ordinal"],
    categories: Sequence[float],
) -> Agreement:
    """Return Krippendorff's alpha; arguments as :func:`kappa_of`, and what a difference means."""

    def value(rows: Any) -> float | None:
        return krippendorff_alpha(rows, measurement=measurement).value

    return _jackknifed(value, table, families, f"Krippendorff's alpha, {measurement}", categories)


def icc_of(
    table: Table,
    families: Sequence[str],
    form: Literal["A,1", "C,1"],
    categories: Sequence[float] = (0.0, 1.0),
) -> Agreement:
    """Return an intraclass correlation of single transcripts.

    Args:
        table: as for :func:`exact_of`; yes is 1 and no is 0, or the grades.
        families: of each row.
        form: absolute agreement, or consistency.
        categories: all that could be given: 0 and 1, or the grades.
    """
    if not table:
        return _nothing(f"ICC({form})", "nothing was answered by both")
    found = jackknife_icc(table, form=form, clusters=families, level=LEVEL, categories=categories)
    return _of_jackknife(found, f"ICC({form})")


def quadratic_kappa_of(
    table: Table, families: Sequence[str], categories: Sequence[float]
) -> Agreement:
    """Return quadratic kappa of two raters; arguments as :func:`icc_of`."""
    if not table:
        return _nothing("quadratic kappa", "nothing was graded by both")
    found = jackknife_kappa(table, clusters=families, level=LEVEL, categories=categories)
    return _of_jackknife(found, "quadratic kappa")


def lin_of(table: Table) -> Agreement:
    """Return Lin's concordance of two raters; arguments as :func:`exact_of`."""
    if not table:
        return _nothing("Lin's concordance", "nothing was graded by both")
    found = lin_concordance(table, level=LEVEL)
    return Agreement(
        value=found.value,
        lower=found.lower,
        upper=found.upper,
        level=LEVEL,
        n=found.pairs,
        method="Lin's concordance, normal interval on atanh, families not heeded",
        reason=found.reason,
    )


def icc_of_systems(
    table: Table, systems: Sequence[str | None], form: Literal["A,1", "C,1"]
) -> Agreement | None:
    """Return an intraclass correlation of the means of systems.

    Args:
        table: as for :func:`icc_of`.
        systems: who wrote the replies of each row, None where that is not known.
        form: absolute agreement, or consistency.

    Returns:
        None where a row's system is not known, or there is one alone.
    """
    if None in systems or len(set(systems)) <= 1:
        return None
    means = []
    for system in dict.fromkeys(systems):
        rows = [row for row, of in zip(table, systems, strict=True) if of == system]
        complete = _complete(rows)
        if complete:
            means.append([sum(cells) / len(complete) for cells in zip(*complete, strict=True)])
    found = icc(means, form=form, level=LEVEL) if means else None
    return Agreement(
        value=None if found is None else found.value,
        lower=None if found is None else found.lower,
        upper=None if found is None else found.upper,
        level=LEVEL,
        n=len(means),
        method=f"ICC({form}) of the means of systems, F interval over systems",
        reason="nothing was answered by both" if found is None else found.reason,
    )


def bias_of(
    judge: Sequence[float],
    people: Sequence[float],
    families: Sequence[str],
    *,
    step: float = 1.0,
) -> Bias:
    """Return judge less people.

    Args:
        judge: answers as numbers.
        people: theirs.
        families: of each.
        step: between neighbouring grades.
    """
    found = rater_bias(judge, people, clusters=families, level=LEVEL, step=step)
    mean = Agreement(
        value=found.mean,
        lower=found.lower,
        upper=found.upper,
        level=LEVEL,
        n=found.pairs,
        method="mean of judge less people, t interval by family",
        reason=found.reason,
    )
    error = found.standard_error
    if error == 0 and found.lower is not None and found.upper is not None:
        error = (found.upper - found.lower) / 2
    limits = Limits(lower=found.lower_limit, upper=found.upper_limit)
    return Bias(mean, limits, error, found.clusters)


def class_agreement(rate: ClassRate) -> Agreement:
    """Return a sensitivity or a specificity; where the judge failed counts on both sides.

    Args:
        rate: of one class of truth.
    """
    return Agreement(
        value=rate.rate,
        lower=rate.lower,
        upper=rate.upper,
        level=LEVEL,
        n=rate.measured,
        method="Clopper-Pearson on effective counts by family",
        reason=None if rate.measured else "nothing of this answer was judged",
    )


def _jackknifed(
    value: Callable[[Any], float | None],
    table: Table,
    families: Sequence[str],
    name: str,
    categories: Sequence[float],
) -> Agreement:
    if not table:
        return _nothing(name, "nothing was answered by two")
    found = jackknife(value, table, clusters=families, level=LEVEL, categories=categories)
    return _of_jackknife(found, name)


def _of_jackknife(found: JackknifeBound, name: str) -> Agreement:
    return Agreement(
        value=found.value,
        lower=found.lower,
        upper=found.upper,
        level=LEVEL,
        n=found.targets,
        method=f"{name}, {_BY_FAMILY}",
        reason=found.reason,
    )


def _nothing(method: str, reason: str) -> Agreement:
    return Agreement(value=None, level=LEVEL, n=0, method=method, reason=reason)


def _complete(table: Table) -> Table:
    return [row for row in table if not any(map(math.isnan, row))]


def _of_complete(table: Table, families: Sequence[str]) -> list[str]:
    rows = zip(table, families, strict=True)
    return [family for row, family in rows if not any(map(math.isnan, row))]
