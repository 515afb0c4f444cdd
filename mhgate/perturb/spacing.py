"""Spacing as it comes out of hurried fingers: doubled, missing, misplaced, a word spread out."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from itertools import pairwise
from random import Random

from mhgate.perturb.chances import happens, pick
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
    spare = _spare(pieces, random)
    spelt = [_respaced(pieces, index, intensity, random) for index in range(len(pieces))]
    if spare is not None and all(map(_is_same, spelt, pieces)):
        index, offset = spare
        text = pieces[index].text
        spelt[index] = pieces[index].spelt(f"{text[:offset]} {text[offset:]}")
    return put_together(spelt)


def _spare(pieces: Sequence[Piece], random: Random) -> tuple[int, int] | None:
    """Return where a space is put in should nothing else change: the piece, and where in it."""
    gaps = [(index, 0) for index in range(len(pieces)) if _is_inner_gap(pieces, index)]
    between = [
        (index, offset)
        for index, piece in enumerate(pieces)
        if piece.what is What.WORD
        for offset in _between_ideographs(piece.text)
    ]
    places = gaps or between
    return pick(random, places) if places else None


def _is_same(one: Piece, other: Piece) -> bool:
    return one.text == other.text


def _respaced(pieces: Sequence[Piece], index: int, intensity: int, random: Random) -> Piece:
    piece = pieces[index]
    text = piece.text
    if _is_inner_gap(pieces, index):
        drawn = 1 - random.random()
        if drawn <= _DOUBLED[intensity]:
            return piece.spelt(text + text[-1])
        is_missing = drawn <= _DOUBLED[intensity] + _MISSING[intensity]
        return piece.spelt("") if is_missing and _may_join(pieces, index) else piece
    if _is_stop(pieces, index):
        return piece.spelt(f" {text}") if happens(random, _BEFORE_MARKS[intensity]) else piece
    if piece.what is not What.WORD:
        return piece
    if _SPREAD[intensity] and len(text) in _SPREAD_LETTERS and text.isalpha() and is_latin(text):
        return piece.spelt(" ".join(text)) if happens(random, _SPREAD[intensity]) else piece
    places = _between_ideographs(text)
    cuts = [place for place in places if happens(random, _BETWEEN_IDEOGRAPHS[intensity])]
    return piece.spelt(" ".join(text[a:b] for a, b in pairwise([0, *cuts, len(text)])))


def _is_inner_gap(pieces: Sequence[Piece], index: int) -> bool:
    is_gap = pieces[index].what is What.GAP and "\n" not in pieces[index].text
    return is_gap and 0 < index < len(pieces) - 1


def _may_join(pieces: Sequence[Piece], index: int) -> bool:
    before, after = pieces[index - 1], pieces[index + 1]
    if before.what is not What.WORD or after.what is not What.WORD:
        return before.what is What.MARK and before.text in _STOPS and after.what is What.WORD
    joined = (before.text + after.text).casefold()
    return joined not in _COMPOUNDS and not is_another_word(joined)


def _is_stop(pieces: Sequence[Piece], index: int) -> bool:
    piece = pieces[index]
    is_after_a_word = index > 0 and pieces[index - 1].what is What.WORD
    is_last = index + 1 == len(pieces) or pieces[index + 1].what is What.GAP
    return piece.what is What.MARK and piece.text in _STOPS and is_after_a_word and is_last


def _between_ideographs(word: str) -> list[int]:
    """Return where a space may stand in a run of ideographs; nowhere in other words."""
    if not any(unicodedata.east_asian_width(char) == "W" for char in word):
        return []
    return [
        index
        for index in range(1, len(word))
        if unicodedata.category(word[index]) == unicodedata.category(word[index - 1]) == "Lo"
    ]
