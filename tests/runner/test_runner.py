"""Holds the runner: bounded, cancellable, and every failure a value."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence

import pytest

from mhgate.records import (
    Answer,
    Failure,
    Item,
    Probe,
    Question,
    Quote,
    Score,
    Stage,
    Transcript,
    Trial,
    Turn,
)
from mhgate.runner import NOT_ASKED, Played, Runner, Stop, running

QUESTION = Question(id="q", text="?", yes="y", no="n", rule="q", digest="sha256:q")


def _item(item_id: str) -> Item:
    return Item(
        id=item_id,
        family="s/f",
        pillar="x",
        turns=("first", "second"),
        expects={"q": "no"},
        source="s",
        licence="l",
        digest="sha256:i",
    )


def _trials(count: int) -> list[Trial]:
    return [
        Trial(id=f"s/{n}#0", item_id=f"s/{n}", family="s/f", epoch=0, seed=n) for n in range(count)
    ]


def _probe(name: str = "p", **given: object) -> Probe:
    return Probe.model_validate(
        {
            "id": f"x.{name}",
            "name": name,
            "pillar": "x",
            "items": "i.jsonl",
            "path": "test_i.py",
            "line": 1,
            "source_digest": "sha256:p",
            **({"question": "q", "expect": "yes"} if "exact" not in given else {}),
            **given,
        }
    )


class Patient:
    async def say(self, item: Item, turns: Sequence[Turn], trial: Trial) -> str | None:
        said = sum(turn.role == "user" for turn in turns)
        return item.turns[said] if said < len(item.turns) else None


class Bot:
    """Replies after a turn of the loop; counts who is inside."""

    fingerprint = "sha256:bot"

    def __init__(self, reply: Callable[[Sequence[Turn], Trial], object] | None = None) -> None:
        self.asked: list[str] = []
        self.inside = self.most_inside = 0
        self._reply = reply or (lambda _turns, _trial: "I hear you.")

    async def reply(self, turns: Sequence[Turn], trial: Trial) -> Turn | Failure:
        self.asked.append(trial.id)
        self.inside += 1
        self.most_inside = max(self.inside, self.most_inside)
        await asyncio.sleep(0.001)
        self.inside -= 1
        made = self._reply(turns, trial)
        return Turn(role="assistant", content=made) if isinstance(made, str) else made  # type: ignore[return-value]


class Oracle:
    fingerprint = "sha256:judge"

    def __init__(self, answer: object = "yes") -> None:
        self.n_asked = 0
        self._answer = answer

    async def answer(
        self, question: Question, item: Item, transcript: Transcript
    ) -> Answer | Failure:
        self.n_asked += 1
        if isinstance(self._answer, Exception):
            raise self._answer
        if isinstance(self._answer, str):
            return Answer(value=self._answer, judge=self.fingerprint)  # type: ignore[arg-type]
        return self._answer  # type: ignore[return-value]


def _run(
    trials: list[Trial],
    *,
    bot: Bot | None = None,
    judge: Oracle | None = None,
    probes: tuple[Probe, ...] = (_probe(),),
    concurrency: int = 4,
    deadline_s: float = 30,
    kept: dict[str, Transcript | Failure] | None = None,
    stop_after: int | None = None,
) -> tuple[list[Played], Stop]:
    played: list[Played] = []

    async def main() -> Stop:
        stop = Stop()

        def done(one: Played) -> None:
            played.append(one)
            if stop_after is not None and len(played) == stop_after:
                stop.set("enough")

        playing = Runner(
            target=bot or Bot(),
            patient=Patient(),
            judge=judge or Oracle(),
            read_item=_item,
            readers={trial.item_id: probes for trial in trials},
            questions={probe.id: QUESTION for probe in probes if probe.question},
            concurrency=concurrency,
            deadline_s=deadline_s,
            stop=stop,
        )
        await playing.run(trials, kept=kept or {}, done=done)
        return stop

    return played, asyncio.run(main())


def test_a_conversation_is_played_turn_by_turn_and_scored() -> None:
    """The user's turns and the replies alternate, and the answer decides against expectation."""
    (played,), _ = _run(_trials(1))
    assert played.transcript is not None
    assert [turn.content for turn in played.transcript.turns] == [
        "first",
        "I hear you.",
        "second",
        "I hear you.",
    ]
    assert [score.value for score in played.scores] == [1.0]


@pytest.mark.parametrize(
    ("expect", "answer", "value"),
    [
        ("yes", "yes", 1),
        ("yes", "no", 0),
        ("no", "no", 1),
        ("no", "yes", 0),
        ("item", "no", 1),
        ("item", "yes", 0),
        ("yes", "unreadable", 0),
        ("no", "unreadable", 0),
        ("item", "unreadable", 0),
    ],
)
def test_an_answer_decides_against_what_is_expected(expect: str, answer: str, value: int) -> None:
    """An unreadable reply meets nothing, whichever way the question is turned."""
    (played,), _ = _run(_trials(1), judge=Oracle(answer), probes=(_probe(expect=expect),))
    assert [score.value for score in played.scores] == [value]


@pytest.mark.parametrize("concurrency", [1, 3, 64])
def test_no_more_conversations_than_asked_for_go_on_at_once(concurrency: int) -> None:
    """Concurrency is a bound, and it is reached."""
    bot = Bot()
    played, _ = _run(_trials(20), bot=bot, concurrency=concurrency)
    assert len(played) == 20
    assert bot.most_inside == min(concurrency, 20)


def test_a_question_is_asked_once_a_transcript() -> None:
    """Two probes that ask the same question share its answer."""
    judge = Oracle()
    _run(_trials(3), judge=judge, probes=(_probe("a"), _probe("b", expect="no")))
    assert judge.n_asked == 3


def test_a_target_that_raises_is_one_failure_and_the_run_goes_on() -> None:
    """The exception is named in a Failure of its own trial."""

    def reply(_turns: object, trial: Trial) -> str:
        if trial.id == "s/2#0":
            raise RuntimeError("boom")
        return "I hear you."

    played, _ = _run(_trials(5), bot=Bot(reply))
    failed = [one for one in played if one.failures]
    assert len(played) == 5
    assert [one.trial.id for one in failed] == ["s/2#0"]
    assert failed[0].failures[0].stage is Stage.TARGET
    assert failed[0].failures[0].kind == "crash"
    assert "RuntimeError: boom" in failed[0].failures[0].message


def test_a_judge_that_raises_fails_its_probes_and_keeps_the_transcript() -> None:
    """What the target said is not lost with the judge."""
    (played,), _ = _run(
        _trials(1),
        judge=Oracle(ValueError("bad answer")),
        probes=(_probe("a"), _probe("e", exact=True, check=lambda: None)),
    )
    assert played.transcript is not None
    assert [failure.probe_id for failure in played.failures] == ["x.a"]
    assert [score.probe_id for score in played.scores] == ["x.e"]


def test_not_applicable_is_a_failure_and_never_a_score() -> None:
    """A question that does not apply is counted, on both sides of the interval."""
    (played,), _ = _run(_trials(1), judge=Oracle("not_applicable"))
    assert [failure.kind for failure in played.failures] == ["not_applicable"]


@pytest.mark.parametrize(
    "quote",
    [
        Quote(turn=1, start=0, end=5, text="other"),
        Quote(turn=9, start=0, end=1, text="I"),
        Quote(turn=1, start=0, end=0, text=""),
    ],
)
def test_a_quote_that_does_not_occur_is_a_failure(quote: Quote) -> None:
    """A judge's evidence is looked up in the transcript by code."""
    answer = Answer(value="yes", quotes=(quote,), judge="j")
    (played,), _ = _run(_trials(1), judge=Oracle(answer))
    assert [failure.kind for failure in played.failures] == ["unverified_quote"]


def _assert_crisis(transcript: Transcript) -> None:
    assert "crisis" in transcript.last.content, "no crisis line"


def test_an_exact_probe_is_decided_by_its_asserts() -> None:
    """A miss scores 0 and keeps the assert's own words; a hit scores 1."""
    probe = _probe("e", exact=True, check=_assert_crisis, parameters=("transcript",))
    (missed,), _ = _run(_trials(1), probes=(probe,))
    (hit,), _ = _run(_trials(1), probes=(probe,), bot=Bot(lambda *_: "Call the crisis line."))
    assert missed.scores[0].value == 0.0
    assert missed.scores[0].explanation.startswith("no crisis line")
    assert hit.scores[0].value == 1.0


@pytest.mark.parametrize("text", ["", "   ", "\x00\x01", "<html><body>502</body></html>"])
def test_an_empty_or_broken_reply_never_satisfies_a_negative_check(text: str) -> None:
    """Silence does not pass because nothing bad was said."""

    def nothing_bad(transcript: Transcript) -> None:
        assert "forbidden" not in transcript.last.content

    probe = _probe("e", exact=True, check=nothing_bad, parameters=("transcript",))
    (played,), _ = _run(_trials(1), probes=(probe,), bot=Bot(lambda *_: text))
    assert played.scores[0].value == 0.0


def test_a_check_that_raises_something_else_is_a_failure() -> None:
    """Only its own assertion decides; a bug in the check is not a bad bot."""

    def buggy(item: Item) -> None:
        assert item.expects["missing"]

    probe = _probe("e", exact=True, check=buggy, parameters=("item",))
    (played,), _ = _run(_trials(1), probes=(probe,))
    assert [(f.kind, f.stage, f.probe_id) for f in played.failures] == [
        ("crash", Stage.JUDGE, "x.e")
    ]


def test_a_check_that_returns_something_is_a_failure() -> None:
    """A returned comparison is not an assert, and does not pass for one."""
    probe = _probe("e", exact=True, check=lambda: True)
    (played,), _ = _run(_trials(1), probes=(probe,))
    assert [failure.kind for failure in played.failures] == ["returned_value"]


def test_one_call_that_never_answers_does_not_hold_the_run() -> None:
    """The deadline fires, the other results are kept, and the hanging one is not reached."""

    class Hanging(Bot):
        async def reply(self, turns: Sequence[Turn], trial: Trial) -> Turn | Failure:
            if trial.id == "s/3#0":
                await asyncio.Event().wait()
            return await super().reply(turns, trial)

    played, stop = _run(_trials(10), bot=Hanging(), deadline_s=0.5)
    assert len(played) == 9
    assert stop.because == "the deadline of 0.5 s was reached"


def test_a_spent_budget_ends_the_run_without_counting_as_failed() -> None:
    """What was not asked for want of budget is not reached."""

    def reply(turns: Sequence[Turn], trial: Trial) -> object:
        if len(bot.asked) > 8:
            return Failure(
                trial_id=trial.id, stage=Stage.TARGET, kind="budget", message="8 requests are spent"
            )
        return "I hear you."

    bot = Bot(reply)
    played, stop = _run(_trials(10), bot=bot, concurrency=1)
    assert len(played) == 4
    assert not any(one.failures for one in played)
    assert stop.because == "8 requests are spent"


class Slow(Bot):
    """Is out of budget from the ninth reply on, and slow with those before."""

    def __init__(self, seconds: float) -> None:
        super().__init__()
        self._seconds = seconds

    async def reply(self, turns: Sequence[Turn], trial: Trial) -> Turn | Failure:
        self.asked.append(trial.id)
        if len(self.asked) > 8:
            return Failure(
                trial_id=trial.id, stage=Stage.TARGET, kind="budget", message="8 requests are spent"
            )
        await asyncio.sleep(self._seconds)
        return Turn(role="assistant", content="I hear you.")


class Once(Patient):
    async def say(self, item: Item, turns: Sequence[Turn], trial: Trial) -> str | None:
        return None if turns else item.turns[0]


def _spent(
    seconds: float, *, deadline_s: float = 30, interrupted: bool = False
) -> tuple[list[Played], Stop, Slow]:
    played: list[Played] = []
    bot = Slow(seconds)

    async def main() -> Stop:
        stop = Stop()
        runner = Runner(
            target=bot,
            patient=Once(),
            judge=Oracle(),
            read_item=_item,
            readers={trial.item_id: (_probe(),) for trial in _trials(20)},
            questions={"x.p": QUESTION},
            concurrency=9,
            deadline_s=deadline_s,
            stop=stop,
        )
        running = asyncio.create_task(runner.run(_trials(20), kept={}, done=played.append))
        if interrupted:
            await stop.event.wait()
            stop.set("a person asks", interrupted=True)
        await running
        return stop

    return played, asyncio.run(main()), bot


def test_what_a_spent_budget_paid_for_is_finished_and_judged() -> None:
    """Nothing more is begun, and the eight replies that are under way are all scored."""
    played, stop, bot = _spent(0.05)
    assert (len(played), len(bot.asked)) == (8, 9)
    assert all(one.scores and not one.failures for one in played)
    assert (stop.because, stop.interrupted) == ("8 requests are spent", False)


def test_a_deadline_ends_what_a_spent_budget_waits_for() -> None:
    """It is not waited for longer than the run may take."""
    played, stop, _ = _spent(60, deadline_s=0.3)
    assert not played
    assert (stop.because, stop.interrupted) == ("8 requests are spent", False)


def test_a_person_ends_what_a_spent_budget_waits_for() -> None:
    """The budget stays the reason, and that somebody interrupted is told."""
    played, stop, _ = _spent(60, interrupted=True)
    assert not played
    assert (stop.because, stop.interrupted) == ("8 requests are spent", True)


def test_a_stop_keeps_what_there_is() -> None:
    """Nothing more is begun after the word to stop."""
    bot = Bot()
    played, stop = _run(_trials(50), bot=bot, concurrency=2, stop_after=5)
    assert 5 <= len(played) <= 7
    assert stop.because == "enough"


def test_what_an_earlier_attempt_got_is_not_asked_again() -> None:
    """Kept transcripts are scored anew and kept failures stay failures."""
    trials = _trials(3)
    earlier, _ = _run(trials)
    kept: dict[str, Transcript | Failure] = {
        one.trial.id: one.transcript for one in earlier[:1] if one.transcript is not None
    }
    kept["s/1#0"] = Failure(trial_id="s/1#0", stage=Stage.TARGET, kind="timeout", message="t")
    bot = Bot()
    played, _ = _run(trials, bot=bot, kept=kept)
    assert set(bot.asked) == {"s/2#0"} | ({t.id for t in trials} - set(kept) - {"s/2#0"})
    assert {one.trial.id for one in played if one.failures} == {"s/1#0"}


def test_what_nobody_asks_is_not_reached_and_the_rest_goes_on() -> None:
    """A target that is never asked leaves trials out; it neither fails them nor ends the run."""

    def reply(turns: Sequence[Turn], trial: Trial) -> object:
        return Failure(trial_id=trial.id, stage=Stage.TARGET, kind=NOT_ASKED, message="nobody")

    trials = _trials(4)
    earlier, _ = _run(trials)
    kept: dict[str, Transcript | Failure] = {
        one.trial.id: one.transcript for one in earlier if one.transcript is not None
    }
    del kept[trials[0].id]
    played, stop = _run(trials, bot=Bot(reply), kept=kept, concurrency=1)
    assert {one.trial.id for one in played} == set(kept)
    assert not any(one.failures for one in played)
    assert stop.because is None


def test_a_stop_is_heard_where_nothing_is_waited_for() -> None:
    """Kept transcripts and a judge that answers at once leave room for a signal all the same."""
    trials = _trials(50)
    earlier, _ = _run(trials)
    kept: dict[str, Transcript | Failure] = {
        one.trial.id: one.transcript for one in earlier if one.transcript is not None
    }
    played, stop = _run(trials, kept=kept, concurrency=1, deadline_s=1e-9)
    assert len(played) < 50
    assert stop.because is not None


def test_an_answer_is_kept_with_what_it_was_given_to() -> None:
    """The question's digest and the item's: a later judgement may give it again."""
    (played,), _ = _run(_trials(1))
    (score,) = played.scores
    assert score.question == QUESTION.digest
    assert score.item == _item(played.trial.item_id).digest


def test_a_bug_in_what_records_results_is_not_swallowed() -> None:
    """A worker that breaks outside a trial ends the run with its error."""

    async def main() -> None:
        stop = Stop()
        runner = Runner(
            target=Bot(),
            patient=Patient(),
            judge=Oracle(),
            read_item=_item,
            readers={"s/0": (_probe(),)},
            questions={"x.p": QUESTION},
            concurrency=1,
            deadline_s=5,
            stop=stop,
        )

        def done(_one: Played) -> None:
            raise KeyError("a bug")

        await runner.run(_trials(1), kept={}, done=done)

    with pytest.raises(KeyError, match="a bug"):
        asyncio.run(main())


def test_scores_are_the_same_at_any_concurrency() -> None:
    """Only the order of completion differs."""

    def reply(turns: Sequence[Turn], trial: Trial) -> str:
        return "word " * (trial.seed + 1)

    runs = []
    for concurrency in (1, 64):
        played, _ = _run(_trials(30), bot=Bot(reply), concurrency=concurrency)
        runs.append(
            {one.trial.id: (one.scores, one.transcript and one.transcript.turns) for one in played}
        )
    assert runs[0] == runs[1]
    assert all(isinstance(score, Score) for scores, _ in runs[0].values() for score in scores)


@pytest.mark.parametrize(
    ("made", "stage", "kind"),
    [
        (None, "target", "unreadable_reply"),
        (Turn(role="user", content="I hear you."), "target", "unreadable_reply"),
        (
            Turn(role="assistant", content="I hear you.", flags={"n": 2**70}),
            "target",
            "unreadable_reply",
        ),
        (
            Failure(trial_id="other", stage=Stage.TARGET, kind="own", message="", probe_id="other"),
            "target",
            "own",
        ),
    ],
    ids=["none", "role", "flag", "failure"],
)
def test_a_reply_that_is_none_is_one_trials_failure(made: object, stage: str, kind: str) -> None:
    """A target of the product's own that returns what it must not costs its trial, not the run."""
    played, _ = _run(_trials(2), bot=Bot(lambda _turns, trial: made if trial.seed else "Yes."))
    failed = next(one for one in played if one.trial.seed)
    (failure,) = failed.failures
    assert (failure.stage, failure.kind) == (stage, kind)
    assert (failure.trial_id, failure.probe_id) == (failed.trial.id, None)
    assert sum(len(one.scores) for one in played) == 1


@pytest.mark.parametrize(
    "error", [SystemExit(0), KeyboardInterrupt(), asyncio.CancelledError()], ids=repr
)
def test_what_is_no_exception_is_one_trials_failure_too(error: BaseException) -> None:
    """sys.exit(0) inside of a target ends one trial, and neither the run nor the process."""

    def leave(_turns: Sequence[Turn], trial: Trial) -> object:
        if trial.seed:
            raise error
        return "Yes."

    played, stop = _run(_trials(2), bot=Bot(leave))
    assert stop.because is None
    assert sorted(len(one.scores) for one in played) == [0, 1]
    assert {failure.kind for one in played for failure in one.failures} == {"crash"}


def test_a_check_that_leaves_is_a_failure() -> None:
    """An exact probe that skips itself or exits is not measured, and does not pass."""

    def check(transcript: Transcript) -> None:
        raise SystemExit(0)

    probe = _probe(exact=True, check=check, parameters=("transcript",))
    (played,), _ = _run(_trials(1), probes=(probe,))
    assert not played.scores
    assert [failure.kind for failure in played.failures] == ["crash"]


def test_an_answer_that_is_none_is_a_failure() -> None:
    """A judge that returns something else costs its question, not the run."""
    judge = Oracle(answer={"value": "yes"})
    (played,), _ = _run(_trials(1), judge=judge)
    assert [failure.kind for failure in played.failures] == ["unreadable_answer"]


def test_a_target_that_changes_under_the_run_is_not_measured() -> None:
    """Replies of another target than the one that the report names do not count for it."""
    bot = Bot()

    def change(_turns: Sequence[Turn], trial: Trial) -> str:
        bot.fingerprint = "sha256:another" if trial.seed else bot.fingerprint
        return "Yes."

    bot._reply = change
    played, _ = _run(_trials(2), bot=bot, concurrency=1)
    assert [len(one.scores) for one in played] == [1, 0]
    assert played[1].failures[0].kind == "target_changed"


def test_a_target_that_will_not_be_cancelled_is_left_behind(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The deadline ends the run all the same, and what comes later is not heard."""
    monkeypatch.setattr(running, "_LINGER_S", 0.05)

    class Stubborn(Bot):
        async def reply(self, turns: Sequence[Turn], trial: Trial) -> Turn | Failure:
            for _ in range(30):
                try:
                    await asyncio.sleep(0.01)
                except asyncio.CancelledError:
                    continue
            return Turn(role="assistant", content="At last.")

    played, stop = _run(_trials(1), bot=Stubborn(), deadline_s=0.05)
    assert not played
    assert "deadline" in str(stop.because)


def test_an_unreadable_reply_is_no_alarm_of_a_never_probe() -> None:
    """Silence leaks nothing: it is a Failure, which forbids a pass, and not a confirmed alarm."""
    probe = _probe("e", exact=True, never=True, check=_assert_crisis, parameters=("transcript",))
    (played,), _ = _run(_trials(1), probes=(probe,), bot=Bot(lambda *_: "\x00"))
    assert not played.scores
    assert [(f.kind, f.probe_id) for f in played.failures] == [("unreadable_reply", "x.e")]
