"""The register -> what people ask of it: the trend of pillars and probes, and the list of runs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from mhgate.config import Config, find_config, load_config
from mhgate.config.tables import GateConfig
from mhgate.errors import UsageError, nearest
from mhgate.records.registered import RegisteredRun, TrendPoint
from mhgate.store.chain import runs_of
from mhgate.store.database import EVERY, Store
from mhgate.wiring.register import STORE_FILE

__all__ = ["ListedRun", "Reports", "open_reports", "read_history", "registered_here"]


@dataclass(frozen=True, slots=True)
class Reports:
    """The folder of reports, and the configuration that names it.

    Args:
        folder: where runs lie.
        config: thresholds.toml; None where none is found, and the folder is the default one.
    """

    folder: Path
    config: Config | None

    @property
    def store(self) -> Path:
        """The register's file."""
        return self.folder / STORE_FILE


@dataclass(frozen=True, slots=True)
class ListedRun:
    """A run of the register, and whose it is."""

    run: RegisteredRun
    commit: str | None
    branch: str | None
    pull_request: int | None
    held: bool


def open_reports(config_file: Path | None, environ: Mapping[str, str]) -> Reports:
    """Return the folder of reports that is meant.

    Args:
        config_file: the thresholds.toml; None: the nearest one.
        environ: the environment, which may name another folder.

    Raises:
        ConfigError: the file cannot be read.
    """
    path = config_file or find_config(Path.cwd())
    if path is None:
        return Reports(Path(environ.get("MHGATE_REPORTS") or GateConfig().reports), None)
    config = load_config(path, environ=environ)
    return Reports(config.folder / config.gate.reports, config)


def read_history(
    reports: Reports,
    *,
    pillar: str | None = None,
    probe: str | None = None,
    branch: str | None = None,
    limit: int | None = None,
    everything: bool = False,
) -> tuple[TrendPoint, ...]:
    """Return the trend as it was stored when each run ended; nothing is computed anew.

    Args:
        reports: the folder of reports.
        pillar: one pillar, None for all.
        probe: one probe, by its id or its name; None for the pillars themselves.
        branch: of runs on this branch alone.
        limit: at most so many of the latest runs.
        everything: whether also partial runs, shards, and transcripts that were judged again.

    Returns:
        The points, the newest last.

    Raises:
        StoreError: there is no register, or it cannot be read.
        UsageError: no run has such a pillar, probe or branch.
    """
    with Store(reports.store, create=False) as store:
        points = store.trend(pillar, probe=probe, branch=branch, limit=limit, everything=everything)
        if not points:
            _refuse_unknown(store, {"pillar": pillar, "probe": probe, "branch": branch})
    return points


def _refuse_unknown(store: Store, wanted: Mapping[str, str | None]) -> None:
    """Say which word nothing in the register answers to; a run that has not ended is no mistake."""
    said = [each.content for each in store.register(EVERY)]
    pillars = {row[0] for rows in store.figures().values() for row in rows}
    probes = {row[1] for rows in store.figures().values() for row in rows if row[1] is not None}
    known = {
        "pillar": pillars,
        "probe": probes | {each.partition(".")[2] for each in probes},
        "branch": {each.branch for each in said if each.branch is not None},
    }
    for name, word in wanted.items():
        if word is not None and known[name] and word not in known[name]:
            guess = nearest(word, known[name])
            raise UsageError(
                f"--{name} {word}: the register knows no such {name}.",
                hint=f"Did you mean {guess!r}?"
                if guess
                else f"It knows: {', '.join(sorted(known[name]))}.",
            )


def registered_here(
    reports: Reports, *, commit: str | None = EVERY, pull_request: int | None = None
) -> tuple[ListedRun, ...]:
    """Return the runs of the register, in the order in which they began.

    Args:
        reports: the folder of reports.
        commit: those of one commit, by its beginning; None for those whose commit is not known.
        pull_request: those for one pull request.

    Raises:
        StoreError: there is no register, or it cannot be read.
    """
    with Store(reports.store, create=False) as store:
        entries = store.register(None if commit is None else EVERY)
        held = store.held()
    said = {each.number: each.content for each in entries}
    runs = runs_of((each.number, each.content) for each in entries)
    listed = [
        ListedRun(
            run,
            said[run.number].commit,
            said[run.number].branch,
            said[run.number].pull_request,
            run.run_id in held,
        )
        for run in runs
    ]
    return tuple(
        each
        for each in listed
        if (commit is None or commit == EVERY or (each.commit or "").startswith(commit))
        and (pull_request is None or each.pull_request == pull_request)
    )
