"""What a stream can show: its width, whether it may be coloured, what its encoding carries."""

from __future__ import annotations

import os
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import TextIO

from mhgate.report.safe_text import carries_unicode

__all__ = ["NARROWEST", "WIDEST", "Surface", "is_terminal", "surface_of"]

NARROWEST = 60
WIDEST = 200
_WITHOUT_A_TERMINAL = 120  # files and CI logs are read in wide windows
_LONGEST_NUMBER = 6  # COLUMNS may hold anything


@dataclass(frozen=True, slots=True)
class Surface:
    """Where a text will be shown; ``width`` is in cells."""

    width: int
    colour: bool
    unicode: bool
    encoding: str


def surface_of(stream: TextIO, environ: Mapping[str, str]) -> Surface:
    """Find out what a stream can show.

    Args:
        stream: where the text will be written.
        environ: the variables that say what is wanted: ``COLUMNS`` sets the width; ``NO_COLOR``
            switches colours off, whatever else is set; ``FORCE_COLOR`` switches them on where
            there is no terminal; ``TERM=dumb`` stands for a terminal without colours.

    Returns:
        The surface, its width between 60 and 200.
    """
    terminal = is_terminal(stream)
    # A stream without an encoding, StringIO say, keeps characters and not bytes.
    encoding = getattr(stream, "encoding", None) or "utf-8"
    forced = environ.get("FORCE_COLOR", "") not in {"", "0"}
    wanted = forced or (terminal and environ.get("TERM") != "dumb")
    return Surface(
        width=min(WIDEST, max(NARROWEST, _width(stream, environ, terminal=terminal))),
        colour=wanted and not environ.get("NO_COLOR"),
        unicode=carries_unicode(encoding),
        encoding=encoding,
    )


def is_terminal(stream: TextIO) -> bool:
    """Return whether a stream is a terminal; one that is closed or cannot tell is none."""
    try:
        return stream.isatty()
    except (AttributeError, ValueError):
        return False


def _width(stream: TextIO, environ: Mapping[str, str], *, terminal: bool) -> int:
    columns = environ.get("COLUMNS", "")
    if columns.isdecimal() and len(columns) <= _LONGEST_NUMBER and int(columns) > 0:
        return int(columns)
    if terminal:
        with suppress(OSError, ValueError):
            return os.get_terminal_size(stream.fileno()).columns or _WITHOUT_A_TERMINAL
    return _WITHOUT_A_TERMINAL
