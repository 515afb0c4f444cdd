"""``mhgate shrink`` as a process of its own: what a person types, and what stays on disk."""

from __future__ import annotations

import json
import re
from pathlib import Path

from gate_process import ended, run_gate, start_gate
from loopback_bot import LoopbackBot
from tiny_project import write_project


def test_a_failing_trial_is_shrunk_and_written(tmp_path: Path) -> None:
    """One word is left of the greeting; it is printed, and stands in the regression suite."""
    with LoopbackBot(lambda _trial, _message: (200, "poor: never mind.")) as bot:
        folder = write_project(tmp_path, bot.base_url)
        assert run_gate(folder).code == 1
        n_before = len(bot.log)
        written = folder / "regressions.jsonl"
        words = ("shrink", "latest", "manners/g007", f"--write={written}")
        ran = ended(start_gate(folder, *words), folder)
        n_asked = len(bot.log) - n_before
    assert ran.code == 0, ran.err
    assert 1 < n_asked <= 60
    assert f"took: {n_asked} of 60 calls to the target" in ran.out
    (said,) = re.findall(r"^    user   (.*)$", ran.out, re.MULTILINE)
    assert said in {"Greeting", "number", "7."}
    assert json.loads(written.read_text())["turns"] == [said]
