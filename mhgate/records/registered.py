"""What the register keeps of every run, in a chain; and the points of a trend.

An entry is *bound* by its digest, which covers the one before it, the commit, and the digest of its
content: so a list of all links proves where the entries of one commit stand, and that none of them
is left out, without a word of the others.
"""

from __future__ import annotations

from datetime import datetime
from typing import Literal

from pydantic import Field

from mhgate.records.decided import Outcome
from mhgate.records.record import Record

__all__ = [
    "RegisterEntry",
    "RegisterEvent",
    "Registered",
    "RegisteredRun",
    "RunKind",
    "RunState",
    "TrendPoint",
]

RegisterEvent = Literal["start", "finish", "abort", "adopt", "purge", "hold", "release"]
"""A run began, ended, broke off; was found by its folder; was deleted; may not be, may again."""

RunKind = Literal["run", "shard", "merge", "judge", "decide"]
"""Asked a target, or a part of the plan; joined shards; judged again; decided again."""

RunState = Literal["finished", "aborted", "never finished", "adopted"]


class Registered(Record):
    """What one entry of the register says; what is None is not known, or says nothing here.

    ``at`` is when it was written. ``of`` is the number of the start that a finish or an abort ends;
    ``dirty`` whether more than the commit was checked out. Of a finish, ``report_digest`` is that
    of the bytes of report.json, ``trend_digest`` that of the figures that history shows. ``by`` and
    ``reason`` say who held, released or purged a run, and why; or why one broke off.
    """

    event: RegisterEvent
    kind: RunKind
    run_id: str
    at: datetime
    commit: str | None = None
    of: int | None = Field(default=None, ge=1)
    attempt: int | None = Field(default=None, ge=1)
    dirty: bool | None = None
    branch: str | None = None
    pull_request: int | None = Field(default=None, ge=1)
    profile: str | None = None
    seed: int | None = Field(default=None, ge=0)
    shard: str | None = None
    policy_digest: str | None = None
    measurement_fingerprint: str | None = None
    method_version: str | None = None
    target_kind: str | None = None
    target_fingerprint: str | None = None
    target_build: str | None = None
    mhgate_version: str | None = None
    finished_at: datetime | None = None
    scope: Literal["full", "partial"] | None = None
    outcome: Outcome | None = None
    exit_code: int | None = None
    planned: int | None = Field(default=None, ge=0)
    asked: int | None = Field(default=None, ge=0)
    merkle_root: str | None = None
    report_digest: str | None = None
    trend_digest: str | None = None
    by: str | None = None
    reason: str | None = None


class RegisterEntry(Record):
    """One entry in its place in the chain: what it says, and what binds it to those before it."""

    number: int = Field(ge=1)
    previous: str
    digest: str
    content: Registered


class RegisteredRun(Record):
    """One beginning of a run, and how it ended; several of one run where it was gone on with."""

    number: int = Field(ge=1)
    run_id: str
    kind: RunKind
    at: datetime
    attempt: int | None = None
    state: RunState
    outcome: Outcome | None = None
    exit_code: int | None = None
    scope: Literal["full", "partial"] | None = None
    report_digest: str | None = None
    reason: str | None = None
    purged: bool = False


class TrendPoint(Record):
    """What one ended run made of a pillar, or of a probe (``probe``, its id), as its report says.

    ``score``, ``low`` and ``high`` lie on the scale of a probe's score, 1 at best: of a pillar they
    are its trust score and the interval of that, over 100; None where nothing was scored.
    Points are comparable where ``measurement_fingerprint`` and ``method_version`` agree; by which
    bars an outcome was decided says ``policy_digest``, None where that is not known.
    """

    run_id: str
    at: datetime
    commit: str | None
    pillar: str
    probe: str | None = None
    outcome: Outcome
    score: float | None = Field(default=None, ge=-1, le=1)
    low: float | None = None
    high: float | None = None
    method_version: str
    measurement_fingerprint: str
    policy_digest: str | None = None
    kind: RunKind = "run"
    branch: str | None = None
    profile: str | None = None
    scope: Literal["full", "partial"] = "full"
    attempt: int | None = None
