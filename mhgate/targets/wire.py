"""One HTTP/1.1 connection without a proxy: asyncio carries the bytes, httptools reads the replies.

httpcore does the same in five times the instructions a request, which is most of what a run costs
where an endpoint is fast. Its errors are httpx's own, and it takes httpx's Request and gives its
Response too; a gate's own requests go without them, for both are dear to make. Through a proxy,
httpcore carries requests as before.
"""

from __future__ import annotations

import asyncio
import logging
import select
import ssl
from collections import deque
from collections.abc import AsyncIterator, Callable, Sequence
from typing import Any

import httptools
import httpx

from mhgate.targets.request_head import head_of
from mhgate.targets.surplus import is_harmless

__all__ = ["Wire", "WireReply"]

_log = logging.getLogger(__name__)
_MOST_HEAD = 131_072  # bytes of a status line and headers
_MOST_WAITING = 262_144  # bytes of a body that nobody has taken yet: then nothing more is read
_FAREWELL = 408  # by which servers and proxies end an idle connection
_TURNS_TO_READ = 2  # of the loop: it looks at its sockets, then reads
_SECOND_ADDRESS_S = 0.25  # before a host's next address is tried too (RFC 8305)


class Wire(httpx.AsyncBaseTransport):
    """A transport that holds one connection, and opens it again where it is gone.

    Args:
        context: of TLS; used for https alone.
        kept_alive_s: how long a connection may lie idle before a request takes a new one.
        surplus: told of bytes that nobody asked for, and whether the connection had carried more
            than one request by then.
    """

    def __init__(
        self,
        context: ssl.SSLContext,
        *,
        kept_alive_s: float,
        surplus: Callable[[bool], None] = lambda _was_reused: None,
    ) -> None:
        self._context = context
        self._kept_alive_s = kept_alive_s
        self._surplus = surplus
        self._connection: _Connection | None = None

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        """Send a request and return its status and headers; its body comes by the stream.

        Raises:
            httpx.TransportError: it cannot be sent, or what comes back is no whole head.
        """
        reply = await self.ask(
            request.method,
            request.url,
            request.headers.raw,
            await request.aread(),
            connect_s=request.extensions.get("timeout", {}).get("connect"),
        )
        return httpx.Response(
            reply.status,
            headers=reply.headers,
            stream=_Body(reply),
            extensions={"http_version": b"HTTP/1.1"},
        )

    async def ask(
        self,
        method: str,
        url: httpx.URL,
        headers: Sequence[tuple[bytes, bytes]],
        body: bytes,
        *,
        connect_s: float | None = None,
    ) -> WireReply:
        """Send a request and return its status and headers; its body is read from the reply.

        Args:
            method: the HTTP method.
            url: where.
            headers: all of them, Host and Content-Length too.
            body: empty where there is none.
            connect_s: the most seconds for a connection to be made; None: as long as it takes.

        Raises:
            httpx.TransportError: it cannot be sent, or what comes back is no whole head.
        """
        if url.scheme not in {"http", "https"}:
            raise httpx.UnsupportedProtocol(f"no HTTP over {url.scheme!r}")
        head = head_of(method, url, headers)
        connection = self._connection
        if connection is not None and connection.has_unread():
            for _ in range(_TURNS_TO_READ):
                await asyncio.sleep(0)  # the loop reads it, and the connection is found unfit
        if connection is None or not connection.is_fit(self._kept_alive_s):
            if connection is not None:
                await connection.end()
            connection = self._connection = await self._connect(url, connect_s)
        reply = await connection.ask(head + body, is_head=method == "HEAD")
        if _log.isEnabledFor(logging.DEBUG):
            _log.debug("%s %s: %s", method, url, reply.status)
        return reply

    async def aclose(self) -> None:
        """End the connection, without a word to the other side."""
        connection, self._connection = self._connection, None
        if connection is not None:
            await connection.end()

    async def _connect(self, url: httpx.URL, connect_s: float | None) -> _Connection:
        host = url.raw_host.decode("ascii")
        is_tls = url.scheme == "https"
        loop = asyncio.get_running_loop()
        try:
            async with asyncio.timeout(connect_s):
                _, connection = await loop.create_connection(
                    lambda: _Connection(loop, self._surplus),
                    host,
                    url.port or (443 if is_tls else 80),
                    ssl=self._context if is_tls else None,
                    server_hostname=host if is_tls else None,
                    **_manners(loop),
                )
        except TimeoutError as error:
            raise httpx.ConnectTimeout("the connection took too long") from error
        except (OSError, UnicodeError) as error:  # UnicodeError: a name that DNS cannot hold
            raise httpx.ConnectError(str(error)) from error
        return connection


def _manners(loop: asyncio.AbstractEventLoop) -> dict[str, Any]:
    """Return how asyncio's own loop tries several addresses; others (uvloop) take no such word."""
    is_asyncios = isinstance(loop, asyncio.BaseEventLoop)
    return {"happy_eyeballs_delay": _SECOND_ADDRESS_S} if is_asyncios else {}


class _Connection(asyncio.Protocol):
    """The bytes of one connection; httptools calls the methods that begin with ``on_``."""

    def __init__(self, loop: asyncio.AbstractEventLoop, surplus: Callable[[bool], None]) -> None:
        self._loop = loop
        self._surplus = surplus
        self._n_asked = 0
        self._lost = loop.create_future()  # done when the system has let go of the socket
        self._waiter: asyncio.Future[None] | None = None
        self._is_open = True
        self._is_asked = False  # from a request to the end of its reply
        self._idle_since_s = loop.time()
        self._trouble: httpx.TransportError | None = None
        self._begin()

    def _begin(self) -> None:
        """Forget the reply before."""
        self._parser = httptools.HttpResponseParser(self)
        self._headers: list[tuple[bytes, bytes]] = []
        self._pieces: deque[bytes] = deque()
        self._n_waiting = self._n_head = self._status = 0
        self._has_head = self._is_whole = self._is_paused = False
        self._is_kept, self._is_second_sound = True, False

    # --- what the transport asks for

    def is_fit(self, kept_alive_s: float) -> bool:
        """Return whether another request may be sent over it."""
        idle_s = self._loop.time() - self._idle_since_s
        return self._is_open and not self._is_asked and idle_s <= kept_alive_s

    def has_unread(self) -> bool:
        """Return whether something has come that the loop has not read yet."""
        return self._is_open and bool(self._poll.poll(0))

    async def ask(self, data: bytes, *, is_head: bool) -> WireReply:
        """Send a request's bytes and return the reply's head."""
        self._begin()
        self._n_asked += 1
        self._is_asked, self._is_head = True, is_head
        self._transport.write(data)
        while not self._has_head:
            await self._wait()
        return WireReply(self._status, self._headers, self)

    async def piece(self) -> bytes | None:
        """Return the next of the body as it comes; None at its end."""
        while not self._pieces:
            if self._is_whole:
                return None
            if self._is_paused:
                self._is_paused = False
                self._transport.resume_reading()
            await self._wait()
        piece = self._pieces.popleft()
        self._n_waiting -= len(piece)
        return piece

    async def release(self) -> None:
        """End a reply: what was not read is not waited for."""
        self._pieces.clear()
        if self._is_whole and self._is_kept and self._is_open:
            self._is_asked, self._idle_since_s = False, self._loop.time()
        else:
            await self.end()

    async def end(self) -> None:
        """Close the socket at once."""
        self._is_open = False
        self._transport.abort()
        await asyncio.shield(self._lost)

    async def _wait(self) -> None:
        """Wait for the next bytes.

        Raises:
            httpx.TransportError: there will be none.
        """
        if self._trouble is not None:
            raise self._trouble
        self._waiter = self._loop.create_future()
        try:
            await self._waiter
        finally:
            self._waiter = None

    def _wake(self) -> None:
        if self._waiter is not None and not self._waiter.done():
            self._waiter.set_result(None)

    def _fail(self, trouble: httpx.TransportError) -> None:
        self._is_open = False
        self._trouble = self._trouble or trouble

    # --- what asyncio tells

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Keep what carries the bytes."""
        self._transport: asyncio.Transport = transport  # type: ignore[assignment] # of a socket it is
        self._poll = select.poll()
        self._poll.register(transport.get_extra_info("socket").fileno(), select.POLLIN)

    def data_received(self, data: bytes) -> None:
        """Read what came; bytes that nobody asked for make the connection unfit."""
        if not self._is_asked or self._is_whole:
            self._is_open = False
            self._transport.abort()
            if not is_harmless(data):
                self._surplus(self._n_asked > 1)
            return
        if not self._has_head:
            self._n_head += len(data)
        try:
            self._parser.feed_data(data)
        except (httptools.HttpParserError, httptools.HttpParserUpgrade) as error:
            if not self._is_whole:
                self._fail(httpx.RemoteProtocolError(f"no HTTP/1.1: {type(error).__name__}"))
            self._is_kept = False
        if not self._has_head and self._n_head > _MOST_HEAD:
            self._fail(httpx.RemoteProtocolError("the reply's headers do not end"))
        if self._is_flooded():
            self._is_paused = True
            self._transport.pause_reading()
        self._wake()

    def _is_flooded(self) -> bool:
        return self._n_waiting > _MOST_WAITING and not self._is_whole and self._is_open

    def eof_received(self) -> bool:
        """Take the end of a body that has no other end; anything else is cut short."""
        self._is_open = False
        if self._is_asked and self._has_head and self._ends_with_connection():
            self._is_whole = True
        return False

    def connection_lost(self, error: Exception | None) -> None:
        """Say so to whoever waits."""
        if not self._is_whole:
            self._fail(httpx.ReadError(str(error or "the connection was closed")))
        self._is_open = False
        if not self._lost.done():
            self._lost.set_result(None)
        self._wake()

    def _ends_with_connection(self) -> bool:
        names = {name.lower() for name, _ in self._headers}
        return not names & {b"content-length", b"transfer-encoding"}

    # --- what httptools reads

    def on_message_begin(self) -> None:
        """Notice a second reply to one request."""
        if self._is_whole:
            self._is_second_sound, self._is_kept = self._is_kept, False

    def on_header(self, name: bytes, value: bytes) -> None:
        """Keep a header."""
        if not self._is_whole and not self._has_head:  # else a trailer
            self._headers.append((name, value))

    def on_headers_complete(self) -> None:
        """Know the status; 100 to 199 stand before the reply and say nothing of it."""
        if self._is_whole:  # after a reply that ends its connection nothing is meant for anybody
            if self._is_second_sound and self._parser.get_status_code() != _FAREWELL:
                self._surplus(self._n_asked > 1)
            return
        self._status = self._parser.get_status_code()
        if self._status < 200:  # noqa: PLR2004 - as the standard counts them
            self._headers.clear()
            return
        self._has_head = True
        if self._is_head:
            self._is_whole, self._is_kept = True, False

    def on_body(self, body: bytes) -> None:
        """Keep a piece of the body."""
        if not self._is_whole:
            self._pieces.append(body)
            self._n_waiting += len(body)

    def on_message_complete(self) -> None:
        """Know that the reply is whole."""
        if self._has_head and not self._is_whole:
            self._is_whole = True
            self._is_kept = self._is_kept and self._parser.should_keep_alive()


class WireReply:
    """A reply's head, and its body while it comes.

    Args:
        status: of the reply.
        headers: as they came.
        connection: that carries it.
    """

    __slots__ = ("_connection", "headers", "status")

    def __init__(
        self, status: int, headers: list[tuple[bytes, bytes]], connection: _Connection
    ) -> None:
        self.status = status
        self.headers = headers
        self._connection = connection

    async def piece(self) -> bytes | None:
        """Return the next of the body as it comes; None at its end.

        Raises:
            httpx.TransportError: the connection broke off.
        """
        return await self._connection.piece()

    async def close(self) -> None:
        """End the reply: what was not read is not waited for."""
        await self._connection.release()


class _Body(httpx.AsyncByteStream):
    """A reply's body, as httpx reads it."""

    def __init__(self, reply: WireReply) -> None:
        self._reply = reply

    async def __aiter__(self) -> AsyncIterator[bytes]:
        while (piece := await self._reply.piece()) is not None:
            yield piece

    async def aclose(self) -> None:
        await self._reply.close()
