"""A chat completions endpoint of the tests' own that judges: real sockets, any status, any body."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Self

from judge_models import Prompt, read_prompt

from mhgate.records import Turn

Answers = Callable[[Prompt], "tuple[int, Any] | str"]

# every row of the page that comes from the endpoint and not from the model: status and body
TROUBLES: dict[str, tuple[int, Any]] = {
    "status 400, 413 or 422": (400, {"error": {"message": "this is too long"}}),
    "status 401": (401, {"error": {"message": "no such key"}}),
    "status 403": (403, {"error": {"message": "not yours"}}),
    "status 404": (404, {"error": {"message": "no such model"}}),
    "status 429, after all retries": (429, {"error": {"message": "slow down"}}),
    "status 500 to 599, after all retries": (503, {"error": {"message": "overloaded"}}),
    "no whole reply in time, after all retries": (0, 30.0),
    "status 400 whose code is `content_filter`": (
        400,
        {"error": {"message": "withheld", "code": "content_filter"}},
    ),
    "a web page in place of the endpoint's JSON": (
        200,
        b"<!doctype html><html><body>Sign in</body></html>",
    ),
    "JSON without `choices`": (200, {"output": "yes"}),
    "no content at all: `null`": (200, {"choices": [{"message": {"content": None}}]}),
}


def completion(content: str, *, model: str = "stub-2026-01-01", **more: Any) -> dict[str, Any]:
    """A chat completion's body."""
    finish = more.pop("finish_reason", "stop")
    message = {"role": "assistant", "content": content, **more}
    return {"model": model, "choices": [{"message": message, "finish_reason": finish}]}


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 128

    def handle_error(self, request: object, client_address: object) -> None:
        """Say nothing: callers that hang up in mid-request belong to the tests."""


class JudgeServer:
    """Serves what a function makes of each prompt, on a free port of this machine.

    Args:
        answers: a text, or a status with a body (status 0 keeps the caller waiting for so many
            seconds).
    """

    def __init__(self, answers: Answers) -> None:
        self.answers = answers
        self.requests: list[dict[str, Any]] = []
        self.headers: list[dict[str, str]] = []
        self._server = _Server(("127.0.0.1", 0), _handler_of(self))
        self._thread = threading.Thread(
            target=self._server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True
        )
        self.closing = threading.Event()

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.closing.set()
        self._server.shutdown()
        self._server.server_close()

    @property
    def url(self) -> str:
        """The base URL."""
        return f"http://127.0.0.1:{self._server.server_address[1]}/v1"

    @property
    def prompts(self) -> list[Prompt]:
        """What was asked, taken apart."""
        return [_prompt(request) for request in self.requests]


def _prompt(request: dict[str, Any]) -> Prompt:
    return read_prompt([Turn(role=m["role"], content=m["content"]) for m in request["messages"]])


def _handler_of(server: JudgeServer) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        disable_nagle_algorithm = True

        def do_POST(self) -> None:
            asked = json.loads(self.rfile.read(int(self.headers["content-length"])))
            server.requests.append(asked)
            server.headers.append(dict(self.headers))
            made = server.answers(_prompt(asked))
            status, body = (200, completion(made)) if isinstance(made, str) else made
            if status == 0:
                server.closing.wait(body)
                self.close_connection = True
                return
            data = body if isinstance(body, bytes) else json.dumps(body).encode()
            self.send_response(status)
            self.send_header("content-type", "application/json")
            self.send_header("content-length", str(len(data)))
            self.end_headers()
            self.wfile.write(data)

        def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - http.server's name
            """Keep quiet."""

    return Handler


def wait_until(happened: Callable[[], bool]) -> None:
    """Wait until something has happened in another thread."""
    end_s = time.monotonic() + 30
    while not happened():
        assert time.monotonic() < end_s
        time.sleep(0.01)
