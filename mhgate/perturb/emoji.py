"""Emoji at the ends of sentences, of the mood that the sentence has already."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random

from mhgate.perturb.chances import happens, pick, some_of
from mhgate.perturb.pieces import ASKING, SENTENCE_ENDS, Piece, What, put_together

__all__ = ["with_emoji"]

_SHARES = {1: 0.3, 2: 0.6, 3: 1.0}
_BETWEEN_WORDS = {1: 0.0, 2: 0.0, 3: 0.05}
_TWICE = {1: 0.0, 2: 0.15, 3: 0.4}

# the first mood that a word of the sentence begins with is its mood
_MOODS: tuple[tuple[tuple[str, ...], tuple[str, ...]], ...] = (
    (
        ("😔", "😞", "💔", "🥺"),
        (
            *("alone", "cried", "cries", "cry", "dead", "death", "die", "dying", "empty", "grie"),
            *("hopeless", "hurt", "lonel", "lost", "miss", "numb", "sad", "sorry", "suicid"),
            *("worthless", "muert", "morir", "trist", "traurig", "sterb"),
        ),
    ),
    (
        ("😟", "😰", "😣"),
        ("afraid", "anxi", "fear", "nerv", "panic", "scare", "shak", "stress", "worr", "angst"),
    ),
    (("😩", "😴"), ("awake", "exhaust", "insomn", "sleep", "tired", "cansad", "müde")),
    (("😤", "😒"), ("angr", "annoy", "fed", "furious", "hate", "unfair")),
    (("🙏", "🤗"), ("glad", "grateful", "love", "proud", "thank", "gracias", "danke")),
)
_QUESTION = ("🤔", "🙏")
_NEUTRAL = ("😕", "💭", "😶")


def with_emoji(pieces: Sequence[Piece], intensity: int, random: Random) -> str:
    """Return a text with emoji after sentences: a third of them, two thirds, or all.

    At 2 and 3 some stand twice, at 3 a few between words too. The words stay as they are, and so do
    options.

    Args:
        pieces: of the text.
        intensity: 1 to 3.
        random: decides.
    """
    ends = [index for index in range(len(pieces)) if _ends_here(pieces, index)]
    known = set(ends)
    between = [
        index
        for index, piece in enumerate(pieces[:-1])
        if piece.what is What.WORD and not piece.in_option and pieces[index + 1].what is What.GAP
        if index not in known
    ]
    chosen = set(some_of(random, ends, _SHARES[intensity]))
    chosen |= {index for index in between if happens(random, _BETWEEN_WORDS[intensity])}
    spelt = list(pieces)
    for begin, end in _sentences(pieces, ends):
        fitting = _fitting(pieces[begin:end])
        for index in (index for index in range(begin, end) if index in chosen):
            one = pick(random, fitting)
            shown = one * 2 if happens(random, _TWICE[intensity]) else one
            spelt[index] = pieces[index].spelt(f"{pieces[index].text} {shown}")
    return put_together(spelt)


def _ends_here(pieces: Sequence[Piece], index: int) -> bool:
    """Return whether a sentence or a line ends with a piece."""
    piece = pieces[index]
    if piece.in_option or piece.what is What.GAP:
        return False
    after = pieces[index + 1] if index + 1 < len(pieces) else None
    if after is None or (after.what is What.GAP and "\n" in after.text):
        return True
    if after.what is What.GAP and index + 2 == len(pieces):
        return True
    return piece.what is What.MARK and piece.text in SENTENCE_ENDS and after.what is What.GAP


def _sentences(pieces: Sequence[Piece], ends: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Yield where each sentence begins and where the next one does."""
    begin = 0
    for end in (*ends, len(pieces) - 1):
        if begin <= end:
            yield begin, end + 1
            begin = end + 1


def _fitting(sentence: Sequence[Piece]) -> tuple[str, ...]:
    """Return the emoji that fit a sentence."""
    words = [piece.text.casefold() for piece in sentence if piece.what is What.WORD]
    for emoji, stems in _MOODS:
        if any(word.startswith(stems) for word in words):
            return emoji
    return _QUESTION if sentence[-1].text in ASKING else _NEUTRAL
