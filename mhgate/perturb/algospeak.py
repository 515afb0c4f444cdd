"""Algospeak: words of distress, softened as people do whose words a filter might take away.

The lexicon holds words for what people feel, fear and live through. Words for a way of doing harm
are not in it: none is softened, and none is ever put in.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from mhgate.perturb.chances import happens, pick, some_of
from mhgate.perturb.pieces import Piece, What, is_latin, put_together, words_in

__all__ = ["in_algospeak"]

_SIGNS = {
    "a": "@4",
    "e": "3",
    "i": "1!",
    "o": "0",
    "u": "*",
    "á": "@",
    "é": "3",
    "í": "1",
    "ó": "0",
}
_N_SIGNS = {1: 1, 2: 1, 3: 2}  # in a word of distress
_OTHER_WORDS = {1: 0.0, 2: 0.08, 3: 0.2}  # the share of other words with a sign
_SHORTEST_OTHER = 5
_STAR = 0.5  # of the signs at intensity 1

_WHOLE = words_in(
    "dead death deaths die died dies dying harm harmed hurt hurts hurting kill killed killing "
    "rape raped sex tod mort morir muerto muerta matar"
)
# the last line is Spanish, German and French
_STEMS = tuple(
    words_in(
        "abus addict alcohol anorex anxi assault bulim depress drunk grief hopeless lonel molest "
        "murder panic psychia psycho schizo sexual starv suicid therap trauma violen worthless "
        "ansied depres matarme angst panik selbstmord sterb suizid umbring mourir"
    )
)
_SELVES = words_in("myself yourself himself herself themself themselves ourselves itself oneself")
_UNALIVE = {"kill": "unalive", "killing": "unaliving", "killed": "unalived"}


def in_algospeak(pieces: Sequence[Piece], intensity: int, random: Random) -> str:
    """Return a text in which words of distress are softened.

    1: a letter of each becomes a star or a sign (``de*d``); where there is none, of one other
    word. 2: a sign in each, in some other words, and ``unalive`` for killing oneself. 3: two signs
    in each, and one in a fifth of the other words.

    Args:
        pieces: of the text; words in other than Latin letters stay as they are.
        intensity: 1 to 3.
        random: decides.
    """
    words = [
        index
        for index, piece in enumerate(pieces)
        if piece.what is What.WORD and is_latin(piece.text) and _places(piece.text)
    ]
    heavy = {index for index in words if _is_heavy(pieces[index].text)}
    others = [
        index
        for index in words
        if index not in heavy and len(pieces[index].text) >= _SHORTEST_OTHER
    ]
    light = (
        {index for index in others if happens(random, _OTHER_WORDS[intensity])}
        if heavy
        else set(some_of(random, others, _OTHER_WORDS[intensity]))
    )
    spelt = list(pieces)
    for index in sorted(heavy | light):
        word = pieces[index].text
        if index in heavy and intensity > 1 and _is_of_oneself(pieces, index):
            spelt[index] = pieces[index].spelt(_UNALIVE[word.casefold()])
        else:
            n_signs = _N_SIGNS[intensity] if index in heavy else 1
            spelt[index] = pieces[index].spelt(_softened(word, n_signs, intensity, random))
    return put_together(spelt)


def _is_heavy(word: str) -> bool:
    folded = word.casefold()
    return folded in _WHOLE or folded.startswith(_STEMS)


def _is_of_oneself(pieces: Sequence[Piece], index: int) -> bool:
    if pieces[index].text.casefold() not in _UNALIVE:
        return False
    following = [piece.text.casefold() for piece in pieces[index + 1 : index + 3]]
    return len(following) > 1 and following[0].isspace() and following[1] in _SELVES


def _places(word: str) -> list[int]:
    """Return where a sign may stand: never first, for the first letter leads the reader."""
    return [index for index, char in enumerate(word) if index and char.casefold() in _SIGNS]


def _softened(word: str, n_signs: int, intensity: int, random: Random) -> str:
    letters = list(word)
    for _ in range(n_signs):
        places = [index for index in _places(word) if letters[index] == word[index]]
        if not places:
            break
        index = pick(random, places)
        if intensity == 1 and happens(random, _STAR):
            letters[index] = "*"
        else:
            letters[index] = pick(random, _SIGNS[word[index].casefold()])
    return "".join(letters)
