"""The references of a file's items, held in columns: a hundred bytes an item, and not thousands.

A run holds one reference for each item from its first second to its last. What many items share
(a family, strata, a path) is there once, and what each has for itself is bytes in a row;
an :class:`ItemRef` is made when somebody looks at one.
"""

from __future__ import annotations

import re
from array import array
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Self, overload

from mhgate.records.asked import ItemRef

__all__ = ["ItemKind", "ItemRefs", "column_of"]

_DIGEST = re.compile("sha256:[0-9a-f]{64}")
_PREFIX = "sha256:"
_DIGEST_BYTES = 32
_NO_DIGEST = bytes(_DIGEST_BYTES)


def column_of(numbers: Iterable[int], most: int) -> array[int]:
    """Return whole numbers in a row, each in as few bytes as the largest needs.

    Args:
        numbers: from 0.
        most: none of them is larger.

    Raises:
        OverflowError: one of them is larger than any column holds.

    Example:
        >>> column_of([1, 2], 2).itemsize, column_of([1, 2], 300).itemsize
        (1, 2)
    """
    code = next((code for code in "BHI" if most < 1 << 8 * array(code).itemsize), "Q")
    return array(code, numbers)[:]  # a copy has no room to grow


@dataclass(frozen=True, slots=True)
class ItemKind:
    """What many items have in common: see :class:`ItemRef`."""

    strata: dict[str, str]
    language: str
    perturbed: bool
    has_clock: bool
    simulated: bool
    sealed: bool
    path: str


class ItemRefs(Sequence[ItemRef]):
    """References in a row, as a tuple of them would hold them.

    It cannot be changed, and two are equal where their references are; a tuple or a list of the
    same references is equal to it too.
    """

    __slots__ = (
        "_digests",
        "_ends",
        "_families",
        "_family_codes",
        "_ids",
        "_keys",
        "_kind_codes",
        "_kinds",
        "_lengths",
        "_odd_digests",
        "_offsets",
    )

    def __init__(self, refs: Iterable[ItemRef] = ()) -> None:
        ids, ends, digests = bytearray(), array("Q"), bytearray()
        offsets, lengths = array("Q"), array("Q")
        families: dict[str, int] = {}
        kinds: dict[tuple[object, ...], int] = {}
        texts: dict[str, str] = {}
        family_codes, kind_codes = array("I"), array("I")
        keys: list[str | float | None] = []
        self._odd_digests: dict[int, str] = {}
        self._kinds: tuple[ItemKind, ...] = ()
        found: list[ItemKind] = []
        for place, ref in enumerate(refs):
            ids += ref.id.encode("utf-8", "surrogatepass")
            ends.append(len(ids))
            if _DIGEST.fullmatch(ref.digest):
                digests += bytes.fromhex(ref.digest[len(_PREFIX) :])
            else:
                digests += _NO_DIGEST
                self._odd_digests[place] = ref.digest
            family_codes.append(families.setdefault(ref.family, len(families)))
            kind = _kind_of(ref)
            code = kinds.setdefault(kind, len(kinds))
            if code == len(found):
                found.append(_as_kind(ref))
            kind_codes.append(code)
            key = ref.key
            keys.append(texts.setdefault(key, key) if isinstance(key, str) else key)
            offsets.append(ref.offset)
            lengths.append(ref.length)
        self._ids, self._ends = bytes(ids), column_of(ends, len(ids))
        self._digests = bytes(digests)
        self._families, self._kinds = tuple(families), tuple(found)
        self._family_codes = column_of(family_codes, len(families))
        self._kind_codes = column_of(kind_codes, len(found))
        self._keys = tuple(keys) if any(key is not None for key in keys) else ()
        self._offsets = column_of(offsets, max(offsets, default=0))
        self._lengths = column_of(lengths, max(lengths, default=0))

    @classmethod
    def of(cls, refs: Iterable[ItemRef]) -> Self:
        """Return references in columns; those that are in columns already, as they are.

        Args:
            refs: in any form.
        """
        return refs if isinstance(refs, cls) else cls(refs)

    def __len__(self) -> int:
        return len(self._ends)

    @overload
    def __getitem__(self, place: int) -> ItemRef: ...

    @overload
    def __getitem__(self, place: slice) -> tuple[ItemRef, ...]: ...

    def __getitem__(self, place: int | slice) -> ItemRef | tuple[ItemRef, ...]:
        if isinstance(place, slice):
            return tuple(self._at(each) for each in range(len(self))[place])
        return self._at(range(len(self))[place])

    def __iter__(self) -> Iterator[ItemRef]:
        return map(self._at, range(len(self)))

    def __eq__(self, other: object) -> bool:
        if isinstance(other, ItemRefs | tuple | list):
            return len(self) == len(other) and all(map(_are_equal, self, other))
        return NotImplemented

    def __hash__(self) -> int:
        return hash((self._ids, self._digests))

    def __repr__(self) -> str:
        return f"<{len(self)} item references>"

    @property
    def kinds(self) -> tuple[ItemKind, ...]:
        """What the items have in common, each once: to ask whether any of them has something."""
        return self._kinds

    def id_of(self, place: int) -> str:
        """Return the id of one item.

        Args:
            place: from 0.
        """
        start = self._ends[place - 1] if place else 0
        return self._ids[start : self._ends[place]].decode("utf-8", "surrogatepass")

    def family_of(self, place: int) -> str:
        """Return the family of one item: the same string for all of one family.

        Args:
            place: from 0.
        """
        return self._families[self._family_codes[place]]

    def digest_of(self, place: int) -> str:
        """Return the digest of one item.

        Args:
            place: from 0.
        """
        if place in self._odd_digests:
            return self._odd_digests[place]
        start = place * _DIGEST_BYTES
        return _PREFIX + self._digests[start : start + _DIGEST_BYTES].hex()

    def kind_number(self, place: int) -> int:
        """Return which of ``kinds`` one item is of.

        Args:
            place: from 0.
        """
        return self._kind_codes[place]

    def ids(self) -> Iterator[str]:
        """Yield the ids of the items, in their order."""
        return map(self.id_of, range(len(self)))

    def digests(self) -> Iterator[str]:
        """Yield the digests of the items, in their order."""
        return map(self.digest_of, range(len(self)))

    def _at(self, place: int) -> ItemRef:
        kind = self._kinds[self._kind_codes[place]]
        return ItemRef(
            id=self.id_of(place),
            family=self._families[self._family_codes[place]],
            digest=self.digest_of(place),
            strata=kind.strata,
            language=kind.language,
            key=self._keys[place] if self._keys else None,
            perturbed=kind.perturbed,
            has_clock=kind.has_clock,
            simulated=kind.simulated,
            sealed=kind.sealed,
            path=kind.path,
            offset=self._offsets[place],
            length=self._lengths[place],
        )


def _are_equal(one: object, other: object) -> bool:
    return one == other


def _kind_of(ref: ItemRef) -> tuple[object, ...]:
    """Return what tells kinds apart; the order of strata too, for a report keeps it."""
    flags = (ref.perturbed, ref.has_clock, ref.simulated, ref.sealed)
    return (*ref.strata.items(), ref.language, *flags, ref.path)


def _as_kind(ref: ItemRef) -> ItemKind:
    return ItemKind(
        strata=ref.strata,
        language=ref.language,
        perturbed=ref.perturbed,
        has_clock=ref.has_clock,
        simulated=ref.simulated,
        sealed=ref.sealed,
        path=ref.path,
    )
