"""What somebody named -> what there is to judge: a run of this folder, or a file of transcripts."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

from mhgate.errors import UsageError, nearest
from mhgate.importers import TranscriptColumns, load_columns, read_transcripts
from mhgate.wiring.existing import Existing
from mhgate.wiring.given_transcripts import chosen_probes, existing_transcripts
from mhgate.wiring.runs import JUDGED, LATEST, RunFolder, runs_below
from mhgate.wiring.stored_runs import existing_run
from mhgate.wiring.workspace import Workspace

__all__ = ["columns_of", "what_exists"]


def columns_of(
    file: str | None, *, prompt: str | None = None, reply: str | None = None
) -> TranscriptColumns | None:
    """Return what a table's columns mean.

    Args:
        file: a TOML that says so, or None.
        prompt: the header of what the person wrote; outweighs the file.
        reply: the header of what was replied; likewise.

    Returns:
        The mapping; None where nothing was said.

    Raises:
        TranscriptError: every mistake in the file.
    """
    if file is None and prompt is None and reply is None:
        return None
    columns = TranscriptColumns() if file is None else load_columns(Path(file))
    stated = {key: value for key, value in (("prompt", prompt), ("reply", reply)) if value}
    return columns.model_copy(update=stated)


def what_exists(
    named: str,
    workspace: Workspace,
    *,
    suites: Sequence[str] = (),
    probes: Sequence[str] = (),
    columns: TranscriptColumns | None = None,
    keep_system: bool = False,
) -> Existing:
    """Return what there is to judge.

    Args:
        named: a run (its id, ``latest``, its folder or journal) or a file of transcripts.
        workspace: the suites and thresholds.
        suites: names of suites or pillars whose probes read them; with ``probes``, empty for all.
        probes: names of probes that read them.
        columns: what a table's columns mean.
        keep_system: whether system turns stay in what is judged.

    Raises:
        ReportFileError: a journal or report cannot be read.
        TranscriptError: everything that is wrong with the file.
        UsageError: there is no such file or run, a name of a suite or a probe is not known, or
            what was said does not go with what was named.
    """
    chosen = chosen_probes(workspace, suites=suites, probes=probes)
    run = _run(named, workspace)
    if run is None:
        found = read_transcripts(Path(named), columns=columns, keep_system=keep_system)
        return existing_transcripts(found, workspace, probes=chosen)
    if columns is not None or keep_system:
        raise UsageError(
            f"{run.path}: found a run, for which columns and system turns have no meaning.",
            hint="Leave those options out.",
        )
    ids = None if chosen is None else frozenset(probe.id for probe in chosen)
    return existing_run(run, workspace, probes=ids)


def _run(named: str, workspace: Workspace) -> RunFolder | None:
    """Return the run that is meant; None where a file of transcripts is."""
    path = Path(named)
    if path.is_file():
        is_beside_journal = path.name == "report.json" and (path.parent / "journal.jsonl").is_file()
        return RunFolder(path.parent) if is_beside_journal or _is_journal(path) else None
    if path.is_dir():
        if RunFolder(path).journal.is_file():
            return RunFolder(path)
        if any(path.glob("*.txt")):
            return None
        raise UsageError(
            f"{path}: found a folder without a journal; expected a run's folder.",
            hint="Runs lie below .mhgate/runs; or name a file of transcripts, or a folder of .txt.",
        )
    reports = workspace.config.folder / workspace.config.gate.reports
    runs = {
        run.run_id: run
        for kind in (JUDGED, "runs")
        for run in runs_below(reports, kind)
        if run.journal.is_file()
    }
    asked = [run for run in runs_below(reports) if run.journal.is_file()]
    if named == LATEST and asked:
        return asked[-1]
    if named in runs:
        return runs[named]
    guess = nearest(named, runs)
    raise UsageError(
        f"{named}: found no such file, no folder, and no run below {reports}.",
        hint=f"Did you mean {guess!r}?" if guess else "Name a file of transcripts, or a run.",
    )


def _is_journal(path: Path) -> bool:
    """Return whether a file begins as a journal does, under whatever name."""
    try:
        with path.open("rb") as file:
            first = json.loads(file.readline())
    except (OSError, ValueError, RecursionError):
        return False
    return isinstance(first, dict) and first.get("event") == "begin"
