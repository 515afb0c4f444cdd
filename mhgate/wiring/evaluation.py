"""A workspace -> a report: what asks and what judges is opened here, tried, and closed."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from mhgate.gate import Observer
from mhgate.runner import Stop
from mhgate.wiring.budgeting import budgeted, opened_purse, tell_budget
from mhgate.wiring.judge_identity import asks_rules
from mhgate.wiring.judge_opening import open_judge
from mhgate.wiring.patients import open_patient, reads_vignettes
from mhgate.wiring.playing_trials import make_ready
from mhgate.wiring.runs import ANEW
from mhgate.wiring.sending import Sending
from mhgate.wiring.tapes import open_tape
from mhgate.wiring.target_opening import Given, as_heard, state_escalation
from mhgate.wiring.workspace import Workspace, check_rules

if TYPE_CHECKING:
    from mhgate.records import Report

__all__ = ["evaluate"]

_NEARLY_S = 0.005  # in which a first message is sent, where a judge is a model


async def evaluate(
    workspace: Workspace,
    *,
    stop: Stop,
    environ: Mapping[str, str],
    probes: Sequence[str] | None = None,
    given: Given | None = None,
    resume: str | None = None,
    run_id: str | None = None,
    output: str | Path | None = None,
    observer: Observer | None = None,
    note: Callable[[str], None] = lambda _line: None,
    asking: Callable[[], None] = lambda: None,
) -> Report:
    """Run the gate.

    Args:
        workspace: the configuration and its suites.
        stop: set it to end the run early.
        environ: the environment, for secrets named there.
        probes: the ids of the probes to measure, None for all; fewer than all is partial.
        given: what is handed over in code.
        resume: the id of a run to go on with, ``latest``, or ``new`` for none. None: where the
            design stops early, a kept run of the same commit, plan and target is gone on with.
        run_id: of a run that begins, where whoever asks for it must know it; None for a new one.
        output: where the report is written too.
        observer: hears how the run goes on.
        note: told, line by line, what a person should see before the verdict.
        asking: called in the loop once, when a first message is about to be sent, or nearly so.

    Returns:
        The report, which has been written.

    Raises:
        CannotEvaluateError: the target cannot be asked at all, or the judge's certificates are not
            those of the model that answered.
        IncomparableError: the baseline measures something else.
        ReportFileError: the baseline cannot be read or contradicts itself, or there is no room.
        UsageError: there is no such run to go on with, or it was another one.
    """
    given = given or Given()
    # reckoning with power takes seconds, in which the loop must go on beating
    workspace = await asyncio.to_thread(budgeted, as_heard(workspace, given), probes, given)
    state_escalation(workspace.config, given)
    if given.judge is None and asks_rules(workspace.config.judge):
        check_rules(workspace)
    chosen = [probe for probe in workspace.probes if probes is None or probe.id in set(probes)]
    sending = Sending(run_id)
    sending.purse = opened_purse(workspace, chosen)
    tell_budget(workspace, note)
    async with (
        open_judge(
            workspace.config,
            environ=environ,
            given=given.judge,
            run_id=sending.run_id,
            hosts=sending.hosts,
            on_stop=stop.set,
            purse=sending.purse,
            requests=sending.requests,
        ) as judging,
        open_patient(
            workspace.config,
            simulates=reads_vignettes(workspace, chosen),
            sending=sending,
            environ=environ,
            on_stop=stop.set,
        ) as speaking,
    ):
        reports = workspace.config.folder / workspace.config.gate.reports
        with open_tape(workspace.config, environ=environ, note=note) as tape:
            plan = workspace.plan(frozenset(probe.id for probe in chosen))
            judging.batches.learn(plan.readers, workspace.questions, workspace.rubrics)
            earlier = None if resume in {None, ANEW} else sending.resumes(reports, str(resume))
            asyncio.get_running_loop().call_later(_NEARLY_S, asking)
            if plan.trials:
                await make_ready(workspace.config, chosen, judging, speaking, stop=stop, note=note)
            # loaded while the judge answers for the first time
            from mhgate.wiring.register import Registering  # noqa: PLC0415
            from mhgate.wiring.walk import walk  # noqa: PLC0415

            with Registering(reports, note) as registering:
                return await walk(
                    workspace,
                    plan,
                    judging,
                    speaking,
                    sending,
                    chosen,
                    earlier=earlier,
                    registering=registering,
                    tape=tape,
                    stop=stop,
                    environ=environ,
                    given=given,
                    resume=resume,
                    output=output,
                    observer=observer,
                    note=note,
                )
