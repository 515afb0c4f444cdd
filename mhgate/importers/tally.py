"""Counting what is left out and what is noticed, with the first few places of each."""

from __future__ import annotations

from collections.abc import Iterator

from mhgate.records import LeftOut, Noticed

__all__ = ["MOST_PLACES", "Tally"]

MOST_PLACES = 5
_LONGEST_PLACE = 120


class Tally:
    """How often each thing happened, in the order in which they first did."""

    __slots__ = ("_counts", "_places")

    def __init__(self) -> None:
        self._counts: dict[str, int] = {}
        self._places: dict[str, list[str]] = {}

    def add(self, what: str, *place: str | int, n: int = 1) -> None:
        """Count something once, or ``n`` times at one place.

        Args:
            what: what happened.
            place: the parts of its place: file, row, column.
            n: how often, at least 0.
        """
        if n <= 0:
            return
        self._counts[what] = self._counts.get(what, 0) + n
        places = self._places.setdefault(what, [])
        if place and len(places) < MOST_PLACES:
            named = ", ".join(map(str, place))[:_LONGEST_PLACE]
            if named not in places:
                places.append(named)

    def __iter__(self) -> Iterator[tuple[str, int, tuple[str, ...]]]:
        """Yield what happened, how often, and the first places."""
        for what, n in self._counts.items():
            yield what, n, tuple(self._places[what])

    @property
    def total(self) -> int:
        """How often anything happened."""
        return sum(self._counts.values())

    def left_out(self) -> tuple[LeftOut, ...]:
        """Return the counts as reasons for leaving out."""
        return tuple(LeftOut(reason=what, n=n, places=places) for what, n, places in self)

    def noticed(self) -> tuple[Noticed, ...]:
        """Return the counts as things that were noticed and used all the same."""
        return tuple(Noticed(what=what, n=n, places=places) for what, n, places in self)
