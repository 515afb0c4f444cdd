"""One of the parts in which a plan is asked: whole families, found by their names alone."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Self

from mhgate.canonical import seed_from

__all__ = ["Shard"]

_SHARD = re.compile("[1-9][0-9]{0,3}/[1-9][0-9]{0,3}")


@dataclass(frozen=True, slots=True)
class Shard:
    """One of the parts in which a plan is asked, by as many processes: the second of eight, say.

    Args:
        number: which, from 1.
        count: of how many.
    """

    number: int
    count: int

    @classmethod
    def read(cls, text: str) -> Self:
        """Read a shard as it is written.

        Args:
            text: ``2/8``.

        Raises:
            ValueError: it is written otherwise, or there is no such part.

        Example:
            >>> Shard.read("2/8")
            Shard(number=2, count=8)
        """
        number, _, count = text.partition("/")
        if not (_SHARD.fullmatch(text) and int(number) <= int(count)):
            raise ValueError(f"found {text!r}; expected a shard such as 2/8")
        return cls(int(number), int(count))

    def __str__(self) -> str:
        return f"{self.number}/{self.count}"

    @property
    def words(self) -> str:
        """The shard as sentences name it."""
        return f"shard {self.number} of {self.count}"

    def holds(self, family: str) -> bool:
        """Return whether a family is asked in this shard: its name alone decides.

        Args:
            family: its id, which carries its suite.
        """
        return seed_from("shard", family) % self.count == self.number - 1
