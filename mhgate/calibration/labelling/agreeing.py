"""How far readers agree, and where they do not: before anything rests on their answers."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Sequence
from typing import TYPE_CHECKING

from mhgate.records import Interval, Question
from mhgate.records.labelling import HandedIn, LabelSample, RaterAgreement, SampledItem

if TYPE_CHECKING:
    from mhgate.stats.exact_agreement import ExactAgreement

__all__ = ["agreement_between", "answers_to", "disagreements"]

_CODES = {"no": 0.0, "yes": 1.0, "not_applicable": 2.0}
_PAIR = 2
_LEVEL = 0.9

Answers = dict[str, dict[str, str]]


def answers_to(handed_in: Iterable[HandedIn]) -> Answers:
    """Return what was answered, by row and rater; rows that were left out or are open have none.

    A grade is its number.

    Args:
        handed_in: whose files.
    """
    found: Answers = {}
    for each in handed_in:
        for reading in each.readings:
            if reading.word is not None:
                found.setdefault(reading.row, {})[each.rater] = reading.word
    return found


def disagreements(sample: LabelSample, handed_in: Sequence[HandedIn]) -> tuple[SampledItem, ...]:
    """Return the rows that two readers did not answer alike, and that nobody has settled yet.

    Where a reader is not sure, a third person is asked too; where one left the row out, or has not
    read it, there is nothing to settle. Grades that are neighbours, and on one side of whatever is
    decided by them, are alike; in an audit all those are that lie on one side.

    Args:
        sample: what was asked.
        handed_in: every file.
    """
    read = answers_to(each for each in handed_in if not each.adjudicates)
    settled = answers_to(each for each in handed_in if each.adjudicates)
    return tuple(
        item
        for item in sample.items
        if len(read.get(item.row, {})) >= _PAIR
        and _are_apart(read[item.row].values(), item)
        and item.row not in settled
    )


def agreement_between(
    sample: LabelSample, handed_in: Sequence[HandedIn]
) -> tuple[RaterAgreement, ...]:
    """Measure agreement between readers, question by question.

    An answer of "not sure" is counted and is no answer. A third reading takes no part: it was made
    where the others disagreed, and would make them look worse than they are.

    Args:
        sample: what was asked.
        handed_in: every file.
    """
    readers = [each for each in handed_in if not each.adjudicates]
    return tuple(
        _on(sample, question, readers)
        for question in sample.questions
        if any(item.question == question.id for item in sample.items)
    )


def _are_apart(said: Collection[str], item: SampledItem) -> bool:
    if "not_sure" in said:
        return True
    grades = [int(each) for each in said if each.isdecimal()]
    if len(grades) < len(said):
        return len(set(said)) > 1
    low, high = min(grades), max(grades)
    is_far = high - low > 1 and item.probe is None
    return is_far or any(low < cut <= high for cut in item.cuts)


def _on(sample: LabelSample, question: Question, readers: Sequence[HandedIn]) -> RaterAgreement:
    items = {item.row: item for item in sample.items if item.question == question.id}
    answers = answers_to(readers)
    read = {row: _codes(said, question) for row, said in answers.items() if row in items}
    names = [each.rater for each in readers]
    rows = [row for row in items if len(read.get(row, {})) >= _PAIR]
    table = [[read[row].get(name, math.nan) for name in names] for row in rows]
    given = [reading for each in readers for reading in each.readings if reading.row in items]
    counted = RaterAgreement(
        question=question.id,
        is_graded=question.is_graded,
        raters=tuple(names),
        n_rows=len(items),
        n_twice=len(rows),
        n_agreed=sum(len(set(read[row].values())) == 1 for row in rows),
        n_not_sure=sum(reading.answer == "not_sure" for reading in given),
        n_opted_out=sum(reading.opted_out for reading in given),
    )
    if not rows:
        return counted.model_copy(update={"reasons": {"all": "no row was answered by two readers"}})
    families = [items[row].family for row in rows]
    if question.grades is not None:
        return _measured_grades(counted, table, families, sorted(question.grades))
    return _measured(counted, table, families)


def _codes(answers: dict[str, str], question: Question) -> dict[str, float]:
    """Return the sure answers as numbers; what is no grade of a graded question is none."""
    if question.is_graded:
        return {rater: float(said) for rater, said in answers.items() if said.isdecimal()}
    return {rater: _CODES[answer] for rater, answer in answers.items() if answer in _CODES}


def _measured(
    counted: RaterAgreement, table: list[list[float]], families: list[str]
) -> RaterAgreement:
    from mhgate.stats.exact_agreement import exact_agreement  # noqa: PLC0415 - loads numpy
    from mhgate.stats.gwet import gwet  # noqa: PLC0415 - loads numpy
    from mhgate.stats.kappa import kappa  # noqa: PLC0415 - loads numpy
    from mhgate.stats.krippendorff import krippendorff_alpha  # noqa: PLC0415 - loads numpy

    has_third = any(_CODES["not_applicable"] in row for row in table)
    categories = [0.0, 1.0, 2.0] if has_third else [0.0, 1.0]
    alpha = krippendorff_alpha(table, measurement="nominal")
    ac1 = gwet(table, categories=categories, level=_LEVEL)
    reasons = {"alpha": alpha.reason, "ac1": ac1.reason}
    update: dict[str, object] = {
        "exact": _exact(exact_agreement(table, clusters=families, level=_LEVEL)),
        "alpha": alpha.value,
        "ac1": ac1.value,
        "ac1_bounds": _bounds(ac1.lower, ac1.upper),
    }
    if len(counted.raters) == _PAIR:
        found = kappa(table, categories=categories, level=_LEVEL)
        update |= {"kappa": found.value, "kappa_bounds": _bounds(found.lower, found.upper)}
        reasons["kappa"] = found.reason
    else:
        reasons["kappa"] = "Cohen's kappa is of two readers"
    update["reasons"] = {name: why for name, why in reasons.items() if why is not None}
    return counted.model_copy(update=update)


def _measured_grades(
    counted: RaterAgreement,
    table: list[list[float]],
    families: list[str],
    grades: Sequence[int],
) -> RaterAgreement:
    from mhgate.stats.exact_agreement import exact_agreement  # noqa: PLC0415 - loads numpy
    from mhgate.stats.gwet import gwet  # noqa: PLC0415 - loads numpy
    from mhgate.stats.jackknife_sums import jackknife_icc  # noqa: PLC0415 - loads numpy
    from mhgate.stats.kappa import kappa  # noqa: PLC0415 - loads numpy
    from mhgate.stats.krippendorff import krippendorff_alpha  # noqa: PLC0415 - loads numpy

    alpha = krippendorff_alpha(table, measurement="ordinal")
    ac2 = gwet(table, categories=grades, weights="quadratic", level=_LEVEL)
    absolute = jackknife_icc(table, form="A,1", clusters=families, level=_LEVEL, categories=grades)
    reasons = {"alpha": alpha.reason, "ac1": ac2.reason, "absolute": absolute.reason}
    update: dict[str, object] = {
        "exact": _exact(exact_agreement(table, clusters=families, level=_LEVEL)),
        "alpha": alpha.value,
        "ac1": ac2.value,
        "ac1_bounds": _bounds(ac2.lower, ac2.upper),
        "absolute": absolute.value,
        "absolute_bounds": None
        if absolute.value is None
        else _bounds(absolute.lower, absolute.upper),
    }
    if len(counted.raters) == _PAIR:
        found = kappa(table, categories=grades, weights="quadratic", level=_LEVEL)
        update |= {"kappa": found.value, "kappa_bounds": _bounds(found.lower, found.upper)}
        reasons["kappa"] = found.reason
    else:
        reasons["kappa"] = "quadratic kappa is of two readers"
    update["reasons"] = {name: why for name, why in reasons.items() if why is not None}
    return counted.model_copy(update=update)


def _exact(found: ExactAgreement) -> Interval:
    return Interval(lower=found.interval.lower, upper=found.interval.upper, level=_LEVEL)


def _bounds(lower: float | None, upper: float | None) -> Interval | None:
    if lower is None or upper is None:
        return None
    return Interval(lower=lower, upper=upper, level=_LEVEL)
