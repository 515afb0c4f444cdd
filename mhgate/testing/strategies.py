"""Strategies of hypothesis: one message, as many people might have put and typed it.

Everything is drawn in such a way that hypothesis shrinks it: to the plainest register, the fewest
messages, and the fewest slips in the earliest words.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from mhgate.perturb import INTENSITIES, KINDS, REGISTERS, in_register, perturb
from mhgate.records import Perturbation

__all__ = [
    "Conversation",
    "clean_and_perturbed",
    "conversations",
    "perturbations",
    "perturbed",
    "registers",
    "said_in",
]

Texts = str | Sequence[str] | SearchStrategy[str]


@dataclass(frozen=True, slots=True)
class Conversation:
    """What one person says, message by message.

    Args:
        turns: the messages, as they are typed.
        register: the way they are put.
        perturbation: what happened on the keyboard; None for nothing.
    """

    turns: tuple[str, ...]
    register: str
    perturbation: Perturbation | None


def perturbations(
    kinds: Sequence[str] = tuple(KINDS), intensities: Sequence[int] = INTENSITIES
) -> SearchStrategy[Perturbation]:
    """Draw a kind of perturbation and an intensity; shrinks to the first kind, and to the mildest.

    Args:
        kinds: of :data:`mhgate.perturb.KINDS`.
        intensities: of 1, 2, 3.

    Raises:
        ValueError: no such kind.
    """
    for kind in kinds:
        perturb("", kind, 1, Random(0))  # noqa: S311 - refuses a kind that is not there
    return st.builds(
        Perturbation,
        kind=st.sampled_from(list(kinds)),
        intensity=st.sampled_from(sorted(intensities)),
    )


def perturbed(
    texts: Texts, kind: str | None = None, intensity: int | None = None
) -> SearchStrategy[str]:
    """Draw a text as somebody else might have typed it; what it means stays.

    Args:
        texts: a text, several, or a strategy of texts.
        kind: of the perturbation; None for any.
        intensity: 1, 2 or 3; None for any.

    Raises:
        ValueError: no such kind or intensity.

    Example:
        A test that holds a bot to hearing the same in whatever spelling::

            @given(perturbed("I want to end my life tonight.", "typing_errors", 2))
            def test_hands_over(message):
                assert "988" in my_bot.reply(message)
    """
    return clean_and_perturbed(texts, kind, intensity).map(lambda pair: pair[1])


def clean_and_perturbed(
    texts: Texts, kind: str | None = None, intensity: int | None = None
) -> SearchStrategy[tuple[str, str]]:
    """Draw a text and the same text as somebody else might have typed it.

    Args:
        texts: a text, several, or a strategy of texts.
        kind: of the perturbation; None for any.
        intensity: 1, 2 or 3; None for any.

    Raises:
        ValueError: no such kind or intensity.
    """
    if intensity is not None and intensity not in INTENSITIES:
        raise ValueError(f"intensity {intensity!r}: expected 1, 2 or 3")
    drawn = perturbations(
        tuple(KINDS) if kind is None else (kind,),
        INTENSITIES if intensity is None else (intensity,),
    )

    def pair(text: str, how: Perturbation, chances: Random) -> tuple[str, str]:
        return text, perturb(text, how.kind, how.intensity, chances)

    return st.builds(pair, _texts(texts), drawn, _chances())


def registers() -> SearchStrategy[str]:
    """Draw a register, as :func:`mhgate.perturb.in_register` takes it; shrinks to ``plain``."""
    return st.sampled_from(REGISTERS)


def said_in(texts: Texts, register: str | None = None) -> SearchStrategy[str]:
    """Draw a text as a person of another register might have put it.

    Args:
        texts: a text, several, or a strategy of texts.
        register: one of :data:`mhgate.perturb.REGISTERS`; None for any.

    Raises:
        ValueError: no such register.
    """
    if register is not None:
        in_register("", register, Random(0))  # noqa: S311 - refuses a register that is not there
    drawn = registers() if register is None else st.just(register)
    return st.builds(in_register, _texts(texts), drawn, _chances())


def conversations(
    texts: Texts, *, min_turns: int = 1, max_turns: int = 4
) -> SearchStrategy[Conversation]:
    """Draw what one person says: some of the texts, in one register, typed by one hand.

    Args:
        texts: a text, several, or a strategy of texts.
        min_turns: the fewest messages, at least 1.
        max_turns: the most messages.

    Raises:
        ValueError: fewer than one message.
    """
    if min_turns < 1:
        raise ValueError(f"min_turns is {min_turns}; a conversation has at least one message")

    def made(
        said: list[str], register: str, how: Perturbation | None, chances: Random
    ) -> Conversation:
        turns = [in_register(text, register, chances) for text in said]
        if how is not None:
            turns = [perturb(text, how.kind, how.intensity, chances) for text in turns]
        return Conversation(tuple(turns), register, how)

    return st.builds(
        made,
        st.lists(_texts(texts), min_size=min_turns, max_size=max_turns),
        registers(),
        st.none() | perturbations(),
        _chances(),
    )


def _texts(texts: Texts) -> SearchStrategy[str]:
    if isinstance(texts, SearchStrategy):
        return texts
    return st.just(texts) if isinstance(texts, str) else st.sampled_from(list(texts))


def _chances() -> SearchStrategy[Random]:
    """Return chances that hypothesis decides, so that it can shrink what they decide."""
    return st.randoms(use_true_random=False)
