"""Holds that who never answers is a timeout at the deadline, by every road, and keeps nobody."""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any, Self

import pytest
from fault_server import FaultServer, Seen, raw, silent
from websockets.asyncio.server import serve

HERE = Path(__file__).parent
OUTER_S = 120  # generous: what hangs would take for ever

ASKS = """
import asyncio, json, sys
sys.path[:0] = sys.argv[2:]
from pathlib import Path
from building import opened, trial, user

async def asked(name, kind, keys):
    keys = {"timeout_s": 0.5, "max_retries": 0, **keys}
    environ = {"CLIENT": "client-1", "SECRET": "secret-1"}
    async with opened(kind, folder=Path(sys.argv[3]), environ=environ, **keys) as target:
        came = await target.reply(user(), trial(name))
        print(json.dumps([name, came.kind, came.attempts]), flush=True)

async def main():
    await asyncio.gather(*(asked(*case) for case in json.load(open(sys.argv[1]))))

asyncio.run(main())
"""
APP = """
import asyncio, time

async def app(scope, receive, send):
    if scope["type"] == "http":
        await asyncio.sleep(3600)

async def waits(messages):
    await asyncio.sleep(3600)

def blocks(messages):
    time.sleep(3600)
"""
HEAD = b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n"
EVENT = b'data: {"choices": [{"delta": {"content": "I"}}], "d": "I"}\n\n'
PIECE = HEAD + b"%x\r\n%s\r\n" % (len(EVENT), EVENT)
HTTP = {"body": {"text": "{message}"}, "reply": "$.reply"}
STREAM = {"body": {"text": "{message}"}, "format": "sse", "delta": "$.d"}
MODEL = {"model": "m"}
OAUTH = {"client_id_env": "CLIENT", "client_secret_env": "SECRET"}
WAITING = [sys.executable, "-c", "import sys, time; sys.stdin.readline(); time.sleep(3600)"]
MUTTERING = [
    sys.executable,
    "-c",
    "import sys, time\nwhile True: print('{}', flush=True); time.sleep(0.05)",
]


async def a_piece_and_no_more(_: Seen, writer: asyncio.StreamWriter) -> bool:
    """Begin a stream, and never go on."""
    await raw(PIECE, keep=True)(_, writer)
    await asyncio.sleep(3600)
    return True


class Hanging:
    """Servers that accept and never answer, in a thread; they close no socket of their own."""

    def __enter__(self) -> Self:
        self._ready, self._over = threading.Event(), threading.Event()
        self._thread = threading.Thread(target=lambda: asyncio.run(self._serve()), daemon=True)
        self._thread.start()
        assert self._ready.wait(30)
        return self

    def __exit__(self, *_: object) -> None:
        self._over.set()
        self._thread.join(30)

    async def _serve(self) -> None:
        self.held: list[asyncio.StreamWriter] = []

        async def accept(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            self.held.append(writer)

        async def mute(socket: Any) -> None:
            async for _ in socket:
                pass

        async def typing(socket: Any) -> None:
            while True:
                await socket.send('{"typing": true}')
                await asyncio.sleep(0.05)

        async with (
            await asyncio.start_server(accept, "127.0.0.1", 0) as nothing,
            FaultServer(silent()) as reads,
            FaultServer(a_piece_and_no_more) as begins,
            serve(mute, "127.0.0.1", 0) as mutes,
            serve(typing, "127.0.0.1", 0) as types,
        ):
            at = [each.sockets[0].getsockname()[1] for each in (nothing, mutes, types)]
            self.nothing, self.mute, self.typing = at
            self.reads, self.begins = reads.port, begins.port
            self._ready.set()
            await asyncio.to_thread(self._over.wait)
            for writer in self.held:
                writer.close()


def cases(at: Hanging) -> list[tuple[str, str, dict[str, Any]]]:
    """Every road, and how its other end hangs."""
    nothing, reads, begins = (
        f"http://127.0.0.1:{port}" for port in (at.nothing, at.reads, at.begins)
    )
    sessions = {**HTTP, "body": {"text": "{message}", "s": "{session}"}}
    return [
        ("openai", "openai", {**MODEL, "base_url": nothing}),
        ("openai, read", "openai", {**MODEL, "base_url": reads}),
        ("openai, stream", "openai", {**MODEL, "base_url": begins, "stream": True}),
        ("responses", "openai", {**MODEL, "base_url": reads, "api": "responses"}),
        ("anthropic", "anthropic", {**MODEL, "base_url": reads, "max_tokens": 9}),
        (
            "anthropic, stream",
            "anthropic",
            {**MODEL, "base_url": begins, "max_tokens": 9, "stream": True},
        ),
        ("http", "http", {**HTTP, "url": reads}),
        ("http, TLS", "http", {**HTTP, "url": nothing.replace("http", "https")}),
        (
            "http, session",
            "http",
            {**sessions, "url": reads, "session": {"url": reads, "id": "$.i"}},
        ),
        ("http, login", "http", {**HTTP, "url": reads, "before": [{"url": reads}]}),
        ("oauth", "http", {**HTTP, "url": reads, "oauth": {**OAUTH, "token_url": reads}}),
        (
            "oauth, websocket",
            "websocket",
            {
                **HTTP,
                "url": f"ws://127.0.0.1:{at.mute}",
                "oauth": {**OAUTH, "token_url": nothing},
            },
        ),
        ("sse", "http", {**STREAM, "url": reads}),
        ("sse, begun", "http", {**STREAM, "url": begins}),
        ("websocket, no handshake", "websocket", {**HTTP, "url": f"ws://127.0.0.1:{at.nothing}"}),
        ("websocket, mute", "websocket", {**HTTP, "url": f"ws://127.0.0.1:{at.mute}"}),
        ("websocket, typing", "websocket", {**HTTP, "url": f"ws://127.0.0.1:{at.typing}"}),
        (
            "websocket, never ready",
            "websocket",
            {**HTTP, "url": f"ws://127.0.0.1:{at.typing}", "ready": "$.ready"},
        ),
        ("command", "command", {**HTTP, "command": WAITING}),
        (
            "command, shared",
            "command",
            {
                "body": {"text": "{message}", "id": "{session}"},
                "reply": "$.reply",
                "command": WAITING,
                "shared": True,
                "belongs_to": "$.id",
            },
        ),
        ("command, muttering", "command", {**HTTP, "command": MUTTERING}),
        ("function", "function", {"call": "hanging_product:waits"}),
        ("function, blocking", "function", {"call": "hanging_product:blocks"}),
        ("asgi", "asgi", {**HTTP, "app": "hanging_product:app", "path": "/"}),
    ]


@pytest.mark.skipif(os.name != "posix", reason="commands are ended by their process group")
def test_whoever_never_answers_is_a_timeout_and_keeps_no_process(tmp_path: Path) -> None:
    """All roads at once, in a process of their own, which ends although every socket is open."""
    (tmp_path / "hanging_product.py").write_text(APP, encoding="utf-8")
    with Hanging() as at:
        asked = cases(at)
        (tmp_path / "cases.json").write_text(json.dumps(asked), encoding="utf-8")
        words = [sys.executable, "-c", ASKS, str(tmp_path / "cases.json"), str(HERE), str(tmp_path)]
        ran = subprocess.run(words, capture_output=True, text=True, timeout=OUTER_S, check=False)
    came = [json.loads(line) for line in ran.stdout.splitlines()]
    assert {name: (kind, attempts) for name, kind, attempts in came} == {
        name: ("timeout", 1) for name, _, _ in asked
    }
    assert (ran.returncode, ran.stderr) == (0, "")
