"""The race of gates runs on little work, and its ratios follow from its runs; no time is held."""

from __future__ import annotations

import json
from dataclasses import asdict, replace
from pathlib import Path

import pytest

pytest.importorskip("httptools")

from benchmarks.__main__ import main
from benchmarks.gates import pages
from benchmarks.gates.contestants import CONTESTANTS, Contestant, Work
from benchmarks.gates.denser import compared, requests_ms
from benchmarks.gates.measuring import Run, Size, measured, run_of
from benchmarks.gates.replies import completion
from benchmarks.gates.section import SECTION

FAST, SLOW = Size(1000), Size(1000, latency_ms=500)


def content(request: dict[str, object]) -> str:
    """What the endpoint says to a request."""
    body = json.loads(completion(request, json.dumps(request).encode()))
    message = body["choices"][0]["message"]
    calls = message.get("tool_calls")
    return calls[0]["function"]["arguments"] if calls else message["content"]


def run(who: str, cpu_s: float, *, size: Size = FAST, lost: int = 0, wall_s: float = 2.0) -> Run:
    """A run that was never made."""
    return Run(
        who=who,
        size=size,
        exit_code=0,
        wall_s=wall_s,
        cpu_s=cpu_s,
        peak_mb=50,
        n_target=size.items,
        n_judge=size.items,
        n_connections=1,
        n_judged=size.items - lost,
        n_good=size.items - lost,
    )


def test_mhgate_does_all_of_the_work_and_absent_peers_are_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A real run with target, judge, journal and report; no peer is there, and none is made up."""
    monkeypatch.delenv("MHGATE_BENCH_PEERS", raising=False)
    monkeypatch.delenv("MHGATE_BENCH_PYTHON", raising=False)
    options = ["--items=24", "--concurrency=4", "--latency-ms=0", "--denser=8"]
    assert main(["--section=gates", "--quick", *options, f"--write={tmp_path}"]) == 0
    told = json.loads((tmp_path / "speed.json").read_text(encoding="utf-8"))["sections"]["gates"]
    (only,) = told["runs"]
    assert told["absent"] == [who.name for who in CONTESTANTS if who.name != "mhgate"]
    assert (only["who"], only["n_judged"], only["n_good"]) == ("mhgate", 24, 24)
    assert (only["n_target"], only["n_judge"]) == (25, 25)  # one harmless question to each first
    page = (tmp_path / "speed.md").read_text(encoding="utf-8")
    assert "Not installed, and so not measured: openevals" in page
    assert "a request beyond its start" in page
    assert [each["size"]["concurrency"] for each in told["denser"]] == [4, 4, 8, 8]


def test_the_judge_of_the_endpoint_speaks_as_it_is_asked() -> None:
    """A tool's arguments, a schema's instance, a grade, plain JSON."""
    schema = {
        "properties": {"pass": {"type": "boolean"}, "why": {"$ref": "#/$defs/why"}},
        "$defs": {"why": {"anyOf": [{"type": "null"}, {"type": "string"}]}},
    }
    tool = {"function": {"name": "grade", "parameters": schema}}
    shaped = {"json_schema": {"schema": schema}}
    asked = {"model": "a-judge", "messages": [{"role": "user", "content": "Well?"}]}
    graded = {**asked, "messages": [{"role": "user", "content": [{"text": "GRADE: C or I"}]}]}
    assert json.loads(content({**asked, "tools": [tool]}))["pass"] is True
    assert json.loads(content({**asked, "response_format": shaped}))["why"]
    assert content(graded).endswith("GRADE: C")
    assert json.loads(content(asked))["pass"] is True


def test_the_page_has_ratios_and_says_what_was_left_undone() -> None:
    """Medians over the rounds against mhgate's of the same round, and NOT ALL in capitals."""
    runs = [run("mhgate", 2.0), run("other", 8.0, lost=1), run("mhgate", 4.0), run("other", 8.0)]
    shown = "\n".join(pages.lines(runs))
    assert "| other | 8.00 | 3.00 |" in shown
    assert "| 999 (NOT ALL) |" in shown
    assert shown.count("NOT ALL") == 1
    assert pages.troubles(runs) == [
        "other judged 999 of 1,000 items at 0 ms (1000 + 1000 calls, exit code 0)"
    ]


def test_nothing_is_a_multiple_of_a_run_that_broke_off() -> None:
    """Where mhgate itself lost items there are no ratios, and no promise is said to be kept."""
    runs = [run("mhgate", 0.1, lost=1000), run("other", 8.0)]
    shown = "\n".join(pages.lines(runs))
    assert "| mhgate | 0.10 |  | 2.00 |  |" in shown
    assert "| other | 8.00 |  | 2.00 |  |" in shown
    assert pages.bars(runs) == []


def test_the_wall_stands_beside_the_ideal() -> None:
    """1,000 items, 500 ms, 64 at once: 15.625 s at best, and a column says how many times that."""
    ours = run("mhgate", 2.0, size=SLOW, wall_s=18.75)
    assert ours.over_ideal == pytest.approx(1.2)
    assert "| 18.75 | 1.00 | 1.20 | 0.83 |" in "\n".join(pages.lines([ours]))
    assert run("mhgate", 2.0).over_ideal is None


def test_promises_are_held_to_the_fastest_peer_that_did_its_work() -> None:
    """A peer that lost items is no measure, 500 ms is held to the ideal, and few items to none."""
    runs = [
        *(run("mhgate", 2.0, wall_s=3.0), run("lossy", 1.0, lost=1)),
        *(run("a", 8.0, wall_s=9.0), run("b", 9.0, wall_s=6.0)),
        *(run("mhgate", 2.0, size=SLOW, wall_s=31.25), run("a", 2.0, size=SLOW)),
        *(run("mhgate", 1.0, size=Size(10)), run("a", 9.0, size=Size(10))),
    ]
    assert [(bar.value, bar.limit, bar.holds) for bar in pages.bars(runs)] == [
        (4.0, 4.0, True),
        (2.0, 4.0, False),
        (2.0, 1.2, False),
    ]


def test_more_requests_at_once_are_compared_beyond_the_start() -> None:
    """The start drops out between two sizes; each round has a ratio of its own."""
    runs = [
        run("mhgate", cpu_s, size=Size(items, concurrency))
        for extra in (0.0, 1.0)
        for concurrency, a, b in ((64, 1.1, 2.9), (256, 1.2, 3.36))
        for items, cpu_s in ((100, a + extra), (1000, b + extra))
    ]
    assert requests_ms(runs[:2]) == pytest.approx([1.0])
    found = compared(runs)
    assert (found.few, found.many) == (64, 256)
    assert (found.few_ms, found.many_ms, found.ratio) == pytest.approx((1.0, 1.2, 1.2))


def test_a_run_comes_back_from_json_as_it_was() -> None:
    """The page is made from the file alone."""
    one = run("mhgate", 2.0, size=SLOW)
    assert run_of(json.loads(json.dumps(asdict(one)))) == one


def test_a_contestant_that_lost_items_makes_exit_code_1(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The file is written all the same, and stderr says who judged how many."""
    runs = [asdict(run("mhgate", 2.0)), asdict(run("lossy", 4.0, lost=3))]
    told = {"absent": [], "rounds": 1, "runs": runs, "denser": []}
    monkeypatch.setattr("benchmarks.__main__.SECTIONS", (replace(SECTION, run=lambda _ask: told),))
    assert main(["--section=gates", f"--write={tmp_path}"]) == 1
    assert "lossy judged 997 of 1,000 items" in capsys.readouterr().err
    assert (tmp_path / "speed.svg").exists()


def test_a_contestant_that_breaks_off_is_said_to_have_judged_nothing(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """What left no result counts as nothing done, whatever its exit code."""

    def broken(_peers: Path, _work: Work) -> list[str]:
        return ["sh", "-c", "exit 0"]

    openevals = next(each for each in CONTESTANTS if each.name == "openevals")
    who: Contestant = replace(openevals, needs="", command=broken)
    found = measured(who, Size(4), None)
    assert (found.exit_code, found.n_judged, found.is_whole) == (0, 0, False)
    assert "openevals left no result" in capsys.readouterr().err
