"""The report's faces: what a run leaves behind, for a person, a program and a CI server.

Nothing here takes a decision: every face prints the sentences and outcomes that the verdict holds.
Each name is loaded when it is first used, so that a program that only reads a report's JSON does
not pay for the terminal's libraries.

=========================  ===========================================================
``render_terminal``        a report as text for a person, at a width
``print_report``           the same, fitted to a stream: its width, colours and encoding
``progress``               a live bar while the trials are asked; silent in CI
``summary_line``           one line of plain ASCII for logs
``render_json``            the report as JSON: stable, readable, one outcome a line
``write_report``           the same, to a file, whole or not at all
``read_report``            the way back, refusing what is not a report; ``parse_report``: of bytes
``report_json_schema``     the JSON Schema of that file
``audit_json_schema``      that of an audit's record, ``audit.json``
``agreement_json_schema``  that of ``mhgate agreement --json``
``render_json_schema``     one of them as text
``schema_files``           all of them, as docs/reference publishes them
``render_junit``           the decisions as JUnit XML
``render_sarif``           the same as SARIF 2.1.0: findings at the probes' lines
``cost_of_judging``        what a judge was asked over a wire, and what that cost
``render_page``            the report as one HTML file, and ``print_pdf`` that as a PDF
``write_text``             any of these texts to a file, whole or not at all
``write_copy``             a file that was written so, to another place
``printable``              hostile text made visible and harmless
``print_agreement``        how far judges agree with people, fitted to a stream
``render_agreement``       the same, at a width
``render_agreement_json``  the same as JSON
``read_agreement``         the way back
``write_plots``            its plots as accessible SVG, on a page with their figures
``print_leaderboard``      configurations beside each other, fitted to a stream
``render_leaderboard``     the same, at a width; and ``..._json``, ``..._markdown``, ``..._page``
``write_tidy``             all trials of several reports as one table: CSV or Parquet
=========================  ===========================================================
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from mhgate.report.agreement_json import read_agreement, render_agreement_json
    from mhgate.report.agreement_page import write_plots
    from mhgate.report.agreement_terminal import print_agreement, render_agreement
    from mhgate.report.history import render_history, render_history_json
    from mhgate.report.json_report import parse_report, read_report, render_json, write_report
    from mhgate.report.json_schema import (
        agreement_json_schema,
        audit_json_schema,
        leaderboard_json_schema,
        render_json_schema,
        report_json_schema,
        schema_files,
    )
    from mhgate.report.judging_cost import cost_of_judging
    from mhgate.report.junit import render_junit
    from mhgate.report.leaderboard_json import render_leaderboard_json
    from mhgate.report.leaderboard_markdown import render_leaderboard_markdown
    from mhgate.report.leaderboard_page import render_leaderboard_page
    from mhgate.report.leaderboard_terminal import print_leaderboard, render_leaderboard
    from mhgate.report.live_progress import Progress, progress
    from mhgate.report.missed import render_misses
    from mhgate.report.output_file import write_bytes, write_copy, write_text
    from mhgate.report.page import render_page
    from mhgate.report.pdf import print_pdf
    from mhgate.report.safe_text import printable
    from mhgate.report.sarif import render_sarif
    from mhgate.report.summary import summary_line
    from mhgate.report.terminal import print_report, render_terminal
    from mhgate.report.tidy_table import write_tidy

_HOMES = {  # no name here is a module's too: importing the module would replace the name
    "Progress": "live_progress",
    "agreement_json_schema": "json_schema",
    "audit_json_schema": "json_schema",
    "cost_of_judging": "judging_cost",
    "leaderboard_json_schema": "json_schema",
    "parse_report": "json_report",
    "print_agreement": "agreement_terminal",
    "print_leaderboard": "leaderboard_terminal",
    "print_pdf": "pdf",
    "print_report": "terminal",
    "printable": "safe_text",
    "progress": "live_progress",
    "read_agreement": "agreement_json",
    "read_report": "json_report",
    "render_agreement": "agreement_terminal",
    "render_agreement_json": "agreement_json",
    "render_history": "history",
    "render_history_json": "history",
    "render_json": "json_report",
    "render_json_schema": "json_schema",
    "render_junit": "junit",
    "render_leaderboard": "leaderboard_terminal",
    "render_leaderboard_json": "leaderboard_json",
    "render_leaderboard_markdown": "leaderboard_markdown",
    "render_leaderboard_page": "leaderboard_page",
    "render_misses": "missed",
    "render_page": "page",
    "render_sarif": "sarif",
    "render_terminal": "terminal",
    "report_json_schema": "json_schema",
    "schema_files": "json_schema",
    "summary_line": "summary",
    "write_bytes": "output_file",
    "write_copy": "output_file",
    "write_plots": "agreement_page",
    "write_report": "json_report",
    "write_text": "output_file",
    "write_tidy": "tidy_table",
}

__all__ = [
    "Progress",
    "agreement_json_schema",
    "audit_json_schema",
    "cost_of_judging",
    "leaderboard_json_schema",
    "parse_report",
    "print_agreement",
    "print_leaderboard",
    "print_pdf",
    "print_report",
    "printable",
    "progress",
    "read_agreement",
    "read_report",
    "render_agreement",
    "render_agreement_json",
    "render_history",
    "render_history_json",
    "render_json",
    "render_json_schema",
    "render_junit",
    "render_leaderboard",
    "render_leaderboard_json",
    "render_leaderboard_markdown",
    "render_leaderboard_page",
    "render_misses",
    "render_page",
    "render_sarif",
    "render_terminal",
    "report_json_schema",
    "schema_files",
    "summary_line",
    "write_bytes",
    "write_copy",
    "write_plots",
    "write_report",
    "write_text",
    "write_tidy",
]


def __getattr__(name: str) -> Any:
    if name in _HOMES:
        return getattr(import_module(f"mhgate.report.{_HOMES[name]}"), name)
    msg = f"module 'mhgate.report' has no attribute {name!r}"
    raise AttributeError(msg)


def __dir__() -> list[str]:
    return sorted(__all__)
