"""Copies of a journal that may leave the machine: they end with the original's head."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from mhgate.journal.chain import linked, links
from mhgate.journal.writing import line_of

__all__ = ["WITHHELD", "with_words_changed", "without_words"]

WITHHELD = "withheld"
# what a report shows of a run, too
_WITHOUT_WORDS = frozenset({"begin", "booked", "settled", "mixed", "spent", "account", "end"})


def without_words(data: bytes, *, name: str) -> bytes:
    """Return a journal of outcomes and hashes: of each other line there is its digest alone.

    Args:
        data: of the journal; a torn last line is left out.
        name: of the file, for messages.

    Returns:
        As many lines, whose chain has the same links.

    Raises:
        ReportFileError: the journal's own chain breaks.
    """
    return _copy(
        data,
        name=name,
        change=lambda event: event if event.get("event") in _WITHOUT_WORDS else {"event": WITHHELD},
    )


def with_words_changed(data: bytes, *, name: str, change: Callable[[Any], Any]) -> bytes:
    """Return a journal in whose lines some words were changed; the other lines are as they were.

    Args:
        data: of the journal; a torn last line is left out.
        name: of the file, for messages.
        change: given an event, returns it as it may be shown.

    Returns:
        As many lines, whose chain has the same links.

    Raises:
        ReportFileError: the journal's own chain breaks.
    """
    return _copy(data, name=name, change=change)


def _copy(data: bytes, *, name: str, change: Callable[[Any], Any]) -> bytes:
    made = []
    for link in links(data[: data.rfind(b"\n") + 1], name=name):
        event = json.loads(link.bare)
        shown = change(event)
        is_same = shown == event
        of = link.digest if link.is_stand_in or not is_same else None
        made.append(linked(link.bare if is_same else line_of(shown), link.chain, of=of) + b"\n")
    return b"".join(made)
