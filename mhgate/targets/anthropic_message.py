"""What a message of the Messages API says, whether it came at once or in pieces.

Facts: the provider's reference of messages, streaming and stop reasons (platform.claude.com/docs).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

from mhgate.records import Turn
from mhgate.targets.extraction import Path, parse_json, values_at
from mhgate.targets.faults import KINDS, Fault
from mhgate.targets.sse import Event
from mhgate.targets.values import count_in, describe, said_in, storable, text_in

__all__ = ["ERRORS", "Message", "error_in", "message_in"]

ERRORS: Mapping[str, str] = {
    "invalid_request_error": "bad_request",
    "authentication_error": "unauthorised",
    "billing_error": "forbidden",
    "permission_error": "forbidden",
    "not_found_error": "not_found",
    "conflict_error": "conflict",
    "request_too_large": "bad_request",
    "rate_limit_error": "rate_limited",
    "timeout_error": "timeout",
    "api_error": "server_error",
    "overloaded_error": "server_error",
}
"""The kind of failure that an error's type stands for."""

_INPUT_TOKENS = ("input_tokens", "cache_creation_input_tokens", "cache_read_input_tokens")
# a reply that ended so is whole, or as whole as the user sees it, also where it holds no word
_SAID_ALL = frozenset({"end_turn", "stop_sequence", "max_tokens", "model_context_window_exceeded"})
_CUT = frozenset({"max_tokens", "model_context_window_exceeded"})
_THOUGHTS = frozenset({"thinking", "redacted_thinking"})
_REFUSED = "refusal"
_NO_PATHS: Mapping[str, Path] = MappingProxyType({})
_PAUSED = "pause_turn"


@dataclass(slots=True)
class _Block:
    """One content block: the text of a ``text``, the call of a ``tool_use``; others are empty."""

    kind: str
    name: str = ""
    input: Any = None
    pieces: list[str] = field(default_factory=list)

    @property
    def text(self) -> str:
        return "".join(self.pieces)

    def call(self) -> dict[str, Any]:
        """Return the tool's name and input; input that was cut off is kept as the text it is."""
        given = self.input
        if self.pieces:
            try:
                given = parse_json(self.text)
            except Fault:
                given = self.text
        return {"name": storable(self.name), "input": storable(given)}


@dataclass(slots=True)
class Message:
    """What a message has said so far.

    Args:
        paths: the flags that the configuration names.
    """

    paths: Mapping[str, Path] = field(default_factory=dict)
    blocks: dict[int, _Block] = field(default_factory=dict)
    stop_reason: str | None = None
    stop_details: Mapping[str, Any] | None = None
    model: str | None = None
    usage: dict[str, int] = field(default_factory=dict)
    flags: dict[str, Any] = field(default_factory=dict)

    def take(self, event: Event) -> bool:
        """Take one event of a stream; return whether it is the terminal one.

        Events of a type that is not known are read over: the API adds some without a new version.
        """
        if event.name == "ping":
            return False
        document = parse_json(event.data, what="a stream's event")
        if not isinstance(document, Mapping):
            raise Fault("unreadable_reply", f"a stream's event is {describe(document)}")
        self.flags.update(values_at(self.paths, document))
        match document.get("type", event.name):
            case "message_start":
                self.learn(_table(document, "message"))
            case "content_block_start":
                self.open(_index(document), _table(document, "content_block"))
            case "content_block_delta":
                self.add(_index(document), _table(document, "delta"))
            case "message_delta":
                self.learn({**_table(document, "delta"), "usage": document.get("usage")})
            case "message_stop":
                return True
            case "error":
                raise error_in(event)
        return False

    def learn(self, message: Mapping[str, Any]) -> None:
        """Learn what a message says of itself: its model, its tokens, why it ended."""
        self.model = text_in(message.get("model")) or self.model
        self.stop_reason = text_in(message.get("stop_reason")) or self.stop_reason
        details, usage = message.get("stop_details"), message.get("usage")
        if isinstance(details, Mapping):
            self.stop_details = details
        if isinstance(usage, Mapping):  # counts are cumulative
            counts = {key: count_in(count) for key, count in usage.items()}
            self.usage |= {key: count for key, count in counts.items() if count is not None}

    def open(self, index: int, block: Mapping[str, Any]) -> None:
        """Begin a content block."""
        made = _Block(kind=text_in(block.get("type")) or "")
        self.blocks[index] = made
        if made.kind == "text":
            made.pieces.append(_text(block, "text"))
        elif made.kind == "tool_use":
            made.name = text_in(block.get("name")) or ""
            made.input = block.get("input")

    def add(self, index: int, delta: Mapping[str, Any]) -> None:
        """Add a piece to a content block; pieces of thinking and signatures are left out."""
        block = self.blocks.get(index)
        if block is None:
            raise Fault("unreadable_reply", "a stream's piece belongs to no block that has begun")
        key = {"text_delta": "text", "input_json_delta": "partial_json"}.get(str(delta.get("type")))
        if key is not None and block.kind in {"text", "tool_use"}:
            block.pieces.append(_text(delta, key))

    def turn(self, latency_s: float) -> Turn:
        """Return the turn.

        Raises:
            Fault: ``content_filter``, ``paused`` or ``no_content``, where there is no whole reply.
        """
        blocks = [block for _, block in sorted(self.blocks.items())]
        content = "".join(block.text for block in blocks if block.kind == "text")
        calls = [block.call() for block in blocks if block.kind == "tool_use"]
        if self.stop_reason == _PAUSED:
            raise Fault("paused", "the model paused in the middle of its reply (pause_turn)")
        if not content and self.stop_reason == _REFUSED:
            raise Fault("content_filter", f"the provider withheld the reply{self._why_refused()}")
        has_thought = any(block.kind in _THOUGHTS for block in blocks)
        is_cut = self.stop_reason in _CUT or has_thought
        if not content.strip() and (calls or is_cut or self.stop_reason not in _SAID_ALL):
            raise self._no_words([call["name"] for call in calls], has_thought=has_thought)
        flags = dict(self.flags)
        if calls:
            flags["tool_use"] = calls
        if self.stop_reason == _REFUSED:
            flags["refusal"] = storable(dict(self.stop_details or {})) or True
        taken = [self.usage[key] for key in _INPUT_TOKENS if key in self.usage]
        return Turn(
            role="assistant",
            content=content,
            flags=flags,
            latency_s=latency_s,
            prompt_tokens=count_in(sum(taken)) if taken else None,
            completion_tokens=self.usage.get("output_tokens"),
            finish_reason=self.stop_reason,
            model=self.model,
        )

    def _no_words(self, called: list[str], *, has_thought: bool) -> Fault:
        ended = f"stop_reason {self.stop_reason}"
        if called:
            why = f"it called a tool: {', '.join(called)}; {ended}"
        elif has_thought:
            spent = self.usage.get("output_tokens")
            why = ended + ("" if spent is None else f", {spent} tokens")
            why += "; the model thought and said nothing: a larger max_tokens leaves room for words"
        else:
            why = ended
        return Fault("no_content", f"the reply has no text ({why})")

    def _why_refused(self) -> str:
        details = self.stop_details or {}
        said = text_in(details.get("explanation")) or text_in(details.get("category"))
        return f": {said}" if said else " (stop_reason refusal)"


def message_in(document: Any, paths: Mapping[str, Path] = _NO_PATHS) -> Message:
    """Return what a whole reply says.

    Args:
        document: the parsed body.
        paths: the flags that the configuration names.

    Raises:
        Fault: ``unreadable_reply``, when it is no message.
    """
    if not isinstance(document, Mapping):
        raise Fault("unreadable_reply", f"the reply is {describe(document)}; expected an object")
    content = document.get("content")
    if not isinstance(content, list):
        error = f" and an error: {said_in(document['error'])}" if document.get("error") else ""
        raise Fault(
            "unreadable_reply",
            f"the reply is {describe(document)} without a list of content blocks{error}",
        )
    message = Message(paths)
    message.learn(document)
    message.flags.update(values_at(paths, document))
    for index, block in enumerate(content):
        if not isinstance(block, Mapping):
            raise Fault("unreadable_reply", f"content[{index}] is {describe(block)}")
        message.open(index, block)
    return message


def error_in(event: Event) -> Fault:
    """Return the Fault that an error event stands for; its type says whether it is retried."""
    try:
        document = parse_json(event.data)
    except Fault:
        document = None
    error = document.get("error") if isinstance(document, Mapping) else None
    code = text_in(error.get("type")) if isinstance(error, Mapping) else None
    kind = ERRORS.get(code or "")
    said = event.data if error is None else said_in(error)
    return Fault(
        "stream_error",
        f"the stream sent an error: {said}" + (f" ({code})" if code else ""),
        retryable=None if kind is None else KINDS[kind].retried,
        code=code,
    )


def _table(document: Mapping[str, Any], key: str) -> Mapping[str, Any]:
    found = document.get(key)
    if not isinstance(found, Mapping):
        raise Fault("unreadable_reply", f"{key} of a stream's event is {describe(found)}")
    return found


def _index(document: Mapping[str, Any]) -> int:
    index = count_in(document.get("index"))
    if index is None:
        raise Fault("unreadable_reply", "a stream's event does not say which block it belongs to")
    return index


def _text(holder: Mapping[str, Any], key: str) -> str:
    found = holder.get(key)
    if not isinstance(found, str):
        raise Fault("unreadable_reply", f"{key} is {describe(found)}; expected a string")
    return found
