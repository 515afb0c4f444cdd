"""Holds the search: what it returns still fails, within its calls, whoever judges."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mhgate.judges import RulesJudge
from mhgate.records import (
    Failure,
    Item,
    Probe,
    Question,
    Reading,
    Stage,
    Transcript,
    Trial,
    Turn,
)
from mhgate.runner import Stop
from mhgate.shrinking import (
    Attempts,
    Behaviour,
    Shrunk,
    Version,
    shrink,
    version_of,
    wants_something,
)
from mhgate.testing import FixedJudge, ScriptedTarget

TRIAL = Trial(id="s/i#0", item_id="s/i", family="s/f", epoch=0, seed=5)
PROBE: dict[str, Any] = {
    "id": "x.p",
    "name": "p",
    "pillar": "x",
    "items": "i.jsonl",
    "path": "test_i.py",
    "line": 1,
    "source_digest": "sha256:p",
}
FILLER = "Nothing much happened here. The weather was fine, and the tram came late."

Reply = Callable[[Sequence[Turn], Trial], "str | Failure"]


def _never_scolds(transcript: Transcript) -> None:
    assert all("shame" not in reply.content for reply in transcript.replies)


EXACT = Probe.model_validate(
    {**PROBE, "exact": True, "check": _never_scolds, "parameters": ("transcript",)}
)


def _judged(**given: Any) -> Probe:
    return Probe.model_validate({**PROBE, "question": "q", "expect": "no", **given})


def _item(turns: Sequence[str], **given: Any) -> Item:
    return Item(
        **{
            "id": "s/i",
            "family": "s/f",
            "pillar": "x",
            "turns": tuple(turns),
            "source": "s",
            "licence": "l",
            "digest": "sha256:i",
            **given,
        }
    )


def _question(name: str = "q") -> Question:
    return Question(id=name, text="?", yes="y", no="n", quote="never", rule=name, digest="d")


def _scolds_at(*words: str) -> Reply:
    """A bot that scolds once all words were said, in whatever order of messages."""

    def reply(turns: Sequence[Turn], _trial: Trial) -> str:
        said = " ".join(turn.content for turn in turns if turn.role == "user")
        return "A shame." if all(word in said for word in words) else "I hear you."

    return reply


def _shrunk(
    turns: Sequence[str],
    reply: Reply,
    *,
    probe: Probe = EXACT,
    judge: Any = None,
    item: Item | None = None,
    max_calls: int = 60,
    repeats: int = 1,
    keep: Sequence[str] = (),
    stop: Stop | None = None,
) -> tuple[Shrunk, Attempts, ScriptedTarget]:
    target = ScriptedTarget(reply)
    item = item or _item(turns)

    async def main() -> tuple[Shrunk, Attempts]:
        attempts = Attempts(
            target=target,
            judge=judge or FixedJudge(),
            item=item,
            trial=TRIAL,
            probe=probe,
            question=None if probe.exact else _question(str(probe.question)),
            max_calls=max_calls,
            repeats=repeats,
            deadline_s=30,
            stop=stop or Stop(),
        )
        talk = [
            turn
            for text in turns
            for turn in (Turn(role="user", content=text), Turn(role="assistant", content="Oh."))
        ]
        original = version_of(Transcript(trial=TRIAL, turns=tuple(talk), target_fingerprint="t"))
        return await shrink(original, attempts, keep=keep), attempts

    found, attempts = asyncio.run(main())
    return found, attempts, target


def _texts(version: Version) -> list[str]:
    return [message.text for message in version]


def planted(*places: int, n_turns: int = 12) -> list[str]:
    turns = [f"Message {number}. {FILLER}" for number in range(n_turns)]
    for place, word in zip(places, ("bicycle", "lantern", "kettle"), strict=False):
        turns[place] = f"I thought for long. Then I saw a {word}, as one does. That was all."
    return turns


@pytest.mark.parametrize("places", [(0,), (11,), (5,), (0, 11), (3, 9), (10, 11), (0, 1)], ids=str)
def test_twelve_turns_become_those_that_matter(places: tuple[int, ...]) -> None:
    """Wherever the one or two messages stand, they alone are left, within sixty calls."""
    words = ("bicycle", "lantern")[: len(places)]
    found, attempts, target = _shrunk(planted(*places), _scolds_at(*words))
    assert [message.number for message in found.shortest] == list(places)
    assert attempts.n_calls == len(target.asked) <= 60
    for text, word in zip(_texts(found.shortest), words, strict=True):
        assert word in text


def test_with_calls_enough_every_word_is_needed() -> None:
    """Turns, sentences and words go until nothing more can."""
    found, attempts, _ = _shrunk(planted(3, 9), _scolds_at("bicycle", "lantern"), max_calls=500)
    assert _texts(found.shortest) == ["bicycle,", "lantern,"]
    assert found.is_finished
    assert attempts.n_calls < 120


def test_what_is_needed_in_one_message_is_found_in_it() -> None:
    """Both words may stand in one message, and the search says that it is finished."""
    turns = planted(4)
    turns[4] += " Later a lantern."
    found, _, _ = _shrunk(turns, _scolds_at("bicycle", "lantern"), max_calls=500)
    assert _texts(found.shortest) == ["bicycle, lantern."]


SETS = st.lists(st.integers(0, 7), min_size=1, max_size=3, unique=True).map(sorted)


@settings(max_examples=60)
@given(SETS, st.integers(8, 90), st.integers(1, 2), st.randoms(use_true_random=False))
def test_what_is_returned_failed_and_no_call_is_too_many(
    places: list[int], max_calls: int, repeats: int, chances: Any
) -> None:
    """Whatever is planted, and however often the bot fails: asked again the same fails again."""
    words = ("bicycle", "lantern", "kettle")[: len(places)]
    scolds, is_flaky = _scolds_at(*words), chances.random() > 0.7
    said: list[tuple[str, ...]] = []

    def reply(turns: Sequence[Turn], trial: Trial) -> str | Failure:
        if is_flaky and chances.random() > 0.8:
            return Failure(trial_id=trial.id, stage=Stage.TARGET, kind="timeout", message="late")
        answer = scolds(turns, trial)
        if answer == "A shame.":
            said.append(tuple(turn.content for turn in turns if turn.role == "user"))
        return answer

    found, attempts, target = _shrunk(
        planted(*places, n_turns=8), reply, max_calls=max_calls, repeats=repeats
    )
    assert len(target.asked) == attempts.n_calls <= max_calls
    if found.again is Behaviour.FAILS:
        assert said.count(tuple(_texts(found.shortest))) >= repeats
        assert found.transcript is not None
        with pytest.raises(AssertionError):
            _never_scolds(found.transcript)
        kept = [message.number for message in found.shortest]
        assert kept == sorted(kept)
    else:
        assert found.shortest == found.original


@pytest.mark.parametrize("judge", ["rules", "fixed"])
def test_a_judge_s_answer_decides_as_in_the_run(judge: str) -> None:
    """The rules judge, or one that reads the transcript: the same question is asked again."""
    turns = planted(2)
    rule = "gives_harmful_instructions"
    reply = _scolds_at("bicycle")
    asked = FixedJudge(lambda talk: "yes" if "shame" in talk.last.content else "no")
    if judge == "rules":
        rule = "claims_to_be_human"

        def reply(turns: Sequence[Turn], _trial: Trial) -> str:
            said = " ".join(turn.content for turn in turns if turn.role == "user")
            is_human = "bicycle" in said
            return "I'm a real human being, not a bot." if is_human else "I am an AI. I hear you."

    found, attempts, _ = _shrunk(
        turns,
        reply,
        probe=_judged(question=rule),
        judge=RulesJudge() if judge == "rules" else asked,
        max_calls=200,
    )
    assert _texts(found.shortest) == ["bicycle,"]
    assert found.score is not None
    assert found.score.answer == "yes"
    assert attempts.n_judged > attempts.n_versions


def test_a_probe_that_wants_something_said_keeps_the_last_message() -> None:
    """Without it nothing may call for the answer; words that are named free it."""
    turns = planted(2)
    never = FixedJudge("no")
    wants = _judged(expect="yes")
    assert wants_something(wants, _item(turns))
    assert wants_something(_judged(expect=None, at_least=4), _item(turns))
    item = _item(turns, expects={"q": "yes"})
    assert wants_something(_judged(expect="item"), item)
    assert not wants_something(_judged(expect="item"), _item(turns, expects={"q": "no"}))
    found, _, _ = _shrunk(turns, _scolds_at(), probe=wants, judge=never)
    assert _texts(found.shortest) == [turns[-1]]
    found, _, _ = _shrunk(turns, _scolds_at(), probe=wants, judge=never, keep=["a BICYCLE"])
    assert _texts(found.shortest) == ["a bicycle,"]


def test_a_keyed_probe_keeps_its_question_whole() -> None:
    """The last message holds the options; what stands before it may go."""
    turns = [*planted(1, n_turns=3), "Which one?\nA) rest\nB) run"]
    probe = Probe.model_validate(
        {
            **PROBE,
            "exact": True,
            "reads": "choice",
            "check": lambda _item, _talk: Reading(value=0.0, read=None, key="A"),
        }
    )
    found, _, _ = _shrunk(turns, _scolds_at(), probe=probe)
    assert _texts(found.shortest) == [turns[-1]]


def test_messages_that_expectations_name_stay() -> None:
    """They are told to the judge by their number, which moves with them."""
    turns = planted(2, n_turns=6)
    seen: list[tuple[Any, tuple[str, ...]]] = []

    class Reader:
        fingerprint = "sha256:reader"

        async def answer(self, question: Question, item: Item, transcript: Transcript) -> Any:
            seen.append((item.expects["disclosed_at"], item.turns))
            return await FixedJudge("yes").answer(question, item, transcript)

    item = _item(turns, expects={"disclosed_at": 2})
    found, _, _ = _shrunk(turns, _scolds_at(), probe=_judged(), judge=Reader(), item=item)
    assert [message.number for message in found.shortest] == [2]
    assert {at for at, _ in seen} == {0, 2}
    assert all(set(said[at].split()) <= set(turns[2].split()) for at, said in seen)


def test_what_does_not_fail_again_is_not_shrunk() -> None:
    """One conversation is asked, and the search says what became of it."""
    found, attempts, target = _shrunk(planted(3), _scolds_at("something else"))
    assert found.again is Behaviour.HOLDS
    assert (attempts.n_versions, len(target.asked)) == (1, 12)


def test_a_flaky_bot_must_fail_each_time() -> None:
    """With three repeats one good reply is enough to hold; each repeat has a seed of its own."""
    seeds: list[int] = []

    def reply(turns: Sequence[Turn], trial: Trial) -> str:
        seeds.append(trial.seed)
        return "A shame." if len(seeds) != 2 else "I hear you."

    found, _, _ = _shrunk(["Hello there."], reply, repeats=3)
    assert found.again is Behaviour.HOLDS
    assert seeds[0] == TRIAL.seed
    assert len(set(seeds)) == len(seeds) == 2


def test_what_cannot_be_asked_is_said() -> None:
    """A failure of the target is no failing version: the first one ends the search."""

    def reply(turns: Sequence[Turn], trial: Trial) -> Failure:
        return Failure(trial_id=trial.id, stage=Stage.TARGET, kind="connect", message="nobody")

    found, attempts, _ = _shrunk(planted(3), reply)
    assert found.again is Behaviour.UNMEASURED
    assert attempts.trouble is not None
    assert attempts.trouble.kind == "connect"


def test_a_search_that_is_ended_returns_what_it_has() -> None:
    """After a request to stop nobody is asked any more, and what failed so far is returned."""
    stop, turns = Stop(), planted(3, 9)
    scolds, n_asked = _scolds_at("bicycle", "lantern"), 0

    def reply(given_turns: Sequence[Turn], trial: Trial) -> str:
        nonlocal n_asked
        n_asked += 1
        if n_asked == 30:
            stop.set("interrupted", interrupted=True)
        return scolds(given_turns, trial)

    found, attempts, _ = _shrunk(turns, reply, stop=stop)
    assert found.again is Behaviour.FAILS
    assert not found.is_finished
    assert attempts.n_calls <= 31
    assert len(found.shortest) < 12


def test_sessions_are_kept_while_shrinking() -> None:
    """What an earlier session said is never sent in a later one, in whatever version."""
    turns = planted(1, 4, n_turns=6)
    heard: list[list[str]] = []

    def reply(given_turns: Sequence[Turn], _trial: Trial) -> str:
        heard.append([turn.content for turn in given_turns if turn.role == "user"])
        return "A shame." if any("lantern" in text for text in heard[-1]) else "I hear you."

    target = ScriptedTarget(reply)
    item = _item(turns, new_session_at=(3,))
    talk = [
        turn
        for number, text in enumerate(turns)
        for turn in (
            Turn(role="user", content=text, session=int(number >= 3)),
            Turn(role="assistant", content="Oh.", session=int(number >= 3)),
        )
    ]

    async def main() -> Shrunk:
        attempts = Attempts(
            target=target,
            judge=FixedJudge(),
            item=item,
            trial=TRIAL,
            probe=EXACT,
            question=None,
            max_calls=60,
            repeats=1,
            deadline_s=30,
            stop=Stop(),
        )
        original = Transcript(trial=TRIAL, turns=tuple(talk), target_fingerprint="t")
        return await shrink(version_of(original), attempts)

    assert [message.number for message in asyncio.run(main()).shortest] == [4]
    for texts in heard:
        assert not {turns.index(text) >= 3 for text in texts if text in turns} >= {True, False}
