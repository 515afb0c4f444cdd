"""A Messages endpoint of the tests' own: real sockets, whole or streamed, a bot and a judge."""

from __future__ import annotations

import json
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, Self

sys.path.insert(0, str(Path(__file__).parents[1] / "targets"))

from message_server import STOP, end, message, said, start, text

Says = Callable[[dict[str, Any]], "str | tuple[int, Any]"]


class MessagesApi:
    """Serves what a function makes of each request, on a free port of this machine.

    Args:
        says: a text, or a status with a JSON body; a request that wants a stream gets one.
    """

    def __init__(self, says: Says) -> None:
        self.says = says
        self.requests: list[dict[str, Any]] = []
        self.headers: list[dict[str, str]] = []
        self.most_at_once = 0
        self._at_once = 0
        self._lock = threading.Lock()
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), _handler_of(self))
        self._server.daemon_threads = True
        self._thread = threading.Thread(
            target=self._server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True
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
        return f"http://127.0.0.1:{self._server.server_address[1]}"

    @contextmanager
    def busy(self) -> Iterator[None]:
        """Count a request that is being answered."""
        with self._lock:
            self._at_once += 1
            self.most_at_once = max(self.most_at_once, self._at_once)
        try:
            time.sleep(0.005)  # long enough for another one to come in meanwhile
            yield
        finally:
            with self._lock:
                self._at_once -= 1

    def of(self, model: str) -> list[tuple[dict[str, Any], dict[str, str]]]:
        """The requests to one model, with their headers in lower case."""
        pairs = zip(self.requests, self.headers, strict=True)
        return [(asked, headers) for asked, headers in pairs if asked["model"] == model]


def _handler_of(api: MessagesApi) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        disable_nagle_algorithm = True

        def do_POST(self) -> None:
            asked = json.loads(self.rfile.read(int(self.headers["content-length"])))
            api.requests.append(asked)
            api.headers.append({name.lower(): value for name, value in self.headers.items()})
            with api.busy():
                made = api.says(asked)
            status, body = (200, None) if isinstance(made, str) else made
            if body is not None:
                self._send(status, "application/json", json.dumps(body).encode())
            elif asked.get("stream"):
                events = start(model=asked["model"]) + said(made[:5], made[5:]) + end() + STOP
                self._send(200, "text/event-stream", events)
            else:
                whole = message(text(made), model=asked["model"])
                self._send(200, "application/json", json.dumps(whole).encode())

        def _send(self, status: int, kind: str, data: bytes) -> None:
            self.send_response(status)
            self.send_header("content-type", kind)
            self.send_header("content-length", str(len(data)))
            self.end_headers()
            self.wfile.write(data)

        def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - http.server's name
            """Keep quiet."""

    return Handler
