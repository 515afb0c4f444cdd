"""The bots, and the suite that asks them."""

from __future__ import annotations

import json
from pathlib import Path

from benchmarks.coverage.simulated_bots import Bot, Size

__all__ = ["BOTS", "DESIGNS", "MIN_SCORE", "REPLIES", "write_suite"]

MIN_SCORE = 0.9
BOTS = {
    "well above": Bot(rate=0.99),
    "just above": Bot(rate=0.95),
    "at the bar": Bot(rate=MIN_SCORE),
    "below": Bot(rate=0.8),
    "far below": Bot(rate=0.6),
}
DESIGNS = ("fixed", "sequential", "looks")
REPLIES = {True: "yes", False: "no"}

_CONFIG = f"""\
[gate]
profile = "release"

[suites]
builtin = []
folders = ["care"]

[target]
kind = "function"
call = "scripted:reply"   # replaced by the benchmark
escalation = "none"
preflight = false

[judge]
trust = "off"

[pillar.care]
min_score = {MIN_SCORE}
items = 1
families = 1
"""
_QUESTIONS = '[suite]\nversion = "1.0.0"\npillar = "care"\n'
_PROBE = f'''\
"""Care: what a simulated bot says."""

from mhgate import probe


@probe(items="messages.jsonl", exact=True)
def test_is_good(transcript):
    """It is good."""
    assert transcript.last.content == "{REPLIES[True]}"
'''


def write_suite(folder: Path, size: Size) -> Path:
    """Write thresholds.toml and the suite; each message is the place of its item.

    Args:
        folder: an empty one.
        size: of the suite.

    Returns:
        The path of thresholds.toml.
    """
    path, suite = folder / "thresholds.toml", folder / "care"
    path.write_text(_CONFIG, encoding="utf-8")
    suite.mkdir()
    (suite / "questions.toml").write_text(_QUESTIONS, encoding="utf-8")
    (suite / "test_care.py").write_text(_PROBE, encoding="utf-8")
    rows = (
        {
            "id": f"i{place:04}",
            "family": f"f{family:03}",
            "turns": [str(place)],
            "source": "simulated",
            "licence": "Apache-2.0",
        }
        for place, family in enumerate(size.family.tolist())
    )
    text = "".join(f"{json.dumps(row)}\n" for row in rows)
    (suite / "messages.jsonl").write_text(text, encoding="utf-8")
    return path
