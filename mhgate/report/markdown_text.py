"""Text that nobody here wrote, as Markdown shows it: as itself, and never as markup."""

from __future__ import annotations

import re

from mhgate.report.safe_text import printable

__all__ = ["markdown_table", "markdown_text"]

_ENTITIES = {"&": "&amp;", "<": "&lt;", ">": "&gt;"}
_MARKUP = re.compile(r"([\\`*_\[\]|~#!])")


def markdown_text(text: str) -> str:
    r"""Return a text as Markdown that shows it as it stands.

    Args:
        text: any string.

    Example:
        >>> markdown_text("a|b *c*")
        'a\\|b \\*c\\*'
    """
    safe = "".join(_ENTITIES.get(char, char) for char in printable(text))
    return _MARKUP.sub(r"\\\1", safe)


def markdown_table(headers: tuple[str, ...], rows: list[tuple[str, ...]]) -> str:
    """Return a pipe table; what its cells hold shows as itself.

    Args:
        headers: of the columns.
        rows: as long as the headers each.
    """
    lines = [headers, *rows]
    drawn = [f"| {' | '.join(markdown_text(cell) for cell in line)} |" for line in lines]
    return "\n".join([drawn[0], f"|{' --- |' * len(headers)}", *drawn[1:]])
