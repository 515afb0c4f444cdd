"""OAuth client credentials: one token for all requests, renewed before it ends, once after a 401.

Whoever needs a token while one is being fetched waits for that one. No token is ever shown.
"""

from __future__ import annotations

import asyncio
import base64
import time
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Protocol, TypeVar
from urllib.parse import quote_plus, urlencode

from mhgate.redacting.secrets import Secrets, show_url
from mhgate.targets.extraction import parse_json
from mhgate.targets.faults import Fault
from mhgate.targets.templates import HeaderTemplate
from mhgate.targets.transport import Call
from mhgate.targets.values import describe

if TYPE_CHECKING:
    from mhgate.config.target_access import OAuthConfig
    from mhgate.targets.incoming import Incoming

__all__ = ["Tokens", "client_credentials", "with_token"]

_KEY = "target.oauth"
_REFUSED = frozenset({"bad_request", "unauthorised", "forbidden"})

Value = TypeVar("Value")


class Exchange(Protocol):
    """What sends one request and reads its reply."""

    def __call__(
        self, call: Call, read: Callable[[Incoming], Awaitable[Value]], /
    ) -> Awaitable[Value]:
        """Send it."""
        ...


@dataclass(frozen=True, slots=True)
class _Granted:
    token: str
    ends_at_s: float


class Tokens:
    """The token of one target.

    Args:
        call: the request that asks for one.
        secrets: is told of each token, so that none is shown.
        skew_s: how many seconds before its end it is renewed, or half of its life where that is
            shorter.
        clock: the seconds that a token's life is measured by.
    """

    def __init__(
        self,
        call: Call,
        secrets: Secrets,
        *,
        skew_s: float = 30.0,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._call = call
        self._secrets = secrets
        self._skew_s = skew_s
        self._clock = clock
        self._granted: _Granted | None = None
        self._fetching: asyncio.Task[_Granted] | None = None

    async def current(self, exchange: Exchange) -> str:
        """Return a token that is not about to end; one is fetched where there is none.

        Args:
            exchange: sends the request for one.

        Raises:
            Fault: none was granted. The product has heard nothing then.
        """
        granted = self._granted
        if granted is not None and self._clock() < granted.ends_at_s:
            return granted.token
        if self._fetching is None:
            self._fetching = asyncio.create_task(self._fetch(exchange))
            self._fetching.add_done_callback(self._fetched)
        # one who gives up waiting does not end the waiting of the others
        return (await asyncio.shield(self._fetching)).token

    async def renewed(self, refused: str, exchange: Exchange) -> str:
        """Return another token than one that was refused; that one is dropped.

        Args:
            refused: the token that the product answered with 401.
            exchange: sends the request for another.

        Raises:
            Fault: as :meth:`current`.
        """
        if self._granted is not None and self._granted.token == refused:
            self._granted = None
        return await self.current(exchange)

    async def aclose(self) -> None:
        """Give up what is being fetched."""
        if self._fetching is not None:
            self._fetching.cancel()
            await asyncio.wait([self._fetching])

    def _fetched(self, task: asyncio.Task[_Granted]) -> None:
        self._fetching = None
        if not task.cancelled() and task.exception() is None:
            self._granted = task.result()

    async def _fetch(self, exchange: Exchange) -> _Granted:
        began_s = self._clock()
        try:
            return await exchange(self._call, lambda incoming: self._read(incoming, began_s))
        except Fault as fault:
            kind = "unauthorised" if fault.kind in _REFUSED else fault.kind
            raise Fault(
                kind,
                f"{_KEY}: no token from {show_url(self._call.url)}: {fault.message}",
                retryable=fault.retryable,
                taken=False,
                retry_after_s=fault.retry_after_s,
                code=fault.code,
            ) from None

    async def _read(self, incoming: Incoming, began_s: float) -> _Granted:
        document = parse_json(await incoming.body(largest=65_536), what="the answer")
        token = document.get("access_token") if isinstance(document, Mapping) else None
        if not isinstance(token, str) or not token or not (token.isascii() and token.isprintable()):
            raise Fault(
                "unreadable_reply",
                f"the answer is {describe(document)}; expected an object with access_token, a text",
            )
        self._secrets.redactor.add(token)
        named = document.get("token_type", "bearer")
        if not isinstance(named, str) or named.lower() != "bearer":
            raise Fault("unreadable_reply", "the token is of another type; expected Bearer")
        return _Granted(token, began_s + self._life_s(document.get("expires_in")))

    def _life_s(self, stated: Any) -> float:
        try:
            life_s = float(stated)
        except (TypeError, ValueError, OverflowError):
            return float("inf")  # then a 401 says when it has ended
        return max(life_s - self._skew_s, life_s / 2)


def client_credentials(config: OAuthConfig, secrets: Secrets) -> Tokens:
    """Return the tokens that ``[target.oauth]`` describes; nothing is asked yet.

    Args:
        config: the table.
        secrets: where id and secret are read.

    Raises:
        CannotEvaluateError: a variable is not set.
    """
    name = secrets.get(config.client_id_env, f"{_KEY}.client_id_env")
    secret = secrets.get(config.client_secret_env, f"{_KEY}.client_secret_env")
    further = HeaderTemplate(
        config.parameters, f"{_KEY.partition('.')[2]}.parameters", secrets, allowed=()
    )
    fields = {"grant_type": "client_credentials"}
    fields |= {} if config.scope is None else {"scope": config.scope}
    fields |= further.texts()
    headers = [
        (b"Content-Type", b"application/x-www-form-urlencoded"),
        (b"Accept", b"application/json"),
    ]
    if config.client_auth == "basic":
        plain = f"{quote_plus(name)}:{quote_plus(secret)}"  # RFC 6749, section 2.3.1
        encoded = base64.b64encode(plain.encode()).decode()
        secrets.redactor.add(encoded)
        headers.append((b"Authorization", f"Basic {encoded}".encode()))
    else:
        fields |= {"client_id": name, "client_secret": secret}
    call = Call(
        method="POST",
        url=config.token_url,
        headers=headers,
        content=urlencode(fields).encode("ascii"),
        says_build=False,
        is_secret=True,
        is_free=True,
    )
    return Tokens(call, secrets, skew_s=config.skew_s)


def with_token(call: Call, token: str) -> Call:
    """Return a request that carries a token.

    Args:
        call: the request; an Authorization that it has already stays.
        token: the token.
    """
    return replace(call, headers=[*call.headers, (b"Authorization", f"Bearer {token}".encode())])
