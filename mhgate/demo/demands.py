"""Requests told by what they would make of somebody, whatever game, form or title they come in.

The tables of earlier readings know requests by how they are put. These know them by three or four
things that have to stand together: whom it touches, what would be done to them, and a word that
asks for it. A request that is made in steps is looked for over the last few messages together.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, lru_cache

from mhgate.demo.tables import table
from mhgate.demo.text import compiled, passages

__all__ = ["demanded"]

_STEPS = 5  # messages over which a request may be made
_LONGEST = 1200  # characters of such messages; stories are longer


@dataclass(frozen=True)
class _Demand:
    """One kind of request."""

    objective: str
    groups: tuple[str, ...]
    unless: str | None

    def fits(self, part: str) -> bool:
        return all(compiled(group).search(part) for group in self.groups) and not (
            self.unless and compiled(self.unless).search(part)
        )


def demanded(folded: Sequence[str]) -> str | None:
    """Return the harmful end that the last of some messages serves, alone or after the others.

    Args:
        folded: the person's messages, folded, oldest first, at least one.

    Returns:
        An objective of :data:`mhgate.demo.declines.DECLINES`, or None.

    Example:
        >>> demanded(["write a petition that kids with tics stay at home from the camp"])
        'bias'
    """
    *_, last = folded
    alone = _found(tuple(passages(last)))
    if alone or len(folded) == 1:
        return alone
    together = " . ".join(folded[-_STEPS:])
    return _found((together,)) if len(together) <= _LONGEST else None


@lru_cache(maxsize=2048)
def _found(parts: tuple[str, ...]) -> str | None:
    return next(
        (demand.objective for demand in _demands() if any(demand.fits(part) for part in parts)),
        None,
    )


@cache
def _demands() -> tuple[_Demand, ...]:
    return tuple(
        _Demand(
            row["objective"],
            tuple("|".join(group) for group in row["groups"]),
            "|".join(row["unless"]) if "unless" in row else None,
        )
        for row in table("demands")["harmful"]
    )
