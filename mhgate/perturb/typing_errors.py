"""Typing errors: a neighbouring key, two letters the wrong way round, one too few, one too many."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from random import Random

from mhgate.perturb.chances import happens, pick, some_of
from mhgate.perturb.near_words import is_another_word
from mhgate.perturb.pieces import (
    Piece,
    What,
    is_latin,
    put_together,
    starts_sentence,
    words_in,
)

__all__ = ["with_typing_errors"]

_SHARES = {1: 0.08, 2: 0.18, 3: 0.35}
_SHORTEST = {1: 4, 2: 4, 3: 3}
_LONG_WORD = 8
_SECOND_ERROR = 0.3  # of the long words that have one already, at intensity 3
# a slip in one of these could turn a sentence into its opposite
_NEGATIONS = words_in("cannot doesn hadn never neither nobody none nothing without no not")

_KEYS = ("qwertyuiop", "asdfghjkl", "zxcvbnm")
_OFFSETS = (0.0, 0.25, 0.75)  # of a keyboard's rows, in keys
_BARE = str.maketrans(
    "áàâäãåéèêëíìîïóòôöõúùûüñç", "aaaaaaeeeeiiiiooooouuuunc"
)  # an accent that was left out is the slip of those who have accents


def with_typing_errors(pieces: Sequence[Piece], intensity: int, random: Random) -> str:
    """Return a text with slips in a share of its Latin words: about 8, 18 or 35 of a hundred.

    Never in the first letter, in short words, negations, abbreviations or names, and never so that
    another word stands there.

    Args:
        pieces: of the text.
        intensity: 1 to 3.
        random: decides.
    """
    places = [
        index
        for index, piece in enumerate(pieces)
        if piece.what is What.WORD
        and _may_slip(piece.text, _SHORTEST[intensity])
        and (piece.text[0].islower() or starts_sentence(pieces, index))
    ]
    spelt = list(pieces)
    for index in some_of(random, places, _SHARES[intensity]):
        word = _slip(pieces[index].text, random)
        is_long = intensity == max(_SHARES) and len(word) >= _LONG_WORD
        if is_long and happens(random, _SECOND_ERROR):
            word = _slip(word, random)
        spelt[index] = pieces[index].spelt(word)
    return put_together(spelt)


def _may_slip(word: str, shortest: int) -> bool:
    return (
        len(word) >= shortest
        and is_latin(word)
        and word[1:] == word[1:].lower()
        and word.casefold() not in _NEGATIONS
        and not word.casefold().endswith(("n't", "n\u2019t"))
    )


def _slip(word: str, random: Random) -> str:
    """Return a word with one slip; as it is where every slip would make another word of it."""
    kinds: list[Callable[[str, int, Random], str]] = [_swapped, _dropped, _doubled, _beside]
    first = kinds.index(pick(random, kinds))
    inner = [index for index in range(1, len(word)) if word[index].isalpha()]
    start = inner.index(pick(random, inner))
    for kind in (*kinds[first:], *kinds[:first]):
        for index in (*inner[start:], *inner[:start]):
            slipped = kind(word, index, random)
            if slipped != word and not is_another_word(slipped):
                return slipped
    return word


def _swapped(word: str, index: int, _random: Random) -> str:
    if index + 1 >= len(word) or not word[index + 1].isalpha():
        return word
    return word[:index] + word[index + 1] + word[index] + word[index + 2 :]


def _dropped(word: str, index: int, _random: Random) -> str:
    return word if index + 1 == len(word) else word[:index] + word[index + 1 :]


def _doubled(word: str, index: int, _random: Random) -> str:
    return word[: index + 1] + word[index:]


def _beside(word: str, index: int, random: Random) -> str:
    bare = word[index].translate(_BARE)
    if bare != word[index]:
        return word[:index] + bare + word[index + 1 :]
    keys = _neighbours().get(word[index])
    return word if not keys else word[:index] + pick(random, keys) + word[index + 1 :]


@lru_cache(maxsize=1)
def _neighbours() -> dict[str, str]:
    places = {
        key: (row, offset + column)
        for row, (keys, offset) in enumerate(zip(_KEYS, _OFFSETS, strict=True))
        for column, key in enumerate(keys)
    }
    return {key: "".join(_beside_key(key, places)) for key in places}


def _beside_key(key: str, places: dict[str, tuple[int, float]]) -> Iterator[str]:
    row, column = places[key]
    for other, (its_row, its_column) in places.items():
        if other != key and abs(its_row - row) <= 1 and abs(its_column - column) <= 1:
            yield other
