"""What failed in a report, and what people decided about it. No decision changes a verdict."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from mhgate.evidence.governed import read_governed
from mhgate.records import ItemOutcome, ProbeVerdict, Report
from mhgate.records.dispositions import (
    Disposition,
    DispositionFile,
    DispositionLine,
    DispositionTable,
    IdleDisposition,
)

__all__ = ["disposition_table", "open_lines", "read_dispositions"]

_SAYS = (
    "A disposition says that a person has looked at what failed and accepts it, or has mitigated "
    "it. It changes no verdict and no figure."
)
_OPEN = "waives"


def read_dispositions(data: bytes, *, name: str) -> DispositionFile:
    """Read a file of dispositions.

    Args:
        data: TOML.
        name: of the file, for messages.

    Raises:
        UsageError: it is not as it should be.
    """
    return read_governed(data, DispositionFile, name=name, key="disposition")


def disposition_table(
    report: Report, digest: str, held: DispositionFile | None
) -> DispositionTable:
    """Return everything that asks for a disposition, with those that were given.

    Args:
        report: of the run.
        digest: of the report's bytes, ``sha256:`` and 64 digits.
        held: the file; None where there is none.
    """
    given = () if held is None else held.dispositions
    lines = list(open_lines(report))
    here = {each.about: each for each in given if each.report == digest}
    found = []
    used: set[str] = set()
    for line in lines:
        about = _about(line)
        decided = here.get(about)
        if decided is not None and decided.item_digest == line.item_digest:
            used.add(decided.id)
            found.append(line.model_copy(update={"disposition": decided}))
        else:
            found.append(line)
    digests = {_about(line): line.item_digest for line in lines}
    return DispositionTable(
        run=report.provenance.run_id,
        report=digest,
        says=_SAYS,
        lines=tuple(found),
        idle=tuple(
            IdleDisposition(disposition=each, state=_state(each, digests, report))
            for each in given
            if each.id not in used
        ),
        n_beside=len({(row.probe_id, row.item_id) for row in _missed(report, gates=False)}),
    )


def open_lines(report: Report) -> Iterator[DispositionLine]:
    """Yield what asks for a disposition: items that a gating probe missed, and open waivers.

    Args:
        report: of the run.
    """
    rows: dict[tuple[str, str], ItemOutcome] = {}
    for row in _missed(report, gates=True):
        rows.setdefault((row.probe_id, row.item_id), row)
    outcomes = {each.probe.id: each.outcome.value for each in _decided(report)}
    for (probe, item), row in sorted(rows.items()):
        yield DispositionLine(
            what="item",
            probe=probe,
            item=item,
            item_digest=row.item_digest,
            outcome=outcomes[probe],
        )
    for use in report.verdict.waivers:
        if use.state == _OPEN:
            yield DispositionLine(what="waiver", waiver=use.id, says=use.sentence)


def _missed(report: Report, *, gates: bool) -> Iterator[ItemOutcome]:
    """Yield the outcomes below 1 of probes whose score counts trials."""
    wanted = {
        each.probe.id
        for each in _decided(report)
        if each.estimate.is_rate and _gates(each) == gates
    }
    for row in report.outcomes:
        if row.probe_id in wanted and row.value is not None and row.value < 1:
            yield row


def _gates(decided: ProbeVerdict) -> bool:
    required = decided.threshold.required or any(each.threshold.required for each in decided.strata)
    return required or decided.probe.never


def _decided(report: Report) -> Iterator[ProbeVerdict]:
    for pillar in report.verdict.pillars:
        yield from pillar.probes


def _about(line: DispositionLine) -> tuple[str, ...]:
    if line.what == "waiver":
        return ("waiver", str(line.waiver))
    return ("item", str(line.probe), str(line.item))


def _state(
    each: Disposition, digests: dict[tuple[str, ...], str | None], report: Report
) -> Literal["stale", "other_report", "not_open"]:
    """Return why a disposition speaks of nothing that is open here."""
    asked = {row.item_id: row.item_digest for row in report.outcomes}
    if each.item is not None and asked.get(each.item, each.item_digest) != each.item_digest:
        return "stale"
    return "other_report" if each.about in digests else "not_open"
