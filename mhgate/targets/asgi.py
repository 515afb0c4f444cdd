"""The kind ``asgi``: an app object asked in this process, without a socket."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, MutableMapping
from contextlib import asynccontextmanager
from typing import Any

import httpx

from mhgate.errors import CannotEvaluateError
from mhgate.redacting.secrets import Redactor
from mhgate.targets.faults import Fault, raised, shorten

__all__ = ["APP_ORIGIN", "AppTransport", "running"]

APP_ORIGIN = "http://localhost"

_STOPPING_S = 5.0

_log = logging.getLogger(__name__)

Message = MutableMapping[str, Any]
App = Callable[
    [
        MutableMapping[str, Any],
        Callable[[], Awaitable[Message]],
        Callable[[Message], Awaitable[None]],
    ],
    Awaitable[None],
]


class AppTransport(httpx.AsyncBaseTransport):
    """Hands requests to an app; what the app raises becomes a Fault.

    Args:
        app: the ASGI app.
        state: what its start-up left for the requests.
    """

    def __init__(self, app: App, state: MutableMapping[str, Any]) -> None:
        async def with_state(scope: Message, receive: Any, send: Any) -> None:
            await app({**scope, "state": dict(state)}, receive, send)

        self._inner = httpx.ASGITransport(app=with_state)

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        """Ask the app."""
        try:
            return await self._inner.handle_async_request(request)
        except asyncio.CancelledError:
            task = asyncio.current_task()
            if task is not None and task.cancelling():
                raise
            raise Fault("crash", "the app raised CancelledError") from None
        except (Exception, SystemExit) as error:  # the product's own code may raise anything
            reason = "the app ended without a whole response"
            if not isinstance(error, AssertionError):
                reason = f"the app raised {raised(error)}"
            raise Fault("crash", reason) from error


@asynccontextmanager
async def running(
    app: App, *, timeout_s: float, redactor: Redactor
) -> AsyncIterator[MutableMapping[str, Any]]:
    """Start an app up, and shut it down afterwards, as a server would (the lifespan protocol).

    Args:
        app: the ASGI app; one that knows no lifespan is used as it is.
        timeout_s: the most seconds for its start-up.
        redactor: over what is said about a failure.

    Yields:
        The state that its start-up left for the requests.

    Raises:
        CannotEvaluateError: its start-up failed or took too long.
    """
    lifespan = _Lifespan(app)
    task = asyncio.create_task(lifespan.run())
    try:
        try:
            async with asyncio.timeout(timeout_s):
                await lifespan.started.wait()
        except TimeoutError:
            raise CannotEvaluateError(
                f"the app's start-up did not end within {timeout_s:g} s.",
                hint="timeout_s in [target] bounds it; is something waiting for a service?",
            ) from None
        if trouble := lifespan.trouble():
            raise CannotEvaluateError(
                f"the app's start-up failed: {shorten(redactor.redact(trouble))}.",
                hint="It fails the same way under a server: start it there to see more.",
            )
        yield lifespan.state
        lifespan.stop.set()
        await asyncio.wait([task], timeout=_STOPPING_S)
        trouble = lifespan.trouble() if task.done() else "it did not end"
        if trouble:
            reason = shorten(redactor.redact(trouble))
            _log.warning("the app's shutdown failed: %s", reason)
    finally:
        task.cancel()
        await asyncio.wait([task], timeout=_STOPPING_S)


class _Lifespan:
    """One app's start-up and shutdown, in one task."""

    def __init__(self, app: App) -> None:
        self.state: dict[str, Any] = {}
        self.started = asyncio.Event()
        self.stop = asyncio.Event()
        self.failed = ""
        self._app = app
        self._was_told = False

    def trouble(self) -> str:
        """Return why start-up or shutdown failed, or nothing."""
        return self.failed

    async def run(self) -> None:
        """Run the app's lifespan to its end."""
        scope = {
            "type": "lifespan",
            "asgi": {"version": "3.0", "spec_version": "2.0"},
            "state": self.state,
        }
        try:
            await self._app(scope, self._receive, self._send)
        except (Exception, SystemExit) as error:  # noqa: BLE001 - the product's own code
            # before start-up it says "no lifespan here"; afterwards it is a failure
            if self.started.is_set() and not self.failed:
                self.failed = f"{type(error).__name__}: {error}"
        finally:
            self.started.set()

    async def _receive(self) -> Message:
        if not self._was_told:
            self._was_told = True
            return {"type": "lifespan.startup"}
        await self.stop.wait()
        return {"type": "lifespan.shutdown"}

    async def _send(self, message: Message) -> None:
        if message["type"].endswith(".failed"):
            lines = str(message.get("message") or "").strip().splitlines()
            self.failed = lines[-1] if lines else "it gives no reason"
        if message["type"].startswith("lifespan.startup."):
            self.started.set()
