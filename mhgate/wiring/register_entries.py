"""What the register says of a run: its start, its end, and the points that it adds to the trend."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

from mhgate.config import Config
from mhgate.records import Report
from mhgate.records.registered import Registered, RunKind, TrendPoint
from mhgate.wiring.runs import branch_of, is_clean, pull_request_of
from mhgate.wiring.versions import version_of_mhgate

__all__ = ["ASKS", "ending_of", "start_of", "trend_points"]

ASKS = ("run", "shard")
"""The kinds of runs that ask a target: each is a try."""


def start_of(
    config: Config,
    kind: RunKind,
    header: Mapping[str, Any],
    *,
    environ: Mapping[str, str],
    attempt: int,
    target_kind: str,
    method_version: str | None,
) -> Registered:
    """Return the start of a run that asks a target, or judges or joins what others asked.

    Args:
        config: of the run.
        kind: which kind of run.
        header: the beginning of its journal.
        environ: the environment, which may name a branch and a pull request.
        attempt: which one of its commit, as far as folders say.
        target_kind: how the target is reached.
        method_version: by which its verdict is taken.
    """
    commit = header.get("commit")
    asks = kind in ASKS
    return Registered(
        event="start",
        kind=kind,
        run_id=str(header["run_id"]),
        commit=commit,
        at=datetime.now(UTC),
        attempt=attempt,
        dirty=not is_clean(config.folder, environ) if asks and commit is not None else None,
        branch=branch_of(config.folder, environ) if asks or kind == "merge" else None,
        pull_request=pull_request_of(environ),
        profile=config.profile.name,
        seed=config.sampling.seed,
        shard=header.get("shard"),
        policy_digest=config.policy_digest,
        measurement_fingerprint=header.get("measurement"),
        method_version=method_version,
        target_kind=target_kind,
        target_fingerprint=header.get("target"),
        target_build=header.get("build"),
        mhgate_version=version_of_mhgate(),
    )


def ending_of(start: Registered, report: Report, report_digest: str | None) -> Registered:
    """Return the end of a run that left a report: an abort where that was interrupted.

    Args:
        start: of the run.
        report: of the run.
        report_digest: of the bytes of its report.json, None where it was not written.
    """
    run = report.provenance
    interrupted = report.conditions is not None and report.conditions.interrupted
    return start.model_copy(
        update={
            "event": "abort" if interrupted else "finish",
            "at": datetime.now(UTC),
            "profile": run.profile,
            "seed": run.seed,
            "policy_digest": run.policy_digest,
            "measurement_fingerprint": run.measurement_fingerprint,
            "method_version": run.measurement.get("method"),
            "finished_at": run.finished_at,
            "scope": report.scope,
            "outcome": report.verdict.outcome,
            "exit_code": report.verdict.exit_code,
            "planned": report.accounts.planned,
            "asked": report.accounts.asked,
            "merkle_root": report.merkle_root,
            "report_digest": report_digest,
            "reason": "interrupted" if interrupted else None,
        }
    )


def trend_points(report: Report, said: Registered) -> tuple[TrendPoint, ...]:
    """Return the points that a report adds to the trend: its own numbers, pillar by pillar.

    Args:
        report: of a run that ended.
        said: the start, or the finish, of that run.
    """
    run = report.provenance
    about: dict[str, Any] = {
        "run_id": run.run_id,
        "at": run.finished_at,
        "commit": run.commit,
        "method_version": run.measurement.get("method", ""),
        "measurement_fingerprint": run.measurement_fingerprint,
        "policy_digest": run.policy_digest,
        "kind": said.kind,
        "branch": said.branch,
        "profile": run.profile,
        "scope": report.scope,
        "attempt": said.attempt,
    }
    points = []
    for pillar in report.verdict.pillars:
        trust, interval = pillar.trust_score, pillar.trust_interval
        points.append(
            TrendPoint(
                pillar=pillar.pillar,
                outcome=pillar.outcome,
                score=None if trust is None else trust / 100,
                low=None if interval is None else interval.lower / 100,
                high=None if interval is None else interval.upper / 100,
                **about,
            )
        )
        points += [
            TrendPoint(
                pillar=pillar.pillar,
                probe=probe.probe.id,
                outcome=probe.outcome,
                score=probe.estimate.point,
                low=probe.estimate.interval.lower,
                high=probe.estimate.interval.upper,
                **about,
            )
            for probe in pillar.probes
        ]
    return tuple(points)
