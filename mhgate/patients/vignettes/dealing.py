"""Chance that is even: values are dealt like cards, so that a small cohort holds all of them.

Everything drawn comes from one ``random.Random`` that is seeded by the caller: the same seed gives
the same cohort on every machine.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from random import Random
from typing import Any, TypeVar

__all__ = ["Dealer", "shuffled"]

T = TypeVar("T")


def shuffled(values: Iterable[T], rng: Random) -> list[T]:
    """Return values in an order of chance.

    Args:
        values: any.
        rng: the source of chance.
    """
    found = list(values)
    rng.shuffle(found)
    return found


class Dealer:
    """Deals values from named decks, each of which is used up before it is shuffled again.

    Args:
        rng: the source of chance.
    """

    def __init__(self, rng: Random) -> None:
        self._rng = rng
        self._decks: dict[str, list[Any]] = {}

    def deal(
        self, name: str, cards: Sequence[T], fits: Callable[[T], bool] = lambda _card: True
    ) -> T:
        """Deal the next card that fits; one that does not stays for who comes later.

        Args:
            name: of the deck.
            cards: a whole deck, in which a value may stand several times.
            fits: whether a card may be dealt now.

        Raises:
            ValueError: no card of the deck fits.
        """
        deck: list[T] = self._decks.setdefault(name, [])
        at = next((at for at, card in enumerate(deck) if fits(card)), None)
        if at is None:
            if not any(map(fits, cards)):
                raise ValueError(f"no card of {name!r} fits")
            at = len(deck)
            deck.extend(shuffled(cards, self._rng))
            at += next(step for step, card in enumerate(deck[at:]) if fits(card))
        return deck.pop(at)
