"""A host that is asked too much is asked less, at once and by the minute; its answers stay."""

from __future__ import annotations

import asyncio
import heapq
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import pairwise
from typing import Any

import pytest
from building import opened, trial, user
from fault_server import Behaviour, FaultServer, Seen, answer, completion

from mhgate.records import Turn
from mhgate.targets.pacing import Budget, Hosts, Limiter, Limiters

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
            async with Budget().turn(limiter, 0):
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
            async with Budget().turn(limiter, 10):
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


class Clock:
    """Time that passes when somebody sleeps: whoever wakes first is woken first."""

    def __init__(self) -> None:
        self.sleeping: list[tuple[float, int, asyncio.Future[None]]] = []
        self.now_s, self._n = 100.0, 0

    async def sleep(self, seconds: float) -> None:
        ticket = asyncio.get_running_loop().create_future()
        self._n += 1
        heapq.heappush(self.sleeping, (self.now_s + seconds, self._n, ticket))
        await ticket

    async def pass_until(self, end_s: float) -> None:
        """Wake whoever wakes by then, in order."""
        await settle_down()
        while self.sleeping and self.sleeping[0][0] <= end_s:
            self.now_s, _, ticket = heapq.heappop(self.sleeping)
            ticket.set_result(None)
            await settle_down()
        self.now_s = end_s


async def settle_down() -> None:
    for _ in range(5):
        await asyncio.sleep(0)


def paced(monkeypatch: pytest.MonkeyPatch, **limits: Any) -> tuple[Limiter, Clock]:
    clock = Clock()
    monkeypatch.setattr(asyncio.get_running_loop(), "time", lambda: clock.now_s)
    return Limiter(sleep=clock.sleep, **limits), clock


class Sending:
    """Many that ask at once, and when each was let through."""

    def __init__(self, limiter: Limiter, clock: Clock) -> None:
        self.limiter, self.clock = limiter, clock
        self.at_s: list[float] = []

    async def ask(self, tokens: float = 0.0, taken: float = 0.0) -> None:
        async with Budget().turn(self.limiter, tokens):
            self.at_s.append(round(self.clock.now_s - 100, 6))
            self.limiter.settle(taken - tokens)

    async def all(self, count: int, **words: float) -> list[asyncio.Task[None]]:
        tasks = [asyncio.create_task(self.ask(**words)) for _ in range(count)]
        await settle_down()
        return tasks

    def within(self, begin_s: float, end_s: float) -> int:
        return sum(begin_s <= each < end_s for each in self.at_s)


def test_a_hold_binds_whoever_sleeps_for_an_earlier_place(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ten a second, held for four seconds after the first two: nothing meanwhile, no burst then."""

    async def go() -> list[float]:
        limiter, clock = paced(monkeypatch, concurrency=64, requests_per_minute=600)
        sending = Sending(limiter, clock)
        tasks = await sending.all(40)
        await clock.pass_until(100.15)
        limiter.hold(4.0)
        await clock.pass_until(112.0)
        await asyncio.gather(*tasks)
        return sending.at_s

    at_s = asyncio.run(go())
    assert at_s[:2] == [0.0, 0.1]
    assert len(at_s) == 40
    assert at_s[2] == pytest.approx(4.15)
    assert min(b - a for a, b in pairwise(at_s)) == pytest.approx(0.1)
    assert at_s[-1] < 9  # who was held is let through as soon as the pace allows


def test_a_hold_holds_whatever_replies_took(monkeypatch: pytest.MonkeyPatch) -> None:
    """A reply that took fewer tokens than reckoned does not end it; nor is anyone charged twice."""

    async def go() -> list[float]:
        limiter, clock = paced(monkeypatch, concurrency=8, tokens_per_minute=6000)
        sending = Sending(limiter, clock)
        tasks = await sending.all(6, tokens=100.0, taken=100.0)
        await clock.pass_until(101.5)
        limiter.hold(2.0)
        limiter.settle(-10_000)
        await clock.pass_until(120.0)
        await asyncio.gather(*tasks)
        return sending.at_s

    at_s = asyncio.run(go())
    assert at_s == pytest.approx([0.0, 1.0, 3.5, 4.5, 5.5, 6.5])


def test_a_hold_does_not_shorten_the_pace(monkeypatch: pytest.MonkeyPatch) -> None:
    """One a minute, held for five seconds: the next goes after a minute all the same."""

    async def go() -> list[float]:
        limiter, clock = paced(monkeypatch, concurrency=8, requests_per_minute=1)
        sending = Sending(limiter, clock)
        tasks = await sending.all(3)
        limiter.hold(5.0)
        await clock.pass_until(400.0)
        await asyncio.gather(*tasks)
        return sending.at_s

    assert asyncio.run(go()) == pytest.approx([0.0, 60.0, 120.0])


def test_requests_by_the_minute_hold_beside_tokens(monkeypatch: pytest.MonkeyPatch) -> None:
    """Replies of ten tokens, where 160 were reckoned, do not lift the limit of requests."""

    async def go() -> Sending:
        limiter, clock = paced(
            monkeypatch, concurrency=16, requests_per_minute=600, tokens_per_minute=60_000
        )
        sending = Sending(limiter, clock)
        tasks = []
        for _ in range(30):
            tasks += await sending.all(16, tokens=160.0, taken=10.0)
            await clock.pass_until(clock.now_s + 1)
        await clock.pass_until(100 + 600)
        await asyncio.gather(*tasks)
        return sending

    sending = asyncio.run(go())
    assert len(sending.at_s) == 480
    assert max(sending.within(begin, begin + 10) for begin in range(50)) <= 101
    assert sending.at_s[-1] < 60  # and tokens that were not taken hold nobody up


@pytest.mark.parametrize("max_retries", [3, 0])
def test_a_wait_that_is_asked_for_is_kept_by_all_who_wait_already(max_retries: int) -> None:
    """Over sockets: one 429 with ``Retry-After: 1`` among many, and the server counts who comes.

    Whether whoever was told so tries again does not matter to the others.
    """
    came_s: list[float] = []
    refused_s: list[float] = []

    async def behave(seen: Seen, writer: asyncio.StreamWriter) -> bool:
        now_s = asyncio.get_running_loop().time()
        came_s.append(now_s)
        if len(came_s) == 4:
            refused_s.append(now_s)
            return await answer(status=429, headers={"Retry-After": "1"})(seen, writer)
        return await echo(seen, writer)

    said, _, _ = asyncio.run(
        ask_many(behave, concurrency=64, requests_per_minute=6000, max_retries=max_retries)
    )
    refused = [words for words in said.values() if not words.startswith("You said")]
    assert refused == ([] if max_retries else ["rate_limited"])
    assert len(came_s) == TRIALS + (1 if max_retries else 0)
    # what was on its way when the refusal was written may come beside it
    held = [each for each in came_s if refused_s[0] + 0.2 < each < refused_s[0] + 0.95]
    assert not held


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
            async with Budget().turn(limiter, 0):
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
