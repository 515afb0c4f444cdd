"""The corridor: trials -> transcripts -> scores -> estimates -> verdict -> report.

Only this module walks it. It keeps no transcript in memory (the journal has them).
"""

from __future__ import annotations

import math
import platform
from array import array
from collections.abc import Awaitable, Callable, Container, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime

from mhgate.baseline import may_compare
from mhgate.canonical import digest
from mhgate.config import Config
from mhgate.gate.beside import LiveArm, beside_of, live_base
from mhgate.gate.conditions import conditions_of
from mhgate.gate.deciding import Decided, decide_measured
from mhgate.gate.first_attempts import first_attempts_of
from mhgate.gate.ledger import Ledger, joint_root
from mhgate.gate.measuring import Measuring
from mhgate.gate.observing import Observer
from mhgate.gate.rubrics_kept import cells_by_probe, kept_rubrics
from mhgate.gate.second_looks import SecondLooking
from mhgate.gate.settling import Waves
from mhgate.gate.trust import Trust
from mhgate.journal import Booked, Journal
from mhgate.records import (
    Attempts,
    Conditions,
    Drift,
    Failure,
    LiveBase,
    Override,
    Pace,
    Probe,
    Provenance,
    Report,
    RubricKept,
    Savings,
    Transcript,
    Trial,
)
from mhgate.records.baselines import Baseline
from mhgate.records.outcomes_kept import MOST_HELD
from mhgate.runner import Beside, Played, Runner, Stop
from mhgate.sampling import Plan, Shard

__all__ = ["Gate", "Identity"]

_HELD_FOR_LOOKS = 20_000  # outcomes: each look reads all that there are


@dataclass(frozen=True, slots=True, kw_only=True)
class Identity:
    """Who this run is: what a report's provenance needs and the corridor does not know."""

    run_id: str
    mhgate_version: str
    commit: str | None
    attempt: int
    target_kind: str
    target_build: str | None
    partial_because: tuple[str, ...] = ()
    overrides: tuple[Override, ...] = ()
    pull_request: int | None = None
    attempts: Attempts | None = None


@dataclass(slots=True)
class Gate:
    """One walk through the corridor.

    Args:
        config: what was asked for.
        plan: every trial, named beforehand.
        probes: the probes that read them, in the order of the suites.
        declared: the pillars that the suites hold, selected or not.
        strata: the strata of each pillar's items, as ``key=value``.
        read_strata: the strata of each probe's items, sampled or not, by probe, as ``key=value``.
        measurement: what must agree before two runs are compared: see ``measurement_of``.
        runner: plays and scores.
        journal: keeps what happened.
        identity: who this run is.
        stop: ends the run early; its reason makes the report partial.
        baseline: what is compared with, or None.
        observer: hears how it goes on.
        ends: asked when all is measured; says why it is not one product's after all, if it is not.
        trust: what the judge is trusted on.
        drift: what the judge said of known labels, None where it was held to none.
        replayed: asked when all is measured: that replies are a recording's, in words.
        known_items: asked for the ids of what the suites hold: what is merely not drawn there is
            not removed.
        shard: the part of a run that the plan is, None where it is all of it; what a shard's trials
            come to stands in its journal, for whoever merges them.
        families: how many families a budget left of a file of items, by the file's key.
        live: a target that is played beside, trial by trial; it takes the baseline's place.
        fresh: every trial that a second look may ask, in plan order.
    """

    config: Config
    plan: Plan
    probes: Sequence[Probe]
    declared: Sequence[str]
    strata: Mapping[str, frozenset[str]]
    read_strata: Mapping[str, frozenset[str]]
    measurement: Mapping[str, str]
    runner: Runner
    journal: Journal
    identity: Identity
    stop: Stop
    baseline: Baseline | None = None
    observer: Observer = field(default_factory=Observer)
    ends: Callable[[], Awaitable[Sequence[str]]] | None = None
    trust: Trust = field(default_factory=Trust)
    drift: Drift | None = None
    replayed: Callable[[], str] = str  # the empty text
    known_items: Callable[[], Container[str]] = frozenset
    shard: Shard | None = None
    families: Mapping[str, int] = field(default_factory=dict)
    live: LiveArm | None = None
    fresh: Sequence[Trial] = ()
    ledger: Ledger = field(init=False)
    _base: Ledger | None = field(init=False, default=None)
    _looking: SecondLooking | None = field(init=False, default=None)
    _measuring: Measuring = field(init=False)
    _waves: Waves = field(init=False)
    _rubrics: tuple[RubricKept, ...] = field(init=False)
    _mixed: tuple[str, ...] = ()
    _latencies_s: array[float] = field(default_factory=lambda: array("d"))

    def __post_init__(self) -> None:
        sampling, fail = self.config.sampling, self.config.gate.target_failures == "failed"
        held = MOST_HELD if sampling.design == "fixed" else _HELD_FOR_LOOKS
        self.ledger = Ledger(self.plan, target_failures_fail=fail, most_held=held)
        if self.live is not None:
            self._base = Ledger(self.plan, target_failures_fail=fail, arm="base", most_held=held)
        self._rubrics = kept_rubrics(self.probes, self.runner.rubrics, self.runner.flows)
        self._measuring = Measuring(
            config=self.config,
            plan=self.plan,
            probes=self.probes,
            strata=self.strata,
            read_strata=self.read_strata,
            ledger=self.ledger,
            trust=self.trust,
            baseline=self.baseline,
            cells=cells_by_probe(self._rubrics),
            drift=self.drift,
            known_items=self.known_items,
            live=self._base,
            against="" if self.live is None else self.live.name,
        )

    async def run(self, *, kept: Mapping[str, Transcript | Failure]) -> Report:
        """Ask what is planned, decide, and return the report.

        Args:
            kept: what an earlier attempt got from the target, by trial; it is not asked again.

        Returns:
            The report; partial when the plan was not reached or not wholly selected.

        Raises:
            IncomparableError: the baseline measures something else; before anything is asked.
        """
        self._refuse_another_baseline()
        began = datetime.now(UTC)
        self._waves = Waves(
            self.plan, self._measuring.deciding, whole=self._measuring.design == "fixed"
        )
        while not self.stop.event.is_set() and (wave := self._waves.next()):
            await self.runner.run(
                wave,
                kept=kept,
                done=lambda played: self._record(played, kept),
                beside=self._beside(),
            )
            if not self.stop.event.is_set() and self._measuring.design != "fixed":
                self._settle()
        await self._look_again(kept)
        if self.ends is not None:
            self._mixed = tuple(await self.ends())
        return self._report(began)

    def joined(self, booked: Iterable[Booked]) -> Report:
        """Decide what was asked elsewhere, and return the report; nobody is asked.

        Args:
            booked: what the trials of the plan came to.

        Returns:
            The report; partial when trials of the plan are missing.

        Raises:
            IncomparableError: the baseline measures something else.
        """
        self._refuse_another_baseline()
        began = datetime.now(UTC)
        for entry in booked:
            self.ledger.rebook(entry)
        return self._report(began)

    def _refuse_another_baseline(self) -> None:
        if self.baseline is not None:
            words = None if self.shard is None else self.shard.words
            is_selection = any(why != words for why in self.identity.partial_because)
            may_compare(self.measurement, self.baseline, selected=is_selection)

    def _record(self, played: Played, kept: Mapping[str, Transcript | Failure]) -> None:
        trial = played.trial
        if trial.id not in kept:
            if self.live is None:  # of a pair, each half is written as soon as it is there
                self.journal.came_back(
                    played.transcript or played.failures[0],
                    is_scored_now=played.transcript is not None,
                )
            replies = played.transcript.replies if played.transcript else ()
            self._latencies_s.extend(
                turn.latency_s for turn in replies if turn.latency_s is not None
            )
        if played.transcript is not None:
            self.journal.scored(trial.id, played.scores, played.failures)
        entry = self.ledger.entry(played)
        if self.shard is not None:
            self.journal.booked(entry)
        complete = self.ledger.rebook(entry)
        self.observer.progress(self.ledger.accounts())
        for probe in self.probes:
            if probe.id in complete:
                self.observer.measured(self._measuring.estimate(probe))

    # --- a target that is played beside, and a second look

    def _beside(self) -> Beside | None:
        """Return the other arm, whose trials are booked in its own ledger."""
        if self.live is None or self._base is None:
            return None
        return beside_of(self.live, self._base, self.journal)

    def _live(self) -> LiveBase | None:
        if self.live is None or self._base is None:
            return None
        own = self.runner.target.fingerprint
        return live_base(self.live, self._base, tuple(self.probes), own)

    async def _look_again(self, kept: Mapping[str, Transcript | Failure]) -> None:
        """Ask again, on fresh seeds, what the first look claims: by the rule fixed beforehand."""
        confirm = self.config.gate.confirm
        if confirm == "off" or not self._measuring.is_compared:
            return
        self._looking = looking = SecondLooking(
            plan=self.plan, fresh=self.fresh, runner=self.runner, live=self.live
        )
        if self.stop.interrupted or not self.config.profile.decides:
            return  # nothing is decided; where a limit ended the run, the look says so itself
        first = self._decided(self._because())
        await looking.look(
            first.verdict,
            self._measuring,
            self.journal,
            kept=kept,
            target_failures_fail=self.ledger.target_failures_fail,
        )

    # --- stopping early

    def _settle(self) -> None:
        """Look at what has come in, and spare what need not be asked."""
        measuring, probes = self._measuring, {probe.id: probe for probe in self.probes}
        closed = self._waves.close(
            {each: measuring.is_settled(probes[each]) for each in self._waves.open_probes()}
        )
        if not closed:
            return
        for _, trials in closed:
            self.ledger.spare(trials)
            if self._base is not None:
                self._base.spare(trials)
        found = [measuring.estimate(probe) for readers, _ in closed for probe in readers]
        self.journal.settled({each.probe_id: each.settled or "advice" for each in found})
        self.observer.progress(self.ledger.accounts())
        for each in found:
            self.observer.measured(each)

    def _saved(self) -> Savings:
        """Return what need not be asked, in trials, messages and answers of the judge."""
        arms = 1 if self.live is None else 2
        read, readers = self.runner.read_item, self.plan.readers
        n_trials = n_messages = n_answers = 0
        for trial in self.ledger.spared():
            n_trials += 1
            n_messages += arms * read(trial.item_id).most_messages
            n_answers += arms * len(self.runner.asked_of(readers[trial.item_id]))
        return Savings(n_trials=n_trials, n_messages=n_messages, n_answers=n_answers)

    # --- what is kept

    def _because(self) -> list[str]:
        """Say why this is not the whole gate."""
        accounts = self.ledger.accounts()
        because = list(self.identity.partial_because)
        if accounts.not_reached:
            because.append(
                f"{accounts.not_reached} of {accounts.planned} trials were not reached"
                + (f": {self.stop.because}" if self.stop.because else "")
            )
        return because + [why for why in self._mixed if not any(why in each for each in because)]

    def _decided(self, because: Sequence[str]) -> Decided:
        return decide_measured(
            self._measuring,
            declared=self.declared,
            partial_because=because,
            interrupted=self.stop.interrupted,
            failures=self.ledger.failures,
            saved=self._saved(),
            shard="" if self.shard is None else self.shard.words,
            live=self._live(),
            replayed=self.replayed(),
        )

    def _report(self, began: datetime) -> Report:
        because = self._because()
        decided = self._decided(because)
        again = () if self._looking is None else self._looking.ledgers
        ledgers = [each for each in (self.ledger, self._base, *again) if each is not None]
        root = joint_root(ledgers)
        report = Report(
            scope="partial" if because else "full",
            partial_because=tuple(because),
            provenance=self._provenance(began),
            verdict=decided.verdict,
            accounts=self.ledger.accounts(),
            failures=dict(sorted(self.ledger.failures.items())),
            outcomes=decided.outcomes,
            merkle_root=root,
            new_items=decided.new_items,
            removed_items=decided.removed_items,
            saved=self._saved(),
            live=self._live(),
            second_look=None if self._looking is None else self._looking.kept(),
            conditions=self._conditions(),
            rubrics=self._rubrics,
            drift=self.drift,
            pace=self._pace(),
            first_attempts=first_attempts_of(decided.outcomes),
        )
        self.journal.end(decided.verdict.outcome.value, root)
        return report

    def _pace(self) -> Pace | None:
        """Return how long the target took for a message, None where it was asked nothing."""
        found = self._latencies_s
        if not found:
            return None
        return Pace(latency_s=round(math.fsum(found) / len(found), 4), n_messages=len(found))

    def _conditions(self) -> Conditions:
        return conditions_of(
            self.config,
            self._measuring,
            plan=self.plan.digest,
            interrupted=self.stop.interrupted,
            shard=self.shard,
            families=self.families,
        )

    def _provenance(self, began: datetime) -> Provenance:
        identity = self.identity
        return Provenance(
            run_id=identity.run_id,
            mhgate_version=identity.mhgate_version,
            python_version=platform.python_version(),
            platform=platform.platform(),
            commit=identity.commit,
            started_at=began,
            finished_at=datetime.now(UTC),
            profile=self.config.profile.name,
            seed=self.config.sampling.seed,
            attempt=identity.attempt,
            config_file=self.config.path.name,
            policy_digest=self.config.policy_digest,
            measurement=dict(self.measurement),
            measurement_fingerprint=digest(dict(self.measurement)),
            judge_fingerprint=self.runner.judge.fingerprint,
            judge_certified=self.trust.is_certified,
            target_kind=identity.target_kind,
            target_fingerprint=self.runner.target.fingerprint,
            target_build=identity.target_build,
            baseline=None if self.baseline is None else self.baseline.run.run_id,
            overrides=identity.overrides,
            configuration=dict(self.config.configuration),
            pull_request=identity.pull_request,
            attempts=identity.attempts,
        )
