"""Whether a message is English: by its letters and its smallest words."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

__all__ = ["is_english"]

_WORD = re.compile(r"[^\W\d_]+(?:'[^\W\d_]+)*")
_FEWEST_WORDS = 8
_FEWEST_SHARE = 0.2
_MOST_FOREIGN_LETTERS = 0.2
_SMALL = (
    "a about all am an and any are as at be been but by can can't cant could day days did "
    "didn't do does don't dont every for from get go got had has have he her him his how i "
    "i'd i'll i'm i've idk if im in is isn't it it's its just know like me mine my myself "
    "never no not now of on one or our out she so some still than that that's the them then "
    "there there's they they're thing this though to too u up ur us very was we were what "
    "when where which who why will with without would yeah yes you you're your "
)


@lru_cache(maxsize=1)
def _small() -> frozenset[str]:
    return frozenset(_SMALL.split())


def is_english(text: str) -> bool:
    """Return whether a message could be English.

    Args:
        text: of a few words nothing is known but their letters; from eight words on, one in five
            must be a small word of English.

    Example:
        >>> is_english("Ich weiss gar nicht mehr, wie ich das alles schaffen soll.")
        False
    """
    letters = [char for char in text if char.isalpha()]
    foreign = sum("LATIN" not in unicodedata.name(char, "") for char in letters)
    if letters and foreign > _MOST_FOREIGN_LETTERS * len(letters):
        return False
    words = _WORD.findall(text.casefold().replace("\u2019", "'"))
    if len(words) < _FEWEST_WORDS:
        return True
    return sum(word in _small() for word in words) >= _FEWEST_SHARE * len(words)
