"""Reading a reply that comes as server-sent events, up to the event that ends it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Callable
from contextlib import aclosing, suppress

from mhgate.targets.faults import Fault
from mhgate.targets.incoming import Incoming
from mhgate.targets.sse import Event, EventParser

__all__ = ["read_stream"]

_DRAINING_S = 0.1


def _said_event(event: Event) -> Fault:
    return Fault("stream_error", f"the stream sent an error event: {event.data}")


async def read_stream(
    incoming: Incoming,
    take: Callable[[Event], bool],
    *,
    may_end: Callable[[], bool] = lambda: False,
    error_in: Callable[[Event], Fault] = _said_event,
) -> None:
    """Hand each event of a stream over until one ends it.

    Args:
        incoming: the reply.
        take: takes an event; returns True when it is the terminal one; raises a Fault when it
            cannot be read.
        may_end: whether the stream may end here without a terminal event.
        error_in: the Fault that an error event stands for.

    Raises:
        Fault: ``truncated_stream``, ``stream_error``, ``unreadable_reply``, or what ``take``
            raises.
    """
    if incoming.content_type in {"text/html", "application/json"}:
        await incoming.body()
        raise Fault(
            "unreadable_reply", f"the reply is {incoming.content_type}; expected text/event-stream"
        )
    async with aclosing(incoming.chunks()) as chunks:
        try:
            if await _read_to_the_end(chunks, take, error_in):
                return
        except UnicodeDecodeError as error:
            raise Fault("unreadable_reply", f"the stream is not UTF-8: {error.reason}") from None
        except Fault as fault:
            if fault.kind != "connection_lost":
                raise
    if not may_end():
        raise Fault("truncated_stream", "the stream ended before its terminal event")


async def _read_to_the_end(
    chunks: AsyncGenerator[bytes],
    take: Callable[[Event], bool],
    error_in: Callable[[Event], Fault],
) -> bool:
    """Return whether the terminal event came."""
    parser = EventParser()
    async for chunk in chunks:
        for event in parser.feed(chunk):
            if _took(event, take, error_in):
                await _drain(chunks)
                return True
    return any(_took(event, take, error_in) for event in parser.close())


def _took(event: Event, take: Callable[[Event], bool], error_in: Callable[[Event], Fault]) -> bool:
    if event.name == "error":
        raise error_in(event)
    try:
        return take(event)
    except Fault as fault:
        if event.whole or fault.kind != "unreadable_reply":
            raise
        raise Fault("truncated_stream", "the stream ended inside an event") from None


async def _drain(chunks: AsyncGenerator[bytes]) -> None:
    """Read the end of the body, which mostly is there already, so that the connection stays."""
    with suppress(TimeoutError, Fault):
        async with asyncio.timeout(_DRAINING_S):
            async for _ in chunks:
                pass
