"""How every request of an HTTP target travels: paced, counted, bounded in time and size, retried.

:meth:`Transport.exchange` is one request and its reply, or a :class:`Fault`.
:meth:`Transport.converse` repeats an adapter's attempt while that may help, and ends it as a turn
or a Failure. Nothing else raises but cancellation and bugs.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from typing import TypeVar

import httpx

from mhgate.config.addresses import DEFAULT_PORTS, one_host
from mhgate.records import Failure, Trial, Turn
from mhgate.redacting.secrets import Redactor, show_url
from mhgate.targets.connections import Connections, connect_factory
from mhgate.targets.exchange import Exchange, is_recording, record
from mhgate.targets.faults import NO_CONTENT, Fault, parse_retry_after, status_fault
from mhgate.targets.incoming import LARGEST_REPLY, RECORDED, Incoming
from mhgate.targets.pacing import Limiter
from mhgate.targets.production import is_local
from mhgate.targets.sending import error_of, send
from mhgate.targets.travel import Travel, converse, failure_of

__all__ = ["Call", "Transport", "Travel"]

_LONGEST_WAIT_S = 120.0  # a longer Retry-After is a quota, not a moment
_CONNECTING_S = 15.0
_LARGEST_ERROR = 65_536

Value = TypeVar("Value")


@dataclass(frozen=True, slots=True)
class Call:
    """One request, ready to be sent; ``says_build``: its reply is held to the build's id."""

    method: str
    url: str
    headers: Sequence[tuple[bytes, bytes]]
    content: bytes | None = None
    says_build: bool = True


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
        return await converse(self.travel, attempt, trial, may_repeat=may_repeat)

    def failure(self, fault: Fault, trial: Trial, attempts: int) -> Failure:
        """Return the Failure that a fault becomes, redacted."""
        return failure_of(self.travel, fault, trial, attempts)

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
