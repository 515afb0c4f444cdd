"""``mhgate matrix``: every configuration of [matrix] is measured, one report each."""

from __future__ import annotations

import asyncio
import os
import shutil
import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from types import FrameType
from typing import Any

import click

from mhgate.cli.board_outputs import shown_board, with_outputs
from mhgate.cli.settings_options import settings_by_key, with_settings
from mhgate.errors import ExitCode, MhgateError, UsageError
from mhgate.records import Report
from mhgate.wiring import (
    Combination,
    Engine,
    Measured,
    combinations_of,
    compare_reports,
    find_config,
    measured_before,
    printable,
)
from mhgate.wiring.runs import ANEW

__all__ = ["command"]

_PROFILE = "gate.profile"
_FEWEST = 2
# what a run ends with, the worst first
_WORST_FIRST = (
    ExitCode.FAIL,
    ExitCode.CANNOT_EVALUATE,
    ExitCode.INCONCLUSIVE,
    ExitCode.NOTHING_EVALUATED,
)


class _TerminatedError(BaseException):
    """SIGTERM came."""


@click.command("matrix")
@click.option("--config", "config_file", metavar="FILE", help="the thresholds.toml")
@click.option(
    "--only", metavar="FACTOR=LEVEL", multiple=True, help="of this factor, only this level"
)
@click.option(
    "-o", "--output-folder", "folder", metavar="FOLDER", help="copy the reports there too"
)
@click.option("--anew", is_flag=True, help="measure again what is measured already")
@click.option("--list", "only_listed", is_flag=True, help="list the configurations; ask nobody")
@with_settings
@with_outputs
def command(
    config_file: str | None,
    only: tuple[str, ...],
    folder: str | None,
    anew: bool,  # noqa: FBT001 - click hands flags over so
    only_listed: bool,  # noqa: FBT001 - click hands flags over so
    **options: Any,
) -> int:
    """Measure every combination of the levels of [matrix], and compare them.

    One report each, in the profile `measure` unless --profile says otherwise. What was measured
    before (the same configuration, target, commit, plan and measurement) is kept, and a run that
    was stopped is gone on with: run the same command again.
    """
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # before numpy is loaded
    settings = settings_by_key(options)
    if settings[_PROFILE] is None and not os.environ.get("MHGATE_PROFILE"):
        settings[_PROFILE] = "measure"
    path = Path(config_file) if config_file else find_config(Path.cwd())
    combinations = combinations_of(path, options=settings, environ=os.environ, only=only)
    if only_listed:
        for number, combination in enumerate(combinations, 1):
            click.echo(f"{number}  {printable(combination.name)}")
        return ExitCode.PASS
    paths: list[Path] = []
    codes: list[int] = []
    try:
        with _terminable():
            for number, combination in enumerate(combinations, 1):
                _say(f"{number} of {len(combinations)}: {combination.name}")
                measured = _measured(combination, anew=anew)
                if measured.report is None or measured.path is None:
                    codes.append(ExitCode.CANNOT_EVALUATE)
                    continue
                codes.append(measured.report.verdict.exit_code)
                paths.append(measured.path)
                if folder is not None:
                    Path(folder).mkdir(parents=True, exist_ok=True)
                    shutil.copyfile(measured.path, Path(folder) / combination.file_name)
    except KeyboardInterrupt:
        return _ended(ExitCode.INTERRUPTED)
    except _TerminatedError:
        return _ended(ExitCode.TERMINATED)
    return _compared(paths, codes, options)


def _compared(paths: list[Path], codes: list[int], options: dict[str, Any]) -> int:
    code = next((each for each in _WORST_FIRST if each in codes), ExitCode.PASS)
    missing = len(codes) - len(paths)
    if len(paths) >= _FEWEST:
        board, reports = compare_reports(
            paths, by=options["by"], alpha=options["board_alpha"], partial=options["partial"]
        )
        shown_board(board, reports, options)
    else:
        _say(f"{len(paths)} configuration measured: nothing to compare it with")
    if missing:
        _say(f"exit code {int(code)}: {missing} of {len(codes)} could not be measured")
    elif code is ExitCode.PASS:
        _say("exit code 0: every configuration was measured")
    else:
        _say(f"exit code {int(code)}: the worst of the runs, see each report")
    return code


def _measured(combination: Combination, *, anew: bool) -> Measured:
    """Return what there is of a combination, or measure it."""
    try:
        before = (
            Measured() if anew else asyncio.run(measured_before(combination, environ=os.environ))
        )
        if before.report is not None:
            _say(f"kept: run {before.report.provenance.run_id} (--anew measures again)")
            return before
        return _played(combination, before.unfinished)
    except MhgateError as error:
        _say(f"could not be measured: {error}")
        return Measured()


def _played(combination: Combination, unfinished: str | None) -> Measured:
    if unfinished is not None:
        with suppress(UsageError):  # it was stopped under another measurement: begin anew
            _say(f"goes on with run {unfinished}")
            return _run(combination, unfinished)
    return _run(combination, ANEW)


def _run(combination: Combination, resume: str) -> Measured:
    engine = Engine(combination.workspace, resume=resume, environ=os.environ)
    engine.start()
    try:
        with engine.showing(sys.stderr):
            report = engine.finished()
    except BaseException:
        engine.end("interrupted", interrupted=True)
        raise
    for note in engine.notes:
        _say(note)
    if report is None:
        raise engine.error or RuntimeError(engine.trouble())
    config = combination.workspace.config
    return Measured(report=report, path=_path_of(report, config.folder / config.gate.reports))


def _path_of(report: Report, reports: Path) -> Path:
    return reports / "runs" / report.provenance.run_id / "report.json"


def _say(words: str) -> None:
    for line in words.splitlines() or [""]:
        click.echo(f"mhgate: {printable(line)}", err=True)


def _ended(code: ExitCode) -> ExitCode:
    _say(f"exit code {int(code)}: what there is was written; the same command goes on with it")
    return code


@contextmanager
def _terminable() -> Iterator[None]:
    """Let SIGTERM end the run in an orderly way."""

    def raise_it(_number: int, _frame: FrameType | None) -> None:
        raise _TerminatedError

    if threading.current_thread() is not threading.main_thread():  # a signal comes to that one
        yield
        return
    before = signal.signal(signal.SIGTERM, raise_it)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)
