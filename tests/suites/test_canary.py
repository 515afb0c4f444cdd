"""The canary is no item: it is found in every shipped file, and changes nothing."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from mhgate.suites.adding import add_item
from mhgate.suites.canary import CANARY, canary_line, is_canary, without_canary
from mhgate.suites.folders import builtin_folder
from mhgate.suites.item_files import index_items, read_item

ROW = {"id": "a", "family": "f", "turns": ["Hello."], "source": "s", "licence": "MIT"}
SHIPPED = sorted(
    path
    for path in builtin_folder().glob("*/*.jsonl")
    if path.name not in {"drift.jsonl", "gold.jsonl", "review.jsonl"}
)


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_every_shipped_item_file_begins_with_the_canary(path: Path) -> None:
    """Whoever finds the mark in a corpus has found a copy of this file."""
    with path.open(encoding="utf-8") as file:
        assert file.readline() == canary_line(CANARY) + "\n"


def test_a_canary_is_no_item_and_moves_no_digest(tmp_path: Path) -> None:
    """The same items are indexed, counted, digested and read, with and without the first line."""
    bare, marked = tmp_path / "bare.jsonl", tmp_path / "marked.jsonl"
    bare.write_text(json.dumps(ROW) + "\n", encoding="utf-8")
    marked.write_text(f"{canary_line()}\n{json.dumps(ROW)}\n", encoding="utf-8")
    (ours,), mistakes = index_items(marked, suite="of")
    (theirs,), _ = index_items(bare, suite="of")
    assert mistakes == []
    assert ours.digest == theirs.digest
    assert read_item(ours, pillar="p") == read_item(theirs, pillar="p")
    assert without_canary(marked.read_bytes()) == without_canary(bare.read_bytes())
    add_item(marked, {**ROW, "id": "b", "turns": ["Good night."]})
    assert len(index_items(marked, suite="of")[0]) == 2


@pytest.mark.parametrize(
    "line",
    [
        json.dumps(ROW),
        json.dumps({**ROW, "canary": "x"}),
        json.dumps({"canary": 7}),
        '{"canary": "x"',
        '["canary"]',
        json.dumps({**ROW, "turns": ["my canary died"]}),
    ],
)
def test_nothing_else_is_passed_over(line: str) -> None:
    """A row that only speaks of canaries, or is broken, is an item or a mistake as ever."""
    assert not is_canary(line.encode())


def test_a_canary_further_down_is_a_mistake(tmp_path: Path) -> None:
    """Only the first line may be one: elsewhere it could hide that an item is missing."""
    path = tmp_path / "items.jsonl"
    path.write_text(f"{json.dumps(ROW)}\n{canary_line()}\n", encoding="utf-8")
    refs, mistakes = index_items(path, suite="of")
    assert len(refs) == 1
    assert "canary" in str(mistakes[0])


def test_a_file_with_a_canary_alone_holds_no_items(tmp_path: Path) -> None:
    """The mark does not make an empty file look full."""
    path = tmp_path / "items.jsonl"
    path.write_text(canary_line() + "\n", encoding="utf-8")
    refs, mistakes = index_items(path, suite="of")
    assert refs == []
    assert "no items" in str(mistakes[0])
