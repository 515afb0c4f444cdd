"""Two releases beside each other: what changed since the last one that was signed."""

from __future__ import annotations

from datetime import datetime

from pydantic import Field

from mhgate.records.record import Record

__all__ = [
    "FactChange",
    "FigureThen",
    "ReleaseChanges",
    "ReleaseState",
    "ReleasedPillar",
    "ReleasedProbe",
    "ReleasedSuite",
]


class ReleasedPillar(Record):
    """A pillar as one release decided it; the trust score decides nothing."""

    pillar: str
    outcome: str
    trust: float | None = None
    lower: float | None = None
    upper: float | None = None


class ReleasedProbe(Record):
    """A probe as one release decided it.

    ``measured_by`` is the digest of the probe and its question, ``items`` that of what was asked.
    """

    probe: str
    outcome: str
    point: float | None = None
    lower: float
    upper: float
    min_score: float
    max_drop: float | None = None
    required: bool
    measured_by: str | None = None
    items: str


class ReleasedSuite(Record):
    """A suite as one release had it."""

    name: str
    version: str
    digest: str
    n_items: int = Field(ge=0)


class ReleaseState(Record):
    """What is compared of a release; all of it follows from its pack."""

    run: str
    finished_at: datetime
    report: str
    outcome: str
    exit_code: int
    profile: str
    mhgate: str
    method: str | None = None
    judge: str
    sampler: str | None = None
    target: str
    build: str | None = None
    commit: str | None = None
    policy: str
    pillars: tuple[ReleasedPillar, ...] = ()
    probes: tuple[ReleasedProbe, ...] = ()
    suites: tuple[ReleasedSuite, ...] = ()
    waivers: dict[str, str] = Field(default_factory=dict)
    n_dispositions: int = Field(default=0, ge=0)
    n_undisposed: int | None = Field(default=None, ge=0)


class FactChange(Record):
    """Something that was one thing then and is another now."""

    what: str
    then: str
    now: str


class FigureThen(Record):
    """A pillar's or a probe's figures then and now; ``why_not``: why they may not be compared."""

    name: str
    then_outcome: str | None = None
    now_outcome: str | None = None
    then: tuple[float | None, float | None, float | None] = (None, None, None)
    now: tuple[float | None, float | None, float | None] = (None, None, None)
    why_not: str | None = None


class ReleaseChanges(Record):
    """``changes.json``: what changed since an earlier pack, whose signature held.

    ``checked_by`` says by whose signature. Figures stand beside each other where the same thing was
    measured; the rest of it says why it may not be compared.
    """

    version: str = "1"
    says: str
    since: str
    checked_by: str
    then: ReleaseState
    now: ReleaseState
    facts: tuple[FactChange, ...] = ()
    pillars: tuple[FigureThen, ...] = ()
    probes: tuple[FigureThen, ...] = ()
    thresholds: tuple[FactChange, ...] = ()
    suites: tuple[FactChange, ...] = ()
    waivers: tuple[FactChange, ...] = ()
