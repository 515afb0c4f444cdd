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
from mhgate.targets.bare_httpx import without_httpx_command
from mhgate.targets.daemon_threads import lookups_in_daemon_threads
from mhgate.targets.pacing import Budget, Hosts, Limiter, Limiters, Pay, nothing

if TYPE_CHECKING:
    from mhgate.config import AsgiConfig, FunctionConfig, TargetConfig
    from mhgate.config.target import CommandConfig, WebsocketConfig
    from mhgate.targets.builds import Builds
    from mhgate.targets.transport import Transport

__all__ = ["open_target"]


@asynccontextmanager
async def open_target(
    target: TargetConfig,
    *,
    folder: Path,
    run_id: str | Callable[[], str],
    environ: Mapping[str, str],
    tls_folder: Path | None = None,
    hosts: Hosts | None = None,
    remaining_s: Callable[[], float] | None = None,
    pay: Pay = nothing,
    personal: Callable[[str], str] | None = None,
    builds: Builds | None = None,
) -> AsyncIterator[Target]:
    """Build the target that ``[target]`` describes, and close it afterwards.

    Nothing is asked yet: see :func:`mhgate.targets.preflight`.

    Args:
        target: the table, of any kind but ``demo`` (whose callable goes to ``FunctionTarget``).
        folder: where thresholds.toml stands; modules and files are looked up from there.
        run_id: goes along with every request as ``X-Mhgate-Run``; a function is asked for it each
            time, where it may become another one.
        environ: where secrets are read.
        tls_folder: where the files of ``tls`` are looked up; None: in ``folder`` too.
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
    # tenacity costs 30 ms and httpx 100, which a function need not pay
    from mhgate.targets.travel import Travel  # noqa: PLC0415 - loaded when first needed

    travel = Travel(
        run_id=run_id if callable(run_id) else lambda: run_id,
        limiters=Limiters(
            concurrency=target.concurrency,
            requests_per_minute=target.requests_per_minute,
            tokens_per_minute=target.tokens_per_minute,
            hosts=hosts,
        ),
        budget=Budget(target.max_requests, pay=pay),
        redactor=secrets.redactor,
        timeout_s=target.timeout_s,
        max_retries=target.max_retries,
        max_reply_bytes=int(target.max_reply_mb * 1_000_000),
        remaining_s=remaining_s or _for_ever,
        sleep=asyncio.sleep,
        builds=builds,
        surplus=(hosts or Hosts()).surplus,
    )
    if target.kind == "command":
        async with _open_command(target, folder, secrets, travel, environ) as opened:
            yield opened
        return
    if target.kind == "websocket":
        async with _open_websocket(target, tls_folder or folder, secrets, travel) as opened:
            yield opened
        return
    if target.kind == "asgi":
        async with _open_asgi(target, folder, secrets, travel) as opened:
            yield opened
        return
    with without_httpx_command():
        from mhgate.targets.http_opening import (  # noqa: PLC0415 - loaded when first needed
            http_target,
            model_target,
        )

    access = _access(target, tls_folder or folder, secrets)
    async with _transport(travel, **access) as transport:
        if target.kind == "http":
            yield http_target(target, secrets, transport)
        else:
            yield model_target(target, secrets, transport)


def _for_ever() -> float:
    return float("inf")


def _access(target: Any, folder: Path, secrets: Secrets) -> dict[str, Any]:
    """Return the TLS context and the tokens that a target's tables ask for."""
    access: dict[str, Any] = {}
    if target.tls is not None:
        from mhgate.targets.tls import tls_context  # noqa: PLC0415 - loaded when first needed

        access["tls"] = tls_context(target.tls, folder=folder, secrets=secrets)
    if target.oauth is not None:
        from mhgate.targets.oauth import client_credentials  # noqa: PLC0415 - as above

        access["tokens"] = client_credentials(target.oauth, secrets)
    return access


@asynccontextmanager
async def _transport(travel: Any, connect: Any = None, **access: Any) -> AsyncIterator[Transport]:
    from mhgate.targets.transport import Transport  # noqa: PLC0415 - loaded when first needed

    transport = Transport(travel, connect=connect, **access)
    with redacted_logs(travel.redactor), lookups_in_daemon_threads():
        try:
            yield transport
        finally:
            await transport.aclose()


@asynccontextmanager
async def _open_function(
    target: FunctionConfig, folder: Path, secrets: Secrets, pay: Pay
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
                concurrency=target.concurrency,
                requests_per_minute=target.requests_per_minute,
                tokens_per_minute=target.tokens_per_minute,
            ),
            budget=Budget(target.max_requests, pay=pay),
            clock=target.clock,
        )


@asynccontextmanager
async def _open_asgi(
    target: AsgiConfig, folder: Path, secrets: Secrets, travel: Any
) -> AsyncIterator[Target]:
    from mhgate.targets.asgi import APP_ORIGIN, AppTransport, running  # noqa: PLC0415 - as above
    from mhgate.targets.http_opening import json_target  # noqa: PLC0415 - as above
    from mhgate.targets.importing import importable_from, load  # noqa: PLC0415 - as above

    with importable_from(folder):
        app = load(target.app, key="app", folder=folder)
        if not callable(app):
            raise _not_callable("app", target.app, app)
        async with (
            running(app, timeout_s=target.timeout_s, redactor=secrets.redactor) as state,
            _transport(travel, lambda: AppTransport(app, state)) as transport,
        ):
            yield json_target(target, secrets, transport, origin=APP_ORIGIN, url=target.path)


@asynccontextmanager
async def _open_websocket(
    target: WebsocketConfig, folder: Path, secrets: Secrets, travel: Any
) -> AsyncIterator[Target]:
    from mhgate.targets.frame_opening import websocket_target  # noqa: PLC0415 - as above

    access = _access(target, folder, secrets)
    async with _transport(travel, tls=access.get("tls")) as transport:
        opened = websocket_target(target, secrets, transport, **access)
        try:
            yield opened
        finally:
            await opened.aclose()


@asynccontextmanager
async def _open_command(
    target: CommandConfig,
    folder: Path,
    secrets: Secrets,
    travel: Any,
    environ: Mapping[str, str],
) -> AsyncIterator[Target]:
    from mhgate.targets.frame_opening import command_target  # noqa: PLC0415 - as above

    opened = command_target(target, folder, secrets, travel, environ)
    try:
        yield opened
    finally:
        await opened.aclose()


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
