"""How every request of an HTTP target travels: paced, counted, bounded in time and size, retried.

:meth:`Transport.exchange` is one request and its reply, or a :class:`Fault`.
:meth:`Transport.converse` repeats an adapter's attempt while that may help, and ends it as a turn
or a Failure. Nothing else raises but cancellation and bugs.
"""

from __future__ import annotations

import asyncio
import logging
import ssl
import time
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from typing import TYPE_CHECKING, TypeVar

import httpx

from mhgate.config.addresses import DEFAULT_PORTS, one_host
from mhgate.records import Failure, Trial, Turn
from mhgate.redacting.secrets import Redactor, show_url
from mhgate.targets.connections import Connections, connect_factory
from mhgate.targets.deadlines import Deadlines
from mhgate.targets.exchange import Exchange, is_recording, record
from mhgate.targets.faults import (
    ASKED_TOO_MUCH,
    NO_CONTENT,
    Fault,
    parse_retry_after,
    status_fault,
)
from mhgate.targets.incoming import RECORDED, Incoming
from mhgate.targets.pacing import Limiter
from mhgate.targets.production import is_local
from mhgate.targets.sending import ask, error_of
from mhgate.targets.tokens import counted_tokens, tokens_of
from mhgate.targets.travel import Travel, converse, failure_of, honoured

if TYPE_CHECKING:
    from mhgate.targets.oauth import Tokens

__all__ = ["Call", "Transport", "Travel"]

_log = logging.getLogger(__name__)
_CONNECTING_S = 15.0
_LARGEST_ERROR = 65_536
_MOST_WAYS = 64
_WITH_BODY = frozenset({"POST", "PUT", "PATCH"})  # an empty one is said to be empty
# a body of another length than the stated one is cut, and its rest is read as a request
_OWN = frozenset({b"x-mhgate-run", b"content-length"})

Value = TypeVar("Value")
_Headers = list[tuple[bytes, bytes]]


@dataclass(frozen=True, slots=True)
class Call:
    """One request, ready to be sent.

    Args:
        method: the HTTP method.
        url: the address.
        headers: names and values.
        content: the body, if any.
        says_build: whether its reply is held to the build's id.
        may_be_empty: whether a status without a body (204) is an answer too.
        is_secret: whether neither its body nor what comes back may ever be shown.
        is_free: whether no budget pays for it.
    """

    method: str
    url: str
    headers: Sequence[tuple[bytes, bytes]]
    content: bytes | None = None
    says_build: bool = True
    may_be_empty: bool = False
    is_secret: bool = False
    is_free: bool = False


class Transport:
    """Sends requests and ends attempts.

    Args:
        travel: the conditions.
        connect: makes a transport for every origin; connections over the network by default.
        tls: the context of those connections; None: the usual one.
        tokens: gives what every request is authorised by, where a token is.
    """

    def __init__(
        self,
        travel: Travel,
        *,
        connect: Callable[[], httpx.AsyncBaseTransport] | None = None,
        tls: ssl.SSLContext | None = None,
        tokens: Tokens | None = None,
    ) -> None:
        self.travel = travel
        self._connect = connect
        self._tls = tls
        self._tokens = tokens
        self._deadlines = Deadlines(travel.timeout_s)
        self._origins: dict[str, tuple[Limiter, Connections]] = {}
        self._ways: dict[str, tuple[httpx.URL, Limiter, Connections]] = {}  # the latest, by address
        self._always = (
            (b"User-Agent", f"mhgate/{_version()}".encode()),
            (b"Accept-Encoding", b"identity"),
        )
        self._headers_before: tuple[object, _Headers, _Headers] = None, [], []

    async def aclose(self) -> None:
        """Close every connection."""
        if self._tokens is not None:
            await self._tokens.aclose()
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
        tokens = self._tokens
        if tokens is None or any(name.lower() == b"authorization" for name, _ in call.headers):
            return await self._once(call, read)
        from mhgate.targets.oauth import with_token  # noqa: PLC0415 - only where a token is needed

        token = await tokens.current(self._once)
        try:
            return await self._once(with_token(call, token), read)
        except Fault as fault:
            if fault.kind != "unauthorised":
                raise
        token = await tokens.renewed(token, self._once)
        try:
            return await self._once(with_token(call, token), read)
        except Fault as fault:
            if fault.kind == "unauthorised":
                fault.message += " (with a fresh token too)"
            raise

    async def _once(self, call: Call, read: Callable[[Incoming], Awaitable[Value]]) -> Value:
        try:
            url, limiter, connections = self._way(call.url)
            headers = self._headers(call, url)
        except httpx.InvalidURL as error:
            raise Fault("bad_request", f"no request can be sent to that address: {error}") from None
        reckoned = tokens_of(call.content)
        if call.is_free:
            await limiter.enter(reckoned)
        else:
            await self.travel.budget.enter(limiter, reckoned)
        try:
            value = await self._carried(
                call, url, headers, limiter=limiter, connections=connections, read=read
            )
            limiter.grow()
            if isinstance(value, Turn) and (taken := counted_tokens(value)) is not None:
                limiter.settle(taken - reckoned)
            return value
        finally:
            limiter.leave()

    async def _carried(
        self,
        call: Call,
        url: httpx.URL,
        headers: _Headers,
        *,
        limiter: Limiter,
        connections: Connections,
        read: Callable[[Incoming], Awaitable[Value]],
    ) -> Value:
        """Send a request over a connection, which is kept where all of it is known to be sound."""
        seen = self._recorded(call, headers)
        redactor = self.travel.redactor
        transport = connections.take()
        has_reply = is_clean = False
        began_s = time.perf_counter()
        sent_s = asyncio.get_running_loop().time()
        try:
            with self._deadlines.within():
                reply = await ask(
                    *(transport, call.method, url, headers, call.content or b""),
                    connect_s=min(_CONNECTING_S, self.travel.timeout_s),
                )
                has_reply = True
                builds = self.travel.builds if call.says_build else None
                largest = self.travel.max_reply_bytes
                keep = largest if builds and builds.reads_bodies else RECORDED
                incoming = Incoming(reply, began_s=began_s, keep=keep, largest=largest)
                try:
                    if not _may_be_read(incoming, call):
                        raise await self._status_fault(incoming, limiter, sent_s)
                    value = await read(incoming)
                    if builds is not None and value is not None:  # None: not there yet
                        builds.heard(incoming)
                finally:
                    if _log.isEnabledFor(logging.DEBUG):  # the body's secrets are known by now
                        _log.debug("headers of the reply: %s", incoming.headers.multi_items())
                    _note_reply(seen, incoming, redactor, hidden=call.is_secret)
                    await reply.close()
            is_clean = True
        except TimeoutError:
            fault = Fault("timeout", f"no whole reply within {self.travel.timeout_s:g} s")
            _note_trouble(seen, fault, redactor)
            raise fault from None
        except Fault as fault:
            is_clean = has_reply  # what was not read is closed; the rest is sound
            _note_trouble(seen, fault, redactor)
            raise
        finally:
            await connections.give_back(transport, is_clean=is_clean)
        return value

    def _way(self, address: str) -> tuple[httpx.URL, Limiter, Connections]:
        """Return what leads to an address: most targets are asked at one."""
        if address not in self._ways:
            url = httpx.URL(address)
            if len(self._ways) >= _MOST_WAYS:
                self._ways.clear()
            self._ways[address] = (url, *self._origin(url))
        return self._ways[address]

    def _origin(self, url: httpx.URL) -> tuple[Limiter, Connections]:
        origin = f"{url.scheme}://{url.host}:{url.port or ''}"
        if origin not in self._origins:
            port = url.port or DEFAULT_PORTS.get(url.scheme)
            limiter = self.travel.limiters.of(
                f"{one_host(url.host)}:{port}", slow_start=not is_local(url.host)
            )
            connect = self._connect or connect_factory(
                str(url),
                tls=self._tls,
                surplus=lambda was_reused: self.travel.surplus.came(origin, was_reused=was_reused),
            )
            self._origins[origin] = (
                limiter,
                Connections(connect, may_reuse=lambda: self.travel.surplus.may_reuse(origin)),
            )
        return self._origins[origin]

    def _headers(self, call: Call, url: httpx.URL) -> list[tuple[bytes, bytes]]:
        """Return all headers of a request; most say what the one before said."""
        key = url, call.headers, call.content is None
        known, before, after = self._headers_before
        if key != known:
            given = {name.lower() for name, _ in call.headers}
            before = [] if b"host" in given else [(b"Host", url.netloc)]
            before += [pair for pair in self._always if pair[0].lower() not in given]
            after = []
            if call.content is not None and b"content-type" not in given:
                after.append((b"Content-Type", b"application/json"))
            after += [pair for pair in call.headers if pair[0].lower() not in _OWN]
            self._headers_before = key, before, after
        headers = [*before]
        if call.content is not None or call.method in _WITH_BODY:
            headers.append((b"Content-Length", b"%d" % len(call.content or b"")))
        headers += after
        headers.append((b"X-Mhgate-Run", self.travel.run_id().encode("ascii", "replace")))
        return headers

    async def _status_fault(self, incoming: Incoming, limiter: Limiter, sent_s: float) -> Fault:
        if incoming.status in ASKED_TOO_MUCH:
            limiter.back_off(sent_s)
        said, code = "", None
        with suppress(Fault):
            body = await incoming.body(largest=_LARGEST_ERROR)
            said, code = error_of(body, self.travel.redactor)
        fault = status_fault(
            incoming.status,
            said=said,
            code=code,
            location=show_url(incoming.headers.get("location", "")),
            retry_after_s=parse_retry_after(incoming.headers.get("retry-after")),
        )
        return honoured(self.travel, limiter, fault)

    def _recorded(self, call: Call, headers: Sequence[tuple[bytes, bytes]]) -> Exchange | None:
        if not is_recording():
            return None
        redact = self.travel.redactor.redact
        seen = Exchange(
            method=call.method,
            url=redact(call.url),
            header_names=tuple(name.decode("ascii", "replace") for name, _ in headers),
            sent="(not shown)"
            if call.is_secret
            else redact((call.content or b"").decode("utf-8", "replace")),
        )
        record(seen)
        return seen


def _may_be_read(incoming: Incoming, call: Call) -> bool:
    """Return whether a reply says that all went well, and has the body that this calls for."""
    is_success = 200 <= incoming.status <= 299  # noqa: PLR2004 - as the standard counts them
    return is_success and (call.may_be_empty or incoming.status not in NO_CONTENT)


def _note_reply(
    seen: Exchange | None, incoming: Incoming, redactor: Redactor, *, hidden: bool
) -> None:
    if seen is not None:
        seen.status = incoming.status
        seen.content_type = incoming.content_type
        received = "(not shown)" if hidden else incoming.seen.decode("utf-8", "replace")
        seen.received = redactor.redact(received)
        seen.latency_s = incoming.elapsed_s()


def _note_trouble(seen: Exchange | None, fault: Fault, redactor: Redactor) -> None:
    if seen is not None:
        seen.trouble = f"{fault.kind}: {redactor.redact(fault.message)}"


def _version() -> str:
    try:
        return version("mhgate")
    except PackageNotFoundError:  # a source checkout that was never installed
        return "0"
