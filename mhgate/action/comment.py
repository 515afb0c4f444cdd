"""One sticky comment on the pull request; whatever GitHub answers, the verdict stays as it is."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, NamedTuple

import httpx

__all__ = ["MARKER", "CommentError", "Conversation", "earlier", "post", "pull_request_of"]

MARKER = "<!-- mhgate-action -->"
"""What the comment begins with, unseen, and is found by."""

_PAGE = 100
_MOST_PAGES = 100
_TIMEOUT_S = 10.0
_PATIENCE_S = 60.0
_NEXT = re.compile(r'rel="?next"?')


class CommentError(Exception):
    """The comment could not be written; it says why, and holds no secret."""


@dataclass(frozen=True, slots=True)
class Conversation:
    """Where the comment goes.

    Args:
        api: GitHub's API, ``https://api.github.com`` say.
        repository: ``owner/name``.
        number: of the pull request.
        token: that may write there.
        timeout_s: longest wait for one answer.
        patience_s: longest wait for all of them.
    """

    api: str
    repository: str
    number: int
    token: str
    timeout_s: float = _TIMEOUT_S
    patience_s: float = _PATIENCE_S

    def __repr__(self) -> str:
        return f"Conversation({self.repository}#{self.number})"


def post(conversation: Conversation, body: Callable[[Sequence[str]], str]) -> str:
    """Write the comment, in place of the one that is there.

    Args:
        conversation: where.
        body: what, beginning with :data:`MARKER`; it is given the gate's comments as they are.

    Returns:
        ``created`` or ``updated``.

    Raises:
        CommentError: GitHub refuses, fails, or takes too long.
    """
    with _talking(conversation) as talk:
        return talk.put(body)


def earlier(conversation: Conversation) -> tuple[str, ...]:
    """Return the gate's comments as they are, those of a bot alone where there are some.

    Args:
        conversation: where.

    Raises:
        CommentError: GitHub refuses, fails, or takes too long.
    """
    with _talking(conversation) as talk:
        return _believed(talk.ours())


def pull_request_of(conversation: Conversation, *, head: str, sha: str) -> int:
    """Return the number of the open pull request that proposes a commit.

    GitHub is asked, not the run that proposes it: that could name any.

    Args:
        conversation: where; its number does not count.
        head: ``owner:branch``.
        sha: the commit.

    Raises:
        CommentError: there is none, or GitHub cannot be asked.
    """
    with _talking(conversation) as talk:
        return talk.number_of(head, sha)


class _Comment(NamedTuple):
    """A comment that begins with the marker; a bot's sorts first."""

    is_persons: bool
    number: int
    body: str


def _believed(ours: Sequence[_Comment]) -> tuple[str, ...]:
    """Return the bodies of a bot's comments; whoever writes the marker says nothing beside one."""
    of_bots = [comment.body for comment in ours if not comment.is_persons]
    return tuple(of_bots or [comment.body for comment in ours])


@contextmanager
def _talking(conversation: Conversation) -> Iterator[_Talk]:
    headers = {
        "Accept": "application/vnd.github+json",
        "Authorization": f"Bearer {conversation.token}",
        "User-Agent": "mhgate-action",
        "X-GitHub-Api-Version": "2022-11-28",
    }
    try:
        with httpx.Client(
            base_url=conversation.api.rstrip("/"),
            headers=headers,
            timeout=conversation.timeout_s,
            follow_redirects=False,  # the token goes to nobody else
        ) as client:
            yield _Talk(client, conversation)
    except (httpx.HTTPError, httpx.InvalidURL) as error:
        raise CommentError(f"GitHub's API could not be reached: {type(error).__name__}") from None


class _Talk:
    """Requests that together keep to one deadline."""

    def __init__(self, client: httpx.Client, conversation: Conversation) -> None:
        self._client = client
        self._repository = f"/repos/{conversation.repository}"
        self._list = f"{self._repository}/issues/{conversation.number}/comments"
        self._timeout_s = conversation.timeout_s
        self._ends_s = time.monotonic() + conversation.patience_s

    def number_of(self, head: str, sha: str) -> int:
        """Return the open pull request of a branch whose latest commit is this one."""
        query = {"state": "open", "head": head, "per_page": _PAGE}
        answer = self._send("GET", f"{self._repository}/pulls", params=query)
        if not answer.is_success:
            raise _refused(answer, "list the pull requests")
        for pull in _listed(answer):
            side = pull.get("head")
            if isinstance(side, dict) and side.get("sha") == sha:
                number = pull.get("number")
                if isinstance(number, int):
                    return number
        raise CommentError("no open pull request proposes this commit")

    def put(self, body: Callable[[Sequence[str]], str]) -> str:
        """Update the first comment that lets itself be updated, or create one."""
        ours = self.ours()
        text = body(_believed(ours))
        for comment in ours:
            path = f"{self._repository}/issues/comments/{comment.number}"
            answer = self._send("PATCH", path, json={"body": text})
            if answer.is_success:
                return "updated"
            if answer.status_code not in {403, 404}:  # gone meanwhile, or somebody else's
                raise _refused(answer, "update its comment")
        answer = self._send("POST", self._list, json={"body": text})
        if not answer.is_success:
            raise _refused(answer, "write a comment")
        return "created"

    def ours(self) -> list[_Comment]:
        """Return the comments that begin with the marker, those of a bot first."""
        found = [
            _Comment(_user_type(comment) != "Bot", comment["id"], str(comment["body"]))
            for comment in self._all()
            if str(comment.get("body") or "").startswith(MARKER)
            and isinstance(comment.get("id"), int)
        ]
        return sorted(found)

    def _all(self) -> Iterator[dict[str, Any]]:
        for page in range(1, _MOST_PAGES + 1):
            answer = self._send("GET", self._list, params={"per_page": _PAGE, "page": page})
            if not answer.is_success:
                raise _refused(answer, "read the comments")
            comments = _listed(answer)
            yield from comments
            if not _NEXT.search(answer.headers.get("Link", "")) and len(comments) < _PAGE:
                return

    def _send(self, method: str, path: str, **what: Any) -> httpx.Response:
        left_s = self._ends_s - time.monotonic()
        if left_s <= 0:
            raise CommentError("GitHub's API took too long")
        return self._client.request(method, path, timeout=min(self._timeout_s, left_s), **what)


def _listed(answer: httpx.Response) -> list[dict[str, Any]]:
    try:
        found = answer.json()
    except ValueError:
        found = None
    if not isinstance(found, list):
        raise CommentError("GitHub's API answered something that is no list")
    return [each for each in found if isinstance(each, dict)]


def _user_type(comment: dict[str, Any]) -> str:
    user = comment.get("user")
    return str(user.get("type")) if isinstance(user, dict) else ""


def _refused(answer: httpx.Response, what: str) -> CommentError:
    hint = ""
    if answer.status_code in {401, 403, 404}:
        hint = "; the job needs `permissions: pull-requests: write`, which a fork's run has not"
    return CommentError(f"GitHub's API would not {what}: HTTP {answer.status_code}{hint}")
