"""How fast and how much is asked: one limiter a host, whoever asks it, and one budget each."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

from mhgate.targets.faults import Fault

__all__ = ["Budget", "Hosts", "Limiter", "Limiters", "Sleep"]

Sleep = Callable[[float], Awaitable[None]]


class Budget:
    """The most requests that a run may send; every attempt is one.

    Args:
        max_requests: the most requests; None sets no limit.
        pay: pays for one request before it is sent, or raises a Fault ``budget``.
    """

    def __init__(
        self,
        max_requests: int | None = None,
        *,
        pay: Callable[[], None] = lambda: None,
    ) -> None:
        self.max_requests = max_requests
        self._pay = pay
        self.spent = 0

    def take(self) -> None:
        """Count one request.

        Raises:
            Fault: ``budget``, when none is left.
        """
        if self.max_requests is not None and self.spent >= self.max_requests:
            raise Fault("budget", f"max_requests = {self.max_requests} requests are spent")
        self._pay()
        self.spent += 1


class Limiter:
    """Bounds what one host is asked: so many at once, and so many a minute.

    A host that is not this machine's is approached slowly: one request at first, and one more at
    once for each that came back, up to ``concurrency``.

    Args:
        concurrency: the most requests at once, at least 1.
        requests_per_minute: the most requests a minute, evenly spaced; None sets no limit.
        slow_start: whether to begin with one at once.
        sleep: waits so many seconds.
    """

    def __init__(
        self,
        *,
        concurrency: int,
        requests_per_minute: float | None = None,
        slow_start: bool = False,
        sleep: Sleep = asyncio.sleep,
    ) -> None:
        self._spacing_s = 60 / requests_per_minute if requests_per_minute else 0.0
        self._concurrency = concurrency
        self._permits = asyncio.Semaphore(1 if slow_start else concurrency)
        self._to_grow = concurrency - 1 if slow_start else 0
        self._to_retire = 0  # permits that there are too many of, since somebody asks for fewer
        self._sleep = sleep
        self._next_s = 0.0

    @asynccontextmanager
    async def turn(self) -> AsyncIterator[None]:
        """Wait for one's turn to send a request, and hold it until the reply has come."""
        await self._permits.acquire()
        while self._to_retire:
            self._to_retire -= 1
            await self._permits.acquire()
        try:
            await self._pace()
            yield
        finally:
            self._permits.release()

    def tighten(self, *, concurrency: int, requests_per_minute: float | None = None) -> None:
        """Heed the limits of one more who asks this host: the tighter ones hold for all.

        Args:
            concurrency: the most requests at once, at least 1.
            requests_per_minute: the most requests a minute; None sets no limit.
        """
        if requests_per_minute:
            self._spacing_s = max(self._spacing_s, 60 / requests_per_minute)
        surplus = max(0, self._concurrency - concurrency)
        not_grown = min(surplus, self._to_grow)
        self._to_grow -= not_grown
        self._to_retire += surplus - not_grown
        self._concurrency -= surplus

    def grow(self) -> None:
        """Let one more request run at once, after a host has answered."""
        if self._to_grow:
            self._to_grow -= 1
            self._permits.release()

    def hold(self, seconds: float) -> None:
        """Send nothing to this host for so many seconds: it asked for that."""
        self._next_s = max(self._next_s, asyncio.get_running_loop().time() + seconds)

    async def _pace(self) -> None:
        now = asyncio.get_running_loop().time()
        begin = max(now, self._next_s)
        if self._spacing_s:
            self._next_s = begin + self._spacing_s
        if begin > now:
            await self._sleep(begin - now)


class Hosts:
    """The hosts that a run asks, a limiter each: product and judge share it at one host."""

    def __init__(self) -> None:
        self.limiters: dict[str, Limiter] = {}


class Limiters:
    """One limiter for each host, by the limits of one who asks.

    Args:
        concurrency: the most requests at once to one host.
        requests_per_minute: the most requests a minute to one host; None sets no limit.
        hosts: those that others ask too; a host of theirs keeps to the tighter limits of all.
        sleep: waits so many seconds.
    """

    def __init__(
        self,
        *,
        concurrency: int,
        requests_per_minute: float | None = None,
        hosts: Hosts | None = None,
        sleep: Sleep = asyncio.sleep,
    ) -> None:
        self._concurrency = concurrency
        self._requests_per_minute = requests_per_minute
        self._hosts = hosts or Hosts()
        self._sleep = sleep

    def of(self, host: str, *, slow_start: bool) -> Limiter:
        """Return the host's limiter; the first to ask for it decides how it starts."""
        known = self._hosts.limiters
        if host in known:
            known[host].tighten(
                concurrency=self._concurrency, requests_per_minute=self._requests_per_minute
            )
        else:
            known[host] = Limiter(
                concurrency=self._concurrency,
                requests_per_minute=self._requests_per_minute,
                slow_start=slow_start,
                sleep=self._sleep,
            )
        return known[host]
