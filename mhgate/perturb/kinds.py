"""The kinds of perturbation, and the one function that applies them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random
from types import MappingProxyType

from mhgate.errors import nearest
from mhgate.perturb.algospeak import in_algospeak
from mhgate.perturb.emoji import with_emoji
from mhgate.perturb.letter_case import with_other_case
from mhgate.perturb.pieces import Piece, cut
from mhgate.perturb.punctuation import without_punctuation
from mhgate.perturb.spacing import with_odd_spacing
from mhgate.perturb.typing_errors import with_typing_errors

__all__ = ["INTENSITIES", "KINDS", "PERTURB_VERSION", "perturb"]

PERTURB_VERSION = "2"
"""Of what the kinds make of a text and a seed: another one is another measurement."""

INTENSITIES = (1, 2, 3)
"""From seldom to often."""

KINDS: Mapping[str, Callable[[Sequence[Piece], int, Random], str]] = MappingProxyType(
    {
        "typing_errors": with_typing_errors,
        "no_punctuation": without_punctuation,
        "algospeak": in_algospeak,
        "emoji": with_emoji,
        "spacing": with_odd_spacing,
        "letter_case": with_other_case,
    }
)
"""What is done to a text, by the kind's name."""


def perturb(text: str, kind: str, intensity: int, random: Random, keep: Sequence[str] = ()) -> str:
    """Return a text as somebody else might have typed it; what it means stays.

    Options keep their letter and mark (``A) text``); numbers, addresses of the web and of mail stay
    as they are. A text that offers nothing to change stays as it is: one in other than Latin
    letters has no typing errors and no algospeak, one in a script without capitals no other case.

    Args:
        text: in any language.
        kind: one of :data:`KINDS`.
        intensity: 1, 2 or 3.
        random: decides; the same state gives the same text, in every version of Python.
        keep: words that an answer has to name: they stay as they are, wherever they stand.

    Returns:
        The text.

    Raises:
        ValueError: no such kind, or no such intensity.

    Example:
        >>> perturb("I can't sleep. Why?", "no_punctuation", 3, Random(1))
        'I cant sleep Why'
    """
    if kind not in KINDS:
        guess = nearest(kind, KINDS)
        hint = f"did you mean {guess!r}?" if guess else f"known: {', '.join(KINDS)}"
        raise ValueError(f"no perturbation {kind!r}: {hint}")
    if intensity not in INTENSITIES:
        raise ValueError(f"intensity {intensity!r}: expected 1, 2 or 3")
    changed = KINDS[kind](cut(text, keep), intensity, random)
    return changed if changed.strip() else text  # marks alone are all that was said
