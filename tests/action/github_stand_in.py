"""A stand-in of GitHub's API on loopback: comments, pages of them, and refusals."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, urlsplit

from mhgate.action.comment import MARKER, Conversation

__all__ = ["TOKEN", "GitHub", "serving"]

TOKEN = "ghs_canary0123456789"  # noqa: S105 - a canary, looked for in messages


class GitHub(ThreadingHTTPServer):
    """Keeps comments as GitHub does; ``refuses`` answers a method with a status instead."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.comments: list[dict[str, Any]] = []
        self.refuses: dict[str, int] = {}
        self.slow_s = 0.0
        self.seen: list[str] = []
        self.tokens: set[str] = set()
        self.pulls: list[dict[str, Any]] = []

    def handle_error(self, request: object, client_address: object) -> None:
        """Say nothing of a client that did not wait."""

    def add(self, body: str, kind: str = "User") -> int:
        """Add a comment and return its id."""
        number = 1000 + len(self.comments)
        self.comments.append({"id": number, "body": body, "user": {"type": kind}})
        return number

    def where(self, **how: float) -> Conversation:
        """Return the conversation of pull request 7."""
        api = f"http://127.0.0.1:{self.server_port}"
        return Conversation(api=api, repository="o/r", number=7, token=TOKEN, **how)

    def ours(self) -> list[str]:
        """Return the bodies that begin with the marker."""
        return [each["body"] for each in self.comments if each["body"].startswith(MARKER)]


class _Handler(BaseHTTPRequestHandler):
    server: GitHub

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the library's name
        """Say nothing."""

    def _answer(self, status: int, body: object, headers: dict[str, str] | None = None) -> None:
        data = json.dumps(body).encode()
        self.send_response(status)
        for name, value in (headers or {}).items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def _handle(self) -> None:
        hub = self.server
        length = int(self.headers.get("Content-Length") or 0)
        said = json.loads(self.rfile.read(length) or b"{}")
        hub.seen.append(f"{self.command} {urlsplit(self.path).path}")
        hub.tokens.add(self.headers.get("Authorization", ""))
        time.sleep(hub.slow_s)
        if status := hub.refuses.get(self.command):
            self._answer(status, {"message": "no"})
            return
        if self.command == "GET" and "/pulls" in self.path:
            self._answer(200, hub.pulls)
        elif self.command == "GET":
            query = parse_qs(urlsplit(self.path).query)
            size, page = int(query["per_page"][0]), int(query["page"][0])
            more = page * size < len(hub.comments)
            link = {"Link": f'<http://127.0.0.1/{page + 1}>; rel="next"'} if more else {}
            self._answer(200, hub.comments[(page - 1) * size : page * size], link)
        elif self.command == "POST":
            hub.add(said["body"], "Bot")
            self._answer(201, {})
        else:
            number = int(self.path.rpartition("/")[2])
            for each in hub.comments:
                if each["id"] == number:
                    each["body"] = said["body"]
            self._answer(200, {})

    do_GET = do_POST = do_PATCH = _handle  # noqa: N815 - names that the library calls


@contextmanager
def serving() -> Iterator[GitHub]:
    """Serve it while the block runs."""
    server = GitHub()
    thread = threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True)
    thread.start()
    try:
        yield server
    finally:
        server.shutdown()
        server.server_close()
