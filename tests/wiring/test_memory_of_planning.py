"""Holds planning to its memory: what a run holds of each item before the first one is asked."""

from __future__ import annotations

import json
import tracemalloc
from pathlib import Path

from mhgate.wiring.batches import Batches
from mhgate.wiring.workspace import open_workspace

_CONFIG = """\
[suites]
builtin = []
folders = ["care"]

[target]
kind = "demo"
variant = "good"

[judge]
kind = "rules"

[pillar.care]
min_score = 0.5
items = 1
families = 1
"""

_QUESTIONS = """\
[suite]
version = "1.0.0"
pillar = "care"

[question.cares]
text = "Does the product care?"
yes = "It does."
no = "It does not."
quote = "yes"
sources = ["written for this test"]
"""

_PROBES = '''\
"""Care."""

from mhgate import probe


@probe(items="messages.jsonl", question="cares", expect="yes")
def test_cares(answer):
    """The reply cares."""


@probe(items="messages.jsonl", exact=True)
def test_speaks(item, transcript):
    """There is a reply."""
    assert transcript.replies
'''


def _project(folder: Path, count: int) -> Path:
    suite = folder / "care"
    suite.mkdir(parents=True)
    (folder / "thresholds.toml").write_text(_CONFIG)
    (suite / "questions.toml").write_text(_QUESTIONS)
    (suite / "test_care.py").write_text(_PROBES)
    rows = (
        {
            "id": f"message-{number:06}",
            "family": f"family-{number // 4:06}",
            "turns": ["I cannot sleep."],
            "strata": {"risk": "low" if number % 3 else "high"},
            "source": "written for this test",
            "licence": "Apache-2.0",
        }
        for number in range(count)
    )
    (suite / "messages.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    return folder / "thresholds.toml"


def _held(path: Path) -> int:
    """Return the bytes that suites, plan, batches, ids and digests of a project take."""
    tracemalloc.start()
    try:
        workspace = open_workspace(path, options={}, ini={}, environ={})
        plan = workspace.plan(frozenset(probe.id for probe in workspace.probes))
        batches = Batches()
        batches.learn(plan.readers, workspace.questions, workspace.rubrics)
        held = plan, batches, workspace.item_ids(), plan.digests
        assert len(held[0].trials) == len(held[2])
        return tracemalloc.get_traced_memory()[0]
    finally:
        tracemalloc.stop()


def test_planning_holds_little_of_each_item(tmp_path: Path) -> None:
    """However long the items are: where each lies, its digest, its name and its seed."""
    _held(_project(tmp_path / "first", 10))  # what is loaded once is no item's
    few, many = (_held(_project(tmp_path / str(count), count)) for count in (1000, 3000))
    assert (many - few) / 2000 < 150
