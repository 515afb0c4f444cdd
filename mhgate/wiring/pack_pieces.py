"""The pieces of a pack beside report, policy and suites: journal, register, openings, pages."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from mhgate.canonical import canonical_json
from mhgate.config.evidence import DISPOSITIONS_FILE, EXTERNAL_FILE, HAZARDS_FILE
from mhgate.errors import ReportFileError, UsageError
from mhgate.evidence.container import Pack
from mhgate.evidence.index import REPORT, sha256_hex
from mhgate.evidence.policy_kept import config_of_pack
from mhgate.evidence.suites_kept import SUITES, read_suites
from mhgate.journal import parse_journal
from mhgate.records import Report
from mhgate.records.evidence import JournalWay, KeptJournal, KeptProtocol
from mhgate.report import print_pdf
from mhgate.sealed.proving import read_opening, verify_opening
from mhgate.store.chain import absent_register, check_register, registered_runs, says_of_report
from mhgate.wiring.evidence_pages import PAGE, PDF, TREND, AskedLaws, Since, pages_of
from mhgate.wiring.pack_parts import (
    JOURNAL,
    OPENINGS,
    REGISTER,
    baseline_of_pack,
    certificates_of_pack,
)
from mhgate.wiring.paging import trend_to
from mhgate.wiring.redaction import redacted_journal
from mhgate.wiring.register import STORE_FILE, export_register
from mhgate.wiring.runs import JUDGED, RUNS, RunFolder
from mhgate.wiring.workspace import Workspace

__all__ = [
    "Making",
    "add_journal",
    "add_openings",
    "add_pages",
    "add_people_files",
    "add_protocol",
    "add_register",
]

_PROTOCOL = "protocol/"


@dataclass(slots=True)
class Making:
    """The pieces of a pack while it is made.

    Args:
        path: of the report.json.
        report: that is packed.
        workspace: thresholds and suites of its run.
        files: what there is so far, by name.
        left_out: why something that could be there is not, by name.
        notes: what a reader should know.
    """

    path: Path
    report: Report
    workspace: Workspace
    files: dict[str, bytes]
    left_out: dict[str, str] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)

    @property
    def pack(self) -> Pack:
        """What there is of it so far."""
        return Pack(str(self.path.parent), self.files)


def add_openings(making: Making, openings: Sequence[Path]) -> None:
    """Add openings of protected items, each held to a root that the report names.

    Args:
        making: the pack while it is made.
        openings: files of openings.

    Raises:
        ReportFileError: one is of another pack, or does not hold.
    """
    conditions = making.report.conditions
    roots = () if conditions is None else tuple(part.root for part in conditions.sealed)
    for path in openings:
        opening = read_opening(path)
        if opening.root not in roots:
            raise ReportFileError(
                f"{path}: is of a pack that the run did not draw from.",
                hint="Leave it out, or name an opening of one of the report's packs.",
            )
        verify_opening(opening, root=opening.root)
        name = f"{OPENINGS}{opening.name}.json"
        making.files[name] = canonical_json(opening.model_dump(mode="json"))


def add_journal(making: Making, how: JournalWay) -> KeptJournal | None:
    """Add the run's journal as the policy says, and return what the index says of it.

    Args:
        making: the pack while it is made.
        how: inside, redacted, or committed to alone.

    Raises:
        ReportFileError: it cannot be read, or its end is torn.
    """
    path = RunFolder(making.path.resolve().parent).journal
    if not path.is_file():
        making.left_out[JOURNAL] = "no journal lies beside the report"
        making.notes.append(
            "no journal lies beside the report: nobody can hold its outcomes to what was said"
        )
        return None
    data = path.read_bytes()
    kept = parse_journal(data, name=str(path))
    if kept.torn_bytes:
        raise ReportFileError(
            f"{path}: its last line is torn: the run was killed while it wrote.",
            hint="End the run (--mhgate-resume), and pack its report.",
        )
    if how == "inside":
        making.files[JOURNAL] = data
    elif how == "redacted":
        making.files[JOURNAL] = redacted_journal(data, name=str(path))
    else:
        making.left_out[JOURNAL] = (
            "committed to by its hash alone ([evidence] journal); who keeps it can show it later"
        )
    return KeptJournal(
        how=how,
        sha256=sha256_hex(data),
        n_bytes=len(data),
        n_lines=kept.n_lines,
        head=kept.head,
    )


def add_protocol(making: Making) -> KeptProtocol | None:
    """Add the protocol that the team has published; None where none is named.

    Args:
        making: the pack while it is made.

    Raises:
        UsageError: it cannot be read.
    """
    config = making.workspace.config
    protocol = config.evidence.protocol
    if protocol is None:
        return None
    path = config.folder / protocol.file
    try:
        data = path.read_bytes()
    except OSError as error:
        raise UsageError(
            f"{config.file}: evidence.protocol.file: {path}: {error.strerror or error}.",
            hint="Name the document that you have published.",
        ) from error
    name = _PROTOCOL + path.name
    making.files[name] = data
    return KeptProtocol(file=name, sha256=sha256_hex(data), url=protocol.url)


def _reports(making: Making) -> Path:
    """Return the folder of reports: the run's own, else the one that is configured."""
    kind = making.path.resolve().parent.parent
    if kind.name in {RUNS, JUDGED}:
        return kind.parent
    return making.workspace.config.folder / making.workspace.config.gate.reports


def add_register(making: Making) -> None:
    """Add the runs of the report's commit, and what the runs up to this one scored.

    Args:
        making: the pack while it is made.

    Raises:
        ReportFileError: the register holds another report of this run.
    """
    report, reports = making.report, _reports(making)
    commit = report.provenance.commit
    found = export_register(reports, commit)
    if not check_register(found):
        digest = f"sha256:{sha256_hex(making.files[REPORT])}"
        why = says_of_report(found, run_id=report.provenance.run_id, report_digest=digest)
        if why is not None:
            _refuse_another_report(making, found, why)
            found = absent_register(commit, why)
    if found.get("register") == "absent":
        making.notes.append(f"the register of runs is not in it: {found['why']}")
    making.files[REGISTER] = canonical_json(found)
    points = trend_to(report, reports / STORE_FILE)
    if points:
        making.files[TREND] = canonical_json([each.model_dump(mode="json") for each in points])


def _refuse_another_report(making: Making, found: Mapping[str, Any], why: str) -> None:
    """Refuse a report that is not the one its run wrote: a register must not vanish for it."""
    run = making.report.provenance.run_id
    if any(each.run_id == run and each.report_digest for each in registered_runs(found)):
        raise ReportFileError(
            f"{making.path}: was changed after the run wrote it: {why}.",
            hint="Pack the report as the run wrote it.",
        )


def add_people_files(making: Making) -> None:
    """Add what people govern beside the thresholds: hazards, dispositions, attested figures.

    Args:
        making: the pack while it is made.

    Raises:
        UsageError: one that is named is not there, or is not as it should be.
    """
    config = making.workspace.config
    evidence = config.evidence
    for named, name in (
        (evidence.hazards, HAZARDS_FILE),
        (evidence.dispositions, DISPOSITIONS_FILE),
        (evidence.external, EXTERNAL_FILE),
    ):
        path = config.folder / named
        if named == name and not path.exists():
            continue
        try:
            making.files[name] = path.read_bytes()
        except OSError as error:
            raise UsageError(
                f"{path}: {error.strerror or error}.", hint="Mend the path in [evidence]."
            ) from error


def add_pages(making: Making, laws: AskedLaws, since: Since | None, *, pdf: bool) -> None:
    """Add what people read, made from the files that are there so far.

    Args:
        making: the pack while it is made.
        laws: that are held beside the report.
        since: the release that this one is held beside, None where it is beside none.
        pdf: whether it is laid out for paper too, where that can be done here.
    """
    pages = pages_of(
        making.report,
        making.files,
        config=config_of_pack(making.files, making.report),
        certificates=certificates_of_pack(making.pack, making.report),
        baseline=baseline_of_pack(making.pack, making.report),
        laws=laws,
        suites=read_suites(making.files[SUITES], name=SUITES),
        since=since,
    )
    making.files.update(pages)
    if not pdf:
        making.left_out[PDF] = "was not asked for"
        return
    try:
        making.files[PDF] = print_pdf(pages[PAGE].decode())
    except ReportFileError as error:
        making.left_out[PDF] = error.message
