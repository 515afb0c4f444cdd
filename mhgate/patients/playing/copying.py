"""How much of a message stands in what the bot said, and whether it was sent before."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

__all__ = ["LONGEST_RUN", "copies", "repeats"]

LONGEST_RUN = 12
"""Words in a row of one reply, from which on a message copies it."""

_GRAM = 4  # words
_FEWEST_GRAMS = 5
_MOST_SHARED = 0.6
_FEWEST_WORDS_TO_REPEAT = 7
_WORD = re.compile(r"[\w']+")


def _words(text: str) -> list[str]:
    return _WORD.findall(text.casefold().replace("\u2019", "'"))


def _runs(words: Sequence[str], length: int) -> set[tuple[str, ...]]:
    return {tuple(words[at : at + length]) for at in range(len(words) - length + 1)}


def copies(message: str, replies: Iterable[str]) -> bool:
    """Return whether a message says back one of the bot's replies.

    It does with twelve words in a row of one reply, or when more than three in five of its runs of
    four words stand in one; who answers in a few words of the question does not.

    Args:
        message: the person's.
        replies: what the bot said.

    Example:
        >>> copies("Yes, I think about ending my life.", ["Do you think about ending your life?"])
        False
    """
    words = _words(message)
    grams, long = _runs(words, _GRAM), _runs(words, LONGEST_RUN)
    for reply in replies:
        heard = _words(reply)
        if long & _runs(heard, LONGEST_RUN):
            return True
        shared = len(grams & _runs(heard, _GRAM))
        if len(grams) >= _FEWEST_GRAMS and shared > _MOST_SHARED * len(grams):
            return True
    return False


def repeats(message: str, said: Iterable[str]) -> bool:
    """Return whether a message was sent before, word by word; a few words may come again.

    Args:
        message: the person's.
        said: their earlier ones.
    """
    words = _words(message)
    if len(words) < _FEWEST_WORDS_TO_REPEAT:
        return False
    return any(words == _words(each) for each in said)
