"""The folder of runs: where a run keeps its journal and its report, and how one is found again."""

from __future__ import annotations

import json
import re
import secrets
import subprocess
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from mhgate.errors import UsageError, nearest

__all__ = [
    "ANEW",
    "JUDGED",
    "LATEST",
    "RUNS",
    "RunFolder",
    "branch_of",
    "commit_of",
    "find_run",
    "is_clean",
    "new_id",
    "new_run",
    "pull_request_of",
    "runs_below",
    "same_run",
]

ANEW = "new"
RUNS = "runs"
JUDGED = "judged"  # apart, so that nobody goes on with one as if a target had been asked
LATEST = "latest"
_BEGIN = b'{"event": "begin"'
_GIT_TIMEOUT_S = 5
# of a pull request the branch that asks, not the merge that GitHub makes of it
_BRANCHES = ("GITHUB_HEAD_REF", "GITHUB_REF_NAME", "CI_COMMIT_REF_NAME")
_PULL_REQUEST = re.compile(r"refs/pull/([1-9][0-9]{0,9})/")


@dataclass(frozen=True, slots=True)
class RunFolder:
    """One run's folder."""

    path: Path

    @property
    def run_id(self) -> str:
        """The run's id: when it began, and a random end."""
        return self.path.name

    @property
    def journal(self) -> Path:
        """What happened, with transcripts."""
        return self.path / "journal.jsonl"

    @property
    def report(self) -> Path:
        """What was decided, without transcripts."""
        return self.path / "report.json"

    def header(self) -> dict[str, Any] | None:
        """Return the first event of the journal, or None where there is none."""
        try:
            with self.journal.open("rb") as file:
                header = json.loads(file.readline())
        except (OSError, ValueError):
            return None
        return header if isinstance(header, dict) else None

    def n_begun(self) -> int:
        """Return how often the run was begun or gone on with."""
        try:
            with self.journal.open("rb") as file:
                return sum(line.startswith(_BEGIN) for line in file)
        except OSError:
            return 0


def runs_below(reports: Path, kind: str = RUNS) -> list[RunFolder]:
    """Return the runs that are kept, the oldest first.

    Args:
        reports: the folder of reports.
        kind: those that asked a target (``runs``), or that judged what exists (``judged``).
    """
    folder = reports / kind
    if not folder.is_dir():
        return []
    return [RunFolder(path) for path in sorted(folder.iterdir()) if path.is_dir()]


def new_id(now: datetime | None = None) -> str:
    """Return the id of a run that begins: when, and a random end.

    Args:
        now: when it begins; None for this moment.
    """
    began = (now or datetime.now(UTC)).strftime("%Y%m%dT%H%M%S.%f")  # runs of one second, in order
    return f"{began}-{secrets.token_hex(3)}"


def new_run(reports: Path, *, run_id: str | None = None, kind: str = RUNS) -> RunFolder:
    """Make the folder of a new run.

    The folder of reports gets a .gitignore of its own: journals hold transcripts, which belong in
    no repository.

    Args:
        reports: the folder of reports.
        run_id: its id, where it has one already.
        kind: as for :func:`runs_below`.

    Raises:
        UsageError: it cannot be made.
    """
    folder = RunFolder(reports / kind / (run_id or new_id()))
    ignore = reports / ".gitignore"
    try:
        folder.path.mkdir(parents=True)
        if not ignore.exists():
            ignore.write_text("*\n", encoding="utf-8")
    except OSError as error:
        raise UsageError(
            f"{error.filename or reports}: a run needs a folder ({error.strerror or error}).",
            hint="gate.reports names a folder that can be made, with space and permission.",
        ) from error
    return folder


def find_run(reports: Path, wanted: str) -> RunFolder:
    """Find the run that is to go on.

    Args:
        reports: the folder of reports.
        wanted: a run's id, or ``latest``.

    Returns:
        Its folder.

    Raises:
        UsageError: there is no such run.
    """
    runs = {run.run_id: run for run in runs_below(reports) if run.header() is not None}
    if not runs:
        raise UsageError(
            f"{reports / 'runs'}: found no run; expected one to go on with.",
            hint="Run without --mhgate-resume.",
        )
    if wanted == LATEST:
        return runs[max(runs)]
    if wanted not in runs:
        guess = nearest(wanted, runs)
        raise UsageError(
            f"{reports / 'runs'}: found no run {wanted!r}.",
            hint=f"Did you mean {guess!r}?" if guess else f"The latest is {max(runs)!r}.",
        )
    return runs[wanted]


def commit_of(folder: Path, environ: Mapping[str, str]) -> str | None:
    """Return the commit that is checked out, None where that cannot be told."""
    if environ.get("GITHUB_SHA"):
        return environ["GITHUB_SHA"]
    return _git(folder, "rev-parse", "HEAD")


def pull_request_of(environ: Mapping[str, str]) -> int | None:
    """Return the number of the pull request that GitHub runs for, None where it names none."""
    found = _PULL_REQUEST.match(environ.get("GITHUB_REF", ""))
    return None if found is None else int(found[1])


def branch_of(folder: Path, environ: Mapping[str, str]) -> str | None:
    """Return the branch that is checked out, or that a CI server names; None where none is."""
    named = (environ.get(name) for name in _BRANCHES)
    return next(filter(None, named), None) or _git(folder, "symbolic-ref", "--short", "-q", "HEAD")


def is_clean(folder: Path, environ: Mapping[str, str]) -> bool:
    """Return whether what is checked out is the commit and nothing else.

    On GitHub it is taken to be: what a workflow writes beside its checkout is no other product.
    """
    return bool(environ.get("GITHUB_SHA")) or _git(folder, "status", "--porcelain") == ""


def same_run(reports: Path, header: Mapping[str, Any]) -> RunFolder | None:
    """Return the latest run of the same commit, plan, measurement and build, if any.

    A run whose commit is not known is never the same.

    Args:
        reports: the folder of reports.
        header: of the run that is about to begin.
    """
    keys = ("commit", "plan", "measurement", "build")
    if header["commit"] is None:
        return None
    for run in reversed(runs_below(reports)):
        found = run.header()
        if found is not None and all(found.get(key) == header[key] for key in keys):
            return run
    return None


def _git(folder: Path, *arguments: str) -> str | None:
    try:
        found = subprocess.run(  # noqa: S603 - no shell, and nothing but a folder's name
            ["git", "-C", str(folder), *arguments],  # noqa: S607 - the user's own git
            capture_output=True,
            text=True,
            timeout=_GIT_TIMEOUT_S,
            check=False,
        )
    except (OSError, subprocess.SubprocessError):
        return None
    return found.stdout.strip() if found.returncode == 0 else None
