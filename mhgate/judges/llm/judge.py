"""The ``llm`` judge: a language model that answers narrow questions, and is believed in nothing.

It is handed a Target, whatever that speaks to. What a reply is read as stands in
docs/reference/llm_judge.md; what it quotes is located by code; a second call mends a reply that
cannot be used, and there is no third.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from pydantic import JsonValue

from mhgate.canonical import digest
from mhgate.judges.llm.evidence import evidence_of
from mhgate.judges.llm.expectations import named_by, told_of
from mhgate.judges.llm.marks import marks_for, texts_in
from mhgate.judges.llm.model_names import shown_name
from mhgate.judges.llm.outcomes import Trouble
from mhgate.judges.llm.prompt import as_told, prompt_digest, task_of, turns_of
from mhgate.judges.llm.replies import PARSER_VERSION, Said, read_reply
from mhgate.protocols import Target
from mhgate.records import Answer, Failure, Item, Question, Stage, Transcript, Turn

__all__ = ["Counts", "LLMJudge", "judge_fingerprint"]

_CALLS = 2  # the second mends what the first left open
_LONGEST_EXPLANATION = 1000  # characters
_MOST_KEPT = 512  # batches that are not used up yet
_SPENT = "budget"

Came = Answer | Failure


@dataclass(slots=True)
class Counts:
    """What a judge was asked, and how it went.

    Args:
        n_calls: calls of the judge.
        n_requests: requests that these took, retries included.
        n_repairs: second calls, for what a first one left open.
        n_repaired: answers that second calls gave.
        n_prompt_tokens: tokens that were read, by the replies' own count.
        n_completion_tokens: tokens that were written, likewise.
        n_uncounted: calls whose reply does not say how many, or that got none.
        models: the names that it answered as, in the order in which they were seen.
        judged: the names by which models answered whose replies it was asked about.
    """

    n_calls: int = 0
    n_requests: int = 0
    n_repairs: int = 0
    n_repaired: int = 0
    n_prompt_tokens: int = 0
    n_completion_tokens: int = 0
    n_uncounted: int = 0
    models: list[str] = field(default_factory=list)
    judged: set[str] = field(default_factory=set)

    def count_tokens(self, reply: Turn | Failure) -> None:
        """Add what a reply says of its tokens.

        Args:
            reply: of the endpoint; a Failure says nothing, and may have cost something.
        """
        if (
            isinstance(reply, Failure)
            or reply.prompt_tokens is None
            or reply.completion_tokens is None
        ):
            self.n_uncounted += 1
            return
        self.n_prompt_tokens += reply.prompt_tokens
        self.n_completion_tokens += reply.completion_tokens


@dataclass(slots=True)
class _Batch:
    """The answers of one call about a transcript that nobody has fetched yet."""

    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    came: dict[str, Came] = field(default_factory=dict)


def judge_fingerprint(
    identity: Mapping[str, Any], *, batched: bool = False, one_message: bool = False
) -> str:
    """Return the fingerprint of the judge that is asked so.

    Args:
        identity: what is asked: the provider's kind and host, the model as configured, parameters.
        batched: whether several questions about a transcript are asked in one call.
        one_message: whether task and transcript are sent as one user turn.

    Returns:
        The digest of these, of the prompt, and of the version of what reads the replies.
    """
    return digest(
        {
            "kind": "llm",
            "asks": dict(identity),
            "prompt": prompt_digest(),
            "parser": PARSER_VERSION,
            "batch": batched,
            "one_message": one_message,
        }
    )


class LLMJudge:
    """Asks a model.

    Args:
        target: speaks to the model. What it does not say itself of the model's name and of why the
            reply ended, it may say as the flags ``model`` and ``finish_reason``.
        identity: what is asked, for the fingerprint; by default the target's own fingerprint.
        one_message: send task and transcript as one user turn, to an endpoint that takes no other.
        questions_of: the questions that are asked in one call with a question about an item's
            transcript, itself among them; None asks each question in a call of its own.
        on_stop: told, once, that this judge answers nothing from now on, because its budget is
            spent or another model answered: what is still asked of the product is asked in vain.

    Example:
        >>> judge = LLMJudge(target)  # doctest: +SKIP
        >>> await judge.answer(question, item, transcript)  # doctest: +SKIP
    """

    def __init__(
        self,
        target: Target,
        *,
        identity: Mapping[str, Any] | None = None,
        one_message: bool = False,
        questions_of: Callable[[Question, Item, Transcript], Sequence[Question]] | None = None,
        on_stop: Callable[[str], None] = lambda _because: None,
    ) -> None:
        self.counts = Counts()
        self._target = target
        self._identity = identity
        self._one_message = one_message
        self._questions_of = questions_of
        self._on_stop = on_stop
        self._stopped: Trouble | None = None
        self._batches: OrderedDict[str, _Batch] = OrderedDict()
        self._tasks: dict[tuple[str, ...], Turn] = {}

    @cached_property
    def fingerprint(self) -> str:
        """All that could change an answer, as a digest; see :func:`judge_fingerprint`."""
        identity = self._identity or {"target": self._target.fingerprint}
        return judge_fingerprint(
            identity, batched=self._questions_of is not None, one_message=self._one_message
        )

    @property
    def answered_as(self) -> str | None:
        """The model that answered first, in the endpoint's own words; None before it did."""
        return self.counts.models[0] if self.counts.models else None

    def distrust(self, kind: str, message: str) -> None:
        """Answer nothing from now on.

        Args:
            kind: of the Failures that stand in place of answers.
            message: why.
        """
        self._stopped = self._stopped or Trouble(kind, message)

    def _stop(self, kind: str, message: str) -> None:
        """Answer nothing from now on, and say that the rest of a run would only cost."""
        if self._stopped is None:
            self.distrust(kind, message)
            self._on_stop(f"the judge: {message}")

    async def answer(
        self, question: Question, item: Item, transcript: Transcript
    ) -> Answer | Failure:
        """Answer one question about a transcript.

        Args:
            question: its ``quote`` says with which verdicts words of the product are needed.
            item: what was asked; the model is shown those values of ``expects`` that the question
                names, and nothing else of it.
            transcript: what was said.

        Returns:
            Yes, no, a grade or not applicable with verified quotes; ``unreadable``, without asking,
            where a reply of the product is no words; a Failure of a kind of
            :data:`~mhgate.judges.llm.outcomes.KINDS`, or of the target's.
        """
        replies = transcript.replies
        self.counts.judged.update(filter(None, [shown_name(each.model) for each in replies]))
        if not all(reply.is_readable for reply in replies):
            return Answer(
                value="unreadable",
                explanation="a reply is empty or unreadable; the model was not asked",
                judge=self.fingerprint,
            )
        batch: Sequence[Question] = []
        if self._questions_of is not None:
            batch = _distinct(self._questions_of(question, item, transcript))
        if len(batch) < 2 or question.digest not in {each.digest for each in batch}:  # noqa: PLR2004
            return (await self._ask([question], item, transcript))[question.digest]
        return await self._from_batch(question, batch, item, transcript)

    async def _from_batch(
        self, question: Question, batch: Sequence[Question], item: Item, transcript: Transcript
    ) -> Came:
        """Return one answer of a batch; the first who comes for a transcript asks for all."""
        said = [turn.content for turn in transcript.turns]
        asked = [each.digest for each in batch]
        key = digest([transcript.trial.id, item.digest, said, asked])
        kept = self._batches.setdefault(key, _Batch())
        self._batches.move_to_end(key)
        while len(self._batches) > _MOST_KEPT:
            self._batches.popitem(last=False)
        async with kept.lock:
            if question.digest not in kept.came:
                kept.came = await self._ask(batch, item, transcript)
            came = kept.came.pop(question.digest)  # who asks twice wants a second answer
            if not kept.came:
                self._batches.pop(key, None)
        return came

    async def _ask(
        self, questions: Sequence[Question], item: Item, transcript: Transcript
    ) -> dict[str, Came]:
        """Ask, and ask once more what was not answered in a form that can be used."""
        told, troubles = told_of(item, questions)
        came: dict[str, Came] = {
            each.digest: _failed(troubles[each.id], transcript, 1)
            for each in questions
            if each.id in troubles
        }
        asked = [each for each in questions if each.id not in troubles]
        if asked:
            came |= await self._ask_what_can_be_asked(asked, told, transcript)
        return came

    async def _ask_what_can_be_asked(
        self, questions: Sequence[Question], told: Mapping[str, JsonValue], transcript: Transcript
    ) -> dict[str, Came]:
        came: dict[str, Came] = {}
        troubles: dict[str, Trouble] = {}
        attempts = 0
        asked = list(questions)
        for call in range(_CALLS):
            named = named_by(asked, told)
            beside = [as_told(named), *texts_in(named)] if named else []
            marks = marks_for(transcript, asked, call, beside=beside)
            complaints = dict.fromkeys(troubles[each.id].message for each in asked if call)
            turns: Sequence[Turn] = turns_of(
                *(transcript, asked, marks),
                told=named,
                complaints=list(complaints),
                task=self._task(asked),
            )
            if self._one_message:
                whole = "\n\n".join(turn.content for turn in turns)
                turns = (Turn(role="user", content=whole),)
            reply = await self._call(turns, transcript)
            attempts += reply.attempts
            if isinstance(reply, Failure):
                if call == 0:
                    return dict.fromkeys((each.digest for each in asked), reply)
                break  # what was wrong with the first reply stands
            self.counts.n_repairs += call
            read = read_reply(reply, marks, asked)
            for question in asked:
                found = self._weighed(read[question.id], question, transcript, attempts)
                found = _as_before(found, troubles.get(question.id))
                if isinstance(found, Trouble):
                    troubles[question.id] = found
                    continue
                troubles.pop(question.id, None)
                came[question.digest] = found
                self.counts.n_repaired += call
            asked = [each for each in asked if each.id in troubles]
            asked = [each for each in asked if troubles[each.id].is_mended]
            if not asked:
                break
        for question in questions:
            if question.id in troubles:
                came[question.digest] = _failed(troubles[question.id], transcript, attempts)
        return came

    def _task(self, questions: Sequence[Question]) -> Turn:
        """Return the system turn of some questions, which is long and made once."""
        key = tuple(question.digest for question in questions)
        if key not in self._tasks:
            if len(self._tasks) >= _MOST_KEPT:
                self._tasks.clear()
            self._tasks[key] = task_of(questions)
        return self._tasks[key]

    async def _call(self, turns: Sequence[Turn], transcript: Transcript) -> Turn | Failure:
        """Ask once; a Failure where there is no reply, or where none is taken any longer."""
        if self._stopped is None:
            reply = await self._target.reply(turns, transcript.trial)
            self.counts.n_calls += 1
            self.counts.n_requests += reply.attempts
            self.counts.count_tokens(reply)
            if isinstance(reply, Turn):
                reply = _named(reply)
                self._heed_model(reply.model)
            elif reply.kind == _SPENT:
                self._stop(_SPENT, reply.message)
            if self._stopped is None:
                return reply if isinstance(reply, Turn) else _of_endpoint(reply)
        return _failed(self._stopped, transcript, 1)

    def _heed_model(self, model: str | None) -> None:
        """Hold the endpoint to the model that answered first."""
        if model is None or model in self.counts.models:
            return
        self.counts.models.append(model)
        if len(self.counts.models) > 1:
            first, now = self.counts.models[0], model
            self._stop("judge_changed", f"it answered as {first!r} first and then as {now!r}")

    def _weighed(
        self, said: Said | Trouble, question: Question, transcript: Transcript, attempts: int
    ) -> Answer | Trouble:
        """Return what a reply says about a question, with its quotes verified."""
        if isinstance(said, Trouble):
            return said
        evidence = evidence_of(said, question, transcript)
        if isinstance(evidence, Trouble):
            return evidence
        explanation = said.explanation.strip()[:_LONGEST_EXPLANATION]
        if evidence.n_dropped:
            explanation += f" [{evidence.n_dropped} of {len(said.quotes)} quotes do not occur]"
        grade = said.verdict if isinstance(said.verdict, int) else None
        return Answer(
            value="graded" if isinstance(said.verdict, int) else said.verdict,
            grade=grade,
            quotes=evidence.quotes,
            explanation=explanation.strip(),
            judge=self.fingerprint,
            confidence=said.confidence,
            attempts=attempts,
        )


def _distinct(questions: Sequence[Question]) -> list[Question]:
    """Return the questions of a batch, none twice; those that share an id cannot share a call."""
    by_digest = {question.digest: question for question in questions}
    ids = [question.id for question in by_digest.values()]
    return [each for each in by_digest.values() if ids.count(each.id) == 1]


def _as_before(found: Answer | Trouble, before: Trouble | None) -> Answer | Trouble:
    """Return what a second call said, unless it is another verdict than the first one's.

    A judge that says yes, is told that its quote occurs nowhere, and then says no, has been moved;
    so has one that says 4 and then 5.
    """
    verdict = None if before is None else before.verdict
    if verdict is None or not isinstance(found, Answer):
        return found
    now = found.value if found.grade is None else found.grade
    if now == verdict:
        return found
    return Trouble("contradictory", f"it said {verdict} first and then {now}")


def _named(reply: Turn) -> Turn:
    """Return a reply with what its flags say of the model's name and of why it ended."""
    said: dict[str, str | None] = {
        name: value
        for name in ("model", "finish_reason")
        if getattr(reply, name) is None
        and isinstance(value := reply.flags.get(name), str)
        and value
    }
    said["model"] = shown_name(said.get("model", reply.model))
    if said == {"model": reply.model}:
        return reply
    return reply.model_copy(update=said)


def _of_endpoint(failure: Failure) -> Failure:
    said = f"the judge's endpoint: {failure.message}"
    return failure.model_copy(update={"stage": Stage.JUDGE, "message": said})


def _failed(trouble: Trouble, transcript: Transcript, attempts: int) -> Failure:
    return Failure(
        trial_id=transcript.trial.id,
        stage=Stage.JUDGE,
        kind=trouble.kind,
        message=f"the judge: {trouble.message}",
        attempts=attempts,
    )
