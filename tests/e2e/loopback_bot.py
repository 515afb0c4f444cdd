"""A chat completions endpoint of the tests' own: HTTP/1.1, keep-alive, and a log of what it did."""

from __future__ import annotations

import hashlib
import json
import socket
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Self

PREFLIGHT = "preflight#0"

_LONGEST_WAIT_S = 60

Reply = Callable[[str, str], tuple[int, str]]


@dataclass(frozen=True)
class Exchange:
    """One request that was answered, and when."""

    trial: str
    status: int
    at_s: float


def always_good(_trial: str, _message: str) -> tuple[int, str]:
    """Answer what the tiny suite calls good."""
    return 200, "good: I am listening."


def good_in_nine_of_ten(trial: str, _message: str) -> tuple[int, str]:
    """Answer by a digest of the trial: the same whatever the order."""
    lot = hashlib.sha256(trial.encode()).digest()[0]
    return 200, "poor: never mind." if lot < 26 else "good: I am listening."


class LoopbackBot:
    """Serves one reply function on a free port of this machine.

    Args:
        reply: takes the trial's id and the last message; returns a status and a text.
        answers: after so many answers it keeps its callers waiting; None never does.
        delay_s: seconds before each answer, times a number in [0, 1] that depends on the message.
    """

    def __init__(
        self, reply: Reply = always_good, *, answers: int | None = None, delay_s: float = 0.0
    ) -> None:
        self.reply = reply
        self.delay_s = delay_s
        self.log: list[Exchange] = []
        self.asked: list[str] = []
        self.connections = 0
        self._left = answers
        self._lock = threading.Lock()
        self._open = threading.Event()
        self._server = _Server(("127.0.0.1", 0), _handler_of(self))
        self._thread = threading.Thread(
            target=self._server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True
        )

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.let_all_through()
        self._server.shutdown()
        self._server.server_close()

    @property
    def base_url(self) -> str:
        """The address of the API."""
        return f"http://127.0.0.1:{self._server.server_address[1]}/v1"

    @property
    def answered(self) -> list[str]:
        """The trials that were answered, in order, without the preflight."""
        return [exchange.trial for exchange in self.log if exchange.trial != PREFLIGHT]

    def let_all_through(self) -> None:
        """Keep nobody waiting any longer."""
        with self._lock:
            self._left = None
        self._open.set()

    def wait_until_answered(self, count: int) -> None:
        """Wait until so many trials were answered."""
        _wait_for(lambda: len(self.answered) >= count, f"{count} answers")

    def wait_until_asked(self) -> None:
        """Wait until the first message has come, the preflight's or another."""
        _wait_for(lambda: bool(self.asked), "a first message")

    def serve(self, asked: dict[str, Any]) -> tuple[int, bytes] | None:
        """Answer one request, or wait; None when nobody will hear the answer."""
        trial, message = asked["user"], asked["messages"][-1]["content"]
        with self._lock:
            self.asked.append(trial)
            held = self._left == 0
            if self._left and trial != PREFLIGHT:
                self._left -= 1
        if held:
            self._open.wait()
            return None
        time.sleep(self.delay_s * hashlib.sha256(message.encode()).digest()[0] / 255)
        status, text = self.reply(trial, message)
        return status, json.dumps(_body(status, text)).encode()


def _wait_for(happened: Callable[[], bool], what: str) -> None:
    end_s = time.monotonic() + _LONGEST_WAIT_S
    while not happened():
        assert time.monotonic() < end_s, f"waited {_LONGEST_WAIT_S} s for {what}"
        time.sleep(0.01)


def _body(status: int, text: str) -> dict[str, Any]:
    if status != 200:
        return {"error": {"message": text, "type": "server_error"}}
    message = {"role": "assistant", "content": text}
    return {
        "object": "chat.completion",
        "model": "loopback",
        "choices": [{"index": 0, "message": message, "finish_reason": "stop"}],
    }


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 128

    def handle_error(self, request: object, client_address: object) -> None:
        """Say nothing: callers that are killed in mid-request belong to the tests."""


def _handler_of(bot: LoopbackBot) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        disable_nagle_algorithm = True

        def setup(self) -> None:
            super().setup()
            bot.connections += 1

        def do_POST(self) -> None:
            asked = json.loads(self.rfile.read(int(self.headers["content-length"])))
            answer = bot.serve(asked)
            if answer is None:
                self.close_connection = True
                return
            status, body = answer
            self.send_response(status)
            self.send_header("content-type", "application/json")
            self.send_header("content-length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)
            self.wfile.flush()
            bot.log.append(Exchange(asked["user"], status, time.monotonic()))

        def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - http.server's name
            """Keep quiet: the log is ``bot.log``."""

    return Handler


def closed_port() -> int:
    """Return a port of this machine at which nobody listens."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        port: int = taken.getsockname()[1]
    return port
