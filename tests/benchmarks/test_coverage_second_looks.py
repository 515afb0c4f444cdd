"""Second looks, reduced: every bar holds, and replacing what flipped would not do."""

from __future__ import annotations

import numpy as np

from benchmarks.coverage.second_looks import ALPHA, Way, looks, run, worse_in_all
from benchmarks.coverage.section import Effort
from mhgate.stats.paired_difference import paired_difference


def test_every_bar_holds() -> None:
    """The reduced section keeps its promises: false red falls, a real drop stays red."""
    section = run(effort=Effort.REDUCED, seed=7)
    assert len(section.bars) == 8
    for bar in section.bars:
        assert bar.holds, bar.line()
    assert "no change, flicker" in section.markdown()


def test_a_drop_that_is_spread_thinly_is_confirmed_where_its_base_is_asked_too() -> None:
    """Every item .12 worse: both arms asked again confirm nearly all that the first look claims."""
    found = looks(
        np.random.default_rng(3), worse_in_all(0.12), Way("flipped", is_live=True, trials=3), 80
    )
    assert found.first > 0.9
    assert found.both > 0.85 * found.first


def test_replacing_the_values_of_flipped_items_would_overlook_a_thin_drop() -> None:
    """The naive way (ask what was lost again, and believe that) turns a real drop of .12 green."""
    rng, claimed, still = np.random.default_rng(3), 0, 0
    family = np.repeat(np.arange(60), 4)
    for _ in range(40):
        ours, theirs = rng.random(240) < 0.83, rng.random(240) < 0.95
        again = np.where(theirs & ~ours, rng.random(240) < 0.83, ours)
        first = ours.astype(float) - theirs
        replaced = again.astype(float) - theirs
        claimed += paired_difference(first, first, family).p_worse <= ALPHA
        still += paired_difference(replaced, replaced, family).p_worse <= ALPHA
    assert claimed > 35
    assert still < 10
