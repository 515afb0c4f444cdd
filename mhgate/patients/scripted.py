"""The scripted patient: it says an item's turns one after another, whatever is replied."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from mhgate.records import Item, Trial, Turn

__all__ = ["ScriptedPatient"]


def _as_written(item: Item, _trial: Trial, number: int) -> str:
    if item.perturb is not None:
        raise ValueError(f"{item.id} is perturbed; expected a patient that was told how")
    return item.turns[number]


class ScriptedPatient:
    """Says the turns that the item holds, in order, and then nothing more.

    Args:
        spoken: gives one turn of an item as it is said in a trial, by its number from 0; by default
            as it is written.
    """

    def __init__(self, spoken: Callable[[Item, Trial, int], str] = _as_written) -> None:
        self._spoken = spoken

    async def say(self, item: Item, turns: Sequence[Turn], trial: Trial) -> str | None:
        """Return the next of the item's turns, or None after the last.

        Args:
            item: whose turns are said.
            turns: the conversation so far.
            trial: whose seed may decide how a turn is said.

        Returns:
            The user's next message, or None.
        """
        said = sum(1 for turn in turns if turn.role == "user")
        return self._spoken(item, trial, said) if said < len(item.turns) else None
