r"""Workflow commands and outputs: what a runner obeys, so that only this program can say it.

A runner obeys every line of a step that begins with ``::``; data in one is escaped, properties
more so. Outputs are written between delimiters that nobody can guess, so no line end in a value
begins another output.
"""

from __future__ import annotations

import re
import secrets
from collections.abc import Mapping
from pathlib import Path

__all__ = ["annotation", "append_outputs", "escape_data", "escape_property", "quoted_lines"]

_LINE_ENDS = re.compile("\r\n|[\n\r\v\f\x1c\x1d\x1e\x85\u2028\u2029]")


def escape_data(text: str) -> str:
    """Return a text as a command's data can hold it: on one line.

    Example:
        >>> escape_data("50 % done" + chr(10) + "::error::x")
        '50 %25 done%0A::error::x'
    """
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def escape_property(text: str) -> str:
    """Return a text as a command's property can hold it.

    Example:
        >>> escape_property("a,b::c")
        'a%2Cb%3A%3Ac'
    """
    return escape_data(text).replace(":", "%3A").replace(",", "%2C")


def annotation(
    level: str, message: str, *, title: str = "", file: str = "", line: int | None = None
) -> str:
    """Return the command that annotates.

    Args:
        level: ``error``, ``warning`` or ``notice``.
        message: what it says.
        title: its head.
        file: path from the repository's root.
        line: in that file, from 1.
    """
    properties = {"file": file, "line": "" if line is None else str(line), "title": title}
    said = ",".join(f"{key}={escape_property(value)}" for key, value in properties.items() if value)
    return f"::{level}{' ' + said if said else ''}::{escape_data(message)}"


def append_outputs(path: Path, outputs: Mapping[str, str]) -> None:
    """Write a step's outputs.

    Args:
        path: the file that GITHUB_OUTPUT names.
        outputs: values by name.
    """
    lines: list[str] = []
    for name, value in outputs.items():
        delimiter = f"mhgate_{secrets.token_hex(16)}"
        lines += [f"{name}<<{delimiter}", value, delimiter]
    text = "\n".join(lines) + "\n"
    with path.open("a", encoding="utf-8", errors="replace", newline="\n") as file:
        file.write(text)


def quoted_lines(text: str) -> list[str]:
    """Return text of unknown origin as lines that no runner takes for a command.

    Every line end counts that some runner's reader takes for one.

    Example:
        >>> quoted_lines("done" + chr(13) + "::error::x")
        ['| done', '| ::error::x']
    """
    return [f"| {line}" for line in _LINE_ENDS.split(text)]
