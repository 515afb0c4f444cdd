"""The items of a plan by id: their references, their digests, and the probes that read them.

An item has a number, its place in the order in which the items were drawn, file by file; everything
else is looked up by that number, and an id leads to it.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence, ValuesView
from itertools import chain, repeat, starmap

from mhgate.records import ItemRef, Probe
from mhgate.records.item_ids import IdIndex
from mhgate.records.item_refs import ItemRefs

__all__ = ["Digests", "Drawn", "Readers"]

_MOST_LATELY = 512  # more than run at once


class Drawn(Mapping[str, ItemRef]):
    """The references of a plan's items, by id, in the order of their numbers.

    Args:
        files: the references of each file.
        places: where the chosen ones stand in each, in the order of the draw.

    Raises:
        ValueError: an id is there twice.
    """

    __slots__ = ("_files", "_index", "_lately", "_looked_at", "_places", "_starts")

    def __init__(self, files: Sequence[ItemRefs], places: Sequence[Sequence[int]]) -> None:
        self._files, self._places = tuple(files), tuple(places)
        self._starts = [0]
        for chosen in places:
            self._starts.append(self._starts[-1] + len(chosen))
        self._index = IdIndex(len(self), self.id_of)
        self._lately: dict[str, int] = {}  # a trial's item is looked for several times: its number
        self._looked_at: dict[str, ItemRef] = {}  # and what refers to it

    @classmethod
    def of(cls, refs: Mapping[str, ItemRef]) -> Drawn:
        """Return references by id as those of a plan; what are these already, as they are.

        Args:
            refs: in their order.
        """
        if isinstance(refs, cls):
            return refs
        columns = ItemRefs(refs.values())
        return cls([columns], [range(len(columns))])

    def __len__(self) -> int:
        return self._starts[-1]

    def __iter__(self) -> Iterator[str]:
        return map(self.id_of, range(len(self)))

    def __contains__(self, name: object) -> bool:
        return isinstance(name, str) and self.find(name) is not None

    def __getitem__(self, name: str) -> ItemRef:
        ref = self._looked_at.get(name)
        if ref is None:
            ref = self.at(self.number_of(name))
            if len(self._looked_at) >= _MOST_LATELY:
                self._looked_at.clear()
            self._looked_at[name] = ref
        return ref

    def find(self, name: str) -> int | None:
        """Return the number of an item, None where it was not drawn.

        Args:
            name: its id.
        """
        number = self._lately.get(name)
        if number is None:
            number = self._index.find(name)
            if number is None:
                return None
            if len(self._lately) >= _MOST_LATELY:
                self._lately.clear()
            self._lately[name] = number
        return number

    def number_of(self, name: str) -> int:
        """Return the number of an item.

        Args:
            name: its id.

        Raises:
            KeyError: it was not drawn.
        """
        number = self.find(name)
        if number is None:
            raise KeyError(name)
        return number

    def file_of(self, number: int) -> int:
        """Return in which of the plan's files an item lies, from 0.

        Args:
            number: of the item.
        """
        return bisect_right(self._starts, number) - 1

    def counts(self) -> Iterator[int]:
        """Yield how many items were drawn of each file."""
        return map(len, self._places)

    def at(self, number: int) -> ItemRef:
        """Return the reference of an item.

        Args:
            number: of the item.
        """
        refs, place = self._found(number)
        return refs[place]

    def id_of(self, number: int) -> str:
        """Return the id of an item.

        Args:
            number: of the item.
        """
        refs, place = self._found(number)
        return refs.id_of(place)

    def family_of(self, number: int) -> str:
        """Return the family of an item: the same string for all of one family.

        Args:
            number: of the item.
        """
        refs, place = self._found(number)
        return refs.family_of(place)

    def digest_of(self, number: int) -> str:
        """Return the digest of an item.

        Args:
            number: of the item.
        """
        refs, place = self._found(number)
        return refs.digest_of(place)

    def told(self, number: int) -> tuple[str, str, str, dict[str, str]]:
        """Return id, digest, family and strata of an item, without its reference.

        Args:
            number: of the item.
        """
        refs, place = self._found(number)
        strata = refs.kinds[refs.kind_number(place)].strata
        return refs.id_of(place), refs.digest_of(place), refs.family_of(place), strata

    def those(self, key: str, value: str) -> bytearray:
        """Return for each item, by its number, whether it is of a stratum.

        Args:
            key: of the stratum.
            value: that it has there.
        """
        found = bytearray()
        for refs, places in zip(self._files, self._places, strict=True):
            of_it = [kind.strata.get(key) == value for kind in refs.kinds]
            found += bytes(of_it[refs.kind_number(place)] for place in places)
        return found

    def paths(self) -> Iterator[str]:
        """Yield the path of each item's file, by its number."""
        for refs, places in zip(self._files, self._places, strict=True):
            paths = [kind.path for kind in refs.kinds]
            yield from (paths[refs.kind_number(place)] for place in places)

    def _found(self, number: int) -> tuple[ItemRefs, int]:
        file = bisect_right(self._starts, number) - 1
        return self._files[file], self._places[file][number - self._starts[file]]


class Readers(Mapping[str, tuple[Probe, ...]]):
    """The probes that read each item of a plan, by its id.

    Args:
        drawn: the items.
        by_file: the probes that read each of their files.
    """

    __slots__ = ("_by_file", "drawn")

    def __init__(self, drawn: Drawn, by_file: Sequence[tuple[Probe, ...]]) -> None:
        self.drawn, self._by_file = drawn, tuple(by_file)

    def __len__(self) -> int:
        return len(self.drawn)

    def __iter__(self) -> Iterator[str]:
        return iter(self.drawn)

    def __contains__(self, name: object) -> bool:
        return name in self.drawn

    def __getitem__(self, name: str) -> tuple[Probe, ...]:
        return self._by_file[self.drawn.file_of(self.drawn.number_of(name))]

    def values(self) -> ValuesView[tuple[Probe, ...]]:
        """The probes that read each item, one after the other, found without its id."""
        return _Values(self)

    def by_file(self) -> Iterator[tuple[tuple[Probe, ...], int]]:
        """Yield who reads each file's items, and how many these are; in the order of numbers."""
        return zip(self._by_file, self.drawn.counts(), strict=True)


class _Values(ValuesView[tuple[Probe, ...]]):
    __slots__ = ()
    _mapping: Readers

    def __iter__(self) -> Iterator[tuple[Probe, ...]]:
        return chain.from_iterable(starmap(repeat, self._mapping.by_file()))


class Digests(Mapping[str, str]):
    """The digest of each item of a plan, by its id.

    Args:
        drawn: the items.
    """

    __slots__ = ("_drawn",)

    def __init__(self, drawn: Drawn) -> None:
        self._drawn = drawn

    def __len__(self) -> int:
        return len(self._drawn)

    def __iter__(self) -> Iterator[str]:
        return iter(self._drawn)

    def __contains__(self, name: object) -> bool:
        return name in self._drawn

    def __getitem__(self, name: str) -> str:
        return self._drawn.digest_of(self._drawn.number_of(name))
