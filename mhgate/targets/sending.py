"""One request over one connection, and what an error says: where the library's errors end."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import httpx

from mhgate.redacting.secrets import Redactor
from mhgate.targets.extraction import parse_json
from mhgate.targets.faults import Fault, shorten
from mhgate.targets.incoming import OfHttpx, Reply
from mhgate.targets.wire import Wire

__all__ = ["ask", "error_of", "send"]


async def send(transport: httpx.AsyncBaseTransport, request: httpx.Request) -> httpx.Response:
    """Send a request and return its status and headers; what breaks becomes a Fault."""
    try:
        return await transport.handle_async_request(request)
    except httpx.TransportError as error:
        raise _fault(error, request.url) from None


async def ask(
    transport: httpx.AsyncBaseTransport,
    method: str,
    url: httpx.URL,
    headers: Sequence[tuple[bytes, bytes]],
    body: bytes,
    *,
    connect_s: float,
) -> Reply:
    """Send a request and return its status and headers; what breaks becomes a Fault.

    Args:
        transport: that carries it; a wire is spared httpx's Request and Response.
        method: the HTTP method.
        url: where.
        headers: all of them.
        body: empty where there is none.
        connect_s: the most seconds for a connection to be made.
    """
    if not isinstance(transport, Wire):
        request = httpx.Request(
            method,
            url,
            headers=list(headers),
            stream=httpx.ByteStream(body),
            extensions={"timeout": {"connect": connect_s}},
        )
        return OfHttpx(await send(transport, request))
    try:
        return await transport.ask(method, url, headers, body, connect_s=connect_s)
    except httpx.TransportError as error:
        raise _fault(error, url) from None


def _fault(error: httpx.TransportError, url: httpx.URL) -> Fault:
    peer = f"{url.host}:{url.port or (443 if url.scheme == 'https' else 80)}"
    if isinstance(error, httpx.ConnectError | httpx.ConnectTimeout | httpx.ProxyError):
        reason = str(error) or type(error).__name__
        return Fault("connect", f"no connection to {peer}: {reason}")
    if isinstance(error, httpx.LocalProtocolError | httpx.UnsupportedProtocol):
        # the error's own text quotes header values
        return Fault("bad_request", f"HTTP cannot carry this request ({type(error).__name__})")
    return Fault(
        "connection_lost",
        f"{peer} closed the connection before it replied ({type(error).__name__})",
    )


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
