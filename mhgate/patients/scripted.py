"""The scripted patient: it says an item's turns one after another, whatever is replied."""

from __future__ import annotations

from collections.abc import Sequence

from mhgate.records import Item, Trial, Turn

__all__ = ["ScriptedPatient"]


class ScriptedPatient:
    """Says the turns that the item holds, in order, and then nothing more."""

    async def say(self, item: Item, turns: Sequence[Turn], trial: Trial) -> str | None:  # noqa: ARG002 - the door's signature
        """Return the next of the item's turns, or None after the last.

        Args:
            item: whose turns are said.
            turns: the conversation so far.
            trial: not looked at: every trial of an item says the same.

        Returns:
            The user's next message, or None.
        """
        said = sum(1 for turn in turns if turn.role == "user")
        return item.turns[said] if said < len(item.turns) else None
