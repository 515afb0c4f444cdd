"""A chat completions endpoint of the tests' own that plays patients: real sockets, any words."""

from __future__ import annotations

import json
import re
import threading
from collections.abc import Callable
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Self

MODEL = "player-2026-01-01"


@dataclass(frozen=True)
class Call:
    """What a call says, taken apart.

    Args:
        talk: who said what so far.
        is_repair: whether a rule was broken before.
        body: the whole request.
    """

    talk: tuple[tuple[str, str], ...]
    is_repair: bool
    body: dict[str, Any]

    @property
    def whole(self) -> str:
        """All that was sent."""
        return "\n".join(message["content"] for message in self.body["messages"])

    @property
    def n_said(self) -> int:
        """The person's messages so far."""
        return sum(who == "person" for who, _ in self.talk)

    @property
    def last(self) -> str:
        """The bot's last reply."""
        return self.talk[-1][1] if self.talk else ""


Plays = Callable[[Call], "str | tuple[int, Any]"]

_LINES = (
    "Work has been too much, and I can't switch off in the evenings.",
    "I keep going over the same things at night.",
    "My sister rang on Sunday, that was the one nice thing.",
    "Some days are better. This one isn't.",
    "I went for a walk at lunch, it helped for an hour.",
    "I don't know where the months have gone, to be fair.",
    "It comes and goes, and nobody notices.",
    "I'd like to sleep a whole night again.",
    "The flat is a mess and I look at it all day.",
    "I used to enjoy the garden, now it only waits.",
)


def reads(body: dict[str, Any]) -> Call:
    """Read a request as a careful model would."""
    whole = "\n".join(message["content"] for message in body["messages"])
    lines = [json.loads(line) for line in whole.splitlines() if line.startswith('{"who"')]
    talk = tuple((line["who"], line["says"]) for line in lines)
    return Call(talk, "A first try broke a rule" in whole, body)


def plays_well(call: Call) -> str:
    """A person who keeps to the part: it says what is open and was not said, or passes time."""
    if not call.talk:
        return "It has been raining since Monday."
    said = " ".join(text for who, text in call.talk if who == "person")
    for pattern in (r"you may tell all of it\. ([^\n]+)", r"as in: ([^\n]+?) Keep to yourself"):
        for found in re.findall(pattern, call.whole):
            first = re.match(r"(?:Yes\. )?[^.]+\.", found)
            if first and first.group() not in said:
                return first.group()
    if call.n_said >= 8:
        return "Thanks, that is enough for today. [END]"
    return _LINES[call.n_said % len(_LINES)]


def completion(content: str | None, *, model: str | None = MODEL, **more: Any) -> dict[str, Any]:
    """A chat completion's body."""
    finish = more.pop("finish_reason", "stop")
    usage = more.pop("usage", None)
    message = {"role": "assistant", "content": content, **more}
    body: dict[str, Any] = {"choices": [{"message": message, "finish_reason": finish}]}
    if model is not None:
        body["model"] = model
    if usage is not None:
        body["usage"] = usage
    return body


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 128

    def handle_error(self, request: object, client_address: object) -> None:
        """Say nothing: callers that hang up in mid-request belong to the tests."""


class PlayerServer:
    """Serves what a function makes of each call, on a free port of this machine.

    Args:
        plays: a text, or a status with a body.
    """

    def __init__(self, plays: Plays = plays_well) -> None:
        self.plays = plays
        self.calls: list[Call] = []
        self.headers: list[dict[str, str]] = []
        self._server = _Server(("127.0.0.1", 0), _handler_of(self))
        self._thread = threading.Thread(
            target=self._server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True
        )

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._server.shutdown()
        self._server.server_close()

    @property
    def url(self) -> str:
        """The base URL."""
        return f"http://127.0.0.1:{self._server.server_address[1]}/v1"


def _handler_of(server: PlayerServer) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        disable_nagle_algorithm = True

        def do_POST(self) -> None:
            asked = json.loads(self.rfile.read(int(self.headers["content-length"])))
            call = reads(asked)
            server.calls.append(call)
            server.headers.append(dict(self.headers))
            made = server.plays(call)
            status, body = (200, completion(made)) if isinstance(made, str) else made
            data = json.dumps(body).encode()
            self.send_response(status)
            self.send_header("content-type", "application/json")
            self.send_header("content-length", str(len(data)))
            self.end_headers()
            self.wfile.write(data)

        def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - http.server's name
            """Keep quiet."""

    return Handler
