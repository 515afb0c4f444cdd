"""What a chat completion says, whether it came at once or in pieces."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from mhgate.records import Turn
from mhgate.targets.extraction import Path, parse_json, values_at
from mhgate.targets.faults import Fault
from mhgate.targets.sse import Event
from mhgate.targets.values import count_in, describe, said_in, storable, text_in

__all__ = ["FILTERED", "Completion", "completion_in", "no_words"]

FILTERED = "content_filter"
_CUT = "length"
_REASONING = ("reasoning_content", "reasoning")  # as servers of open models call it


@dataclass(slots=True)
class _Called:
    name: str = ""
    arguments: str = ""

    def shown(self) -> dict[str, Any]:
        """Return name and arguments; arguments that are no JSON stay the text that they are."""
        given: Any = self.arguments
        if isinstance(given, str):
            try:
                given = parse_json(given)
            except Fault:
                given = self.arguments
        return {"name": storable(self.name), "arguments": storable(given)}


@dataclass(slots=True)
class Completion:
    """What a completion has said so far.

    Args:
        paths: the flags that the configuration names.
    """

    paths: Mapping[str, Path] = field(default_factory=dict)
    index: Any = None  # of the choice that is read: the first one's
    content: str | None = None
    refusal: str | None = None
    finish_reason: str | None = None
    model: str | None = None
    usage: Mapping[str, Any] = field(default_factory=dict)
    has_reasoned: bool = False
    called: dict[int, _Called] = field(default_factory=dict)
    flags: dict[str, Any] = field(default_factory=dict)

    def take(self, event: Event) -> bool:
        """Take one event of a stream; return whether it is the terminal one."""
        if event.data.strip() == "[DONE]":
            return True
        chunk = parse_json(event.data, what="a stream's event")
        if not isinstance(chunk, dict):
            raise Fault("unreadable_reply", f"a stream's event is {describe(chunk)}")
        if chunk.get("error"):
            raise Fault("stream_error", f"the stream carried an error: {said_in(chunk['error'])}")
        self.learn(chunk)
        for choice in _choices(chunk):
            index = choice.get("index")
            if self.index is None:
                self.index = index
            if index == self.index:  # the choices of one message come by turns
                if choice.get("error"):
                    said = said_in(choice["error"])
                    raise Fault("stream_error", f"the stream carried an error: {said}")
                delta = choice.get("delta")
                self.add(choice, delta if isinstance(delta, dict) else {})
        return False

    def learn(self, document: Mapping[str, Any]) -> None:
        """Learn what stands beside the choices: model, tokens, the prompt's filter, flags."""
        self.model = text_in(document.get("model")) or self.model
        usage = document.get("usage")
        self.usage = usage if isinstance(usage, dict) else self.usage
        prompts = document.get("prompt_filter_results")
        if isinstance(prompts, list) and prompts:
            self.flags["prompt_filter"] = storable(prompts)
        if self.paths:
            self.flags.update(values_at(self.paths, document))

    def add(self, choice: Mapping[str, Any], message: Mapping[str, Any]) -> None:
        """Add a choice's message, or a piece of one."""
        self.finish_reason = text_in(choice.get("finish_reason")) or self.finish_reason
        filtered = choice.get("content_filter_results")
        if isinstance(filtered, dict) and filtered:
            self.flags[FILTERED] = storable(dict(filtered))
        content = message.get("content")
        if isinstance(content, list):
            content = "".join(
                part["text"]
                for part in content
                if isinstance(part, dict) and isinstance(part.get("text"), str)
            )
        if content is not None:
            if not isinstance(content, str):
                raise Fault(
                    "unreadable_reply", f"content is {describe(content)}; expected a string"
                )
            self.content = (self.content or "") + content
        refusal = text_in(message.get("refusal"))
        if refusal:
            self.refusal = (self.refusal or "") + refusal
        if not self.has_reasoned:
            self.has_reasoned = any(map(message.get, _REASONING))
        if "tool_calls" in message or "function_call" in message:
            self._add_calls(message)

    def _add_calls(self, message: Mapping[str, Any]) -> None:
        calls = message.get("tool_calls")
        listed = calls if isinstance(calls, list) else []
        if isinstance(message.get("function_call"), dict):  # as it was called at first
            listed = [*listed, {"function": message["function_call"]}]
        for place, call in enumerate(listed):
            if not isinstance(call, dict):
                continue
            index = count_in(call.get("index"))
            known = self.called.setdefault(place if index is None else index, _Called())
            function = call.get("function")
            given = function if isinstance(function, dict) else {}
            known.name += text_in(given.get("name")) or ""
            known.arguments += text_in(given.get("arguments")) or ""

    def turn(self, latency_s: float) -> Turn:
        """Return the turn.

        Raises:
            Fault: ``content_filter`` or ``no_content``, when nothing was said.
        """
        if self.finish_reason == FILTERED:
            if not self.content:
                raise Fault(FILTERED, "the endpoint's content filter withheld the reply")
            self.flags.setdefault(FILTERED, True)
        if self.refusal:
            self.flags["refusal"] = storable(self.refusal)
        if self.called:
            self.flags["tool_calls"] = [call.shown() for _, call in sorted(self.called.items())]
        content = self.refusal if not self.content and self.refusal else self.content
        details = self.usage.get("completion_tokens_details")
        n_reasoned = (
            count_in(details.get("reasoning_tokens")) if isinstance(details, dict) else None
        )
        if content is None or (not content.strip() and self._should_have_spoken(n_reasoned)):
            raise no_words(
                [call.name for _, call in sorted(self.called.items())],
                ended=f"finish_reason {self.finish_reason}",
                n_reasoned=n_reasoned,
                has_reasoned=self.has_reasoned,
            )
        return Turn(
            role="assistant",
            content=content,
            flags=self.flags,
            latency_s=latency_s,
            prompt_tokens=count_in(self.usage.get("prompt_tokens")),
            completion_tokens=count_in(self.usage.get("completion_tokens")),
            finish_reason=self.finish_reason,
            model=self.model,
        )

    def _should_have_spoken(self, n_reasoned: int | None) -> bool:
        """Say whether an empty text is no word of the product's: thoughts or tools took all."""
        return bool(self.called or n_reasoned or self.has_reasoned or self.finish_reason == _CUT)


def no_words(called: list[str], *, ended: str, n_reasoned: int | None, has_reasoned: bool) -> Fault:
    """Return the fault that an answer without words is, with why it is so.

    Args:
        called: the tools that it called in place of speaking.
        ended: why it ended, in the endpoint's own words.
        n_reasoned: how many tokens it thought, None where that is not said.
        has_reasoned: whether thoughts came along.
    """
    if called:
        names = ", ".join(name for name in called if name) or "one without a name"
        return Fault("no_content", f"the reply has no content (it called a tool: {names}; {ended})")
    if n_reasoned or has_reasoned:
        spent = f"{n_reasoned} reasoning tokens" if n_reasoned else "reasoning alone"
        return Fault(
            "no_content",
            f"the reply has no content ({ended}, {spent}): the model thought and said nothing; "
            "a larger max_tokens leaves room for words",
        )
    return Fault("no_content", f"the reply has no content ({ended})")


def completion_in(document: Any, paths: Mapping[str, Path]) -> Completion:
    """Return what a whole reply says.

    Args:
        document: the parsed body.
        paths: the flags that the configuration names.

    Raises:
        Fault: ``unreadable_reply``, when it is no completion.
    """
    if not isinstance(document, dict):
        raise Fault("unreadable_reply", f"the reply is {describe(document)}; expected an object")
    choices = _choices(document)
    if not choices:
        error = f" and an error: {said_in(document['error'])}" if document.get("error") else ""
        raise Fault("unreadable_reply", f"the reply is {describe(document)} without choices{error}")
    for holder in (document, choices[0]):
        if holder.get("error"):
            said = said_in(holder["error"])
            raise Fault("error_reply", f"the reply carries an error beside its words: {said}")
    message = choices[0].get("message")
    if not isinstance(message, dict):
        raise Fault("unreadable_reply", f"choices[0].message is {describe(message)}")
    heard = Completion(paths)
    heard.learn(document)
    heard.add(choices[0], message)
    return heard


def _choices(document: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    choices = document.get("choices")
    if not isinstance(choices, list):
        return []
    return [choice for choice in choices if isinstance(choice, dict)]
