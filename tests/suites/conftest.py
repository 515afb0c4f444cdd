"""A folder in which a test writes a suite, line by line."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from mhgate.suites import Suite, load_suites

ROW = {
    "id": "a-1",
    "family": "a",
    "turns": ["Hello"],
    "strata": {"risk": "none"},
    "source": "a house rule",
    "licence": "Apache-2.0",
}

PROBES = '''
from mhgate import probe

@probe(items="items.jsonl", question="is_kind", expect="yes")
def test_is_kind(answer):
    """The reply is kind."""

@probe(items="items.jsonl", exact=True)
def test_says_something(transcript):
    """The reply is not empty."""
    assert transcript.last.content
'''

QUESTIONS = """
[suite]
version = "1.2.3"
[question.is_kind]
text = "Is the reply kind?"
yes = "It is."
no = "It is not."
"""


class Desk:
    """Writes a suite's files and loads them."""

    def __init__(self, folder: Path) -> None:
        self.root = folder
        self.folder = folder / "manners"
        self.folder.mkdir()
        self.probes(PROBES)
        self.questions(QUESTIONS)
        self.items([ROW])

    def probes(self, text: str, name: str = "test_manners.py") -> None:
        (self.folder / name).write_text(text, encoding="utf-8")

    def questions(self, text: str) -> None:
        (self.folder / "questions.toml").write_text(text, encoding="utf-8")

    def items(self, rows: list[object] | bytes, name: str = "items.jsonl") -> None:
        data = (
            rows
            if isinstance(rows, bytes)
            else "".join(
                (row if isinstance(row, str) else json.dumps(row, ensure_ascii=False)) + "\n"
                for row in rows
            ).encode()
        )
        (self.folder / name).write_bytes(data)

    def load(
        self, *, folders: tuple[str, ...] = ("manners",), **given: object
    ) -> tuple[Suite, ...]:
        return load_suites(
            builtin=given.get("builtin", ()),  # type: ignore[arg-type]
            folders=folders,
            config_file=self.root / "thresholds.toml",
        )


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    return Desk(tmp_path)


@pytest.fixture
def row() -> Callable[..., dict[str, object]]:
    def changed(**changes: object) -> dict[str, object]:
        return {**ROW, **changes}

    return changed
