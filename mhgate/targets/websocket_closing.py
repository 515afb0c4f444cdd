"""What a WebSocket that did not open, or closed, stands for: its status or its close code."""

from __future__ import annotations

import ssl

from websockets.exceptions import (
    ConnectionClosed,
    InvalidHandshake,
    InvalidStatus,
    InvalidURI,
    ProxyError,
)

from mhgate.redacting.secrets import show_url
from mhgate.targets.faults import Fault, parse_retry_after, shorten, status_fault

__all__ = ["closed_fault", "handshake_fault"]

_TOO_LARGE, _NOT_UTF8 = 1009, 1007
_APPLICATIONS = range(4400, 4600)  # where products put HTTP's statuses, 4000 above
_KINDS = {
    1000: "truncated_stream",
    1001: "connection_lost",
    1002: "bad_request",
    1003: "bad_request",
    1007: "bad_request",
    1008: "forbidden",
    1009: "bad_request",
    1010: "bad_request",
    1011: "server_error",
    1012: "connection_lost",
    1013: "rate_limited",
    1014: "server_error",
    3000: "unauthorised",
    3003: "forbidden",
    3008: "timeout",
}


def closed_fault(error: ConnectionClosed, *, largest: int) -> Fault:
    """Return the fault that a closed socket stands for, while a reply was waited for.

    Args:
        error: with the close frames of both sides.
        largest: the most bytes of a frame.
    """
    received, sent = error.rcvd, error.sent
    if received is not None and error.rcvd_then_sent is not False:
        said = f" ({shorten(received.reason)})" if received.reason else ""
        message = f"the socket was closed with code {received.code}{said} before the reply ended"
        if received.code in _APPLICATIONS:
            status = status_fault(received.code - 4000)
            return Fault(status.kind, message, retryable=status.retryable, taken=status.taken)
        kind = _KINDS.get(received.code, "connection_lost")
        return Fault(kind, message)
    if sent is not None and sent.code == _TOO_LARGE:
        return Fault("too_large", f"a frame is larger than {largest:,} bytes")
    if sent is not None and sent.code == _NOT_UTF8:
        return Fault("unreadable_reply", "a frame is not UTF-8")
    why = f" ({shorten(sent.reason)})" if sent is not None and sent.reason else ""
    return Fault("connection_lost", f"the socket was lost inside the reply{why}")


def handshake_fault(error: Exception, peer: str) -> Fault:
    """Return the fault that a socket stands for which did not open.

    Args:
        error: what came of it.
        peer: whom it should have led to.
    """
    if isinstance(error, InvalidStatus):
        response = error.response
        return status_fault(
            response.status_code,
            said="the server does not open a socket",
            location=show_url(response.headers.get("Location", "")),
            retry_after_s=parse_retry_after(response.headers.get("Retry-After")),
        )
    if isinstance(error, InvalidURI):
        return Fault("bad_request", "no socket can be opened at that address")
    if isinstance(error, InvalidHandshake) and not isinstance(error, ProxyError):
        return Fault(
            "connect",
            f"{peer} does not speak WebSocket there ({type(error).__name__})",
            retryable=False,
        )
    reason = str(error) or type(error).__name__
    if isinstance(error, ssl.SSLError):
        reason = f"TLS: {error.reason or reason}"
    return Fault("connect", f"no connection to {peer}: {shorten(reason)}")
