"""``[matrix]`` -> one workspace a combination of levels, and which of them were measured before."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product
from pathlib import Path

from pydantic import ValidationError

from mhgate.canonical import digest
from mhgate.config import load_config
from mhgate.errors import ConfigError, MhgateError, Mistake, UsageError, nearest
from mhgate.leaderboard.naming import configuration_name
from mhgate.records import Report
from mhgate.wiring.budgeting import budgeted
from mhgate.wiring.earlier import read_earlier
from mhgate.wiring.judge_opening import open_judge
from mhgate.wiring.runs import RunFolder, commit_of, runs_below
from mhgate.wiring.sending import Sending
from mhgate.wiring.target_opening import Given, opened_target
from mhgate.wiring.walk import measured_by
from mhgate.wiring.workspace import Workspace, open_workspace

__all__ = ["Combination", "Measured", "combinations_of", "measured_before"]

_MOST = 1000


@dataclass(frozen=True, slots=True)
class Combination:
    """One level of each factor, and the workspace that measures it."""

    labels: Mapping[str, str]
    workspace: Workspace

    @property
    def name(self) -> str:
        """How it is shown."""
        return configuration_name(self.labels)

    @property
    def file_name(self) -> str:
        """A name for its report's file: what a label may not say there is left out."""
        plain = "_".join(
            "".join(char if char.isascii() and char.isalnum() else "-" for char in part)
            for part in (f"{factor}-{level}" for factor, level in self.labels.items())
        )
        return f"{plain[:80]}.{digest(dict(self.labels))[7:15]}.json"


@dataclass(frozen=True, slots=True)
class Measured:
    """What there is of a combination: a finished report, or a run to go on with, or neither."""

    report: Report | None = None
    path: Path | None = None
    unfinished: str | None = None


def combinations_of(
    path: Path | None,
    *,
    options: Mapping[str, str | None],
    environ: Mapping[str, str],
    only: Sequence[str] = (),
) -> tuple[Combination, ...]:
    """Read a thresholds.toml once for each combination of levels, before anything is asked.

    Args:
        path: thresholds.toml.
        options: settings of the command line, by key.
        environ: the environment.
        only: ``factor=level``; of a factor that is named, only the levels that are named.

    Returns:
        The combinations, in the order of the file; the last factor varies fastest.

    Raises:
        ConfigError: there is no matrix, it has mistakes, or a combination has.
        UsageError: ``only`` names no level of the matrix.
    """
    own = open_workspace(path, options=options, ini={}, environ=environ)
    whole = own.config
    if not whole.matrix:
        raise ConfigError(
            [
                Mistake(
                    f"{whole.file}: matrix",
                    "nothing",
                    "factors with their levels, as [matrix.prompt.default] and "
                    "[matrix.prompt.therapeutic]",
                    "Each level is a table of what it puts into [target], by dotted key; see "
                    "docs/reference/compare.md.",
                )
            ]
        )
    levels = _chosen({factor: list(table) for factor, table in whole.matrix.items()}, only)
    count = 1
    for names in levels.values():
        count *= len(names)
    if count > _MOST:
        raise UsageError(
            f"{whole.file}: the matrix has {count} combinations; expected at most {_MOST}.",
            hint="Choose levels: --only FACTOR=LEVEL.",
        )
    mistakes: dict[str, Mistake] = {}
    found = []
    for chosen in product(*levels.values()):
        labels = dict(zip(levels, chosen, strict=True))
        try:
            config = load_config(path, options=options, environ=environ, levels=labels)
        except ConfigError as error:
            mistakes |= {str(each): each for each in error.mistakes}
        else:  # the suites are the same: no level changes what measures
            found.append(Combination(config.configuration, replace(own, config=config)))
    if mistakes:
        raise ConfigError(list(mistakes.values()))
    return tuple(found)


def _chosen(levels: dict[str, list[str]], only: Sequence[str]) -> dict[str, list[str]]:
    known = [f"{factor}={level}" for factor, names in levels.items() for level in names]
    for word in only:
        if word not in known:
            guess = nearest(word, known)
            raise UsageError(
                f"--only {word}: found no such level; expected one of {', '.join(known)}.",
                hint=f"Did you mean {guess}?" if guess else "",
            )
    chosen = {
        factor: [name for name in names if f"{factor}={name}" in only]
        for factor, names in levels.items()
    }
    return {factor: chosen[factor] or names for factor, names in levels.items()}


async def measured_before(combination: Combination, *, environ: Mapping[str, str]) -> Measured:
    """Find what there is of a combination among the kept runs, the latest first.

    The same is: labels, plan, measurement, commit and build, and the target as it says who it is.

    Args:
        combination: which.
        environ: the environment, for secrets named there.
    """
    workspace = budgeted(combination.workspace, None, Given())
    config = workspace.config
    plan = workspace.plan(frozenset(probe.id for probe in workspace.probes))
    sending = Sending()
    async with (
        open_judge(
            config,
            environ=environ,
            given=None,
            run_id=sending.run_id,
            hosts=sending.hosts,
            on_stop=lambda *_: None,
        ) as judging,
        opened_target(config, Given(), sending, environ=environ) as target,
    ):
        measurement = measured_by(workspace, workspace.probes, judging)
        fingerprint = target.fingerprint
    commit, build = commit_of(config.folder, environ), environ.get("MHGATE_TARGET_BUILD")
    for run in reversed(runs_below(config.path.parent / config.gate.reports)):
        report = _report_of(run)
        if report is None:
            header = run.header() or {}
            wanted = {
                "plan": plan.digest,
                "target": fingerprint,
                "commit": commit,
                "build": build,
                "configuration": digest(dict(combination.labels)),
            }
            if wanted.items() <= header.items() and not run.report.exists():
                return Measured(unfinished=run.run_id)
            continue
        origin, conditions = report.provenance, report.conditions
        if (
            origin.configuration == dict(combination.labels)
            and origin.target_fingerprint == fingerprint
            and (origin.commit, origin.target_build) == (commit, build)
            and conditions is not None
            and conditions.plan == plan.digest
            and measurement.items() <= origin.measurement.items()
        ):
            if report.scope == "full":
                return Measured(report=report, path=run.report)
            return Measured(unfinished=run.run_id)
    return Measured()


def _report_of(run: RunFolder) -> Report | None:
    try:
        return read_earlier(run.report, what="report") if run.report.is_file() else None
    except (MhgateError, ValidationError):
        return None  # of another version, or changed by hand: it stands for nothing
