"""A host that is asked too much is asked less, at once and by the minute; its answers stay."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from building import opened, trial, user
from fault_server import Behaviour, FaultServer, Seen, answer, completion

from mhgate.records import Turn
from mhgate.targets.pacing import Hosts, Limiter, Limiters

TRIALS = 48


async def ask_many(behaviour: Behaviour, **keys: Any) -> tuple[dict[str, str], FaultServer, Any]:
    """Return what each of many trials is answered, the server, and the target's limiter."""
    async with (
        FaultServer(behaviour) as server,
        opened("openai", base_url=server.url, model="m", **keys) as target,
    ):
        travel = target._transport.travel
        travel.sleep = travel.limiters._sleep = asyncio.sleep
        travel.backoff_s = 0.005
        trials = [trial(f"a/{number}", seed=number) for number in range(TRIALS)]
        came = await asyncio.gather(
            *(
                target.reply(user(f"I am number {number}."), each)
                for number, each in enumerate(trials)
            )
        )
        said = {
            each.id: one.content if isinstance(one, Turn) else one.kind
            for each, one in zip(trials, came, strict=True)
        }
        (limiter,) = travel.limiters._hosts.limiters.values()
        return said, server, limiter


async def echo(seen: Seen, writer: asyncio.StreamWriter) -> bool:
    """Answer with the last message."""
    words = seen.json["messages"][-1]["content"]
    return await answer(completion(f"You said: {words}"))(seen, writer)


class Crowded:
    """Answers two at once, and 429 to whoever comes beside them."""

    def __init__(self) -> None:
        self.running = 0
        self.refused = 0

    async def __call__(self, seen: Seen, writer: asyncio.StreamWriter) -> bool:
        if self.running >= 2:
            self.refused += 1
            return await answer(status=429)(seen, writer)
        self.running += 1
        await asyncio.sleep(0.01)
        self.running -= 1
        return await echo(seen, writer)


@contextmanager
def without_backing_off(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    with monkeypatch.context() as patched:
        patched.setattr(Limiter, "back_off", lambda _self, _sent_s: None)
        yield


def test_a_crowded_host_is_asked_less_and_answers_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every trial has the answer of a host that refuses nobody, for fewer requests than before."""
    control, _, _ = asyncio.run(ask_many(echo))
    crowded = Crowded()
    said, _, limiter = asyncio.run(ask_many(crowded, concurrency=16, max_retries=40))
    assert said == control
    assert limiter.at_once < 16
    stubborn = Crowded()
    with without_backing_off(monkeypatch):
        again, _, _ = asyncio.run(ask_many(stubborn, concurrency=16, max_retries=100))
    assert again == control
    assert crowded.refused < stubborn.refused / 2


def _limiter(concurrency: int = 8, **more: Any) -> tuple[Limiter, list[float]]:
    waits: list[float] = []

    async def note(seconds: float) -> None:
        waits.append(seconds)

    return Limiter(concurrency=concurrency, sleep=note, **more), waits


def test_the_window_halves_and_grows_by_one_a_round() -> None:
    """Multiplicative down, additive up, never above ``concurrency`` and never below one."""

    async def go() -> list[int]:
        limiter, _ = _limiter()
        seen = [limiter.at_once]
        for _ in range(4):
            limiter.back_off(asyncio.get_running_loop().time() + 1e6)
            limiter._cut_at_s = float("-inf")
            seen.append(limiter.at_once)
        for _ in range(80):
            limiter.grow()
            seen.append(limiter.at_once)
        return seen

    first, *cuts = asyncio.run(go())
    assert [first, *cuts[:4]] == [8, 4, 2, 1, 1]
    risen = cuts[4:]
    assert risen == sorted(risen)
    assert risen[-1] == 8
    rounds = [risen.count(at_once) for at_once in range(2, 8)]
    assert rounds == sorted(rounds)  # the more at once, the more replies one more takes


def test_signs_that_were_under_way_together_are_one() -> None:
    """Eight refusals of requests that were sent before the first came halve once."""

    async def go() -> int:
        limiter, _ = _limiter()
        sent_s = asyncio.get_running_loop().time()
        for _ in range(8):
            limiter.back_off(sent_s)
        return limiter.at_once

    assert asyncio.run(go()) == 4


def test_one_at_once_is_slowed_down_and_let_go_again() -> None:
    """The pause doubles with each refusal; replies take it away again."""

    async def go() -> tuple[list[float], float]:
        limiter, waits = _limiter(1)
        for _ in range(3):
            limiter.back_off(asyncio.get_running_loop().time() + 1)
            limiter._cut_at_s = float("-inf")
        for _ in range(3):
            async with limiter.turn():
                pass
        for _ in range(40):
            limiter.grow()
        return waits, limiter._gap_s

    waits, gap_s = asyncio.run(go())
    assert [round(wait, 1) for wait in waits] == [1.0, 2.0]
    assert gap_s == 0


def test_tokens_by_the_minute_pace_requests() -> None:
    """What a request is reckoned to take is put right by what its reply says."""

    async def go() -> list[float]:
        limiter, waits = _limiter(tokens_per_minute=600)
        for taken in (20, 5, 10):
            async with limiter.turn(10):
                limiter.settle(taken - 10)
        return waits

    assert [round(wait, 1) for wait in asyncio.run(go())] == [2.0, 2.5]


def test_a_target_keeps_to_its_tokens_by_the_minute() -> None:
    """Ten tokens a reply by its own count, sixty a minute: ten seconds between two requests."""
    body = completion() | {"usage": {"prompt_tokens": 7, "completion_tokens": 3}}

    async def go() -> list[float]:
        async with (
            FaultServer(answer(body)) as server,
            opened("openai", base_url=server.url, model="m", tokens_per_minute=60) as target,
        ):
            for _ in range(3):
                await target.reply(user(), trial())
            waits: list[float] = target.waits
            return waits

    assert [round(wait) for wait in asyncio.run(go())] == [10, 20]


def test_the_tighter_tokens_of_a_host_hold_for_all() -> None:
    """As with requests: product and judge at one host share its limit."""
    hosts = Hosts()
    Limiters(concurrency=4, hosts=hosts).of("h:1", slow_start=False)
    tight = Limiters(concurrency=4, tokens_per_minute=60, hosts=hosts)
    assert tight.of("h:1", slow_start=False)._token_s == 1.0


def test_whoever_gives_up_in_the_queue_keeps_nobody_waiting() -> None:
    """A place that was granted to one who was cancelled goes to the next."""

    async def go() -> list[int]:
        limiter, _ = _limiter(1)
        entered: list[int] = []
        release = asyncio.Event()

        async def ask(number: int) -> None:
            async with limiter.turn():
                entered.append(number)
                await release.wait()

        tasks = [asyncio.create_task(ask(number)) for number in range(4)]
        await asyncio.sleep(0)
        release.set()
        await asyncio.sleep(0)
        tasks[1].cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        return entered

    assert asyncio.run(go()) in ([0, 2, 3], [0, 1, 2, 3])
