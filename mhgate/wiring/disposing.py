"""Decisions of people about what failed: added to their file, listed, and held to a report."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path

from mhgate.config import Config
from mhgate.errors import UsageError, nearest
from mhgate.evidence.disposing import disposition_table, read_dispositions
from mhgate.evidence.index import sha256_hex
from mhgate.file_lock import held
from mhgate.records import Report
from mhgate.records.dispositions import (
    Disposition,
    DispositionKind,
    DispositionLine,
    DispositionTable,
)
from mhgate.report import write_text
from mhgate.wiring.earlier import earlier_from
from mhgate.wiring.importing.toml_text import toml_text
from mhgate.wiring.people_files import bytes_of, dispositions_of, hazards_of

__all__ = ["Decision", "StoredReport", "add_dispositions", "disposed_of", "stored_report"]

_NUMBERED = re.compile(r"D-(\d{1,9})")
_HEAD = """# What people decided about what failed. A disposition changes no verdict; it is bound to
# the report, the probe and the words of the item, or to a waiver.
"""


@dataclass(frozen=True, slots=True)
class StoredReport:
    """A report with the digest of its bytes, ``sha256:`` and 64 digits."""

    report: Report
    digest: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Decision:
    """What a person decides.

    Args:
        kind: accepted or mitigated.
        by: the person's name; the program never supplies it.
        role: theirs.
        why: in a sentence.
        on: the day.
        hazard: the id of the hazard that it belongs to.
    """

    kind: DispositionKind
    by: str
    role: str | None
    why: str
    on: date
    hazard: str | None


def stored_report(path: Path) -> StoredReport:
    """Read a report with its digest.

    Args:
        path: of the report.json.

    Raises:
        ReportFileError: it is no report.
        UsageError: it cannot be read.
    """
    data = bytes_of(path, optional=False) or b""
    report = earlier_from(data, name=str(path), what="report")
    return StoredReport(report, f"sha256:{sha256_hex(data)}")


def disposed_of(config: Config, stored: StoredReport) -> DispositionTable:
    """Return what failed in a report, with what was decided.

    Args:
        config: whose file of dispositions is read.
        stored: the report.

    Raises:
        UsageError: the file is not as it should be.
    """
    return disposition_table(stored.report, stored.digest, dispositions_of(config))


def add_dispositions(
    config: Config,
    stored: StoredReport,
    decision: Decision,
    *,
    probe: str | None,
    items: Collection[str],
    every: bool,
    waiver: str | None,
) -> tuple[Disposition, ...]:
    """Add a person's decision to the file of dispositions, once for each thing it is about.

    Args:
        config: whose file it goes to.
        stored: the report in which it failed.
        decision: what was decided, and by whom.
        probe: that missed the items; None for a waiver.
        items: their ids.
        every: in place of items: all that the probe missed and nobody has decided about.
        waiver: the id of an open waiver, in place of a probe.

    Returns:
        What was added, in the report's order.

    Raises:
        UsageError: nothing such is open in the report, somebody has decided about it already, the
            hazard is not in the hazard log, or another process is writing for too long.
    """
    _check_hazard(config, decision.hazard)
    with held(config.path):  # which stays, while the file of dispositions is replaced
        return _added(
            config, stored, decision, probe=probe, items=items, every=every, waiver=waiver
        )


def _added(
    config: Config,
    stored: StoredReport,
    decision: Decision,
    *,
    probe: str | None,
    items: Collection[str],
    every: bool,
    waiver: str | None,
) -> tuple[Disposition, ...]:
    """Read what was decided, and write it with one decision more, as nobody else does meanwhile."""
    table = disposed_of(config, stored)
    chosen = _chosen(table, probe=probe, items=items, every=every, waiver=waiver)
    before = dispositions_of(config)
    known = [] if before is None else [each.id for each in before.dispositions]
    first = max(
        (int(found[1]) for name in known if (found := _NUMBERED.fullmatch(name))), default=0
    )
    added = tuple(
        Disposition(
            id=f"D-{first + number}",
            report=stored.digest,
            probe=line.probe,
            item=line.item,
            item_digest=line.item_digest,
            waiver=line.waiver,
            kind=decision.kind,
            by=decision.by,
            role=decision.role,
            why=decision.why,
            on=decision.on,
            hazard=decision.hazard,
        )
        for number, line in enumerate(chosen, start=1)
    )
    _write(config.folder / config.evidence.dispositions, added)
    return added


def _check_hazard(config: Config, hazard: str | None) -> None:
    held = hazards_of(config)
    if hazard is None or held is None:
        return
    known = [each.id for each in held.hazards]
    if hazard not in known:
        guess = nearest(hazard, known)
        raise UsageError(
            f"{hazard}: is not in {config.evidence.hazards}.",
            hint=f"Did you mean {guess}?" if guess else "`mhgate hazards list` names them.",
        )


def _chosen(
    table: DispositionTable,
    *,
    probe: str | None,
    items: Collection[str],
    every: bool,
    waiver: str | None,
) -> Sequence[DispositionLine]:
    if waiver is not None:
        wanted, what = {("waiver", waiver)}, [waiver]
    else:
        own = [line for line in table.lines if line.probe == probe]
        if not own:
            names = sorted({line.probe for line in table.lines if line.probe})
            guess = nearest(str(probe), names)
            raise UsageError(
                f"{probe}: no item that it missed asks for a disposition in this report.",
                hint=f"Did you mean {guess}?" if guess else "`mhgate disposition list` names them.",
            )
        what = [str(line.item) for line in own if line.disposition is None] if every else [*items]
        wanted = {("item", name) for name in what}
    found = [
        line
        for line in table.lines
        if (line.what, line.waiver if line.what == "waiver" else line.item) in wanted
        and (waiver is not None or line.probe == probe)
    ]
    names = [str(line.waiver or line.item) for line in found]
    for name in what:
        if name not in names:
            known = [str(line.waiver or line.item) for line in table.lines]
            guess = nearest(name, known)
            raise UsageError(
                f"{name}: is no failed item of the probe, and no open waiver, of this report.",
                hint=f"Did you mean {guess}?" if guess else "`mhgate disposition list` names them.",
            )
    for line in found:
        if line.disposition is not None:
            raise UsageError(
                f"{line.waiver or line.item}: {line.disposition.by} has decided about it "
                f"({line.disposition.id}).",
                hint="Change that one in the file, where people can review the change.",
            )
    if not found:
        raise UsageError("Nothing is left to decide about.", hint="`mhgate disposition list`.")
    return found


def _write(path: Path, added: Sequence[Disposition]) -> None:
    """Add to the file what was decided; what stands in it stays as it is, comments too."""
    before = bytes_of(path, optional=True)
    text = _HEAD if before is None else before.decode("utf-8-sig")
    rows = [
        {key: value for key, value in each.model_dump().items() if value is not None}
        for each in added
    ]
    text = text.rstrip("\n") + "\n\n" + toml_text({"disposition": rows})
    read_dispositions(text.encode(), name=str(path))
    write_text(text, path)
