"""What a response of the Responses API says, whether it came at once or in events.

Facts: the provider's reference of responses and their streaming events.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from mhgate.records import Turn
from mhgate.targets.extraction import Path, parse_json, values_at
from mhgate.targets.faults import Fault
from mhgate.targets.openai_completion import FILTERED, no_words
from mhgate.targets.sse import Event
from mhgate.targets.values import count_in, describe, said_in, storable, text_in

__all__ = ["Response", "error_event", "response_in"]

_ENDED = frozenset({"completed", "incomplete"})
_ERRORS = {"rate_limit_exceeded": "rate_limited", "server_error": "server_error"}


@dataclass(slots=True)
class Response:
    """What a response has said so far.

    Args:
        paths: the flags that the configuration names.
    """

    paths: Mapping[str, Path] = field(default_factory=dict)
    document: Mapping[str, Any] = field(default_factory=dict)
    ended: str | None = None  # as the last event of a stream is called
    pieces: list[str] = field(default_factory=list)
    refused: list[str] = field(default_factory=list)
    flags: dict[str, Any] = field(default_factory=dict)

    def take(self, event: Event) -> bool:
        """Take one event of a stream; return whether it is the terminal one.

        The event that ends a stream holds the whole response; the pieces count where a server
        leaves its text out there.
        """
        if event.data.strip() == "[DONE]":
            return bool(self.document)
        document = parse_json(event.data, what="a stream's event")
        if not isinstance(document, Mapping):
            raise Fault("unreadable_reply", f"a stream's event is {describe(document)}")
        self.flags.update(values_at(self.paths, document))
        match document.get("type", event.name):
            case "response.output_text.delta":
                self.pieces.append(text_in(document.get("delta")) or "")
            case "response.refusal.delta":
                self.refused.append(text_in(document.get("delta")) or "")
            case "response.completed" | "response.incomplete" | "response.failed" as kind:
                self.ended = kind.removeprefix("response.")
                self.learn(document.get("response"))
                return True
            case "error":
                raise error_event(event)
        return False

    def learn(self, document: Any) -> None:
        """Learn the whole response.

        Raises:
            Fault: it is none, or failed.
        """
        if not isinstance(document, Mapping):
            raise Fault("unreadable_reply", f"the response is {describe(document)}")
        self.document = document
        self.flags.update(values_at(self.paths, document))
        error = document.get("error")
        if error:
            code = text_in(error.get("code")) if isinstance(error, Mapping) else None
            raise Fault(
                _ERRORS.get(code or "", "error_reply"),
                f"the response failed: {said_in(error)}" + (f" ({code})" if code else ""),
                code=code,
            )

    def turn(self, latency_s: float) -> Turn:
        """Return the turn.

        Raises:
            Fault: ``content_filter`` or ``no_content``, when nothing was said.
        """
        said, refused, called = self._output()
        content = said or "".join(self.pieces)
        refusal = refused or "".join(self.refused)
        status = self._status()
        if status == "failed":
            raise Fault("error_reply", "the response failed, and does not say why")
        details = self.document.get("incomplete_details")
        reason = text_in(details.get("reason")) if isinstance(details, Mapping) else None
        if reason == FILTERED:
            if not content and not refusal:
                raise Fault(FILTERED, "the endpoint's content filter withheld the reply")
            self.flags[FILTERED] = True
        if refusal:
            self.flags["refusal"] = storable(refusal)
        if called:
            self.flags["tool_calls"] = called
        usage = self.document.get("usage")
        usage = usage if isinstance(usage, Mapping) else {}
        if status not in {None, *_ENDED}:
            raise Fault("no_content", f"the response has not ended (status {status})")
        if not (content or refusal).strip():
            thought = usage.get("output_tokens_details")
            raise no_words(
                [str(call["name"]) for call in called],
                ended=f"status {status}" + (f", {reason}" if reason else ""),
                n_reasoned=count_in(thought.get("reasoning_tokens"))
                if isinstance(thought, Mapping)
                else None,
                has_reasoned=any(item.get("type") == "reasoning" for item in self._items()),
            )
        return Turn(
            role="assistant",
            content=content or refusal,
            flags=self.flags,
            latency_s=latency_s,
            prompt_tokens=count_in(usage.get("input_tokens")),
            completion_tokens=count_in(usage.get("output_tokens")),
            finish_reason=reason or status,
            model=text_in(self.document.get("model")),
        )

    def _status(self) -> str | None:
        """Return how the response ended; of event and status the one counts that is no good end."""
        status = text_in(self.document.get("status"))
        return status if self.ended in {None, "completed"} and status else self.ended or status

    def _items(self) -> list[Mapping[str, Any]]:
        output = self.document.get("output")
        listed = output if isinstance(output, list) else []
        return [item for item in listed if isinstance(item, Mapping)]

    def _output(self) -> tuple[str, str, list[dict[str, Any]]]:
        """Return the text, the refusal and the calls of tools."""
        said, refused = [], []
        called: list[dict[str, Any]] = []
        for item in self._items():
            if text_in(item.get("type")) == "function_call":
                called.append(
                    {
                        "name": storable(text_in(item.get("name")) or ""),
                        "arguments": storable(_arguments(item.get("arguments"))),
                    }
                )
            parts = item.get("content") if item.get("type") == "message" else None
            for part in parts if isinstance(parts, list) else []:
                if isinstance(part, Mapping):
                    said.append(text_in(part.get("text")) or "")
                    refused.append(text_in(part.get("refusal")) or "")
        return "".join(said), "".join(refused), called


def _arguments(given: Any) -> Any:
    try:
        return parse_json(given) if isinstance(given, str) else given
    except Fault:
        return given


def response_in(document: Any, paths: Mapping[str, Path]) -> Response:
    """Return what a whole reply says.

    Args:
        document: the parsed body.
        paths: the flags that the configuration names.

    Raises:
        Fault: it is no response, or failed.
    """
    heard = Response(paths)
    heard.learn(document)
    if not isinstance(heard.document.get("output"), list):
        raise Fault("unreadable_reply", f"the reply is {describe(document)} without output")
    return heard


def error_event(event: Event) -> Fault:
    """Return the fault that an error event stands for."""
    try:
        document = parse_json(event.data)
    except Fault:
        document = None
    holder = document if isinstance(document, Mapping) else {}
    error = holder.get("error") or holder
    said = said_in(error) if error else event.data
    return Fault("stream_error", f"the stream sent an error: {said}")
