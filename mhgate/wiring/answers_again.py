"""Answers that a judge gave already, and the judge that gives them again instead of being asked."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from mhgate.errors import MhgateError
from mhgate.journal import read_journal
from mhgate.protocols import Judge
from mhgate.records import Answer, Failure, Item, Question, Score, Transcript
from mhgate.report import read_report
from mhgate.wiring.answers_in_journal import answers_of
from mhgate.wiring.existing import Existing
from mhgate.wiring.held_journals import held_journal, held_scores
from mhgate.wiring.runs import JUDGED, RUNS, RunFolder, runs_below

__all__ = ["GivenAnswers", "RememberingJudge", "given_answers", "is_of"]

_MODEL = "judge model"
_Key = tuple[str, str]


@dataclass(frozen=True, slots=True)
class GivenAnswers:
    """The answers of one journal: by trial and question, with the model that gave them.

    Args:
        answers: by the trial's id and the question's digest; of one judge, by its fingerprint.
        model: the name that the judge answered as; None where that is not known.
    """

    answers: Mapping[_Key, Answer]
    model: str | None


def given_answers(existing: Existing, reports: Path, *, judge: str) -> Iterator[GivenAnswers]:
    """Yield what a judge said already about transcripts that are to be judged.

    What a report lies beside is held to it: an answer that it does not hold was not given, and the
    judge is asked. Looked through are the run's journal, and those of earlier judgements of the
    same transcripts: one that was broken off is gone on with so.

    Args:
        existing: what is to be judged.
        reports: the folder of reports.
        judge: the judge's fingerprint.
    """
    questions = existing.workspace.questions
    measured, scores = {}, existing.scores
    if existing.earlier is not None:
        measured = existing.earlier.provenance.measurement
        scores = held_scores(scores, existing.earlier, questions)
    yield GivenAnswers(_answers(existing, scores, judge), measured.get(_MODEL))
    for folder in [*_of_the_run(existing, reports), *runs_below(reports, JUDGED)]:
        header = folder.header()
        if header is None or not is_of(header, existing):
            continue
        if existing.journal is not None and folder.journal.samefile(existing.journal):
            continue
        try:
            report = read_report(folder.report) if folder.report.is_file() else None
            unseal = existing.workspace.sealing.unseal
            if report is None:
                kept = read_journal(folder.journal, unseal=unseal)
            else:
                kept = held_journal(folder, report, unseal=unseal)
        except MhgateError:
            continue  # what cannot be read or was changed is asked again
        scores = kept.scores if report is None else held_scores(kept.scores, report, questions)
        same = {
            trial_id: scores
            for trial_id, scores in scores.items()
            if _words(kept.came_back.get(trial_id)) == _words(existing.kept.get(trial_id))
        }
        model = header.get("judge_model")
        if model is None and report is not None:
            model = report.provenance.measurement.get(_MODEL)
        yield GivenAnswers(_answers(existing, same, judge), model)


def _of_the_run(existing: Existing, reports: Path) -> list[RunFolder]:
    return [] if existing.run_id is None else [RunFolder(reports / RUNS / existing.run_id)]


def is_of(header: Mapping[str, Any], existing: Existing) -> bool:
    """Return whether a journal is of a judging, or of the run, of the same transcripts.

    Args:
        header: of the journal.
        existing: what is to be judged.
    """
    if existing.run_id is not None:
        return existing.run_id in {header.get("judged_from"), header.get("run_id")}
    return bool(header.get("transcripts") == existing.digest)


def _words(what: Transcript | Failure | None) -> object:
    if not isinstance(what, Transcript):
        return object()  # equal to nothing
    return [(turn.role, turn.content, turn.flags, turn.session) for turn in what.turns]


def _answers(
    existing: Existing, scores: Mapping[str, tuple[Score, ...]], judge: str
) -> dict[_Key, Answer]:
    """Return a judge's answers about items that are what they were: it may look at them."""
    items = {trial.id: existing.plan.refs[trial.item_id].digest for trial in existing.plan.trials}
    return {
        key: answer
        for given in scores.values()
        for score in given
        if score.judge == judge
        if score.item is not None and score.item == items.get(score.trial_id)
        for key, answer in answers_of(score)
    }


@dataclass(slots=True)
class RememberingJudge:
    """Gives again what was answered already, and asks a judge for the rest.

    Args:
        judge: who is asked.
        answers: what it answered already.
    """

    judge: Judge
    answers: dict[_Key, Answer] = field(default_factory=dict)
    n_reused: int = 0
    n_asked: int = 0

    def is_known(self, question: Question, transcript: Transcript) -> bool:
        """Return whether a question about a transcript was answered already."""
        return (transcript.trial.id, question.digest) in self.answers

    @property
    def fingerprint(self) -> str:
        """The judge's own: an answer is the same whether it is given or given again."""
        return self.judge.fingerprint

    async def answer(
        self, question: Question, item: Item, transcript: Transcript
    ) -> Answer | Failure:
        """Return the answer that was given, or ask."""
        known = self.answers.get((transcript.trial.id, question.digest))
        if known is not None:
            self.n_reused += 1
            return known
        self.n_asked += 1
        return await self.judge.answer(question, item, transcript)
