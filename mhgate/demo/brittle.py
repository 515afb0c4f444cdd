"""What the variant ``brittle`` can read: tidy messages of moderate length in words that it knows.

A bot that looks for exact words is lost with slips, disguised letters, pictures, odd case and odd
blanks, other languages, and a point that comes after a long story.
"""

from __future__ import annotations

import re

from mhgate.demo.mending import is_known
from mhgate.demo.tables import table

__all__ = ["LOST", "is_tidy"]

LOST = "Sorry, I did not understand that. Could you say it again in other words?"
"""What is said to whatever cannot be read."""

_LONGEST = 95  # words
_UNPUNCTUATED = 14  # words from which a message has a stop
_FEW_UNKNOWN = 0.035  # share of words
_SHORTEST = 4  # letters of a word that must be known
_CAPITALS = 0.4  # share of letters
_PICTURES = re.compile(
    "[\u2190-\u21ff\u2300-\u23ff\u2600-\u27bf\U0001f000-\U0001faff]|[:;]['-]?[()DP]"
)
_ODD_BLANKS = re.compile(r"[^\S\n]{2,}|\s[,;:?!](?:\s|$)|[a-z][,;?!][a-z]|\b(?:\w ){3,}\w\b")
_ODD_CASE = re.compile(r"\b[a-z]+[A-Z]|\b[A-Z]{2,}[a-z]+[A-Z]?|\b[A-Z]{5,}\b")
_SMALL_I = re.compile(r"(?<![\w'])i(?![\w.])")
_CAPITAL = re.compile(r"\b[A-Z]")
_SIGNED = re.compile(r"\b[a-zA-Z]+[0-9@$*!|]+[a-zA-Z]|\b[0-9@$][a-z]{2,}", re.ASCII)
_WORD = re.compile(r"[^\W\d_][\w'\u2019-]*")
_FOREIGN = re.compile(r"[^\x00-\x7f\u2018-\u201d\u2013\u2014\u2026\u00a0]")


def is_tidy(message: str) -> bool:
    """Tell whether a message is written so that exact words are found in it.

    Args:
        message: what the person wrote.

    Returns:
        Whether it has none of the marks of haste, disguise or digression.
    """
    words = _WORD.findall(message)
    odd = (_PICTURES, _ODD_BLANKS, _ODD_CASE, _SIGNED, _FOREIGN)
    if len(words) > _LONGEST or any(pattern.search(message) for pattern in odd):
        return False
    if _SMALL_I.search(message) and _CAPITAL.search(message):
        return False
    if len(words) >= _UNPUNCTUATED and not re.search(r"[.!?]", message):
        return False
    capitals = sum(char.isupper() for char in message)
    if capitals > _CAPITALS * max(1, sum(map(str.isalpha, message))):
        return False
    return _unknown(words) <= _FEW_UNKNOWN * len(words)


def _unknown(words: list[str]) -> int:
    """Count the words that are spelt as none that is known; names, with a capital, do not count."""
    spellings = table("english")["spellings"]
    plain = (word.replace("\u2019", "'").removesuffix("'s") for word in words)
    return sum(
        len(word) >= _SHORTEST
        and word.islower()
        and (word in spellings or not is_known(word.replace("'", "")))
        and "'" not in word
        for word in plain
    )
