"""Growth, start and verdict at their smallest; what they show follows from given figures alone."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("httptools")

from benchmarks.gates.measuring import Run, Size
from benchmarks.growth.section import SECTION as GROWTH
from benchmarks.growth.slopes import Cost, steps
from benchmarks.processes import bare_environment, used
from benchmarks.sections import Ask, Told, over
from benchmarks.start.commands import COMMANDS
from benchmarks.start.section import SECTION as START
from benchmarks.start.section import beyond
from benchmarks.verdict.calls import ends
from benchmarks.verdict.section import SECTION as VERDICT


@pytest.fixture(autouse=True)
def _this_interpreter(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("MHGATE_BENCH_PYTHON", raising=False)


def grown(items: int, cpu_s: float, peak_mb: float) -> dict[str, Any]:
    """A run of mhgate that was never made."""
    run = Run(
        who="mhgate",
        size=Size(items),
        exit_code=0,
        wall_s=1.0,
        cpu_s=cpu_s,
        peak_mb=peak_mb,
        n_target=items,
        n_judge=items,
        n_connections=1,
        n_judged=items,
        n_good=items,
    )
    return asdict(run)


def test_growth_runs_mhgate_at_each_size_and_names_the_peer_that_is_absent() -> None:
    """Two small sizes, all work done."""
    told = GROWTH.run(Ask(sizes=(8, 16), concurrency=4))
    assert [each["n_judged"] for each in told["runs"]] == [8, 16]
    assert told["absent"] == ["openevals"]
    assert not GROWTH.troubles(told)


def test_a_further_item_is_the_difference_between_two_sizes() -> None:
    """The start drops out: one second of it, 2 ms an item at first, 2.2 ms afterwards."""
    found = steps(
        {
            10_000: Cost(10_000, 21.0, 130.0),
            1_000: Cost(1_000, 3.0, 100.0),
            100_000: Cost(100_000, 219.0, 143.0),
        }
    )
    assert [step.item_ms for step in found[1:]] == pytest.approx([2.0, 2.2])
    assert found[2].of_first == pytest.approx(1.1)
    assert [step.of_previous_mb for step in found] == [None, 1.3, 1.1]
    assert (found[0].item_ms, found[1].of_first) == (None, None)


def test_growth_is_held_to_linear_and_flat() -> None:
    """At a hundred thousand items: within a tenth in CPU, at most 1.3 times the memory."""
    rows = ((1_000, 3.0, 100.0), (10_000, 21.0, 130.0), (100_000, 255.0, 143.0))
    told: Told = {"absent": [], "rounds": 1, "runs": [grown(*row) for row in rows]}
    assert [(round(bar.value, 2), bar.limit, bar.holds) for bar in GROWTH.bars(told)] == [
        (1.3, 1.1, False),
        (1.1, 1.3, True),
    ]
    assert "| mhgate | 100,000 | 255.00 | 2.600 | 1.30 | 143 | 1.10 |" in GROWTH.page(told)
    further, memory = GROWTH.panels(told)
    assert [row.words for row in further.rows] == ["1.00 times (2.00 ms)", "1.30 times (2.60 ms)"]
    assert [row.words for row in memory.rows][2] == "1.43 times (143 MB)"


def test_start_starts_every_command_and_all_of_them_end_well() -> None:
    """Bare Python and pytest, the import, the help, the plugin off and on."""
    told = START.run(Ask(times=1, quick=True))
    assert not START.troubles(told)
    assert {name: len(times) for name, times in told["cpu_s"].items()} == {
        each.name: 1 for each in COMMANDS
    }
    (panel,) = START.panels(told)
    assert [row.label for row in panel.rows] == [each.name for each in COMMANDS]


def test_what_a_command_takes_beyond_another_is_paired() -> None:
    """The median of differences in the same round, and of ratios."""
    assert beyond([1.0, 5.0, 3.0], [0.5, 4.75, 1.0]) == 0.5
    assert over([1.0, 6.0, 3.0], [0.5, 2.0, 2.0]) == 2.0
    assert over([1.0], [0.0]) is None


def test_a_command_that_fails_is_a_trouble() -> None:
    """Its exit code is said; a time of something that broke off is no measure."""
    told: Told = {"times": 1, "cpu_s": {}, "failed": {"mhgate --help": 70}}
    assert START.troubles(told) == ["mhgate --help ended with exit code 70"]


def test_bars_of_start_are_beyond_bare_or_in_all() -> None:
    """The plugin and the import are held to what they add, the help to all that it takes."""
    cpu_s = {each.name: [0.3] for each in COMMANDS} | {"python -c pass": [0.01]}
    found = {bar.name: bar.value for bar in START.bars({"times": 1, "cpu_s": cpu_s, "failed": {}})}
    assert found == {
        "import mhgate, CPU s beyond python -c pass": pytest.approx(0.29),
        "mhgate --help, CPU s": 0.3,
        "pytest, mhgate's plugin there and off, CPU s beyond pytest, bare": 0.0,
    }


def test_verdict_plays_every_bot_through_the_gate() -> None:
    """One run a bot and design: nobody is asked twice, and far below the bar fewer are asked."""
    told = VERDICT.run(Ask(quick=True))
    assert [bot["name"] for bot in told["bots"]][::4] == ["well above", "far below"]
    for bot in told["bots"]:
        for run in bot["runs"]:
            assert set(run) == {"fixed", "sequential", "looks"}
            assert run["fixed"]["calls"] == told["items"]
            assert all(0 < each["calls"] <= told["items"] for each in run.values())
    far = told["bots"][-1]["runs"][0]
    assert far["sequential"]["calls"] < far["fixed"]["calls"]
    assert far["sequential"]["outcome"] == far["fixed"]["outcome"] == "fail"
    assert len([line for line in VERDICT.page(told) if line.startswith("| ")]) == 1 + 3 * 5


def test_calls_and_differing_verdicts_follow_from_the_runs() -> None:
    """Mean calls over the fixed design's, and how often the outcome is another, or the opposite."""
    rows = (("pass", 20, "pass"), ("inconclusive", 40, "pass"), ("fail", 60, "pass"))
    runs = [
        {"fixed": {"outcome": fixed, "calls": 80}, "looks": {"outcome": mine, "calls": calls}}
        for mine, calls, fixed in rows
    ]
    found = ends(runs, "looks")
    assert (found.calls, found.of_fixed) == (40, 0.5)
    assert (found.differs, found.opposite) == pytest.approx((2 / 3, 1 / 3))
    assert found.shares == pytest.approx({"pass": 1 / 3, "inconclusive": 1 / 3, "fail": 1 / 3})
    assert ends(runs, "fixed").differs == 0


def test_a_command_is_measured_in_an_environment_of_its_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No variable of this process reaches it, numpy has one thread, and its exit code is kept."""
    monkeypatch.setenv("SOME_SECRET", "x")
    words = 'echo "$SOME_SECRET|$OPENBLAS_NUM_THREADS"; exit 3'
    log = tmp_path / "log.txt"
    found = used(["sh", "-c", words], cwd=tmp_path, environ=bare_environment(tmp_path), log=log)
    assert (log.read_text(encoding="utf-8"), found.exit_code) == ("|1\n", 3)


def test_a_command_that_hangs_is_killed(tmp_path: Path) -> None:
    """After the most seconds that it may take; it then counts as broken off."""
    environ, log = bare_environment(tmp_path), tmp_path / "log.txt"
    found = used(["sleep", "600"], cwd=tmp_path, environ=environ, log=log, most_s=0.1)
    assert found.exit_code == -9
