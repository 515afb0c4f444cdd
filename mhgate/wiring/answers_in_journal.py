"""What the judge answered before a run was gone on with, given again from the run's own journal.

An answer stands where it is of this very judge, to this very question, about this very transcript
and item. A judge's failure is no answer, and is asked again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING

from mhgate.journal import Kept
from mhgate.protocols import Judge
from mhgate.records import Answer, Failure, Item, Question, Score, Transcript
from mhgate.runner.scoring import trouble_with

if TYPE_CHECKING:
    from mhgate.wiring.judging import OpenedJudge

__all__ = ["JournalJudge", "answers_of", "journal_judge"]

_MOST_READ = 1024  # trials that are judged at one time, and more

_Known = Mapping[str, tuple[str | None, Answer]]
"""The answers about one transcript, each with its item's digest, by the question's digest."""


def answers_of(score: Score) -> Iterator[tuple[tuple[str, str], Answer]]:
    """Yield the answers behind one score: to its question, or to the cells that were asked.

    Args:
        score: of a judge.

    Yields:
        The trial's id with the question's digest, and the answer.
    """
    if score.question is not None and score.answer is not None:
        yield (
            (score.trial_id, score.question),
            Answer(
                value=score.answer,
                grade=score.grade,
                quotes=score.quotes,
                explanation=score.explanation,
                judge=score.judge,
                confidence=score.confidence,
                attempts=score.attempts,
                votes=score.votes,
                cached=score.cached,
            ),
        )
    for cell in score.cells:
        if cell.asked and cell.value is not None:
            yield (
                (score.trial_id, cell.question),
                Answer(
                    value=cell.value,
                    grade=cell.grade,
                    quotes=cell.quotes,
                    explanation=cell.explanation,
                    judge=score.judge,
                    cached=cell.cached,
                ),
            )


def journal_judge(
    opened: OpenedJudge,
    judge: Judge,
    kept: Kept | None,
    *,
    items: Mapping[str, str],
) -> Judge:
    """Return the judge that gives again what stands in the journal, and asks for the rest.

    Args:
        opened: the judge behind it; it counts what was given again.
        judge: who is asked for the rest.
        kept: what the journal holds of the run; None: nothing is gone on with.
        items: the digests of the items that are judged, by their ids.
    """
    if kept is None or not (kept.scores or kept.base_scores):
        return judge
    again = JournalJudge(opened, judge, kept)
    before = opened.batches.is_known
    opened.batches.is_known = lambda question, transcript: (
        again.is_known(question, items.get(transcript.trial.item_id), transcript)
        or before(question, transcript)
    )
    return again


class JournalJudge:
    """Gives again what was answered in this run, and asks a judge for the rest.

    Args:
        opened: the judge behind it; it counts what was given again.
        judge: who is asked for the rest.
        kept: what the journal holds of the run.
    """

    def __init__(self, opened: OpenedJudge, judge: Judge, kept: Kept) -> None:
        self._opened, self._judge = opened, judge
        self._arms = (
            (kept.came_back, kept.scores),
            (kept.base_came_back, kept.base_scores),
        )
        self._read: dict[tuple[int, str], _Known] = {}
        # a judge that counts how often it is asked the same counts these, too
        self._passed: Callable[[Question, Item, Transcript], None] = getattr(
            judge, "passed", _unheard
        )

    @property
    def fingerprint(self) -> str:
        """The judge's own: an answer is the same whether it is given or given again."""
        return self._judge.fingerprint

    def is_known(self, question: Question, item: str | None, transcript: Transcript) -> bool:
        """Return whether a question about a transcript was answered already.

        Args:
            question: what would be asked.
            item: the digest of the item as it is now.
            transcript: what was said.
        """
        return self._found(question, item, transcript) is not None

    async def answer(
        self, question: Question, item: Item, transcript: Transcript
    ) -> Answer | Failure:
        """Return the answer that stands in the journal, or ask.

        Args:
            question: what is asked.
            item: what was asked of the product.
            transcript: what was said.
        """
        known = self._found(question, item.digest, transcript)
        if known is None:
            return await self._judge.answer(question, item, transcript)
        self._passed(question, item, transcript)
        self._opened.n_in_journal += 1
        self._opened.count_votes(known, question)
        return known

    def _found(self, question: Question, item: str | None, transcript: Transcript) -> Answer | None:
        name = transcript.trial.id
        for arm, (came_back, _) in enumerate(self._arms):
            kept = came_back.get(name)
            if kept is not transcript and kept != transcript:
                continue
            of, answer = self._known(arm, name).get(question.digest, (None, None))
            if answer is None or of != item or answer.judge != self.fingerprint:
                continue
            if trouble_with(answer, question, transcript) is None:
                return answer
        return None

    def _known(self, arm: int, trial_id: str) -> _Known:
        known = self._read.get((arm, trial_id))
        if known is None:
            if len(self._read) >= _MOST_READ:
                self._read.clear()
            known = {
                question: (score.item, answer)
                for score in self._arms[arm][1].get(trial_id, ())
                for (_, question), answer in answers_of(score)
            }
            self._read[arm, trial_id] = known
        return known


def _unheard(_question: Question, _item: Item, _transcript: Transcript) -> None:
    """Tell nobody."""
