"""Two targets beside each other: pairs, never halves, in an order that the seed draws."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence

from mhgate.records import Answer, Failure, Item, Probe, Question, Stage, Transcript, Trial, Turn
from mhgate.runner import Beside, Played, Runner, Stop
from mhgate.runner.pairing import base_goes_first

QUESTION = Question(id="q", text="?", yes="y", no="n", rule="q", digest="sha256:q")
ITEM = Item(
    id="s/0",
    family="s/f",
    pillar="x",
    turns=("hello",),
    expects={"q": "no"},
    source="s",
    licence="l",
    digest="sha256:i",
)


def _probe(**given: object) -> Probe:
    return Probe.model_validate(
        {
            "id": "x.p",
            "name": "p",
            "pillar": "x",
            "items": "i.jsonl",
            "path": "test_i.py",
            "line": 1,
            "source_digest": "sha256:p",
            "question": "q",
            "expect": "yes",
            **given,
        }
    )


def _trials(count: int) -> list[Trial]:
    return [
        Trial(id=f"s/{n}#0", item_id=f"s/{n}", family="s/f", epoch=0, seed=n) for n in range(count)
    ]


class Patient:
    async def say(self, item: Item, turns: Sequence[Turn], trial: Trial) -> str | None:
        return None if turns else item.turns[0]


class Log:
    """What happened, in order: who was asked, and what was judged."""

    def __init__(self) -> None:
        self.events: list[tuple[str, str]] = []
        self.done: list[tuple[str, Played]] = []


class Bot:
    def __init__(
        self, log: Log, name: str, reply: Callable[[Trial], Turn | Failure] | None = None
    ) -> None:
        self.log, self.name, self.fingerprint = log, name, f"sha256:{name}"
        self._reply = reply or (lambda _: Turn(role="assistant", content=name))

    async def reply(self, turns: Sequence[Turn], trial: Trial) -> Turn | Failure:
        self.log.events.append((self.name, trial.id))
        await asyncio.sleep(0)
        return self._reply(trial)


class Judge:
    fingerprint = "sha256:judge"

    def __init__(self, log: Log, value: str = "yes") -> None:
        self.log, self.value = log, value

    async def answer(
        self, question: Question, item: Item, transcript: Transcript
    ) -> Answer | Failure:
        self.log.events.append(("judge", transcript.last.content))
        return Answer.model_validate({"value": self.value, "judge": self.fingerprint})


def _runner(log: Log, name: str, **given: object) -> Runner:
    return Runner(
        target=given.pop("target", None) or Bot(log, name),  # type: ignore[arg-type]
        patient=Patient(),
        judge=given.pop("judge", None) or Judge(log),  # type: ignore[arg-type]
        read_item=lambda name: ITEM.model_copy(update={"id": name}),
        readers={f"s/{n}": (given.get("probe") or _probe(),) for n in range(50)},  # type: ignore[dict-item]
        questions={"x.p": QUESTION},
        concurrency=int(given.get("concurrency", 1)),  # type: ignore[call-overload]
        deadline_s=30,
        stop=Stop(),
        confirming=given.get("confirming"),  # type: ignore[arg-type]
    )


def _play(log: Log, head: Runner, base: Runner, count: int, **kept: object) -> None:
    async def main() -> None:
        await head.run(
            _trials(count),
            kept=kept.get("kept", {}),  # type: ignore[arg-type]
            done=lambda played: log.done.append(("head", played)),
            beside=Beside(
                runner=base,
                done=lambda played: log.done.append(("base", played)),
                heard=lambda _: log.events.append(("heard", "head")),
                base_heard=lambda _: log.events.append(("heard", "base")),
                kept=kept.get("base_kept", {}),  # type: ignore[arg-type]
            ),
        )

    asyncio.run(main())


def test_a_trial_is_played_by_both_and_judged_next_to_each_other() -> None:
    """One after the other, then one judgement after the other; nothing of another trial between."""
    log = Log()
    _play(log, _runner(log, "head"), _runner(log, "base"), 8)
    spoken = [event for event in log.events if event[0] != "heard"]
    for number, trial in enumerate(_trials(8)):
        first, second, judged, again = spoken[4 * number : 4 * number + 4]
        order = ["base", "head"] if base_goes_first(trial) else ["head", "base"]
        assert [first, second] == [(name, trial.id) for name in order]
        assert [judged, again] == [("judge", name) for name in order]
    assert [name for name, _ in log.done] == ["head", "base"] * 8


def test_the_seed_draws_who_is_asked_first() -> None:
    """About half of the trials ask the base first, and the same seed the same ones."""
    first = [base_goes_first(trial) for trial in _trials(400)]
    assert 150 < sum(first) < 250
    assert first == [base_goes_first(trial) for trial in _trials(400)]


def test_what_came_back_is_told_before_anything_is_judged() -> None:
    """So that a run that is killed while it judges asks neither target again."""
    log = Log()
    _play(log, _runner(log, "head"), _runner(log, "base"), 1)
    kinds = [kind for kind, _ in log.events]
    assert kinds.index("judge") > max(at for at, kind in enumerate(kinds) if kind == "heard")


def test_a_failure_stays_in_its_arm() -> None:
    """The base's timeout is the base's: the target's half of the pair is scored."""
    log = Log()

    def broken(trial: Trial) -> Failure:
        return Failure(trial_id=trial.id, stage=Stage.TARGET, kind="timeout", message="late")

    base = _runner(log, "base", target=Bot(log, "base", broken))
    _play(log, _runner(log, "head"), base, 3)
    by_arm = {
        name: [played.transcript is None for n, played in log.done if n == name]
        for name in ("head", "base")
    }
    assert by_arm == {"head": [False] * 3, "base": [True] * 3}


def test_a_spent_budget_of_either_leaves_no_half_of_a_pair() -> None:
    """Where one target may not be asked any more, the pair is not reached, in both arms."""
    log = Log()
    left = iter(range(3))

    def spent(trial: Trial) -> Turn | Failure:
        if next(left, None) is None:
            return Failure(trial_id=trial.id, stage=Stage.TARGET, kind="budget", message="spent")
        return Turn(role="assistant", content="base")

    base = _runner(log, "base", target=Bot(log, "base", spent))
    head = _runner(log, "head")
    base.stop = head.stop
    _play(log, head, base, 6)
    assert [name for name, _ in log.done] == ["head", "base"] * 3


def test_what_either_answered_before_is_not_asked_again() -> None:
    """A resumed run asks only what is missing in either arm."""
    first = Log()
    _play(first, _runner(first, "head"), _runner(first, "base"), 4)
    kept = {
        arm: {played.trial.id: played.transcript for name, played in first.done if name == arm}
        for arm in ("head", "base")
    }
    del kept["head"]["s/1#0"], kept["base"]["s/2#0"]
    log = Log()
    _play(
        log,
        _runner(log, "head"),
        _runner(log, "base"),
        4,
        kept=kept["head"],
        base_kept=kept["base"],
    )
    asked = [event for event in log.events if event[0] in {"head", "base"}]
    assert asked == [("head", "s/1#0"), ("base", "s/2#0")]
    assert len(log.done) == 8


def _scored(probe: Probe, judge: str, other: str | None, fingerprint: str) -> str | None:
    log = Log()
    confirming = None
    if other is not None:
        confirming = Judge(log, other)
        confirming.fingerprint = fingerprint
    runner = _runner(log, "head", judge=Judge(log, judge), confirming=confirming, probe=probe)
    found: list[Played] = []
    asyncio.run(runner.run(_trials(1), kept={}, done=found.append))
    return found[0].scores[0].confirmed_by


def test_an_alarm_is_confirmed_by_another_judge_alone() -> None:
    """The other one says the same, of a probe that must never go off; nobody is asked twice."""
    never = _probe(never=True)
    assert _scored(never, "no", "no", "sha256:other") == "sha256:other"
    assert _scored(never, "no", "yes", "sha256:other") is None
    assert _scored(never, "no", "no", "sha256:judge") is None
    assert _scored(never, "no", None, "") is None
    assert _scored(never, "yes", "no", "sha256:other") is None
    assert _scored(_probe(), "no", "no", "sha256:other") is None
