"""One connection, byte by byte: what a server may send, and what it may not."""

from __future__ import annotations

import asyncio
import ssl
from collections.abc import Callable
from typing import Any

import httpx
import pytest
from fault_server import Behaviour, FaultServer, Seen, raw

from mhgate.targets.wire import Wire

OK = b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi"
_MUCH = 20_000_000


def wired(
    *behaviours: Behaviour, do: Callable[[Wire, str, FaultServer], Any], kept_alive_s: float = 9.0
) -> Any:
    """What a function makes of a wire to a server with these behaviours."""

    async def go() -> Any:
        async with FaultServer(*behaviours) as server:
            wire = Wire(ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT), kept_alive_s=kept_alive_s)
            try:
                async with asyncio.timeout(10):
                    return await do(wire, server.url, server)
            finally:
                await wire.aclose()

    return asyncio.run(go())


async def asked(wire: Wire, url: str, method: str = "POST", **more: Any) -> tuple[int, bytes]:
    """Ask once; the status and the whole body."""
    response = await wire.handle_async_request(httpx.Request(method, url, **more))
    try:
        return response.status_code, b"".join([piece async for piece in response.aiter_raw()])
    finally:
        await response.aclose()


async def twice(wire: Wire, url: str, server: FaultServer) -> Any:
    """Ask two times; both answers and the number of connections."""
    return await asked(wire, url), await asked(wire, url), server.connections


def test_a_sound_connection_is_kept() -> None:
    """Two whole replies with a length use one connection."""
    assert wired(raw(OK, keep=True), do=twice) == ((200, b"hi"), (200, b"hi"), 1)


def test_what_stands_before_a_reply_is_passed_over() -> None:
    """100 and 103 are no replies, and their headers none of the reply's."""
    early = b"HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nX-A: 1\r\n\r\n"
    assert wired(raw(early + OK, keep=True), do=twice) == ((200, b"hi"), (200, b"hi"), 1)


def test_a_body_may_end_with_its_connection() -> None:
    """Without a length and without chunks, the end of the connection is that of the body."""
    whole = b"HTTP/1.1 200 OK\r\n\r\nall of it"
    assert wired(raw(whole), do=twice) == ((200, b"all of it"), (200, b"all of it"), 2)


@pytest.mark.parametrize("more", [OK, b"garbage", b"\x00"])
def test_bytes_that_nobody_asked_for_end_a_connection(more: bytes) -> None:
    """What comes after a reply is never taken for the answer to the next request."""
    assert wired(raw(OK + more, keep=True), do=twice) == ((200, b"hi"), (200, b"hi"), 2)


def test_a_late_second_reply_is_not_heard() -> None:
    """Bytes that come while a connection lies idle end it too."""

    async def late(_: Seen, writer: asyncio.StreamWriter) -> bool:
        writer.write(OK)
        await writer.drain()
        await asyncio.sleep(0.05)
        writer.write(OK.replace(b"hi", b"no"))
        return True

    async def with_a_pause(wire: Wire, url: str, server: FaultServer) -> Any:
        first = await asked(wire, url)
        await asyncio.sleep(0.2)
        return first, await asked(wire, url), server.connections

    assert wired(late, do=with_a_pause) == ((200, b"hi"), (200, b"hi"), 2)


def test_an_idle_connection_is_not_trusted_for_ever() -> None:
    """Past its time a connection is replaced, for the server may be closing it just now."""
    assert wired(raw(OK, keep=True), do=twice, kept_alive_s=-1.0)[2] == 2


@pytest.mark.parametrize(
    "bytes_of_it",
    [
        b"not HTTP at all\r\n\r\n",
        b"HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nhi",
        b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
        b"HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n",
        b"HTTP/1.1 200 OK\r\n" + b"X-Long: " + b"y" * 200_000,
        b"HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nshort",
        b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n",
        b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\nhello\r\n",
        b"",
    ],
)
def test_what_is_no_whole_reply_is_an_error(bytes_of_it: bytes) -> None:
    """Two lengths, an upgrade, headers without an end, a body that is cut: each is refused."""

    async def once(wire: Wire, url: str, _: FaultServer) -> Any:
        with pytest.raises(httpx.TransportError):
            await asked(wire, url)

    wired(raw(bytes_of_it), do=once)


@pytest.mark.parametrize(
    "headers",
    [
        {"X-A": "b\r\nX-C: d"},
        {"X-A": "b\nc"},
        {"X-A": "b\x00"},
        {"X A": "b"},
        {"": "b"},
        {"Transfer-Encoding": "chunked"},
    ],
)
def test_a_header_cannot_become_two(headers: dict[str, str]) -> None:
    """A line's end in a value, a name that is none: such a request is never sent."""

    async def once(wire: Wire, url: str, server: FaultServer) -> Any:
        with pytest.raises(httpx.LocalProtocolError):
            await asked(wire, url, headers=headers)
        return server.connections

    assert wired(raw(OK), do=once) == 0


def test_a_reply_to_head_has_no_body() -> None:
    """The length in it is another reply's."""
    head = b"HTTP/1.1 200 OK\r\nContent-Length: 99\r\n\r\n"

    async def once(wire: Wire, url: str, _: FaultServer) -> Any:
        return await asked(wire, url, "HEAD")

    assert wired(raw(head, keep=True), do=once) == (200, b"")


def test_a_body_that_nobody_reads_is_not_kept_in_memory() -> None:
    """The server is made to wait: most of 20 MB is still with it after a while."""
    written = 0

    async def pour(_: Seen, writer: asyncio.StreamWriter) -> bool:
        nonlocal written
        writer.write(b"HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n" % _MUCH)
        while written < _MUCH:
            writer.write(b"x" * 10_000)
            written += 10_000
            await writer.drain()
        return True

    async def slowly(wire: Wire, url: str, _: FaultServer) -> Any:
        response = await wire.handle_async_request(httpx.Request("POST", url))
        await asyncio.sleep(0.2)
        before = written
        size = sum([len(piece) async for piece in response.aiter_raw()])
        await response.aclose()
        return before, size

    before, size = wired(pour, do=slowly)
    assert before < _MUCH
    assert size == _MUCH


def test_a_body_that_is_given_up_ends_its_connection() -> None:
    """What was not read of one reply never stands before the next one."""

    async def given_up(wire: Wire, url: str, server: FaultServer) -> Any:
        response = await wire.handle_async_request(httpx.Request("POST", url))
        await response.aclose()
        return await asked(wire, url), server.connections

    half = raw(b"HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhalf", keep=True)
    assert wired(half, raw(OK, keep=True), do=given_up) == ((200, b"hi"), 2)


def test_no_server_is_a_connect_error() -> None:
    """A port where nobody listens, and a scheme that is none of HTTP's."""

    async def go() -> None:
        wire = Wire(ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT), kept_alive_s=1.0)
        with pytest.raises(httpx.ConnectError):
            await asked(wire, "http://127.0.0.1:1/")
        with pytest.raises(httpx.UnsupportedProtocol):
            await asked(wire, "ftp://127.0.0.1:1/")

    asyncio.run(go())


def test_another_loop_carries_it_too() -> None:
    """A product's conftest may have set uvloop's policy: requests travel all the same."""
    uvloop = pytest.importorskip("uvloop")

    async def go() -> Any:
        async with FaultServer(raw(OK, keep=True)) as server:
            wire = Wire(ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT), kept_alive_s=9.0)
            answers = await twice(wire, server.url, server)
            await wire.aclose()
            return answers

    assert uvloop.run(go()) == ((200, b"hi"), (200, b"hi"), 1)


@pytest.mark.parametrize("stray", [OK.replace(b"hi", b"no"), b"garbage"])
def test_what_the_loop_has_not_read_yet_is_read_before_a_connection_is_used(stray: bytes) -> None:
    """Bytes that came while the loop was busy are nobody's reply: the next one has its own."""
    writers: list[asyncio.StreamWriter] = []

    async def kept(_: Seen, writer: asyncio.StreamWriter) -> bool:
        writers.append(writer)
        writer.write(OK)
        return True

    async def busy(wire: Wire, url: str, server: FaultServer) -> Any:
        first = await asked(wire, url)
        writers[0].write(stray)  # it is in the socket, and the loop has not looked
        return first, await asked(wire, url), server.connections

    assert wired(kept, do=busy) == ((200, b"hi"), (200, b"hi"), 2)


@pytest.mark.parametrize(
    ("n_before", "stray", "told"),
    [
        (1, OK, [False]),
        (2, OK, [True]),
        (2, b"garbage", []),
        (2, b"HT", [True]),
        (2, b"\r\n", []),
        (2, b"HTTP/1.0 408 Request Time-out\r\nConnection: close\r\n\r\n", []),
    ],
)
def test_answers_that_nobody_asked_for_are_told(
    n_before: int, stray: bytes, told: list[bool]
) -> None:
    """So is whether the connection had carried more than one request; a farewell is none."""
    heard: list[bool] = []
    writers: list[asyncio.StreamWriter] = []

    async def kept(_: Seen, writer: asyncio.StreamWriter) -> bool:
        writers.append(writer)
        writer.write(OK)
        return True

    async def go() -> None:
        async with FaultServer(kept) as server:
            context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
            wire = Wire(context, kept_alive_s=9.0, surplus=heard.append)
            for _ in range(n_before):
                await asked(wire, server.url)
            writers[0].write(stray)
            await asked(wire, server.url)
            await wire.aclose()
            assert server.connections == 2

    asyncio.run(go())
    assert heard == told


def test_a_second_answer_in_one_piece_is_told_too() -> None:
    """Two replies to the second request of a connection put both in doubt."""
    heard: list[bool] = []

    async def go() -> None:
        async with FaultServer(raw(OK, keep=True), raw(OK + OK, keep=True)) as server:
            context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
            wire = Wire(context, kept_alive_s=9.0, surplus=heard.append)
            for _ in range(3):
                await asked(wire, server.url)
            await wire.aclose()

    asyncio.run(go())
    assert heard[:1] == [True]
