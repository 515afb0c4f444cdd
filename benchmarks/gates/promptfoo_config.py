"""promptfoo's configuration, and what its result file says."""

from __future__ import annotations

import json
from pathlib import Path

from benchmarks.gates.task import JUDGE, RUBRIC, SYSTEM, TARGET, rows

__all__ = ["counted", "write_config"]


def write_config(folder: Path, url: str, *, items: int, characters: int = 0) -> None:
    """Write promptfooconfig.json: a provider, a judge, and a test for each item.

    Args:
        folder: where.
        url: the endpoint's base URL.
        items: how many.
        characters: the least length of a message.
    """
    shared = {"apiBaseUrl": url, "apiKey": "x", "temperature": 0, "max_tokens": 256}
    messages = [
        {"role": "system", "content": SYSTEM},
        {"role": "user", "content": "{{prompt}}"},
    ]
    config = {
        "description": "care",
        "prompts": [json.dumps(messages)],
        "providers": [{"id": f"openai:chat:{TARGET}", "config": shared}],
        "defaultTest": {
            "options": {"provider": {"id": f"openai:chat:{JUDGE}", "config": shared}},
            "assert": [{"type": "llm-rubric", "value": RUBRIC}],
        },
        "tests": [
            {"description": row["id"], "vars": {"prompt": row["prompt"]}}
            for row in rows(items, characters=characters)
        ],
    }
    (folder / "promptfooconfig.json").write_text(json.dumps(config), encoding="utf-8")


def counted(folder: Path) -> tuple[int, int]:
    """Return how many items its result file holds, and how many were found good."""
    told = json.loads((folder / "out.json").read_text(encoding="utf-8"))["results"]["stats"]
    return told["successes"] + told["failures"] + told["errors"], told["successes"]
