"""What a server of the tests does beside answering: slowly, hugely, or not any more."""

from __future__ import annotations

import asyncio
import gzip
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime

from fault_server import Behaviour, FaultServer, Seen, answer


def with_status(status: int, **headers: str) -> Behaviour:
    """Answer with an error of this status."""
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return answer({"error": {"message": "no"}}, status=status, headers=named)


def _in(seconds: float) -> str:
    return format_datetime(datetime.now(UTC) + timedelta(seconds=seconds), usegmt=True)


def retry_at(seconds: float) -> Behaviour:
    """Answer 429, with the date to come back at."""

    async def behave(seen: Seen, writer: asyncio.StreamWriter) -> bool:
        return await with_status(429, Retry_After=_in(seconds))(seen, writer)

    return behave


def slow_head(seconds: float = 0.05) -> Behaviour:
    """Send the head of a response byte by byte, for ever."""

    async def behave(_: Seen, writer: asyncio.StreamWriter) -> bool:
        writer.write(b"HTTP/1.1 200 OK\r\nX-Slow: ")
        while True:
            writer.write(b"a")
            await writer.drain()
            await asyncio.sleep(seconds)

    return behave


def endless(size: int, *, encoding: str = "") -> Behaviour:
    """Send a body of so many bytes whose length nobody was told."""

    async def behave(_: Seen, writer: asyncio.StreamWriter) -> bool:
        head = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n"
        writer.write(f"{head}{encoding}\r\n".encode())
        piece = b" " * 1_000_000
        for _ in range(size // len(piece)):
            writer.write(b"%x\r\n%s\r\n" % (len(piece), piece))
            await writer.drain()
        writer.write(b"0\r\n\r\n")
        return True

    return behave


def then_hang_up(first: Behaviour) -> Behaviour:
    """Close the connection after that, without a word."""

    async def behave(seen: Seen, writer: asyncio.StreamWriter) -> bool:
        await first(seen, writer)
        return False

    return behave


class DiesAndReturns:
    """Between the first attempt and the second nobody listens any more; then somebody does."""

    def __init__(self) -> None:
        self.waits = 0

    async def __call__(self, server: FaultServer) -> None:
        self.waits += 1
        if self.waits == 1:
            await server.stop_listening()
        else:
            await server.listen_again()


def bomb(encoding: str) -> Behaviour:
    """Send 100 MB as 100 kB."""

    async def behave(seen: Seen, writer: asyncio.StreamWriter) -> bool:
        bomb = gzip.compress(b" " * 100_000_000, compresslevel=5)
        return await answer(bomb, headers={"Content-Encoding": encoding})(seen, writer)

    return behave


async def large(seen: Seen, writer: asyncio.StreamWriter) -> bool:
    """Send 50 MB, and say so first."""
    return await answer(b'{"choices": "' + b"x" * 50_000_000 + b'"}')(seen, writer)
