"""The corridor: trials -> transcripts -> scores -> estimates -> verdict -> report.

Only this module walks it. It keeps no transcript in memory (the journal has them).
"""

from __future__ import annotations

import platform
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime

from mhgate.baseline import compare, item_changes, may_compare
from mhgate.canonical import digest
from mhgate.config import Config, resolve_stratum
from mhgate.estimate import estimate
from mhgate.gate.ledger import Ledger
from mhgate.journal import Journal
from mhgate.records import (
    Accounts,
    Comparison,
    Estimate,
    Failure,
    ItemOutcome,
    Override,
    Probe,
    Provenance,
    Report,
    Threshold,
    Transcript,
)
from mhgate.runner import Played, Runner, Stop
from mhgate.sampling import Plan
from mhgate.verdict import Measured, MeasuredStratum, decide

__all__ = ["Gate", "Identity", "Observer"]


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


class Observer:
    """Hears how the run goes on; the faces override what they want to hear."""

    def progress(self, accounts: Accounts) -> None:
        """Hear that one more trial has ended."""

    def measured(self, estimate: Estimate) -> None:
        """Hear that a probe has seen all its trials."""


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
        baseline: an earlier report, or None.
        observer: hears how it goes on.
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
    baseline: Report | None = None
    observer: Observer = field(default_factory=Observer)
    ledger: Ledger = field(init=False)

    def __post_init__(self) -> None:
        self.ledger = Ledger(self.plan)

    async def run(self, *, kept: Mapping[str, Transcript | Failure]) -> Report:
        """Ask what is planned, decide, and return the report.

        Args:
            kept: what an earlier attempt got from the target, by trial; it is not asked again.

        Returns:
            The report; partial when the plan was not reached or not wholly selected.

        Raises:
            IncomparableError: the baseline measures something else; before anything is asked.
        """
        if self.baseline is not None:
            is_selection = bool(self.identity.partial_because)
            may_compare(self.measurement, self.baseline, selected=is_selection)
        began = datetime.now(UTC)
        await self.runner.run(
            self.plan.trials, kept=kept, done=lambda played: self._record(played, kept)
        )
        return self._report(began)

    def _record(self, played: Played, kept: Mapping[str, Transcript | Failure]) -> None:
        trial = played.trial
        if trial.id not in kept:
            self.journal.came_back(played.transcript or played.failures[0])
        if played.transcript is not None:
            self.journal.scored(trial.id, played.scores, played.failures)
        complete = self.ledger.book(played)
        self.observer.progress(self.ledger.accounts())
        for probe_id in complete:
            self.observer.measured(self._estimate(probe_id))

    # --- what it is worth

    def _estimate(self, probe_id: str) -> Estimate:
        probe = next(probe for probe in self.probes if probe.id == probe_id)
        return estimate(
            self.ledger.outcomes(probe_id),
            probe_id=probe_id,
            planned=self.ledger.planned(probe_id),
            not_needed=0,
            threshold=self.config.threshold(probe.pillar, probe.name),
        )

    def _measured(self, probe: Probe) -> Measured:
        rows = self.ledger.outcomes(probe.id)
        threshold = self.config.threshold(probe.pillar, probe.name)
        certified = self.config.judge.trust == "off" or probe.exact
        return Measured(
            probe=probe,
            threshold=threshold,
            estimate=self._estimate(probe.id),
            comparison=self._comparison(probe, rows, threshold),
            strata=tuple(
                stratum
                for name in self.config.pillars[probe.pillar].stratum
                if (stratum := self._stratum(probe, rows, name)) is not None
            ),
            alarms=tuple(row.trial_id for row in rows if probe.never and row.value == 0),
            not_gating_reason=None
            if certified
            else "the judge has no certificate for its question",
        )

    def _stratum(
        self, probe: Probe, rows: Sequence[ItemOutcome], name: str
    ) -> MeasuredStratum | None:
        """Estimate one stratum; None where the probe's items have no such stratum at all.

        A stratum that sampling left out stays, with nothing asked, so that it cannot pass.
        """
        key, value = resolve_stratum(name, self.strata[probe.pillar])
        planned = sum(
            1
            for trial in self.plan.planned(probe.id)
            if self.plan.refs[trial.item_id].strata.get(key) == value
        )
        if planned == 0 and f"{key}={value}" not in self.read_strata[probe.id]:
            return None
        inside = [row for row in rows if row.strata.get(key) == value]
        threshold = self.config.threshold(probe.pillar, probe.name, name)
        return MeasuredStratum(
            stratum=name,
            threshold=threshold,
            estimate=estimate(
                inside,
                probe_id=probe.id,
                planned=planned,
                not_needed=0,
                threshold=threshold,
                stratum=name,
            ),
            comparison=self._comparison(probe, inside, threshold, stratum=name),
        )

    def _comparison(
        self,
        probe: Probe,
        rows: Sequence[ItemOutcome],
        threshold: Threshold,
        *,
        stratum: str | None = None,
    ) -> Comparison | None:
        if self.baseline is None or threshold.max_drop is None:
            return None
        return compare(
            rows,
            self._earlier({probe.id}),
            probe_id=probe.id,
            alpha=threshold.alpha,
            max_drop=threshold.max_drop,
            stratum=stratum,
        )

    def _earlier(self, probe_ids: set[str]) -> list[ItemOutcome]:
        """Return the baseline's outcomes of some probes; none without a baseline."""
        if self.baseline is None:
            return []
        return [row for row in self.baseline.outcomes if row.probe_id in probe_ids]

    # --- what is kept

    def _report(self, began: datetime) -> Report:
        accounts = self.ledger.accounts()
        because = list(self.identity.partial_because)
        if accounts.not_reached:
            because.append(
                f"{accounts.not_reached} of {accounts.planned} trials were not reached"
                + (f": {self.stop.because}" if self.stop.because else "")
            )
        outcomes = tuple(row for probe in self.probes for row in self.ledger.outcomes(probe.id))
        changes = item_changes(outcomes, self._earlier({probe.id for probe in self.probes}))
        new = () if self.baseline is None else tuple(sorted({*changes.new, *changes.changed}))
        judged = any(probe.question is not None for probe in self.probes)
        verdict = decide(
            [self._measured(probe) for probe in self.probes],
            profile=self.config.profile,
            declared=self.declared,
            accounts=accounts,
            partial_because=tuple(because),
            interrupted=self.stop.interrupted,
            failures=dict(self.ledger.failures),
            judge_certified=self.config.judge.trust != "off" or not judged,
            baseline=None if self.baseline is None else self.baseline.provenance.run_id,
            new_items=new,
            fail_on_new_items=self.config.gate.new_items == "fail",
        )
        root = self.ledger.merkle_root()
        report = Report(
            scope="partial" if because else "full",
            partial_because=tuple(because),
            provenance=self._provenance(began),
            verdict=verdict,
            accounts=accounts,
            failures=dict(sorted(self.ledger.failures.items())),
            outcomes=outcomes,
            merkle_root=root,
            new_items=new,
            removed_items=changes.removed,
        )
        self.journal.end(verdict.outcome.value, root)
        return report

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
            judge_certified=False,
            target_kind=identity.target_kind,
            target_fingerprint=self.runner.target.fingerprint,
            target_build=identity.target_build,
            baseline=None if self.baseline is None else self.baseline.provenance.run_id,
            overrides=identity.overrides,
        )
