"""A journal beside the report that was made of it: the one is held to what the other binds."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

from mhgate.errors import ReportFileError
from mhgate.gate import measurement_of
from mhgate.gate.leaves import root_of
from mhgate.journal import Kept, read_journal
from mhgate.records import CellAnswer, CellKept, ItemOutcome, Question, Report, Score
from mhgate.wiring.runs import RunFolder

__all__ = ["held_journal", "held_scores", "refuse_copy", "root_bound"]


def held_journal(
    folder: RunFolder, report: Report, *, unseal: Callable[[str], bytes] | None = None
) -> Kept:
    """Read a run's journal, and hold its transcripts to the report's Merkle root.

    Args:
        folder: of the run.
        report: that lies beside the journal.
        unseal: opens the lines of protected items.

    Returns:
        What the journal holds.

    Raises:
        ReportFileError: report and journal do not belong together, or the journal cannot be read.
    """
    kept = read_journal(folder.journal, unseal=unseal)
    if kept.n_closed:
        raise ReportFileError(
            f"{folder.journal}: holds {len(kept.sealed)} trials of protected items, and there is "
            "no key: it cannot be held to its report.",
            hint="Set the variable that [suites] key_env names (MHGATE_SEALED_KEY).",
        )
    refuse_copy(kept, folder.journal)
    if root_bound(kept, report) != report.merkle_root:
        raise ReportFileError(
            f"{folder.path}: the journal's transcripts are not those that the report was made of "
            "(their root is another one).",
            hint="One of the two was changed, or the run was gone on with and not ended: take both "
            "as the run wrote them, or end it (--mhgate-resume).",
        )
    return kept


def root_bound(kept: Kept, report: Report) -> str:
    """Return the root that a report would bind if these were the transcripts of its run.

    Args:
        kept: what a journal holds, every sealed line of it opened.
        report: of its run.
    """
    live, again = report.live, report.second_look
    return root_of(
        kept.came_back,
        [*report.outcomes, *(again.outcomes if again else ())],
        base_came_back=kept.base_came_back,
        base_outcomes=[
            *(live.outcomes if live else ()),
            *(again.base_outcomes if again else ()),
        ],
    )


def refuse_copy(kept: Kept, path: Path) -> None:
    """Refuse a journal from which words were taken: who judges must read what was said.

    Args:
        kept: what it holds.
        path: of it.

    Raises:
        ReportFileError: it is such a copy.
    """
    if kept.is_copy:
        raise ReportFileError(
            f"{path}: is a copy from which words were taken ({kept.n_withheld} lines are left out, "
            f"{kept.n_changed} changed): nobody can judge by it, and it cannot be held to its "
            "report.",
            hint="Take the journal as the run wrote it; the copy's chain ends with the same head. "
            '[redaction] personal = "shown" leaves the journal of a run whole.',
        )


def held_scores(
    scores: Mapping[str, tuple[Score, ...]], report: Report, questions: Mapping[str, Question]
) -> dict[str, tuple[Score, ...]]:
    """Return the scores of a journal that are the report's too; others somebody else wrote.

    Of a rubric's score those cells are left that the report holds too, asked in the words of then.

    Args:
        scores: by trial.
        report: made of them.
        questions: those of today: an answer to another one is of no use.

    Returns:
        By trial, those whose answer, judge, item and question are what the report binds.
    """
    rows = {(row.trial_id, row.probe_id): row for row in report.outcomes}
    asked = dict(_asked(report, questions))
    cells = {name: each.cells for each in report.rubrics for name in each.probes}

    def is_held(score: Score) -> bool:
        row = rows.get((score.trial_id, score.probe_id))
        return (
            row is not None
            and (score.value, score.answer, score.grade, score.judge, score.votes, score.item)
            == (row.value, row.answer, row.grade, row.judge, row.votes, row.item_digest)
            and (score.question is None or asked.get(score.probe_id) == score.question)
        )

    def with_held_cells(score: Score) -> Score:
        if not score.cells:
            return score
        row, kept = rows[score.trial_id, score.probe_id], cells.get(score.probe_id, {})
        held = [each for each in score.cells if _is_cell_held(each, row, kept.get(each.cell))]
        return score.model_copy(update={"cells": tuple(held)})

    return {
        trial_id: tuple(with_held_cells(each) for each in given if is_held(each))
        for trial_id, given in scores.items()
    }


def _is_cell_held(cell: CellAnswer, row: ItemOutcome, kept: CellKept | None) -> bool:
    told = row.cells.get(cell.cell)
    return (
        told is not None
        and kept is not None
        and kept.question == cell.question
        and (cell.value, cell.grade, cell.meets, cell.failure)
        == (told.value, told.grade, told.meets, told.failure)
    )


def _asked(report: Report, questions: Mapping[str, Question]) -> Iterator[tuple[str, str]]:
    """Yield the digest of the question that each probe of a report asked, where it is one of today.

    A report binds a probe and its question together, under one digest.
    """
    candidates = {question.digest: question for question in questions.values()}
    for pillar in report.verdict.pillars:
        for probe in (each.probe for each in pillar.probes):
            bound = report.provenance.measurement.get(f"probe {probe.id}")
            for question in candidates.values():
                if question.id != probe.question:
                    continue
                now = measurement_of([probe], {probe.id: question}, judge="")
                if now[f"probe {probe.id}"] == bound:
                    yield probe.id, question.digest
