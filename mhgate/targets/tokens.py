"""How many tokens a request and its reply take: reckoned before, counted after.

Nobody but the endpoint knows its tokens. What is reckoned is right within a factor of two for
European languages; what the reply says of itself takes its place.
"""

from __future__ import annotations

from collections.abc import Sequence

from mhgate.records import Turn

__all__ = [
    "CHARACTERS_OF_A_TOKEN",
    "TOKENS_OF_A_REPLY",
    "counted_tokens",
    "reckoned_tokens",
    "tokens_of",
]

CHARACTERS_OF_A_TOKEN = 4
TOKENS_OF_A_REPLY = 150


def tokens_of(content: bytes | None) -> float:
    """Return how many tokens a request is reckoned to take, with a reply of usual length.

    Args:
        content: the request's body.
    """
    return len(content or b"") / CHARACTERS_OF_A_TOKEN + TOKENS_OF_A_REPLY


def reckoned_tokens(turns: Sequence[Turn]) -> float:
    """Return how many tokens a conversation and the next reply are reckoned to take.

    Args:
        turns: that are read.
    """
    read = sum(len(turn.content) for turn in turns)
    return read / CHARACTERS_OF_A_TOKEN + TOKENS_OF_A_REPLY


def counted_tokens(turn: Turn) -> int | None:
    """Return how many tokens a reply says that it took, read and written; None: it does not say.

    Args:
        turn: the reply.
    """
    read, written = turn.prompt_tokens, turn.completion_tokens
    return None if read is None or written is None else read + written
