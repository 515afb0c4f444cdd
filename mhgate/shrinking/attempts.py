"""A version of a conversation is asked and judged: within so many calls, and counted."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import Enum

from mhgate.canonical import seed_from
from mhgate.patients import ScriptedPatient
from mhgate.protocols import Judge, Target
from mhgate.records import (
    Failure,
    Item,
    Probe,
    Question,
    Score,
    Stage,
    Transcript,
    Trial,
    Turn,
)
from mhgate.runner import Played, Runner, Stop
from mhgate.shrinking.versions import Version, item_of

__all__ = ["Attempts", "Behaviour"]


class Behaviour(Enum):
    """What became of a version."""

    FAILS = "fails"
    HOLDS = "holds"
    UNMEASURED = "unmeasured"
    UNASKED = "unasked"


@dataclass(slots=True)
class _Counted:
    """A target of which so many replies may be asked, and no more."""

    target: Target
    most: int
    n_calls: int = 0

    @property
    def fingerprint(self) -> str:
        """The target's own."""
        return self.target.fingerprint

    async def reply(self, turns: Sequence[Turn], trial: Trial) -> Turn | Failure:
        """Ask, or say that all calls are spent."""
        if self.n_calls >= self.most:
            return Failure(
                trial_id=trial.id,
                stage=Stage.TARGET,
                kind="budget",
                message=f"all {self.most} calls are spent",
            )
        self.n_calls += 1
        return await self.target.reply(turns, trial)

    async def ended(self, trial: Trial) -> None:
        """Tell a target that keeps something open for a trial that it is over."""
        ended = getattr(self.target, "ended", None)
        if ended is not None:
            await ended(trial)


@dataclass(slots=True, kw_only=True)
class Attempts:
    """Asks versions of one conversation, and says whether one probe is missed.

    A version fails when the probe scores 0 in each of its repeats; the first that does not spares
    the others. A prefix of what was asked was asked too: it is judged without a call.

    Args:
        target: the system under test.
        judge: answers the probe's question.
        item: the original, for all but what is said.
        trial: the original; its seed is that of each first repeat.
        probe: the one that was missed.
        question: of a judged probe.
        max_calls: the most messages to the target, at least 1.
        repeats: how often a version is asked, at least 1.
        deadline_s: the most seconds for one conversation.
        stop: ends everything early.
    """

    target: Target
    judge: Judge
    item: Item
    trial: Trial
    probe: Probe
    question: Question | None
    max_calls: int
    repeats: int
    deadline_s: float
    stop: Stop
    n_versions: int = 0
    n_judged: int = 0
    n_unmeasured: int = 0
    is_spent: bool = False
    trouble: Failure | None = None
    _counted: _Counted = field(init=False)
    _known: dict[tuple[tuple[int, str], ...], Behaviour] = field(default_factory=dict)
    _played: dict[tuple[tuple[int, str], ...], list[tuple[Transcript, Score]]] = field(
        default_factory=dict
    )
    _n_talks: int = 0

    def __post_init__(self) -> None:
        self._counted = _Counted(self.target, self.max_calls)

    @property
    def n_calls(self) -> int:
        """How many messages the target was sent."""
        return self._counted.n_calls

    async def of(self, version: Version) -> Behaviour:
        """Ask a version, unless it is known or there are too few calls left for it.

        Args:
            version: at least one message.
        """
        key = _key(version)
        if key not in self._known:
            if self.n_calls + len(version) * self.repeats > self.max_calls:
                self.is_spent = True
                return Behaviour.UNASKED
            found = await self._asked(version)
            if found is Behaviour.UNASKED:
                return found
            self._known[key] = found
        return self._known[key]

    def seen(self, version: Version) -> tuple[Transcript, Score] | None:
        """Return the first conversation in which a version failed, None where it did not."""
        found = self._played.get(_key(version))
        return found[0] if found else None

    async def shortest_prefix(self, version: Version, least: int) -> Version:
        """Return the shortest beginning of a version that fails already, by what was asked.

        Args:
            version: one that fails.
            least: the fewest messages that must stay.
        """
        played = self._played[_key(version)]
        for n_turns in range(max(least, 1), len(version)):
            prefix = version[:n_turns]
            found: list[tuple[Transcript, Score]] = []
            for transcript, _ in played:
                score = await self._judged(_beginning(transcript, n_turns), prefix)
                if not isinstance(score, Score) or score.value > 0:
                    break
                found.append((_beginning(transcript, n_turns), score))
            if len(found) == self.repeats:
                self._known[_key(prefix)], self._played[_key(prefix)] = Behaviour.FAILS, found
                return prefix
        return version

    async def _asked(self, version: Version) -> Behaviour:
        self.n_versions += 1
        missed: list[tuple[Transcript, Score]] = []
        for repeat in range(self.repeats):
            talk = await self._talk(version, repeat)
            if talk is None:
                self.is_spent = self.is_spent or not self.stop.event.is_set()
                return Behaviour.UNASKED
            score = talk if isinstance(talk, Failure) else await self._judged(talk, version)
            if score is None:
                return Behaviour.UNASKED
            if isinstance(score, Failure) or isinstance(talk, Failure):
                self.n_unmeasured += 1
                self.trouble = score if isinstance(score, Failure) else self.trouble
                return Behaviour.UNMEASURED
            if score.value > 0:
                return Behaviour.HOLDS
            missed.append((talk, score))
        self._played[_key(version)] = missed
        return Behaviour.FAILS

    async def _talk(self, version: Version, repeat: int) -> Transcript | Failure | None:
        """Return what was said, or the failure in its place; None where it was not asked."""
        self._n_talks += 1
        seed = seed_from(self.trial.seed, "shrink", repeat) if repeat else self.trial.seed
        trial = self.trial.model_copy(
            update={"id": f"{self.trial.id}~{self._n_talks}", "seed": seed}
        )
        played = await self._run(trial, version, kept={}, readers=())
        if played is None:
            return None
        return played.transcript or played.failures[0]

    async def _judged(self, transcript: Transcript, version: Version) -> Score | Failure | None:
        """Return the probe's score, or the failure in its place."""
        self.n_judged += 1
        trial = transcript.trial
        played = await self._run(trial, version, kept={trial.id: transcript}, readers=(self.probe,))
        if played is None:
            return None
        return played.scores[0] if played.scores else played.failures[0]

    async def _run(
        self,
        trial: Trial,
        version: Version,
        *,
        kept: dict[str, Transcript | Failure],
        readers: tuple[Probe, ...],
    ) -> Played | None:
        if self.stop.event.is_set():
            return None
        item = item_of(version, self.item)
        done: list[Played] = []
        stop = Stop()
        runner = Runner(
            target=self._counted,
            patient=ScriptedPatient(),
            judge=self.judge,
            read_item=lambda _id: item,
            readers={item.id: readers},
            questions={} if self.question is None else {self.probe.id: self.question},
            concurrency=1,
            deadline_s=self.deadline_s,
            stop=stop,
        )
        ended = asyncio.create_task(_hand_on(self.stop, stop))
        try:
            await runner.run([trial], kept=kept, done=done.append)
        finally:
            ended.cancel()
        return done[0] if done else None


async def _hand_on(whole: Stop, one: Stop) -> None:
    """End one conversation when the whole search is ended."""
    await whole.event.wait()
    one.set(whole.because or "ended", interrupted=whole.interrupted)


def _key(version: Version) -> tuple[tuple[int, str], ...]:
    return tuple((message.number, message.text) for message in version)


def _beginning(transcript: Transcript, n_turns: int) -> Transcript:
    """Return a transcript up to the reply to one of the user's messages."""
    trial = transcript.trial
    return transcript.model_copy(
        update={
            "turns": transcript.turns[: 2 * n_turns],
            "trial": trial.model_copy(update={"id": f"{trial.id}/{n_turns}"}),
        }
    )
