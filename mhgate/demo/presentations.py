"""Which problem a described picture fits best: signs from the manuals, in everyday words, added up.

The pictures are those of people in exercises and vignettes. The bot never puts such a name on the
person who writes to it.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from mhgate.demo.signs import Places, Sign, parse_signs, worth
from mhgate.demo.stems import Words, learn, read_words
from mhgate.demo.tables import table

__all__ = ["Condition", "conditions", "named_in", "score"]

_FILES = (
    "pictures_of_mood_and_fear",
    "pictures_of_mind_and_body",
    "pictures_of_habit_and_person",
)
_ALIKE = 1 / 3  # how much of an option its name must make up


@dataclass(frozen=True)
class Condition:
    """A problem, or what is none, and how it shows.

    Args:
        names: the stems of what it is called, one set a name.
        signs: what speaks for and against it.
    """

    names: tuple[frozenset[str], ...]
    signs: tuple[Sign, ...]


@cache
def conditions() -> tuple[Condition, ...]:
    """Return the problems that the bot knows, and what is none."""
    rows = [row for file in _FILES for row in table(file)["condition"]]
    for row in rows:
        learn(f"{row['names']} {row['signs']}")
    return tuple(
        Condition(
            tuple(frozenset(read_words(name).stems) for name in row["names"].split("|")),
            parse_signs(row["signs"]),
        )
        for row in rows
    )


def named_in(option: Words) -> Condition | None:
    """Return the problem that an option names.

    Args:
        option: the option's words.

    Returns:
        The one whose name has most in common with the option, or None.
    """
    held = frozenset(option.stems)
    best, found = 0.0, None
    for condition in conditions():
        for name in condition.names:
            share = len(name) / len(held) if name and name <= held else 0.0
            if share > best:
                best, found = share, condition
    return found if best >= _ALIKE else None


def score(picture: Words, condition: Condition) -> float:
    """Return how far a picture speaks for a problem: the sum of its signs' weights."""
    return worth(Places.find(picture), condition.signs)
