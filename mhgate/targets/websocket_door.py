"""How a WebSocket is opened: with its headers, a token, a proxy, and at no other address."""

from __future__ import annotations

import ssl
import time
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException
from websockets.typing import Subprotocol

from mhgate.targets.connections import proxy_of, usual_context
from mhgate.targets.exchange import Exchange, record
from mhgate.targets.faults import Fault
from mhgate.targets.requests import RequestTemplate
from mhgate.targets.templates import Filling
from mhgate.targets.transport import Call, Transport
from mhgate.targets.websocket_closing import handshake_fault

if TYPE_CHECKING:
    from mhgate.targets.oauth import Tokens

__all__ = ["CLOSING_S", "Door"]

CLOSING_S = 1.0
"""How many seconds the other side has to close a socket too."""

_CONNECTING_S = 15.0


class _Direct(connect):
    """Opens a socket at the address that was configured, and at no other."""

    def process_redirect(self, exc: Exception) -> Exception | str:
        """Follow no redirect: a key would go where nobody meant it to."""
        return exc


class Door:
    """Opens sockets at one address.

    Args:
        handshake: the request that opens one.
        transport: sends the request for a token; closed by whoever made it.
        tls: the context of ``wss``; None: the usual one.
        tokens: gives the token that a socket is opened with, where one is needed.
        subprotocol: the subprotocol that is asked for.
        ping_s: how many seconds lie between two pings.
    """

    def __init__(
        self,
        handshake: RequestTemplate,
        transport: Transport,
        *,
        tls: ssl.SSLContext | None = None,
        tokens: Tokens | None = None,
        subprotocol: str | None = None,
        ping_s: float = 20.0,
    ) -> None:
        self._handshake = handshake
        self._transport = transport
        self._tls = tls
        self._tokens = tokens
        self._subprotocol = subprotocol
        self._ping_s = ping_s
        self.origin = handshake.origin
        self.address = handshake.address
        self.stated = {**handshake.stated, "subprotocol": subprotocol}

    async def open(self, filling: Filling) -> ClientConnection:
        """Open a socket; a refused token is renewed once.

        Args:
            filling: of the address and the headers.

        Raises:
            Fault: none was opened.
        """
        call = self._handshake.call(filling)
        if self._tokens is None:
            return await self._connected(call, None)
        token = await self._tokens.current(self._transport.exchange)
        try:
            return await self._connected(call, token)
        except Fault as fault:
            if fault.kind != "unauthorised":
                raise
        token = await self._tokens.renewed(token, self._transport.exchange)
        return await self._connected(call, token)

    async def _connected(self, call: Call, token: str | None) -> ClientConnection:
        travel = self._transport.travel
        headers = [(name.decode("ascii"), value.decode("latin-1")) for name, value in call.headers]
        if token is not None:
            headers.append(("Authorization", f"Bearer {token}"))
        headers.append(("X-Mhgate-Run", travel.run_id()))
        names = tuple(name for name, _ in headers)
        seen = Exchange("OPEN", travel.redactor.redact(call.url), header_names=names)
        record(seen)
        began_s = time.perf_counter()
        secured: dict[str, Any] = {}
        if call.url.startswith("wss"):
            secured["ssl"] = self._tls or usual_context()
        try:
            connection = await _Direct(
                call.url,
                additional_headers=headers,
                user_agent_header="mhgate",
                subprotocols=[Subprotocol(self._subprotocol)] if self._subprotocol else None,
                compression=None,
                proxy=proxy_of(call.url),
                open_timeout=min(_CONNECTING_S, travel.timeout_s),
                ping_interval=self._ping_s,
                ping_timeout=self._ping_s,
                close_timeout=CLOSING_S,
                max_size=travel.max_reply_bytes,
                **secured,
            )
        except (OSError, TimeoutError, WebSocketException, ValueError) as error:
            fault = handshake_fault(error, urlsplit(call.url).netloc.rpartition("@")[2])
            seen.trouble = f"{fault.kind}: {travel.redactor.redact(fault.message)}"
            raise fault from None
        seen.status, seen.latency_s = 101, time.perf_counter() - began_s
        return connection
