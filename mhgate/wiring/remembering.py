"""What a judge said already, gathered before transcripts are judged again: it is asked the rest."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from mhgate.baseline import known_answers
from mhgate.records import Drift, Probe, Transcript
from mhgate.runner import Stop
from mhgate.wiring.answers_again import RememberingJudge, given_answers
from mhgate.wiring.earlier import read_baseline
from mhgate.wiring.existing import Existing
from mhgate.wiring.judging import MODEL, OpenedJudge
from mhgate.wiring.known_labels import known_labels

__all__ = ["held_again", "remember"]


async def remember(
    judge: RememberingJudge,
    existing: Existing,
    opened: OpenedJudge,
    reports: Path,
    *,
    stop: Stop,
    note: Callable[[str], None],
) -> str | None:
    """Gather what the judge said already, and make it ready where more has to be asked.

    Answers of another model under the same name are not mixed with today's.

    Args:
        judge: remembers them.
        existing: the transcripts.
        opened: the judge behind it.
        reports: the folder of reports.
        stop: ends the making ready early.
        note: told what a person should see.

    Returns:
        The name that the judge answers as, None where it has none or nobody knows it.
    """
    wanted = _wanted(existing)
    found = list(given_answers(existing, reports, judge=judge.fingerprint))
    if opened.models:  # a name may stand for another model tomorrow: who answered must be known
        found = [each for each in found if each.model is not None]
    known = [
        (each.model, {key: what for key, what in each.answers.items() if key in wanted})
        for each in found
    ]
    for _, answers in known:
        judge.answers = {**answers, **judge.answers}
    models = {model for model, answers in known if answers}
    if wanted <= judge.answers.keys() and len(models) <= 1:
        return next(iter(models), None)
    config = existing.workspace.config
    await opened.make_ready(
        seed=config.sampling.seed, stop=stop, note=note, deadline_s=config.gate.deadline_s
    )
    today = opened.measured().get(MODEL)
    for model, answers in known:
        if opened.models and model != today and answers:
            note(
                f"{len(answers)} answers of {model} are not reused: the judge answers as {today} "
                "today"
            )
            judge.answers = {
                key: what for key, what in judge.answers.items() if answers.get(key) != what
            }
    return today


def _wanted(existing: Existing) -> set[tuple[str, str]]:
    """Return the answers that are needed, by trial and question; of a flow all that may be."""
    workspace = existing.workspace
    asked, rubrics = workspace.asked, workspace.rubrics
    wanted = set()
    for trial_id, what in existing.kept.items():
        if not isinstance(what, Transcript):
            continue
        readers = existing.plan.readers[what.trial.item_id]
        item = existing.read_item(what.trial.item_id) if asked.keys() & _ids(readers) else None
        for probe in readers:
            if item is not None and probe.id in rubrics:
                cells = rubrics[probe.id].cells_of(str(probe.dimension))
                questions = tuple(cell.question for cell in cells if cell.applies_to(item))
            else:
                questions = asked.get(probe.id, ())
            wanted |= {(trial_id, question.digest) for question in questions}
    return wanted


def _ids(probes: Sequence[Probe]) -> set[str]:
    return {probe.id for probe in probes}


async def held_again(
    judge: RememberingJudge,
    existing: Existing,
    opened: OpenedJudge,
    *,
    stop: Stop,
    note: Callable[[str], None],
) -> Drift | None:
    """Hold the judge to known labels where it is asked anything; else what it said then stands.

    Args:
        judge: with what it remembers.
        existing: the transcripts.
        opened: the judge behind it.
        stop: ends it early.
        note: told what came of it.
    """
    earlier, config = existing.earlier, existing.workspace.config
    if _wanted(existing) <= judge.answers.keys():
        drift = None if earlier is None else earlier.drift
        return drift if drift is not None and drift.judge == judge.fingerprint else None
    name = config.gate.baseline
    if name is not None:
        before = read_baseline(config.folder / name).labels
    else:
        before = None if earlier is None else known_answers(earlier)
    return await opened.held_to(
        known_labels(existing.workspace.suites, existing.probes, seed=config.sampling.seed),
        before=before,
        stop=stop,
        note=note,
        deadline_s=config.gate.deadline_s,
    )
