"""Punctuation that was left out, as people do who type on a telephone."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from random import Random

from mhgate.perturb.chances import some_of
from mhgate.perturb.pieces import ASKING, Piece, What, put_together, words_in

__all__ = ["without_punctuation"]

_SHARES = {1: 0.5, 2: 1.0, 3: 1.0}
_JOINING = frozenset("-\u2010\u2011")  # of a compound: without it, two words
_SET_APART = frozenset("/\u2013\u2014\u2026")  # between two words they are read as a pause
_WIDE = frozenset({"W", "F"})
# without its apostrophe each of these is another word
_OTHER_WORDS = words_in("ill were hell shell shed wed well id its lets won")


def without_punctuation(pieces: Sequence[Piece], intensity: int, random: Random) -> str:
    """Return a text with less punctuation.

    1: without about half of the marks, at least one. 2: without all but question marks, hyphens and
    apostrophes. 3: without any, apostrophes too where no other word comes of it, and without line
    ends but before and after options.

    Args:
        pieces: of the text.
        intensity: 1 to 3.
        random: decides at intensity 1; the others leave nothing to chance.
    """
    places = [index for index, piece in enumerate(pieces) if _may_go(piece, intensity)]
    gone = set(some_of(random, places, _SHARES[intensity]))
    spelt = [
        piece.spelt(_in_its_place(pieces, index)) if index in gone else piece
        for index, piece in enumerate(pieces)
    ]
    if intensity == max(_SHARES):
        spelt = [_without_line_end(spelt, index) for index in range(len(spelt))]
        spelt = [_without_apostrophe(piece) for piece in spelt]
    return put_together(spelt)


def _may_go(piece: Piece, intensity: int) -> bool:
    char = piece.text[:1]
    if piece.what is not What.MARK or unicodedata.category(char)[0] != "P" or len(piece.text) > 1:
        return False
    return intensity == max(_SHARES) or char not in ASKING | _JOINING


def _in_its_place(pieces: Sequence[Piece], index: int) -> str:
    """Return what stands where a mark stood: a space where two words would run together."""
    char = pieces[index].text
    before = pieces[index - 1] if index else None
    after = pieces[index + 1] if index + 1 < len(pieces) else None
    is_between = all(
        piece is not None and piece.what in {What.WORD, What.KEPT} for piece in (before, after)
    )
    is_wide = unicodedata.east_asian_width(char) in _WIDE
    if is_wide and after is not None and after.what is not What.GAP:
        return " "
    is_pause = char in _SET_APART | _JOINING or char in ",;:.!?"
    return " " if is_between and is_pause else ""


def _without_line_end(pieces: Sequence[Piece], index: int) -> Piece:
    piece = pieces[index]
    around = (*pieces[max(index - 1, 0) : index], *pieces[index + 1 : index + 2])
    is_kept = piece.what is not What.GAP or any(each.in_option for each in around)
    return piece if is_kept or "\n" not in piece.text else piece.spelt(" ")


def _without_apostrophe(piece: Piece) -> Piece:
    bare = piece.text.replace("'", "").replace("\u2019", "")
    if piece.what is not What.WORD or bare.casefold() in _OTHER_WORDS:
        return piece
    return piece.spelt(bare)
