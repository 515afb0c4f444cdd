"""The canary: the mark in every public item file by which a copy in a training corpus is found.

It stands as a row of its own, the first of its file, and is no item: it is asked nobody, is counted
nowhere, and changes no digest.
"""

from __future__ import annotations

import json

from mhgate.suites.json_lines import json_object

__all__ = ["CANARY", "canary_line", "is_canary", "without_canary"]

CANARY = "mhgate-canary 4f6b1f0e-6f0d-4c39-9a5b-2f0c5c1f7d83"
"""The mark of the item files that ship with mhgate."""

_KEY = "canary"


def canary_line(mark: str = CANARY) -> str:
    """Return the first line of an item file.

    Args:
        mark: a text that occurs nowhere else.

    Example:
        >>> canary_line("ours 7d1a")
        '{"canary": "ours 7d1a"}'
    """
    return json.dumps({_KEY: mark}, ensure_ascii=False)


def is_canary(text: bytes) -> bool:
    """Return whether a line is a canary and no item.

    Args:
        text: of the line.
    """
    if _KEY.encode() not in text:
        return False
    try:
        row = json_object(text)
    except (ValueError, RecursionError):
        return False
    return isinstance(row, dict) and row.keys() == {_KEY} and isinstance(row[_KEY], str)


def without_canary(data: bytes) -> bytes:
    """Return an item file's bytes without the canary, if there is one.

    Args:
        data: the whole file.
    """
    first, _, rest = data.partition(b"\n")
    return rest if is_canary(first) else data
