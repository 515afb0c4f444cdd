"""``mhgate shrink``: the shortest conversation that still fails, asked of the target."""

from __future__ import annotations

import asyncio
import os
import shutil
import sys
from pathlib import Path

import click

from mhgate.cli.heeded_signals import heeded_signals
from mhgate.cli.settings_options import settings_by_key, with_settings
from mhgate.cli.shrink_words import exit_code_of, shrunk_lines
from mhgate.cli.stored_reports import find_report
from mhgate.errors import ExitCode
from mhgate.runner import Stop
from mhgate.wiring import (
    Shrinking,
    ToShrink,
    Workspace,
    check_regression_file,
    find_config,
    open_workspace,
    shown_shrinking,
    shrink_trial,
    to_shrink,
    write_regression,
)

__all__ = ["command"]


@click.command("shrink")
@click.argument("report_file", metavar="REPORT")
@click.argument("trial")
@click.option("--probe", metavar="NAME", help="the probe that was missed  [default: the first]")
@click.option(
    "--max-calls",
    type=click.IntRange(min=1),
    default=60,
    show_default=True,
    help="the most messages to the target, requests of every kind included",
)
@click.option(
    "--repeats",
    type=click.IntRange(min=1),
    default=1,
    show_default=True,
    help="ask each version so often; it fails where it fails each time",
)
@click.option(
    "--keep", metavar="WORDS", multiple=True, help="what must stay; give the option again for more"
)
@click.option(
    "--write",
    metavar="FILE.jsonl",
    help="add what is found as an item of a suite; a copy is refused",
)
@click.option("--config", "config_file", metavar="FILE", help="the thresholds.toml")
@with_settings
def command(  # noqa: PLR0917 - click hands options over by name
    report_file: str,
    trial: str,
    probe: str | None,
    max_calls: int,
    repeats: int,
    keep: tuple[str, ...],
    write: str | None,
    config_file: str | None,
    **settings: str | None,
) -> int:
    """Ask the target smaller and smaller versions of TRIAL, and print the shortest that fails.

    REPORT is a report.json, a run's folder or id, or latest; TRIAL a trial's id, as
    mhgate show REPORT --misses prints it. Whole messages are left out first, then sentences, then
    words; a version fails when the same probe scores 0 again. The target and the judge are those
    of thresholds.toml.

    Exit codes: 0 the shortest is printed, 3 the original did not fail again, 4 it could not be
    asked or judged.
    """
    path = Path(config_file) if config_file else find_config(Path.cwd())
    workspace = open_workspace(path, options=settings_by_key(settings), ini={}, environ=os.environ)
    if write is not None:
        check_regression_file(Path(write))
    of = to_shrink(find_report(report_file), trial, workspace, probe=probe)
    found, caught = asyncio.run(_shrunk(of, workspace, max_calls, repeats, keep))
    width = shutil.get_terminal_size((100, 24)).columns
    shown = shown_shrinking(found, workspace.config)
    for line in shrunk_lines(shown, width=width, encoding=sys.stdout.encoding or "ascii"):
        click.echo(line)
    code = caught or exit_code_of(found)
    if write is not None and code is ExitCode.PASS:
        name = write_regression(found, Path(write))
        click.echo(f"wrote {name} to {write}")
        for line in _as_probe(of, Path(write)):
            click.echo(line)
    return int(code)


async def _shrunk(
    of: ToShrink, workspace: Workspace, max_calls: int, repeats: int, keep: tuple[str, ...]
) -> tuple[Shrinking, ExitCode | None]:
    """Search until it is done, or until a signal ends it: what was found is told all the same."""
    stop = Stop()
    with heeded_signals(lambda because: stop.set(because, interrupted=True)) as caught:
        found = await shrink_trial(
            of,
            workspace,
            max_calls=max_calls,
            repeats=repeats,
            keep=keep,
            environ=os.environ,
            stop=stop,
            note=lambda line: click.echo(f"mhgate: {line}", err=True),
        )
    return found, caught[0] if caught else None


def _as_probe(of: ToShrink, path: Path) -> list[str]:
    """Say which probe reads a new file; of an exact one its function has to be copied."""
    probe = of.probe
    declared = [f'items="{path.name}"']
    if probe.question is not None:
        declared.append(f'question="{probe.question}"')
        declared += [f'expect="{probe.expect}"'] if probe.expect else []
        declared += [f"at_least={probe.at_least}"] if probe.at_least is not None else []
    else:
        declared.append(
            {"choice": "choice=True", "number": "number=True"}.get(probe.reads or "", "exact=True")
        )
    lines = []
    if probe.question is not None and path.resolve().parent != of.suite.resolve():
        lines.append(
            f"it needs [question.{probe.question}] in a questions.toml beside it, as "
            f"{of.suite / 'questions.toml'} has it"
        )
    return [
        *lines,
        f"it needs a probe in a test_*.py beside it: @probe({', '.join(declared)})",
        "(a suite with items that no probe reads is refused)",
    ]
