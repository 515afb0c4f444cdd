"""Capitals as they come: none at the beginning, none at all, or all of them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

from mhgate.perturb.chances import happens, pick, some_of
from mhgate.perturb.pieces import Piece, What, put_together, starts_sentence

__all__ = ["with_other_case"]

_STRAY = 0.06  # of the words, at intensity 1, get a capital that does not belong there
_LONGEST_ABBREVIATION = 3


def with_other_case(pieces: Sequence[Piece], intensity: int, random: Random) -> str:
    """Return a text with other capitals.

    1: sentences begin small, and a word here and there gets a capital. 2: all small. 3: all
    capitals, or small and capitals exchanged, as a locked key makes of it. Short words of capitals
    alone (``US``, ``GP``) stay, for small they are other words.

    Args:
        pieces: of the text.
        intensity: 1 to 3.
        random: decides.
    """
    words = [index for index, piece in enumerate(pieces) if piece.what is What.WORD]
    if not all(pieces[index].text.isupper() for index in words):  # else it is loud, not short
        words = [index for index in words if not _is_abbreviation(pieces[index].text)]
    spelt = list(pieces)
    if intensity == 1:
        small = {index: None for index in words if _begins_large(pieces, index)}
        others = [index for index in words if index not in small]
        strays = (
            [index for index in others if happens(random, _STRAY)]
            if small
            else some_of(random, others, _STRAY)
        )
        for index in small:
            spelt[index] = _with_first(pieces[index], str.lower)
        for index in strays:
            spelt[index] = _with_first(pieces[index], str.upper)
        return put_together(spelt)
    style = str.lower if intensity == 2 else pick(random, (str.upper, str.swapcase))  # noqa: PLR2004 - the middle one
    for index in words:
        spelt[index] = pieces[index].spelt(style(pieces[index].text))
    return put_together(spelt)


def _begins_large(pieces: Sequence[Piece], index: int) -> bool:
    word = pieces[index].text
    is_plain = word[:1].isupper() and (len(word) == 1 or not word.isupper())
    return is_plain and (
        word == "I" or word[:2] in {"I'", "I\u2019"} or starts_sentence(pieces, index)
    )


def _with_first(piece: Piece, style: Callable[[str], str]) -> Piece:
    return piece.spelt(style(piece.text[:1]) + piece.text[1:])


def _is_abbreviation(word: str) -> bool:
    return 1 < len(word) <= _LONGEST_ABBREVIATION and word.isupper()
