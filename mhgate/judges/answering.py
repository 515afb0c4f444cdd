"""Answering: which replies a question is about, and where wordings stand in all of them."""

from __future__ import annotations

from collections.abc import Iterator

from mhgate.judges.negation import is_negated
from mhgate.judges.passages import Passage, Span
from mhgate.judges.phrases import Phrases
from mhgate.judges.rule import Context

__all__ = ["anywhere", "is_drafted", "replies_since_disclosure", "said_plainly"]

_LONGEST_MENTION = 4  # spaces between quotation marks: with more of them it is a text to be used


def replies_since_disclosure(context: Context) -> tuple[Passage, ...]:
    """Return the replies from the one that answers the disclosure on; the last when unstated.

    Args:
        context: ``expects.disclosed_at`` of its item is that user turn, 0-based.
    """
    disclosed = context.item.expects.get("disclosed_at")
    if isinstance(disclosed, int) and not isinstance(disclosed, bool):
        answering = context.replies[max(disclosed, 0) :]
        return answering or context.replies[-1:]
    return context.replies[-1:]


def anywhere(context: Context, phrases: Phrases) -> Iterator[Span]:
    """Yield where wordings stand in any reply, quotations of the person left out."""
    for passage in context.replies:
        yield from context.find(phrases, passage)


def said_plainly(context: Context, phrases: Phrases) -> Iterator[Span]:
    """Yield where wordings stand in any reply, neither denied nor between quotation marks."""
    for span in anywhere(context, phrases):
        if not span.passage.is_quoted(span) and not is_negated(span):
            yield span


def is_drafted(span: Span) -> bool:
    """Return whether a span stands in a longer quotation: a text that the reply hands over.

    A word or two between quotation marks are talked about; a sentence that the person never said is
    written for somebody to use, and speaks with the reply's own voice.

    Args:
        span: a place in a reply.
    """
    passage = span.passage
    return any(
        passage.text.count(" ", start, end) > _LONGEST_MENTION
        for start, end in passage.quoted
        if start <= span.start and span.end <= end
    )
