"""One request over one connection, and what an error says: where the library's errors end."""

from __future__ import annotations

from collections.abc import Mapping

import httpx

from mhgate.redacting.secrets import Redactor
from mhgate.targets.extraction import parse_json
from mhgate.targets.faults import Fault, shorten

__all__ = ["error_of", "send"]


async def send(transport: httpx.AsyncBaseTransport, request: httpx.Request) -> httpx.Response:
    """Send a request and return its status and headers; what breaks becomes a Fault."""
    try:
        return await transport.handle_async_request(request)
    except (httpx.ConnectError, httpx.ConnectTimeout, httpx.ProxyError) as error:
        reason = str(error) or type(error).__name__
        raise Fault("connect", f"no connection to {_peer(request)}: {reason}") from None
    except (httpx.LocalProtocolError, httpx.UnsupportedProtocol) as error:
        # the error's own text quotes header values
        raise Fault(
            "bad_request", f"HTTP cannot carry this request ({type(error).__name__})"
        ) from None
    except httpx.TransportError as error:
        raise Fault(
            "connection_lost",
            f"{_peer(request)} closed the connection before it replied ({type(error).__name__})",
        ) from None


def _peer(request: httpx.Request) -> str:
    url = request.url
    return f"{url.host}:{url.port or (443 if url.scheme == 'https' else 80)}"


def error_of(body: bytes, redactor: Redactor) -> tuple[str, str | None]:
    """Return the message and the code that an error's JSON body names, in the usual shapes."""
    document = parse_json(body)
    code = None
    for key in ("error", "detail", "message"):
        inner = document.get(key) if isinstance(document, Mapping) else None
        if isinstance(inner, list) and inner:
            inner = inner[0]
        if isinstance(inner, Mapping):
            code = next((inner[k] for k in ("code", "type") if isinstance(inner.get(k), str)), None)
            inner = inner.get("message", inner.get("msg"))
        if isinstance(inner, str) and inner.strip():
            return shorten(redactor.redact(inner)), code
    return "", code
