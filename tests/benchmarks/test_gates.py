"""The bench of gates runs on little work; times are not held to anything."""

from __future__ import annotations

import json
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

pytest.importorskip("httptools")

from benchmarks.__main__ import main
from benchmarks.gates.contestants import CONTESTANTS
from benchmarks.gates.measuring import Run, Size
from benchmarks.gates.pages import chart, page
from benchmarks.gates.replies import completion

MACHINE = "a machine"


def content(request: dict[str, object]) -> str:
    """What the endpoint says to a request."""
    body = json.loads(completion(request, json.dumps(request).encode()))
    message = body["choices"][0]["message"]
    calls = message.get("tool_calls")
    return calls[0]["function"]["arguments"] if calls else message["content"]


def run(who: str, cpu_s: float, *, judged: int = 10) -> Run:
    """A run that was never made."""
    return Run(
        who=who,
        size=Size(10, latency_ms=50),
        exit_code=0,
        wall_s=cpu_s,
        cpu_s=cpu_s,
        peak_mb=50,
        n_target=10,
        n_judge=10,
        n_connections=1,
        n_judged=judged,
        n_good=judged,
    )


def test_mhgate_does_all_of_the_work_and_absent_peers_are_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A real run with target, judge, journal and report; no peer is there, and none is made up."""
    monkeypatch.delenv("MHGATE_BENCH_PEERS", raising=False)
    monkeypatch.delenv("MHGATE_BENCH_PYTHON", raising=False)
    assert main(["--items=24", "--concurrency=4", "--latency-ms=0", f"--write={tmp_path}"]) == 0
    told = json.loads((tmp_path / "speed.json").read_text(encoding="utf-8"))
    (only,) = told["runs"]
    assert told["absent"] == [who.name for who in CONTESTANTS if who.name != "mhgate"]
    assert (only["who"], only["n_judged"], only["n_good"]) == ("mhgate", 24, 24)
    assert (only["n_target"], only["n_judge"]) == (25, 25)  # one harmless question to each first
    assert "Not installed, and so not measured: openevals" in (tmp_path / "speed.md").read_text()


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
    runs = [run("mhgate", 2.0), run("other", 8.0, judged=9), run("mhgate", 4.0), run("other", 8.0)]
    shown = page(runs, ["a peer"], MACHINE)
    assert "| other | 8.00 | 3.00 |" in shown
    assert "9 (NOT ALL)" not in shown.splitlines()[-3]
    assert "(NOT ALL)" in shown
    assert "Not installed, and so not measured: a peer." in shown


def test_the_chart_is_an_image_with_words() -> None:
    """Well-formed SVG that names who was measured, on what."""
    root = ET.fromstring(chart([run("mhgate", 2.0), run("a & b", 8.0)], MACHINE))
    words = [each.text for each in root.iter() if each.text]
    assert {"mhgate", "a & b", "4.0 times (8.0 s)", MACHINE} <= set(words)
