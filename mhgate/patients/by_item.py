"""Who speaks for an item: the turns that it holds, or the patient who plays its vignette."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from mhgate.protocols import Patient
from mhgate.records import Failure, Item, Trial, Turn

__all__ = ["PatientByItem"]


@dataclass(frozen=True, slots=True)
class PatientByItem:
    """Hands an item to whoever can speak for it.

    Args:
        turns: speaks for items that hold what is said.
        vignettes: speaks for items that hold a vignette.
    """

    turns: Patient
    vignettes: Patient

    async def say(self, item: Item, turns: Sequence[Turn], trial: Trial) -> str | Failure | None:
        """Return the user's next message, None when nothing is left to say, or a Failure.

        Args:
            item: who speaks.
            turns: the conversation so far.
            trial: which this is.
        """
        speaker = self.turns if item.vignette is None else self.vignettes
        return await speaker.say(item, turns, trial)
