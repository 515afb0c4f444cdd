"""The corridor: trials -> transcripts -> scores -> estimates -> verdict -> report.

Only this module walks it. It counts what becomes of every planned trial, keeps no transcript in
memory (the journal has them), and binds what happened in a Merkle root over leaves that know no
time and no order of completion.
"""

from __future__ import annotations

import platform
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime

from mhgate.baseline import compare, item_changes, may_compare
from mhgate.canonical import canonical_json, digest, merkle_root
from mhgate.config import Config, resolve_stratum
from mhgate.estimate import METHOD_VERSION, estimate
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
    Question,
    Report,
    Threshold,
    Transcript,
)
from mhgate.runner import Played, Runner, Stop
from mhgate.sampling import SAMPLER_VERSION, Plan
from mhgate.verdict import Measured, MeasuredStratum, decide

__all__ = ["Gate", "Identity", "Observer", "measurement_of"]


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

    def progress(self, *, asked: int, scored: int, failed: int, planned: int) -> None:
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
        questions: the questions of the judged probes, by probe.
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
    questions: Mapping[str, Question]
    runner: Runner
    journal: Journal
    identity: Identity
    stop: Stop
    baseline: Report | None = None
    observer: Observer = field(default_factory=Observer)
    _outcomes: dict[str, list[ItemOutcome]] = field(default_factory=dict)
    _leaves: dict[str, bytes] = field(default_factory=dict)
    _open: Counter[str] = field(default_factory=Counter)
    _planned: Counter[str] = field(default_factory=Counter)
    _n_failed: int = 0
    _failures: Counter[str] = field(default_factory=Counter)

    async def run(self, *, kept: Mapping[str, Transcript | Failure]) -> Report:
        """Ask what is planned, decide, and return the report.

        Args:
            kept: what an earlier attempt got from the target, by trial; it is not asked again.

        Returns:
            The report; partial when the plan was not reached or not wholly selected.

        Raises:
            IncomparableError: the baseline measures something else; before anything is asked.
        """
        measurement = measurement_of(
            self.probes, self.questions, judge=self.runner.judge.fingerprint
        )
        if self.baseline is not None:
            may_compare(measurement, self.baseline)
        began = datetime.now(UTC)
        for trial in self.plan.trials:
            for probe in self.plan.readers[trial.item_id]:
                self._planned[probe.id] += 1
        self._open = Counter(self._planned)
        await self.runner.run(
            self.plan.trials, kept=kept, done=lambda played: self._record(played, kept)
        )
        return self._report(measurement, began)

    # --- what happened

    def _record(self, played: Played, kept: Mapping[str, Transcript | Failure]) -> None:
        trial = played.trial
        if trial.id not in kept:
            self.journal.came_back(played.transcript or played.failures[0])
        if played.transcript is not None:
            self.journal.scored(trial.id, played.scores, played.failures)
        rows = self._rows(played)
        for row in rows:
            self._outcomes.setdefault(row.probe_id, []).append(row)
        self._leaves[trial.id] = _leaf(played, rows)
        self._n_failed += any(row.value is None for row in rows)
        for failure in played.failures:
            self._failures[f"{failure.stage}: {failure.kind}"] += 1
        self.observer.progress(
            asked=len(self._leaves),
            scored=len(self._leaves) - self._n_failed,
            failed=self._n_failed,
            planned=len(self.plan.trials),
        )
        for row in rows:
            self._open[row.probe_id] -= 1
            if self._open[row.probe_id] == 0:
                self.observer.measured(self._estimate(row.probe_id))

    def _rows(self, played: Played) -> list[ItemOutcome]:
        ref = self.plan.refs[played.trial.item_id]
        scores = {score.probe_id: score for score in played.scores}
        failures = {failure.probe_id: failure for failure in played.failures}
        rows = []
        for probe in self.plan.readers[played.trial.item_id]:
            score = scores.get(probe.id)
            failure = None if score else failures.get(probe.id) or failures[None]
            rows.append(
                ItemOutcome(
                    trial_id=played.trial.id,
                    probe_id=probe.id,
                    item_id=ref.id,
                    item_digest=ref.digest,
                    family=ref.family,
                    epoch=played.trial.epoch,
                    strata=ref.strata,
                    value=score.value if score else None,
                    answer=score.answer if score else None,
                    judge=score.judge if score else None,
                    failure_stage=failure.stage if failure else None,
                    failure_kind=failure.kind if failure else None,
                )
            )
        return rows

    # --- what it is worth

    def _sorted(self, probe_id: str) -> list[ItemOutcome]:
        return sorted(self._outcomes.get(probe_id, []), key=lambda row: row.trial_id)

    def _estimate(self, probe_id: str) -> Estimate:
        probe = next(probe for probe in self.probes if probe.id == probe_id)
        return estimate(
            self._sorted(probe_id),
            probe_id=probe_id,
            planned=self._planned[probe_id],
            not_needed=0,
            threshold=self.config.threshold(probe.pillar, probe.name),
        )

    def _measured(self, probe: Probe) -> Measured:
        rows = self._sorted(probe.id)
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
            [row for row in self.baseline.outcomes if row.probe_id == probe.id],
            probe_id=probe.id,
            alpha=threshold.alpha,
            max_drop=threshold.max_drop,
            stratum=stratum,
        )

    # --- what is kept

    def _report(self, measurement: Mapping[str, str], began: datetime) -> Report:
        n_asked = len(self._leaves)
        n_planned = len(self.plan.trials)
        because = list(self.identity.partial_because)
        if n_asked < n_planned:
            because.append(
                f"{n_planned - n_asked} of {n_planned} trials were not reached"
                + (f": {self.stop.because}" if self.stop.because else "")
            )
        accounts = Accounts(
            planned=n_planned,
            asked=n_asked,
            not_needed=0,
            not_reached=n_planned - n_asked,
            scored=n_asked - self._n_failed,
            failed=self._n_failed,
        )
        outcomes = tuple(row for probe in self.probes for row in self._sorted(probe.id))
        changes = item_changes(outcomes, () if self.baseline is None else self.baseline.outcomes)
        new = () if self.baseline is None else tuple(sorted({*changes.new, *changes.changed}))
        judged = any(probe.question is not None for probe in self.probes)
        verdict = decide(
            [self._measured(probe) for probe in self.probes],
            profile=self.config.profile,
            declared=self.declared,
            accounts=accounts,
            partial_because=tuple(because),
            interrupted=self.stop.interrupted,
            failures=dict(self._failures),
            judge_certified=self.config.judge.trust != "off" or not judged,
            baseline=None if self.baseline is None else self.baseline.provenance.run_id,
            new_items=new,
            fail_on_new_items=self.config.gate.new_items == "fail",
        )
        root = merkle_root([self._leaves[trial_id] for trial_id in sorted(self._leaves)])
        report = Report(
            scope="partial" if because else "full",
            partial_because=tuple(because),
            provenance=self._provenance(measurement, began),
            verdict=verdict,
            accounts=accounts,
            failures=dict(sorted(self._failures.items())),
            outcomes=outcomes,
            merkle_root=root,
            new_items=new,
            removed_items=changes.removed,
        )
        self.journal.end(verdict.outcome.value, root)
        return report

    def _provenance(self, measurement: Mapping[str, str], began: datetime) -> Provenance:
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
            measurement=dict(measurement),
            measurement_fingerprint=digest(dict(measurement)),
            judge_fingerprint=self.runner.judge.fingerprint,
            judge_certified=False,
            target_kind=identity.target_kind,
            target_fingerprint=self.runner.target.fingerprint,
            target_build=identity.target_build,
            baseline=None if self.baseline is None else self.baseline.provenance.run_id,
            overrides=identity.overrides,
        )


def measurement_of(
    probes: Sequence[Probe], questions: Mapping[str, Question], *, judge: str
) -> dict[str, str]:
    """Return what must agree before two runs are compared, by name.

    Args:
        probes: the probes of the run.
        questions: the questions of the judged ones, by probe.
        judge: the judge's fingerprint.

    Returns:
        One entry a dimension: judge, method, sampler, and each probe with its question.
    """
    dimensions = {"judge": judge, "method": METHOD_VERSION, "sampler": SAMPLER_VERSION}
    for probe in probes:
        question = questions.get(probe.id)
        dimensions[f"probe {probe.id}"] = digest(
            {
                "source": probe.source_digest,
                "question": None if question is None else question.digest,
                "expect": probe.expect,
                "never": probe.never,
            }
        )
    return dimensions


def _leaf(played: Played, rows: Sequence[ItemOutcome]) -> bytes:
    turns = [] if played.transcript is None else played.transcript.turns
    return canonical_json(
        {
            "trial": played.trial.id,
            "item": rows[0].item_digest,
            "turns": [
                {
                    "role": turn.role,
                    "content": turn.content,
                    "flags": turn.flags,
                    "finish_reason": turn.finish_reason,
                }
                for turn in turns
            ],
            "outcomes": [
                {
                    "probe": row.probe_id,
                    "value": row.value,
                    "answer": row.answer,
                    "judge": row.judge,
                    "failure": None
                    if row.failure_kind is None
                    else f"{row.failure_stage}: {row.failure_kind}",
                }
                for row in rows
            ],
        }
    )
