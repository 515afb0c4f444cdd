r"""Text that nobody here wrote, made visible and harmless before it reaches a screen or a file.

An item's id, a failure's kind or an override's value can hold anything: ANSI escapes that recolour
or erase the verdict, line ends that forge a second one, bidirectional overrides that reorder it,
invisible characters, halves of surrogate pairs that crash an encoder, 200 kB of one letter. What
does not print as itself is written as its escape (``\x1b``, ``\u202e``), so that it can be seen.
"""

from __future__ import annotations

import codecs
import unicodedata

__all__ = ["NAME_LIMIT", "TEXT_LIMIT", "carries_unicode", "printable"]

NAME_LIMIT = 200
TEXT_LIMIT = 4000

_MOST_COMBINING = 4  # real writing stacks two or three marks on a letter; a flood covers lines

# Letters by category, blank on the screen: the Hangul fillers.
_BLANK_LETTERS = frozenset("\u115f\u1160\u3164\uffa0")

# What a narrow encoding loses most often in honest sentences has an ASCII twin that reads well.
_TWINS = {
    "\N{LEFT SINGLE QUOTATION MARK}": "'",
    "\N{RIGHT SINGLE QUOTATION MARK}": "'",
    "\N{LEFT DOUBLE QUOTATION MARK}": '"',
    "\N{RIGHT DOUBLE QUOTATION MARK}": '"',
    "\N{EN DASH}": "-",
    "\N{EM DASH}": "-",
    "\N{MINUS SIGN}": "-",
    "\N{HORIZONTAL ELLIPSIS}": "...",
    "\N{MULTIPLICATION SIGN}": "x",
    "\N{MIDDLE DOT}": "-",
    "\N{BULLET}": "*",
    "\N{GREATER-THAN OR EQUAL TO}": ">=",
    "\N{LESS-THAN OR EQUAL TO}": "<=",
    "\N{RIGHTWARDS ARROW}": "->",
}


def carries_unicode(encoding: str) -> bool:
    """Return whether an encoding can carry every character that a report draws with.

    Args:
        encoding: a codec's name; an unknown one counts as ASCII.

    Example:
        >>> carries_unicode("UTF-8"), carries_unicode("cp1252"), carries_unicode("nonsense")
        (True, False, False)
    """
    return _known(encoding).startswith("utf")


def printable(text: str, *, encoding: str = "utf-8", limit: int = TEXT_LIMIT) -> str:
    r"""Return the text as one line that shows everything and does nothing.

    Args:
        text: any string, lone surrogates included.
        encoding: what the destination can carry; other characters become an ASCII twin or an
            escape. An unknown encoding counts as ASCII.
        limit: the most characters that are shown, at least 1, not counting the last one's escape;
            the rest is counted.

    Returns:
        Text without control, format, private, unassigned or surrogate characters and without line
        ends, which the encoding can carry.

    Example:
        >>> printable("done\x1b[2J\npass")
        'done\\x1b[2J\\npass'
        >>> printable("a" * 5000, limit=3)
        'aaa... (4997 more characters)'
    """
    shown, kept = text[:limit], min(limit, len(text))
    if not (shown.isascii() and shown.isprintable()):
        shown, kept = _visible(shown, _known(encoding), limit)
    return f"{shown}... ({len(text) - kept} more characters)" if kept < len(text) else shown


def _known(encoding: str) -> str:
    try:
        return codecs.lookup(encoding).name
    except LookupError:
        return "ascii"


def _visible(text: str, encoding: str, limit: int) -> tuple[str, int]:
    """Return what is shown, and how many characters of the text that stands for."""
    shown: list[str] = []
    length = combining = 0
    for char in text:
        if length >= limit:
            break
        category = unicodedata.category(char)
        combining = combining + 1 if category in {"Mn", "Me"} else 0
        if category == "Zs":
            shown.append(" ")
        elif not char.isprintable() or char in _BLANK_LETTERS or combining > _MOST_COMBINING:
            shown.append(_escape(char))
        elif char.isascii() or _fits(char, encoding):
            shown.append(char)
        else:
            shown.append(_TWINS.get(char) or _escape(char))
        length += len(shown[-1])
    return "".join(shown), len(shown)


def _fits(char: str, encoding: str) -> bool:
    try:
        char.encode(encoding)
    except UnicodeError:
        return False
    return True


def _escape(char: str) -> str:
    return char.encode("unicode_escape").decode("ascii")
