"""Margins that reckon with rare events: their ends, their order, and counts of one size."""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy.special import gammaincinv, stdtrit

from mhgate.stats.unseen_events import margin_with_unseen, margins_with_unseen


def test_nothing_seen_is_zero_events_of_the_costliest() -> None:
    """Without any pull the margin is what zero events leave open, times their cost."""
    margin = margin_with_unseen([0.0] * 30, costliest=4.5, effective_n=50, alpha=0.05)
    assert margin == pytest.approx(4.5 * (1 - 0.05 ** (1 / 50)))
    assert margin_with_unseen([0.0] * 30, costliest=0, effective_n=50, alpha=0.05) == 0


def test_much_even_noise_is_a_t_interval() -> None:
    """Where families differ much by themselves, the unseen event adds little."""
    pulls = np.tile([30.0, -30.0], 500)
    margin = margin_with_unseen(pulls, costliest=1, effective_n=1000, alpha=0.05)
    plain = -float(stdtrit(999, 0.05)) * 30 / math.sqrt(999)
    assert plain < margin < 1.05 * plain


@pytest.mark.parametrize("events", [0, 1, 2, 3, 5, 10, 20])
def test_counts_of_one_size_have_nearly_the_exact_bound(events: int) -> None:
    """Rare events of the costliest kind are bounded nearly as a Poisson count is."""
    families = 2000
    happened = np.repeat([1.0, 0.0], [events, families - events])
    margin = margin_with_unseen(
        happened - happened.mean(), costliest=1, effective_n=families, alpha=0.05
    )
    exact = float(gammaincinv(events + 1, 0.95))
    assert families * margin + events == pytest.approx(exact, rel=0.02)


def test_a_smaller_error_rate_is_a_larger_margin() -> None:
    """The margin falls with alpha, so that a p-value can be read off it."""
    pulls = [3.0, -1.0, -1.0, -1.0, 0.0]
    margins = [
        margin_with_unseen(pulls, costliest=2, effective_n=9, alpha=alpha)
        for alpha in (1e-6, 0.001, 0.05, 0.2, 0.49)
    ]
    assert margins == sorted(margins, reverse=True)


def test_many_samples_at_once_are_each_their_own() -> None:
    """Rows, and families that share a pull, give what each sample alone gives."""
    pulls, counts = np.array([[2.0, -1.0, 0.0], [0.5, -0.5, 9.0]]), [[10, 20, 5], [12, 12, 0]]
    together = margins_with_unseen(
        pulls, costliest=[4, 1], effective_n=[30, 24], alpha=0.05, counts=counts
    )
    for row, (cost, worth) in enumerate(((4, 30), (1, 24))):
        alone = margin_with_unseen(
            np.repeat(pulls[row], counts[row]), costliest=cost, effective_n=worth, alpha=0.05
        )
        assert together[row] == pytest.approx(alone)
