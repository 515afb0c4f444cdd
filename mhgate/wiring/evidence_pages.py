"""What a pack shows people: pages and tables that are made from the pack's own files alone.

So whoever checks a pack makes them again and compares: a page cannot say what its report does not.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from pydantic import TypeAdapter

from mhgate.canonical import canonical_json, parse_json
from mhgate.config import Config
from mhgate.config.evidence import DISPOSITIONS_FILE, EXTERNAL_FILE, HAZARDS_FILE
from mhgate.evidence.disposing import disposition_table, read_dispositions
from mhgate.evidence.external import read_external
from mhgate.evidence.hazard_log import hazard_table, hazards_named, read_hazards
from mhgate.evidence.index import INDEX, REPORT, is_signature, is_stamp, sha256_hex
from mhgate.evidence.laws.mapping import law_map
from mhgate.evidence.laws.reading import laws_named
from mhgate.evidence.page_tables import page_tables
from mhgate.evidence.releases import changes_between, state_of
from mhgate.evidence.summarising import Beside, plain_summary
from mhgate.records import Certificate, Report
from mhgate.records.baselines import Baseline
from mhgate.records.dispositions import DispositionTable
from mhgate.records.evidence import KeptSuites
from mhgate.records.hazards import HazardTable
from mhgate.records.page import PageBeside
from mhgate.records.registered import TrendPoint
from mhgate.records.releases import ReleaseChanges, ReleaseState
from mhgate.report import render_page
from mhgate.report.changes_page import render_changes
from mhgate.report.law_page import render_laws
from mhgate.report.plain_summary import render_summary_html, render_summary_markdown

__all__ = [
    "DISPOSITIONS",
    "MADE_PAGES",
    "PAGE",
    "PDF",
    "TREND",
    "AskedLaws",
    "Since",
    "pages_of",
    "since_in",
]

PAGE, PDF, TREND = "report.html", "report.pdf", "trend.json"
HAZARDS, DISPOSITIONS, CHANGES = "hazards.json", "dispositions.json", "changes.json"
LAWS, LAW_PAGE = "laws.json", "laws.md"
CHANGES_PAGE = "changes.md"
SUMMARY, SUMMARY_TEXT = "summary.html", "summary.md"

MADE_PAGES = frozenset(
    {SUMMARY, SUMMARY_TEXT, PAGE, PDF, HAZARDS, DISPOSITIONS, CHANGES, CHANGES_PAGE, LAWS, LAW_PAGE}
)
_TREND = TypeAdapter(tuple[TrendPoint, ...])


@dataclass(frozen=True, slots=True)
class AskedLaws:
    """The laws that somebody asked for.

    Args:
        ids: theirs.
        expired: of them, those whose rows were past their term when the pack was made.
    """

    ids: Sequence[str] = ()
    expired: Collection[str] = ()


@dataclass(frozen=True, slots=True)
class Since:
    """An earlier release, whose signature held.

    Args:
        then: what is compared of it.
        name: what it is called.
        checked_by: by whose signature it holds, in words.
    """

    then: ReleaseState
    name: str
    checked_by: str


def since_in(files: Mapping[str, bytes]) -> Since | None:
    """Return the release that a pack is held beside, as the pack says; None without one.

    Args:
        files: of the pack.

    Raises:
        ValueError: it holds something else.
    """
    if CHANGES not in files:
        return None
    found = ReleaseChanges.model_validate(parse_json(files[CHANGES]), strict=False)
    return Since(found.then, found.since, found.checked_by)


def pages_of(
    report: Report,
    files: Mapping[str, bytes],
    *,
    config: Config,
    certificates: Sequence[Certificate],
    baseline: Baseline | None,
    laws: AskedLaws,
    suites: KeptSuites,
    since: Since | None = None,
) -> dict[str, bytes]:
    """Return every file of a pack that is made from its other files, by name.

    Args:
        report: of the pack.
        files: of the pack; what was made of others is not looked at.
        config: the thresholds in the pack.
        certificates: those in the pack.
        baseline: the one in the pack, None without one.
        laws: that are held beside the report.
        suites: as the pack keeps them.
        since: the release that this one is held beside, None where it is beside none.

    Returns:
        The same bytes for the same pack, by the same mhgate.
    """
    hazards, dispositions = _tables(report, files, config)
    made = {DISPOSITIONS: canonical_json(dispositions.model_dump(mode="json"))}
    if hazards is not None:
        made[HAZARDS] = canonical_json(hazards.model_dump(mode="json"))
    beside = PageBeside(
        trend=_trend_in(files),
        certificates=tuple(certificates),
        baseline=baseline,
        quotes=True,
        extra_tables=page_tables(hazards, dispositions),
    )
    made[PAGE] = render_page(report, beside).encode("utf-8", "backslashreplace")
    if since is not None:
        digest = f"sha256:{sha256_hex(files[REPORT])}"
        changes = changes_between(
            since.then,
            state_of(report, digest, suites, dispositions),
            since=since.name,
            checked_by=since.checked_by,
        )
        made[CHANGES] = canonical_json(changes.model_dump(mode="json"))
        made[CHANGES_PAGE] = render_changes(changes).encode("utf-8", "backslashreplace")
    found = None
    if laws.ids:
        given = {name for name in files if not _is_apart(name)}
        found = law_map(
            report,
            laws_named(laws.ids),
            answers=config.evidence.applicability,
            expired=laws.expired,
            external=read_external(files[EXTERNAL_FILE], name=EXTERNAL_FILE)
            if EXTERNAL_FILE in files
            else None,
            parts=given | set(made),
            certificates=certificates,
        )
        made[LAWS] = canonical_json(found.model_dump(mode="json"))
        made[LAW_PAGE] = render_laws(found).encode("utf-8", "backslashreplace")
    summary = plain_summary(
        report,
        Beside(
            certificates=tuple(certificates),
            dispositions=dispositions,
            hazards=hazards,
            laws=found,
            needs=config.evidence.needs,
        ),
    )
    made[SUMMARY] = render_summary_html(summary).encode("utf-8", "backslashreplace")
    made[SUMMARY_TEXT] = render_summary_markdown(summary).encode("utf-8", "backslashreplace")
    return made


def _is_apart(name: str) -> bool:
    """Return whether a file comes after the pages, or is made with them."""
    return name in MADE_PAGES or name == INDEX or is_signature(name) or is_stamp(name)


def _tables(
    report: Report, files: Mapping[str, bytes], config: Config
) -> tuple[HazardTable | None, DispositionTable]:
    """Return what people govern, beside the report: hazards, where any are named, and decisions."""
    named = hazards_named(report, config)
    hazards = None
    if named or HAZARDS_FILE in files:
        log = (
            read_hazards(files[HAZARDS_FILE], name=HAZARDS_FILE) if HAZARDS_FILE in files else None
        )
        hazards = hazard_table(report, log, named)
    held = None
    if DISPOSITIONS_FILE in files:
        held = read_dispositions(files[DISPOSITIONS_FILE], name=DISPOSITIONS_FILE)
    digest = f"sha256:{sha256_hex(files[REPORT])}"
    return hazards, disposition_table(report, digest, held)


def _trend_in(files: Mapping[str, bytes]) -> tuple[TrendPoint, ...]:
    """Return the points of a pack's trend; none where it has no such file."""
    if TREND not in files:
        return ()
    return _TREND.validate_python(parse_json(files[TREND]), strict=False)
