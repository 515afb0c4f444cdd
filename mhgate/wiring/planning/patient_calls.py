"""About how many tokens a model takes that plays a patient: reckoned, for nobody is asked."""

from __future__ import annotations

from mhgate.wiring.planning.judge_calls import CHARACTERS_OF_A_REPLY, CHARACTERS_OF_A_TOKEN

__all__ = ["TOKENS_OF_A_MESSAGE", "tokens_of_a_call"]

TOKENS_OF_A_MESSAGE = 80
"""Tokens of one message that is written."""

_CHARACTERS_OF_A_ROLE = 6000  # of what the model is told of the person, and of its rules


def tokens_of_a_call(messages: float) -> tuple[float, float]:
    """Return how many tokens a call reads and writes, on average over a conversation.

    Args:
        messages: of the person, in the whole conversation.
    """
    heard = messages * CHARACTERS_OF_A_REPLY  # the middle of a conversation, both sides
    return (_CHARACTERS_OF_A_ROLE + heard) / CHARACTERS_OF_A_TOKEN, TOKENS_OF_A_MESSAGE
