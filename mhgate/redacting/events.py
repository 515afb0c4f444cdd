"""A journal's event as it may be shown: which of its fields are words, and these redacted."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from mhgate.redacting.secrets import redact_all

__all__ = ["WORDS", "shown_event"]

WORDS = frozenset({"content", "flags", "message", "explanation", "text", "model", "finish_reason"})
"""The fields of turns, failures, scores, quotes and cells that hold what somebody said.

All others are ids, digests, numbers and names of kinds, which a marker would make useless.
"""

_WITH_WORDS = frozenset({"transcript", "failure", "scored"})


def shown_event(event: Any, redact: Callable[[str], str]) -> Any:
    """Return an event of a journal with its words redacted.

    Args:
        event: as a line of the journal holds it.
        redact: what to do with a text.
    """
    if not isinstance(event, dict) or event.get("event") not in _WITH_WORDS:
        return event
    return _walked(event, redact)


def _walked(value: Any, redact: Callable[[str], str]) -> Any:
    if isinstance(value, list):
        return [_walked(each, redact) for each in value]
    if isinstance(value, dict):
        return {
            key: redact_all(each, redact) if key in WORDS else _walked(each, redact)
            for key, each in value.items()
        }
    return value
