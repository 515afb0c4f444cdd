"""What lies in a pack beside report and suites, checked: journal, openings, pages, build."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from functools import partial
from pathlib import Path

from mhgate.canonical import parse_json
from mhgate.errors import EvidenceError, UsageError
from mhgate.evidence.checks import Checks
from mhgate.evidence.container import Pack
from mhgate.evidence.index import (
    INDEX,
    REPORT,
    sha256_hex,
)
from mhgate.evidence.laws.reading import expired_on, laws_named
from mhgate.evidence.policy_kept import config_of_pack
from mhgate.evidence.verifying import Opened
from mhgate.journal import parse_journal
from mhgate.records import Report
from mhgate.records.evidence import KeptJournal, PackIndex
from mhgate.records.sealed import Opening
from mhgate.sealed.proving import verify_opening
from mhgate.wiring.evidence_pages import MADE_PAGES, PDF, AskedLaws, pages_of, since_in
from mhgate.wiring.held_journals import root_bound
from mhgate.wiring.pack_parts import JOURNAL, OPENINGS, baseline_of_pack
from mhgate.wiring.versions import version_of_mhgate

__all__ = [
    "check_build",
    "check_journal_of_pack",
    "check_openings",
    "check_pages",
]


def check_journal_of_pack(
    checks: Checks,
    pack: Pack,
    index: PackIndex,
    report: Report,
    *,
    beside: Path | None,
    unseal: Callable[[str], bytes] | None,
) -> None:
    """Hold a run's journal to what the index says of it, and its transcripts to the report.

    Args:
        checks: to which what was found is added.
        pack: as it lies there.
        index: of the pack.
        report: of the pack.
        beside: the journal, where who keeps it shows it.
        unseal: opens the lines of protected items.

    Raises:
        UsageError: the journal that was named cannot be read.
    """
    told, where = index.journal, pack.where(JOURNAL)
    if told is None:
        checks.open(
            "journal",
            "the pack was made without the journal, so that nothing holds "
            "the outcomes to what was said",
        )
        return
    data, name = pack.files.get(JOURNAL), where
    if told.how == "committed" and data is not None:
        checks.broken(
            "journal", f"{where}: lies there, and the index says it does not", file=JOURNAL
        )
        return
    if told.how != "committed" and data is None:
        checks.broken("journal", f"{where} is missing", file=JOURNAL)
        return
    if beside is not None:
        try:
            data, name = beside.read_bytes(), str(beside)
        except OSError as error:
            raise UsageError(
                f"{beside}: {error.strerror or error}; expected the journal of the run.",
                hint="Leave --journal out where nobody has it.",
            ) from error
    if data is None:
        checks.open(
            "journal",
            f"the journal ({told.n_lines} lines), which is not in the pack: it is committed to by "
            "its hash, and who keeps it can show it (--journal FILE)",
        )
        return
    is_whole = told.how == "inside" or beside is not None
    checks.trying(
        "journal",
        JOURNAL,
        lambda: _held(checks, report, told, data, name=name, is_whole=is_whole, unseal=unseal),
        where=name,
    )


def _held(
    checks: Checks,
    report: Report,
    told: KeptJournal,
    data: bytes,
    *,
    name: str,
    is_whole: bool,
    unseal: Callable[[str], bytes] | None,
) -> None:
    kept = parse_journal(data, name=name, unseal=unseal)
    if is_whole and sha256_hex(data) != told.sha256:
        raise EvidenceError(
            f"{name}: is not the journal that the index commits to (SHA-256).",
            hint="Take the journal as the run wrote it.",
        )
    if (kept.head, kept.n_lines) != (told.head, told.n_lines) or kept.torn_bytes:
        raise EvidenceError(
            f"{name}: its chain ends with {kept.head[:12]}... after {kept.n_lines} lines; the "
            f"index says {str(told.head)[:12]}... after {told.n_lines}.",
            hint="Lines were cut off, or added: take the journal as the run wrote it.",
        )
    checks.holds("journal", f"the chain of the journal's {kept.n_lines} lines is whole")
    if kept.is_copy:
        checks.open(
            "transcripts",
            "the transcripts against the report's Merkle root: the journal in the pack is redacted "
            f"({kept.n_changed} lines changed, {kept.n_withheld} left out); who keeps it can show "
            "it whole (--journal FILE)",
        )
    elif kept.n_closed:
        checks.open(
            "transcripts",
            f"the transcripts against the report's Merkle root: {kept.n_closed} lines are of "
            "protected items, and there is no key to them",
        )
    elif any(step.how == "decided again" for step in report.provenance.derived[-1:]):
        checks.open(
            "transcripts",
            "the transcripts against the report's Merkle root: the report was decided again, and "
            "keeps the root of its run",
        )
    elif root_bound(kept, report) != report.merkle_root:
        raise EvidenceError(
            f"{name}: its transcripts are not those that {REPORT} was made of (their Merkle root "
            "is another one).",
            hint="The journal and the report are of different runs, or one was changed.",
        )
    else:
        checks.holds("transcripts", "the transcripts are those that the report's Merkle root binds")


def check_openings(pack: Pack, checks: Checks, report: Report, beside: Sequence[Path]) -> None:
    """Check the openings of protected items, those in a pack and those that are shown beside it.

    Args:
        pack: as it lies there.
        checks: to which what was found is added.
        report: of the pack.
        beside: files of openings.

    Raises:
        UsageError: an opening that was named cannot be read.
    """
    parts = () if report.conditions is None else report.conditions.sealed
    given: dict[str, bytes] = {
        name: data for name, data in pack.files.items() if name.startswith(OPENINGS)
    }
    for path in beside:
        try:
            given[str(path)] = path.read_bytes()
        except OSError as error:
            raise UsageError(
                f"{path}: {error.strerror or error}; expected an opening.",
                hint="mhgate suites prove writes one.",
            ) from error
    shown = set()
    for name, data in given.items():
        found = checks.trying("sealed items", name, partial(_opened, data, report), where=name)
        if found is not None:
            shown.add(found)
    asked = {row.item_id.rpartition("/")[2] for row in report.outcomes}
    n_sealed = sum(part.n_drawn for part in parts)
    n_shown = len(shown & asked)
    if shown:
        checks.holds(
            "sealed items",
            f"{_items(len(shown))} that {'was opened is' if len(shown) == 1 else 'were opened are'}"
            f" in a pack that the report names; asked in the run: {n_shown}",
        )
    if n_shown < n_sealed:
        checks.open(
            "sealed items",
            f"the words of {_items(n_sealed - n_shown)}, bound by the roots of their packs: each "
            "can be opened alone (--opening FILE)",
        )


def _items(count: int) -> str:
    return f"{count} protected {'item' if count == 1 else 'items'}"


def _opened(data: bytes, report: Report) -> str:
    parts = () if report.conditions is None else report.conditions.sealed
    opening = Opening.model_validate(parse_json(data))
    if opening.root not in {part.root for part in parts}:
        raise EvidenceError("is of a pack that the report did not draw from.", hint="Leave it out.")
    verify_opening(opening, root=opening.root)
    return opening.name


def check_pages(opened: Opened, checks: Checks) -> None:
    """Make a pack's pages again and compare: what people read must be what the report says.

    Args:
        opened: what of the pack could be read.
        checks: to which what was found is added.
    """
    pack, index, report = opened.pack, opened.index, opened.report
    suites = opened.suites
    if index is None or report is None or suites is None or opened.certificates is None:
        return
    if index.made_by != version_of_mhgate():
        checks.open(
            "pages",
            "whether the pages say what the report says: they were made by mhgate "
            f"{index.made_by}, and this is {version_of_mhgate()}",
        )
        return
    certificates = opened.certificates
    if PDF in pack.files:
        checks.open("pages", f"what {PDF} says: its bytes are as signed, and no PDF is made again")
    pages = checks.trying(
        "pages",
        None,
        lambda: pages_of(
            report,
            pack.files,
            config=config_of_pack(pack.files, report),
            certificates=certificates,
            baseline=baseline_of_pack(pack, report),
            laws=AskedLaws(index.laws, index.laws_expired),
            suites=suites,
            since=since_in(pack.files),
        ),
    )
    if pages is None:
        return
    unlike = [name for name, data in pages.items() if pack.files.get(name) != data]
    unlike += sorted(MADE_PAGES & pack.files.keys() - pages.keys() - {PDF})
    for name in unlike:
        checks.broken(
            "pages", f"{pack.where(name)} does not say what {REPORT} says, or is missing", file=name
        )
    if not unlike:
        checks.holds("pages", f"the pages say what the report says ({', '.join(pages)})")
    checks.trying("laws", INDEX, lambda: _check_terms(checks, index, report))


def _check_terms(checks: Checks, index: PackIndex, report: Report) -> None:
    """Say which rows of the law map are past their term, and refuse one that hides it."""
    laws = laws_named(index.laws)
    hidden = expired_on(laws, report.provenance.finished_at.date()) - {*index.laws_expired}
    for name in sorted(hidden):
        checks.broken(
            "laws",
            f"{INDEX}: the row {name} of the law map was past its term before the run, and the "
            "pack does not say so",
            file=INDEX,
        )
    for name in sorted(expired_on(laws, datetime.now(UTC).date()) - hidden):
        checks.open(
            "laws",
            f"whether {name} still asks for what the pack says: that row of the law map is past "
            "its term",
        )


def check_build(report: Report, checks: Checks, build: str) -> None:
    """Hold the build that is deployed to the one that was measured.

    Args:
        report: of the pack.
        checks: to which what was found is added.
        build: that is deployed.
    """
    measured = report.provenance.target_build
    if measured is None:
        checks.broken(
            "build",
            f"{REPORT}: does not say which build was measured; {build!r} is deployed "
            "(target.build_id, or MHGATE_TARGET_BUILD in the run)",
            file=REPORT,
        )
    elif measured != build:
        checks.broken(
            "build",
            f"{REPORT}: measured the build {measured!r}, and {build!r} is deployed",
            file=REPORT,
        )
    else:
        checks.holds("build", f"the build that is deployed was measured: {build}")
