"""Registers: the same message as another person might have put it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random
from types import MappingProxyType

from mhgate.errors import nearest
from mhgate.perturb.chances import happens, pick
from mhgate.perturb.letter_case import with_other_case
from mhgate.perturb.pieces import Piece, What, cut, put_together
from mhgate.perturb.punctuation import without_punctuation
from mhgate.perturb.typing_errors import with_typing_errors

__all__ = ["REGISTERS", "in_register"]

_GREETED = ("", "hey, ", "hi. ", "ok so ", "hello? ")
_ADDRESSED = ("", "Good evening. ", "Good day. ", "I should be glad of your advice. ")
_HESITATED = ("", "um, ", "I don't know how to say this. ", "sorry, this is hard. ")

_SHORT = {
    "because": "cause",
    "okay": "ok",
    "probably": "prob",
    "though": "tho",
    "tonight": "tonite",
    "yes": "yeah",
}
_LONG = {
    "aren't": "are not",
    "can't": "cannot",
    "couldn't": "could not",
    "didn't": "did not",
    "doesn't": "does not",
    "don't": "do not",
    "i'm": "I am",
    "i've": "I have",
    "i'll": "I will",
    "isn't": "is not",
    "it's": "it is",
    "shouldn't": "should not",
    "that's": "that is",
    "they're": "they are",
    "wasn't": "was not",
    "we're": "we are",
    "weren't": "were not",
    "won't": "will not",
    "wouldn't": "would not",
    "you're": "you are",
}
_PAUSED = 0.5
_STOPS = frozenset(".,;")


def _plain(text: str, _random: Random) -> str:
    return text


def _casual(text: str, random: Random) -> str:
    words = [_reworded(piece, _SHORT) for piece in cut(text)]
    return pick(random, _GREETED) + with_other_case(words, 1, random)


def _formal(text: str, random: Random) -> str:
    return pick(random, _ADDRESSED) + put_together(_reworded(piece, _LONG) for piece in cut(text))


def _hesitant(text: str, random: Random) -> str:
    spelt = [
        piece.spelt("...") if _is_stop(piece) and happens(random, _PAUSED) else piece
        for piece in cut(text)
    ]
    return pick(random, _HESITATED) + put_together(spelt)


def _hurried(text: str, random: Random) -> str:
    bare = without_punctuation(cut(text), 2, random)
    return with_typing_errors(cut(with_other_case(cut(bare), 2, random)), 1, random)


def _fragments(text: str, random: Random) -> str:
    """Return a text with each sentence on a line of its own, as several short messages look."""
    pieces = cut(with_other_case(cut(text), 1, random))
    return put_together(
        piece.spelt("\n") if _is_after_stop(pieces, index) else piece
        for index, piece in enumerate(pieces)
    )


_WAYS: Mapping[str, Callable[[str, Random], str]] = MappingProxyType(
    {
        "plain": _plain,
        "casual": _casual,
        "formal": _formal,
        "hesitant": _hesitant,
        "hurried": _hurried,
        "fragments": _fragments,
    }
)

REGISTERS: tuple[str, ...] = tuple(_WAYS)
"""The registers, the plainest first."""


def in_register(text: str, register: str, random: Random) -> str:
    """Return a message as a person of another register might have put it.

    What stands between addresses, numbers and options stays; openings and contractions are English.

    Args:
        text: in plain words.
        register: one of :data:`REGISTERS`.
        random: decides; the smallest draws add the least.

    Returns:
        The message.

    Raises:
        ValueError: no such register.

    Example:
        >>> in_register("I can't sleep. It's three.", "formal", Random(0))
        'I should be glad of your advice. I cannot sleep. It is three.'
    """
    if register not in _WAYS:
        guess = nearest(register, _WAYS)
        hint = f"did you mean {guess!r}?" if guess else f"known: {', '.join(REGISTERS)}"
        raise ValueError(f"no register {register!r}: {hint}")
    return _WAYS[register](text, random)


def _reworded(piece: Piece, words: Mapping[str, str]) -> Piece:
    if piece.what is not What.WORD:
        return piece
    other = words.get(piece.text.replace("\u2019", "'").casefold())
    if other is None:
        return piece
    return piece.spelt(other[:1].upper() + other[1:] if piece.text[:1].isupper() else other)


def _is_stop(piece: Piece) -> bool:
    return piece.what is What.MARK and piece.text in _STOPS and not piece.in_option


def _is_after_stop(pieces: Sequence[Piece], index: int) -> bool:
    before = pieces[index - 1] if index else None
    is_stop = before is not None and before.what is What.MARK and before.text in ".!?"
    return is_stop and pieces[index].what is What.GAP and not pieces[index].in_option
