"""The split of a variance by item, target and judge."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mhgate.stats.variance_components import VarianceComponents, variance_components

Rows = list[tuple[float, int, int]]

_tables = st.lists(
    st.tuples(st.sampled_from([0.0, 0.1, 0.5, 1.0]), st.integers(0, 6), st.integers(0, 2)),
    max_size=50,
)


def _of(rows: Rows) -> VarianceComponents:
    return variance_components(
        [row[0] for row in rows],
        items=[row[1] for row in rows],
        epochs=[row[2] for row in rows],
        families=[row[1] // 2 for row in rows],
    )


def test_a_balanced_table_has_the_textbook_estimates() -> None:
    """Mean squares within, between transcripts and between items, each less the one below."""
    rng = np.random.default_rng(5)
    y = rng.random((12, 3, 4))
    item, epoch, _ = np.indices(y.shape)
    found = variance_components(y.ravel(), items=item.ravel(), epochs=epoch.ravel())
    cell, row = y.mean(axis=2), y.mean(axis=(1, 2))
    within = ((y - cell[..., None]) ** 2).sum() / (12 * 3 * 3)
    between = 4 * ((cell - row[:, None]) ** 2).sum() / (12 * 2)
    above = 12 * ((row - y.mean()) ** 2).sum() / 11
    assert found.judge.raw == pytest.approx(within)
    assert found.target.raw == pytest.approx((between - within) / 4)
    assert found.items.raw == pytest.approx((above - between) / 12)


def _simulated(
    rng: np.random.Generator, items: int, flip: float
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Beta(4, 1) items, replies good at the item's rate, a judge that errs at ``flip``."""
    good = rng.random((items, 3)) < rng.beta(4, 1, size=(items, 1))
    said = good[..., None] ^ (rng.random((items, 3, 3)) < flip)
    item, epoch, repeat = np.indices(said.shape)
    # ragged: some items were asked once or twice, some transcripts judged once or twice
    is_there = (epoch <= item % 3) & (repeat <= (item + epoch) % 3 + (item % 2))
    return said[is_there].astype(float), item[is_there], epoch[is_there]


def test_known_components_come_back_on_average() -> None:
    """Unbalanced binary tables: the mean of 250 estimates lies within 4 of its standard errors."""
    rng, flip, raws = np.random.default_rng(11), 0.1, []
    for _ in range(250):
        values, items, epochs = _simulated(rng, 60, flip)
        found = variance_components(values, items=items, epochs=epochs)
        raws.append([found.items.raw, found.target.raw, found.judge.raw])
    of_items = 4 / (5**2 * 6)
    truth = [
        (1 - 2 * flip) ** 2 * of_items,
        (1 - 2 * flip) ** 2 * (0.8 * 0.2 - of_items),
        flip * (1 - flip),
    ]
    estimates = np.array(raws, dtype=float)
    error = estimates.std(axis=0, ddof=1) / math.sqrt(len(estimates))
    assert np.all(np.abs(estimates.mean(axis=0) - truth) < 4 * error)
    assert np.all(error < 0.003), "so narrow that it tells a component from another"


def test_intervals_hold_what_is_true() -> None:
    """Of 100 intervals at .9 of the judge's share, no fewer than 80 hold it."""
    rng, flip, held = np.random.default_rng(12), 0.1, 0
    of_items = 4 / (5**2 * 6)
    within = flip * (1 - flip)
    share = within / ((1 - 2 * flip) ** 2 * 0.8 * 0.2 + within)
    assert of_items < within
    for _ in range(100):
        values, items, epochs = _simulated(rng, 60, flip)
        judge = variance_components(values, items=items, epochs=epochs).judge
        assert judge.share_lower is not None
        assert judge.share_upper is not None
        held += judge.share_lower <= share <= judge.share_upper
    assert held >= 80


@settings(max_examples=80, deadline=None)
@given(_tables, st.randoms())
def test_shares_are_shares_in_any_order(rows: Rows, mix: object) -> None:
    """Never NaN, shares in [0, 1] that sum to 1, bounds around them, and blind to the order."""
    found, mixed = _of(rows), rows[:]
    mix.shuffle(mixed)  # type: ignore[attr-defined]
    assert _of(mixed) == found
    shares = []
    for part in (found.items, found.target, found.judge):
        numbers = [part.value, part.raw, part.share, part.lower, part.upper]
        numbers += [part.share_lower, part.share_upper]
        assert all(number is None or math.isfinite(number) for number in numbers)
        assert (part.value is None) == (part.reason is not None)
        if part.value is not None and part.raw is not None:
            assert part.value == max(0.0, part.raw)
        if part.lower is not None:
            assert part.lower <= part.value <= part.upper  # type: ignore[operator]
        if part.share_lower is not None:
            assert 0 <= part.share_lower <= part.share <= part.share_upper <= 1  # type: ignore[operator]
        elif part.value is not None:
            assert part.interval_reason
        shares += [] if part.share is None else [part.share]
    assert (found.reason is None) == bool(shares)
    assert sum(shares) == pytest.approx(1.0 if shares else 0.0)
    left = found.left_with(epochs=2)
    assert left is None or 0.5 - 1e-12 <= left <= 1 + 1e-12


def test_one_epoch_leaves_the_target_among_the_items() -> None:
    """It is None with a reason, the judge is told all the same, and nothing is promised."""
    found = _of([(1.0, n, 0) for n in range(6)] + [(n % 2, n, 0) for n in range(6)])
    assert found.target.value is None
    assert "asked twice" in (found.target.reason or "")
    assert found.items.includes == ("target",)
    assert found.judge.value == pytest.approx(0.25)
    assert found.judge_of_noise is None
    assert found.left_with(epochs=2) is None


def test_one_repeat_leaves_the_judge_in_the_target() -> None:
    """A second epoch can be reckoned with, a second judgement cannot."""
    found = _of([(float((n + e) % 2), n, e) for n in range(6) for e in range(2)])
    assert found.judge.value is None
    assert "judged twice" in (found.judge.reason or "")
    assert found.target.includes == ("judge",)
    assert found.left_with(epochs=2) == pytest.approx(0.5)
    assert found.left_with(epochs=2, repeats=2) is None
    alone = _of([(1.0, 0, 0), (0.0, 1, 0)])
    assert alone.items.includes == ("target", "judge")


@pytest.mark.parametrize("value", [0.0, 0.1, 1.0])
def test_what_never_varies_has_no_shares(value: float) -> None:
    """Every component is 0, which rounding does not change, and the reason is said."""
    found = _of([(value, n, e) for n in range(6) for e in range(2) for _ in range(3)])
    assert {part.value for part in (found.items, found.target, found.judge)} == {0.0}
    assert found.judge.share is None
    assert "the same" in (found.reason or "")
    assert "no judgement" in (_of([]).reason or "")


def test_a_steady_judge_has_no_component() -> None:
    """Not one that rounding makes; and no interval that would claim to know it."""
    found = _of([(0.1 * ((n + e) % 4), n, e) for n in range(8) for e in range(2) for _ in range(3)])
    assert (found.judge.value, found.judge.share) == (0.0, 0.0)
    assert found.judge.share_upper is None
    assert found.judge.interval_reason


def test_one_item_says_nothing_about_items() -> None:
    """Target and judge are told within it, and no share is."""
    found = _of([(1.0, 0, 0), (0.0, 0, 0), (1.0, 0, 1), (1.0, 0, 1)])
    assert found.items.value is None
    assert found.judge.value == pytest.approx(0.25)
    assert found.judge.share is None
    assert "two items" in (found.reason or "")
