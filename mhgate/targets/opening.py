"""From ``[target]`` to a target: built, checked against production, and closed at the end."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mhgate.errors import ConfigError, Mistake, UsageError
from mhgate.protocols import Target
from mhgate.redacting.logs import redacted_logs
from mhgate.redacting.secrets import Secrets
from mhgate.targets.pacing import Budget, Hosts, Limiter, Limiters
from mhgate.targets.production import refuse_production

if TYPE_CHECKING:
    from mhgate.config import (
        AnthropicConfig,
        AsgiConfig,
        FunctionConfig,
        HttpConfig,
        OpenAIConfig,
        TargetConfig,
    )
    from mhgate.targets.anthropic import AnthropicTarget
    from mhgate.targets.builds import Builds
    from mhgate.targets.http_json import HttpTarget
    from mhgate.targets.openai import OpenAITarget
    from mhgate.targets.transport import Transport

__all__ = ["open_target"]


@asynccontextmanager
async def open_target(
    target: TargetConfig,
    *,
    folder: Path,
    run_id: str | Callable[[], str],
    environ: Mapping[str, str],
    hosts: Hosts | None = None,
    remaining_s: Callable[[], float] | None = None,
    pay: Callable[[], None] = lambda: None,
    personal: Callable[[str], str] | None = None,
    builds: Builds | None = None,
) -> AsyncIterator[Target]:
    """Build the target that ``[target]`` describes, and close it afterwards.

    Nothing is asked yet: see :func:`mhgate.targets.preflight`.

    Args:
        target: the table, of any kind but ``demo`` (whose callable goes to ``FunctionTarget``).
        folder: where thresholds.toml stands; modules are looked up from there.
        run_id: goes along with every request as ``X-Mhgate-Run``; a function is asked for it each
            time, where it may become another one.
        environ: where secrets are read.
        hosts: those of the run, where others may ask the same ones.
        remaining_s: how many seconds the run has left, where that is known.
        pay: pays for each request before it is sent, or raises a Fault ``budget``.
        builds: reads the build's id in replies, where these hold it.
        personal: takes what is about a person out of what is shown and logged; None: that stays.

    Yields:
        The target.

    Raises:
        ConfigError: the target cannot be built so, or looks like production.
        CannotEvaluateError: a variable is not set, or an app's start-up failed.
    """
    secrets = Secrets(environ, personal=personal)
    if target.kind == "demo":
        raise UsageError(
            "the demo is not a target of this room.", hint="Hand its callable to FunctionTarget."
        )
    if target.kind == "function":
        async with _open_function(target, folder, secrets, pay) as opened:
            yield opened
        return
    # httpx costs 100 ms, which a function need not pay
    from mhgate.targets.travel import Travel  # noqa: PLC0415 - loaded when first needed

    travel = Travel(
        run_id=run_id if callable(run_id) else lambda: run_id,
        limiters=Limiters(
            concurrency=target.concurrency,
            requests_per_minute=target.requests_per_minute,
            hosts=hosts,
        ),
        budget=Budget(target.max_requests, pay=pay),
        redactor=secrets.redactor,
        timeout_s=target.timeout_s,
        max_retries=target.max_retries,
        remaining_s=remaining_s or _for_ever,
        sleep=asyncio.sleep,
        builds=builds,
    )
    if target.kind == "asgi":
        async with _open_asgi(target, folder, secrets, travel) as opened:
            yield opened
        return
    async with _transport(travel) as transport:
        if target.kind == "http":
            yield _http(target, secrets, transport)
        else:
            yield _model(target, secrets, transport)


def _for_ever() -> float:
    return float("inf")


@asynccontextmanager
async def _transport(travel: Any, connect: Any = None) -> AsyncIterator[Transport]:
    from mhgate.targets.transport import Transport  # noqa: PLC0415 - loaded when first needed

    transport = Transport(travel, connect=connect)
    with redacted_logs(travel.redactor):
        try:
            yield transport
        finally:
            await transport.aclose()


@asynccontextmanager
async def _open_function(
    target: FunctionConfig, folder: Path, secrets: Secrets, pay: Callable[[], None]
) -> AsyncIterator[Target]:
    from mhgate.targets.function import FunctionTarget  # noqa: PLC0415 - loaded when first needed
    from mhgate.targets.importing import importable_from, load  # noqa: PLC0415 - as above

    with importable_from(folder):
        function = load(target.call, key="call", folder=folder)
        if not callable(function):
            raise _not_callable("call", target.call, function)
        yield FunctionTarget(
            function,
            name=target.call,
            timeout_s=target.timeout_s,
            redactor=secrets.redactor,
            limiter=Limiter(
                concurrency=target.concurrency, requests_per_minute=target.requests_per_minute
            ),
            budget=Budget(target.max_requests, pay=pay),
            clock=target.clock,
        )


@asynccontextmanager
async def _open_asgi(
    target: AsgiConfig, folder: Path, secrets: Secrets, travel: Any
) -> AsyncIterator[Target]:
    from mhgate.targets.asgi import APP_ORIGIN, AppTransport, running  # noqa: PLC0415 - as above
    from mhgate.targets.importing import importable_from, load  # noqa: PLC0415 - as above

    with importable_from(folder):
        app = load(target.app, key="app", folder=folder)
        if not callable(app):
            raise _not_callable("app", target.app, app)
        async with (
            running(app, timeout_s=target.timeout_s, redactor=secrets.redactor) as state,
            _transport(travel, lambda: AppTransport(app, state)) as transport,
        ):
            yield _json_target(target, secrets, transport, origin=APP_ORIGIN, url=target.path)


def _not_callable(key: str, reference: str, found: object) -> ConfigError:
    return ConfigError(
        [
            Mistake(
                f"thresholds.toml: target.{key}",
                f"{reference}, which is a {type(found).__name__}",
                "a function" if key == "call" else "an ASGI app object",
                "Name the object itself, not a module or a setting.",
            )
        ]
    )


def _model(
    target: OpenAIConfig | AnthropicConfig, secrets: Secrets, transport: Transport
) -> OpenAITarget | AnthropicTarget:
    from mhgate.targets.anthropic import (  # noqa: PLC0415 - loaded when first needed
        AnthropicTarget,
    )
    from mhgate.targets.openai import OpenAITarget  # noqa: PLC0415 - loaded when first needed

    shared: dict[str, Any] = {
        "base_url": target.base_url,
        "model": target.model,
        "transport": transport,
        "secrets": secrets,
        "api_key_env": target.api_key_env,
        "system_prompt": target.system_prompt,
        "stream": target.stream,
        "temperature": target.temperature,
        "parameters": target.parameters,
        "clock_header": target.clock_header,
    }
    opened: OpenAITarget | AnthropicTarget
    if target.kind == "anthropic":
        opened = AnthropicTarget(
            **shared, max_tokens=target.max_tokens, api_version=target.api_version
        )
    else:
        opened = OpenAITarget(**shared, max_tokens=target.max_tokens)
    refuse_production(_host(opened.origin), "base_url", allowed=target.production)
    return opened


def _http(target: HttpConfig, secrets: Secrets, transport: Transport) -> HttpTarget:
    opened = _json_target(target, secrets, transport, origin="", url=target.url)
    refuse_production(_host(opened.origin), "url", allowed=target.production)
    if opened.session_origin is not None:
        refuse_production(_host(opened.session_origin), "session.url", allowed=target.production)
    return opened


def _json_target(
    target: HttpConfig | AsgiConfig,
    secrets: Secrets,
    transport: Transport,
    *,
    origin: str,
    url: str,
) -> HttpTarget:
    from mhgate.targets.http_json import (  # noqa: PLC0415 - loaded when first needed
        HttpTarget,
        SessionOpening,
    )
    from mhgate.targets.reply_format import ReplyFormat  # noqa: PLC0415 - as above
    from mhgate.targets.requests import RequestTemplate  # noqa: PLC0415 - as above

    known = ("message", "history", "trial", "seed", "run", "clock_s")
    session = None
    if target.session is not None:
        opening = target.session
        session = SessionOpening(
            RequestTemplate(
                keys={name: f"session.{name}" for name in ("url", "headers", "body")},
                method=opening.method,
                url=origin + opening.url,
                headers=opening.headers,
                body=opening.body,
                bearer_env=target.bearer_env,
                secrets=secrets,
                allowed=("trial", "seed", "run", "clock_s"),
                clock_header=target.clock_header,
            ),
            opening.id,
        )
    return HttpTarget(
        kind=target.kind,
        request=RequestTemplate(
            method=target.method,
            url=origin + url,
            keys={"url": "path"} if target.kind == "asgi" else {},
            headers=target.headers,
            body=target.body,
            bearer_env=target.bearer_env,
            secrets=secrets,
            allowed=(*known, "session") if session else known,
            clock_header=target.clock_header,
        ),
        reply=ReplyFormat(
            format=target.format,
            reply=target.reply,
            delta=target.delta,
            done=target.done,
            flags=target.flags,
        ),
        transport=transport,
        session=session,
    )


def _host(origin: str) -> str:
    """Return the host of an origin, as whoever connects to it would read it."""
    from httpx import URL, InvalidURL  # noqa: PLC0415 - loaded when first needed

    try:
        host = URL(origin).host
    except InvalidURL:
        host = ""
    if not host:
        raise ConfigError(
            [
                Mistake(
                    "thresholds.toml: target",
                    "an address that cannot be read",
                    "an address such as https://staging.example.org/chat",
                    "Check its host and port, and the variables that it names.",
                )
            ]
        )
    return host
