"""The kind ``openai``: chat completions or responses at any base URL, whole or streamed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Literal

from mhgate.canonical import digest
from mhgate.records import Failure, Trial, Turn
from mhgate.redacting.secrets import Redactor, Secrets
from mhgate.targets.extraction import flag_paths, parse_json
from mhgate.targets.faults import Fault
from mhgate.targets.incoming import Incoming
from mhgate.targets.openai_completion import FILTERED, Completion, completion_in
from mhgate.targets.openai_response import Response, error_event, response_in
from mhgate.targets.requests import RequestTemplate, refuse_own_keys
from mhgate.targets.streams import read_stream
from mhgate.targets.templates import filling_of
from mhgate.targets.transport import Transport
from mhgate.targets.values import fingerprint_of

if TYPE_CHECKING:
    from mhgate.config.target_access import BasicConfig

__all__ = ["OpenAITarget"]

Api = Literal["chat", "responses"]

_ENDPOINTS: Mapping[Api, str] = {"chat": "/chat/completions", "responses": "/responses"}
_OWN_KEYS = {
    "input": "The conversation makes the input.",
    "instructions": "Say it as target.system_prompt.",
    "max_output_tokens": "Say it as target.max_tokens.",
    "max_tokens": "Say it as target.max_tokens.",
    "messages": "The conversation makes the messages.",
    "model": "Say it as target.model.",
    "stream": "Say it as target.stream.",
    "temperature": "Say it as target.temperature.",
}
_OF_RESPONSES = frozenset({"input", "instructions", "max_output_tokens"})


class OpenAITarget:
    """A chat completions endpoint, or one of the Responses API.

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
        api: which of the two APIs; of a response nothing is stored there (``store``), unless
            ``parameters`` say otherwise.
        headers: further headers; ``${env:NAME}`` is a variable.
        flags: structured fields of the reply beside those that every reply may have (``refusal``,
            ``tool_calls``, ``content_filter``): a name and a JSONPath each.
        basic: the variables of user and password, where these are asked for.

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
        api: Api = "chat",
        headers: Mapping[str, str] | None = None,
        flags: Mapping[str, str] | None = None,
        basic: BasicConfig | None = None,
    ) -> None:
        is_chat = api == "chat"
        own = {
            key: home for key, home in _OWN_KEYS.items() if not (is_chat and key in _OF_RESPONSES)
        }
        refuse_own_keys(parameters or {}, own)
        most = "max_tokens" if is_chat else "max_output_tokens"
        instructions = {} if is_chat or system_prompt is None else {"instructions": system_prompt}
        stated = {
            "model": model,
            **({} if is_chat else {"store": False}),
            **({"stream": True} if stream else {}),
            **({} if temperature is None else {"temperature": temperature}),
            **({} if max_tokens is None else {most: max_tokens}),
            **(parameters or {}),
        }
        self._stream = stream
        self._transport = transport
        self._is_chat = is_chat
        self._beside = instructions
        self._paths = flag_paths(flags)
        self._system = [] if system_prompt is None or not is_chat else [_system(system_prompt)]
        self._request = RequestTemplate(
            method="POST",
            url=_endpoint(base_url, _ENDPOINTS[api]),
            headers=headers,
            body={**stated, "messages" if is_chat else "input": "{history}"},
            bearer_env=api_key_env,
            basic=basic,
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
                **({} if not headers else {"headers": self._request.stated["headers"]}),
                **({} if not flags else {"flags": dict(flags)}),
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
        call = self._request.call(filling, beside=self._beside)

        async def attempt() -> Turn:
            try:
                return await self._transport.exchange(call, self._read)
            except Fault as fault:
                if fault.code == FILTERED:
                    raise Fault(FILTERED, fault.message) from None
                raise

        return await self._transport.converse(attempt, trial)

    async def _read(self, incoming: Incoming) -> Turn:
        heard: Completion | Response
        if not self._stream:
            read_whole = completion_in if self._is_chat else response_in
            heard = read_whole(parse_json(await incoming.body()), self._paths)
        elif self._is_chat:
            heard = said = Completion(self._paths)
            await read_stream(incoming, said.take, may_end=lambda: said.finish_reason is not None)
        else:
            heard = Response(self._paths)
            await read_stream(incoming, heard.take, error_in=error_event)
        return heard.turn(incoming.elapsed_s())


def _system(prompt: str) -> Turn:
    return Turn(role="system", content=prompt)


def _endpoint(base_url: str, endpoint: str) -> str:
    address, question, query = base_url.partition("?")
    address = address.rstrip("/")
    if not address.endswith(endpoint):
        address += endpoint
    return address + question + query
