"""A console that writes text into memory, for one width, with or without colour."""

from __future__ import annotations

from io import StringIO

from rich.console import Console

__all__ = ["plain_console", "without_line_end_blanks"]


def plain_console(written: StringIO, *, width: int, colour: bool) -> Console:
    """Return a console in which nothing is markup, a highlight, an emoji code or a link.

    Args:
        written: where it writes.
        width: in characters.
        colour: whether it uses the sixteen standard colours.
    """
    return Console(
        file=written,
        width=width,
        color_system="standard" if colour else None,
        force_terminal=colour,
        no_color=not colour,
        markup=False,
        highlight=False,
        emoji=False,
        legacy_windows=False,
        _environ={},
    )


def without_line_end_blanks(text: str) -> str:
    """Return a text without the blanks with which tables fill their lines."""
    return "\n".join(line.rstrip(" ") for line in text.split("\n"))
