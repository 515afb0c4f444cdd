"""Holds targets whose conversations are one message long: what a call opens is closed with it."""

from __future__ import annotations

import asyncio
import json
import sys
from pathlib import Path
from typing import Any

import pytest
from building import opened, trial, user
from websockets.asyncio.server import serve

from mhgate.records import Failure, Turn
from mhgate.targets import FunctionTarget, one_reply

BOT = [sys.executable, str(Path(__file__).parent / "line_bot.py")]
COMMAND = {"command": BOT, "reply": "$.reply", "timeout_s": 20.0, "max_retries": 0}
SHARED = {
    **COMMAND,
    "body": {"text": "{message}", "session": "{session}"},
    "shared": True,
    "belongs_to": "$.session",
    "save": {"said": "$.reply"},
}


def test_a_socket_is_closed_with_its_call_and_no_other_is() -> None:
    """Two calls about one trial at once: the quick one's end leaves the slow one its socket."""

    async def handle(socket: Any) -> None:
        async for frame in socket:
            text = json.loads(frame)["text"]
            await asyncio.sleep(0.3 if text == "slow" else 0)
            await socket.send(json.dumps({"reply": text}))

    async def go() -> None:
        async with serve(handle, "127.0.0.1", 0) as server:
            url = f"ws://127.0.0.1:{server.sockets[0].getsockname()[1]}/"
            keys = {"url": url, "body": {"text": "{message}"}, "reply": "$.reply"}
            async with opened("websocket", **keys, max_retries=0) as target:
                asked = one_reply(target)
                assert asked.fingerprint == target.fingerprint
                slow = asyncio.create_task(asked.reply(user("slow"), trial()))
                await asyncio.sleep(0.1)
                quick = await asked.reply(user("quick"), trial())
                assert (quick.content, target.n_open) == ("quick", 1)
                assert (await slow).content == "slow"
                assert (target.n_open, target.n_opened) == (0, 2)

    asyncio.run(go())


def test_a_process_ends_with_its_call() -> None:
    """Also where it gave none; a call is never a later turn of another one."""

    async def go() -> Any:
        table = {**COMMAND, "body": {"text": "{message}"}}
        async with opened("command", **table) as target:
            asked = one_reply(target)
            said = [await asked.reply(user(text), trial()) for text in ("one", "two", "exit")]
            return said, dict(target._own), target.n_started

    (one, two, gone), own, n_started = asyncio.run(go())
    assert (one.content, two.content) == ("one", "two")
    assert isinstance(gone, Failure)
    assert (own, n_started) == ({}, 3)


def test_a_shared_process_goes_on_and_keeps_nothing_of_a_call() -> None:
    """Each call is a session of its own, of which nothing is left when it is over."""

    async def go() -> Any:
        async with opened("command", **SHARED) as target:
            asked = one_reply(target)
            texts = [f"call {n}" for n in range(8)]
            said = await asyncio.gather(*(asked.reply(user(text), trial()) for text in texts))
            return [turn.content for turn in said], texts, target._shared, target.n_started

    said, texts, shared, n_started = asyncio.run(go())
    assert said == texts
    assert n_started == 1
    assert shared._saved == {}
    assert shared._inboxes == {}


@pytest.mark.parametrize("reply", ["hello", None])
def test_what_holds_nothing_open_is_left_as_it_is(reply: str | None) -> None:
    """A function, or an endpoint that is asked by requests, is the target itself."""
    target = FunctionTarget(lambda message: reply, name="f", timeout_s=5)
    assert one_reply(target) is target
    came = asyncio.run(one_reply(target).reply(user(), trial()))
    assert isinstance(came, Turn if reply else Failure)
