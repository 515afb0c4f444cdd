"""A workspace and a cluster -> the report of a single run."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from mhgate.errors import UsageError
from mhgate.journal import parse_journal
from mhgate.records import Judging, LeftOut, Report
from mhgate.runner import Stop
from mhgate.sampling import Shard
from mhgate.scale_out.cluster import N_TRIES, connected, gathered, n_threads
from mhgate.scale_out.parts import ask_part, judge_part
from mhgate.scale_out.tasks import Came, goes_on, part_of
from mhgate.wiring.adding_up import added
from mhgate.wiring.existing import Existing
from mhgate.wiring.judging_again import judge_again
from mhgate.wiring.merging import merge_shards
from mhgate.wiring.runs import JUDGED, RUNS, RunFolder, new_id
from mhgate.wiring.workspace import Workspace, open_workspace

__all__ = ["judge_on", "run_on"]

_PARTS_OF_A_THREAD = 4  # so that a slow part, or a dead worker, holds up a small part of the run


def run_on(
    on: str,
    config: Path,
    *,
    options: Mapping[str, str | None],
    environ: Mapping[str, str],
    parts: int | None = None,
    output: Path | None = None,
    note: Callable[[str], None] = lambda _line: None,
) -> Report:
    """Ask a whole run on a cluster, and decide.

    Args:
        on: the engine, ``dask://scheduler:8786``.
        config: the thresholds.toml, which lies at the same path for every worker.
        options: settings by dotted key.
        environ: the environment of this process; nothing of it is sent but the settings it holds.
        parts: into how many the plan is cut; None for four a thread of the cluster.
        output: where the report is written too.
        note: told, line by line, what a person should see.

    Returns:
        The report, which has been written: that of a single run.

    Raises:
        MhgateError: it cannot be asked so, or a part could not be asked.
    """
    workspace = open_workspace(config, options=options, ini={}, environ=environ)
    _refuse_a_part(workspace)
    # what no shard can do, no part can: said here, and before a cluster is asked
    open_workspace(config, options={**options, "sampling.shard": "1/2"}, ini={}, environ=environ)
    if workspace.config.target.cassette is not None:
        raise UsageError(
            "target.cassette and --on: a replay needs no cluster, and a recording is one file.",
            hint="Record or replay in one process.",
        )
    plan = workspace.plan(frozenset(probe.id for probe in workspace.probes))
    token = new_id()
    with connected(on) as client:
        count = parts or _count(client, len({trial.family for trial in plan.trials}))
        tasks = [
            part_of(workspace, shard=f"{n}/{count}", token=token, plan=plan.digest, environ=environ)
            for n in range(1, count + 1)
        ]
        note(f"{len(plan.trials)} trials in {count} parts on {n_threads(client)} threads at {on}")
        came = gathered(client, ask_part, tasks, note)
    runs = workspace.config.folder / workspace.config.gate.reports / RUNS
    with TemporaryDirectory(prefix="mhgate-") as folder:
        for each in came:
            path = Path(folder) / f"{each.run_id}.jsonl"
            path.touch(mode=0o600)
            path.write_bytes(_there_is(each, RunFolder(runs / each.run_id)))
        return merge_shards(
            [Path(folder)],
            workspace,
            although_unfinished=True,  # what broke off is not reached, and such a run is no pass
            broke_off={each.shard: _why(each) for each in came if each.error},
            output=output,
            environ=environ,
            note=note,
        )


def judge_on(
    on: str,
    existing: Existing,
    *,
    named: str,
    selection: Mapping[str, Any],
    environ: Mapping[str, str],
    parts: int | None = None,
    output: Path | None = None,
    note: Callable[[str], None] = lambda _line: None,
) -> Report:
    """Judge transcripts that exist on a cluster, and decide.

    Args:
        on: the engine, ``dask://scheduler:8786``.
        existing: the transcripts.
        named: a file of transcripts, as it was named; of a run its journal counts.
        selection: how they were chosen: suites, probes, columns, keep_system.
        environ: the environment of this process.
        parts: into how many they are cut; None for four a thread of the cluster.
        output: where the report is written too.
        note: told, line by line, what a person should see.

    Returns:
        The report, which has been written.

    Raises:
        MhgateError: it cannot be judged so, or a part could not be judged.
    """
    _refuse_a_part(existing.workspace)
    plan, token = existing.plan, new_id()
    source = Path(named) if existing.journal is None else existing.journal
    with connected(on) as client:
        count = parts or _count(client, len({trial.family for trial in plan.trials}))
        tasks = [
            part_of(
                existing.workspace,
                shard=f"{n}/{count}",
                token=token,
                plan=plan.digest,
                environ=environ,
                transcripts=str(source.resolve()),
                selection=selection,
            )
            for n in range(1, count + 1)
        ]
        note(f"{len(plan.trials)} transcripts in {count} parts on {n_threads(client)} threads")
        came = gathered(client, judge_part, tasks, note)
    config = existing.workspace.config
    _keep(came, config.folder / config.gate.reports)
    asked = [Judging.model_validate(each.judging) for each in came if each.judging is not None]
    return asyncio.run(
        judge_again(
            _without_what_broke_off(existing, came),
            stop=Stop(),
            environ=environ,
            output=output,
            note=note,
            already=added(asked) if asked else None,
        )
    )


def _refuse_a_part(workspace: Workspace) -> None:
    if workspace.config.sampling.shard is not None:
        raise UsageError(
            f"sampling.shard = {workspace.config.sampling.shard}, and --on, which asks all parts.",
            hint="Leave the shard out; --parts says into how many the plan is cut.",
        )


def _count(client: Any, n_families: int) -> int:
    return max(1, min(_PARTS_OF_A_THREAD * n_threads(client), n_families))


def _why(came: Came) -> str:
    return f"it broke off {N_TRIES} times, at last: {came.error}"


def _there_is(came: Came, folder: RunFolder) -> bytes:
    """Return what there is of a part: of one that was lost, what lies on a disk that is shared."""
    if not came.error or not folder.journal.is_file():
        return came.journal
    here = folder.journal.read_bytes()
    return here if goes_on(here, came.journal) else came.journal


def _without_what_broke_off(existing: Existing, came: Sequence[Came]) -> Existing:
    """Leave out what nobody was asked about: it is not reached, and asked by nobody else now."""
    kept, left_out, because = dict(existing.kept), [], []
    for each in came:
        if not each.error:
            continue
        scored = parse_journal(each.journal, name=each.run_id).scores if each.journal else {}
        mine = existing.plan.share(Shard.read(each.shard)).trials
        lost = [trial.id for trial in mine if trial.id in kept and trial.id not in scored]
        for name in lost:
            del kept[name]
        because.append(f"part {each.shard}: {_why(each)}")
        if lost:
            reason = f"part {each.shard} broke off"
            left_out.append(LeftOut(reason=reason, n=len(lost), places=tuple(lost[:3])))
    return replace(
        existing,
        kept=kept,
        left_out=(*existing.left_out, *left_out),
        partial_because=(*existing.partial_because, *because),
    )


def _keep(came: Sequence[Came], reports: Path) -> None:
    """Keep journals of workers on other disks, where judging looks for answers that were given."""
    for each in came:
        folder = RunFolder(reports / JUDGED / each.run_id)
        if each.journal and not folder.path.exists():
            folder.path.mkdir(parents=True)
            folder.journal.touch(mode=0o600)
            folder.journal.write_bytes(each.journal)
