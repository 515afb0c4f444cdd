"""An HTTP server over a real loopback socket that misbehaves as it is told, and keeps a log."""

from __future__ import annotations

import asyncio
import json
import socket
import ssl
import struct
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any, Self
from urllib.parse import parse_qs, urlsplit


@dataclass(frozen=True)
class Seen:
    """One request as the server saw it."""

    method: str
    path: str
    query: dict[str, list[str]]
    headers: dict[str, str]
    body: bytes
    connection: int

    @property
    def json(self) -> Any:
        """The body, parsed."""
        return json.loads(self.body)


Behaviour = Callable[[Seen, asyncio.StreamWriter], Awaitable[bool]]


class FaultServer:
    """Answers the n-th request with the n-th behaviour, and all later ones with the last."""

    def __init__(
        self, *behaviours: Behaviour, tls: ssl.SSLContext | None = None, plain: bool = False
    ) -> None:
        self.behaviours = behaviours
        self._tls = tls
        self._plain = plain
        self.log: list[Seen] = []
        self.connections = 0
        self._tasks: set[asyncio.Task[None]] = set()

    async def __aenter__(self) -> Self:
        self._server = await asyncio.start_server(self._serve, "127.0.0.1", 0, ssl=self._tls)
        self.port = self._server.sockets[0].getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}"
        return self

    async def __aexit__(self, *exc: object) -> None:
        self._server.close()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def stop_listening(self) -> None:
        """Refuse connections from now on."""
        self._server.close()
        await asyncio.sleep(0)

    async def listen_again(self) -> None:
        """Listen at the same port."""
        self._server = await asyncio.start_server(
            self._serve, "127.0.0.1", self.port, reuse_address=True
        )

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._tasks.add(task)
        self.connections += 1
        number = self.connections
        try:
            if self._plain:
                await reader.read(1)
                writer.write(b"HTTP/1.1 400 Bad Request\r\n\r\n")
                return
            while seen := await _request(reader, number):
                self.log.append(seen)
                index = min(len(self.log), len(self.behaviours)) - 1
                if not await self.behaviours[index](seen, writer):
                    break
        except (ConnectionError, asyncio.IncompleteReadError, asyncio.CancelledError):
            pass
        finally:
            self._tasks.discard(task)
            writer.close()


async def _request(reader: asyncio.StreamReader, connection: int) -> Seen | None:
    head = await reader.readuntil(b"\r\n\r\n")
    first, *lines = head.decode("latin-1").strip().split("\r\n")
    method, target, _ = first.split(" ")
    headers = {}
    for line in lines:
        name, _, value = line.partition(":")
        headers[name.strip().lower()] = value.strip()
    body = await reader.readexactly(int(headers.get("content-length", 0)))
    parts = urlsplit(target)
    query = parse_qs(parts.query, keep_blank_values=True)
    return Seen(method, parts.path, query, headers, body, connection)


def raw(data: bytes, *, keep: bool = False) -> Behaviour:
    """Send these bytes and nothing else; then close, unless told to keep."""

    async def behave(_: Seen, writer: asyncio.StreamWriter) -> bool:
        writer.write(data)
        await writer.drain()
        return keep

    return behave


def answer(
    body: Any = b"",
    *,
    status: int = 200,
    content_type: str = "application/json",
    headers: dict[str, str] | None = None,
) -> Behaviour:
    """Send a whole response; a body that is not bytes is sent as JSON."""
    data = body if isinstance(body, bytes) else json.dumps(body).encode()
    lines = [f"HTTP/1.1 {status} Whatever", f"Content-Length: {len(data)}"]
    if content_type:
        lines.append(f"Content-Type: {content_type}")
    lines += [f"{name}: {value}" for name, value in (headers or {}).items()]
    return raw("\r\n".join(lines).encode() + b"\r\n\r\n" + data, keep=True)


def stream(*pieces: bytes, end: bool = True, content_type: str = "text/event-stream") -> Behaviour:
    """Send a chunked body, a piece a chunk; without ``end`` the connection closes inside it."""

    async def behave(_: Seen, writer: asyncio.StreamWriter) -> bool:
        writer.write(
            f"HTTP/1.1 200 OK\r\nContent-Type: {content_type}\r\n"
            "Transfer-Encoding: chunked\r\n\r\n".encode()
        )
        for piece in pieces:
            writer.write(b"%x\r\n%s\r\n" % (len(piece), piece))
            await writer.drain()
            await asyncio.sleep(0)
        if end:
            writer.write(b"0\r\n\r\n")
            await writer.drain()
        return end

    return behave


def silent(seconds: float = 3600) -> Behaviour:
    """Say nothing for so long."""

    async def behave(_: Seen, __: asyncio.StreamWriter) -> bool:
        await asyncio.sleep(seconds)
        return False

    return behave


def drip(seconds: float = 0.02) -> Behaviour:
    """Send a response's body byte by byte, for ever."""

    async def behave(_: Seen, writer: asyncio.StreamWriter) -> bool:
        writer.write(b"HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n")
        while True:
            writer.write(b" ")
            await writer.drain()
            await asyncio.sleep(seconds)

    return behave


def reset() -> Behaviour:
    """Reset the connection."""

    async def behave(_: Seen, writer: asyncio.StreamWriter) -> bool:
        connection = writer.get_extra_info("socket")
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        writer.transport.abort()
        return False

    return behave


def completion(content: Any = "I hear you.", **more: Any) -> dict[str, Any]:
    """A chat completion's body."""
    message = {"role": "assistant", "content": content, **more.pop("message", {})}
    return {
        "id": "c1",
        "model": "bot-2026-01-01",
        "choices": [{"index": 0, "message": message, "finish_reason": more.pop("finish", "stop")}],
        "usage": {"prompt_tokens": 7, "completion_tokens": 3},
        **more,
    }


def chunk(content: str | None = None, finish: str | None = None) -> bytes:
    """One event of a streamed chat completion."""
    delta = {} if content is None else {"content": content}
    body = {"model": "bot-2026-01-01", "choices": [{"delta": delta, "finish_reason": finish}]}
    return b"data: " + json.dumps(body).encode() + b"\n\n"
