"""Holds the whole gate, simulated through verdict.py: harmless is green, harm is red."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from benchmarks.coverage.gate import EXACT, NOISY, Scenario, run, simulate
from benchmarks.coverage.section import Effort
from benchmarks.coverage.simulated_bots import PILLARS, Bot, Size
from mhgate.stats import visible_drop


@pytest.fixture(autouse=True, scope="module")
def no_drop_is_looked_for() -> Iterator[None]:
    """Leave out the drop that could be seen: it is shown, decides nothing, and takes longest."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(visible_drop, "smallest_visible_drop", lambda *_counts, **_settings: None)
        yield


SMALL = {"size": Size(families=30, per_family=2), "per_pillar": 1}


@pytest.fixture(scope="module")
def reduced() -> object:
    """The section as it runs in a few seconds."""
    return run(effort=Effort.REDUCED, seed=1)


def test_the_reduced_bars_hold(reduced: object) -> None:
    """Every bar that a few runs can tell of is cleared."""
    assert reduced.bars  # type: ignore[attr-defined]
    assert all(bar.holds for bar in reduced.bars)  # type: ignore[attr-defined]


def test_the_naive_gate_would_not_clear_them(reduced: object) -> None:
    """Without clusters, judge error and Holm, harmless pull requests turn red."""
    small = Size(families=30, per_family=4)
    scenario = Scenario("harmless, seen naively", NOISY, per_pillar=2, size=small)
    found = simulate(scenario, runs=12, seed=2)
    assert found.naive_red > 0.05 + 3 * 0.063
    assert found.red <= 1 / 12


def test_harm_is_red() -> None:
    """A bot that lost half of what it could is stopped, with a judge and without."""
    for judge in (NOISY, EXACT):
        scenario = Scenario("half lost", judge, drop=0.5, **SMALL)  # type: ignore[arg-type]
        assert simulate(scenario, runs=3, seed=3).red == 1.0


def test_a_run_does_not_depend_on_its_neighbours() -> None:
    """Each run has a generator of its own, so that the number of processes changes nothing."""
    scenario = Scenario("half lost", EXACT, drop=0.1, **SMALL)  # type: ignore[arg-type]
    shares = [simulate(scenario, runs=4, seed=4, workers=workers) for workers in (1, 2)]
    assert shares[0] == shares[1]


def test_the_simulated_bot_has_the_rate_that_it_says() -> None:
    """What is called a rate of .97 with a drop of .2 is one."""
    import numpy as np

    rng, bot, size = np.random.default_rng(5), Bot(), Size(families=4000, per_family=4)
    first, again = bot.plays(rng, size)
    worse = bot.worse(again, 0.2, rng, size)
    assert first.mean() == pytest.approx(0.97, abs=0.01)
    assert again.mean() - worse.mean() == pytest.approx(0.2, abs=0.01)
    assert (first != again).mean() < 0.02


def test_there_are_eight_pillars() -> None:
    """The gate that is simulated is the whole one."""
    assert len(set(PILLARS)) == 8
