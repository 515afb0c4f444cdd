"""One part of a run: what its task holds, and how it is asked, or judged, where the task lands.

A task holds what both sides must agree on and nothing else: no transcript, no item, no secret.
Secrets are read from the environment of the process that asks.
"""

from __future__ import annotations

import asyncio
import os
import platform
import shutil
import time
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from mhgate.canonical import digest
from mhgate.config.settings import SETTINGS
from mhgate.errors import ExitCode, MhgateError, UsageError
from mhgate.records import Override, Report
from mhgate.redacting.last_edge import redactor_of
from mhgate.runner import Stop
from mhgate.sampling import Shard
from mhgate.wiring.evaluation import evaluate
from mhgate.wiring.existing import Existing
from mhgate.wiring.judging_again import judge_again
from mhgate.wiring.named_sources import what_exists
from mhgate.wiring.runs import JUDGED, RUNS, RunFolder
from mhgate.wiring.versions import version_of_mhgate
from mhgate.wiring.workspace import Workspace, open_workspace

__all__ = ["Came", "Part", "ask_part", "judge_part", "part_of", "run_id_of", "share_of", "versions"]

_PAUSE_S = 1.0  # between two looks whether somebody waits


@dataclass(frozen=True, slots=True)
class Part:
    """What a task holds.

    Args:
        config: the path of thresholds.toml, which is the same for every worker.
        settings: what was set beside the file, by dotted key.
        overrides: the same as the report records it.
        shard: which part, ``2/8``.
        run_id: of this part, whoever asks it.
        versions: of mhgate and Python on the client.
        policy: the digest of the policy.
        plan: the digest of the whole plan.
        journal: what is there of it already; empty where nothing is.
        transcripts: what is judged; empty where a target is asked.
        selection: which suites, probes and columns of it.
    """

    config: str
    settings: Mapping[str, str]
    overrides: tuple[Mapping[str, Any], ...]
    shard: str
    run_id: str
    versions: Mapping[str, str]
    policy: str
    plan: str
    journal: bytes = b""
    transcripts: str = ""
    selection: Mapping[str, Any] | None = None


@dataclass(frozen=True, slots=True)
class Came:
    """What came back of a part: its journal, or why there is none that is whole.

    Args:
        shard: which part.
        run_id: the run that asked it.
        journal: the bytes of its journal; what there is of it where it broke off.
        error: what went wrong; empty where nothing did.
        hint: what to do about it.
        exit_code: that it would have alone.
        judging: what the judge was asked, where transcripts were judged.
    """

    shard: str
    run_id: str
    journal: bytes = b""
    error: str = ""
    hint: str = ""
    exit_code: int = 0
    judging: Mapping[str, Any] | None = None


def versions() -> dict[str, str]:
    """Return what must be the same on both sides: of mhgate, and of Python to the second place."""
    python = ".".join(platform.python_version_tuple()[:2])
    return {"mhgate": version_of_mhgate(), "Python": python}


def run_id_of(token: str, shard: str) -> str:
    """Return the id of a part's run: whoever asks it again finds what was asked before.

    Args:
        token: the id of the whole run.
        shard: which part.

    Example:
        >>> run_id_of("20261130T120000.000001-abc123", "1/2").startswith("20261130T120000.000001-")
        True
    """
    began, _, _ = token.rpartition("-")
    return f"{began}-{digest([token, shard]).removeprefix('sha256:')[:6]}"


def part_of(
    workspace: Workspace,
    *,
    shard: str,
    token: str,
    plan: str,
    transcripts: str = "",
    selection: Mapping[str, Any] | None = None,
) -> Part:
    """Return the task of one part.

    Args:
        workspace: of the whole run.
        shard: which part.
        token: the id of the whole run.
        plan: the digest of the whole plan.
        transcripts: what is judged; empty where a target is asked.
        selection: which suites, probes and columns of it.
    """
    config = workspace.config
    return Part(
        config=str(config.path.resolve()),
        settings={each.key: str(each.value) for each in config.overrides},
        overrides=tuple(each.model_dump(mode="json") for each in config.overrides),
        shard=shard,
        run_id=run_id_of(token, shard),
        versions=versions(),
        policy=config.policy_digest,
        plan=plan,
        transcripts=transcripts,
        selection=selection,
    )


def ask_part(part: Part, ended: Callable[[], bool] = lambda: False) -> Came:
    """Ask one part of a run, or go on with it.

    Args:
        part: of the run.
        ended: asked every second: whether nobody waits for it any longer.

    Returns:
        Its journal; a mistake is a value too, for a part that cannot be asked is not tried again.
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
        return came
    return Came(
        shard=part.shard,
        run_id=part.run_id,
        journal=b"" if folder is None else _bytes_of(folder),
        error=redactor_of(os.environ).redact(said),
        hint=hint,
        exit_code=int(code),
    )


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


def _ask(part: Part, workspace: Workspace, folder: RunFolder, ended: Callable[[], bool]) -> Came:
    plan = workspace.plan(frozenset(probe.id for probe in workspace.probes))
    _refuse_another_plan(part, plan.digest, "suites")
    if part.journal and not folder.journal.exists():
        folder.path.mkdir(parents=True, exist_ok=True)
        folder.journal.write_bytes(part.journal)
    if not folder.report.is_file():
        resumes = folder.header() is not None
        if not resumes and folder.path.is_dir():
            shutil.rmtree(folder.path)  # whoever made it died before it asked anything
        asyncio.run(
            _unless_ended(
                lambda stop: evaluate(
                    workspace,
                    stop=stop,
                    environ=os.environ,
                    resume=part.run_id if resumes else None,
                    run_id=part.run_id,
                ),
                ended,
            )
        )
    return Came(part.shard, part.run_id, _bytes_of(folder))


def _judge(part: Part, workspace: Workspace, folder: RunFolder, ended: Callable[[], bool]) -> Came:
    existing = what_exists(part.transcripts, workspace, **dict(part.selection or {}))
    _refuse_another_plan(part, existing.plan.digest, "transcripts")
    share = share_of(existing, Shard.read(part.shard))
    if not share.plan.trials:
        return Came(part.shard, part.run_id)
    if folder.path.is_dir():  # of a worker that died: what it was answered is read, and not lost
        folder = RunFolder(folder.path.with_name(f"{part.run_id}.{os.getpid()}"))
    run_id = folder.run_id
    report = asyncio.run(
        _unless_ended(
            lambda stop: judge_again(share, stop=stop, environ=os.environ, run_id=run_id), ended
        )
    )
    judging = None if report.judging is None else report.judging.model_dump(mode="json")
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
) -> Report:
    """Do something until it is done, or until nobody waits for it any longer."""
    stop = Stop()

    async def watch() -> None:
        while not await asyncio.to_thread(_ended_after, _PAUSE_S, ended):
            pass
        stop.set("interrupted where it was asked for", interrupted=True)

    watching = asyncio.create_task(watch())
    try:
        return await work(stop)
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
    return folder.journal.read_bytes() if folder.journal.is_file() else b""
