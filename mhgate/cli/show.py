"""``mhgate show``: a report again, in another format; it exits with the report's own code."""

from __future__ import annotations

import io
import os
import shutil
import sys
from pathlib import Path
from typing import Literal

import click

from mhgate.cli.stored_reports import find_report
from mhgate.config.settings import SEALED_KEY_VARIABLE
from mhgate.errors import ReportFileError, nearest
from mhgate.records import Report
from mhgate.wiring import (
    RunFolder,
    print_pdf,
    print_report,
    read_journal,
    read_report,
    render_json,
    render_junit,
    render_misses,
    render_sarif,
    shown_kept,
    unsealing,
    write_bytes,
)

__all__ = ["command"]

_PAGES = ("html", "pdf")


@click.command("show")
@click.argument("report_file", metavar="[REPORT]", required=False)
@click.option(
    "--format",
    "form",
    type=click.Choice(["terminal", "json", "junit", "sarif", "html", "pdf"]),
    default="terminal",
    show_default=True,
)
@click.option("--output", "-o", metavar="FILE", help="write there instead of to stdout")
@click.option(
    "--misses",
    metavar="PROBE",
    is_flag=False,
    flag_value="all",
    help="show what was said where PROBE (default: any) was missed, from this machine's journal",
)
@click.option(
    "--transcripts",
    is_flag=True,
    help="with --format html: the conversations too, from this machine's journal",
)
@click.option(
    "--with-personal",
    is_flag=True,
    help="with --misses or --transcripts: what is about persons, too, which else is a marker",
)
@click.option(
    "--baseline", metavar="FILE", help="with html, pdf: what the report was compared with"
)
@click.option("--certificates", metavar="FILE", help="with html, pdf: the certificates it rests on")
@click.option("--most", type=click.IntRange(min=0), default=5, show_default=True, help="a probe")
@click.option("--show", type=click.Choice(["all", "failed"]), default="all", show_default=True)
@click.option(
    "--key-env",
    default=SEALED_KEY_VARIABLE,
    show_default=True,
    help="with --misses: the variable that holds the key of protected items",
)
def command(  # noqa: PLR0917 - click hands options over by name
    report_file: str | None,
    form: str,
    output: str | None,
    misses: str | None,
    transcripts: bool,  # noqa: FBT001 - likewise
    with_personal: bool,  # noqa: FBT001 - likewise
    baseline: str | None,
    certificates: str | None,
    most: int,
    show: str,
    key_env: str,
) -> int:
    """Show REPORT: a report.json, a run's folder or id, or latest, which is the default."""
    if transcripts and form != "html":
        raise click.UsageError("--transcripts goes with --format html: no other format has them.")
    if (baseline or certificates) and form not in _PAGES:
        raise click.UsageError("--baseline and --certificates go with --format html or pdf.")
    path = find_report(report_file)
    report = read_report(path)
    if misses is not None:
        text = _misses(
            report,
            path,
            None if misses == "all" else misses,
            most,
            key_env=key_env,
            is_written=output is not None,
            with_personal=with_personal,
        )
    elif form == "json":
        text = render_json(report)
    elif form == "junit":
        text = render_junit(report)
    elif form == "sarif":
        text = render_sarif(report)
    elif form in _PAGES:
        # what looks for baselines and certificates loads more than any other format needs
        from mhgate.wiring import beside_stored, render_page  # noqa: PLC0415

        text = render_page(
            report,
            beside_stored(
                report,
                path,
                transcripts=transcripts,
                with_personal=with_personal,
                baseline=None if baseline is None else Path(baseline),
                certificates=None if certificates is None else Path(certificates),
            ),
        )
    else:
        page = io.StringIO()
        wanted: Literal["all", "failed"] = "failed" if show == "failed" else "all"
        print_report(report, sys.stdout if output is None else page, show=wanted)
        text = page.getvalue()
    if output is None and form not in _PAGES:
        click.echo(text, nl=False)
    else:
        # a page says of itself that it is UTF-8, whatever a console thinks
        data = print_pdf(text) if form == "pdf" else text.encode("utf-8", "backslashreplace")
        _put_out(data, output)
    return report.verdict.exit_code


def _put_out(data: bytes, output: str | None) -> None:
    """Write a file as it is; a terminal gets no PDF."""
    if output is not None:
        write_bytes(data, Path(output))
        return
    if data.startswith(b"%PDF") and sys.stdout.isatty():
        raise click.UsageError("A PDF is no text for a terminal: name a file, --output FILE.")
    sys.stdout.flush()
    sys.stdout.buffer.write(data)


def _misses(
    report: Report,
    path: Path,
    probe: str | None,
    most: int,
    *,
    key_env: str,
    is_written: bool,
    with_personal: bool,
) -> str:
    """Return what was said where a probe was missed."""
    known = {
        name
        for pillar in report.verdict.pillars
        for decided in pillar.probes
        for name in (decided.probe.id, decided.probe.name)
    }
    if probe is not None and probe not in known:
        guess = nearest(probe, known)
        raise ReportFileError(
            f"{path}: found no probe {probe!r}.",
            hint=f"Did you mean {guess!r}?" if guess else "mhgate show lists them.",
        )
    journal = RunFolder(path.parent).journal
    kept = read_journal(journal, unseal=None if is_written else unsealing(os.environ, key_env))
    note = ""
    if kept.sealed and (kept.n_closed or is_written):
        why = "which no file is given in clear" if is_written else f"and no key is in {key_env}"
        note = f"{len(kept.sealed)} trials are of protected items, {why}: they are not shown.\n"
    return note + render_misses(
        report,
        *((kept.came_back, kept.scores) if with_personal else shown_kept(kept)),
        probe=probe,
        most=most,
        width=shutil.get_terminal_size((100, 24)).columns,
        encoding=sys.stdout.encoding or "ascii",
    )
