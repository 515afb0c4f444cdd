"""What can go wrong with one attempt, in one table: its kind, what it means, whether it is retried.

A :class:`Fault` is raised inside this room and never leaves it: the transport turns the last one of
a reply into a :class:`~mhgate.records.Failure` with the same kind.
"""

from __future__ import annotations

import re
import traceback
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from pathlib import Path
from types import MappingProxyType

__all__ = [
    "ASKED_TOO_MUCH",
    "KINDS",
    "NO_CONTENT",
    "Fault",
    "Kind",
    "parse_retry_after",
    "raised",
    "shorten",
    "status_fault",
]


@dataclass(frozen=True, slots=True)
class Kind:
    """One kind of fault.

    Args:
        meaning: when it is given.
        retried: whether another attempt may succeed.
        taken: whether the product may have taken the message before it went wrong; inside a
            session such a message is never sent twice.
    """

    meaning: str
    retried: bool = False
    taken: bool = True


KINDS: Mapping[str, Kind] = MappingProxyType(
    {
        "connect": Kind(
            "no connection: refused, unknown host, TLS, or a proxy", retried=True, taken=False
        ),
        "connection_lost": Kind("reset or closed before the reply had ended", retried=True),
        "timeout": Kind("no whole reply within timeout_s, or status 408", retried=True),
        "rate_limited": Kind(
            "status 429, or a Retry-After longer than can be waited for", retried=True, taken=False
        ),
        "server_error": Kind(
            "status 500 to 599; retried for 500, 502, 503, 504, 529", retried=True
        ),
        "conflict": Kind("status 409", retried=True),
        "bad_request": Kind("status 400, 413 or 422, or a request that HTTP cannot carry"),
        "unauthorised": Kind("status 401"),
        "forbidden": Kind("status 403"),
        "not_found": Kind("status 404 or 410"),
        "redirect": Kind("status 300 to 399: redirects are not followed"),
        "http_status": Kind("any other status that is not 200 to 299"),
        "too_large": Kind("a reply of more than max_reply_mb, after decompression"),
        "unreadable_reply": Kind("no JSON, no UTF-8, or not one string where the reply should be"),
        "no_content": Kind("an answer without content: null, or status 204"),
        "paused": Kind("a model that stopped for a tool of its provider, in the middle of a reply"),
        "content_filter": Kind("a content filter withheld the reply"),
        "truncated_stream": Kind("a stream that ended before its terminal event", retried=True),
        "stream_error": Kind("an error event inside a stream", retried=True),
        "error_reply": Kind("a reply that says at target.error that it is an error"),
        "exited": Kind("the command ended, or closed its output, before it replied", retried=True),
        "crash": Kind("the function or the app in this process raised"),
        "stateless": Kind(
            "a second turn, and a request that carries neither history nor session", taken=False
        ),
        "budget": Kind(
            "max_requests, budget.usd or budget.tokens is spent; the trial counts as not reached",
            taken=False,
        ),
        "cassette_miss": Kind("a replay of a cassette that does not hold this reply", taken=False),
    }
)

_STATUS_KINDS = {
    400: "bad_request",
    401: "unauthorised",
    403: "forbidden",
    404: "not_found",
    408: "timeout",
    409: "conflict",
    410: "not_found",
    413: "bad_request",
    422: "bad_request",
    429: "rate_limited",
}
ASKED_TOO_MUCH = {429, 503, 529}
"""Statuses by which a host says that it is asked too much: it is asked less from then on."""

_RETRIED_5XX = {500, 502, 503, 504, 529}
_OVERLOADED = 503  # the server says that it did not take the request
NO_CONTENT = {204, 205}
_REDIRECTS = range(300, 400)
_SERVER_ERRORS = range(500, 600)


class Fault(Exception):  # noqa: N818 - it becomes a Failure; errors are what stops a run
    """One attempt that gave no reply.

    Args:
        kind: a key of :data:`KINDS`.
        message: what was found and what was expected; redacted before it leaves the room.
        retryable: overrides the kind's own.
        taken: overrides the kind's own.
        retry_after_s: how long the server asks to wait, in seconds.
        code: the error code that the reply's body names, where it does.
    """

    def __init__(
        self,
        kind: str,
        message: str,
        *,
        retryable: bool | None = None,
        taken: bool | None = None,
        retry_after_s: float | None = None,
        code: str | None = None,
    ) -> None:
        super().__init__(message)
        self.kind = kind
        self.message = message
        self.retryable = KINDS[kind].retried if retryable is None else retryable
        self.taken = KINDS[kind].taken if taken is None else taken
        self.retry_after_s = retry_after_s
        self.code = code


def status_fault(
    status: int,
    *,
    said: str = "",
    code: str | None = None,
    location: str | None = None,
    retry_after_s: float | None = None,
) -> Fault:
    """Return the fault that a status without a reply in it stands for.

    Args:
        status: the HTTP status.
        said: what the body gives as its error, where it does.
        code: the error code that the body names.
        location: where a redirect points to, without query.
        retry_after_s: how long the server asks to wait, in seconds.

    Returns:
        A fault of the kind that :data:`KINDS` describes.
    """
    retryable = taken = None
    if status in NO_CONTENT:
        return Fault("no_content", f"status {status} comes without a body")
    if status in _REDIRECTS:
        where = f" to {location}" if location else ""
        return Fault(
            "redirect",
            f"status {status} redirects{where}; redirects are not followed: "
            "configure the address that answers",
        )
    if status in _SERVER_ERRORS:
        kind, retryable = "server_error", status in _RETRIED_5XX
        taken = False if status == _OVERLOADED else None
    else:
        kind = _STATUS_KINDS.get(status, "http_status")
    return Fault(
        kind,
        f"status {status}" + (f": {said}" if said else ""),
        retryable=retryable,
        taken=taken,
        retry_after_s=retry_after_s,
        code=code,
    )


def shorten(text: str, most: int = 300) -> str:
    r"""Return a text on one line, without control characters, cut to ``most`` characters.

    Redact before this: half a secret is not recognised.

    Example:
        >>> shorten("a\n b", 3)
        'a b'
    """
    line = " ".join("".join(char if char.isprintable() else " " for char in text).split())
    return line if len(line) <= most else line[: most - 1] + "…"


def parse_retry_after(value: str | None, *, now: datetime | None = None) -> float | None:
    """Return the seconds that a Retry-After header asks for.

    Args:
        value: the header: seconds or an HTTP date; None where it is absent.
        now: the time that a date counts from; the present by default.

    Returns:
        Seconds, at least 0; None where the header is absent or says neither.

    Example:
        >>> parse_retry_after("86400")
        86400.0
    """
    text = (value or "").strip()
    if re.fullmatch(r"[0-9]+(\.[0-9]+)?", text):
        return float(text)
    try:
        date = parsedate_to_datetime(text)
    except (ValueError, TypeError, IndexError, OverflowError):
        return None
    if date.tzinfo is None:
        date = date.replace(tzinfo=UTC)
    return max(0.0, (date - (now or datetime.now(UTC))).total_seconds())


def raised(error: BaseException) -> str:
    """Say what the product's own code raised, and where: the innermost file and line.

    Args:
        error: what it raised.

    Returns:
        ``KeyError: 'messages' (my_bot/server.py, line 15)``, say.
    """
    here = Path(__file__).parent
    frames = [
        (path, frame.lineno)
        for frame in traceback.extract_tb(error.__traceback__)
        if (path := Path(frame.filename)).parent != here
    ]
    said = f"{type(error).__name__}: {error}"
    if not frames:
        return said
    path, line = frames[-1]
    return f"{said} ({'/'.join(path.parts[-2:])}, line {line})"
