"""Trials -> transcripts -> scores, with a bounded number of conversations at once.

A failure is a value here: whatever goes wrong with one trial ends as a Failure of that trial, and
the run goes on. What stops a run (its deadline, a spent budget, a request to stop) leaves trials
*not reached*, which is another account than failed. A spent budget begins no further trial, and
what was paid for is finished and judged; anything else ends what is under way too.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import partial
from typing import TypeVar

from mhgate.protocols import Judge, Patient, Target
from mhgate.records import (
    Answer,
    Failure,
    Item,
    Probe,
    Question,
    QuestionFlow,
    Rubric,
    Score,
    Stage,
    Transcript,
    Trial,
    Turn,
)
from mhgate.runner.cells import filled
from mhgate.runner.flow_walking import walked
from mhgate.runner.outcomes import Played, Stop
from mhgate.runner.pairing import Beside, Heard, base_goes_first
from mhgate.runner.returned import kind_of, placed, readable
from mhgate.runner.scoring import LONGEST_MESSAGE, as_answer, checked, judged

__all__ = ["NOT_ASKED", "Played", "Runner", "Stop"]

NOT_ASKED = "not_asked"
_SPENT, _LATE = "budget", "deadline"
_LINGER_S = 2.0

Value = TypeVar("Value")


@dataclass(slots=True, kw_only=True)
class Runner:
    """Plays trials and scores them.

    Args:
        target: the system under test.
        patient: the user's side.
        judge: answers the questions.
        read_item: a trial's item, read when it is needed.
        readers: the probes that read an item, by the item's id.
        questions: the questions of the judged probes, by the probe's id.
        rubrics: the rubrics of those that score one, by the probe's id.
        flows: the question flows of those that walk one, by the probe's id.
        confirming: another judge, who is asked too where a probe that must ``never`` go off does.
        concurrency: the most conversations at once, at least 1.
        deadline_s: the most seconds for the whole run.
        stop: set from outside to end the run.
    """

    target: Target
    patient: Patient
    judge: Judge
    read_item: Callable[[str], Item]
    readers: Mapping[str, Sequence[Probe]]
    questions: Mapping[str, Question]
    concurrency: int
    deadline_s: float
    stop: Stop
    rubrics: Mapping[str, Rubric] = field(default_factory=dict)
    flows: Mapping[str, QuestionFlow] = field(default_factory=dict)
    confirming: Judge | None = None
    _fingerprint: str | None = None
    _ends_at_s: float | None = None

    def asked_of(self, probes: Sequence[Probe]) -> frozenset[str]:
        """Return the digests of the questions that a judge is asked at most about one transcript.

        Args:
            probes: that read it.
        """
        return frozenset(
            question.digest for probe in probes for question in self._questions_of(probe)
        )

    def _questions_of(self, probe: Probe) -> tuple[Question, ...]:
        if probe.tier is not None:
            return self.flows[probe.id].asked_for(str(probe.dimension))
        if probe.rubric is not None:
            cells = self.rubrics[probe.id].cells_of(str(probe.dimension))
            return tuple(cell.question for cell in cells)
        return () if probe.exact else (self.questions[probe.id],)

    async def run(
        self,
        trials: Sequence[Trial],
        *,
        kept: Mapping[str, Transcript | Failure],
        done: Callable[[Played], None],
        beside: Beside | None = None,
    ) -> None:
        """Play the trials and hand over each as it ends, in whatever order they end.

        It may be called again, with further trials: the deadline is that of all calls together.

        Args:
            trials: in plan order.
            kept: what an earlier attempt has already got from the target, by trial id; it is
                scored again and never asked again.
            done: called with each trial that ended.
            beside: the other arm, where two targets are played: a trial is then played by both, one
                after the other, and judged in both before it is handed over; never in one alone.
        """
        queue = iter(trials)
        hand_overs = [done] if beside is None else [done, beside.done]
        for runner in (self, *(() if beside is None else (beside.runner,))):
            runner.begins()
        is_over = False

        async def work() -> None:
            for trial in queue:
                if self.stop.event.is_set():
                    return
                played = await self._play_arms(trial, kept.get(trial.id), beside)
                if not is_over:
                    for hand_over, one in zip(hand_overs, played, strict=False):
                        hand_over(one)

        workers = [asyncio.create_task(work()) for _ in range(min(self.concurrency, len(trials)))]
        stopped = asyncio.create_task(self.stop.at_once.wait())
        try:
            await self._until_done(workers, stopped)
        finally:
            for task in (*workers, stopped):
                task.cancel()
            ended, _ = await asyncio.wait((*workers, stopped), timeout=_LINGER_S)
            is_over = True  # a target that will not be cancelled is left behind, and not heard
            for task in ended:
                if not task.cancelled():
                    task.exception()  # the first was raised already; the others are not logged

    async def _until_done(
        self, workers: Sequence[asyncio.Task[None]], stopped: asyncio.Task[object]
    ) -> None:
        pending: set[asyncio.Task[object]] = {*workers}
        try:
            async with asyncio.timeout_at(self._ends_at_s):
                while pending:
                    ended, _ = await asyncio.wait(
                        {*pending, stopped}, return_when=asyncio.FIRST_COMPLETED
                    )
                    for task in ended - {stopped}:
                        task.result()  # a bug inside a worker must not end as a quiet hole
                    if stopped in ended:
                        return
                    pending -= ended
        except TimeoutError:
            self.stop.set(f"the deadline of {self.deadline_s:g} s was reached")

    def begins(self) -> None:
        """Keep which target is asked, which may not become another one, and when the run ends."""
        if self._fingerprint is None:
            self._fingerprint = self.target.fingerprint
        if self._ends_at_s is None:
            self._ends_at_s = asyncio.get_running_loop().time() + self.deadline_s

    async def _play_arms(
        self, trial: Trial, kept: Transcript | Failure | None, beside: Beside | None
    ) -> tuple[Played, ...]:
        """Play a trial in every arm, then judge it in each; empty where one was not reached."""
        item = self.read_item(trial.item_id)
        if beside is None:
            only = await self.came_back(trial, item, kept)
            return () if only is None else (await self.scored(trial, item, only),)
        arms: list[_Arm] = [
            (self, kept, beside.heard),
            (beside.runner, beside.kept.get(trial.id), beside.base_heard),
        ]
        is_turned = base_goes_first(trial)
        if is_turned:
            arms.reverse()
        came: list[Transcript | Failure] = []
        for runner, was_kept, heard in arms:
            what = await runner.came_back(trial, item, was_kept)
            if what is None:
                return ()
            if was_kept is None:
                heard(what)
            came.append(what)
        first, second = [
            await runner.scored(trial, item, what)
            for (runner, _, _), what in zip(arms, came, strict=True)
        ]
        return (second, first) if is_turned else (first, second)

    async def came_back(
        self, trial: Trial, item: Item, kept: Transcript | Failure | None
    ) -> Transcript | Failure | None:
        """Return what the target answers in a trial; None where it was not reached.

        Args:
            trial: that is played.
            item: of the trial.
            kept: what it answered in an earlier attempt; then it is not asked.
        """
        if kept is not None:
            await asyncio.sleep(0)  # where nobody is waited for, a request to stop is heard here
        came_back = kept if kept is not None else await self._played(trial, item)
        if isinstance(came_back, Failure):
            # whatever a target says of it, it is this trial's, and every probe's that reads it
            came_back = came_back.model_copy(
                update={"trial_id": trial.id, "probe_id": None, "kind": kind_of(came_back, item)}
            )
            if came_back.kind in {_SPENT, _LATE}:
                # a message may hold what was said, and the reason stands in the report
                because = came_back.kind if item.sealed else came_back.message
                if came_back.kind == _SPENT:
                    self.stop.begin_no_more(because)
                else:
                    self.stop.set(because)
                return None
            if came_back.kind == NOT_ASKED:  # by a target that asks nobody: not reached, not failed
                return None
        return came_back

    async def scored(self, trial: Trial, item: Item, came_back: Transcript | Failure) -> Played:
        """Return what the probes make of what a target answered.

        Args:
            trial: that was played.
            item: of the trial.
            came_back: what the target answered, or the failure in its place.
        """
        if isinstance(came_back, Failure):
            return Played(trial, None, (), (came_back,))
        scores: list[Score] = []
        failures: list[Failure] = []
        answers: dict[str, Answer | Failure] = {}
        for probe in self.readers[trial.item_id]:
            scored = await self._score(probe, item, came_back, answers)
            if isinstance(scored, Score):
                scores.append(scored)
            else:
                failures.append(scored.model_copy(update={"kind": kind_of(scored, item)}))
        return Played(trial, came_back, tuple(scores), tuple(failures))

    async def _played(self, trial: Trial, item: Item) -> Transcript | Failure:
        """Play a trial, and tell a target that keeps something open for it that it is over."""
        ended = getattr(self.target, "ended", None)
        if ended is None:
            return await self._play(trial, item)
        try:
            return await self._play(trial, item)
        finally:
            await self.guarded(trial, Stage.TARGET, lambda: ended(trial))

    async def _play(self, trial: Trial, item: Item) -> Transcript | Failure:
        turns: list[Turn] = []
        began = datetime.now(UTC)
        clock = asyncio.get_running_loop().time
        began_s = clock()
        while True:
            said = await self.guarded(
                trial, Stage.PATIENT, lambda: self.patient.say(item, tuple(turns), trial)
            )
            if isinstance(said, Failure):
                return said
            if said is None:
                break
            number = sum(turn.role == "user" for turn in turns)
            session = item.session_of(number)
            turns.append(Turn(role="user", content=said, session=session, at_s=item.at_s(number)))
            heard = tuple(turn for turn in turns if turn.session == session)
            reply = await self.guarded(
                trial, Stage.TARGET, partial(self.target.reply, heard, trial)
            )
            is_same = self.target.fingerprint == self._fingerprint
            reply = readable(trial, reply, is_same_target=is_same)
            if isinstance(reply, Failure):
                return reply
            turns.append(placed(reply, turns[-1]))
        return Transcript(
            trial=trial,
            turns=tuple(turns),
            target_fingerprint=self.target.fingerprint,
            started_at=began,
            duration_s=clock() - began_s,
        )

    async def _score(
        self,
        probe: Probe,
        item: Item,
        transcript: Transcript,
        answers: dict[str, Answer | Failure],
    ) -> Score | Failure:
        if probe.exact:
            return await self.guarded(
                transcript.trial,
                Stage.JUDGE,
                lambda: checked(probe, item, transcript),
                probe_id=probe.id,
            )

        async def answer(question: Question) -> Answer | Failure:
            if question.digest not in answers:
                given = await self.guarded(
                    transcript.trial,
                    Stage.JUDGE,
                    lambda: self.judge.answer(question, item, transcript),
                )
                answers[question.digest] = as_answer(given, transcript.trial)
            return answers[question.digest]

        if probe.tier is not None:
            return await walked(probe, self.flows[probe.id], item, transcript, answer)
        if probe.rubric is not None:
            return await filled(probe, self.rubrics[probe.id], item, transcript, answer)
        question = self.questions[probe.id]
        found = judged(probe, item, transcript, await answer(question), question)
        return await self._confirmed(found, probe, item, transcript)

    async def _confirmed(
        self, found: Score | Failure, probe: Probe, item: Item, transcript: Transcript
    ) -> Score | Failure:
        """Ask the other judge about an alarm; nobody is asked the same thing twice."""
        other = self.confirming
        if other is None or not probe.never or isinstance(found, Failure) or found.value > 0:
            return found
        if other.fingerprint == self.judge.fingerprint:
            return found
        question = self.questions[probe.id]
        given = await self.guarded(
            transcript.trial, Stage.JUDGE, lambda: other.answer(question, item, transcript)
        )
        again = judged(probe, item, transcript, as_answer(given, transcript.trial), question)
        if isinstance(again, Score) and again.value == 0:
            return found.model_copy(update={"confirmed_by": other.fingerprint})
        return found

    @staticmethod
    async def guarded(
        trial: Trial,
        stage: Stage,
        attempt: Callable[[], Awaitable[Value | Failure]],
        *,
        probe_id: str | None = None,
    ) -> Value | Failure:
        """Await what may break; the one place where an unforeseen exception becomes a Failure.

        Args:
            trial: whose Failure it becomes.
            stage: where that is.
            attempt: what is awaited.
            probe_id: of the probe that it concerns, None for the whole trial.
        """
        try:
            return await attempt()
        except GeneratorExit:  # the loop is gone, and with it this trial
            raise
        except BaseException as error:  # the edge: one trial's sys.exit is one trial's Failure too
            task = asyncio.current_task()
            if isinstance(error, asyncio.CancelledError) and task is not None and task.cancelling():
                raise
            return Failure(
                trial_id=trial.id,
                stage=stage,
                kind="crash",
                message=f"{type(error).__name__}: {error}"[:LONGEST_MESSAGE],
                probe_id=probe_id,
            )


_Arm = tuple[Runner, Transcript | Failure | None, Heard]
