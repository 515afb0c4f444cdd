"""JSON Lines: an object a line; objects inside an object become columns with dotted names."""

from __future__ import annotations

import json
from typing import Any

from mhgate.importers.csv_sheet import decoded
from mhgate.importers.sheet import Row, Sheet, clean_header
from mhgate.importers.tally import Tally

__all__ = ["cells_of", "read_jsonl"]

_DEEPEST = 8


def read_jsonl(data: bytes, file: str, *, flat: bool) -> Sheet:
    """Read a JSON Lines file.

    Args:
        data: its bytes.
        file: its name.
        flat: whether objects inside an object become columns, ``ratings.empathy`` say; else they
            stay what they are, which is what a layout of JSON cells reads.

    Returns:
        The table. A line that is no JSON object is spoilt, and so is one in which a key stands
        twice with two values.

    Raises:
        RatingsError: it is no text.
    """
    noticed, spoilt = Tally(), Tally()
    rows: list[Row] = []
    columns: dict[str, None] = {}
    for number, line in enumerate(decoded(data, file).split("\n"), 1):
        if not line.strip():
            continue
        cells = cells_of(line, flat=flat)
        if isinstance(cells, str):
            spoilt.add(cells, file, f"line {number}")
            continue
        columns.update(dict.fromkeys(cells))
        rows.append(Row(number, cells))
    return Sheet(file, tuple(columns), rows, spoilt=spoilt, noticed=noticed)


def cells_of(line: str, *, flat: bool) -> dict[str, Any] | str:
    """Return a line's cells by column, or why it has none.

    Args:
        line: the line.
        flat: whether objects inside the object become columns.
    """
    try:
        found = json.loads(line, object_pairs_hook=_once)
    except (ValueError, RecursionError):
        return "no JSON object"
    if not isinstance(found, dict):
        return "no JSON object"
    cells: dict[str, Any] = {}
    is_clear = _spread(found, "", cells, depth=_DEEPEST if flat else 0)
    return cells if is_clear else "two keys that name one column"


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs) and any(found[key] != value for key, value in pairs):
        raise ValueError("a key stands there twice, with two values")
    return found


def _spread(found: dict[str, Any], before: str, cells: dict[str, Any], *, depth: int) -> bool:
    """Put an object's values into ``cells``; False where two of them want one name."""
    for key, value in found.items():
        name = before + clean_header(key)
        if isinstance(value, dict) and depth > 0:
            if not _spread(value, f"{name}.", cells, depth=depth - 1):
                return False
        elif name in cells:
            return False
        elif name:
            cells[name] = value
    return True
