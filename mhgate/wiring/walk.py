"""A run from the judge's first answer on: the target is greeted, and the gate walks its corridor.

All that is loaded here, the corridor with it, is loaded while the judge answers for the first time.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

from mhgate.canonical import digest
from mhgate.gate import Gate, Identity, Observer, measurement_of
from mhgate.journal import Journal
from mhgate.records import Probe, Report
from mhgate.runner import Stop
from mhgate.sampling import Plan
from mhgate.targets.cassette import Tape
from mhgate.wiring.answers_in_journal import journal_judge
from mhgate.wiring.attempts import attempts_of
from mhgate.wiring.budgeting import goes_on_paying, outside_reasons, with_spending
from mhgate.wiring.cassettes import (
    build_behind,
    greet_behind,
    taped_target,
    with_cassette,
    words_of,
)
from mhgate.wiring.judge_cache import cached_judge
from mhgate.wiring.judging import OpenedJudge
from mhgate.wiring.known_labels import known_labels
from mhgate.wiring.left_behind import left_behind, tell_report
from mhgate.wiring.live import confirming_words, fresh_trials, greet_base, live_arm, opened_base
from mhgate.wiring.patients import patient_measured
from mhgate.wiring.playing import PATIENT_MODEL, OpenedPatient
from mhgate.wiring.playing_trials import runner_of
from mhgate.wiring.register import Registering
from mhgate.wiring.register_entries import start_of
from mhgate.wiring.resuming import attempt_of, has_asked, kept_of, without_failures
from mhgate.wiring.runs import ANEW, RunFolder, commit_of, is_clean, pull_request_of, same_run
from mhgate.wiring.sealing import journal_seal, protected_items, with_sealed
from mhgate.wiring.sending import Sending
from mhgate.wiring.sharding import Sharding
from mhgate.wiring.target_opening import Given
from mhgate.wiring.versions import version_of_mhgate
from mhgate.wiring.what_counts import compared_with, partly, sealed_parts_of, trusted
from mhgate.wiring.workspace import Workspace

__all__ = ["measured_by", "walk"]


async def walk(  # noqa: PLR0915, PLR0917 - each step of a run is one line; what is open is told first
    workspace: Workspace,
    plan: Plan,
    judging: OpenedJudge,
    speaking: OpenedPatient,
    sending: Sending,
    chosen: Sequence[Probe],
    *,
    earlier: RunFolder | None,
    registering: Registering,
    tape: Tape | None,
    stop: Stop,
    environ: Mapping[str, str],
    given: Given,
    resume: str | None,
    output: str | Path | None,
    observer: Observer | None,
    note: Callable[[str], None],
) -> Report:
    """Run the gate with a judge and a patient that have answered.

    Args:
        workspace: the configuration and its suites.
        plan: the trials of the probes that are measured.
        judging: the judge.
        speaking: the patient.
        sending: under which run's name requests go out.
        chosen: the probes that are measured.
        earlier: the run that is gone on with, where one was named.
        registering: enters the run.
        tape: replies that are recorded or played, None where none are.
        stop: set it to end the run early.
        environ: the environment, for secrets named there.
        given: what is handed over in code.
        resume: what was said of going on, as :func:`mhgate.wiring.evaluation.evaluate` takes it.
        output: where the report is written too.
        observer: hears how the run goes on.
        note: told, line by line, what a person should see before the verdict.

    Returns:
        The report, which has been written.

    Raises:
        CannotEvaluateError: the target cannot be asked at all, or the judge's certificates are not
            those of the model that answered.
        IncomparableError: the baseline measures something else.
        ReportFileError: the baseline cannot be read or contradicts itself, or there is no room.
        UsageError: the run to go on with was another one.
    """
    config, judge = workspace.config, judging.judge
    reports = config.folder / config.gate.reports
    baseline = compared_with(config)
    drift = await judging.held_to(
        known_labels(workspace.suites, chosen, seed=config.sampling.seed),
        before=None if baseline is None else baseline.labels,
        stop=stop,
        note=note,
        deadline_s=config.gate.deadline_s,
    )
    measurement = measured_by(workspace, chosen, judging) | speaking.measured()
    heard = judging.heard()
    trust = trusted(
        workspace,
        chosen,
        plan,
        judge=judge.fingerprint,
        heard=heard,
        is_given=given.judge is not None,
    )
    deployed = await build_behind(config, given, sending, tape=tape, environ=environ, stop=stop)
    protected = protected_items(workspace.suites)
    taped: dict[str, Any] = {"tape": tape, "protected": protected, "environ": environ}
    header: dict[str, Any] = {
        "plan": plan.digest,
        "measurement": digest(measurement),
        "commit": commit_of(config.folder, environ),
        "build": deployed.id,
        "configuration": digest(dict(config.configuration)),
        "patient": measurement.get("patient"),
        PATIENT_MODEL: measurement.get(PATIENT_MODEL),
        "confirm": confirming_words(config),
    }
    overrides = (*config.overrides, *given.overrides())
    target_kind = given.kind_of(config)
    sharding = Sharding.of(config, plan)
    header |= sharding.identity(
        workspace,
        probes=chosen,
        measurement=measurement,
        judge=judge.fingerprint,
        heard=heard,
        target_kind=target_kind,
        overrides=overrides,
    )
    if resume is None and config.sampling.design != "fixed" and is_clean(config.folder, environ):
        earlier = same_run(reports, header)  # who stops early has one process, not fresh tries
    folder = sending.begins(reports) if earlier is None else sending.goes_on(earlier)
    async with (
        opened_base(config, sending, environ=environ) as base,
        AsyncExitStack() as opened,
    ):
        target = await opened.enter_async_context(
            taped_target(config, given, sending, builds=deployed.builds, **taped)
        )
        if earlier is not None and resume is None and not has_asked(earlier, target, base):
            await opened.aclose()
            earlier, folder = None, sending.begins(reports)
            target = await opened.enter_async_context(
                taped_target(config, given, sending, builds=deployed.builds, **taped)
            )
        header |= {
            "run_id": folder.run_id,
            "target": target.fingerprint,
            "base": None if base is None else base.fingerprint,
        }
        fresh = fresh_trials(plan, config)
        with Journal(
            folder.journal,
            seal=journal_seal(workspace.suites),
            spent=sending.spent,
        ) as journal:  # from here on it is this process's alone
            kept = (
                None
                if earlier is None
                else kept_of(folder, header, plan, unseal=workspace.sealing.unseal, fresh=fresh)
            )
            goes_on_paying(sending.purse, kept, is_wanted=resume is not None)
            sending.requests.goes_on_with(kept, is_wanted=resume is not None)
            if kept is not None and resume is None:
                if config.gate.target_failures == "unmeasured":
                    kept = without_failures(kept)
                note(
                    f"goes on with run {folder.run_id} of this commit: what it was answered "
                    f"counts (--mhgate-resume={ANEW} begins anew)"
                )
            if given.target is None:
                await greet_behind(target, config, tape=tape, stop=stop, note=note)
            await greet_base(base, config, stop=stop, note=note)
            attempt = registering.starts(
                start_of(
                    config,
                    "run" if sharding.shard is None else "shard",
                    header,
                    environ=environ,
                    attempt=attempt_of(reports, folder, header, kept),
                    target_kind=target_kind,
                    method_version=measurement["method"],
                )
            )
            if kept is not None:
                journal.holds(kept)
            journal.begin(dict(header))
            remembering = opened.enter_context(
                cached_judge(
                    judging,
                    config,
                    items=plan.digests,
                    sealed=protected,
                    note=note,
                )
            )
            runner = runner_of(
                workspace,
                plan,
                target=target,
                patient=speaking.patient,
                judge=journal_judge(judging, remembering, kept, items=plan.digests),
                stop=stop,
            )
            gate = Gate(
                config=config,
                plan=sharding.share(plan),
                probes=chosen,
                declared=workspace.pillars,
                strata=workspace.strata(),
                read_strata=workspace.read_strata(),
                known_items=workspace.item_ids,
                measurement=measurement,
                runner=runner,
                journal=journal,
                identity=Identity(
                    run_id=folder.run_id,
                    mhgate_version=version_of_mhgate(),
                    commit=header["commit"],
                    attempt=attempt,
                    target_kind=target_kind,
                    target_build=header["build"],
                    partial_because=(
                        *sharding.reasons,
                        *partly(workspace, chosen),
                        *outside_reasons(workspace),
                    ),
                    overrides=overrides,
                    pull_request=pull_request_of(environ),
                    attempts=attempts_of(
                        environ,
                        kept=attempt,
                        commit=header["commit"],
                        of_pull_request=registering.of_pull_request,
                    ),
                ),
                stop=stop,
                baseline=baseline,
                observer=observer or Observer(),
                ends=deployed.watched(stop, journal, hosts=sending.hosts),
                trust=trust,
                drift=drift,
                replayed=words_of(tape),
                shard=sharding.shard,
                families=workspace.families,
                live=live_arm(base, config, runner, kept),
                fresh=fresh,
            )
            report = await gate.run(kept=kept.came_back if kept else {})
            judging.refuse_another_model(heard, trust)
            report = speaking.completed(
                judging.completed(report, note),
                note,
                judges=[model.judge.answered_as for model in judging.models],
                kept=kept.came_back if kept else (),
                rubrics=workspace.rubrics,
                read_item=runner.read_item,
            )
            report = with_spending(
                with_sealed(report, sealed_parts_of(workspace, plan)), workspace, sending.purse
            )
            report = with_cassette(report, tape)
            sharding.tell(journal, report)
    report = left_behind(report, folder, config)
    registering.ends(report, folder.report)
    tell_report(report, folder, output=output, note=note)
    return report


def measured_by(
    workspace: Workspace, chosen: Sequence[Probe], judging: OpenedJudge
) -> dict[str, str]:
    """Return what must agree before a run is compared with another, by name.

    Args:
        workspace: the configuration and its suites.
        chosen: the probes that are measured.
        judging: the judge; what it is known by only once it has answered is not there before.
    """
    measurement = measurement_of(
        chosen,
        workspace.questions,
        judge=judging.judge.fingerprint,
        target_failures=workspace.config.gate.target_failures,
        rubrics=workspace.rubrics,
        flows=workspace.flows,
        patient=patient_measured(workspace, chosen),
    )
    return measurement | judging.measured()
