"""JSON Lines, read exactly: no key twice, no NaN, UTF-8, and a line's number for every mistake."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from mhgate.errors import Mistake

__all__ = ["json_object", "lines_of", "syntax_mistake"]

_BOM = b"\xef\xbb\xbf"


class _DuplicateKeyError(ValueError):
    """A JSON object that names one key twice."""


def lines_of(path: Path) -> Iterator[tuple[int, int, bytes]]:
    """Yield line number, offset and bytes; only a line feed ends a line (U+2028 does not).

    Args:
        path: the file; empty lines are passed over, and so is a byte order mark.
    """
    with path.open("rb") as file:
        offset = 0
        for number, line in enumerate(file, start=1):
            start = len(_BOM) if number == 1 and line.startswith(_BOM) else 0
            text = line[start:].rstrip(b"\r\n")
            if text.strip():
                yield number, offset + start, text
            offset += len(line)


def json_object(text: bytes) -> Any:
    """Return what a line holds.

    Args:
        text: one line.

    Raises:
        ValueError: it is no JSON, names a key twice, or holds what JSON does not have.
        RecursionError: it is nested without end.
    """
    said = text.decode("utf-8")
    if said.startswith("\ufeff"):
        raise json.JSONDecodeError("Unexpected UTF-8 BOM (decode using utf-8-sig)", said, 0)
    return _DECODER.decode(said)


def syntax_mistake(where: str, text: bytes, error: ValueError | RecursionError) -> Mistake:
    """Return what :func:`json_object` did not like as a mistake.

    Args:
        where: file and line.
        text: the line.
        error: what was raised.
    """
    if isinstance(error, UnicodeDecodeError):
        what = f"the byte 0x{text[error.start]:02x} at column {error.start + 1}"
        return Mistake(where, what, "UTF-8", "Save the file as UTF-8.")
    what = str(error)
    if isinstance(error, json.JSONDecodeError):
        what = f"{error.msg} at column {error.colno}"
    return Mistake(where, what, "one JSON object a line", "Mend the JSON.")


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        names = [key for key, _ in pairs]
        twice = next(key for place, key in enumerate(names) if key in names[:place])
        raise _DuplicateKeyError(f"the key {twice!r} twice")
    return found


def _no_constant(word: str) -> None:
    raise ValueError(f"{word}, which JSON does not have")


_DECODER = json.JSONDecoder(object_pairs_hook=_once, parse_constant=_no_constant)
