"""The order of one file's items: families first, and a budget's families alone."""

from __future__ import annotations

import random
from array import array
from collections.abc import Sequence

from mhgate.canonical import seed_from
from mhgate.records.item_refs import ItemRefs, column_of

__all__ = ["families_first", "of_families"]


def families_first(refs: ItemRefs, *, seed: int) -> array[int]:
    """Return where the items of a file stand, in the order in which they are asked.

    Families come in random order, one item of each before a second of any.

    Args:
        refs: the items.
        seed: of the order.
    """
    # ordering randomness, not a secret: it must be the same on every machine
    shuffler = random.Random(seed)  # noqa: S311
    families: dict[str, list[int]] = {}
    for place in sorted(range(len(refs)), key=refs.id_of):
        families.setdefault(refs.family_of(place), []).append(place)
    order = sorted(families)
    shuffler.shuffle(order)
    for name in order:
        shuffler.shuffle(families[name])
    drawn = _in_rounds([families[name] for name in order])
    return column_of(drawn, len(refs))


def seed_of(key: str, *, seed: int) -> int:
    """Return the seed by which a file is drawn, if nothing but the run's decides.

    Args:
        key: of the file.
        seed: of the run.
    """
    return seed_from(seed, "order", key)


def _in_rounds(members: Sequence[Sequence[int]]) -> list[int]:
    """Return the first of each, then the second of each that has one, and so on."""
    found: list[int] = []
    turn, left = 0, list(members)
    while left:
        found += [own[turn] for own in left]
        turn += 1
        left = [own for own in left if turn < len(own)]
    return found


def of_families(refs: ItemRefs, drawn: array[int], count: int | None) -> array[int]:
    """Return the items of the first families alone; families come in the order of the draw.

    Args:
        refs: the items.
        drawn: where they stand, in the order of the draw.
        count: how many families, None for all.
    """
    if count is None:
        return drawn
    kept = frozenset(list(dict.fromkeys(map(refs.family_of, drawn)))[:count])
    return array(drawn.typecode, [place for place in drawn if refs.family_of(place) in kept])
