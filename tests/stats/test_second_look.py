"""The second look: exact by all signs, blind to what chose its items, no kinder for a failure."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mhgate.stats.second_look import FLIPPED_ALPHA, second_look

_differences = st.lists(
    st.tuples(st.sampled_from([-3, -2, -1, 0, 1, 2, 3]), st.integers(0, 5)), min_size=1, max_size=9
)


def _p(differences: list[tuple[int, int]]) -> float:
    means = [moved / 3 for moved, _ in differences]
    return second_look(means, means, [name for _, name in differences], trials=3).p_value


@given(_differences)
def test_it_is_the_share_of_all_signs(differences: list[tuple[int, int]]) -> None:
    """Written out over every way of giving the families' sums their signs, it is the same share."""
    sums: dict[int, int] = {}
    for moved, name in differences:
        sums[name] = sums.get(name, 0) + moved
    ways = list(product([-1, 1], repeat=len(sums)))
    low = sum(
        sum(sign * each for sign, each in zip(way, sums.values(), strict=True))
        <= sum(sums.values())
        for way in ways
    )
    assert _p(differences) == pytest.approx(low / len(ways))


@given(_differences, st.integers(0, 8))
def test_a_failure_only_ever_makes_it_harder_to_confirm(
    differences: list[tuple[int, int]], place: int
) -> None:
    """An item of which one fresh trial failed may have been better: the p-value does not fall."""
    low = [moved / 3 for moved, _ in differences]
    high, at = [*low], place % len(low)
    high[at] = min(1.0, high[at] + 1 / 3)
    families = [name for _, name in differences]
    assert second_look(low, high, families, trials=3).p_value >= _p(differences) - 1e-12


def test_an_example_by_hand() -> None:
    """Three families that each lost: one of eight ways is as low, which confirms at .2."""
    found = second_look([-1, -1, -1], [-1, -1, -1], ["a", "b", "c"], trials=1)
    assert found.p_value == 0.125
    assert found.confirmed
    assert found.alpha == FLIPPED_ALPHA


def test_one_family_shows_nothing() -> None:
    """However many items of one family were lost, they are one piece of evidence: p is one half."""
    found = second_look([-1] * 20, [-1] * 20, ["a"] * 20, trials=3)
    assert (found.p_value, found.confirmed, found.smallest_visible_drop) == (0.5, False, None)


def test_nothing_to_look_at_confirms_nothing() -> None:
    """Without an item, and where nothing moved, the p-value is 1."""
    assert second_look([], [], [], trials=3).p_value == 1
    assert second_look([0.0] * 9, [0.0] * 9, list("abcdefghi"), trials=3).p_value == 1


def test_many_families_of_parts_are_reckoned_exactly_and_soon() -> None:
    """Two hundred families with scores in parts stay within whole numbers."""
    means = [-(number % 7) / 60 for number in range(200)]
    found = second_look(means, means, list(range(200)), trials=5)
    assert found.p_value < 1e-20
    assert found.smallest_visible_drop is not None
    assert 0 < found.smallest_visible_drop < 0.1


@pytest.mark.parametrize(
    ("low", "high", "family"), [([0], [0], []), ([0.5], [0.4], ["a"]), ([-2], [0], ["a"])]
)
def test_what_is_no_range_is_refused(
    low: list[float], high: list[float], family: list[str]
) -> None:
    """Lengths that differ, and ranges that are reversed or too wide, are mistakes."""
    with pytest.raises(ValueError, match=r"expected one each|range is reversed"):
        second_look(low, high, family, trials=1)
