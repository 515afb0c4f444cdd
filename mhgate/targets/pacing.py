"""How fast and how much is asked: one limiter a host, whoever asks it, and one budget each."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Protocol, TypedDict

from mhgate.targets.faults import Fault
from mhgate.targets.surplus import Surplus

__all__ = ["Budget", "Hosts", "Limiter", "Limiters", "Pay", "Payment", "Sleep", "nothing"]

Sleep = Callable[[float], Awaitable[None]]

_FEWEST_TO_HALVE = 2.0  # requests at once; with fewer it is the pace that gives way
_FIRST_GAP_S = 0.25
_LONGEST_GAP_S = 30.0
_FASTER_A_REPLY = 0.2  # requests a second


class Payment(Protocol):
    """What was paid for one request."""

    def give_back(self) -> None:
        """Take it back: the request was never sent."""


Pay = Callable[[], Awaitable[Payment | None]]


async def nothing() -> None:
    """Pay nothing."""


class Budget:
    """The most requests that a run may send; every attempt is one.

    Args:
        max_requests: the most requests; None sets no limit.
        pay: pays for one request before it is sent, or raises a Fault ``budget``.
    """

    def __init__(self, max_requests: int | None = None, *, pay: Pay = nothing) -> None:
        self.max_requests = max_requests
        self._pay = pay
        self.spent = 0

    async def take(self) -> Payment | None:
        """Count one request, and pay for it; it may wait for others to take less than reckoned.

        Returns:
            What was paid, None where nothing was.

        Raises:
            Fault: ``budget``, when none is left.
        """
        if self.max_requests is not None and self.spent >= self.max_requests:
            raise Fault("budget", f"max_requests = {self.max_requests} requests are spent")
        self.spent += 1
        try:
            return await self._pay()
        except BaseException:
            self.spent -= 1
            raise

    def give_back(self, payment: Payment | None) -> None:
        """Take back a request that was never sent.

        Args:
            payment: as :meth:`take` returned it.
        """
        self.spent -= 1
        if payment is not None:
            payment.give_back()

    async def enter(self, limiter: Limiter, tokens: float) -> None:
        """Pay for a request and wait for its turn; who is never let in has paid nothing.

        Args:
            limiter: of the host, which is left when the reply has come.
            tokens: how many the request and its reply are reckoned to take.

        Raises:
            Fault: ``budget``, when none is left.
        """
        payment = await self.take()
        try:
            await limiter.enter(tokens)
        except BaseException:
            self.give_back(payment)
            raise

    @asynccontextmanager
    async def turn(self, limiter: Limiter | None, tokens: float) -> AsyncIterator[None]:
        """Pay for a request, wait for its turn, and hold that until the reply has come.

        Args:
            limiter: of the host; None: nothing is waited for.
            tokens: how many the request and its reply are reckoned to take.

        Raises:
            Fault: ``budget``, when none is left.
        """
        if limiter is None:
            await self.take()
            yield
            return
        await self.enter(limiter, tokens)
        try:
            yield
        finally:
            limiter.leave()


class Limiter:
    """Bounds what one host is asked: so many at once, and so much a minute.

    A host that is not this machine's is approached slowly: one request at first, and one more at
    once for each that came back, up to ``concurrency``. A host that says that it is asked too much
    is asked half as much at once, and then, reply by reply, one more for each round of replies; at
    one at once it is the pace that is halved. What is asked stays the same, and so does its order.

    Requests and tokens have a clock each, which says when the next may be sent. Whoever comes takes
    a place in time by both, and sleeps until then. A hold puts both clocks back to what was really
    sent, and on to its end: whoever slept for an earlier place takes a new one after it.

    Args:
        concurrency: the most requests at once, at least 1.
        requests_per_minute: the most requests a minute, evenly spaced; None sets no limit.
        tokens_per_minute: the most tokens a minute, read and written; None sets no limit.
        slow_start: whether to begin with one at once.
        sleep: waits so many seconds.
    """

    def __init__(
        self,
        *,
        concurrency: int,
        requests_per_minute: float | None = None,
        tokens_per_minute: float | None = None,
        slow_start: bool = False,
        sleep: Sleep = asyncio.sleep,
    ) -> None:
        self._spacing_s = 60 / requests_per_minute if requests_per_minute else 0.0
        self._token_s = 60 / tokens_per_minute if tokens_per_minute else 0.0
        self._concurrency = concurrency
        self._window = 1.0 if slow_start else float(concurrency)  # how many may run at once now
        self._doubling_to = float(concurrency)  # below it one more for each reply
        self._gap_s = 0.0  # what a host that is asked too much adds between two requests
        self._is_paced = bool(requests_per_minute or tokens_per_minute)  # or was, or was held
        self._cut_at_s = float("-inf")
        self._running = 0
        self._waiting: deque[asyncio.Future[None]] = deque()
        self._sleep = sleep
        self._held_until_s = 0.0
        self._generation = 0  # one more with each hold
        self._next_request_s = self._next_token_s = 0.0
        # the same two clocks by what was sent alone, without those that sleep
        self._sent_request_s = self._sent_token_s = 0.0

    @property
    def at_once(self) -> int:
        """How many requests may be on their way at once, as things are."""
        return int(self._window)

    async def enter(self, tokens: float = 0.0) -> None:
        """Wait for one's turn to send a request; whoever has it leaves when the reply has come.

        Args:
            tokens: how many the request and its reply are reckoned to take.
        """
        if self._waiting or self._running >= int(self._window):
            await self._queue()
        else:
            self._running += 1
        if not self._is_paced:  # no clock was ever set
            return
        try:
            await self._keep_pace(tokens)
        except BaseException:
            self.leave()
            raise

    def leave(self) -> None:
        """End a turn, and let in who waits."""
        self._running -= 1
        self._admit()

    async def _queue(self) -> None:
        ticket = asyncio.get_running_loop().create_future()
        self._waiting.append(ticket)
        try:
            await ticket
        except asyncio.CancelledError:
            if ticket.done() and not ticket.cancelled():
                self._running -= 1  # it was let in, and does not come
                self._admit()
            raise

    def _admit(self) -> None:
        """Let in who waits, as far as there is room."""
        while self._waiting and self._running < int(self._window):
            ticket = self._waiting.popleft()
            if not ticket.done():
                self._running += 1
                ticket.set_result(None)

    def tighten(
        self,
        *,
        concurrency: int,
        requests_per_minute: float | None = None,
        tokens_per_minute: float | None = None,
    ) -> None:
        """Heed the limits of one more who asks this host: the tighter ones hold for all.

        Args:
            concurrency: the most requests at once, at least 1.
            requests_per_minute: the most requests a minute; None sets no limit.
            tokens_per_minute: the most tokens a minute; None sets no limit.
        """
        if requests_per_minute:
            self._spacing_s = max(self._spacing_s, 60 / requests_per_minute)
        if tokens_per_minute:
            self._token_s = max(self._token_s, 60 / tokens_per_minute)
        self._is_paced = self._is_paced or bool(requests_per_minute or tokens_per_minute)
        self._concurrency = min(self._concurrency, concurrency)
        self._window = min(self._window, self._concurrency)
        self._doubling_to = min(self._doubling_to, self._concurrency)

    def grow(self) -> None:
        """Let more run at once, after a host has answered: one more, or one more a round."""
        if self._gap_s:
            rate = 1 / self._gap_s + _FASTER_A_REPLY
            self._gap_s = 1 / rate if rate < 1 / _FIRST_GAP_S else 0.0
        elif self._window < self._concurrency:
            step = 1.0 if self._window < self._doubling_to else 1 / self._window
            self._window = min(float(self._concurrency), self._window + step)
            self._admit()

    def back_off(self, sent_s: float) -> None:
        """Ask a host for less, which said that it is asked too much.

        Requests that were under way together are one sign, not many.

        Args:
            sent_s: when the request was sent that it said so to, on the loop's clock.
        """
        if sent_s <= self._cut_at_s:
            return
        self._cut_at_s = asyncio.get_running_loop().time()
        if self._window < _FEWEST_TO_HALVE:
            self._gap_s = min(_LONGEST_GAP_S, max(_FIRST_GAP_S, 2 * self._gap_s))
            self._is_paced = True
        self._window = max(1.0, self._window / 2)
        self._doubling_to = self._window

    def hold(self, seconds: float) -> None:
        """Send nothing to this host for so many seconds: it asked for that.

        It binds whoever sleeps for a place in time too; nobody is charged twice.
        """
        ends_s = asyncio.get_running_loop().time() + seconds
        self._held_until_s = max(self._held_until_s, ends_s)
        self._is_paced = True
        self._next_request_s, self._next_token_s = self._sent_request_s, self._sent_token_s
        self._generation += 1

    def settle(self, tokens: float) -> None:
        """Reckon with what a reply took beside what its request was reckoned to take.

        Args:
            tokens: below 0 where it took fewer.
        """
        self._next_token_s += tokens * self._token_s
        self._sent_token_s += tokens * self._token_s

    async def _keep_pace(self, tokens: float) -> None:
        """Sleep until this request may be sent."""
        while True:
            generation, now_s = self._generation, asyncio.get_running_loop().time()
            begin_s = max(now_s, self._held_until_s, self._next_request_s, self._next_token_s)
            spacing_s, token_s = max(self._spacing_s, self._gap_s), tokens * self._token_s
            if spacing_s:
                self._next_request_s = begin_s + spacing_s
            if token_s:
                self._next_token_s = begin_s + token_s
            if begin_s > now_s:
                await self._sleep(begin_s - now_s)
                if generation != self._generation:
                    continue  # it was held meanwhile
            if spacing_s:
                self._sent_request_s = max(self._sent_request_s, begin_s + spacing_s)
            if token_s:
                self._sent_token_s = max(self._sent_token_s, begin_s) + token_s
            return


class _Limits(TypedDict):
    concurrency: int
    requests_per_minute: float | None
    tokens_per_minute: float | None


class Hosts:
    """The hosts that a run asks, a limiter each: product and judge share it at one host.

    ``surplus`` is what bytes that nobody asked for have shown of them.
    """

    def __init__(self) -> None:
        self.limiters: dict[str, Limiter] = {}
        self.surplus = Surplus()


class Limiters:
    """One limiter for each host, by the limits of one who asks.

    Args:
        concurrency: the most requests at once to one host.
        requests_per_minute: the most requests a minute to one host; None sets no limit.
        tokens_per_minute: the most tokens a minute of one host; None sets no limit.
        hosts: those that others ask too; a host of theirs keeps to the tighter limits of all.
        sleep: waits so many seconds.
    """

    def __init__(
        self,
        *,
        concurrency: int,
        requests_per_minute: float | None = None,
        tokens_per_minute: float | None = None,
        hosts: Hosts | None = None,
        sleep: Sleep = asyncio.sleep,
    ) -> None:
        self._limits: _Limits = {
            "concurrency": concurrency,
            "requests_per_minute": requests_per_minute,
            "tokens_per_minute": tokens_per_minute,
        }
        self._hosts = hosts or Hosts()
        self._sleep = sleep

    def of(self, host: str, *, slow_start: bool) -> Limiter:
        """Return the host's limiter; the first to ask for it decides how it starts."""
        known = self._hosts.limiters
        if host in known:
            known[host].tighten(**self._limits)
        else:
            known[host] = Limiter(**self._limits, slow_start=slow_start, sleep=self._sleep)
        return known[host]
