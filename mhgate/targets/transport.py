"""How every request of an HTTP target travels: paced, counted, bounded in time and size, retried.

:meth:`Transport.exchange` is one request and its reply, or a :class:`Fault`.
:meth:`Transport.converse` repeats an adapter's attempt while that may help, and ends it as a turn
or a Failure. Nothing else raises but cancellation and bugs.
"""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from importlib.metadata import PackageNotFoundError, version
from typing import TypeVar

import httpx
from tenacity import AsyncRetrying, RetryCallState, retry_if_exception, stop_after_attempt

from mhgate.config.addresses import DEFAULT_PORTS, one_host
from mhgate.records import Failure, Stage, Trial, Turn
from mhgate.redacting.secrets import Redactor, show_url
from mhgate.targets.builds import Builds
from mhgate.targets.connections import Connections, connect_factory
from mhgate.targets.exchange import Exchange, is_recording, record
from mhgate.targets.faults import NO_CONTENT, Fault, parse_retry_after, shorten, status_fault
from mhgate.targets.incoming import LARGEST_REPLY, RECORDED, Incoming
from mhgate.targets.pacing import Budget, Limiter, Limiters, Sleep
from mhgate.targets.production import is_local
from mhgate.targets.sending import error_of, send

__all__ = ["Call", "Transport", "Travel"]

_LONGEST_WAIT_S = 120.0  # a longer Retry-After is a quota, not a moment
_CONNECTING_S = 15.0
_LARGEST_ERROR = 65_536
_BACKOFF_CAP_S = 20.0

Value = TypeVar("Value")


@dataclass(frozen=True, slots=True)
class Call:
    """One request, ready to be sent; ``says_build``: its reply is held to the build's id."""

    method: str
    url: str
    headers: Sequence[tuple[bytes, bytes]]
    content: bytes | None = None
    says_build: bool = True


@dataclass(slots=True, kw_only=True)
class Travel:
    """The conditions of travel, the same for every request of a target.

    Args:
        run_id: gives what goes along with every request as ``X-Mhgate-Run``.
        limiters: one limiter a host.
        budget: counts every request.
        redactor: over everything that is shown.
        timeout_s: the most seconds for one attempt, from connecting to the reply's end.
        max_retries: further attempts after the first, at least 0.
        backoff_s: seconds before the second attempt; doubled for each further one.
        remaining_s: how many seconds the run has left, where that is known.
        sleep: waits so many seconds.
        builds: reads the build's id in replies, where these hold it.
    """

    run_id: Callable[[], str]
    limiters: Limiters
    budget: Budget
    redactor: Redactor
    timeout_s: float = 60.0
    max_retries: int = 2
    backoff_s: float = 0.5
    remaining_s: Callable[[], float] = field(default=lambda: float("inf"))
    sleep: Sleep = asyncio.sleep
    builds: Builds | None = None


class Transport:
    """Sends requests and ends attempts.

    Args:
        travel: the conditions.
        connect: makes a transport for every origin; connections over the network by default.
    """

    def __init__(
        self,
        travel: Travel,
        *,
        connect: Callable[[], httpx.AsyncBaseTransport] | None = None,
    ) -> None:
        self.travel = travel
        self._connect = connect
        self._origins: dict[str, tuple[Limiter, Connections]] = {}
        self._always = (
            (b"User-Agent", f"mhgate/{_version()}".encode()),
            (b"Accept-Encoding", b"identity"),
        )

    async def aclose(self) -> None:
        """Close every connection."""
        for _, connections in self._origins.values():
            await connections.aclose()

    async def converse(
        self,
        attempt: Callable[[], Awaitable[Turn]],
        trial: Trial,
        *,
        may_repeat: Callable[[Fault], bool] = lambda fault: fault.retryable,
    ) -> Turn | Failure:
        """Attempt a reply until it succeeds, cannot succeed, or the retries are spent.

        Args:
            attempt: gives the reply or raises a Fault.
            trial: whose seed decides the jitter, and whose Failure it may be.
            may_repeat: whether another attempt may follow a fault.

        Returns:
            The turn, with the number of attempts; or the Failure of the last one.
        """
        travel = self.travel
        attempts = 0
        jitter = random.Random(trial.seed)  # noqa: S311 - spreads retries, hides nothing

        async def counted() -> Turn:
            nonlocal attempts
            attempts += 1
            return await attempt()

        def wait(state: RetryCallState) -> float:
            doubled: float = travel.backoff_s * 2.0 ** (state.attempt_number - 1)
            backoff = min(_BACKOFF_CAP_S, doubled)
            fault = state.outcome.exception() if state.outcome else None
            asked = fault.retry_after_s if isinstance(fault, Fault) else None
            return max(asked or 0.0, backoff * jitter.uniform(0.5, 1.0))

        def is_last(state: RetryCallState) -> bool:
            return state.upcoming_sleep >= travel.remaining_s()

        retrying = AsyncRetrying(
            stop=_any_of(stop_after_attempt(travel.max_retries + 1), is_last),
            wait=wait,
            retry=retry_if_exception(lambda error: isinstance(error, Fault) and may_repeat(error)),
            sleep=travel.sleep,
            reraise=True,
        )
        try:
            turn: Turn = await retrying(counted)
        except Fault as fault:
            return self.failure(fault, trial, attempts)
        redact = travel.redactor.redact_reply
        return turn.model_copy(
            update={
                "content": redact(turn.content),
                "flags": redact(turn.flags),
                "model": redact(turn.model),
                "finish_reason": redact(turn.finish_reason),
                "attempts": attempts,
            }
        )

    def failure(self, fault: Fault, trial: Trial, attempts: int) -> Failure:
        """Return the Failure that a fault becomes, redacted."""
        return Failure(
            trial_id=trial.id,
            stage=Stage.TARGET,
            kind=fault.kind,
            message=shorten(self.travel.redactor.redact(fault.message), 500),
            retryable=fault.retryable,
            attempts=attempts,
        )

    async def exchange(self, call: Call, read: Callable[[Incoming], Awaitable[Value]]) -> Value:
        """Send one request and read its reply.

        Args:
            call: the request.
            read: reads a reply with a status of 200 to 299 that may have a body.

        Returns:
            What ``read`` made of it.

        Raises:
            Fault: no reply, or one that ``read`` refuses.
        """
        self.travel.budget.take()
        try:
            url = httpx.URL(call.url)
            request = httpx.Request(
                call.method,
                url,
                headers=self._headers(call),
                content=call.content,
                extensions={
                    "timeout": {"connect": min(_CONNECTING_S, self.travel.timeout_s)},
                },
            )
            limiter, connections = self._origin(url)
        except httpx.InvalidURL as error:
            raise Fault("bad_request", f"no request can be sent to that address: {error}") from None
        seen = self._recorded(call, request)
        async with limiter.turn(), connections.lease() as lease:
            began_s = time.perf_counter()
            try:
                async with asyncio.timeout(self.travel.timeout_s):
                    response = await send(lease.transport, request)
                    builds = self.travel.builds if call.says_build else None
                    keep = LARGEST_REPLY if builds and builds.reads_bodies else RECORDED
                    incoming = Incoming(response, began_s=began_s, keep=keep)
                    try:
                        if not response.is_success or incoming.status in NO_CONTENT:
                            raise await self._status_fault(incoming, limiter)
                        value = await read(incoming)
                        if builds is not None:
                            builds.heard(incoming)
                    except Fault:
                        lease.keep()  # what was not read is closed below; the rest is sound
                        raise
                    finally:
                        _note_reply(seen, incoming, self.travel.redactor)
                        await response.aclose()
            except TimeoutError:
                fault = Fault("timeout", f"no whole reply within {self.travel.timeout_s:g} s")
                _note_trouble(seen, fault, self.travel.redactor)
                raise fault from None
            except Fault as fault:
                _note_trouble(seen, fault, self.travel.redactor)
                raise
            lease.keep()
            limiter.grow()
            return value

    def _origin(self, url: httpx.URL) -> tuple[Limiter, Connections]:
        origin = f"{url.scheme}://{url.host}:{url.port or ''}"
        if origin not in self._origins:
            port = url.port or DEFAULT_PORTS.get(url.scheme)
            limiter = self.travel.limiters.of(
                f"{one_host(url.host)}:{port}", slow_start=not is_local(url.host)
            )
            connect = self._connect or connect_factory(str(url))
            self._origins[origin] = limiter, Connections(connect)
        return self._origins[origin]

    def _headers(self, call: Call) -> list[tuple[bytes, bytes]]:
        given = {name.lower() for name, _ in call.headers}
        headers = [pair for pair in self._always if pair[0].lower() not in given]
        if call.content is not None and b"content-type" not in given:
            headers.append((b"Content-Type", b"application/json"))
        headers += [pair for pair in call.headers if pair[0].lower() != b"x-mhgate-run"]
        return [*headers, (b"X-Mhgate-Run", self.travel.run_id().encode("ascii", "replace"))]

    async def _status_fault(self, incoming: Incoming, limiter: Limiter) -> Fault:
        said, code = "", None
        with suppress(Fault):
            body = await incoming.body(largest=_LARGEST_ERROR)
            said, code = error_of(body, self.travel.redactor)
        retry_after_s = parse_retry_after(incoming.headers.get("retry-after"))
        fault = status_fault(
            incoming.status,
            said=said,
            code=code,
            location=show_url(incoming.headers.get("location", "")),
            retry_after_s=retry_after_s,
        )
        if retry_after_s is None or not fault.retryable:
            return fault
        longest = min(_LONGEST_WAIT_S, self.travel.remaining_s())
        if retry_after_s > longest:
            return Fault(
                "rate_limited",
                f"{fault.message}; Retry-After asks to wait {retry_after_s:g} s, "
                f"and {longest:g} s is the longest that can be waited",
                retryable=False,
                code=code,
            )
        if self.travel.max_retries:
            limiter.hold(retry_after_s)
        return fault

    def _recorded(self, call: Call, request: httpx.Request) -> Exchange | None:
        if not is_recording():
            return None
        redact = self.travel.redactor.redact
        seen = Exchange(
            method=request.method,
            url=redact(call.url),
            header_names=tuple(name.decode("ascii", "replace") for name, _ in request.headers.raw),
            sent=redact((call.content or b"").decode("utf-8", "replace")),
        )
        record(seen)
        return seen


def _any_of(*stops: Callable[[RetryCallState], bool]) -> Callable[[RetryCallState], bool]:
    return lambda state: any(stop(state) for stop in stops)


def _note_reply(seen: Exchange | None, incoming: Incoming, redactor: Redactor) -> None:
    if seen is not None:
        seen.status = incoming.status
        seen.content_type = incoming.content_type
        seen.received = redactor.redact(incoming.seen.decode("utf-8", "replace"))
        seen.latency_s = incoming.elapsed_s()


def _note_trouble(seen: Exchange | None, fault: Fault, redactor: Redactor) -> None:
    if seen is not None:
        seen.trouble = f"{fault.kind}: {redactor.redact(fault.message)}"


def _version() -> str:
    try:
        return version("mhgate")
    except PackageNotFoundError:  # a source checkout that was never installed
        return "0"
