"""A target whose conversations are one message long: a judge's model, or a patient's."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, runtime_checkable

from mhgate.protocols import Target
from mhgate.records import Failure, Trial, Turn

__all__ = ["one_reply"]


@runtime_checkable
class _HoldsOpen(Protocol):
    """A target that keeps a socket or a process for a conversation."""

    async def hang_up(self, reply: Turn) -> None:
        """Close what the conversation of a reply holds open."""
        ...


def one_reply(target: Target) -> Target:
    """Return a target each of whose replies ends its conversation, where that holds something open.

    Who judges is told the whole of a transcript in each call, and asked about one trial many times
    at once: what is opened for a call is closed with it, and with no other.

    Args:
        target: speaks to the model.
    """
    return _OneReply(target, target) if isinstance(target, _HoldsOpen) else target


class _OneReply:
    def __init__(self, target: Target, holder: _HoldsOpen) -> None:
        self._target = target
        self._holder = holder

    @property
    def fingerprint(self) -> str:
        """The target's own."""
        return self._target.fingerprint

    async def reply(self, turns: Sequence[Turn], trial: Trial) -> Turn | Failure:
        """Return the target's reply; an attempt that failed has closed what it opened."""
        reply = await self._target.reply(turns, trial)
        if isinstance(reply, Turn):
            await self._holder.hang_up(reply)
        return reply
