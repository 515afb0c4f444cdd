"""Hazards and dispositions as tables of the page: what people state, beside what a run measured."""

from __future__ import annotations

from collections.abc import Iterator

from mhgate.records.dispositions import DispositionTable
from mhgate.records.hazards import HazardLine, HazardTable
from mhgate.records.page import PageTable
from mhgate.report.figures import spelled

__all__ = ["page_tables"]

_OUTCOMES = {
    "pass": "pass",
    "fail": "fail",
    "inconclusive": "not decided",
    "error": "could not be evaluated",
}

_IDLE = {
    "stale": "stale, for the item has other words now",
    "other_report": "given for another report, and the item fails in this one too",
    "not_open": "what it is about is not open in this report",
}
_MOST_IDLE = 50


def page_tables(
    hazards: HazardTable | None, dispositions: DispositionTable
) -> tuple[PageTable, ...]:
    """Return the tables that a page shows of what people govern; none where there is nothing.

    Args:
        hazards: beside figures; None where no probe names one and no file holds any.
        dispositions: what failed, and what was decided about it.
    """
    found = []
    if hazards is not None:
        found.append(
            PageTable(
                title="Hazards",
                headers=(
                    "hazard",
                    "severity",
                    "likelihood",
                    "risk before",
                    "control",
                    "risk after",
                    "probe",
                    "outcome",
                    "score and threshold",
                ),
                rows=tuple(_hazard(line) for line in hazards.lines),
                notes=(hazards.says, *_without(hazards)),
            )
        )
    if dispositions.lines or dispositions.idle:
        found.append(
            PageTable(
                title="Dispositions",
                headers=("what failed, or is waived", "outcome", "decided", "by", "why"),
                rows=tuple(_dispositions(dispositions)),
                notes=(dispositions.says, *_beside(dispositions)),
            )
        )
    return tuple(found)


def _hazard(line: HazardLine) -> tuple[str, ...]:
    known = line.hazard
    told = (
        (f"{line.id}: not in the hazard log", *[""] * 5)
        if known is None
        else (
            f"{line.id}: {known.title}",
            known.severity,
            known.likelihood,
            known.initial_risk,
            known.control,
            known.residual_risk,
        )
    )
    if line.probe is None:
        return (*told, "no probe of this run", "", "")
    outcome = _OUTCOMES.get(line.outcome or "", line.outcome or "")
    return (*told, line.probe, outcome, _figure(line))


def _figure(line: HazardLine) -> str:
    if line.lower is None or line.upper is None or line.min_score is None:
        return ""
    values = [line.lower, line.upper, *([] if line.point is None else [line.point])]
    lower, upper, *rest = spelled(values, [line.min_score], ends=[0.0, 1.0])
    point = "none" if line.point is None else rest[0]
    return f"{point} ({lower} to {upper}); {rest[-1]}"


def _without(hazards: HazardTable) -> Iterator[str]:
    n = len(hazards.probes_without)
    if n:
        yield f"{n} {'probe names' if n == 1 else 'probes name'} no hazard."


def _dispositions(table: DispositionTable) -> Iterator[tuple[str, ...]]:
    for line in table.lines:
        about = f"waiver {line.waiver}" if line.what == "waiver" else f"{line.item} ({line.probe})"
        given = line.disposition
        decided = (
            ("nobody has decided", "", "")
            if given is None
            else (
                f"{given.kind}, {given.on}",
                given.by if given.role is None else f"{given.by}, {given.role}",
                given.why if given.hazard is None else f"{given.why} ({given.hazard})",
            )
        )
        outcome = line.says if line.what == "waiver" else _OUTCOMES.get(line.outcome or "", "")
        yield (about, outcome, *decided)


def _beside(table: DispositionTable) -> Iterator[str]:
    n_open = len(table.undisposed)
    yield f"Of {len(table.lines)} failed items and open waivers, {n_open} have no disposition."
    if table.n_beside:
        yield f"Probes that gate nothing missed {table.n_beside} items beside these."
    for each in table.idle[:_MOST_IDLE]:
        given = each.disposition
        yield f"{given.id} ({given.kind} by {given.by}, {given.on}): {_IDLE[each.state]}."
    if len(table.idle) > _MOST_IDLE:
        yield f"{len(table.idle) - _MOST_IDLE} more stand in dispositions.json."
