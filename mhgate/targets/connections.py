"""Connections to one origin: a stack of transports that hold one connection each.

One pool of many connections costs time quadratic in their number (httpcore looks at each of them
for each request); many pools of one connection do not, and keep TLS, proxies and the handling of
stale connections as they are. All share one TLS context, which is dear to make.
"""

from __future__ import annotations

import asyncio
import ssl
import urllib.request
from collections.abc import Callable
from contextlib import suppress

import httpx

from mhgate.errors import CannotEvaluateError
from mhgate.redacting.secrets import show_url
from mhgate.targets.production import is_local
from mhgate.targets.wire import Wire

__all__ = ["Connections", "connect_factory", "proxy_of", "usual_context"]

_CLOSING_S = 1.0
_KEPT_ALIVE_S = 1.5  # less than servers wait: gunicorn 2 s, Node and uvicorn 5 s


class Connections:
    """The transports of one origin, last used first.

    Args:
        connect: makes a transport.
        may_reuse: whether a connection of the origin may carry another request.
    """

    def __init__(
        self, connect: Callable[[], httpx.AsyncBaseTransport], *, may_reuse: Callable[[], bool]
    ) -> None:
        self._connect = connect
        self._may_reuse = may_reuse
        self._free: list[httpx.AsyncBaseTransport] = []

    def take(self) -> httpx.AsyncBaseTransport:
        """Lend a transport; whoever takes it gives it back."""
        return self._free.pop() if self._free else self._connect()

    async def give_back(self, transport: httpx.AsyncBaseTransport, *, is_clean: bool) -> None:
        """Let the next request use a transport, or close it.

        Args:
            transport: that was lent.
            is_clean: whether its connection is known to be sound.
        """
        if is_clean and self._may_reuse():
            self._free.append(transport)
        else:
            await _close(transport)

    async def aclose(self) -> None:
        """Close every idle connection, without waiting for the other side."""
        while self._free:
            await _close(self._free.pop())


async def _close(transport: httpx.AsyncBaseTransport) -> None:
    with suppress(TimeoutError, OSError, httpx.TransportError):
        async with asyncio.timeout(_CLOSING_S):
            await transport.aclose()


def connect_factory(
    url: str,
    *,
    tls: ssl.SSLContext | None = None,
    surplus: Callable[[bool], None] = lambda _was_reused: None,
) -> Callable[[], httpx.AsyncBaseTransport]:
    """Return what makes transports to a URL's origin.

    HTTP_PROXY, HTTPS_PROXY, ALL_PROXY and NO_PROXY are honoured, and SSL_CERT_FILE and SSL_CERT_DIR
    for the certificates to trust. This machine is always asked directly.

    Args:
        url: any URL of the origin.
        tls: the context of its connections; None: the usual one. A proxy has the usual one.
        surplus: told of bytes that nobody asked for; see :class:`~mhgate.targets.wire.Wire`.

    Returns:
        A function that makes one transport, with one connection at most.

    Raises:
        CannotEvaluateError: the proxy's address or the certificates' file cannot be used.
    """
    parsed = httpx.URL(url)
    proxy = _proxy(parsed)
    to_proxy = (proxy or "").startswith("https")
    usual = _tls(needed=to_proxy or (tls is None and parsed.scheme == "https"))
    context = tls or usual
    limits = httpx.Limits(
        max_connections=1, max_keepalive_connections=1, keepalive_expiry=_KEPT_ALIVE_S
    )

    def connect() -> httpx.AsyncBaseTransport:
        if proxy is None:
            return Wire(context, kept_alive_s=_KEPT_ALIVE_S, surplus=surplus)
        return httpx.AsyncHTTPTransport(
            verify=context,
            limits=limits,
            trust_env=False,
            proxy=httpx.Proxy(proxy, ssl_context=usual if to_proxy else None),
        )

    try:
        connect()
    except (ValueError, ImportError, httpx.InvalidURL) as error:
        raise CannotEvaluateError(
            f"the proxy {show_url(proxy or '')} cannot be used: {type(error).__name__}.",
            hint="HTTP_PROXY and HTTPS_PROXY take an address such as http://proxy.local:3128; "
            "NO_PROXY names hosts that are asked directly.",
        ) from None
    return connect


def _proxy(url: httpx.URL) -> str | None:
    if is_local(url.host):
        return None
    proxies = urllib.request.getproxies()
    port = url.port or (443 if url.scheme == "https" else 80)
    if urllib.request.proxy_bypass(f"{url.host}:{port}"):
        return None
    proxy = proxies.get(url.scheme) or proxies.get("all")
    if not proxy:
        return None
    return proxy if "://" in proxy else f"http://{proxy}"


def proxy_of(url: str) -> str | None:
    """Return the proxy that the environment names for an address, None where it is asked directly.

    Args:
        url: of http, https, ws or wss.
    """
    return _proxy(httpx.URL(f"http{url[2:]}" if url.startswith("ws") else url))


def _tls(*, needed: bool) -> ssl.SSLContext:
    if not needed:
        return ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)  # trusts nobody, and is never asked
    return usual_context()


def usual_context() -> ssl.SSLContext:
    """Return a context that trusts whom the environment says, or else whom certifi lists.

    Raises:
        CannotEvaluateError: the certificates cannot be read.
    """
    try:
        return httpx.create_ssl_context()
    except (OSError, ssl.SSLError) as error:
        raise CannotEvaluateError(
            f"the certificates to trust cannot be read: {error}.",
            hint="SSL_CERT_FILE names a PEM file and SSL_CERT_DIR a folder of hashed certificates.",
        ) from None
