"""Calls that may block for ever, in threads that nobody waits for: a product's code, a look-up."""

from __future__ import annotations

import asyncio
import contextvars
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Any

__all__ = ["in_daemon_thread", "lookups_in_daemon_threads"]


async def in_daemon_thread(call: Callable[[], Any], *, name: str) -> Any:
    """Run a call in a daemon thread, which the interpreter does not wait for at its end.

    Args:
        call: what is run, in a copy of this context.
        name: of the thread.

    Returns:
        What it returns; what it raises is raised here.
    """
    loop = asyncio.get_running_loop()
    future: asyncio.Future[Any] = loop.create_future()
    context = contextvars.copy_context()

    def settle(value: Any, error: BaseException | None) -> None:
        if future.done():  # nobody waits any longer
            return
        if error is None:
            future.set_result(value)
        else:
            future.set_exception(error)

    def run() -> None:
        value, error = None, None
        try:
            value = context.run(call)
        except BaseException as raised:  # noqa: BLE001 - it is handed to the waiting task
            is_plain = isinstance(raised, Exception) and not isinstance(raised, StopIteration)
            error = raised if is_plain else RuntimeError(repr(raised))
        with suppress(RuntimeError):  # the loop has ended
            loop.call_soon_threadsafe(settle, value, error)

    threading.Thread(target=run, name=name, daemon=True).start()
    return await future


@contextmanager
def lookups_in_daemon_threads() -> Iterator[None]:
    """Look names up in daemon threads of this loop, inside the ``with``.

    A loop's own threads are waited for at the end of the process, and a resolver that does not
    answer would hold it up for as long as the system asks it again.
    """
    loop = asyncio.get_running_loop()
    if "getaddrinfo" in getattr(loop, "__dict__", {"getaddrinfo": None}):
        yield  # done already, or a loop of another make, which looks names up by itself
        return

    async def getaddrinfo(host: Any, port: Any, **how: int) -> Any:
        return await in_daemon_thread(
            lambda: socket.getaddrinfo(host, port, **how), name="mhgate-lookup"
        )

    loop.getaddrinfo = getaddrinfo  # type: ignore[method-assign]  # of this loop alone
    try:
        yield
    finally:
        del loop.getaddrinfo
