"""One more item at the end of an item file: valid, and no copy of one of its suite."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from mhgate.errors import Mistake, SuiteError, UsageError
from mhgate.suites.item_files import index_items, read_item

__all__ = ["add_item", "check_item_file"]

_SUITE = "of"  # ids carry a suite's name; which one does not matter here


def check_item_file(path: Path) -> None:
    """Check that an item could be added to a file, before anything is done for it.

    Args:
        path: a JSONL file of items; it may be missing or empty, its folder may not.

    Raises:
        UsageError: there is no such folder, or it is no JSONL file.
        SuiteError: everything that is wrong with the items that it holds.
    """
    if path.suffix != ".jsonl" or not path.parent.is_dir():
        found = "a folder that does not exist" if path.suffix == ".jsonl" else "another ending"
        raise UsageError(
            f"{path}: found {found}; expected a file of items, JSON Lines, in a folder.",
            hint="Name a .jsonl file beside the probes that will read it.",
        )
    if _has_rows(path):
        _, mistakes = index_items(path, suite=_SUITE)
        if mistakes:
            raise SuiteError(mistakes)


def add_item(path: Path, row: Mapping[str, Any]) -> None:
    """Add an item at the end of a file.

    Args:
        path: as for :func:`check_item_file`; made where it is missing.
        row: as it is written; see docs/reference/suites.md.

    Raises:
        UsageError: an item of this file, or of another one in its folder, says the same in the
            same sessions, or has the id; or it cannot be written.
        SuiteError: the row is no valid item, or the file holds others.
    """
    check_item_file(path)
    old = path.read_bytes() if path.is_file() else b""
    for beside in (path, *sorted(set(path.parent.glob("*.jsonl")) - {path})):
        _refuse_copies(beside, row)
    gap = b"" if not old or old.endswith(b"\n") else b"\n"
    line = json.dumps(row, ensure_ascii=False).encode("utf-8", "backslashreplace")
    try:
        with path.open("ab") as file:
            file.write(gap + line + b"\n")
    except OSError as error:
        raise UsageError(
            f"{path}: cannot be written ({error.strerror or error}).",
            hint="Name a file in a folder with space and permission.",
        ) from error
    _, mistakes = index_items(path, suite=_SUITE)
    if mistakes:  # what was there is left as it was
        path.write_bytes(old)
        raise SuiteError([Mistake(str(path), "no valid item", "one", str(mistakes[0]))])


def _refuse_copies(path: Path, row: Mapping[str, Any]) -> None:
    for item_id, words in _said(path):
        if words == _words(row["turns"], row.get("new_session_at", ())):
            raise UsageError(
                f"{path}: holds these words already, as {item_id}: nothing was written.",
                hint="It is in the suite; a run asks it.",
            )
        if item_id == row["id"]:
            raise UsageError(
                f"{path}: has an item {item_id} already: nothing was written.",
                hint="Rename that one.",
            )


def _has_rows(path: Path) -> bool:
    return path.is_file() and bool(path.read_bytes().strip())


def _said(path: Path) -> list[tuple[str, object]]:
    if not _has_rows(path):
        return []
    refs, mistakes = index_items(path, suite=_SUITE)
    if mistakes:
        return []  # gold, or reviews: no items
    items = [read_item(ref, pillar=_SUITE) for ref in refs]
    return [
        (item.id.removeprefix(f"{_SUITE}/"), _words(item.turns, item.new_session_at))
        for item in items
    ]


def _words(turns: Sequence[str], new_session_at: Sequence[int]) -> object:
    """Return what is said, whatever its spaces and capitals, and where sessions begin."""
    return [" ".join(turn.split()).casefold() for turn in turns], list(new_session_at)
