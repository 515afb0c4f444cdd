"""The baseline: what a blessed run made of each item, how it was measured, and who blessed it."""

from __future__ import annotations

from datetime import datetime
from functools import cached_property
from typing import Annotated, Literal, Self

from pydantic import Field, model_validator

from mhgate.records.budget import Pace
from mhgate.records.came_back import Stage
from mhgate.records.decided import Outcome
from mhgate.records.outcomes import ItemOutcome
from mhgate.records.record import Record
from mhgate.records.sealed import SealedPart
from mhgate.records.waivers import Waiver

__all__ = [
    "BASELINE_KIND",
    "BASELINE_SCHEMA_VERSION",
    "Baseline",
    "BlessedItem",
    "BlessedOutcome",
    "BlessedProbe",
    "BlessedRun",
    "BlessedSampling",
    "Blessing",
    "KnownAnswers",
    "ProbeSet",
]

BASELINE_KIND: Literal["mhgate-baseline"] = "mhgate-baseline"
BASELINE_SCHEMA_VERSION = "1"


class Blessing(Record):
    """One act by which a run became the baseline: who, when, why, and what it changed.

    ``before`` and ``after`` are digests of everything in the file but its history; ``link`` is the
    digest of this blessing and of the link before it, so that none can be changed, dropped or
    swapped unnoticed. ``although_it_fails``: its verdict was a fail, and it was blessed knowingly.
    """

    at: datetime
    by: str = Field(min_length=1)
    how: Literal["blessed", "migrated", "rejudged"] = "blessed"
    reason: str = Field(min_length=1)
    although_it_fails: bool = False
    run_id: str
    commit: str | None = None
    profile: str
    outcome: Outcome
    policy_digest: str
    mhgate_version: str
    before: str | None
    after: str
    link: str


class BlessedRun(Record):
    """The run behind a baseline. Nothing of it is compared: that stands in the measurement.

    ``waivers`` are those that its verdict rests on.
    """

    run_id: str
    finished_at: datetime
    commit: str | None = None
    mhgate_version: str
    policy_digest: str
    profile: str
    outcome: Outcome
    judge_fingerprint: str
    judge_certified: bool
    target_kind: str
    target_fingerprint: str
    target_build: str | None = None
    configuration: dict[str, str] = Field(default_factory=dict)
    derived: tuple[str, ...] = ()
    merkle_root: str
    waivers: tuple[Waiver, ...] = ()
    pace: Pace | None = None


class BlessedSampling(Record):
    """How the run drew its items, so that later runs can draw the same ones."""

    seed: int
    plan: str | None = None
    max_items: int | None = Field(default=None, ge=0)
    epochs: int = Field(default=1, ge=1)
    sealed: tuple[SealedPart, ...] = ()


class BlessedProbe(Record):
    """What a probe came to, for whoever reads the file; ``certificate``: by which it gated."""

    id: str
    point: float | None = None
    n_items: int = Field(ge=0)
    n_families: int = Field(ge=0)
    n_failed: int = Field(default=0, ge=0)
    certificate: str | None = None


class BlessedOutcome(Record):
    """An outcome that is more than a value: a grade, what was read, or a failure's ``stage: kind``.

    ``key`` is what the item says of what code reads.
    """

    value: float | None = Field(default=None, ge=0, le=1)
    failed: str | None = None
    grade: int | None = None
    read: str | float | None = None
    key: str | float | None = None

    @model_validator(mode="after")
    def _is_one_of_both(self) -> Self:
        if (self.value is None) == (self.failed is None):
            msg = "an outcome is either a value or a failure"
            raise ValueError(msg)
        if self.failed is not None and self.failed.partition(": ")[0] not in set(Stage):
            msg = f"a failure begins with its stage and a colon: {', '.join(Stage)}"
            raise ValueError(msg)
        return self


Seen = Annotated[float, Field(ge=0, le=1)] | BlessedOutcome | None


class BlessedItem(Record):
    """One item: ``seen`` has a row each time it was asked, in the order of its set's probes.

    None stands where a probe has no outcome. ``strata`` are those that a measure of the set looks
    at; the item's digest binds all of them.
    """

    id: str
    digest: str
    family: str
    strata: dict[str, str] = Field(default_factory=dict)
    seen: tuple[tuple[Seen, ...], ...] = Field(min_length=1)


class ProbeSet(Record):
    """Items that the same probes read."""

    probes: tuple[str, ...] = Field(min_length=1)
    items: tuple[BlessedItem, ...] = Field(min_length=1)


class KnownAnswers(Record):
    """Whether the judge of a run agreed with known labels, by the digest of what it was asked."""

    run_id: str
    judge: str
    agreed: dict[str, bool]


class Baseline(Record):
    """An earlier run that later ones are compared with; ``measurement`` must agree (law 5).

    It holds outcomes by item, and no word of a transcript. ``history`` is empty where a report
    serves as the baseline that nobody blessed.
    """

    kind: Literal["mhgate-baseline"] = BASELINE_KIND
    schema_version: str = BASELINE_SCHEMA_VERSION
    history: tuple[Blessing, ...] = ()
    run: BlessedRun
    sampling: BlessedSampling
    measurement: dict[str, str]
    pillars: dict[str, float | None] = Field(default_factory=dict)
    probes: tuple[BlessedProbe, ...] = ()
    labels: KnownAnswers | None = None
    sets: tuple[ProbeSet, ...] = ()

    @cached_property
    def outcomes(self) -> tuple[ItemOutcome, ...]:
        """The outcomes, one a probe and trial."""
        return tuple(
            _outcome(item, probe, epoch, seen)
            for each in self.sets
            for item in each.items
            for epoch, row in enumerate(item.seen)
            for probe, seen in zip(each.probes, row, strict=True)
            if seen is not None
        )


def _outcome(
    item: BlessedItem, probe: str, epoch: int, seen: float | BlessedOutcome
) -> ItemOutcome:
    found = BlessedOutcome(value=seen) if isinstance(seen, int | float) else seen
    stage, _, kind = (found.failed or "").partition(": ")
    return ItemOutcome(
        trial_id=f"{item.id}#{epoch}",
        probe_id=probe,
        item_id=item.id,
        item_digest=item.digest,
        family=item.family,
        epoch=epoch,
        strata=item.strata,
        value=found.value,
        grade=found.grade,
        read=found.read,
        key=found.key,
        failure_stage=None if found.failed is None else Stage(stage),
        failure_kind=None if found.failed is None else kind,
    )
