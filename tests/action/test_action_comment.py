"""One sticky comment, against a stand-in of GitHub's comments API on loopback."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest

from mhgate.action.comment import MARKER, CommentError, Conversation, post

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
        if self.command == "GET":
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


@pytest.fixture
def github() -> Iterator[GitHub]:
    server = GitHub()
    thread = threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True)
    thread.start()
    yield server
    server.shutdown()
    server.server_close()


def test_a_first_comment_is_created_and_a_second_updates_it(github: GitHub) -> None:
    """Two runs leave one comment, with the words of the later one."""
    assert post(github.where(), f"{MARKER}\none") == "created"
    assert post(github.where(), f"{MARKER}\ntwo") == "updated"
    assert github.ours() == [f"{MARKER}\ntwo"]
    assert github.tokens == {f"Bearer {TOKEN}"}


@pytest.mark.parametrize("position", [0, 120, 249])
def test_the_comment_is_found_on_any_page(github: GitHub, position: int) -> None:
    """Among 250 earlier comments, over three pages, the one of ours is updated, wherever it is."""
    for index in range(250):
        if index == position:
            github.add(f"{MARKER}\nearlier", "Bot")
        else:
            github.add(f"chat {index}, which quotes {MARKER}")
    assert post(github.where(), f"{MARKER}\nnow") == "updated"
    assert github.ours() == [f"{MARKER}\nnow"]
    assert len(github.comments) == 250
    assert github.seen.count("GET /repos/o/r/issues/7/comments") == 3


def test_250_comments_of_others_are_left_alone(github: GitHub) -> None:
    """Without one of ours, one is created and no other is touched."""
    for index in range(250):
        github.add(f"chat {index}")
    assert post(github.where(), f"{MARKER}\nnow") == "created"
    assert len(github.comments) == 251
    assert not [seen for seen in github.seen if seen.startswith("PATCH")]


def test_a_bots_comment_is_preferred_to_a_persons_that_begins_alike(github: GitHub) -> None:
    """Whoever writes the hidden marker does not draw the gate's words to themselves."""
    github.add(f"{MARKER}\nmine")
    github.add(f"{MARKER}\nthe gate's", "Bot")
    assert post(github.where(), f"{MARKER}\nnow") == "updated"
    assert github.ours() == [f"{MARKER}\nmine", f"{MARKER}\nnow"]


def test_a_comment_that_cannot_be_changed_is_replaced_by_a_new_one(github: GitHub) -> None:
    """A marker in somebody else's comment (403 on update) does not keep ours away."""
    github.add(f"{MARKER}\nnot ours")
    github.refuses["PATCH"] = 403
    assert post(github.where(), f"{MARKER}\nnow") == "created"


@pytest.mark.parametrize("status", [401, 403, 404, 422, 500, 302])
@pytest.mark.parametrize("method", ["GET", "POST"])
def test_a_refusal_is_an_error_that_says_so_without_the_token(
    github: GitHub, method: str, status: int
) -> None:
    """Every status that is no success is told, and no secret with it."""
    github.refuses[method] = status
    with pytest.raises(CommentError, match=str(status)) as caught:
        post(github.where(), f"{MARKER}\nnow")
    assert TOKEN not in str(caught.value)
    assert TOKEN not in repr(github.where())


def test_a_slow_api_is_given_up(github: GitHub) -> None:
    """An API that does not answer in time is told, not waited for."""
    github.slow_s = 0.5
    with pytest.raises(CommentError, match="could not be reached: ReadTimeout"):
        post(github.where(timeout_s=0.05), f"{MARKER}\nnow")


def test_many_slow_answers_are_given_up_together(github: GitHub) -> None:
    """Pages that each come just in time end at one deadline all the same."""
    for index in range(250):
        github.add(f"chat {index}")
    github.slow_s = 0.05
    with pytest.raises(CommentError, match=r"too long|could not be reached"):
        post(github.where(patience_s=0.07), f"{MARKER}\nnow")


def test_nobody_there_is_told() -> None:
    """A refused connection is told by its kind."""
    where = Conversation(api="http://127.0.0.1:1", repository="o/r", number=7, token=TOKEN)
    with pytest.raises(CommentError, match="ConnectError"):
        post(where, f"{MARKER}\nnow")
