"""One side of an interval by family: its effects are the worst, and any exact method fits in."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mhgate.stats.cluster_rate import cluster_rate
from mhgate.stats.effective_counts import effective_counts
from mhgate.stats.judged_rate import MeldedCounts
from mhgate.stats.melded import JudgeCounts
from mhgate.stats.worst_case_side import ExactCounts, ExactMethod, WorstCaseSide

_rows = st.lists(st.tuples(st.integers(0, 4), st.integers(1, 4)), min_size=2, max_size=10).map(
    lambda rows: np.array([(min(x, m), m) for x, m in rows], dtype=float)
)
_METHODS: list[ExactMethod] = [ExactCounts(), MeldedCounts(JudgeCounts(19, 20, 9, 12))]


@given(_rows)
def test_with_every_event_the_effect_is_the_plain_one(rows: np.ndarray) -> None:
    """The last total is the observed one, with the design effect of the observed counts."""
    events, sizes = rows.T
    side = WorstCaseSide(events, sizes, 0.1, method=ExactCounts())
    plain = effective_counts(events, sizes, alpha=0.05, icc_floor=0.1)
    assert side.totals[-1] == events.sum()
    assert side.effects[-1] == pytest.approx(plain.design_effect)


@given(_rows, st.data())
def test_no_subset_of_the_events_has_a_larger_effect(rows: np.ndarray, data: st.DataObject) -> None:
    """Dropping any events leads to no design effect above the one held for their number."""
    events, sizes = rows.T
    fewer = np.array([data.draw(st.integers(0, int(x))) for x in events], dtype=float)
    side = WorstCaseSide(events, sizes, 0.1, method=ExactCounts())
    held = side.effects[int(np.searchsorted(side.totals, fewer.sum()))]
    plain = effective_counts(fewer, sizes, alpha=0.05, icc_floor=0.1)
    assert plain.design_effect <= held + 1e-9


@pytest.mark.parametrize("method", _METHODS)
@given(rows=_rows, rate=st.floats(0.05, 0.95))
@settings(max_examples=25)
def test_bound_and_p_value_say_the_same(method: ExactMethod, rows: np.ndarray, rate: float) -> None:
    """The bound exceeds a rate exactly where the p-value at its alpha is below it."""
    events, sizes = rows.T
    side = WorstCaseSide(events, sizes, 0.1, method=method)
    bound = side.bound(0.05)
    if abs(bound - rate) > 1e-6:
        assert (bound > rate) == (side.p_at_least(rate, 0.05) < 0.05)
        assert (bound > rate) == (side.p_value(rate) < 0.05)


def test_uncorrected_rates_are_what_they_were() -> None:
    """The bounds of exact counts keep their digits: baselines of this method rest on them."""
    found = cluster_rate(
        [3, 5, 2, 4, 0, 5], [1, 0, 0, 0, 1, 0], [5, 5, 3, 4, 2, 5], level=0.9, threshold=0.95
    )
    bounds = (found.lower, found.upper, found.effective_n, found.p_below)
    known = (0.38798514270865225, 0.995815248042045, 7.082099205625145, 0.2639038133822716)
    assert bounds == pytest.approx(known, abs=1e-12)
