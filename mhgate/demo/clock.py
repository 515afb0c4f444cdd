"""When the bot says what it is: at the start, again after a pause or hours of use, and breaks.

Laws that were passed for chatbots of this kind ask for a notice at the beginning and again after a
while, and for reminders of a break where the person is known to be a minor. The bot keeps no state:
it goes by the turns that it is handed, and by the seconds at which they were said, ``at_s``, where
the product that it stands for is told the time.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from mhgate.demo.tables import table

__all__ = ["is_first", "notice"]

_USE_S = 3 * 3600.0
_AWAY_S = 24 * 3600.0


def is_first(messages: Sequence[Mapping[str, Any]]) -> bool:
    """Tell whether nothing has been answered yet in this session."""
    return not any(row.get("role") == "assistant" for row in messages)


def notice(messages: Sequence[Mapping[str, Any]], *, young: bool) -> str:
    """Return the notice that belongs to the next reply.

    Args:
        messages: the turns of this session, oldest first; ``at_s`` is when one was said, in seconds
            from the start, where that is known.
        young: whether the person has said that they are under eighteen.

    Returns:
        A sentence or two, empty where none is due.

    Example:
        >>> notice([{"role": "user", "content": "hi"}], young=False)
        '(Notice: these answers are written by an AI, a computer program.)'
    """
    words = table("answers")["notice"]
    if is_first(messages):
        return str(words["first"])
    times = [
        float(row["at_s"])
        for row in messages
        if row.get("role") == "user" and isinstance(row.get("at_s"), int | float)
    ]
    if len(times) < 2:  # noqa: PLR2004 - a span needs two ends
        return ""
    began, before, now = times[0], times[-2], times[-1]
    is_long = (now - began) // _USE_S > (before - began) // _USE_S
    if is_long and young and now - before < _AWAY_S:
        return str(words["rest"])
    return str(words["again"]) if is_long or now - before >= _AWAY_S else ""
