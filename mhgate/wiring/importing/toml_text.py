"""TOML out of plain values: tables, arrays of tables, and texts on lines that can be read."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from datetime import date
from typing import Any

__all__ = ["toml_text"]

_BARE = re.compile(r"[A-Za-z0-9_-]+")
_ESCAPES = {"\\": "\\\\", '"': '\\"', "\n": "\\n", "\t": "\\t", "\r": "\\r"}
_LONG = 80


def toml_text(tables: Mapping[str, Any]) -> str:
    r"""Return tables as TOML.

    Args:
        tables: texts, whole and other numbers, truth values, days, lists, and tables of such; a
            list of tables becomes an array of tables.

    Example:
        >>> print(toml_text({"suite": {"version": "1", "about": 'a "b"\nc'}}), end="")
        [suite]
        version = "1"
        about = "a \"b\"\nc"
    """
    return "\n".join(_table((), tables)).lstrip("\n") + "\n"


def _table(path: tuple[str, ...], table: Mapping[str, Any]) -> Iterator[str]:
    plain = {key: value for key, value in table.items() if not _is_nested(value)}
    for key, value in plain.items():
        yield f"{_key(key)} = {_value(value)}"
    for key, value in table.items():
        if key in plain:
            continue
        here = (*path, key)
        name = ".".join(map(_key, here))
        if isinstance(value, Mapping):
            if not value or any(not _is_nested(inner) for inner in value.values()):
                yield from ("", f"[{name}]")
            yield from _table(here, value)
        else:
            for each in value:
                yield from ("", f"[[{name}]]")
                yield from _table(here, each)


def _is_nested(value: Any) -> bool:
    is_tables = (
        isinstance(value, list | tuple)
        and value
        and all(isinstance(each, Mapping) for each in value)
    )
    return isinstance(value, Mapping) or bool(is_tables)


def _key(key: str) -> str:
    return key if _BARE.fullmatch(key) else _quoted(key)


def _value(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int | float):
        return repr(value)
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, list | tuple):
        inner = [_value(each) for each in value]
        flat = f"[{', '.join(inner)}]"
        return flat if len(flat) <= _LONG else "[\n" + "".join(f"  {one},\n" for one in inner) + "]"
    if isinstance(value, Mapping):
        return (
            "{ " + ", ".join(f"{_key(key)} = {_value(each)}" for key, each in value.items()) + " }"
        )
    return _quoted(str(value))


def _quoted(text: str) -> str:
    return '"' + "".join(map(_escaped, text)) + '"'


def _escaped(char: str) -> str:
    if char in _ESCAPES:
        return _ESCAPES[char]
    is_control = char < " " or "\x7f" <= char <= "\x9f" or char in {"\u2028", "\u2029"}
    return f"\\u{ord(char):04x}" if is_control else char
