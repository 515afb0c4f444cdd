"""What a patient's model was asked, how it went, and what of the earned was told."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from mhgate.records import Failure, Turn

__all__ = ["Counts", "tokens_of"]

_CHARACTERS = 4  # a token, roughly, in English


@dataclass(slots=True)
class Counts:
    """What was asked, and how it went.

    Args:
        n_conversations: that were begun.
        n_ended: that the patient ended, or that came to the most messages.
        n_turns: messages that the model was asked for and replied to; openings are the vignettes'.
        n_held_at_first: of these, those that broke no rule at once.
        n_held: those that broke none in the end.
        n_calls: calls of the model.
        n_requests: requests that these took, retries included.
        n_repairs: second calls.
        n_repaired: messages that second calls gave.
        n_unanswered: messages that the endpoint gave no reply to.
        n_prompt_tokens: tokens that were read.
        n_completion_tokens: tokens that were written.
        n_estimated: calls whose reply says no tokens: a quarter of its characters is counted.
        n_earned: domains of ended conversations that a bot had earned.
        n_told: of these, those that were told.
        broken: messages that were broken in the end, by kind.
        broken_at_first: messages that were broken at first, by kind.
        models: the names that it answered as, in the order in which they were seen.
        spoken_to: the names by which models answered that it spoke with.
    """

    n_conversations: int = 0
    n_ended: int = 0
    n_turns: int = 0
    n_held_at_first: int = 0
    n_held: int = 0
    n_calls: int = 0
    n_requests: int = 0
    n_repairs: int = 0
    n_repaired: int = 0
    n_unanswered: int = 0
    n_prompt_tokens: int = 0
    n_completion_tokens: int = 0
    n_estimated: int = 0
    n_earned: int = 0
    n_told: int = 0
    broken: Counter[str] = field(default_factory=Counter)
    broken_at_first: Counter[str] = field(default_factory=Counter)
    models: list[str] = field(default_factory=list)
    spoken_to: set[str] = field(default_factory=set)


def tokens_of(sent: Sequence[Turn], reply: Turn | Failure) -> tuple[int, int, bool]:
    """Return how many tokens a call read and wrote, and whether that is estimated.

    Args:
        sent: what the model was sent.
        reply: what came back; a Failure may have cost what was sent.
    """
    read = None if isinstance(reply, Failure) else reply.prompt_tokens
    written = None if isinstance(reply, Failure) else reply.completion_tokens
    if read is not None and written is not None:
        return read, written, False
    said = "" if isinstance(reply, Failure) else reply.content
    return (
        -(-sum(len(turn.content) for turn in sent) // _CHARACTERS),
        -(-len(said) // _CHARACTERS),
        True,
    )
