"""What plays and judges the trials of a run: tried before it begins, and put together."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from mhgate.config import Config
from mhgate.protocols import Judge, Patient, Target
from mhgate.records import Item, Probe
from mhgate.runner import Runner, Stop
from mhgate.sampling import Plan
from mhgate.wiring.judge_opening import other_judge
from mhgate.wiring.judging import OpenedJudge
from mhgate.wiring.playing import OpenedPatient
from mhgate.wiring.workspace import Workspace

__all__ = ["make_ready", "runner_of"]


async def make_ready(
    config: Config,
    chosen: Sequence[Probe],
    judging: OpenedJudge,
    speaking: OpenedPatient,
    *,
    stop: Stop,
    note: Callable[[str], None],
) -> None:
    """Try the models that judge, where one is asked at all, and the one that plays patients.

    Args:
        config: says how long a run may take, and its seed.
        chosen: the probes that are measured.
        judging: the judge, open.
        speaking: the patient, open.
        stop: set it to end the waiting.
        note: told what a person should see.

    Raises:
        CannotEvaluateError: one of them does not answer as it must.
    """
    deadline_s = config.gate.deadline_s
    if any(not probe.exact for probe in chosen):
        await judging.make_ready(
            seed=config.sampling.seed, stop=stop, note=note, deadline_s=deadline_s
        )
    await speaking.make_ready(stop=stop, note=note, deadline_s=deadline_s)


def runner_of(
    workspace: Workspace,
    plan: Plan,
    *,
    target: Target,
    patient: Patient,
    judge: Judge,
    stop: Stop,
) -> Runner:
    """Return what plays the trials of a plan and has them judged.

    Args:
        workspace: the configuration and its suites.
        plan: whose trials they are.
        target: the system under test.
        patient: the user's side.
        judge: answers the questions.
        stop: set it to end the run.
    """
    suites = {suite.name: suite for suite in workspace.suites}

    def read(item_id: str) -> Item:
        return suites[item_id.partition("/")[0]].read_item(plan.refs[item_id])

    config = workspace.config
    return Runner(
        target=target,
        patient=patient,
        judge=judge,
        read_item=read,
        readers=plan.readers,
        questions=workspace.questions,
        rubrics=workspace.rubrics,
        flows=workspace.flows,
        confirming=other_judge(config),
        concurrency=config.target.concurrency,
        deadline_s=config.gate.deadline_s,
        stop=stop,
    )
