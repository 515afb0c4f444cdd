"""Holds the reduction: what is left is enough, and no single unit of it can go."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from hypothesis import given
from hypothesis import strategies as st

from mhgate.shrinking.reducing import reduced

UNITS = st.lists(st.integers(0, 99), unique=True, max_size=24)


def _reduced(units: Sequence[int], needed: set[int]) -> tuple[list[int], int]:
    asked = 0

    async def is_enough(part: Sequence[int]) -> bool:
        nonlocal asked
        asked += 1
        return needed <= set(part)

    return asyncio.run(reduced(units, is_enough)), asked


@given(UNITS, st.data())
def test_what_is_needed_is_left_and_nothing_else(units: list[int], data: st.DataObject) -> None:
    """Where a set of units is needed, that set is left, in its order."""
    needed = set(data.draw(st.lists(st.sampled_from(units), max_size=4))) if units else set()
    left, _ = _reduced(units, needed)
    assert left == [unit for unit in units if unit in needed]


@given(UNITS, st.functions(like=lambda part: ..., returns=st.booleans(), pure=True))
def test_no_single_unit_can_go(units: list[int], lot: object) -> None:
    """Whatever is enough, without any one of what is left it is not."""

    async def is_enough(part: Sequence[int]) -> bool:
        return bool(lot(tuple(part)))  # type: ignore[operator]

    async def check() -> None:
        left = await reduced(units, is_enough)
        assert left == [unit for unit in units if unit in set(left)]
        for place in range(len(left)):
            assert not await is_enough(left[:place] + left[place + 1 :])

    asyncio.run(check())


def test_few_are_asked_where_little_is_needed() -> None:
    """Halves first: two of a hundred take far fewer questions than there are units."""
    left, asked = _reduced(range(100), {31, 77})
    assert left == [31, 77]
    assert asked < 50
