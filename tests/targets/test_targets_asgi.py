"""An ASGI app is asked in process, started up and shut down as a server would."""

from __future__ import annotations

import asyncio
import json
import logging
import sys
from pathlib import Path
from typing import Any

import pytest
from building import RUN_ID, SAID, opened, trial, user

from mhgate.errors import CannotEvaluateError, ConfigError
from mhgate.records import Turn

APP = """
import asyncio, json
LOG = []

async def respond(send, body, status=200, kind=b"application/json"):
    await send({"type": "http.response.start", "status": status,
                "headers": [(b"content-type", kind)]})
    await send({"type": "http.response.body", "body": body})

async def read(receive):
    body = b""
    while True:
        message = await receive()
        body += message.get("body", b"")
        if not message.get("more_body"):
            return json.loads(body)

async def app(scope, receive, send):
    if scope["type"] == "lifespan":
        while True:
            message = await receive()
            LOG.append(message["type"])
            if message["type"] == "lifespan.startup":
                scope["state"]["greeting"] = "hello"
                await send({"type": "lifespan.startup.complete"})
            else:
                await send({"type": "lifespan.shutdown.complete"})
                return
    LOG.append({k.decode(): v.decode() for k, v in scope["headers"]})
    said = await read(receive)
    if scope["path"] == "/stream":
        data = b'data: {"t": "I "}\\n\\ndata: {"t": "hear"}\\n\\ndata: [DONE]\\n\\n'
        await respond(send, data, kind=b"text/event-stream")
    elif scope["path"] == "/boom":
        raise KeyError("no such user")
    elif scope["path"] == "/exit":
        raise SystemExit(0)
    elif scope["path"] == "/cancel":
        raise asyncio.CancelledError
    elif scope["path"] == "/half":
        await send({"type": "http.response.start", "status": 200, "headers": []})
    elif scope["path"] == "/hang":
        await asyncio.sleep(3600)
    elif scope["path"] == "/503":
        await respond(send, b"{}", 503)
    else:
        reply = f"{scope['state']['greeting']} {scope['path']} {said['text']}"
        await respond(send, json.dumps({"reply": reply, "id": 7}).encode())

async def bare(scope, receive, send):
    assert scope["type"] == "http"
    await respond(send, b'{"reply": "bare"}')

async def failing(scope, receive, send):
    await receive()
    await send({"type": "lifespan.startup.failed", "message": "Traceback\\nno database"})
    raise RuntimeError("no database")

async def hanging(scope, receive, send):
    await asyncio.sleep(3600)

async def messy(scope, receive, send):
    if scope["type"] == "lifespan":
        await receive()
        await send({"type": "lifespan.startup.complete"})
        await receive()
        await send({"type": "lifespan.shutdown.failed", "message": "disk full"})
        return
    await respond(send, b'{"reply": "messy"}')

setting = {}
"""


@pytest.fixture
def folder(tmp_path: Path) -> Any:
    (tmp_path / "asgi_bot.py").write_text(APP)
    yield tmp_path
    sys.modules.pop("asgi_bot", None)


def ask(folder: Path, app: str = "app", path: str = "/chat", **keys: Any) -> Any:
    table = {"body": {"text": "{message}"}, "reply": "$.reply", "path": path, **keys}

    async def go() -> Any:
        async with opened("asgi", folder=folder, app=f"asgi_bot:{app}", **table) as target:
            return await target.reply(user(), trial())

    return asyncio.run(go())


def test_an_app_is_asked_in_process(folder: Path) -> None:
    """Start-up and shutdown run, its state reaches the request, and so does the run's id."""
    reply = ask(folder)
    assert reply.content == f"hello /chat {SAID}"
    startup, headers, shutdown = sys.modules["asgi_bot"].LOG
    assert (startup, shutdown) == ("lifespan.startup", "lifespan.shutdown")
    assert headers["x-mhgate-run"] == RUN_ID
    assert headers["user-agent"].startswith("mhgate/")


def test_a_stream(folder: Path) -> None:
    """Server-sent events of an app are read as those of a socket."""
    reply = ask(folder, path="/stream", format="sse", reply=None, delta="$.t")
    assert reply.content == "I hear"


def test_a_session(folder: Path) -> None:
    """A session is opened at a path of the app."""
    reply = ask(
        folder, path="/s/{session}", session={"url": "/o", "id": "$.id", "body": {"text": ""}}
    )
    assert reply.content == f"hello /s/7 {SAID}"


@pytest.mark.parametrize(
    ("path", "kind", "attempts", "words"),
    [
        ("/boom", "crash", 1, "KeyError: 'no such user' ("),
        ("/boom", "crash", 1, "/asgi_bot.py, line "),
        ("/exit", "crash", 1, "SystemExit"),
        ("/cancel", "crash", 1, "CancelledError"),
        ("/half", "crash", 1, "without a whole response"),
        ("/hang", "timeout", 2, "0.1 s"),
        ("/503", "server_error", 2, "503"),
    ],
)
def test_what_an_app_does_wrong(
    folder: Path, path: str, kind: str, attempts: int, words: str
) -> None:
    """Whatever the app raises or leaves undone is the trial's Failure."""
    reply = ask(folder, path=path, max_retries=1, timeout_s=0.1)
    assert (reply.kind, reply.attempts) == (kind, attempts)
    assert words in reply.message


def test_an_app_without_a_lifespan(folder: Path) -> None:
    """An app that knows no lifespan is asked all the same."""
    assert ask(folder, "bare").content == "bare"


@pytest.mark.parametrize(
    ("app", "words"),
    [("failing", "start-up failed: no database"), ("hanging", "did not end within")],
)
def test_a_startup_that_fails(folder: Path, app: str, words: str) -> None:
    """A start-up that fails or hangs stops the run and says why."""
    with pytest.raises(CannotEvaluateError, match=words):
        ask(folder, app, timeout_s=0.1)


def test_a_shutdown_that_fails(folder: Path, caplog: pytest.LogCaptureFixture) -> None:
    """A shutdown that fails is reported, and the replies count."""
    with caplog.at_level(logging.WARNING, "mhgate.targets"):
        assert ask(folder, "messy").content == "messy"
    assert "disk full" in caplog.text


def test_no_app(folder: Path) -> None:
    """A name that is no app is a mistake."""
    with pytest.raises(ConfigError, match=r"target\.app: found asgi_bot:setting"):
        ask(folder, "setting")


def test_a_starlette_app(tmp_path: Path) -> None:
    """An app of a real framework, with lifespan state, works as it does under a server."""
    pytest.importorskip("starlette")
    (tmp_path / "starlette_bot.py").write_text(
        "import contextlib\n"
        "from starlette.applications import Starlette\n"
        "from starlette.responses import JSONResponse\n"
        "from starlette.routing import Route\n"
        "@contextlib.asynccontextmanager\n"
        "async def lifespan(app):\n"
        "    yield {'name': 'Sol'}\n"
        "async def chat(request):\n"
        "    said = (await request.json())['text']\n"
        "    return JSONResponse({'reply': f'{request.state.name}: {said}'})\n"
        "app = Starlette(routes=[Route('/chat', chat, methods=['POST'])], lifespan=lifespan)\n"
    )
    table = {"path": "/chat", "body": {"text": "{message}"}, "reply": "$.reply"}

    async def go() -> Any:
        async with opened("asgi", folder=tmp_path, app="starlette_bot:app", **table) as target:
            return await target.reply(user(), trial())

    try:
        reply = asyncio.run(go())
    finally:
        sys.modules.pop("starlette_bot", None)
    assert isinstance(reply, Turn)
    assert reply.content == f"Sol: {SAID}"
    assert json.loads(reply.model_dump_json())["role"] == "assistant"
