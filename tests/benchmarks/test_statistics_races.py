"""The races of statistics run on little data; times are not held to anything."""

from __future__ import annotations

import importlib.util
from functools import partial

import pytest

from benchmarks.sections import Ask, Told
from benchmarks.statistics import agreement
from benchmarks.statistics.race import Race
from benchmarks.statistics.races import races
from benchmarks.statistics.section import SECTION


@pytest.fixture(scope="module")
def told() -> Told:
    """What a quick run finds, in a process of its own."""
    return {**SECTION.run(Ask(quick=True)), "quick": True}


def test_every_race_is_run_and_shown(told: Told) -> None:
    """The page has a row of times for each race, in their order, and says that one thread ran."""
    names = [race.name for race in races(quick=True, seed=1)]
    assert [race["name"] for race in told["races"]] == names
    assert all(race["ours_s"] >= 0 for race in told["races"])
    page = SECTION.page(told)
    assert "OPENBLAS_NUM_THREADS=1" in page[0]
    assert [line.split(" | ")[0].removeprefix("| ") for line in page if "| " in line][1:] == names


def test_ratios_stand_where_there_is_a_peer(told: Told) -> None:
    """Rates, aggregation and the ICC stand beside scipy.stats.bootstrap in the same run."""
    beside = [race for race in told["races"] if "scipy.stats.bootstrap" in race["peer_name"]]
    assert len(beside) == 5
    assert all(race["peer_s"] > 0 for race in beside)


def test_promises_are_those_of_the_full_size_and_held_there_alone(told: Told) -> None:
    """An interval within 0.2 s, what reads a million scores or 70,000 ratings within 2 s."""
    at_most = [line.split(" | ")[2] for line in SECTION.page(told) if line.startswith("| ")][1:]
    assert set(at_most) == {"0.2", "2"}
    kept, missed = ({**told["races"][0], "ours_s": taken} for taken in (0.19, 0.21))
    page = SECTION.page({**told, "quick": False, "races": [kept, missed]})
    assert "| 0.2 holds |" in page[-3]
    assert "| 0.2 DOES NOT HOLD |" in page[-2]


def test_a_ratio_is_the_peers_time_over_ours() -> None:
    """Best rounds of both; without a peer there is none."""
    alone = Race("sum", partial(sum, range(1000)), "none", bar_s=1e-12, rounds=1).run()
    assert alone.ratio is None
    beside = Race("sum", partial(sum, range(10)), "sum", partial(sum, range(99_999)), rounds=2)
    found = beside.run()
    assert found.peer_s is not None
    assert found.ratio == found.peer_s / found.ours_s


@pytest.mark.skipif(
    importlib.util.find_spec("pingouin") is not None, reason="pingouin is installed"
)
def test_a_peer_that_is_not_installed_is_named_as_absent(told: Told) -> None:
    """Without pingouin its race has no ratio, and the page says which library is absent."""
    race = next(agreement.races(ratings=40, resamples=5, seed=1))
    assert (race.peer, race.absent) == (None, "pingouin")
    assert race.run().ratio is None
    assert told["absent"] == ["pingouin"]
    assert "pingouin.intraclass_corr (absent)" in "\n".join(SECTION.page(told))
