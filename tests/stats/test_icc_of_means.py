"""Holds the coefficient of groups' means to the plain one, and its interval to what it rests on."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mhgate.stats.icc import icc
from mhgate.stats.icc_of_means import icc_of_means


def _data(seed: int, clusters: int = 60, groups: int = 5) -> tuple[np.ndarray, ...]:
    """Return ratings of ``groups`` systems in ``clusters`` conversations, one reply each."""
    rng = np.random.default_rng(seed)
    quality = np.linspace(0, 2, groups)
    true = (
        quality[None, :] + rng.normal(0, 0.4, (clusters, 1)) + rng.normal(0, 1, (clusters, groups))
    )
    ratings = np.stack([true, true + 0.3 + rng.normal(0, 0.8, true.shape)], axis=-1)
    group = np.broadcast_to(np.arange(groups), true.shape)
    cluster = np.broadcast_to(np.arange(clusters)[:, None], true.shape)
    return ratings.reshape(-1, 2), group.ravel(), cluster.ravel()


@pytest.mark.parametrize("form", ["A,1", "C,1"])
def test_the_value_is_the_plain_coefficient_of_the_means(form: str) -> None:
    """Means by hand, then icc: the same number."""
    ratings, group, cluster = _data(1)
    means = np.array([ratings[group == each].mean(axis=0) for each in range(5)])
    found = icc_of_means(
        ratings, group, clusters=cluster, generator=np.random.default_rng(2), form=form
    )
    assert found.value == pytest.approx(icc(means, form=form).value, abs=1e-12)
    assert (found.groups, found.clusters, found.undefined) == (5, 60, 0)
    assert found.lower < found.value < found.upper


def test_more_conversations_narrow_the_interval() -> None:
    """Four times the conversations: about half the width."""
    widths = []
    for clusters in (60, 240):
        ratings, group, cluster = _data(3, clusters)
        found = icc_of_means(
            ratings, group, clusters=cluster, generator=np.random.default_rng(2), level=0.9
        )
        widths.append(found.upper - found.lower)
    assert 1.3 < widths[0] / widths[1] < 4


def test_labels_of_any_kind_and_any_order_give_the_same_value() -> None:
    """Names instead of numbers, rows shuffled: the value does not move."""
    ratings, group, cluster = _data(5)
    order = np.random.default_rng(6).permutation(len(ratings))
    plain = icc_of_means(ratings, group, clusters=cluster, generator=np.random.default_rng(2))
    named = icc_of_means(
        ratings[order],
        [f"system {each}" for each in group[order]],
        clusters=[f"c{each}" for each in cluster[order]],
        generator=np.random.default_rng(2),
    )
    assert named.value == pytest.approx(plain.value, abs=1e-12)


def test_a_group_that_is_not_drawn_makes_a_resample_undefined() -> None:
    """A system with replies in one conversation is often missing: both bounds pay for it."""
    ratings, group, cluster = _data(7, clusters=10)
    group = group.copy()
    group[0] = 99
    found = icc_of_means(ratings, group, clusters=cluster, generator=np.random.default_rng(2))
    assert found.undefined > 200
    assert found.lower is None
    assert found.upper is None


def test_many_groups_take_no_table_of_all_by_all(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where clusters times groups are too many, the same numbers come from another sum."""
    ratings, group, cluster = _data(9)
    one = icc_of_means(ratings, group, clusters=cluster, generator=np.random.default_rng(2))
    monkeypatch.setattr("mhgate.stats.icc_of_means._MOST_CELLS", 0)
    other = icc_of_means(ratings, group, clusters=cluster, generator=np.random.default_rng(2))
    assert other.value == pytest.approx(one.value)
    assert (other.lower, other.upper) == pytest.approx((one.lower, one.upper))


ROWS = st.lists(
    st.tuples(
        st.one_of(st.none(), st.integers(1, 5)),
        st.one_of(st.none(), st.integers(1, 5)),
        st.integers(0, 3),
        st.integers(0, 4),
    ),
    max_size=25,
)


@given(ROWS)
def test_no_nan_ever_comes_out(rows: list[tuple[int | None, int | None, int, int]]) -> None:
    """Missing ratings, constants, single groups: a number, or None."""
    ratings = np.array([row[:2] for row in rows], dtype=float).reshape(-1, 2)
    found = icc_of_means(
        ratings,
        [row[2] for row in rows],
        clusters=[row[3] for row in rows],
        generator=np.random.default_rng(1),
        resamples=20,
    )
    for value in (found.value, found.lower, found.upper):
        assert value is None or np.isfinite(value)
    assert found.dropped == int(np.isnan(ratings).any(axis=1).sum())
    if found.value is None:
        assert found.lower is found.upper is None
