"""The speed benchmark runs on little data and prints ratios; times are not held to anything."""

from __future__ import annotations

import importlib.util
import re
from functools import partial

import pytest

from benchmarks.speed import agreement
from benchmarks.speed.__main__ import main, races
from benchmarks.speed.race import Race, table


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Return the page of one reduced run."""
    path = tmp_path_factory.mktemp("speed") / "speed.md"
    assert main(["--reduced", "--write", str(path)]) == 0
    return path.read_text(encoding="utf-8")


def _cells(page: str) -> list[list[str]]:
    rows = [line for line in page.splitlines() if line.startswith("| ")]
    return [[cell.strip() for cell in row.strip("|").split("|")] for row in rows[1:]]


def test_every_race_is_run_and_printed(page: str) -> None:
    """The page has a row of times for each race, in their order."""
    names = [race.name for race in races(reduced=True, seed=1)]
    found = _cells(page)
    assert [cells[0] for cells in found] == names
    assert all(float(cells[1]) >= 0 for cells in found)


def test_ratios_stand_where_there_is_a_peer(page: str) -> None:
    """Rates, aggregation and the ICC stand beside scipy.stats.bootstrap in the same run."""
    beside = [cells for cells in _cells(page) if "scipy.stats.bootstrap" in cells[2]]
    assert len(beside) == 5
    for cells in beside:
        assert re.fullmatch(r"\d+\.\d", cells[4])
        assert float(cells[3]) >= 0


def test_bars_are_printed_and_not_judged_on_little_data(page: str) -> None:
    """Each row says the bar of the full size; whether it holds is for the full size to say."""
    bars = [cells[5] for cells in _cells(page)]
    assert set(bars) == {"0.2", "2"}


def test_a_bar_that_is_missed_says_so() -> None:
    """At full size a row says whether its bar holds."""
    kept, missed = (
        Race("sum", partial(sum, range(1000)), "none", bar_s=bar, rounds=1).run()
        for bar in (1e6, 1e-12)
    )
    assert "1e+06 holds" in table([kept], judged=True)
    assert "DOES NOT HOLD" in table([missed], judged=True)


@pytest.mark.skipif(
    importlib.util.find_spec("pingouin") is not None, reason="pingouin is installed"
)
def test_a_peer_that_is_not_installed_is_skipped_with_a_reason() -> None:
    """Without pingouin its race has no ratio and says how to get one."""
    race = next(agreement.races(ratings=40, resamples=5, seed=1))
    assert race.peer is None
    assert "pip install mhgate[bench]" in race.peer_name
    assert race.run().ratio is None
