"""What came back from readers, in lines: who, how far they agree, and where they do not."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from mhgate.records import Interval
from mhgate.records.labelling import HandedIn, RaterAgreement, SampledItem
from mhgate.report.safe_text import printable

__all__ = ["agreement_lines", "disagreement_lines", "reader_lines"]

_MOST = 20


def reader_lines(handed_in: Iterable[HandedIn]) -> list[str]:
    """Say who handed in what."""
    lines = []
    for each in handed_in:
        answered = sum(reading.answer is not None for reading in each.readings)
        left = sum(reading.opted_out for reading in each.readings)
        dates = sorted(reading.at.date() for reading in each.readings if reading.at is not None)
        when = (
            ""
            if not dates
            else f", {dates[0]}" + (f" to {dates[-1]}" if dates[-1] != dates[0] else "")
        )
        which = "third reading" if each.adjudicates else f"copy {each.copy_name}"
        lines.append(
            f"{printable(each.rater)} ({each.role}, {which}): {answered} answered, "
            f"{left} left out{when}"
        )
    return lines


def agreement_lines(agreement: Iterable[RaterAgreement]) -> list[str]:
    """Say how far readers agree, a line a question; a third reading takes no part."""
    lines = []
    for each in agreement:
        words = [f"{each.question}: {each.n_rows} rows, {each.n_twice} answered by two or more"]
        if each.n_twice:
            share = each.n_agreed / each.n_twice
            words.append(f"{each.n_agreed} alike, {share:.3f}{_bounds(each.exact)}")
            for key, name, value, bounds in _coefficients(each):
                why = each.reasons.get(key)
                shown = "none" if value is None else f"{value:.3f}{_bounds(bounds)}"
                words.append(f"{name} {shown}" + (f" ({why})" if why and value is None else ""))
        if each.n_not_sure or each.n_opted_out:
            words.append(f"{each.n_not_sure} not sure, {each.n_opted_out} left out")
        lines.append("; ".join(words))
    return lines


def disagreement_lines(items: Sequence[SampledItem], handed_in: Sequence[HandedIn]) -> list[str]:
    """Say where readers differ: the row, the transcript, and who said what."""
    said: dict[str, list[str]] = {}
    for each in handed_in:
        for reading in each.readings:
            if reading.word is not None:
                answer = reading.word.replace("_", " ")
                said.setdefault(reading.row, []).append(f"{printable(each.rater)} {answer}")
    lines = [
        f"{item.row}  {printable(item.id, limit=60)}  {item.question}: "
        + ", ".join(said.get(item.row, []))
        for item in items[:_MOST]
    ]
    if len(items) > _MOST:
        lines.append(f"and {len(items) - _MOST} more")
    return lines


def _coefficients(
    each: RaterAgreement,
) -> list[tuple[str, str, float | None, Interval | None]]:
    """Return the coefficients of a question, named for what they are."""
    graded = each.is_graded
    found: list[tuple[str, str, float | None, Interval | None]] = [
        ("kappa", "quadratic kappa" if graded else "kappa", each.kappa, each.kappa_bounds),
        ("ac1", "AC2" if graded else "AC1", each.ac1, each.ac1_bounds),
        ("alpha", "ordinal alpha" if graded else "alpha", each.alpha, None),
    ]
    if graded:
        found.append(("absolute", "ICC(A,1)", each.absolute, each.absolute_bounds))
    return found


def _bounds(found: Interval | None) -> str:
    return "" if found is None else f" ({found.lower:.3f} to {found.upper:.3f})"
