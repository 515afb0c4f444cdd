"""The kind ``openai``: chat completions at any base URL, whole or streamed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from mhgate.canonical import digest
from mhgate.records import Failure, Trial, Turn
from mhgate.redacting.secrets import Redactor, Secrets
from mhgate.targets.extraction import parse_json
from mhgate.targets.faults import Fault
from mhgate.targets.incoming import Incoming
from mhgate.targets.requests import RequestTemplate, refuse_own_keys
from mhgate.targets.sse import Event
from mhgate.targets.streams import read_stream
from mhgate.targets.templates import filling_of
from mhgate.targets.transport import Transport
from mhgate.targets.values import (
    count_in,
    describe,
    fingerprint_of,
    said_in,
    storable,
    text_in,
)

__all__ = ["OpenAITarget"]

_ENDPOINT = "/chat/completions"
_OWN_KEYS = {
    "max_tokens": "Say it as target.max_tokens.",
    "messages": "The conversation makes the messages.",
    "model": "Say it as target.model.",
    "stream": "Say it as target.stream.",
    "temperature": "Say it as target.temperature.",
}
_FILTERED = "content_filter"


class OpenAITarget:
    """A chat completions endpoint.

    ``seed`` is sent only where ``parameters`` states it; ``seed = "{seed}"`` sends each trial its
    own.

    Args:
        base_url: up to ``/v1``; its query is kept.
        model: as the endpoint calls it; what it answers as is kept on ``Turn.model``.
        transport: carries the requests; closed by whoever made it.
        secrets: where the key is read.
        api_key_env: the variable that holds the key; None sends none.
        system_prompt: the system message, before all others; None sends none.
        stream: whether to ask for server-sent events.
        temperature: sent if stated.
        max_tokens: sent if stated.
        parameters: further keys of the request's body.
        clock_header: the header that carries an item's clock.

    Raises:
        ConfigError: ``parameters`` holds a key that has its own place.
        CannotEvaluateError: the key's variable is not set.
    """

    advice: ClassVar[Mapping[str, str]] = {
        "unreadable_reply": "Does what answers at base_url speak chat completions? Another API is "
        'another kind: [target] kind = "http" takes any JSON.',
        "no_content": "The model answers without text: check its name, max_tokens and parameters.",
        "truncated_stream": "The stream never says that it has ended: try stream = false.",
    }
    """What to do about failures, in keys that this kind has."""

    def __init__(
        self,
        *,
        base_url: str,
        model: str,
        transport: Transport,
        secrets: Secrets,
        api_key_env: str | None = None,
        system_prompt: str | None = None,
        stream: bool = False,
        temperature: float | None = None,
        max_tokens: int | None = None,
        parameters: Mapping[str, Any] | None = None,
        clock_header: str | None = None,
    ) -> None:
        refuse_own_keys(parameters or {}, _OWN_KEYS)
        stated = {
            "model": model,
            **({"stream": True} if stream else {}),
            **({} if temperature is None else {"temperature": temperature}),
            **({} if max_tokens is None else {"max_tokens": max_tokens}),
            **(parameters or {}),
        }
        self._stream = stream
        self._transport = transport
        self._system = [] if system_prompt is None else [_system(system_prompt)]
        self._request = RequestTemplate(
            method="POST",
            url=_endpoint(base_url),
            body={**stated, "messages": "{history}"},
            bearer_env=api_key_env,
            keys={"url": "base_url", "body": "parameters", "bearer_env": "api_key_env"},
            secrets=secrets,
            allowed=("history", "trial", "seed", "run", "clock_s"),
            clock_header=clock_header,
        )
        self.origin = self._request.origin
        self._fingerprint = fingerprint_of(
            {
                "kind": "openai",
                "url": self._request.address,
                "body": stated,
                "system_prompt": None if system_prompt is None else digest(system_prompt),
                **({} if clock_header is None else {"clock_header": clock_header.lower()}),
            }
        )

    @property
    def fingerprint(self) -> str:
        """The digest of kind, address, model, system prompt and parameters."""
        return self._fingerprint

    @property
    def redactor(self) -> Redactor:
        """Redacts the secrets that this target uses."""
        return self._transport.travel.redactor

    async def reply(self, turns: Sequence[Turn], trial: Trial) -> Turn | Failure:
        """Send the conversation and return the assistant's turn."""
        filling = filling_of((*self._system, *turns), trial, self._transport.travel.run_id())
        call = self._request.call(filling)

        async def attempt() -> Turn:
            try:
                return await self._transport.exchange(call, self._read)
            except Fault as fault:
                if fault.code == _FILTERED:
                    raise Fault(_FILTERED, fault.message) from None
                raise

        return await self._transport.converse(attempt, trial)

    async def _read(self, incoming: Incoming) -> Turn:
        if self._stream:
            heard = _Heard()
            await read_stream(incoming, heard.take, may_end=lambda: heard.finish_reason is not None)
        else:
            heard = _heard_in(parse_json(await incoming.body()))
        return heard.turn(incoming.elapsed_s())


@dataclass(slots=True)
class _Heard:
    """What a completion has said, whether it came at once or in pieces."""

    content: str | None = None
    refusal: str | None = None
    finish_reason: str | None = None
    model: str | None = None
    usage: Mapping[str, Any] | None = None
    tool_calls: bool = False

    def take(self, event: Event) -> bool:
        """Take one event of a stream; return whether it is the terminal one."""
        if event.data.strip() == "[DONE]":
            return True
        chunk = parse_json(event.data, what="a stream's event")
        if not isinstance(chunk, Mapping):
            raise Fault("unreadable_reply", f"a stream's event is {describe(chunk)}")
        if chunk.get("error"):
            raise Fault("stream_error", f"the stream carried an error: {said_in(chunk['error'])}")
        self.model = text_in(chunk.get("model")) or self.model
        usage = chunk.get("usage")
        self.usage = usage if isinstance(usage, Mapping) else self.usage
        for choice in _choices(chunk)[:1]:
            self.finish_reason = text_in(choice.get("finish_reason")) or self.finish_reason
            delta = choice.get("delta")
            self.add(delta if isinstance(delta, Mapping) else {})
        return False

    def add(self, message: Mapping[str, Any]) -> None:
        """Add a message, or a piece of one."""
        content = message.get("content")
        if isinstance(content, list):
            content = "".join(
                part["text"]
                for part in content
                if isinstance(part, Mapping) and isinstance(part.get("text"), str)
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
        self.tool_calls = self.tool_calls or bool(message.get("tool_calls"))

    def turn(self, latency_s: float) -> Turn:
        """Return the turn.

        Raises:
            Fault: ``content_filter`` or ``no_content``, when nothing was said.
        """
        if self.finish_reason == _FILTERED and not self.content:
            raise Fault(_FILTERED, "the endpoint's content filter withheld the reply")
        content = self.refusal if not self.content and self.refusal else self.content
        if content is None:
            why = "it called a tool" if self.tool_calls else f"finish_reason {self.finish_reason}"
            raise Fault("no_content", f"the reply has no content ({why})")
        usage = self.usage or {}
        return Turn(
            role="assistant",
            content=content,
            flags={"refusal": storable(self.refusal)} if self.refusal else {},
            latency_s=latency_s,
            prompt_tokens=count_in(usage.get("prompt_tokens")),
            completion_tokens=count_in(usage.get("completion_tokens")),
            finish_reason=self.finish_reason,
            model=self.model,
        )


def _heard_in(document: Any) -> _Heard:
    if not isinstance(document, Mapping):
        raise Fault("unreadable_reply", f"the reply is {describe(document)}; expected an object")
    choices = _choices(document)
    if not choices:
        error = f" and an error: {said_in(document['error'])}" if document.get("error") else ""
        raise Fault("unreadable_reply", f"the reply is {describe(document)} without choices{error}")
    message, usage = choices[0].get("message"), document.get("usage")
    if not isinstance(message, Mapping):
        raise Fault("unreadable_reply", f"choices[0].message is {describe(message)}")
    heard = _Heard(
        finish_reason=text_in(choices[0].get("finish_reason")),
        model=text_in(document.get("model")),
        usage=usage if isinstance(usage, Mapping) else None,
    )
    heard.add(message)
    return heard


def _choices(document: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    choices = document.get("choices")
    if not isinstance(choices, list):
        return []
    return [choice for choice in choices if isinstance(choice, Mapping)]


def _system(prompt: str) -> Turn:
    return Turn(role="system", content=prompt)


def _endpoint(base_url: str) -> str:
    address, question, query = base_url.partition("?")
    address = address.rstrip("/")
    if not address.endswith(_ENDPOINT):
        address += _ENDPOINT
    return address + question + query
