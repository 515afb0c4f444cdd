"""Spacing as it comes out of hurried fingers: doubled, missing, misplaced, a word spread out."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from itertools import pairwise
from random import Random

from mhgate.perturb.chances import some_of
from mhgate.perturb.near_words import is_another_word
from mhgate.perturb.pieces import Piece, What, is_latin, put_together, words_in

__all__ = ["with_odd_spacing"]

_DOUBLED = {1: 0.06, 2: 0.1, 3: 0.15}
_MISSING = {1: 0.03, 2: 0.08, 3: 0.12}
_SPREAD = {1: 0.0, 2: 0.0, 3: 0.06}
_BEFORE_MARKS = {1: 0.15, 2: 0.3, 3: 0.5}
_BETWEEN_IDEOGRAPHS = {1: 0.03, 2: 0.06, 3: 0.1}
_SPREAD_LETTERS = range(4, 9)
_STOPS = frozenset(".,;:!?\u2026")
# where two words that run together are another word, or none that can be read
_COMPOUNDS = words_in(
    "nowhere therapist apart away alone about ago allay along already altogether anew another "
    "any arose around aside asleep atone avoid await awhile awake because become before "
    "behalf below beside between cannot daily everyday forget forgive forgot form ideal idea "
    "inform insane inside instead into invalid isolate maybe myself nobody noone notable "
    "nothing notice office often onto overdose sometimes somebody somewhere soon today "
    "together tonight upset unto without yourself"
)


def with_odd_spacing(pieces: Sequence[Piece], intensity: int, random: Random) -> str:
    """Return a text with spaces doubled, missing between words, and before stops.

    At intensity 3 a word here and there is spread out (``p l e a s e``). Where ideographs stand
    without spaces, some appear. Letters, their order, and the lines stay; so does what stands
    between the mark of an option and its text.

    Args:
        pieces: of the text.
        intensity: 1 to 3: of a hundred gaps 6, 10 or 15 are doubled, 3, 8 or 12 missing.
        random: decides.
    """
    gaps = [
        index
        for index, piece in enumerate(pieces)
        if piece.what is What.GAP and "\n" not in piece.text and 0 < index < len(pieces) - 1
    ]
    doubled = set(some_of(random, gaps, _DOUBLED[intensity]))
    joinable = [index for index in gaps if index not in doubled and _may_join(pieces, index)]
    missing = set(some_of(random, joinable, _MISSING[intensity]))
    marks = [index for index, piece in enumerate(pieces) if _is_stop(pieces, index, piece)]
    pushed = set(some_of(random, marks, _BEFORE_MARKS[intensity])) if gaps else set()
    words = [
        index
        for index, piece in enumerate(pieces)
        if piece.what is What.WORD and piece.text.isalpha() and is_latin(piece.text)
        if len(piece.text) in _SPREAD_LETTERS
    ]
    spread = set(some_of(random, words, _SPREAD[intensity])) if _SPREAD[intensity] else set()
    spelt = []
    for index, piece in enumerate(pieces):
        text = piece.text
        if index in doubled:
            text += text[-1]
        elif index in missing:
            text = ""
        elif index in pushed:
            text = " " + text
        elif index in spread:
            text = " ".join(text)
        elif piece.what is What.WORD:
            text = _loosened(text, intensity, random)
        spelt.append(piece.spelt(text))
    return put_together(spelt)


def _may_join(pieces: Sequence[Piece], index: int) -> bool:
    before, after = pieces[index - 1], pieces[index + 1]
    if before.what is not What.WORD or after.what is not What.WORD:
        return before.what is What.MARK and before.text in _STOPS and after.what is What.WORD
    joined = (before.text + after.text).casefold()
    return joined not in _COMPOUNDS and not is_another_word(joined)


def _is_stop(pieces: Sequence[Piece], index: int, piece: Piece) -> bool:
    is_after_a_word = index > 0 and pieces[index - 1].what is What.WORD
    is_last = index + 1 == len(pieces) or pieces[index + 1].what is What.GAP
    return piece.what is What.MARK and piece.text in _STOPS and is_after_a_word and is_last


def _loosened(word: str, intensity: int, random: Random) -> str:
    """Return a run of ideographs with a space here and there."""
    if not any(unicodedata.east_asian_width(char) == "W" for char in word):
        return word
    places = [
        index
        for index in range(1, len(word))
        if unicodedata.category(word[index]) == "Lo"
        and unicodedata.category(word[index - 1]) == "Lo"
    ]
    cuts = [0, *some_of(random, places, _BETWEEN_IDEOGRAPHS[intensity]), len(word)]
    return " ".join(word[begin:end] for begin, end in pairwise(cuts))
