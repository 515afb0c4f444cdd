"""One part of a run: how it is asked, or judged, where its task lands.

Secrets are read from the environment of the process that asks.
"""

from __future__ import annotations

import asyncio
import os
import platform
import secrets
import shutil
import time
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from mhgate.config.settings import SETTINGS
from mhgate.errors import ExitCode, MhgateError, UsageError
from mhgate.file_lock import locked
from mhgate.records import Override, Report
from mhgate.redacting.last_edge import redactor_of
from mhgate.runner import Stop
from mhgate.sampling import Shard
from mhgate.scale_out.tasks import Came, Part, goes_on, versions
from mhgate.wiring.evaluation import evaluate
from mhgate.wiring.existing import Existing
from mhgate.wiring.judging_again import judge_again
from mhgate.wiring.named_sources import what_exists
from mhgate.wiring.product_folder import TLS_FOLDER
from mhgate.wiring.runs import JUDGED, RUNS, RunFolder
from mhgate.wiring.workspace import Workspace, open_workspace

__all__ = ["ask_part", "judge_part", "share_of"]

_LAST_EVENTS = (b'{"event": "end"', b'{"event": "account"')
_PATIENCE_S = 60.0
_PAUSE_S = 1.0  # between two looks whether somebody waits


def ask_part(part: Part, ended: Callable[[], bool] = lambda: False) -> Came:
    """Ask one part of a run, or go on with it.

    Args:
        part: of the run.
        ended: asked every second: whether nobody waits for it any longer.

    Returns:
        Its journal; a mistake is a value too: whoever handed the part out says whether it is tried
        again.
    """
    return _told(part, RUNS, ended, _ask)


def judge_part(part: Part, ended: Callable[[], bool] = lambda: False) -> Came:
    """Judge one part of transcripts that exist.

    Args:
        part: of the judging.
        ended: asked every second: whether nobody waits for it any longer.

    Returns:
        As for :func:`ask_part`.
    """
    return _told(part, JUDGED, ended, _judge)


def _told(part: Part, kind: str, ended: Callable[[], bool], work: Any) -> Came:
    folder: RunFolder | None = None
    try:
        _refuse_other_versions(part)
        workspace = _opened(part)
        config = workspace.config
        folder = RunFolder(config.folder / config.gate.reports / kind / part.run_id)
        came: Came = work(part, workspace, folder, ended)
    except MhgateError as error:
        said, hint, code = error.message, error.hint, error.exit_code
    except Exception as error:  # noqa: BLE001 - the edge of a worker: what broke is told by the client
        said, hint, code = f"{type(error).__name__}: {error}", "", ExitCode.INTERNAL
    else:
        why = "" if came.error else _unended(came.journal)
        return came if not why else replace(came, error=why, exit_code=int(ExitCode.INTERNAL))
    return Came(
        shard=part.shard,
        run_id=part.run_id,
        journal=b"" if folder is None else _bytes_of(folder),
        error=redactor_of(os.environ).redact(said),
        hint=hint,
        exit_code=int(code),
    )


def _unended(journal: bytes) -> str:
    """Say why a journal is not whole, empty where it is; that of a part without trials may be."""
    if not journal:
        return ""
    whole, _, torn = journal.rpartition(b"\n")
    if torn:
        return "the last line of its journal is torn"
    last = whole.rpartition(b"\n")[2]
    return "" if last.startswith(_LAST_EVENTS) else "its journal has no end"


def _refuse_other_versions(part: Part) -> None:
    mine = versions()
    differing = [name for name in mine if mine[name] != part.versions.get(name)]
    if differing:
        here = ", ".join(f"{name} {mine[name]}" for name in differing)
        there = ", ".join(f"{name} {part.versions.get(name)}" for name in differing)
        raise UsageError(
            f"a worker on {platform.node()} has {here}; the client has {there}.",
            hint="Install the same on both sides: parts of two versions are no one run.",
        )


def _opened(part: Part) -> Workspace:
    """Open the gate as the client has it, whatever settings the worker's environment holds."""
    variables = {setting.variable for setting in SETTINGS}
    environ = {name: value for name, value in os.environ.items() if name not in variables}
    workspace = open_workspace(
        Path(part.config), options=dict(part.settings), ini={}, environ=environ
    )
    config = workspace.config
    if config.policy_digest != part.policy:
        raise UsageError(
            f"{part.config}: on {platform.node()} decides by another policy "
            f"({config.policy_digest[:19]}) than the client's ({part.policy[:19]}).",
            hint="Every worker needs the client's thresholds.toml at the same path.",
        )
    sampling = config.sampling
    if not part.transcripts:
        sampling = sampling.model_copy(update={"shard": part.shard})
    overrides = tuple(Override.model_validate(each) for each in part.overrides)
    return replace(
        workspace,
        config=config.model_copy(update={"overrides": overrides, "sampling": sampling}),
    )


def _environ(part: Part) -> Mapping[str, str]:
    """Return the worker's environment, with where the client looks for the files of ``tls``."""
    return {**os.environ, TLS_FOLDER: part.tls_folder}


def _ask(part: Part, workspace: Workspace, folder: RunFolder, ended: Callable[[], bool]) -> Came:
    plan = workspace.plan(frozenset(probe.id for probe in workspace.probes))
    _refuse_another_plan(part, plan.digest, "suites")
    if not _is_free(folder):
        return Came(
            part.shard,
            part.run_id,
            error="another process still goes on with it",
            exit_code=int(ExitCode.INTERNAL),
        )
    if part.journal and goes_on(part.journal, _bytes_of(folder)):
        folder.path.mkdir(parents=True, exist_ok=True)
        folder.journal.write_bytes(part.journal)
        folder.report.unlink(missing_ok=True)  # of an attempt that knew less
    if not folder.report.is_file():
        resumes = folder.header() is not None
        if not resumes and folder.path.is_dir():
            shutil.rmtree(folder.path)  # whoever made it died before it asked anything
        _, was_ended = asyncio.run(
            _unless_ended(
                lambda stop: evaluate(
                    workspace,
                    stop=stop,
                    environ=_environ(part),
                    resume=part.run_id if resumes else None,
                    run_id=part.run_id,
                ),
                ended,
            )
        )
        if was_ended:
            folder.report.unlink(missing_ok=True)  # so that whoever is given it goes on with it
            return _interrupted(part, folder)
    return Came(part.shard, part.run_id, _bytes_of(folder))


def _is_free(folder: RunFolder) -> bool:
    """Wait for a worker that was cut off and still asks: what it is answered is not lost."""
    until = time.monotonic() + _PATIENCE_S
    while folder.journal.is_file():
        with folder.journal.open("rb") as file:
            if locked(file):
                break
        if time.monotonic() > until:
            return False
        time.sleep(_PAUSE_S)
    return True


def _interrupted(part: Part, folder: RunFolder) -> Came:
    return Came(
        part.shard,
        folder.run_id,
        _bytes_of(folder),
        error="nobody waited for it any longer",
        exit_code=int(ExitCode.INTERRUPTED),
    )


def _judge(part: Part, workspace: Workspace, folder: RunFolder, ended: Callable[[], bool]) -> Came:
    existing = what_exists(part.transcripts, workspace, **dict(part.selection or {}))
    _refuse_another_plan(part, existing.plan.digest, "transcripts")
    share = share_of(existing, Shard.read(part.shard))
    if not share.plan.trials:
        return Came(part.shard, part.run_id)
    if folder.path.is_dir():  # of a worker that died: what it was answered is read, and not lost
        folder = RunFolder(folder.path.with_name(f"{part.run_id}.{secrets.token_hex(3)}"))
    run_id = folder.run_id
    report, was_ended = asyncio.run(
        _unless_ended(
            lambda stop: judge_again(share, stop=stop, environ=_environ(part), run_id=run_id), ended
        )
    )
    judging = None if report.judging is None else report.judging.model_dump(mode="json")
    if was_ended:
        return replace(_interrupted(part, folder), judging=judging)
    return Came(part.shard, folder.run_id, _bytes_of(folder), judging=judging)


def share_of(existing: Existing, shard: Shard) -> Existing:
    """Return one part of what is judged: whole families.

    Args:
        existing: all of it.
        shard: which part.
    """
    plan = existing.plan.share(shard)
    mine = {trial.id for trial in plan.trials}
    kept = {name: what for name, what in existing.kept.items() if name in mine}
    return replace(
        existing,
        plan=plan,
        kept=kept,
        n_read=len(kept),  # what was left out of the file is told once, of the whole
        left_out=(),
        noticed=(),
        partial_because=(*existing.partial_because, shard.words),
    )


async def _unless_ended(
    work: Callable[[Stop], Awaitable[Report]], ended: Callable[[], bool]
) -> tuple[Report, bool]:
    """Do something until it is done, or until nobody waits for it any longer; say whether so."""
    stop = Stop()

    async def watch() -> None:
        while not await asyncio.to_thread(_ended_after, _PAUSE_S, ended):
            pass
        stop.set("interrupted where it was asked for", interrupted=True)

    watching = asyncio.create_task(watch())
    try:
        report = await work(stop)
        return report, stop.interrupted
    finally:
        watching.cancel()


def _ended_after(pause_s: float, ended: Callable[[], bool]) -> bool:
    time.sleep(pause_s)
    return ended()


def _refuse_another_plan(part: Part, found: str, what: str) -> None:
    if found != part.plan:
        raise UsageError(
            f"{part.config}: the {what} on {platform.node()} make another plan ({found[:19]}) than "
            f"the client's ({part.plan[:19]}).",
            hint="Every worker needs the client's checkout, at the same path.",
        )


def _bytes_of(folder: RunFolder) -> bytes:
    """Return what there is of a journal; of half a first line nobody could go on."""
    data = folder.journal.read_bytes() if folder.journal.is_file() else b""
    return data if b"\n" in data else b""
