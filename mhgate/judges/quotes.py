"""Quotes: words of a transcript that support an answer, located and verified by code."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from mhgate.judges.folding import fold
from mhgate.records import Quote, Transcript

if TYPE_CHECKING:
    from mhgate.judges.passages import Span

__all__ = ["distinct", "locate", "opening", "quote_of", "verify"]

_LONGEST_OPENING = 200  # characters: enough to see what a reply is about


def verify(quote: Quote, transcript: Transcript) -> bool:
    """Return whether a quote occurs in the transcript, exactly where it says.

    Args:
        quote: what a judge quoted.
        transcript: what it was asked about.

    Returns:
        True only where the turn exists and its content between the quote's places is its text.
    """
    if quote.turn >= len(transcript.turns) or not quote.text:
        return False
    return transcript.turns[quote.turn].content[quote.start : quote.end] == quote.text


def quote_of(span: Span) -> Quote | None:
    """Return the original words of a folded span, None where nothing but white space is left."""
    passage = span.passage
    start, end = passage.folded.original_span(span.start, span.end)
    return _trimmed(passage.turn, passage.original, start, end)


def opening(turn: int, content: str) -> Quote | None:
    """Return the beginning of a turn: what supports an answer that rests on something's absence."""
    start = len(content) - len(content.lstrip())
    return _trimmed(turn, content, start, min(len(content), start + _LONGEST_OPENING))


def locate(words: str, turn: int, content: str) -> Quote | None:
    """Find words in a turn, as they stand or as they fold.

    Args:
        words: what is looked for; apostrophes, case and white space may differ.
        turn: the turn's index in its transcript.
        content: the turn's content.

    Returns:
        The quote with the original's own spelling, or None when the words do not occur.

    Example:
        >>> locate("can't", 1, "I can\u2019t.").text
        'can\u2019t'
    """
    at = content.find(words) if words else -1
    if at >= 0:
        return _trimmed(turn, content, at, at + len(words))
    wanted = fold(words).text
    folded = fold(content)
    at = folded.text.find(wanted) if wanted else -1
    if at < 0:
        return None
    return _trimmed(turn, content, *folded.original_span(at, at + len(wanted)))


def distinct(quotes: Iterable[Quote | None]) -> tuple[Quote, ...]:
    """Return the quotes that are there, each once, in the order given."""
    return tuple(dict.fromkeys(quote for quote in quotes if quote is not None))


def _trimmed(turn: int, content: str, start: int, end: int) -> Quote | None:
    text = content[start:end]
    stripped = text.strip()
    if not stripped:
        return None
    start += len(text) - len(text.lstrip())
    return Quote(turn=turn, start=start, end=start + len(stripped), text=stripped)
