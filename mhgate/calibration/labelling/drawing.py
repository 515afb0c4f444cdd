"""Conversations -> the ones that people are asked to label: spread over families and strata.

Nothing here knows what a judge said: a sample that did would show a judge as better or worse than
it is.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from pydantic import JsonValue

from mhgate.canonical import seed_from
from mhgate.records.labelling import Said

__all__ = ["Conversation", "draw"]


@dataclass(frozen=True, slots=True)
class Conversation:
    """A transcript that could be labelled, with what is known of its item.

    Args:
        id: names it: a trial's id, or a line's.
        family: its cluster.
        turns: the messages as they were sent.
        language: of the conversation.
        expects: what its item says is expected.
        strata: risk, register, country...
        source: what grounds "good" there.
        licence: under which it may be kept.
    """

    id: str
    family: str
    turns: tuple[Said, ...]
    language: str = "en"
    expects: dict[str, JsonValue] = field(default_factory=dict)
    strata: dict[str, str] = field(default_factory=dict)
    source: str = ""
    licence: str = ""


def draw(conversations: Sequence[Conversation], n: int, *, seed: str) -> list[Conversation]:
    """Draw conversations one after the other, the least seen first.

    The next one is of a family of which the fewest have been drawn; among those, the one whose
    strata (and language) have been drawn the least, compared with how often they occur; among
    equals a seeded shuffle decides.

    Args:
        conversations: what there is, each id once.
        n: how many, at least 0; all where there are fewer.
        seed: the same seed draws the same, whatever the order of ``conversations``.

    Returns:
        The drawn ones, in the order in which they were drawn: a smaller sample is the beginning of
        a larger one.

    Example:
        >>> found = [Conversation(f"{f}{k}", f, ()) for f in "ab" for k in range(5)]
        >>> sorted(each.family for each in draw(found, 4, seed="s"))
        ['a', 'a', 'b', 'b']
    """
    rest = sorted(conversations, key=lambda each: each.id)
    # an order, not a secret: it must be the same on every machine
    random.Random(seed_from(seed, "draw")).shuffle(rest)  # noqa: S311
    occurs = Counter(layer for each in rest for layer in _layers(each))
    families: Counter[str] = Counter()
    layers: Counter[tuple[str, str]] = Counter()
    drawn: list[Conversation] = []

    def seen(each: Conversation) -> tuple[int, float]:
        own = _layers(each)
        return families[each.family], sum(layers[one] / occurs[one] for one in own) / len(own)

    while rest and len(drawn) < n:
        chosen = min(rest, key=seen)
        rest.remove(chosen)
        drawn.append(chosen)
        families[chosen.family] += 1
        layers.update(_layers(chosen))
    return drawn


def _layers(each: Conversation) -> tuple[tuple[str, str], ...]:
    return (("language", each.language), *each.strata.items())
