"""A request as the configuration writes it: method, URL, headers and body, ready to be filled."""

from __future__ import annotations

import base64
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from mhgate.errors import CannotEvaluateError, ConfigError, Mistake
from mhgate.redacting.secrets import Secrets
from mhgate.targets.encodings import Encoding, encoded, require_fields
from mhgate.targets.templates import (
    PLACEHOLDERS,
    Filling,
    HeaderTemplate,
    JsonTemplate,
    UrlTemplate,
)
from mhgate.targets.transport import Call

if TYPE_CHECKING:
    from mhgate.config.target_access import BasicConfig

__all__ = ["RequestTemplate", "refuse_own_keys"]

_NOTHING: Mapping[str, Any] = MappingProxyType({})
_OWN_HEADERS = frozenset(
    {"authorization", "content-length", "content-type", "host", "user-agent", "x-api-key"}
    | {"accept-encoding", "anthropic-version", "x-mhgate-run"}
)


class RequestTemplate:
    """A request with placeholders.

    Args:
        keys: the keys below ``[target]`` that say this, where they are not called as here.
        method: the HTTP method.
        url: the URL's template.
        headers: names and templates.
        body: any JSON value with placeholders; None sends no body.
        bearer_env: the variable whose value goes into ``Authorization: Bearer``.
        basic: the variables whose values go into ``Authorization: Basic``.
        encoding: how the body is written.
        secrets: where variables are read.
        allowed: the placeholders that may be used.
        clock_header: the header that carries the seconds of an item's clock, where it has one.

    Raises:
        ConfigError: a placeholder where it cannot stand, or a header that is sent already.
        CannotEvaluateError: a variable is not set.
    """

    def __init__(
        self,
        *,
        keys: Mapping[str, str] = MappingProxyType({}),
        method: str,
        url: str,
        headers: Mapping[str, str] | None = None,
        body: Any = None,
        bearer_env: str | None = None,
        basic: BasicConfig | None = None,
        encoding: Encoding = "json",
        secrets: Secrets,
        allowed: Sequence[str] = PLACEHOLDERS,
        clock_header: str | None = None,
    ) -> None:
        key = {name: keys.get(name, name) for name in ("url", "headers", "body", "bearer_env")}
        headers = dict(headers or {})
        self._method = method
        self._url = UrlTemplate(url, key["url"], secrets, allowed=allowed)
        self._headers = HeaderTemplate(headers, key["headers"], secrets, allowed=allowed)
        self._body = (
            None if body is None else JsonTemplate(body, key["body"], secrets, allowed=allowed)
        )
        self._authorisation = self._url.basic_auth
        if bearer_env is not None:
            token = secrets.get(bearer_env, f"target.{key['bearer_env']}")
            self._authorisation = f"Bearer {token}"
        if basic is not None:
            self._authorisation = _basic(basic, secrets)
        if any(name.lower() == "authorization" for name in headers):
            self._authorisation = None  # what is written out wins
        if clock_header is not None:
            _refuse_sent_header(clock_header, headers)
        self._clock_header = clock_header
        self._encoding = encoding
        if encoding != "json":
            require_fields(body, key["body"])
        self.origin = self._url.origin
        self.address = self._url.shown
        self.used = self._url.used | (self._body.used if self._body else frozenset())
        self.in_headers = self._headers.used
        is_fixed = not self.in_headers and clock_header is None
        self._fixed_headers = tuple(self._headers_for(Filling())) if is_fixed else None
        self.stated = {
            "method": method,
            "url": self._url.shown,
            "headers": {name.lower(): value for name, value in headers.items()},
            "body": body,
            **({} if encoding == "json" else {"encoding": encoding}),
            **({} if basic is None else {"basic": [basic.user_env, basic.password_env]}),
            **({} if clock_header is None else {"clock_header": clock_header.lower()}),
        }

    def call(self, filling: Filling, *, beside: Mapping[str, Any] = _NOTHING) -> Call:
        """Return the request that a filling makes.

        Args:
            filling: what the placeholders stand for.
            beside: further keys of a body that is an object; they go in as they are.
        """
        headers: Sequence[tuple[bytes, bytes]] | None = self._fixed_headers
        if headers is None:
            headers = self._headers_for(filling)
        content = None
        if self._body is not None and self._encoding == "json" and not beside:
            content = self._body.written(filling)
        elif self._body is not None:
            content_type, content = encoded(self._filled(filling, beside), self._encoding)
            if content_type is not None:
                others = [pair for pair in headers if pair[0].lower() != b"content-type"]
                headers = [*others, (b"Content-Type", content_type)]
        return Call(
            method=self._method,
            url=self._url.render(filling),
            headers=headers,
            content=content,
        )

    def _headers_for(self, filling: Filling) -> list[tuple[bytes, bytes]]:
        headers = self._headers.render(filling)
        if self._authorisation is not None:
            headers.append((b"Authorization", self._authorisation.encode()))
        if self._clock_header is not None and filling.clock_s is not None:
            headers.append((self._clock_header.encode("ascii"), filling.text("clock_s").encode()))
        return headers

    def _filled(self, filling: Filling, beside: Mapping[str, Any]) -> Any:
        body: Any = None if self._body is None else self._body.render(filling)
        return {**body, **beside} if beside else body


def _basic(basic: BasicConfig, secrets: Secrets) -> str:
    user = secrets.get(basic.user_env, "target.basic.user_env")
    password = secrets.get(basic.password_env, "target.basic.password_env")
    if ":" in user:
        raise CannotEvaluateError(
            f"the variable {basic.user_env} holds a colon, which HTTP's Basic takes as the end of "
            "the user's name.",
            hint="Is it the user's name alone? The password has a variable of its own.",
        )
    encoded_pair = base64.b64encode(f"{user}:{password}".encode()).decode()
    secrets.redactor.add(encoded_pair)
    return f"Basic {encoded_pair}"


def _refuse_sent_header(name: str, headers: Mapping[str, str]) -> None:
    if name.lower() not in {*_OWN_HEADERS, *map(str.lower, headers)}:
        return
    raise ConfigError(
        [
            Mistake(
                "thresholds.toml: target.clock_header",
                f"the header {name}, which the request has already",
                "a header of its own",
                "Name the one from which the product reads its clock.",
            )
        ]
    )


def refuse_own_keys(parameters: Mapping[str, Any], homes: Mapping[str, str]) -> None:
    """Refuse keys in ``parameters`` that have a place of their own.

    Args:
        parameters: further keys of the request's body.
        homes: what to do instead, by the key that is refused.

    Raises:
        ConfigError: every such key.
    """
    mistakes = [
        Mistake(
            f"thresholds.toml: target.parameters.{key}",
            f"the key {key}",
            "keys of the request that have no place of their own",
            home,
        )
        for key, home in homes.items()
        if key in parameters
    ]
    if mistakes:
        raise ConfigError(mistakes)
