"""Holds sessions and the clock: what a target is given of a conversation, what is kept of it."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from hypothesis import given
from hypothesis import strategies as st

from mhgate.patients import ScriptedPatient
from mhgate.records import Answer, Item, Probe, Question, Transcript, Trial, Turn
from mhgate.runner import Played, Runner, Stop


class Listener:
    """Keeps what it was given, and answers with how much of it there was."""

    fingerprint = "sha256:listener"

    def __init__(self) -> None:
        self.given: list[tuple[Turn, ...]] = []

    async def reply(self, turns: Sequence[Turn], trial: Trial) -> Turn:
        self.given.append(tuple(turns))
        return Turn(role="assistant", content=f"I heard {len(turns)} turns.", carry={"s": trial.id})


class Nobody:
    fingerprint = "sha256:nobody"

    async def answer(self, question: Question, item: Item, transcript: Transcript) -> Answer:
        raise AssertionError("no probe asks")


def _item(n_turns: int, at: tuple[int, ...] = (), clock: tuple[float, ...] = ()) -> Item:
    return Item(
        id="s/i",
        family="s/f",
        pillar="x",
        turns=tuple(f"message {number}" for number in range(n_turns)),
        new_session_at=at,
        clock_s=clock,
        source="s",
        licence="l",
        digest="sha256:i",
    )


def _played(item: Item) -> tuple[Listener, Transcript]:
    target, played = Listener(), list[Played]()

    async def main() -> None:
        runner = Runner(
            target=target,
            patient=ScriptedPatient(),
            judge=Nobody(),
            read_item=lambda _id: item,
            readers={item.id: list[Probe]()},
            questions={},
            concurrency=1,
            deadline_s=30,
            stop=Stop(),
        )
        trial = Trial(id="s/i#0", item_id="s/i", family="s/f", epoch=0, seed=1)
        await runner.run([trial], kept={}, done=played.append)

    asyncio.run(main())
    transcript = played[0].transcript
    assert transcript is not None
    return target, transcript


def test_a_new_session_is_given_nothing_of_the_one_before() -> None:
    """The target hears the turns since the session began; the transcript holds all of them."""
    target, transcript = _played(_item(3, at=(1,)))
    assert [[turn.content for turn in given] for given in target.given] == [
        ["message 0"],
        ["message 1"],
        ["message 1", "I heard 1 turns.", "message 2"],
    ]
    assert [turn.session for turn in transcript.turns] == [0, 0, 1, 1, 1, 1]
    assert [turn.content for turn in transcript.turns if turn.role == "user"] == [
        "message 0",
        "message 1",
        "message 2",
    ]


@given(st.data())
def test_no_session_hears_another(data: st.DataObject) -> None:
    """Wherever sessions begin, every turn that is given belongs to the session of the last one."""
    n_turns = data.draw(st.integers(1, 8))
    at = tuple(sorted(data.draw(st.sets(st.integers(1, 7), max_size=4))))
    item = _item(n_turns, at=tuple(first for first in at if first < n_turns))
    target, transcript = _played(item)
    for number, given_turns in enumerate(target.given):
        assert {turn.session for turn in given_turns} == {item.session_of(number)}
        begins = max((first for first in (0, *item.new_session_at) if first <= number), default=0)
        assert len(given_turns) == 2 * (number - begins) + 1
    assert len(transcript.turns) == 2 * n_turns


def test_each_turn_is_kept_with_its_time() -> None:
    """A message and its reply stand at the item's time; without a clock at none."""
    target, transcript = _played(_item(2, clock=(0, 10800.5)))
    assert [turn.at_s for turn in transcript.turns] == [0, 0, 10800.5, 10800.5]
    assert [given[-1].at_s for given in target.given] == [0, 10800.5]
    assert all(turn.at_s is None for turn in _played(_item(2))[1].turns)
