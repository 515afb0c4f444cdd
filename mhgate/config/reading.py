"""Bytes -> TOML: where the file is, whether it is text, and the line of a syntax error."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

from mhgate.errors import ConfigError, Mistake

__all__ = ["FILE_NAME", "read_toml", "shown"]

FILE_NAME = "thresholds.toml"

_AT = re.compile(r"\s*\(at (?:line (?P<line>\d+), column \d+|end of document)\)$")
_HINTS = (
    ("overwrite", "Each key and each table may be written once: merge the two."),
    ("twice", "Each key and each table may be written once: merge the two."),
    (
        "Invalid value",
        'Text stands in quotes ("demo"), numbers without (0.8), and true and false in lower case.',
    ),
    ("Expected '='", 'A line is key = value; a key with other signs than A-Z a-z 0-9 _ - in "".'),
    ("Illegal character", 'Text ends on its own line; longer text stands between """ and """.'),
)


def shown(path: Path) -> str:
    """Return a path as a reader knows it: relative to the working directory where that is shorter.

    Example:
        >>> shown(Path("thresholds.toml"))
        'thresholds.toml'
    """
    try:
        return path.resolve().relative_to(Path.cwd().resolve()).as_posix()
    except (OSError, ValueError):
        return str(path)


def read_toml(path: Path) -> dict[str, Any]:
    """Read a TOML file; a byte order mark is accepted.

    Args:
        path: the file.

    Returns:
        Its tables.

    Raises:
        ConfigError: it is missing, is no UTF-8, or is no TOML.
    """
    where = shown(path)
    try:
        data = path.read_bytes()
    except FileNotFoundError:
        raise _one(
            where,
            "no such file",
            f"a {FILE_NAME} that says what is tested and what it must reach",
            "`mhgate init` writes a commented one; --mhgate-config names one that lies elsewhere.",
        ) from None
    except OSError as error:
        reason = error.strerror or type(error).__name__
        raise _one(
            where, reason.lower(), "a file that can be read", "Mend the path or the permissions."
        ) from error
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        is_utf16 = data[:2] in {b"\xff\xfe", b"\xfe\xff"}
        raise _one(
            f"{where}, line {line}",
            "UTF-16 text" if is_utf16 else f"byte 0x{data[error.start]:02x}, which is no UTF-8",
            "UTF-8 text",
            "Save the file as UTF-8.",
        ) from error
    return _parse(text, where)


def _parse(text: str, where: str) -> dict[str, Any]:
    try:
        return tomllib.loads(text)
    except RecursionError as error:
        raise _one(where, "arrays or tables that nest too deeply", "TOML", "Flatten it.") from error
    except ValueError as error:  # TOMLDecodeError is one, and so is a number of 5,000 digits
        message = str(error)
        at = _AT.search(message)
        line = (at["line"] if at else None) or str(text.rstrip().count("\n") + 1)
        reason = message[: at.start()] if at else message
        hint = next((hint for word, hint in _HINTS if word.lower() in reason.lower()), "")
        raise _one(
            f"{where}, line {line}",
            f"what is no TOML ({reason[:1].lower()}{reason[1:]})",
            "TOML 1.0",
            hint or "Mend that line, or the one before it; https://toml.io shows the syntax.",
        ) from error


def _one(where: str, found: str, expected: str, hint: str) -> ConfigError:
    return ConfigError([Mistake(where, found, expected, hint)])
