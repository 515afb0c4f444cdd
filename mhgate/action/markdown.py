r"""Text that nobody here wrote, made harmless in GitHub's Markdown.

It stays readable and does nothing: no table is closed, no HTML begun, nobody is mentioned, no link
or picture is made of it, no issue referred to, no emoji drawn by its name.
"""

from __future__ import annotations

import re

from mhgate.wiring import printable

__all__ = ["cell", "code", "plain"]

_JOINER = "\N{WORD JOINER}"
_MARKS = re.compile(r"([\\`*_{}\[\]()!|~])")
_LEADING = re.compile(r"^(\s*)([#+\-=>]|[0-9]+[.)])")
_SPARK = re.compile(r"(@|#|www\.|:(?=//)|:(?=[a-z0-9_+\-]+:)|GH-)", re.IGNORECASE)
_HTML = {"&": "&amp;", "<": "&lt;", ">": "&gt;", "$": "<span>$</span>"}


def plain(text: str, *, limit: int = 600) -> str:
    r"""Return a text as Markdown that shows just that, on one line.

    Args:
        text: any string.
        limit: at most so many of its characters are shown.

    Example:
        >>> plain("a|b <script>")
        'a\\|b &lt;script&gt;'
    """
    shown = printable(text, limit=limit)
    shown = _SPARK.sub(lambda found: found[0] + _JOINER, shown)
    shown = _MARKS.sub(r"\\\1", shown)
    shown = "".join(_HTML.get(char, char) for char in shown)
    return _LEADING.sub(lambda found: f"{found[1]}{found[2][:-1]}\\{found[2][-1]}", shown)


def cell(text: str, *, limit: int = 200) -> str:
    """Return a text for a cell of a table; an empty one stays a cell."""
    return plain(text, limit=limit) or " "


def code(text: str, *, limit: int = 200) -> str:
    """Return a name as code: backticks and pipes in it are shown as look-alikes.

    Example:
        >>> code("a`b|c")
        "`a'b¦c`"
    """
    shown = printable(text, limit=limit).replace("`", "'").replace("|", "¦").strip()
    return f"`{shown or ' '}`"
