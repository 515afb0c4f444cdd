"""What was sent and what came back, redacted, for whoever wants to look: preflight and probing.

Recording is off but inside :func:`recording`, and concerns only what its own task awaits.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass

__all__ = ["RECORDED", "Exchange", "is_recording", "record", "recording"]

RECORDED = 65_536  # bytes of a reply that a recording keeps

_recorder: ContextVar[list[Exchange] | None] = ContextVar("mhgate_exchanges", default=None)


@dataclass(slots=True)
class Exchange:
    """One request and its reply; everything in it is redacted, and headers are names only.

    Args:
        method: the HTTP method, or ``CALL`` for a function.
        url: the address without userinfo, or the function's name.
        header_names: the names of the headers sent.
        sent: the body sent.
        status: the HTTP status, or None when no reply came.
        content_type: the reply's content type, where it has one.
        received: the beginning of the reply's body.
        latency_s: seconds from sending to the end of the reply.
        trouble: why this exchange gave no reply, or nothing.
    """

    method: str
    url: str
    header_names: tuple[str, ...] = ()
    sent: str = ""
    status: int | None = None
    content_type: str = ""
    received: str = ""
    latency_s: float | None = None
    trouble: str = ""


@contextmanager
def recording() -> Iterator[list[Exchange]]:
    """Collect the exchanges that happen inside the ``with``, in order."""
    exchanges: list[Exchange] = []
    token = _recorder.set(exchanges)
    try:
        yield exchanges
    finally:
        _recorder.reset(token)


def record(exchange: Exchange) -> None:
    """Keep an exchange if someone is recording."""
    exchanges = _recorder.get()
    if exchanges is not None:
        exchanges.append(exchange)


def is_recording() -> bool:
    """Return whether someone is recording, so that nothing is prepared in vain."""
    return _recorder.get() is not None
