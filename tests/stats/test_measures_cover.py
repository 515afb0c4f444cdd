"""Bounds of the measures err no more often than they say, for a few bots that are hard on them."""

from __future__ import annotations

import numpy as np
import pytest

from benchmarks.coverage.bots import ALPHA, shares, studies
from benchmarks.coverage.drawn_bots import CHOOSERS, LEVELS, Families, true_figures
from benchmarks.coverage.section import Effort, monte_carlo_error
from mhgate.stats.jackknife import jackknife_bounds
from mhgate.stats.jackknife_sums import jackknife_kappa

_DRAWS = {study.name: study.cells for study in studies(Effort.REDUCED)}


@pytest.mark.parametrize(
    ("study", "bot", "families", "runs"),
    [
        ("levels, one a family", "always one level", 12, 300),
        ("levels, one a family", "one level, 3 % right", 40, 400),
        ("levels, one a family", "always right", 20, 200),
        ("levels, one a family", "right, 3 % of the ends by all levels", 40, 400),
        ("levels, one a family", "right .7, else a neighbour", 20, 400),
        ("levels, as many of each as the suite has", "rare levels, right .9", 20, 60),
        ("numbers against norms", "always 3, 5 % guessed", 40, 100),
        ("numbers against norms", "right, 5 % guessed", 40, 150),
        ("groups", "0.95 v 1, 4 groups, ICC 0.3", 20, 300),
        ("perturbed twins", "10 % break", 20, 100),
        ("against a baseline", "the last level always v the first", 20, 80),
        ("against a baseline", "10 % break against 2 %", 20, 60),
    ],
)
def test_bounds_err_no_more_often_than_they_say(
    study: str, bot: str, families: int, runs: int
) -> None:
    """Neither bound lies on the wrong side of the truth beyond alpha and Monte Carlo error."""
    found = shares(_DRAWS[study][bot], families=families, runs=runs, seed=20261130)
    allowed = ALPHA + 3 * monte_carlo_error(ALPHA, runs)
    assert found
    for measure, (lower, upper, width) in found.items():
        assert lower <= allowed, measure
        assert upper <= allowed, measure
        assert width > 0


def test_a_jackknife_of_what_was_seen_errs_far_too_often() -> None:
    """Of a bot that errs rarely and by all levels, it passes what it should not: hence the rest."""
    bot = CHOOSERS["right, 3 % of the ends by all levels"]
    truth, rng, missed = true_figures(bot)[3], np.random.default_rng(7), 0
    for _ in range(200):
        families = Families.draw(rng, 40)
        keys = rng.choice(LEVELS, size=40, p=bot.keys)[families.of]
        told = np.stack([keys, bot.reply(rng, families, keys)], axis=1)
        whole, *without = (
            jackknife_kappa(told[families.of != left]).value for left in (-1, *range(40))
        )
        lower, _ = jackknife_bounds(whole, np.minimum(without, 1 - 1e-12), level=0.9)
        missed += whole == 1 or float(lower) > truth
    assert missed / 200 > 3 * ALPHA
