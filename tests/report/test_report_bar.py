"""The bar keeps the order of what it draws, in exactly its width."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from mhgate.report.bar import ASCII, DRAWN, bar

RATES = st.floats(0, 1, allow_nan=False)


def test_draws_interval_point_and_threshold() -> None:
    """Each part has its character."""
    drawn = bar(lower=0.3, upper=0.7, point=0.5, threshold=0.85, cells=20)
    assert drawn == "······├───█───┤··|··"


def test_draws_in_ascii_where_it_must() -> None:
    """The fallback says the same in seven bits."""
    drawn = bar(lower=0.3, upper=0.7, point=0.5, threshold=0.85, cells=20, strokes=ASCII)
    assert drawn == "......[---#---]..|.."


def test_draws_no_point_where_nothing_was_scored() -> None:
    """All failed: the whole axis is possible, and there is no score."""
    assert bar(lower=0, upper=1, point=None, threshold=0.5, cells=9) == "├───|───┤"


@given(RATES, RATES, RATES, st.integers(2, 200))
def test_never_draws_a_bound_on_the_wrong_side(
    one: float, other: float, threshold: float, cells: int
) -> None:
    """An interval below its threshold is drawn below it, or under its mark; and above, above."""
    lower, upper = sorted((one, other))
    drawn = bar(lower=lower, upper=upper, point=None, threshold=threshold, cells=cells)
    assert len(drawn) == cells
    mark = drawn.index(DRAWN.threshold)
    covered = [index for index, char in enumerate(drawn) if char in "├─┤"]
    if upper < threshold:
        assert all(index < mark for index in covered)
    if lower > threshold:
        assert all(index > mark for index in covered)


def test_draws_bounds_beyond_the_axis_at_its_ends() -> None:
    """A bound outside [0, 1] does not leave the bar."""
    assert bar(lower=-0.5, upper=1.5, point=0.5, threshold=0.9, cells=10) == "├────█───|"
