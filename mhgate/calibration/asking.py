"""Gold transcripts are put to a judge: several at a time, none twice, no more than is paid for."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from mhgate.calibration.answers_file import answer_key
from mhgate.canonical import digest
from mhgate.errors import MhgateError
from mhgate.protocols import Judge
from mhgate.records import (
    Answer,
    Failure,
    GoldTranscript,
    Item,
    Question,
    Stage,
    Transcript,
    Trial,
)

__all__ = ["Asked", "GoldQuestion", "ask_judge", "item_of", "transcript_of"]

_LONGEST_MESSAGE = 500  # characters
_TARGET = "gold"


@dataclass(frozen=True, slots=True)
class GoldQuestion:
    """One question about one labelled transcript.

    Args:
        question: what is asked.
        gold: the transcript.
        pillar: of the question.
    """

    question: Question
    gold: GoldTranscript
    pillar: str

    @property
    def key(self) -> str:
        """What an answer to it belongs to."""
        return answer_key(self.question.digest, self.gold.digest)


@dataclass(slots=True)
class Asked:
    """What came of asking.

    Attributes:
        came: the answer, or the failure in its place, by the key of the question.
        n_calls: how often the judge was asked.
        n_reused: how many answers were there already.
        missing: what was not asked, because the budget was spent.
    """

    came: dict[str, Answer | Failure] = field(default_factory=dict)
    n_calls: int = 0
    n_reused: int = 0
    missing: list[GoldQuestion] = field(default_factory=list)


async def ask_judge(
    judge: Judge,
    todo: Sequence[GoldQuestion],
    *,
    kept: Mapping[str, Answer],
    keep: Callable[[str, Answer], None],
    concurrency: int = 8,
    max_calls: int | None = None,
    progress: Callable[[int, int], None] = lambda _done, _all: None,
) -> Asked:
    """Ask a judge about labelled transcripts.

    Args:
        judge: who answers.
        todo: what to ask, in order; the same twice is asked once.
        kept: answers that are there already, by key.
        keep: told each new answer, as it comes.
        concurrency: how many questions are open at a time, at least 1.
        max_calls: the most that are asked, None for no budget.
        progress: told how many of all have an answer or a failure.

    Returns:
        What came, and what did not.

    Raises:
        ValueError: the concurrency is below 1.
    """
    if concurrency < 1:
        raise ValueError(f"concurrency is {concurrency}; expected at least 1")
    asked = Asked()
    open_ones: list[GoldQuestion] = []
    seen: set[str] = set()
    for each in todo:
        if each.key in seen:
            continue
        seen.add(each.key)
        if each.key in kept:
            asked.came[each.key] = kept[each.key]
            asked.n_reused += 1
        else:
            open_ones.append(each)
    budget = len(open_ones) if max_calls is None else max(0, max_calls)
    asked.missing = open_ones[budget:]
    waiting = iter(open_ones[:budget])

    async def work() -> None:
        for each in waiting:  # shared by all workers: each question is taken once
            asked.n_calls += 1
            came = await _answer(judge, each)
            asked.came[each.key] = came
            if isinstance(came, Answer):
                keep(each.key, came)
            progress(len(asked.came), len(seen))

    progress(len(asked.came), len(seen))
    try:
        async with asyncio.TaskGroup() as group:
            for _ in range(min(concurrency, budget)):
                group.create_task(work())
    except* MhgateError as errors:  # all workers meet the same one: a file that cannot be written
        raise errors.exceptions[0] from None
    return asked


def item_of(gold: GoldTranscript, pillar: str) -> Item:
    """Return the item that a labelled transcript stands for: the user's side, and its context.

    Args:
        gold: the transcript.
        pillar: of the question.
    """
    return Item(
        id=gold.id,
        family=gold.family,
        pillar=pillar,
        turns=tuple(turn.content for turn in gold.turns if turn.role == "user"),
        expects=gold.expects,
        strata=gold.strata,
        language=gold.language,
        source=gold.source,
        licence=gold.licence,
        digest=gold.digest,
    )


def transcript_of(gold: GoldTranscript) -> Transcript:
    """Return a labelled transcript as a judge takes it."""
    return Transcript(
        trial=Trial(id=f"{gold.id}#0", item_id=gold.id, family=gold.family, epoch=0, seed=0),
        turns=gold.turns,
        target_fingerprint=digest([_TARGET, gold.system]),
    )


async def _answer(judge: Judge, asked: GoldQuestion) -> Answer | Failure:
    """Ask one question; whatever breaks is one question's failure."""
    transcript = transcript_of(asked.gold)
    kind = "crash"
    try:
        came: object = await judge.answer(
            asked.question, item_of(asked.gold, asked.pillar), transcript
        )
    except Exception as error:  # noqa: BLE001 - a judge's bug is a failure of this one question
        came, message = None, f"{type(error).__name__}: {error}"
    else:
        kind = "unreadable_answer"
        message = f"the judge returned {type(came).__name__}; expected an Answer"
    if isinstance(came, Answer) and (wrong := _off_scale(asked.question, came)) is not None:
        came, kind, message = None, "wrong_scale", wrong
    if isinstance(came, Answer | Failure):
        return came
    return Failure(
        trial_id=transcript.trial.id,
        stage=Stage.JUDGE,
        kind=kind,
        message=message[:_LONGEST_MESSAGE],
    )


def _off_scale(question: Question, answer: Answer) -> str | None:
    """Return why an answer is none to its question, as a run finds it; None where it is one."""
    if answer.value not in {"yes", "no", "graded"}:
        return None
    if (answer.value == "graded") != question.is_graded:
        wanted = "a grade" if question.is_graded else "yes or no"
        return f"the judge answered {answer.value}; the question asks for {wanted}"
    if answer.grade is not None and answer.grade not in (question.grades or ()):
        return "the judge gave a grade that the question does not have"
    return None
