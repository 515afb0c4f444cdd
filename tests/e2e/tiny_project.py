"""A product's repository with one suite of a hundred items, decided by an exact check."""

from __future__ import annotations

import json
from pathlib import Path

PROBE_ID = "manners.is_good"
N_FAMILIES = 50
N_ITEMS = 100

_CONFIG = """
[gate]
profile = "release"
max_failed = 0.10
deadline_s = 120

[suites]
builtin = []
folders = ["manners"]

[target]
kind = "openai"
base_url = "{base_url}"
model = "loopback"
escalation = "none"
max_retries = 0
concurrency = 4

[target.parameters]
user = "{{trial}}"

[judge]
kind = "rules"
trust = "off"

[pillar.manners]
min_score = {min_score}
items = 20
families = 10
"""

_PROBES = '''
"""Manners: what the product says begins well."""

from mhgate import probe


@probe(items="greetings.jsonl", exact=True)
def test_is_good(transcript):
    """The reply begins with the word good."""
    assert transcript.last.content.startswith("good")
'''


def family_of(number: int) -> str:
    """Return the family of an item, by its number: each has two."""
    return f"f{number % N_FAMILIES:02}"


def trial_of(number: int) -> str:
    """Return the id of an item's only trial, by the item's number."""
    return f"manners/g{number:03}#0"


def write_project(folder: Path, base_url: str, *, min_score: float = 0.6) -> Path:
    """Write the repository into a folder and return the folder."""
    suite = folder / "manners"
    suite.mkdir(parents=True)
    config = _CONFIG.format(base_url=base_url, min_score=min_score)
    (folder / "thresholds.toml").write_text(config, encoding="utf-8")
    (suite / "test_manners.py").write_text(_PROBES, encoding="utf-8")
    rows = (
        {
            "id": f"g{number:03}",
            "family": family_of(number),
            "turns": [f"Greeting number {number}."],
            "source": "written for this test",
            "licence": "Apache-2.0",
        }
        for number in range(N_ITEMS)
    )
    text = "".join(json.dumps(row) + "\n" for row in rows)
    (suite / "greetings.jsonl").write_text(text, encoding="utf-8")
    return folder
