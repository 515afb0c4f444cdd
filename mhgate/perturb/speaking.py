"""What the user says in a trial: an item's messages, perturbed where the item asks for it."""

from __future__ import annotations

from random import Random

from mhgate.canonical import seed_from
from mhgate.perturb.kinds import perturb
from mhgate.records import Item, Trial

__all__ = ["spoken", "spoken_turn"]


def spoken_turn(item: Item, trial: Trial, number: int) -> str:
    """Return one of an item's messages as it is said in a trial.

    Each message has chances of its own, made of the trial's seed and its number: it is the same at
    any concurrency and in whatever order, and another one in another epoch. The choices of an item
    that has some (``expects.choices``) stay as they are, labels and texts.

    Args:
        item: whose message it is.
        trial: its seed decides.
        number: of the message, from 0.
    """
    said = item.turns[number]
    if item.perturb is None:
        return said
    kind, intensity = item.perturb.kind, item.perturb.intensity
    chances = Random(seed_from(trial.seed, "perturb", number, kind))  # noqa: S311 - no secret
    return perturb(said, kind, intensity, chances, keep=_choices(item))


def _choices(item: Item) -> tuple[str, ...]:
    """Return the words that an answer has to name: with a slip in them, nobody could be right."""
    choices = item.expects.get("choices")
    if not isinstance(choices, dict):
        return ()
    return (*choices, *(text for text in choices.values() if isinstance(text, str)))


def spoken(item: Item, trial: Trial) -> tuple[str, ...]:
    """Return all of an item's messages as they are said in a trial.

    Args:
        item: whose messages they are.
        trial: its seed decides.
    """
    return tuple(spoken_turn(item, trial, number) for number in range(len(item.turns)))
