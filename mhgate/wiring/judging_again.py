"""What exists -> a report: transcripts are judged, and no target is asked.

The corridor is the gate's: the same runner, estimates and verdict. Every transcript is kept before
it begins, and the target is one that nobody can ask.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import AsyncExitStack
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from mhgate.canonical import digest
from mhgate.gate import Gate, Identity, Observer, Trust, measurement_of
from mhgate.journal import Journal
from mhgate.patients import ScriptedPatient
from mhgate.perturb import spoken_turn
from mhgate.protocols import Judge
from mhgate.records import Derived, Drift, Judging, Override, Report
from mhgate.records.cassettes import Cassette
from mhgate.records.registered import Registered
from mhgate.report import write_report
from mhgate.runner import Runner, Stop
from mhgate.wiring.adding_up import added
from mhgate.wiring.answers_again import RememberingJudge
from mhgate.wiring.certificates import Heard, trust_of
from mhgate.wiring.earlier import read_baseline
from mhgate.wiring.existing import Existing, NobodyToAsk
from mhgate.wiring.expired_data import with_expired
from mhgate.wiring.judge_cache import cached_judge
from mhgate.wiring.judge_identity import asks_rules
from mhgate.wiring.judge_opening import open_judge, other_judge
from mhgate.wiring.judging import MODEL
from mhgate.wiring.judging_before import requests_before
from mhgate.wiring.left_behind import tell_misses
from mhgate.wiring.patients import NOT_KNOWN
from mhgate.wiring.playing import PATIENT_MODEL, with_severities
from mhgate.wiring.redaction import redact_ended
from mhgate.wiring.register import Registering
from mhgate.wiring.register_entries import start_of
from mhgate.wiring.remembering import held_again, remember
from mhgate.wiring.requests_spent import Requests
from mhgate.wiring.runs import JUDGED, RunFolder, new_id, new_run
from mhgate.wiring.sealing import journal_seal, protected_items, with_sealed
from mhgate.wiring.versions import version_of_mhgate
from mhgate.wiring.workspace import check_rules

__all__ = ["judge_again"]


async def judge_again(
    existing: Existing,
    *,
    stop: Stop,
    environ: Mapping[str, str],
    judge: Judge | None = None,
    run_id: str | None = None,
    already: Judging | None = None,
    output: Path | None = None,
    observer: Observer | None = None,
    note: Callable[[str], None] = lambda _line: None,
) -> Report:
    """Judge transcripts that exist, and decide.

    Args:
        existing: the transcripts, with suites and thresholds.
        stop: set it to end the judging early.
        environ: the environment, for secrets named there.
        judge: handed over in place of the configured one.
        run_id: of the judging, where whoever asks for it must know it; None for a new one.
        already: what the judge was asked elsewhere for the answers that are there.
        output: where the report is written too.
        observer: hears how it goes on.
        note: told, line by line, what a person should see before the verdict.

    Returns:
        The report, which has been written. Its provenance says what it was made from, and how many
        answers were reused: those that this judge had given to this question about this transcript.

    Raises:
        CannotEvaluateError: the judge cannot be asked at all.
        IncomparableError: the baseline measures something else, another judge's answers say.
        ReportFileError: the baseline cannot be read, or there is no room.
    """
    config = existing.workspace.config
    if judge is None and asks_rules(config.judge):
        check_rules(existing.workspace)
    with Registering(config.folder / config.gate.reports, note) as registering:
        return await _judge_again(
            existing,
            registering,
            stop=stop,
            environ=environ,
            judge=judge,
            run_id=run_id or new_id(),
            is_part=run_id is not None,
            already=already,
            output=output,
            observer=observer,
            note=note,
        )


async def _judge_again(
    existing: Existing,
    registering: Registering,
    *,
    stop: Stop,
    environ: Mapping[str, str],
    judge: Judge | None,
    run_id: str,
    is_part: bool,
    already: Judging | None,
    output: Path | None,
    observer: Observer | None,
    note: Callable[[str], None],
) -> Report:
    """Judge what exists: see :func:`judge_again`."""
    config, requests = existing.workspace.config, Requests()
    async with (
        open_judge(
            config,
            environ=environ,
            given=judge,
            run_id=run_id,
            on_stop=stop.set,
            requests=requests,
        ) as opened,
        AsyncExitStack() as caching,
    ):
        opened.batches.learn(
            existing.plan.readers, existing.workspace.questions, existing.workspace.rubrics
        )
        reports = config.folder / config.gate.reports
        remembering = RememberingJudge(opened.judge)
        opened.batches.is_known = remembering.is_known
        remembering.judge = caching.enter_context(
            cached_judge(
                opened,
                config,
                items=existing.plan.digests,
                sealed=protected_items(existing.workspace.suites),
                note=note,
            )
        )
        if any(each.config.max_requests is not None for each in opened.models):
            part = run_id if is_part else None
            judge_id = remembering.fingerprint
            requests.goes_on(requests_before(existing, reports, judge=judge_id, part=part))
        model = await remember(remembering, existing, opened, reports, stop=stop, note=note)
        gates = _Gates(
            existing=existing,
            judge=remembering,
            measured=opened.measured() | ({} if model is None else {MODEL: model}),
            heard=opened.heard() if model is None else Heard(model),
            stop=stop,
            observer=observer or Observer(),
            drift=await held_again(remembering, existing, opened, stop=stop, note=note),
        )
        folder = new_run(reports, run_id=run_id, kind=JUDGED)
        with Journal(
            folder.journal, seal=journal_seal(existing.workspace.suites), spent=requests.spent
        ) as journal:
            gate = gates.gate(folder, journal, given=judge)
            registering.starts(gates.start(folder, gate, environ))
            report = await gate.run(kept=existing.kept)
        opened.refuse_another_model(gates.heard, gate.trust)
        report = opened.completed(report, note)
    if already is not None:
        total = already if report.judging is None else added([already, report.judging])
        report = report.model_copy(update={"judging": total})
    report = _derived(report, existing, remembering, n_cached=opened.n_cached)
    earlier = None if existing.earlier is None else existing.earlier.conditions
    report = with_sealed(report, () if earlier is None else earlier.sealed)
    redact_ended(folder.journal, existing.workspace.config)
    write_report(report, folder.report)
    registering.ends(report, folder.report)
    if output is not None:
        write_report(report, output)
    (step,) = report.provenance.derived[-1:]
    note(
        f"of {step.n_answers} answers {step.n_reused} were reused, and the judge was asked for "
        f"{step.n_answers - step.n_reused}; no target was asked"
    )
    note(f"report: {folder.report}")
    tell_misses(report, folder, note)
    return report


@dataclass(slots=True, kw_only=True)
class _Gates:
    """Builds the gate over what exists.

    Args:
        existing: what is judged.
        judge: who judges it.
        measured: what more the judge makes part of the measurement.
        heard: which model answers, or answered.
        stop: ends it early.
        observer: hears how it goes on.
        drift: what the judge said of known labels.
    """

    existing: Existing
    judge: RememberingJudge
    measured: Mapping[str, str]
    heard: Heard
    stop: Stop
    observer: Observer
    drift: Drift | None = None

    def start(self, folder: RunFolder, gate: Gate, environ: Mapping[str, str]) -> Registered:
        """Return what the register says when it begins."""
        existing = self.existing
        return start_of(
            existing.workspace.config,
            "judge",
            {
                "run_id": folder.run_id,
                "commit": existing.commit,
                "build": existing.build,
                "target": existing.target,
                "measurement": digest(dict(gate.measurement)),
            },
            environ=environ,
            attempt=existing.attempt,
            target_kind=existing.target_kind,
            method_version=gate.measurement["method"],
        )

    def gate(self, folder: RunFolder, journal: Journal, *, given: Judge | None) -> Gate:
        """Return the gate, with everything that was said in its journal already."""
        existing = self.existing
        config, plan = existing.workspace.config, existing.plan
        measurement = measurement_of(
            existing.probes,
            existing.workspace.questions,
            judge=self.judge.fingerprint,
            target_failures=config.gate.target_failures,
            rubrics=existing.workspace.rubrics,
            flows=existing.workspace.flows,
            patient=_patient(existing),
        )
        measurement |= self.measured
        if existing.patient_model is not None:
            measurement[PATIENT_MODEL] = existing.patient_model
        journal.begin(
            {
                "plan": plan.digest,
                "measurement": digest(measurement),
                "commit": existing.commit,
                "build": existing.build,
                "run_id": folder.run_id,
                "target": existing.target,
                "judged_from": existing.run_id,
                "transcripts": existing.digest,
                "judge_model": self.measured.get(MODEL),
                "patient": measurement.get("patient"),
                PATIENT_MODEL: existing.patient_model,
            }
        )
        for what in existing.kept.values():
            journal.came_back(what)
        name = config.gate.baseline
        overrides = config.overrides
        if given is not None:
            kind = type(given)
            value = f"{kind.__module__}.{kind.__qualname__}"
            overrides = (*overrides, Override(key="judge", value=value, source="code"))
        return Gate(
            config=config,
            plan=plan,
            probes=existing.probes,
            declared=existing.declared,
            strata=existing.strata,
            read_strata=existing.read_strata,
            known_items=existing.workspace.item_ids,
            measurement=measurement,
            runner=self._runner(),
            journal=journal,
            identity=Identity(
                run_id=folder.run_id,
                mhgate_version=version_of_mhgate(),
                commit=existing.commit,
                attempt=existing.attempt,
                target_kind=existing.target_kind,
                target_build=existing.build,
                partial_because=existing.partial_because,
                overrides=overrides,
            ),
            stop=self.stop,
            baseline=None if name is None else read_baseline(config.folder / name),
            observer=self.observer,
            trust=self._trust(given),
            drift=self.drift,
            replayed=lambda: "" if self._cassette is None else self._cassette.words,
        )

    @property
    def _cassette(self) -> Cassette | None:
        """The recording that stood in the target's place then."""
        earlier = self.existing.earlier
        return None if earlier is None else earlier.cassette

    def _trust(self, given: Judge | None) -> Trust:
        existing = self.existing
        config, questions = existing.workspace.config, existing.workspace.questions
        trust = trust_of(
            config,
            existing.probes,
            questions,
            existing.languages,
            judge=self.judge.fingerprint,
            heard=self.heard,
        )
        if given is None and asks_rules(config.judge):
            trust = with_expired(trust, existing.probes, questions, existing.plan)
        return trust.without(existing.workspace.not_shown())

    def _runner(self) -> Runner:
        existing = self.existing
        config = existing.workspace.config
        return Runner(
            target=NobodyToAsk(existing.target),
            patient=ScriptedPatient(spoken_turn),
            judge=self.judge,
            read_item=existing.read_item,
            readers=existing.plan.readers,
            questions=existing.workspace.questions,
            rubrics=existing.workspace.rubrics,
            flows=existing.workspace.flows,
            confirming=other_judge(config),
            concurrency=config.target.concurrency,
            deadline_s=config.gate.deadline_s,
            stop=self.stop,
        )


def _patient(existing: Existing) -> str | None:
    """Return who spoke for vignettes then, whoever would speak for them today."""
    is_simulated = any(ref.simulated for ref in existing.plan.refs.values())
    return (existing.patient or NOT_KNOWN) if is_simulated else None


def _derived(
    report: Report, existing: Existing, judge: RememberingJudge, *, n_cached: int
) -> Report:
    """Return the report with what it was made from."""
    earlier = None if existing.earlier is None else existing.earlier.provenance
    step = Derived(
        how="transcripts" if existing.run_id is None else "judged again",
        run_id=existing.run_id,
        judge=None if earlier is None else earlier.judge_fingerprint,
        policy_digest=None if earlier is None else earlier.policy_digest,
        at=datetime.now(UTC),
        n_answers=judge.n_reused + judge.n_asked,
        n_reused=judge.n_reused + n_cached,
        digests={} if existing.digest is None else {existing.file: existing.digest},
        accounts=(existing.account(frozenset(row.trial_id for row in report.outcomes)),),
        noticed=existing.noticed,
    )
    before = () if earlier is None else earlier.derived
    labels = report.provenance.configuration if earlier is None else earlier.configuration
    provenance = report.provenance.model_copy(
        update={"derived": (*before, step), "configuration": labels}
    )
    played = None if existing.earlier is None else existing.earlier.patient
    if played is not None:
        rubrics = existing.workspace.rubrics
        played = with_severities(played, report, rubrics=rubrics, read_item=existing.read_item)
    tape = None if existing.earlier is None else existing.earlier.cassette
    return report.model_copy(update={"provenance": provenance, "patient": played, "cassette": tape})
