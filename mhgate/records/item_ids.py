"""Ids of items -> where they stand, without a dict of strings: eight bytes an item.

A checksum in four bytes leads to the candidates, and each of these is compared in full.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from itertools import chain
from zlib import crc32

from mhgate.records.item_refs import ItemRefs, column_of

__all__ = ["IdIndex", "ItemIds"]


class IdIndex:
    """Finds the number of an id.

    Args:
        count: how many ids there are.
        id_of: returns the id of a number below that.

    Raises:
        ValueError: two ids are alike.
    """

    __slots__ = ("_checksums", "_id_of", "_numbers")

    def __init__(self, count: int, id_of: Callable[[int], str]) -> None:
        checksums = column_of((_checksum(id_of(number)) for number in range(count)), 2**32 - 1)
        order = sorted(range(count), key=checksums.__getitem__)
        self._checksums = column_of(map(checksums.__getitem__, order), 2**32 - 1)
        self._numbers = column_of(order, count)
        self._id_of = id_of
        self._refuse_twice()

    def find(self, name: str) -> int | None:
        """Return the number of an id, None where it is none of these.

        Args:
            name: the id.
        """
        checksum = _checksum(name)
        place = bisect_left(self._checksums, checksum)
        while place < len(self._checksums) and self._checksums[place] == checksum:
            number = self._numbers[place]
            if self._id_of(number) == name:
                return number
            place += 1
        return None

    def _refuse_twice(self) -> None:
        sums = self._checksums
        for place in (place for place in range(1, len(sums)) if sums[place] == sums[place - 1]):
            first = bisect_left(sums, sums[place])
            name, *others = map(self._id_of, self._numbers[first : place + 1][::-1])
            if name in others:
                raise ValueError(f"found the item {name!r} twice; expected one of each id")


class ItemIds(AbstractSet[str]):
    """The ids of several files' items, as a frozenset of strings would hold them.

    Args:
        files: that hold the items; no id is there twice.
    """

    __slots__ = ("_files", "_indexes")

    def __init__(self, files: Sequence[ItemRefs]) -> None:
        self._files = tuple(files)
        self._indexes: tuple[IdIndex, ...] | None = None

    def __len__(self) -> int:
        return sum(map(len, self._files))

    def __iter__(self) -> Iterator[str]:
        return chain.from_iterable(refs.ids() for refs in self._files)

    def __contains__(self, name: object) -> bool:
        if self._indexes is None:  # most runs never ask
            self._indexes = tuple(IdIndex(len(refs), refs.id_of) for refs in self._files)
        return isinstance(name, str) and any(
            index.find(name) is not None for index in self._indexes
        )

    @classmethod
    def _from_iterable(cls, it: Iterator[str]) -> frozenset[str]:  # type: ignore[override]
        return frozenset(it)  # what two sets make together


def _checksum(name: str) -> int:
    return crc32(name.encode("utf-8", "surrogatepass"))
