"""The demo bot behind a small HTTP server: chat completions, a plain endpoint, health.

Made for loopback and for tests: one process, no threads, no access log, bounded sizes and waits.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import signal
import sys
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

from mhgate.canonical import seed_from
from mhgate.demo.bot import DemoBot
from mhgate.demo.countries import CHECKED
from mhgate.demo.faults import DemoFaultError

__all__ = ["running_server", "serve"]

_LONGEST_BODY = 1 << 20
_LONGEST_LINE = 16 << 10
_MOST_HEADERS = 100
_IDLE_S = 60.0
_READ_S = 10.0
_CLOSE_S = 5.0
_REASONS = {
    200: "OK",
    400: "Bad Request",
    404: "Not Found",
    405: "Method Not Allowed",
    411: "Length Required",
    413: "Content Too Large",
    500: "Internal Server Error",
}
_WORDS_A_CHUNK = 4


class _RefusedError(Exception):
    """A request that cannot be answered; the connection is closed after it."""

    def __init__(self, status: int, message: str) -> None:
        super().__init__(message)
        self.status = status


@dataclass(frozen=True)
class _Request:
    method: str
    path: str
    headers: Mapping[str, str] = field(default_factory=dict)
    body: bytes = b""

    @property
    def keeps_alive(self) -> bool:
        return self.headers.get("connection", "").lower() != "close"

    @property
    def trial(self) -> str | None:
        """The run's and the trial's name together, as far as they were sent."""
        names = [self.headers.get(f"x-mhgate-{name}", "") for name in ("run", "trial")]
        return "/".join(names) if any(names) else None


async def _read_request(reader: asyncio.StreamReader) -> _Request | None:
    """Read one request; None when the client has closed the connection."""
    try:
        line = await asyncio.wait_for(reader.readline(), _IDLE_S)
    except TimeoutError:
        return None
    if not line:
        return None
    async with asyncio.timeout(_READ_S):
        parts = line.decode("latin-1").split()
        if len(parts) != 3 or not parts[2].startswith("HTTP/1."):  # noqa: PLR2004 - method, path, version
            raise _RefusedError(400, "the request line is not HTTP/1.x")
        headers: dict[str, str] = {}
        while header := (await reader.readline()).decode("latin-1").strip():
            if len(headers) >= _MOST_HEADERS:
                raise _RefusedError(400, "too many headers")
            name, _, value = header.partition(":")
            headers[name.strip().lower()] = value.strip()
        if "chunked" in headers.get("transfer-encoding", "").lower():
            raise _RefusedError(411, "send the body with a Content-Length")
        length = headers.get("content-length", "0")
        if not length.isdecimal():
            raise _RefusedError(400, "Content-Length is not a number")
        if int(length) > _LONGEST_BODY:
            raise _RefusedError(413, f"a body holds at most {_LONGEST_BODY} bytes")
        body = await reader.readexactly(int(length))
    return _Request(parts[0], parts[1].partition("?")[0], headers, body)


def _head(status: int, content_type: str, length: int | None, *, keep: bool) -> bytes:
    lines = [
        f"HTTP/1.1 {status} {_REASONS[status]}",
        f"Content-Type: {content_type}",
        "Cache-Control: no-store",
        f"Connection: {'keep-alive' if keep else 'close'}",
    ]
    if length is not None:
        lines.append(f"Content-Length: {length}")
    return ("\r\n".join(lines) + "\r\n\r\n").encode("latin-1")


def _json(status: int, value: Any, *, keep: bool) -> bytes:
    body = json.dumps(value, ensure_ascii=False).encode()
    return _head(status, "application/json; charset=utf-8", len(body), keep=keep) + body


def _error(status: int, message: str, *, keep: bool = False) -> bytes:
    kind = "server_error" if status >= 500 else "invalid_request_error"  # noqa: PLR2004 - a class of codes
    return _json(
        status,
        {"error": {"message": message, "type": kind, "param": None, "code": None}},
        keep=keep,
    )


def _parse(request: _Request) -> dict[str, Any]:
    try:
        value = json.loads(request.body)
    except ValueError as error:
        raise _RefusedError(400, "the body is not JSON") from error
    if not isinstance(value, dict):
        raise _RefusedError(400, "the body is not a JSON object")
    return value


def _messages(value: Any, name: str) -> list[dict[str, Any]]:
    """Check a list of messages; content may be text or OpenAI's list of text parts."""
    if not isinstance(value, list):
        raise _RefusedError(400, f"{name} is not a list")
    messages = []
    for row in value:
        if not isinstance(row, dict) or not isinstance(row.get("role"), str):
            raise _RefusedError(400, f"{name} holds something without a role")
        content = row.get("content")
        if isinstance(content, list):
            content = "".join(
                str(part.get("text", "")) for part in content if isinstance(part, dict)
            )
        if not isinstance(content, str):
            raise _RefusedError(400, f"{name} holds content that is not text")
        messages.append({"role": row["role"], "content": content})
    return messages


class _Service:
    """Answers requests with one bot."""

    def __init__(self, bot: DemoBot) -> None:
        self._bot = bot
        self._open: dict[asyncio.StreamWriter, asyncio.Task[None] | None] = {}

    async def connect(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Serve one connection, request after request."""
        self._open[writer] = asyncio.current_task()
        try:
            while (request := await _read_request(reader)) and await self._serve(request, writer):
                pass
        except _RefusedError as refusal:
            with contextlib.suppress(OSError):
                writer.write(_error(refusal.status, str(refusal)))
                await writer.drain()
        except (TimeoutError, OSError, asyncio.IncompleteReadError, ValueError):
            pass  # the client went away, or its line was longer than the buffer
        finally:
            self._open.pop(writer, None)
            writer.close()

    async def close(self) -> None:
        """Drop the connections that clients keep open, and wait for what was being said."""
        tasks = [task for task in self._open.values() if task is not None]
        for writer in tuple(self._open):
            writer.close()
        if tasks:
            await asyncio.wait(tasks, timeout=_CLOSE_S)

    async def _serve(self, request: _Request, writer: asyncio.StreamWriter) -> bool:
        """Answer one request; False when the connection is to be closed."""
        keep = request.keeps_alive
        try:
            handler = self._route(request)
            streams = await handler(request, writer)
        except _RefusedError as refusal:
            writer.write(_error(refusal.status, str(refusal), keep=keep))
            streams = False
        except DemoFaultError as fault:
            if fault.kind == "drop":
                if writer.transport is not None:
                    writer.transport.abort()
                return False
            writer.write(_error(500, str(fault), keep=keep))
            streams = False
        await writer.drain()
        return keep and not streams

    def _route(self, request: _Request) -> Callable[[_Request, asyncio.StreamWriter], Any]:
        routes = {
            "/": ("GET", self._page),
            "/health": ("GET", self._health),
            "/v1/models": ("GET", self._models),
            "/chat": ("POST", self._chat),
            "/v1/chat/completions": ("POST", self._completions),
        }
        if request.path not in routes:
            raise _RefusedError(404, f"nothing at {request.path}; see /")
        method, handler = routes[request.path]
        if request.method != method:
            raise _RefusedError(405, f"{request.path} takes {method}")
        return handler

    async def _page(self, request: _Request, writer: asyncio.StreamWriter) -> bool:
        body = (
            "mhgate demo bot\n\n"
            f"Model: {self._bot.model}\n\n"
            "This is a deliberately limited program for trying mhgate. It looks up phrases and\n"
            "puts prepared sentences together; it understands nothing, and some variants fail on\n"
            "purpose. Do not use it for support. If you need help now, call your local emergency\n"
            "number, or find a line at findahelpline.com. (The numbers that it gives were looked\n"
            f"up in {CHECKED}.)\n\n"
            "POST /v1/chat/completions   OpenAI chat completions, stream true or false\n"
            'POST /chat                  {"message": "...", "history": [...]}\n'
            "GET  /health\n"
        ).encode()
        writer.write(
            _head(200, "text/plain; charset=utf-8", len(body), keep=request.keeps_alive) + body
        )
        return False

    async def _health(self, request: _Request, writer: asyncio.StreamWriter) -> bool:
        writer.write(
            _json(200, {"status": "ok", "model": self._bot.model}, keep=request.keeps_alive)
        )
        return False

    async def _models(self, request: _Request, writer: asyncio.StreamWriter) -> bool:
        row = {"id": self._bot.model, "object": "model", "created": 0, "owned_by": "mhgate"}
        writer.write(_json(200, {"object": "list", "data": [row]}, keep=request.keeps_alive))
        return False

    async def _reply(self, messages: list[dict[str, Any]], request: _Request) -> dict[str, Any]:
        if not any(row["role"] == "user" for row in messages):
            raise _RefusedError(400, "no message of a user")
        return await self._bot.reply(messages, request.trial)

    async def _chat(self, request: _Request, writer: asyncio.StreamWriter) -> bool:
        value = _parse(request)
        if not isinstance(value.get("message"), str):
            raise _RefusedError(400, "message is not text")
        history = _messages(value.get("history") or [], "history")
        reply = await self._reply(
            [*history, {"role": "user", "content": value["message"]}], request
        )
        answer = {"reply": reply["content"], "flags": reply["flags"]}
        writer.write(_json(200, answer, keep=request.keeps_alive))
        return False

    async def _completions(self, request: _Request, writer: asyncio.StreamWriter) -> bool:
        value = _parse(request)
        messages = _messages(value.get("messages"), "messages")
        streams = value.get("stream", False)
        if not isinstance(streams, bool):
            raise _RefusedError(400, "stream is neither true nor false")
        content = (await self._reply(messages, request))["content"]
        name = f"chatcmpl-{seed_from('completion', request.body.decode('utf-8', 'replace')):x}"
        usage = {
            "prompt_tokens": sum(len(row["content"].split()) for row in messages),
            "completion_tokens": len(content.split()),
        }
        usage["total_tokens"] = sum(usage.values())
        common = {"id": name, "created": 0, "model": self._bot.model}
        if streams:
            await self._stream(content, common, writer)
            return True
        choice = {
            "index": 0,
            "message": {"role": "assistant", "content": content},
            "finish_reason": "stop",
        }
        body = {**common, "object": "chat.completion", "choices": [choice], "usage": usage}
        writer.write(_json(200, body, keep=request.keeps_alive))
        return False

    async def _stream(
        self, content: str, common: dict[str, Any], writer: asyncio.StreamWriter
    ) -> None:
        """Send the reply a few words at a time; the connection's end ends the body."""
        writer.write(_head(200, "text/event-stream; charset=utf-8", None, keep=False))
        deltas: list[tuple[dict[str, str], str | None]] = [({"role": "assistant"}, None)]
        words = content.split(" ")
        for start in range(0, len(words), _WORDS_A_CHUNK):
            piece = " ".join(words[start : start + _WORDS_A_CHUNK])
            deltas.append(({"content": piece if start == 0 else f" {piece}"}, None))
        deltas.append(({}, "stop"))
        for delta, reason in deltas:
            choice = {"index": 0, "delta": delta, "finish_reason": reason}
            event = {**common, "object": "chat.completion.chunk", "choices": [choice]}
            writer.write(f"data: {json.dumps(event, ensure_ascii=False)}\n\n".encode())
            await writer.drain()
        writer.write(b"data: [DONE]\n\n")


@asynccontextmanager
async def running_server(
    variant: str = "good", host: str = "127.0.0.1", port: int = 0
) -> AsyncIterator[str]:
    """Serve a demo bot while the context lasts.

    Args:
        variant: which bot; see :data:`mhgate.demo.VARIANTS`.
        host: the address to listen on.
        port: 0 to 65535; 0 takes a free one.

    Yields:
        The base address, ``http://127.0.0.1:49152`` say.

    Raises:
        UsageError: there is no such variant.
        OSError: the address is taken.
    """
    service = _Service(DemoBot(variant))
    server = await asyncio.start_server(service.connect, host, port, limit=_LONGEST_LINE)
    try:
        address, number = server.sockets[0].getsockname()[:2]
        yield f"http://{f'[{address}]' if ':' in address else address}:{number}"
    finally:
        server.close()
        await service.close()
        await server.wait_closed()


def serve(
    variant: str = "good",
    host: str = "127.0.0.1",
    port: int = 0,
    *,
    announce: Callable[[str], object] | None = None,
) -> None:
    """Serve a demo bot until SIGINT or SIGTERM, then return.

    Args:
        variant: which bot; see :data:`mhgate.demo.VARIANTS`.
        host: the address to listen on.
        port: 0 to 65535; 0 takes a free one.
        announce: is called with the line that says where the bot listens; by default it is
            printed to standard output.

    Raises:
        UsageError: there is no such variant.
        OSError: the address is taken.
    """
    with contextlib.suppress(KeyboardInterrupt):
        asyncio.run(_serve_until_stopped(variant, host, port, announce or _print))


def _print(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


async def _serve_until_stopped(
    variant: str, host: str, port: int, announce: Callable[[str], object]
) -> None:
    stopped = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        # outside the main thread, and on Windows, the caller ends the process by itself
        with contextlib.suppress(NotImplementedError, ValueError, RuntimeError):
            loop.add_signal_handler(number, stopped.set)
    async with running_server(variant, host, port) as address:
        announce(f"mhgate demo bot ({variant}, limited, not for real support) at {address}")
        await stopped.wait()
