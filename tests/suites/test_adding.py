"""Holds adding an item to a file: valid, no copy, and nothing else is touched."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from mhgate.errors import SuiteError, UsageError
from mhgate.suites.adding import add_item, check_item_file
from mhgate.suites.item_files import index_items


def _row(**other: object) -> dict[str, object]:
    row = {"id": "a", "family": "f", "turns": ["Hello there."], "source": "s", "licence": "l"}
    return {**row, **other}


def test_an_item_is_added_to_a_new_file_or_an_old_one(tmp_path: Path) -> None:
    """Each on a line of its own, whether or not the last line had an end."""
    path = tmp_path / "items.jsonl"
    add_item(path, _row())
    path.write_text(path.read_text().rstrip("\n"), encoding="utf-8")
    add_item(path, _row(id="b", turns=["Hello.", "Ça va? 😔"], new_session_at=[1]))
    refs, mistakes = index_items(path, suite="s")
    assert [ref.id for ref in refs] == ["s/a", "s/b"]
    assert mistakes == []
    assert json.loads(path.read_text(encoding="utf-8").splitlines()[1])["turns"][1] == "Ça va? 😔"


@pytest.mark.parametrize("turns", [["Hello there."], ["  HELLO\n there. "]], ids=["same", "spaced"])
def test_a_copy_is_refused(tmp_path: Path, turns: list[str]) -> None:
    """The same words, whatever their spaces and capitals, are there already."""
    path = tmp_path / "items.jsonl"
    add_item(path, _row())
    before = path.read_bytes()
    with pytest.raises(UsageError, match="holds these words already, as a: nothing was written"):
        add_item(path, _row(id="b", turns=turns))
    assert path.read_bytes() == before


def test_a_copy_of_an_item_in_another_file_of_the_folder_is_refused(tmp_path: Path) -> None:
    """A suite asks all its files; gold and reviews beside them are no items."""
    add_item(tmp_path / "first.jsonl", _row())
    (tmp_path / "gold.jsonl").write_text('{"question": "q", "turns": []}\n', encoding="utf-8")
    path = tmp_path / "second.jsonl"
    with pytest.raises(UsageError, match=r"first\.jsonl: holds these words already, as a"):
        add_item(path, _row(id="b"))
    with pytest.raises(UsageError, match=r"first\.jsonl: has an item a already"):
        add_item(path, _row(turns=["Other words."]))
    assert not path.exists()
    add_item(path, _row(id="b", turns=["Other words."]))


def test_the_same_words_in_other_sessions_are_another_item(tmp_path: Path) -> None:
    """Where a session begins is part of what is asked."""
    path = tmp_path / "items.jsonl"
    add_item(path, _row(turns=["one", "two"]))
    add_item(path, _row(id="b", turns=["one", "two"], new_session_at=[1]))
    assert len(path.read_text().splitlines()) == 2


def test_an_id_is_there_once(tmp_path: Path) -> None:
    """Another item of the same name is no addition."""
    path = tmp_path / "items.jsonl"
    add_item(path, _row())
    with pytest.raises(UsageError, match="has an item a already"):
        add_item(path, _row(turns=["Other words."]))


def test_what_is_no_item_is_not_left_there(tmp_path: Path) -> None:
    """A row that could not be read back is taken out again."""
    path = tmp_path / "items.jsonl"
    add_item(path, _row())
    before = path.read_bytes()
    with pytest.raises(SuiteError, match="no valid item"):
        add_item(path, _row(id="b", turns=["other"], source=""))
    assert path.read_bytes() == before


def test_a_file_is_checked_before_anything_is_done_for_it(tmp_path: Path) -> None:
    """Its folder, its ending, and what it holds."""
    check_item_file(tmp_path / "new.jsonl")
    with pytest.raises(UsageError, match="a folder that does not exist"):
        check_item_file(tmp_path / "no" / "new.jsonl")
    with pytest.raises(UsageError, match="another ending"):
        check_item_file(tmp_path / "items.csv")
    path = tmp_path / "items.jsonl"
    path.write_text('{"id": "a"}\n', encoding="utf-8")
    with pytest.raises(SuiteError, match="family"):
        check_item_file(path)
    with pytest.raises(SuiteError, match="family"):
        add_item(path, _row())
