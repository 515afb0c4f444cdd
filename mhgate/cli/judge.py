"""``mhgate judge``: transcripts that exist are judged; no target is asked."""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import click

from mhgate.cli.heeded_signals import heeded_signals
from mhgate.cli.repeating import measure_repeats
from mhgate.cli.settings_options import settings_by_key, with_settings
from mhgate.records import Derived, Report
from mhgate.wiring import (
    Existing,
    ShownJudging,
    columns_of,
    find_config,
    open_workspace,
    print_report,
    printable,
    render_json,
    what_exists,
)

__all__ = ["command"]

# what of the settings is the run's for good
_OF_THE_RUN = ("target.", "sampling.")


@click.command("judge")
@click.argument("transcripts")
@click.option("--config", "config_file", metavar="FILE", help="the thresholds.toml")
@click.option(
    "--suite", "suites", metavar="NAME", multiple=True, help="only the probes of this suite"
)
@click.option("--probe", "probes", metavar="NAME", multiple=True, help="only this probe")
@click.option("--columns", metavar="FILE", help="a TOML that says what a table's columns mean")
@click.option("--prompt-column", metavar="HEADER", help="of a table: what the person wrote")
@click.option("--reply-column", metavar="HEADER", help="of a table: what was replied")
@click.option("--keep-system", is_flag=True, help="leave system turns in what is judged")
@click.option(
    "--repeats",
    metavar="N",
    type=click.IntRange(min=2),
    help="judge each transcript so often, and say what varies; no verdict is taken",
)
@click.option("--json", "as_json", is_flag=True, help="print the report as JSON")
@click.option("-o", "--output", metavar="FILE", help="write the report there")
@click.option("--on", metavar="ENGINE", help="judge on a cluster: dask://scheduler:8786")
@click.option("--parts", type=click.IntRange(min=1), help="of --on: into how many it is cut")
@with_settings
def command(  # noqa: PLR0917 - click hands options over by name
    transcripts: str,
    config_file: str | None,
    suites: tuple[str, ...],
    probes: tuple[str, ...],
    columns: str | None,
    prompt_column: str | None,
    reply_column: str | None,
    repeats: int | None,
    keep_system: bool,  # noqa: FBT001 - click hands flags over so
    as_json: bool,  # noqa: FBT001 - click hands flags over so
    output: str | None,
    on: str | None,
    parts: int | None,
    **settings: str | None,
) -> int:
    """Judge TRANSCRIPTS and decide; no target is asked.

    TRANSCRIPTS is a run (its id, its folder, its journal) or a file: JSON Lines with "turns" or
    with OpenAI's "messages", a CSV of prompts and replies, or text of user: and agent: (a folder of
    such files, too). Rows may name an item of a suite;
    --suite or --probe says which probes read the others.

    A run's transcripts are judged by the judge and the questions of today; answers that this judge
    gave to this question already are reused. Where the whole plan is there, that is a gate. A file
    of transcripts never is: its verdict can be a fail, never a pass.

    With --repeats nothing is decided: it tells the judge's contradictions from the target's, and
    what would make the rates steadier. Exit codes: 0 measured, 5 nothing was judged twice.
    """
    given = settings_by_key(settings)
    path = Path(config_file) if config_file else find_config(Path.cwd())
    workspace = open_workspace(path, options=given, ini={}, environ=os.environ)
    selection: dict[str, Any] = {
        "suites": suites,
        "probes": probes,
        "columns": columns_of(columns, prompt=prompt_column, reply=reply_column),
        "keep_system": keep_system,
    }
    existing = what_exists(transcripts, workspace, **selection)
    if existing.run_id is not None:
        _refuse_what_was_asked(given)
    if on is None and parts is not None:
        raise click.UsageError("--parts: into how many parts are cut that --on judges elsewhere")
    if repeats is not None and on is not None:
        raise click.UsageError("--repeats measures a judge in one process; leave --on out")
    if repeats is not None:
        return measure_repeats(existing, repeats, as_json=as_json, output=output)
    if on is None:
        report, code = asyncio.run(_judged(existing, output))
    else:
        from mhgate.scale_out import judge_on  # noqa: PLC0415 - where it is asked for

        report = judge_on(
            on,
            existing,
            named=transcripts,
            selection=selection,
            environ=os.environ,
            parts=parts,
            output=None if output is None else Path(output),
            note=lambda line: click.echo(f"mhgate: {printable(line)}", err=True),
        )
        code = report.verdict.exit_code
    if as_json:
        click.echo(render_json(report), nl=False)
    else:
        for line in _account(report.provenance.derived[-1]):
            click.echo(line)
        print_report(report, sys.stdout)
    return code


async def _judged(existing: Existing, output: str | None) -> tuple[Report, int]:
    """Judge until it is done, or until a signal ends it: what there is is written all the same."""
    judging = ShownJudging(
        existing,
        environ=os.environ,
        output=None if output is None else Path(output),
        stream=sys.stderr,
    )

    with heeded_signals(judging.end) as caught:
        report = await judging.report()
    return report, int(caught[0]) if caught else report.verdict.exit_code


def _refuse_what_was_asked(given: Mapping[str, str | None]) -> None:
    stated = [key for key, value in given.items() if value is not None]
    late = [key for key in stated if key.startswith(_OF_THE_RUN) and key != "target.concurrency"]
    if late:
        raise click.UsageError(
            f"{', '.join(late)}: what was asked, and of whom, is the run's; who judges it and what "
            "decides can be given"
        )


def _account(step: Derived) -> Iterator[str]:
    for account in step.accounts:
        yield (
            f"mhgate: {account.what}: {account.read} {account.unit} read = {account.used} judged "
            f"+ {account.read - account.used} left out"
        )
        for left in account.left_out:
            places = f" ({', '.join(left.places)}{', ...' if left.n > len(left.places) else ''})"
            yield f"  left out: {left.n}: {left.reason}{places if left.places else ''}"
    for noticed in step.noticed:
        more = ", ..." if noticed.n > 1 else ""
        places = f" ({noticed.places[0]}{more})" if noticed.places else ""
        yield f"  noticed: {noticed.n}: {noticed.what}{places if noticed.places else ''}"
    yield ""
