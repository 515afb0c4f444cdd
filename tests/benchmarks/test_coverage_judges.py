"""The coverage of the bounds behind certificates, reduced: every bar holds, truths are true."""

from __future__ import annotations

import pytest

from benchmarks.coverage.judges import JUDGES, PEOPLE, judged, run
from benchmarks.coverage.section import Effort


def test_every_bar_holds() -> None:
    """The reduced section keeps its promises and has a table for each kind of bound."""
    section = run(effort=Effort.REDUCED, seed=20261130)
    assert len(section.bars) == 5
    for bar in section.bars:
        assert bar.holds, bar.line()
    assert len(section.tables) == 4
    assert "noise 1.5" in section.markdown()


def test_the_truths_are_those_of_perfect_and_of_chance() -> None:
    """People who never differ have an alpha of 1, those at chance one of 0; so do judges."""
    assert PEOPLE["never differ"].alpha == pytest.approx(1)
    assert PEOPLE["at chance, .3 yes"].alpha == pytest.approx(0)
    assert PEOPLE["18 % wrong"].alpha == pytest.approx(0.64**2)
    perfect = judged(JUDGES["always right"], families=10, runs=2, seed=1)
    assert all(each.errs == 0 and each.mean < 1 for each in perfect.values())
