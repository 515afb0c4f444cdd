"""What is kept: provenance, conditions, the report."""

from __future__ import annotations

from datetime import datetime
from typing import Literal, Self

from pydantic import Field, model_validator

from mhgate.records.attempts import Attempts
from mhgate.records.budget import Budget, Pace
from mhgate.records.cassettes import Cassette
from mhgate.records.decided import FailOn, Verdict
from mhgate.records.drift import Drift
from mhgate.records.first_attempts import FirstAttempts
from mhgate.records.outcome_rows import Outcomes
from mhgate.records.outcomes import CellOutcome, ItemOutcome
from mhgate.records.overrides import Override
from mhgate.records.playing import Playing
from mhgate.records.rated import Account, Noticed
from mhgate.records.record import Record
from mhgate.records.rubrics import RubricKept
from mhgate.records.sealed import SealedPart
from mhgate.records.second_looks import Confirm
from mhgate.records.waivers import Waivers
from mhgate.records.worth import Accounts, Design

__all__ = [
    "REPORT_SCHEMA_VERSION",
    "CellOutcome",
    "Conditions",
    "Derived",
    "ItemOutcome",
    "Judging",
    "LiveBase",
    "Provenance",
    "Quoted",
    "Report",
    "Savings",
    "SecondLook",
]

REPORT_SCHEMA_VERSION = "1"


class Derived(Record):
    """What a report was made from without asking a target.

    ``judged again``: an earlier run's transcripts; ``decided again``: an earlier report's outcomes
    under other thresholds; ``transcripts``: files that were given. ``run_id``, ``judge`` and
    ``policy_digest`` are the earlier one's. An answer is *reused* where this judge had given it to
    this question about this transcript before.
    """

    how: Literal["judged again", "decided again", "transcripts"]
    at: datetime | None = None
    run_id: str | None = None
    judge: str | None = None
    policy_digest: str | None = None
    n_answers: int = Field(default=0, ge=0)
    n_reused: int = Field(default=0, ge=0)
    digests: dict[str, str] = Field(default_factory=dict)
    accounts: tuple[Account, ...] = ()
    noticed: tuple[Noticed, ...] = ()


class Quoted(Record):
    """Words of replies that a judge quoted where a probe was missed, on one trial."""

    probe_id: str
    item_id: str
    trial_id: str
    texts: tuple[str, ...]


class Provenance(Record):
    """Where a report comes from. ``measurement`` holds what must agree before two are compared.

    ``derived`` is empty where a target was asked; else it names what the report was made from, the
    latest step last. ``configuration`` labels what was under test, factor by factor, as [matrix] or
    [configuration] says. ``shards`` holds the runs that asked a part of the plan each, where these
    were merged.
    ``pull_request`` is the number of the pull request that a run was for, where GitHub named one.
    ``attempt`` counts the runs of the commit that are kept where it ran; ``attempts`` says who
    counted what beside.
    """

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
    derived: tuple[Derived, ...] = ()
    configuration: dict[str, str] = Field(default_factory=dict)
    shards: tuple[str, ...] = ()
    pull_request: int | None = Field(default=None, ge=1)
    attempts: Attempts | None = None


class Conditions(Record):
    """What a verdict was taken under, beside the thresholds and the profile that stand in it.

    ``plan`` is the digest of the plan that the seed, ``max_items`` and ``epochs`` make of the
    suites; ``n_claims`` is how many fails and regressions could be claimed. ``not_gating`` says, by
    probe, why one may not gate, ``lost`` which of them gated by a certificate in the baseline,
    ``expired`` which of them may not because data that their judge looks up is past its term,
    ``not_shown`` which because the target cannot be shown their items (it has no clock);
    ``unbought`` names the probes of whose items a budget left none;
    ``certificates`` holds, by id, the digests of those that corrected a judge's error; ``sealed``
    the packs of protected items, by root. ``baseline`` is the digest of what was compared with.
    ``shard`` names the part of the plan that was asked, ``2/8`` say; None where all of it was.
    ``families`` says how many families a budget left of a file of items, by the file's key.
    ``waivers`` are the exceptions from the policy, None without any. ``confirm`` says what was to
    be asked again before a regression is red, ``confirm_trials`` how often.
    """

    plan: str
    max_items: int | None = Field(default=None, ge=0)
    epochs: int = Field(default=1, ge=1)
    design: Design = "fixed"
    n_claims: int = Field(default=1, ge=1)
    new_items: Literal["warn", "fail"] = "warn"
    fail_on: tuple[FailOn, ...] = ()
    baseline: str | None = None
    interrupted: bool = False
    not_gating: dict[str, str] = Field(default_factory=dict)
    lost: tuple[str, ...] = ()
    expired: tuple[str, ...] = ()
    not_shown: tuple[str, ...] = ()
    unbought: tuple[str, ...] = ()
    certificates: dict[str, str] = Field(default_factory=dict)
    sealed: tuple[SealedPart, ...] = ()
    shard: str | None = None
    families: dict[str, int] = Field(default_factory=dict)
    waivers: Waivers | None = None
    confirm: Confirm = "off"
    confirm_trials: int = Field(default=3, ge=1)


class LiveBase(Record):
    """The second target, which was played beside the first, trial by trial.

    Each trial was played by both, in an order that the seed drew, and judged by the same judge next
    to each other. ``name`` is what sentences call it; ``is_same``: it has the fingerprint of the
    target itself. ``accounts`` and ``failures`` are those of its arm alone.
    """

    name: str
    target_kind: str
    target_fingerprint: str
    is_same: bool
    accounts: Accounts
    failures: dict[str, int] = Field(default_factory=dict)
    outcomes: Outcomes


class SecondLook(Record):
    """Trials that were asked again on fresh seeds, for the regressions that the first look claimed.

    ``accounts`` are those of all fresh trials that the plan names, each played by the target and,
    where there is one, by the live base: those of items that nothing was claimed on are not
    needed. None of the outcomes enters a figure: they say whether a regression is confirmed.
    """

    accounts: Accounts
    failures: dict[str, int] = Field(default_factory=dict)
    outcomes: Outcomes = ()
    base_outcomes: Outcomes = ()


class Savings(Record):
    """What an early decision spared: trials, messages to the target, answers of the judge."""

    n_trials: int = Field(default=0, ge=0)
    n_messages: int = Field(default=0, ge=0)
    n_answers: int = Field(default=0, ge=0)


class Judging(Record):
    """What a judge that is asked over a wire was asked, and how it went.

    ``models`` are the names that it answered as. ``n_repairs`` counts the second calls that an
    unreadable answer cost, ``n_repaired`` the answers that these gave. ``disagreements`` counts, by
    question, the transcripts on which the members of a panel did not all say the same, of
    ``n_compared``. ``notes`` are what a reader should know and no decision rests on. Tokens are the
    replies' own count; ``n_uncounted`` calls came without one. ``usd`` is what they cost by the
    prices that are configured, without what is not counted; None where a model that was asked has
    no price. ``n_cached`` answers were given in earlier runs, and cost nothing in this one.
    """

    models: tuple[str, ...] = ()
    n_cached: int = Field(default=0, ge=0)
    n_calls: int = Field(default=0, ge=0)
    n_requests: int = Field(default=0, ge=0)
    n_repairs: int = Field(default=0, ge=0)
    n_repaired: int = Field(default=0, ge=0)
    n_canaries: int = Field(default=0, ge=0)
    n_canaries_held: int = Field(default=0, ge=0)
    n_canaries_unanswered: int = Field(default=0, ge=0)
    n_compared: int = Field(default=0, ge=0)
    disagreements: dict[str, int] = Field(default_factory=dict)
    n_prompt_tokens: int = Field(default=0, ge=0)
    n_completion_tokens: int = Field(default=0, ge=0)
    n_uncounted: int = Field(default=0, ge=0)
    usd: float | None = Field(default=None, ge=0)
    notes: tuple[str, ...] = ()


class Report(Record):
    """What a run leaves behind: enough to recompute its verdict, and no transcript.

    ``rubrics`` says what the cells of its outcomes are, ``drift`` what the judge said of known
    labels, ``patient`` how a model played the vignettes. ``live`` is the target that was played
    beside, ``second_look`` what was asked again. ``quoted`` holds words of replies to the
    worst items, where ``[report] quotes`` asks for them; else it is empty. ``budget`` is what the
    run might take and cost, ``pace`` how long the target took. ``cassette`` is the recording that
    stood in the target's place, or was made of it. ``first_attempts`` is there where a reply took
    more than one.
    """

    schema_version: str = REPORT_SCHEMA_VERSION
    scope: Literal["full", "partial"]
    partial_because: tuple[str, ...] = ()
    provenance: Provenance
    verdict: Verdict
    accounts: Accounts
    failures: dict[str, int] = Field(default_factory=dict)
    outcomes: Outcomes
    merkle_root: str
    new_items: tuple[str, ...] = ()
    removed_items: tuple[str, ...] = ()
    saved: Savings = Savings()
    judging: Judging | None = None
    conditions: Conditions | None = None
    rubrics: tuple[RubricKept, ...] = ()
    drift: Drift | None = None
    patient: Playing | None = None
    live: LiveBase | None = None
    second_look: SecondLook | None = None
    budget: Budget | None = None
    pace: Pace | None = None
    first_attempts: FirstAttempts | None = None
    quoted: tuple[Quoted, ...] = ()
    cassette: Cassette | None = None

    @model_validator(mode="after")
    def _scope_is_honest(self) -> Self:
        if self.accounts.not_reached > 0 and self.scope == "full":
            msg = "a report whose plan was not reached is partial"
            raise ValueError(msg)
        return self

    @property
    def is_whole_shard(self) -> bool:
        """Whether it is partial for no other reason than that it is a shard, wholly measured."""
        found = self.conditions
        if found is None or found.shard is None or found.interrupted:
            return False
        return len(self.partial_because) == 1 and self.accounts.not_reached == 0

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
