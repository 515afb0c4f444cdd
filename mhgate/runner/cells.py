"""What one conversation is worth to a rubric's dimension: its cells, asked one after another."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence

from mhgate.records import (
    Answer,
    Cell,
    CellAnswer,
    Failure,
    Item,
    Probe,
    Question,
    Rubric,
    Score,
    Stage,
    Transcript,
)
from mhgate.runner.scoring import trouble_with

__all__ = ["all_cached", "filled"]

_NAMED = 3


async def filled(
    probe: Probe,
    rubric: Rubric,
    item: Item,
    transcript: Transcript,
    answer: Callable[[Question], Awaitable[Answer | Failure]],
) -> Score | Failure:
    """Score one dimension, or a pool of several, by the share of its cells that are met.

    A cell that does not apply, by the vignette or by the judge's word, takes no part. One scored
    cell without an answer leaves the whole unmeasured: a share of the rest would be another figure.

    Args:
        probe: names the dimension.
        rubric: holds its cells.
        item: what was asked.
        transcript: what was said.
        answer: asks the judge one question about it, each only once.

    Returns:
        The score, with its cells where it is one dimension's, or the Failure in its place.
    """
    name = str(probe.dimension)
    cells = [await _cell(each, item, transcript, answer) for each in rubric.cells_of(name)]
    judges = {each[1] for each in cells if each[1] is not None}
    answers = tuple(each[0] for each in cells)
    scored = {cell.id for cell in rubric.cells if cell.good is not None}
    lost = [each for each in answers if each.failure is not None and each.cell in scored]
    trouble = None
    value = rubric.score(name, {a.cell: a.meets for a in answers if a.meets is not None})
    if lost:
        named = ", ".join(f"{each.cell}: {each.failure}" for each in lost[:_NAMED])
        more = f" and {len(lost) - _NAMED} more" if len(lost) > _NAMED else ""
        trouble = "cells_unanswered", f"{len(lost)} of {len(answers)} cells ({named}{more})"
    elif value is None:
        trouble = "not_applicable", "no cell of the dimension applies to this transcript"
    elif len(judges) > 1:
        trouble = "judge_changed", "the judge's fingerprint changed from one cell to another"
    if trouble is not None:
        return Failure(
            trial_id=transcript.trial.id,
            stage=Stage.JUDGE,
            kind=trouble[0],
            message=trouble[1],
            probe_id=probe.id,
        )
    return Score(
        trial_id=transcript.trial.id,
        probe_id=probe.id,
        value=value or 0.0,
        judge=next(iter(judges)),
        item=item.digest,
        explanation=f"{sum(bool(each.meets) for each in answers)} of "
        f"{sum(each.meets is not None for each in answers)} cells are met",
        cells=() if name in rubric.pools else answers,
        cached=all_cached(answers),
    )


def all_cached(answers: Sequence[CellAnswer]) -> bool:
    """Return whether every answer that was asked for was given in an earlier run.

    Args:
        answers: of a rubric's dimension, or on the way through a flow.
    """
    asked = [each for each in answers if each.asked]
    return bool(asked) and all(each.cached for each in asked)


async def _cell(
    cell: Cell,
    item: Item,
    transcript: Transcript,
    answer: Callable[[Question], Awaitable[Answer | Failure]],
) -> tuple[CellAnswer, str | None]:
    """Return one cell's answer, and who gave it."""
    name, question = cell.id, cell.question
    if not cell.applies_to(item):
        return CellAnswer(
            cell=name, question=question.digest, value="not_applicable", asked=False
        ), None
    given = await answer(question)
    if isinstance(given, Failure):
        return CellAnswer(cell=name, question=question.digest, failure=given.kind), None
    trouble = trouble_with(given, question, transcript)
    if trouble is not None:
        return CellAnswer(cell=name, question=question.digest, failure=trouble[0]), None
    is_scored = cell.good is not None and given.value != "not_applicable"
    return CellAnswer(
        cell=name,
        question=question.digest,
        value=given.value,
        grade=given.grade,
        meets=given.value == cell.good if is_scored else None,
        quotes=given.quotes,
        explanation=given.explanation,
        cached=given.cached,
    ), given.judge
