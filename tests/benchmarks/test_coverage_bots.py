"""The bounds of every measure hold for bots without variance, of rare errors, and ordinary ones."""

from __future__ import annotations

import numpy as np
import pytest

from benchmarks.coverage.bots import run
from benchmarks.coverage.drawn_bots import Bot, true_correlation, true_figures
from benchmarks.coverage.section import Effort


def test_every_bar_holds() -> None:
    """Each bound errs at most at its level, up to Monte Carlo error, and each measure has both."""
    section = run(effort=Effort.REDUCED, seed=20261130)
    assert [bar.line() for bar in section.bars if not bar.holds] == []
    assert len(section.tables) == 6
    assert len(section.bars) == 28


def test_true_figures_are_those_of_the_table() -> None:
    """Accuracy, recall, F1, kappa and correlations of small tables are as worked out by hand."""
    even = np.full(4, 0.25)
    assert true_figures(Bot(np.eye(4), even)) == pytest.approx((1, 1, 1, 1))
    one = Bot(np.eye(4)[[0] * 4], even)
    assert true_figures(one) == pytest.approx((0.25, 0, 0.1, 0))
    assert true_figures(Bot(np.eye(4)[::-1].copy(), even))[3] == pytest.approx(-1)
    same = Bot(np.eye(5), np.full(5, 0.2))
    for kind in ("pearson", "spearman"):
        assert true_correlation(same, kind) == pytest.approx(1)
        mixed = Bot((np.eye(5) + np.full((5, 5), 0.2)) / 2, np.full(5, 0.2))
        assert true_correlation(mixed, kind) == pytest.approx(0.5)
