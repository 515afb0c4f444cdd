"""Which file of items gets how many families, so that a budget holds: pure, and the same each time.

Families are granted one at a time, in a sequence that knows no budget: first what each required
file takes at least, the strictest first; then the file whose required probes are the furthest from
seeing the drop that they must see; last what only advises. A budget takes the longest beginning of
that sequence that it holds. So a larger budget never takes a family away, and no family is cut.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from heapq import heapify, heappop, heappush
from typing import Self

__all__ = ["Costs", "FileToAllocate", "Limits", "allocate"]

_ROUNDING = 1e-9


@dataclass(frozen=True, slots=True)
class Costs:
    """What asking something takes.

    Args:
        lanes: the seconds that it adds to each lane; lanes run beside each other, and the fullest
            says how long everything takes.
        usd: the money.
    """

    lanes: tuple[float, ...]
    usd: float = 0.0

    def __add__(self, other: Self) -> Costs:
        return Costs(
            tuple(one + more for one, more in zip(self.lanes, other.lanes, strict=True)),
            self.usd + other.usd,
        )

    @property
    def seconds(self) -> float:
        """How long it takes."""
        return max(self.lanes, default=0.0)


@dataclass(frozen=True, slots=True)
class Limits:
    """What may be spent; None sets no limit."""

    seconds: float | None = None
    usd: float | None = None

    def hold(self, costs: Costs) -> bool:
        """Return whether they hold so much.

        Args:
            costs: of everything that is asked.
        """
        in_time = self.seconds is None or costs.seconds <= self.seconds + _ROUNDING
        return in_time and (self.usd is None or costs.usd <= self.usd + _ROUNDING)


@dataclass(frozen=True, slots=True, kw_only=True)
class FileToAllocate:
    """A file of items before a budget is allocated.

    Args:
        key: its name.
        families: what each family takes, in the order of the draw.
        is_required: whether a required probe or stratum reads it.
        strictness: how strict what it must show is; the smallest comes first.
        least: how many families its required probes take until they can be decided at all.
        need: how far its probes are from seeing what they must see, by the number of families that
            they have, from none; it falls as they get more.
    """

    key: str
    families: tuple[Costs, ...]
    is_required: bool
    strictness: tuple[float, ...]
    least: int
    need: tuple[float, ...]


def allocate(files: Sequence[FileToAllocate], limits: Limits, *, fixed: Costs) -> dict[str, int]:
    """Return how many families of each file are asked.

    Args:
        files: all of a plan, in its order.
        limits: that must hold.
        fixed: what is spent before the first family.

    Returns:
        By the file's key; 0 where the budget ends before it.

    Example:
        >>> one = Costs((1.0,))
        >>> file = FileToAllocate(key="crisis/a.jsonl", families=(one, one, one), is_required=True,
        ...     strictness=(0.1,), least=2, need=(9.0, 2.0, 1.0))
        >>> allocate([file], Limits(seconds=2.5), fixed=Costs((0.0,)))
        {'crisis/a.jsonl': 2}
    """
    granted = dict.fromkeys((file.key for file in files), 0)
    by_key = {file.key: file for file in files}
    spent = fixed
    for key in _sequence(files):
        after = spent + by_key[key].families[granted[key]]
        if not limits.hold(after):
            break
        spent = after
        granted[key] += 1
    return granted


def _sequence(files: Sequence[FileToAllocate]) -> Iterator[str]:
    """Yield the file that gets the next family, until every family is granted."""
    given: dict[str, int] = dict.fromkeys((file.key for file in files), 0)
    required = [file for file in files if file.is_required]
    for file in sorted(required, key=lambda file: file.strictness):  # stable: the plan's order
        least = min(file.least, len(file.families))
        given[file.key] = least
        yield from [file.key] * least
    yield from _by_need(required, given)
    yield from _by_need([file for file in files if not file.is_required], given)


def _by_need(files: Sequence[FileToAllocate], given: Mapping[str, int]) -> Iterator[str]:
    """Yield the file in the greatest need, again and again."""
    queue = [
        (-file.need[given[file.key]], place, given[file.key])
        for place, file in enumerate(files)
        if given[file.key] < len(file.families)
    ]
    heapify(queue)
    while queue:
        _, place, count = heappop(queue)
        file = files[place]
        yield file.key
        if count + 1 < len(file.families):
            heappush(queue, (-file.need[count + 1], place, count + 1))
