"""What a Messages endpoint says: whole messages, the events of a stream, and its errors."""

from __future__ import annotations

import json
import re
from typing import Any

MODEL = "bot-2026-01-01"
USAGE = {
    "input_tokens": 7,
    "cache_creation_input_tokens": 2,
    "cache_read_input_tokens": 1,
    "output_tokens": 3,
}


def text(said: str = "I hear you.") -> dict[str, Any]:
    """A block of text."""
    return {"type": "text", "text": said}


def thinking(thought: str = "They cannot sleep.") -> dict[str, Any]:
    """A block of thinking."""
    return {"type": "thinking", "thinking": thought, "signature": "c2ln"}


def tool(**given: Any) -> dict[str, Any]:
    """A block that calls a tool."""
    return {"type": "tool_use", "id": "toolu_1", "name": "page_clinician", "input": given}


def message(*blocks: Any, stop: Any = "end_turn", **more: Any) -> dict[str, Any]:
    """A whole message's body; without blocks it says that it hears."""
    return {
        "id": "msg_1",
        "type": "message",
        "role": "assistant",
        "model": MODEL,
        "content": list(blocks or [text()]),
        "stop_reason": stop,
        "stop_sequence": None,
        "usage": USAGE,
        **more,
    }


def error(kind: str, said: str = "no") -> dict[str, Any]:
    """An error's body."""
    return {"type": "error", "error": {"type": kind, "message": said}, "request_id": "req_1"}


def event(kind: str, **data: Any) -> bytes:
    """One event of a stream."""
    return f"event: {kind}\ndata: {json.dumps({'type': kind, **data})}\n\n".encode()


def unnamed(events: bytes) -> bytes:
    """The same events without the field that names them."""
    return re.sub(rb"^event: .*\n", b"", events, flags=re.MULTILINE)


STOP = event("message_stop")
PING = event("ping")


def start(**more: Any) -> bytes:
    """The event that begins a message."""
    usage = {**USAGE, "output_tokens": 1}
    return event("message_start", message=message(stop=None, usage=usage, content=[], **more))


def block(index: int, begun: dict[str, Any], *deltas: dict[str, Any]) -> bytes:
    """The events of one content block."""
    pieces = [event("content_block_delta", index=index, delta=delta) for delta in deltas]
    return b"".join(
        [
            event("content_block_start", index=index, content_block=begun),
            *pieces,
            event("content_block_stop", index=index),
        ]
    )


def said(*pieces: str, index: int = 0) -> bytes:
    """The events of one block of text."""
    return block(index, text(""), *({"type": "text_delta", "text": piece} for piece in pieces))


def end(stop: Any = "end_turn", **more: Any) -> bytes:
    """The event that says why a message ends."""
    delta = {"stop_reason": stop, "stop_sequence": None, **more}
    return event("message_delta", delta=delta, usage={"output_tokens": 3})
