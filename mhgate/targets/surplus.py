"""Bytes that nobody asked for, on a connection over which something was asked before.

HTTP/1.1 tells whose reply comes by order alone. Where a server, or what stands before it, answers
one request twice, the second answer may come when the next request has been sent, and is then read
as that one's; so is every reply after it. Each reply is sound by itself, and belongs to another.
"""

from __future__ import annotations

import re
from collections.abc import Callable

__all__ = ["Surplus", "is_harmless"]

_FAREWELL = re.compile(rb"HTTP/1\.[01] 408[ \r\n]")
_BEGINNING = b"HTTP/"


def is_harmless(data: bytes) -> bool:
    r"""Return whether bytes on an idle connection can be taken for nobody's answer.

    Args:
        data: as they came; what is no beginning of a reply answers nothing, and neither does the
            408 by which servers and proxies end an idle connection.

    Example:
        >>> is_harmless(b"HTTP/1.0 408 Request Time-out\r\n\r\n"), is_harmless(b"HTTP/1.1 200 OK")
        (True, False)
    """
    said = data.lstrip(b" \t\r\n")
    begins = said != b"" and _BEGINNING.startswith(said[: len(_BEGINNING)])
    return not begins or _FAREWELL.match(said) is not None


class Surplus:
    """What surplus bytes have shown so far; one for all that a run asks.

    Connections of a host that sends them carry one request each from then on. Where the connection
    had carried more than one, its last reply may be another request's, and so may others be that
    nobody can name: the run is told.
    """

    def __init__(self) -> None:
        self._origins: set[str] = set()
        self._doubts: list[str] = []
        self._notify: Callable[[str], None] | None = None

    def may_reuse(self, origin: str) -> bool:
        """Return whether a connection of an origin may carry another request."""
        return origin not in self._origins

    def came(self, origin: str, *, was_reused: bool) -> None:
        """Take notice of bytes that nobody asked for.

        Args:
            origin: who sent them.
            was_reused: whether the connection had carried more than one request.
        """
        self._origins.add(origin)
        if not was_reused:
            return
        words = (
            f"{origin} answers what nobody asked: which of its replies belongs to which message is "
            "not known"
        )
        if words not in self._doubts:
            self._doubts.append(words)
            if self._notify is not None:
                self._notify(words)

    def tell(self, notify: Callable[[str], None]) -> None:
        """Have what puts replies in doubt told, what has been seen already too.

        Args:
            notify: told in words, once for an origin.
        """
        self._notify = notify
        for words in self._doubts:
            notify(words)
