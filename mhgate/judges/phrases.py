"""Phrases: lists of wordings, written almost as they are read, compiled when first used.

A wording is a regular expression with two shorthands: an apostrophe may be missing (``don't`` also
matches ``dont``), and ``~`` stands for up to four words in between. Wordings begin and end at word
borders. Every repetition in them is bounded or possessive, so that time grows with the text and not
with its square.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cached_property

__all__ = ["Phrases", "pattern_of"]

_GAP = r"(?:[\w'-]++,? ){0,4}?"


def pattern_of(wording: str) -> re.Pattern[str]:
    """Compile a regular expression in which apostrophes may be missing.

    Args:
        wording: a regular expression over folded text, with its own borders.

    Example:
        >>> pattern_of("don't").search("please dont").group()
        'dont'
    """
    return re.compile(wording.replace("'", "'?"))


class Phrases:
    """A list of wordings.

    Args:
        wordings: regular expressions over folded text, with the two shorthands.

    Example:
        >>> Phrases("don't ~worry").first("please dont you worry now")
        (7, 21)
    """

    def __init__(self, *wordings: str) -> None:
        self.wordings = wordings

    @cached_property
    def pattern(self) -> re.Pattern[str]:
        """The one pattern that finds any of the wordings."""
        joined = "|".join(self.wordings).replace("'", "'?").replace("~", _GAP)
        return re.compile(rf"(?<![\w'])(?:{joined})(?!\w)")

    def all(self, text: str, start: int = 0, end: int | None = None) -> Iterator[tuple[int, int]]:
        """Yield the spans of all wordings found, from left to right, none overlapping."""
        stop = len(text) if end is None else end
        for found in self.pattern.finditer(text, start, stop):
            yield found.span()

    def first(self, text: str, start: int = 0, end: int | None = None) -> tuple[int, int] | None:
        """Return the span of the first wording found, or None."""
        return next(self.all(text, start, end), None)
