"""Every noun of mhgate, as frozen records: what one room hands to the next.

The order is that of the corridor: what is asked, what came back, what it scored, what that is
worth, what was decided, and what is kept. Nothing here computes a statistic or takes a decision;
what a record promises (a score lies in [0, 1], the accounts add up) is checked at its birth.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable
from datetime import datetime
from enum import StrEnum
from typing import Literal, Self

from pydantic import BaseModel, ConfigDict, Field, JsonValue, field_validator, model_validator
from pydantic.json_schema import SkipJsonSchema

__all__ = [
    "REPORT_SCHEMA_VERSION",
    "Accounts",
    "Answer",
    "AnswerValue",
    "Comparison",
    "Estimate",
    "Example",
    "Failure",
    "Interval",
    "Item",
    "ItemOutcome",
    "ItemRef",
    "Outcome",
    "Override",
    "PillarVerdict",
    "Probe",
    "ProbeVerdict",
    "Profile",
    "Provenance",
    "Question",
    "Quote",
    "Record",
    "Regression",
    "Report",
    "Score",
    "Stage",
    "StratumVerdict",
    "Threshold",
    "Transcript",
    "Trial",
    "Turn",
    "Verdict",
    "strip_test_prefix",
]

REPORT_SCHEMA_VERSION = "1"

_FEWEST_LETTERS = 2  # "no" is a reply; a lone letter or a full stop is not


class Record(BaseModel):
    """A frozen record that refuses unknown keys, NaN and infinities."""

    model_config = ConfigDict(
        frozen=True, extra="forbid", allow_inf_nan=False, ser_json_inf_nan="constants"
    )


# --- what is asked


class Item(Record):
    """One row of a suite: the user's side of a conversation, and what is expected of the reply.

    ``id`` carries its suite (``crisis/esc-night-1``); ``family`` is the cluster (scenario, persona,
    paraphrase group) and carries its suite too.
    """

    id: str
    family: str
    pillar: str
    turns: tuple[str, ...] = Field(min_length=1)
    expects: dict[str, JsonValue] = Field(default_factory=dict)
    strata: dict[str, str] = Field(default_factory=dict)
    language: str = "en"
    source: str
    licence: str
    digest: str


class ItemRef(Record):
    """Where an item lies in its file, with what is needed to plan: its text is read when needed."""

    id: str
    family: str
    digest: str
    strata: dict[str, str]
    language: str
    path: str
    offset: int = Field(ge=0)
    length: int = Field(ge=1)


class Example(Record):
    """A worked example of a question: a reply, its answer, and why."""

    reply: str
    answer: Literal["yes", "no", "not_applicable"]
    because: str


class Question(Record):
    """A narrow question that a judge answers about a transcript: yes, no, or not applicable."""

    id: str
    text: str
    yes: str
    no: str
    not_applicable: str | None = None
    quote: Literal["yes", "no", "always", "never"] = "yes"
    rule: str
    examples: tuple[Example, ...] = ()
    sources: tuple[str, ...] = ()
    digest: str


class Probe(Record):
    """A pytest-style function: one question, or one exact check, over the items of one file."""

    id: str
    name: str
    pillar: str
    items: str
    question: str | None = None
    expect: Literal["yes", "no", "item"] | None = None
    exact: bool = False
    never: bool = False
    doc: str = ""
    path: str
    line: int
    source_digest: str
    parameters: tuple[str, ...] = ()
    check: SkipJsonSchema[Callable[..., object] | None] = Field(
        default=None, exclude=True, repr=False
    )


class Trial(Record):
    """One attempt at one item, named before the first one is asked."""

    id: str
    item_id: str
    family: str
    epoch: int = Field(ge=0)
    seed: int = Field(ge=0)


# --- what came back


class Turn(Record):
    """One message of a conversation, with what the product said about it.

    ``carry`` holds what a session target needs for the next request (a session's id); it never
    leaves the process.
    """

    role: Literal["system", "user", "assistant"]
    content: str
    flags: dict[str, JsonValue] = Field(default_factory=dict)
    latency_s: float | None = Field(default=None, ge=0)
    prompt_tokens: int | None = Field(default=None, ge=0)
    completion_tokens: int | None = Field(default=None, ge=0)
    finish_reason: str | None = None
    model: str | None = None
    attempts: int = Field(default=1, ge=1)
    carry: dict[str, str] = Field(default_factory=dict, exclude=True, repr=False)

    @field_validator("content", mode="before")
    @classmethod
    def _is_text(cls, content: object) -> object:
        """Replace lone surrogates, which JSON can smuggle in and no UTF-8 can hold."""
        if isinstance(content, str) and not content.isascii():
            return content.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
        return content

    @property
    def is_readable(self) -> bool:
        """Whether the content could be words: empty and broken text never meets a criterion."""
        text = self.content.strip()
        if text[:15].lower().startswith(("<!doctype html", "<html")):
            return False
        letters = sum(1 for char in text if unicodedata.category(char)[0] == "L")
        broken = sum(
            1 for char in text if char == "�" or unicodedata.category(char) in {"Cc", "Cs", "Cn"}
        ) - sum(text.count(char) for char in "\n\r\t")
        return letters >= _FEWEST_LETTERS and broken * 10 <= len(text)


class Transcript(Record):
    """A conversation that was played to its end, once a trial; every probe reads the same one."""

    trial: Trial
    turns: tuple[Turn, ...] = Field(min_length=2)
    target_fingerprint: str
    started_at: datetime | None = None
    duration_s: float | None = Field(default=None, ge=0)

    @property
    def last(self) -> Turn:
        """The last turn of the product."""
        return self.replies[-1]

    @property
    def replies(self) -> tuple[Turn, ...]:
        """The product's turns, in order."""
        return tuple(turn for turn in self.turns if turn.role == "assistant")

    @model_validator(mode="after")
    def _holds_a_reply(self) -> Self:
        if not self.replies:
            msg = "a transcript holds at least one turn of the product"
            raise ValueError(msg)
        return self


class Stage(StrEnum):
    """Where something could not be measured."""

    TARGET = "target"
    PATIENT = "patient"
    JUDGE = "judge"


class Failure(Record):
    """What could not be measured, and why: a value, always counted.

    ``probe_id`` is None when the whole trial failed (the target did not answer); then every probe
    that reads the trial failed with it. ``kind`` is one word: ``timeout``, ``connect``,
    ``http_status``, ``rate_limited``, ``unreadable_reply``, ``truncated_stream``, ``crash``...
    """

    trial_id: str
    stage: Stage
    kind: str
    message: str
    retryable: bool = False
    attempts: int = Field(default=1, ge=1)
    probe_id: str | None = None


class Quote(Record):
    """Words of the transcript that support an answer; ``start`` and ``end`` index the content."""

    turn: int = Field(ge=0)
    start: int = Field(ge=0)
    end: int = Field(ge=0)
    text: str


AnswerValue = Literal["yes", "no", "not_applicable", "unreadable"]


class Answer(Record):
    """A judge's answer to one question. ``unreadable`` satisfies nothing, whatever is expected."""

    value: AnswerValue
    quotes: tuple[Quote, ...] = ()
    explanation: str = ""
    judge: str

    def __bool__(self) -> bool:
        """Refuse to be truthy by accident."""
        msg = "an Answer is neither true nor false: compare answer.value with 'yes' or 'no'"
        raise TypeError(msg)


class Score(Record):
    """What one trial is worth to one probe: 1 meets the criterion, everywhere."""

    trial_id: str
    probe_id: str
    value: float = Field(ge=0, le=1)
    judge: str
    answer: AnswerValue | None = None
    quotes: tuple[Quote, ...] = ()
    explanation: str = ""


# --- what that is worth


class Interval(Record):
    """A two-sided interval at ``level``; each bound alone is one-sided at ``(1 + level) / 2``."""

    lower: float
    upper: float
    level: float = Field(gt=0, lt=1)

    @model_validator(mode="after")
    def _is_ordered(self) -> Self:
        if self.lower > self.upper:
            msg = f"an interval's lower bound {self.lower} lies above its upper bound {self.upper}"
            raise ValueError(msg)
        return self


class Accounts(Record):
    """What became of the plan: nothing vanishes.

    ``planned = asked + not_needed + not_reached`` and ``asked = scored + failed``. For a probe the
    unit is its trials. For a report it is all trials, where one counts as failed when any of its
    probes could not be scored.
    """

    planned: int = Field(ge=0)
    asked: int = Field(ge=0)
    not_needed: int = Field(ge=0)
    not_reached: int = Field(ge=0)
    scored: int = Field(ge=0)
    failed: int = Field(ge=0)

    @model_validator(mode="after")
    def _add_up(self) -> Self:
        if self.planned != self.asked + self.not_needed + self.not_reached:
            msg = f"accounts: planned {self.planned} is not asked + not_needed + not_reached"
            raise ValueError(msg)
        if self.asked != self.scored + self.failed:
            msg = f"accounts: asked {self.asked} is not scored {self.scored} + failed {self.failed}"
            raise ValueError(msg)
        return self


class Estimate(Record):
    """A probe's (or a stratum's) rate, with an interval that counts failures on both sides.

    ``point`` is the mean over scored trials and None when nothing was scored. ``p_fail`` is the
    p-value of "the rate is at least ``threshold``", for the correction over many claims.
    """

    probe_id: str
    stratum: str | None = None
    point: float | None = Field(default=None, ge=0, le=1)
    interval: Interval
    method: str
    unit: str = "family"
    accounts: Accounts
    n_items: int = Field(ge=0)
    n_families: int = Field(ge=0)
    effective_n: float = Field(ge=0)
    icc_floor: float = Field(ge=0, le=1)
    threshold: float | None = None
    p_fail: float | None = Field(default=None, ge=0, le=1)
    certificate: str | None = None


class Comparison(Record):
    """Candidate minus baseline on the same items; ``p_regressed`` tests "it did not get worse"."""

    probe_id: str
    stratum: str | None = None
    difference: float = Field(ge=-1, le=1)
    interval: Interval
    method: str
    n_pairs: int = Field(ge=0)
    n_families: int = Field(ge=0)
    n_gained: int = Field(ge=0)
    n_lost: int = Field(ge=0)
    n_failed: int = Field(ge=0)
    p_regressed: float = Field(ge=0, le=1)
    smallest_visible_drop: float | None = None


# --- what was decided


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
    """One probe's decision within one named stratum."""

    stratum: str
    outcome: Outcome
    sentence: str
    threshold: Threshold
    estimate: Estimate
    comparison: Comparison | None = None
    regression: Regression | None = None


class ProbeVerdict(Record):
    """One probe's decision, its strata's, and the sentence that every face prints."""

    probe: Probe
    outcome: Outcome
    sentence: str
    threshold: Threshold
    estimate: Estimate
    comparison: Comparison | None = None
    regression: Regression | None = None
    strata: tuple[StratumVerdict, ...] = ()
    n_alarms: int = Field(default=0, ge=0)
    alarms_confirmed: bool = False


class PillarVerdict(Record):
    """A pillar's decision, from its required probes and strata; the trust score does not decide."""

    pillar: str
    outcome: Outcome
    sentence: str
    trust_score: float | None = Field(default=None, ge=0, le=100)
    probes: tuple[ProbeVerdict, ...]


class Verdict(Record):
    """All decisions and what they mean for the caller; ``headline`` is the first line printed."""

    outcome: Outcome
    headline: tuple[str, ...]
    profile: Profile
    pillars: tuple[PillarVerdict, ...]
    blocks: bool
    exit_code: int
    exit_meaning: str
    method: str


# --- what is kept


class Override(Record):
    """A setting that did not come from thresholds.toml: ``source`` names the option or variable."""

    key: str
    value: JsonValue
    source: str


class ItemOutcome(Record):
    """What one probe saw on one trial: a value, or the failure's stage and kind."""

    trial_id: str
    probe_id: str
    item_id: str
    item_digest: str
    family: str
    epoch: int = Field(ge=0)
    strata: dict[str, str]
    value: float | None = Field(default=None, ge=0, le=1)
    answer: AnswerValue | None = None
    failure_stage: Stage | None = None
    failure_kind: str | None = None
    judge: str | None = None

    @model_validator(mode="after")
    def _is_one_of_both(self) -> Self:
        if (self.value is None) == (self.failure_kind is None):
            msg = "an item's outcome is either a value or a failure"
            raise ValueError(msg)
        return self


class Provenance(Record):
    """Where a report comes from. ``measurement`` holds what must agree before two are compared."""

    run_id: str
    mhgate_version: str
    python_version: str
    platform: str
    commit: str | None
    started_at: datetime
    finished_at: datetime
    profile: str
    seed: int
    attempt: int = Field(ge=1)
    config_file: str
    policy_digest: str
    measurement: dict[str, str]
    measurement_fingerprint: str
    judge_fingerprint: str
    judge_certified: bool
    target_kind: str
    target_fingerprint: str
    target_build: str | None = None
    baseline: str | None = None
    overrides: tuple[Override, ...] = ()


class Report(Record):
    """What a run leaves behind: enough to recompute its verdict, and no transcript."""

    schema_version: str = REPORT_SCHEMA_VERSION
    scope: Literal["full", "partial"]
    partial_because: tuple[str, ...] = ()
    provenance: Provenance
    verdict: Verdict
    accounts: Accounts
    failures: dict[str, int] = Field(default_factory=dict)
    outcomes: tuple[ItemOutcome, ...]
    merkle_root: str
    new_items: tuple[str, ...] = ()
    removed_items: tuple[str, ...] = ()

    @model_validator(mode="after")
    def _scope_is_honest(self) -> Self:
        if self.accounts.not_reached > 0 and self.scope == "full":
            msg = "a report whose plan was not reached is partial"
            raise ValueError(msg)
        return self

    def raise_for_verdict(self) -> Self:
        """Raise unless the gate is open; for callers of the library.

        Returns:
            The report itself, when its verdict does not block.

        Raises:
            AssertionError: the verdict blocks; the message is the verdict's own sentences.
        """
        if self.verdict.blocks:
            raise AssertionError("\n".join([*self.verdict.headline, self.verdict.exit_meaning]))
        return self


def strip_test_prefix(name: str) -> str:
    """Return a probe's name without ``test_``, the word pytest asks for and a reader does not.

    Example:
        >>> strip_test_prefix("test_offers_help")
        'offers_help'
    """
    return name.removeprefix("test_")
