"""Numbers are never rounded across what they were compared with."""

from __future__ import annotations

from hypothesis import example, given
from hypothesis import strategies as st

from mhgate.report.figures import percent, spelled, whole_number

RATES = st.floats(0, 1, allow_nan=False)
DIFFERENCES = st.floats(-1, 1, allow_nan=False)


def _order(left: float, right: float) -> int:
    return (left > right) - (left < right)


@given(st.lists(RATES, min_size=1, max_size=3), RATES)
@example([0.8499], 0.85)
@example([0.85], 0.85)
@example([0.84999999999999998], 0.85)
@example([5e-324], 0.0)
def test_keeps_the_order_of_rates(values: list[float], limit: float) -> None:
    """Printed numbers stand to the printed threshold as the numbers do."""
    *shown, shown_limit = map(float, spelled(values, [limit], ends=[0.0, 1.0]))
    for value, seen in zip(values, shown, strict=True):
        assert _order(seen, shown_limit) == _order(value, limit)


@given(DIFFERENCES, DIFFERENCES)
@example(-0.0001, -0.05)
@example(-0.0, 0.0)
def test_keeps_the_order_of_differences(value: float, limit: float) -> None:
    """A drop is not printed as none, nor as exactly the allowed one."""
    seen, zero, shown_limit = map(float, spelled([value], [0.0, limit], signed=True))
    assert _order(seen, zero) == _order(value, 0.0)
    assert _order(seen, shown_limit) == _order(value, limit)


@given(st.lists(RATES, min_size=1, max_size=4), RATES)
def test_writes_numbers_close_to_what_they_are(values: list[float], limit: float) -> None:
    """The spelling is the number to at least three decimals."""
    for number, text in zip([*values, limit], spelled(values, [limit]), strict=True):
        assert abs(float(text) - number) <= 0.000500001


def test_does_not_print_near_certainty_as_certainty() -> None:
    """A bound of .9996 is not printed as 1.000; floating-point dust beside 1 is."""
    assert spelled([0.9996, 0.0003], [0.85], ends=[0.0, 1.0])[:2] == ["0.9996", "0.0003"]
    assert spelled([1 - 1e-12], [0.85], ends=[0.0, 1.0])[0] == "1.000"


def test_signs_differences_and_not_zero() -> None:
    """Differences carry their sign; nothing has none."""
    assert spelled([0.02, -0.08, 0.0], [0.0, -0.05], signed=True) == [
        "+0.020",
        "-0.080",
        "0.000",
        "0.000",
        "-0.050",
    ]


def test_writes_levels_without_superfluous_decimals() -> None:
    """1 - 2 alpha is a sum of floats and is not printed as one."""
    assert percent(1 - 2 * 0.05) == "90%"
    assert percent(1 - 2 * 0.0125) == "97.5%"


def test_tells_counts_from_graded_sums() -> None:
    """A mean times its count is a count again for yes and no, and none for grades."""
    assert whole_number((99 / 113) * 113) == 99
    assert whole_number(0.615 * 10) is None
