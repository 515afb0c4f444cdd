"""Holds generators from seeds to being the same, and to being different."""

from __future__ import annotations

import pytest

from mhgate.stats.seeded import seeded


def test_the_same_numbers_give_the_same_stream() -> None:
    """And any other number another one."""
    first = seeded(3, 4).random(5).tolist()
    assert seeded(3, 4).random(5).tolist() == first
    assert seeded(3, 5).random(5).tolist() != first
    assert seeded(3).random(5).tolist() != first


@pytest.mark.parametrize("seeds", [(), (-1,)])
def test_no_seed_is_no_seed(seeds: tuple[int, ...]) -> None:
    """None, or one below 0, is refused: it would be another stream at every call, or none."""
    with pytest.raises(ValueError, match=r"seed|non-negative"):
        seeded(*seeds)
