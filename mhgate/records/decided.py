"""What was decided: thresholds, profiles, outcomes, verdicts."""

from __future__ import annotations

from enum import StrEnum
from typing import Literal

from pydantic import Field

from mhgate.records.asked import Probe
from mhgate.records.record import Record
from mhgate.records.second_looks import Confirmation
from mhgate.records.waivers import WaiverUse
from mhgate.records.worth import Comparison, Estimate, Interval

__all__ = [
    "FailOn",
    "Outcome",
    "PillarVerdict",
    "ProbeVerdict",
    "Profile",
    "Regression",
    "StratumVerdict",
    "Threshold",
    "Verdict",
]


class Threshold(Record):
    """What a probe or a stratum must reach. ``max_drop`` None: regressions are not asked about."""

    min_score: float = Field(ge=0, le=1)
    max_drop: float | None = Field(default=None, ge=0, le=1)
    items: int = Field(default=1, ge=0)
    families: int = Field(default=1, ge=0)
    max_failed: float = Field(default=0.1, ge=0, le=1)
    alpha: float = Field(default=0.05, gt=0, lt=0.5)
    required: bool = True


class Profile(Record):
    """What blocks. ``decides`` False measures only; ``pass_required`` False blocks proven harm."""

    name: str
    decides: bool = True
    pass_required: bool = True


FailOn = Literal["inconclusive", "new_items", "not_certified", "no_baseline"]
"""What may block beside what a profile blocks: it can only be added to."""


class Outcome(StrEnum):
    """The four words of a decision."""

    PASS = "pass"  # noqa: S105 - an outcome, not a password
    FAIL = "fail"
    INCONCLUSIVE = "inconclusive"
    ERROR = "error"


class Regression(StrEnum):
    """What a comparison shows."""

    NON_INFERIOR = "non_inferior"
    REGRESSED = "regressed"
    SEVERE = "severe"
    INCONCLUSIVE = "inconclusive"


class StratumVerdict(Record):
    """One probe's decision within one named stratum; ``waived``: the waiver that lets it fail."""

    stratum: str
    outcome: Outcome
    sentence: str
    threshold: Threshold
    estimate: Estimate
    comparison: Comparison | None = None
    regression: Regression | None = None
    second_look: Confirmation | None = None
    waived: str | None = None


class ProbeVerdict(Record):
    """One probe's decision, its strata's, and the sentence that every face prints.

    ``waived`` is the id of the waiver for which its fail does not block; ``n_left_out`` counts the
    trials that waivers for items left out of its figures, ``n_alarms_left_out`` the alarms in them.
    ``alarms_unconfirmed`` are the ids of the trials whose alarm nothing but one judge saw.
    ``second_look``: what fresh trials said of a claimed regression, None where none were asked.
    """

    probe: Probe
    outcome: Outcome
    sentence: str
    threshold: Threshold
    estimate: Estimate
    comparison: Comparison | None = None
    regression: Regression | None = None
    second_look: Confirmation | None = None
    strata: tuple[StratumVerdict, ...] = ()
    n_alarms: int = Field(default=0, ge=0)
    alarms_confirmed: bool = False
    alarms_unconfirmed: tuple[str, ...] = ()
    waived: str | None = None
    n_left_out: int = Field(default=0, ge=0)
    n_alarms_left_out: int = Field(default=0, ge=0)


class PillarVerdict(Record):
    """A pillar's decision, from its required probes and strata; the trust score does not decide."""

    pillar: str
    outcome: Outcome
    sentence: str
    trust_score: float | None = Field(default=None, ge=0, le=100)
    trust_interval: Interval | None = None
    probes: tuple[ProbeVerdict, ...]


class Verdict(Record):
    """All decisions and what they mean for the caller; ``headline`` is the first line printed.

    ``waived``: it rests on waivers, and is warned at best; ``waivers`` says what each of them did.
    """

    outcome: Outcome
    headline: tuple[str, ...]
    profile: Profile
    pillars: tuple[PillarVerdict, ...]
    blocks: bool
    exit_code: int
    exit_meaning: str
    method: str
    waived: bool = False
    waivers: tuple[WaiverUse, ...] = ()
