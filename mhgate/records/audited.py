"""An audit: what people said of a random part of a run, and what that decides."""

from __future__ import annotations

from datetime import datetime
from typing import Final, Literal

from pydantic import Field

from mhgate.records.decided import Outcome, Threshold
from mhgate.records.labelled import LabelAnswer, RaterRole
from mhgate.records.labelling import RaterAgreement, ReportName
from mhgate.records.record import Record
from mhgate.records.worth import Estimate

__all__ = [
    "AUDIT_SCHEMA_VERSION",
    "AuditAnswer",
    "AuditPillar",
    "AuditProbe",
    "AuditReader",
    "AuditRecord",
    "AuditRow",
    "AuditStratum",
    "Pile",
    "Truth",
]

AUDIT_SCHEMA_VERSION: Final = "1"

Truth = Literal["good", "bad", "unresolved"]


class Pile(Record):
    """The trials of one kind (judged good, or not): how many the run holds, and what people said.

    ``drawn = good + bad + unresolved``. Of the drawn ones ``n_read`` were read by people; the
    others had nothing to read.
    """

    n: int = Field(ge=0)
    drawn: int = Field(ge=0)
    n_read: int = Field(ge=0)
    good: int = Field(ge=0)
    bad: int = Field(ge=0)
    unresolved: int = Field(ge=0)


class AuditReader(Record):
    """One person who read: who, in which role, how much, when, and the file that says so."""

    rater: str
    role: RaterRole
    copy_name: str
    n_answered: int = Field(ge=0)
    n_opted_out: int = Field(ge=0)
    first: datetime | None = None
    last: datetime | None = None
    file: str
    digest: str


class AuditAnswer(Record):
    """What one person answered to one row, or which grade; no answer where they left it out."""

    rater: str
    answer: LabelAnswer | None = None
    grade: int | None = None
    opted_out: bool = False
    adjudicates: bool = False
    at: datetime | None = None


class AuditRow(Record):
    """One trial that was drawn, what people said, and what that comes to."""

    probe_id: str
    trial_id: str
    family: str
    judged_good: bool
    answers: tuple[AuditAnswer, ...] = ()
    truth: Truth


class AuditStratum(Record):
    """A stratum of an audited probe, before and after."""

    stratum: str
    before: str
    before_outcome: Outcome
    after: str
    after_outcome: Outcome
    threshold: Threshold
    estimate: Estimate
    judged_good: Pile
    others: Pile


class AuditProbe(Record):
    """One probe before and after; ``point`` and bounds of the estimate are people's, not a judge's.

    ``certificate`` is the one that corrected the judge before, None where there was none;
    ``could_gate`` says whether the judge alone could have decided.
    """

    probe_id: str
    question: str
    question_digest: str
    certificate: str | None = None
    could_gate: bool
    before: str
    before_outcome: Outcome
    after: str
    after_outcome: Outcome
    threshold: Threshold
    estimate: Estimate
    judged_good: Pile
    others: Pile
    n_disagreed: int = Field(ge=0)
    n_adjudicated: int = Field(ge=0)
    n_alarms_confirmed: int = Field(default=0, ge=0)
    strata: tuple[AuditStratum, ...] = ()


class AuditPillar(Record):
    """A pillar that an audited probe belongs to, before and after."""

    pillar: str
    before: str
    before_outcome: Outcome
    after: str
    after_outcome: Outcome


class AuditRecord(Record):
    """What a safety officer signs on: the report by name, who read what, and what follows.

    The report itself is not changed. ``seed`` is ``root`` where the draw follows from the report's
    own Merkle root, so that nobody could choose it; else it is the seed that was given.
    ``rows_digest`` is of ``rows``.
    """

    schema_version: Literal["1"] = AUDIT_SCHEMA_VERSION
    method_version: str
    mhgate_version: str
    made_at: datetime
    report: ReportName
    seed: str
    n_readers: int = Field(ge=1)
    sample_digest: str
    readers: tuple[AuditReader, ...]
    agreement: tuple[RaterAgreement, ...]
    probes: tuple[AuditProbe, ...]
    pillars: tuple[AuditPillar, ...]
    before_outcome: Outcome
    after_outcome: Outcome
    after_headline: tuple[str, ...]
    rows: tuple[AuditRow, ...]
    rows_digest: str
