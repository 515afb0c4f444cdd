"""A judge, held to fixed transcripts with known labels before a run believes it."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from mhgate.canonical import digest, seed_from
from mhgate.protocols import Judge
from mhgate.records import Answer, Cell, Failure, Item, Probe, Stage, Transcript, Trial
from mhgate.runner import Runner
from mhgate.runner.scoring import as_answer, trouble_with
from mhgate.suites import Suite
from mhgate.wiring.batches import Batches

if TYPE_CHECKING:
    from mhgate.records import Drift, DriftAnswer, DriftCase
    from mhgate.records.baselines import KnownAnswers

__all__ = ["KnownLabels", "held_to_labels", "known_labels"]

_TARGET = "known labels"
_MOST_AT_ONCE = 8


@dataclass(frozen=True, slots=True)
class KnownLabels:
    """One transcript, and the cells of it whose answers are known.

    Args:
        case: the transcript and its labels.
        cells: those that are labelled, in the order of their rubric.
        item: what a judge is told of it.
        transcript: what was said.
    """

    case: DriftCase
    cells: tuple[Cell, ...]
    item: Item
    transcript: Transcript


def known_labels(
    suites: Sequence[Suite], chosen: Sequence[Probe], *, seed: int
) -> tuple[KnownLabels, ...]:
    """Return the known labels of the rubrics that some probes score.

    Args:
        suites: that hold them.
        chosen: the probes of a run.
        seed: of the trials.
    """
    scored = {probe.id: probe.rubric for probe in chosen if probe.rubric and probe.tier is None}
    found = []
    for suite in suites:
        rubrics = {scored.get(probe.id) for probe in suite.probes}
        found += [_known(case, suite, seed=seed) for case in suite.drift if case.rubric in rubrics]
    return tuple(found)


def _known(case: DriftCase, suite: Suite, *, seed: int) -> KnownLabels:
    cells = tuple(cell for cell in suite.rubrics[case.rubric].cells if cell.id in case.labels)
    item_id = f"{_TARGET}/{case.id}"
    item = Item(
        id=item_id,
        family=item_id,
        pillar=suite.pillar,
        turns=tuple(turn.content for turn in case.turns if turn.role == "user"),
        strata=case.strata,
        language=case.language,
        source=case.source,
        licence=case.licence,
        digest=case.digest,
    )
    trial = Trial(
        id=f"{item_id}#0",
        item_id=item_id,
        family=item_id,
        epoch=0,
        seed=seed_from(seed, item_id),
    )
    said = Transcript(trial=trial, turns=case.turns, target_fingerprint=_TARGET)
    return KnownLabels(case, cells, item, said)


async def held_to_labels(
    judge: Judge,
    labels: Sequence[KnownLabels],
    *,
    batches: Batches,
    before: KnownAnswers | None = None,
) -> Drift | None:
    """Ask a judge what is known already, in the way in which it is asked in the run.

    Args:
        judge: is asked each labelled cell once.
        labels: what is known.
        batches: told which cells are asked together.
        before: what was answered in an earlier run, which these are compared with.

    Returns:
        What it said; None where nothing is known. Whether it is believed is the verdict's matter.
    """
    if not labels:
        return None
    for each in labels:
        batches.learn_cells(each.item.id, each.cells)
    gate = asyncio.Semaphore(_MOST_AT_ONCE)

    async def asked(known: KnownLabels) -> list[DriftAnswer]:
        async with gate:
            return [await _answered(judge, known, cell) for cell in known.cells]

    answers = [each for of in await asyncio.gather(*map(asked, labels)) for each in of]
    is_same = before is not None and before.judge == judge.fingerprint
    earlier = before.agreed if before is not None and is_same else {}
    from mhgate.records import Drift  # noqa: PLC0415 - where labels are known

    return Drift(
        judge=judge.fingerprint,
        answers=tuple(
            each.model_copy(update={"agreed_before": earlier.get(each.digest)}) for each in answers
        ),
        before=before.run_id if before is not None and earlier else None,
    )


async def _answered(judge: Judge, known: KnownLabels, cell: Cell) -> DriftAnswer:
    case, label = known.case, known.case.labels[cell.id]
    given = await Runner.guarded(
        known.transcript.trial,
        Stage.JUDGE,
        lambda: judge.answer(cell.question, known.item, known.transcript),
    )
    came = as_answer(given, known.transcript.trial)
    said: str | int | None = None
    failure = came.kind if isinstance(came, Failure) else None
    if isinstance(came, Answer):
        trouble = trouble_with(came, cell.question, known.transcript)
        failure = None if trouble is None else trouble[0]
        said = came.value if came.grade is None else came.grade
    from mhgate.records import DriftAnswer  # noqa: PLC0415 - where labels are known

    return DriftAnswer(
        case=case.id,
        cell=cell.id,
        unit=f"{case.id} {cell.dimension}",
        digest=digest([case.digest, cell.question.digest, label]),
        agrees=failure is None and said == label,
        failure=failure,
    )
