"""Holds judging several times: what is asked, what is reused, and what is told apart."""

from __future__ import annotations

import asyncio
import os
import random
from typing import TYPE_CHECKING, Any

import pytest

from mhgate.records import Answer, Failure, Item, Question, Stage, Transcript
from mhgate.runner import Stop
from mhgate.wiring import Repeats, judge_repeatedly, what_exists

if TYPE_CHECKING:
    from conftest import Bot, Desk

    from mhgate.records import Trial

PROBES = '''
from mhgate import probe

@probe(items="items.jsonl", question="is_kind", expect="yes")
def test_is_kind(answer):
    """The reply is kind."""

@probe(items="items.jsonl", question="is_kind", expect="no", never=True)
def test_is_never_kind(answer):
    """Shares the question, and so the answer."""

@probe(items="items.jsonl", exact=True)
def test_says_hear(transcript):
    """The reply says hear."""
    assert "hear" in transcript.last.content
'''


class Coin:
    """A judge that hears the word, and says the opposite with a known probability."""

    fingerprint = "sha256:coin"

    def __init__(self, flip: float, *, seed: int = 4, mute_after: int | None = None) -> None:
        self._flip, self._luck, self._mute_after = flip, random.Random(seed), mute_after
        self.asked: list[str] = []

    async def answer(
        self, question: Question, item: Item, transcript: Transcript
    ) -> Answer | Failure:
        self.asked.append(transcript.trial.id)
        if self._mute_after is not None and len(self.asked) > self._mute_after:
            return Failure(
                trial_id=transcript.trial.id, stage=Stage.JUDGE, kind="timeout", message="slow"
            )
        is_kind = ("hear" in transcript.last.content) ^ (self._luck.random() < self._flip)
        return Answer(value="yes" if is_kind else "no", judge=self.fingerprint)


@pytest.fixture
def judged(desk: Desk) -> Desk:
    """A product with two probes on one question, and one that asks nobody."""
    desk.write("manners/test_manners.py", PROBES)
    desk.write("manners/questions.toml", desk.QUESTIONS)
    return desk


def _reply(trial: Trial) -> str:
    """Every item is answered well four times in five, by a coin of its own."""
    return "I hear you." if random.Random(trial.id).random() < 0.8 else "Bye."


def _repeated(
    desk: Desk,
    named: str,
    judge: object,
    *,
    repeats: int = 3,
    stop: Stop | None = None,
    **more: Any,
) -> Repeats:
    async def main() -> Repeats:
        existing = what_exists(named, desk.open(), **more)
        return await judge_repeatedly(
            existing,
            repeats=repeats,
            stop=stop or Stop(),
            environ=os.environ,
            judge=judge,  # type: ignore[arg-type]
        )

    return asyncio.run(main())


def test_a_judge_that_flips_is_told_from_a_target_that_does(judged: Desk, bot: type[Bot]) -> None:
    """Flips at .1: two judgements differ .18 of the time, and .09 of variance is the judge's."""
    judged.items(120)
    run = judged.evaluate(bot(_reply), judge=Coin(0.1), sampling__epochs="2").provenance.run_id
    kind, never = _repeated(judged, run, Coin(0.1, seed=5)).probes
    assert (kind.n_items, kind.n_epochs, kind.n_transcripts, kind.n_twice) == (120, 2, 240, 240)
    assert kind.n_judgements == 720
    judge = kind.flips.judge
    assert judge.pairwise == pytest.approx(0.18, abs=0.05)
    assert judge.lower < 1 - 0.9**3 - 0.1**3 < judge.upper  # type: ignore[operator]
    parts = kind.components
    assert parts.judge.lower < 0.09 < parts.judge.upper  # type: ignore[operator]
    assert parts.target.lower < 0.8**2 * 0.16 < parts.target.upper  # type: ignore[operator]
    assert parts.items.value == pytest.approx(0.0, abs=0.03)
    assert never.flips == kind.flips, "what is expected of an answer changes no flip"


def test_a_steady_judge_never_flips(judged: Desk, bot: type[Bot]) -> None:
    """All that varies is the target's then, and the bound on flips stays above 0."""
    run = judged.evaluate(bot(_reply), judge=Coin(0), sampling__epochs="2").provenance.run_id
    kind, _ = _repeated(judged, run, Coin(0), repeats=2).probes
    assert kind.flips.judge.flips == 0
    assert kind.flips.judge.upper > 0  # type: ignore[operator]
    assert kind.components.judge.value == 0
    assert kind.components.judge_of_noise == 0
    assert kind.flips.target.flips > 0


def test_no_target_is_asked_and_only_the_first_repeat_is_reused(
    judged: Desk, bot: type[Bot]
) -> None:
    """Each transcript costs one answer a further repeat; a second measurement costs as much."""
    asked = bot(_reply)
    run = judged.evaluate(asked, judge=Coin(0.3)).provenance.run_id
    n_before = len(asked.asked)
    for _ in range(2):
        judge = Coin(0.3)
        found = _repeated(judged, run, judge)
        assert (found.n_transcripts, found.n_planned) == (40, 120)
        assert (found.n_asked, found.n_reused, len(judge.asked)) == (80, 40, 80)
    assert len(asked.asked) == n_before
    assert not (judged.root / ".mhgate" / "judged").exists(), "no judgement to go on with is left"


def test_one_epoch_says_nothing_of_the_target(judged: Desk, bot: type[Bot]) -> None:
    """The reason stands in its place."""
    run = judged.evaluate(bot(_reply), judge=Coin(0.1)).provenance.run_id
    kind, _ = _repeated(judged, run, Coin(0.1)).probes
    assert kind.components.target.value is None
    assert kind.flips.target.rate is None
    assert kind.components.judge.value is not None


def test_what_has_no_answer_is_counted(judged: Desk, bot: type[Bot]) -> None:
    """A judge that falls silent in the second repeat leaves half judged transcripts."""
    run = judged.evaluate(bot(_reply), judge=Coin(0.1)).provenance.run_id
    kind, _ = _repeated(judged, run, Coin(0.1, mute_after=10), repeats=2).probes
    assert kind.n_twice == 10
    assert dict(kind.failures) == {"timeout": 30}
    assert kind.n_half == 30
    nothing = _repeated(judged, run, Coin(0.1, mute_after=0), repeats=2)
    assert nothing.n_comparable == 0


def test_a_stop_ends_it_and_keeps_what_there_is(judged: Desk, bot: type[Bot]) -> None:
    """Whoever stops it gets what was judged until then, with the reason."""
    run = judged.evaluate(bot(_reply), judge=Coin(0.1)).provenance.run_id
    stop = Stop()

    class Stopping(Coin):
        async def answer(
            self, question: Question, item: Item, transcript: Transcript
        ) -> Answer | Failure:
            if len(self.asked) == 20:
                stop.set("interrupted", interrupted=True)
            return await super().answer(question, item, transcript)

    found = _repeated(judged, run, Stopping(0.1), stop=stop)
    assert found.stopped == "interrupted"
    assert found.n_asked < 80
    assert 10 < found.n_comparable < 80


def test_exact_checks_are_no_judge(judged: Desk, bot: type[Bot]) -> None:
    """A run of exact probes alone has nothing to judge again."""
    run = judged.evaluate(bot(_reply), judge=Coin(0)).provenance.run_id
    judge = Coin(0)
    found = _repeated(judged, run, judge, probes=["says_hear"])
    assert (found.n_planned, found.probes, judge.asked) == (0, (), [])


def test_one_repeat_is_refused(judged: Desk, bot: type[Bot]) -> None:
    """It could contradict nothing."""
    run = judged.evaluate(bot(_reply), judge=Coin(0)).provenance.run_id
    with pytest.raises(ValueError, match="at least 2"):
        _repeated(judged, run, Coin(0), repeats=1)
