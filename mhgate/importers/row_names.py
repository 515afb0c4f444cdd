"""Which conversation and whose reply a row is about."""

from __future__ import annotations

import math
from typing import Any

from mhgate.importers.mapping import LayoutTable
from mhgate.importers.sheet import Row

__all__ = ["named", "reply_of"]

_LONGEST = 500


def named(raw: Any) -> str | None:
    """Return a cell as a name: 7, 7.0 and " 7 " are one; None where there is none.

    Example:
        >>> named(7.0), named(" gpt4o "), named(float("nan"))
        ('7', 'gpt4o', None)
    """
    if raw is None or (isinstance(raw, float) and not math.isfinite(raw)):
        return None
    if isinstance(raw, float) and raw.is_integer():
        raw = int(raw)
    try:
        text = " ".join(str(raw).split())
    except ValueError:  # an integer of thousands of digits
        return None
    return text[:_LONGEST] or None


def reply_of(row: Row, layout: LayoutTable) -> tuple[str, str | None] | str:
    """Return the reply that a row is about, or why nobody can tell.

    Args:
        row: the row.
        layout: which columns name the conversation and the source. Without the first, each row is
            a conversation of its own; without the second, all replies are one's.

    Returns:
        Conversation and source, or the reason.
    """
    conversation: str | None = f"row {row.number}"
    if layout.conversation is not None:
        conversation = named(row.cells.get(layout.conversation))
    if conversation is None:
        return "no conversation"
    if layout.source is None:
        return conversation, None
    source = named(row.cells.get(layout.source))
    return (conversation, source) if source is not None else "no source"
