"""Ever smaller chunks are left out, as long as what is left is enough."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from typing import TypeVar

__all__ = ["reduced"]

T = TypeVar("T")


async def reduced(
    units: Sequence[T], is_enough: Callable[[Sequence[T]], Awaitable[bool]]
) -> list[T]:
    """Return a part of units that is enough, and no single unit of which can be left out.

    Halves are tried first, then quarters, down to single ones, from the front; after a round of
    single ones that left anything out, another follows.

    Args:
        units: enough as they are; in their order, which stays.
        is_enough: asked of parts, some of which may be empty; a part that cannot be asked about is
            not enough.

    Example:
        >>> import asyncio
        >>> async def has_both(part):
        ...     return {3, 8} <= set(part)
        >>> asyncio.run(reduced(range(12), has_both))
        [3, 8]
    """
    left = list(units)
    size = max(len(left) // 2, 1)
    while left:
        place, has_dropped = 0, False
        while place < len(left):
            rest = left[:place] + left[place + size :]
            if await is_enough(rest):
                left, has_dropped = rest, True
            else:
                place += size
        if size == 1 and not has_dropped:
            break
        size = max(size // 2, 1)
    return left
