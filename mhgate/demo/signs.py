"""Signs: words that stand close together, in any form and order, and what they are worth.

A list of signs holds one sign a line: a weight (1 where none is written), then ways of saying it
with ``|`` between them. The words of a way stand within a few words of each other; ``!`` before a
word means that it is denied, and ``_`` joins words that stand exactly so. A way that has only one
word of meaning ("days after") must stand exactly so, too.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field

from mhgate.demo.stems import Words, read_words
from mhgate.demo.text import fold

__all__ = ["Places", "Sign", "parse_signs", "worth"]

_LOOSE = 4  # other words that may stand between those of a sign
_WEIGHT = re.compile(r"^(-?\d+(?:\.\d+)?)\s+(?=\D)")


@dataclass(frozen=True)
class Sign:
    """Ways of saying one thing.

    Args:
        weight: what it is worth.
        ways: each a tuple of stems, ``!`` before one that is denied, or one phrase after ``=``.
    """

    weight: float
    ways: tuple[tuple[str, ...], ...]


@dataclass(frozen=True)
class Places:
    """Where the words of a text stand.

    Args:
        text: the words as they are.
        of: the places of each stem, denied ones with ``!``.
    """

    text: str
    of: dict[str, list[int]] = field(default_factory=dict)

    @classmethod
    def find(cls, words: Words) -> Places:
        """Return where the words of a text stand."""
        of: dict[str, list[int]] = {}
        for place, (word, no) in enumerate(zip(words.stems, words.denied, strict=True)):
            of.setdefault(f"!{word}" if no else word, []).append(place)
        return cls(words.text, of)

    def hold(self, way: tuple[str, ...]) -> bool:
        """Tell whether a way of saying something occurs."""
        if way[0][0] == "=":
            return way[0][1:] in self.text
        held = [self.of.get(word) for word in way]
        if any(places is None for places in held):
            return False
        first, *others = [places or [] for places in held]
        reach = len(way) + _LOOSE
        return any(
            all(any(abs(place - start) < reach for place in places) for places in others)
            for start in first
        )


def parse_signs(lines: str) -> tuple[Sign, ...]:
    """Read a list of signs.

    Args:
        lines: one sign a line; see above.

    Returns:
        The signs.
    """
    found = []
    for line in filter(None, map(str.strip, lines.splitlines())):
        weight = _WEIGHT.match(line)
        ways = (_way(part.strip()) for part in line[weight.end() if weight else 0 :].split("|"))
        found.append(Sign(float(weight[1]) if weight else 1.0, tuple(way for way in ways if way)))
    return tuple(found)


def _way(part: str) -> tuple[str, ...]:
    if "_" in part:
        return (f"= {fold(part.replace('_', ' '), mended=False)} ",)
    read = read_words(part.replace("!", "not "))
    signed = tuple(
        f"!{word}" if no else word for word, no in zip(read.stems, read.denied, strict=True)
    )
    if len(signed) == 1 and signed[0][0] != "!" and len(part.split()) > 1:
        return (f"= {fold(part, mended=False)} ",)
    return signed


def worth(places: Places, signs: Iterable[Sign]) -> float:
    """Return what the signs that occur in a text are worth together.

    Args:
        places: where the words of the text stand.
        signs: what is looked for; each counts once.

    Returns:
        The sum of their weights.
    """
    return sum(sign.weight for sign in signs if any(places.hold(way) for way in sign.ways))
