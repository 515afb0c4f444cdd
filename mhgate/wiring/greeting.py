"""Before a run: one harmless thing is asked; what cannot be asked at all is told at once."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from mhgate.config import Config
from mhgate.errors import CannotEvaluateError
from mhgate.protocols import Target
from mhgate.runner import Stop
from mhgate.targets import preflight
from mhgate.targets.first_contact import PreflightResult

__all__ = ["first_contact", "greet"]


async def greet(target: Target, config: Config, *, stop: Stop, note: Callable[[str], None]) -> None:
    """Ask one harmless thing first, where that is wanted, and tell what came back.

    Args:
        target: that is about to be measured.
        config: says whether that is wanted, and how long a whole run may take.
        stop: set it to end the waiting.
        note: told what came back.

    Raises:
        CannotEvaluateError: nothing came back in time, or what did cannot be read.
    """
    if not config.target.preflight or config.target.kind == "demo":
        return
    first = await first_contact(target, stop=stop, deadline_s=config.gate.deadline_s)
    if first is not None:
        note("the first request and reply:\n" + first.describe())


async def first_contact(target: Target, *, stop: Stop, deadline_s: float) -> PreflightResult | None:
    """Return what came back to a first message; None when the run was stopped meanwhile.

    Args:
        target: that is asked.
        stop: set it to end the waiting.
        deadline_s: the most seconds.

    Raises:
        CannotEvaluateError: nothing came back in time, or what did cannot be read.
    """
    contact = asyncio.create_task(preflight(target))
    stopped = asyncio.create_task(stop.event.wait())
    try:
        await asyncio.wait(
            {contact, stopped}, timeout=deadline_s, return_when=asyncio.FIRST_COMPLETED
        )
        if contact.done():
            return contact.result()
        if stopped.done():
            return None
    finally:
        for task in (contact, stopped):
            task.cancel()
        await asyncio.gather(contact, stopped, return_exceptions=True)
    raise CannotEvaluateError(
        f"the target gave no reply to a first, harmless message within {deadline_s:g} s, "
        "the deadline of the whole run (gate.deadline_s).",
        hint="Is the chatbot up? timeout_s in [target] bounds one reply.",
    )
