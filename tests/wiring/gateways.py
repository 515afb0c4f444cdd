"""What stands before a model in a company, on loopback: tokens, certificates, sockets, commands."""

from __future__ import annotations

import asyncio
import json
import ssl
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any, Self

from websockets.asyncio.server import serve

sys.path.insert(0, str(Path(__file__).parents[1] / "targets"))
sys.path.insert(0, str(Path(__file__).parents[1] / "judges" / "llm"))

from fault_server import FaultServer, Seen
from fault_server import answer as with_body
from judge_models import Prompt, answer, entry, read_prompt
from judge_server import completion

from mhgate.records import Turn

TESTS = Path(__file__).parents[1]
Says = Callable[[Prompt | None], str]

COMMAND = """
import json, os, sys
sys.path[:0] = {path!r}
from {module} import {reads}, {says}
assert "JUDGE_SECRET" in os.environ or not {needs}
for line in sys.stdin:
    asked = json.loads(line)
    text = {says}({reads}(asked))
    said = {{"id": asked.get("id"), "text": text, "model": {model!r}}}
    print(json.dumps(said), flush=True)
"""
MODEL = "gateway-model-2026-01-01"


def prompt_of(messages: list[dict[str, str]]) -> Prompt | None:
    """A prompt, as a request's messages hold it; None of a greeting."""
    if not any("Answer token: " in each["content"] for each in messages):
        return None
    return read_prompt([Turn(role=each["role"], content=each["content"]) for each in messages])


def kindly(prompt: Prompt | None) -> str:
    """Say that every reply is kind, and know a fruit where there is one; greet who greets."""
    if prompt is None:
        return "Hello."
    return answer(
        prompt,
        *(
            entry(name, "yes", quotes=[{"turn": 2, "text": "ripe pear"}])
            if name == "names_a_fruit"
            else entry(name, "yes", quotes=[])
            for name in prompt.ids
        ),
    )


def of_line(asked: dict[str, Any]) -> Prompt | None:
    """The prompt that a line holds."""
    return prompt_of(asked["messages"])


class Served:
    """What is served by an event loop in a thread of its own, until the block ends."""

    def __init__(self) -> None:
        self._ready, self._over = threading.Event(), threading.Event()
        self._thread = threading.Thread(target=lambda: asyncio.run(self.serve()), daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        assert self._ready.wait(30)
        return self

    def __exit__(self, *_: object) -> None:
        self._over.set()
        self._thread.join(30)

    async def serve(self) -> None:
        """Serve until the block ends."""
        raise NotImplementedError

    async def until_over(self) -> None:
        """Say that it is ready, and wait."""
        self._ready.set()
        await asyncio.to_thread(self._over.wait)


class Gateway(Served):
    """Chat completions, for who comes with what is asked for.

    Args:
        says: makes the reply of a prompt.
        tls: whom it trusts and as whom it serves; None: plain HTTP.
        lets_in: whether a request may pass, by its headers.
        token: what it grants at ``/token``; None: nothing.
    """

    def __init__(
        self,
        says: Says,
        *,
        tls: ssl.SSLContext | None = None,
        lets_in: Callable[[dict[str, str]], bool] = lambda _headers: True,
        token: str | None = None,
    ) -> None:
        super().__init__()
        self._says, self._tls, self._lets_in, self._token = says, tls, lets_in, token
        self.asked: list[Seen] = []
        self.tokens: list[Seen] = []
        self.refused = 0

    async def serve(self) -> None:
        async with FaultServer(self._behave, tls=self._tls) as server:
            self.origin = f"{'http' if self._tls is None else 'https'}://127.0.0.1:{server.port}"
            await self.until_over()

    async def _behave(self, seen: Seen, writer: asyncio.StreamWriter) -> bool:
        if seen.path == "/token":
            self.tokens.append(seen)
            granted = {"access_token": self._token, "token_type": "Bearer", "expires_in": 3600}
            return await with_body(granted)(seen, writer)
        if not self._lets_in(seen.headers):
            self.refused += 1
            return await with_body({"error": "who are you?"}, status=401)(seen, writer)
        self.asked.append(seen)
        said = self._says(prompt_of(seen.json["messages"]))
        return await with_body(completion(said, model=MODEL))(seen, writer)


class Sockets(Served):
    """A model behind a WebSocket: one frame a question, the reply in pieces.

    Args:
        says: makes the reply of a prompt.
    """

    def __init__(self, says: Says) -> None:
        super().__init__()
        self._says = says
        self.opened = self.most_open = self.open_now = 0
        self.headers: list[dict[str, str]] = []
        self.first: list[Any] = []

    async def serve(self) -> None:
        async with serve(self._handle, "127.0.0.1", 0) as server:
            self.url = f"ws://127.0.0.1:{server.sockets[0].getsockname()[1]}/judge"
            await self.until_over()

    async def _handle(self, socket: Any) -> None:
        self.opened += 1
        self.open_now += 1
        self.most_open = max(self.most_open, self.open_now)
        self.headers.append({name.lower(): value for name, value in socket.request.headers.items()})
        try:
            self.first.append(json.loads(await socket.recv()))
            await socket.send(json.dumps({"ready": True}))
            async for frame in socket:
                said = self._says(prompt_of(json.loads(frame)["messages"]))
                half = len(said) // 2
                for piece in (said[:half], said[half:]):
                    await socket.send(json.dumps({"piece": piece, "model": MODEL}))
                await socket.send(json.dumps({"end": True}))
        finally:
            self.open_now -= 1


def write_command(
    path: Path, *, module: str, says: str, reads: str, more: Path, needs: bool = False
) -> None:
    """Write a program that answers each line by a function of the tests.

    Args:
        path: of the program.
        module: that holds the function, in ``more``, in the folder of the judge's tests or here.
        says: the function's name.
        reads: of the same module, what makes of a line what the function takes.
        more: a folder in which modules are found.
        needs: whether it does not start without the variable JUDGE_SECRET.
    """
    folders = [str(more), str(TESTS.parent), str(TESTS / "judges" / "llm")]
    written = COMMAND.format(
        path=folders, module=module, says=says, reads=reads, model=MODEL, needs=needs
    )
    path.write_text(written, encoding="utf-8")
