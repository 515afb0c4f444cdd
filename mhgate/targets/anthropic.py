"""The kind ``anthropic``: the Messages API at any base URL, whole or streamed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from mhgate.canonical import digest
from mhgate.records import Failure, Trial, Turn
from mhgate.redacting.secrets import Redactor, Secrets
from mhgate.targets.anthropic_message import ERRORS, Message, error_in, message_in
from mhgate.targets.extraction import flag_paths, parse_json
from mhgate.targets.faults import Fault
from mhgate.targets.incoming import Incoming
from mhgate.targets.requests import RequestTemplate, refuse_own_keys
from mhgate.targets.streams import read_stream
from mhgate.targets.templates import filling_of
from mhgate.targets.transport import Transport
from mhgate.targets.values import fingerprint_of

if TYPE_CHECKING:
    from mhgate.config.target_access import BasicConfig

__all__ = ["AnthropicTarget"]

_ENDPOINT = "/messages"
_VERSIONED = "/v1"
_OWN_KEYS = {
    "max_tokens": "Say it as target.max_tokens.",
    "messages": "The conversation makes the messages.",
    "model": "Say it as target.model.",
    "stream": "Say it as target.stream.",
    "system": "Say it as target.system_prompt.",
    "temperature": "Say it as target.temperature.",
}
# types that the API also gives where its other types do not say it better: the status does
_VAGUE = frozenset({"invalid_request_error", "api_error"})


class AnthropicTarget:
    """A Messages endpoint.

    System turns become the field ``system``, turns of one role in a row become one message of
    several blocks, and an assistant's turn without a word is left out: the API takes none.

    Args:
        base_url: the address; ``/v1/messages``, or what of it is missing, is added.
        model: as the endpoint calls it; what it answers as is kept on ``Turn.model``.
        max_tokens: the most that a reply may take, thinking included.
        transport: carries the requests; closed by whoever made it.
        secrets: where the key is read.
        api_key_env: the variable that holds the key, sent as ``x-api-key``; None sends none.
        api_version: sent as ``anthropic-version``.
        system_prompt: what the field ``system`` begins with; None leaves it to the conversation.
        stream: whether to ask for server-sent events.
        temperature: sent if stated.
        parameters: further keys of the request's body.
        clock_header: the header that carries an item's clock.
        headers: further headers; ``${env:NAME}`` is a variable.
        flags: structured fields of the reply beside those that every reply may have (``refusal``,
            ``tool_use``): a name and a JSONPath each.
        basic: the variables of user and password, where these are asked for.

    Raises:
        ConfigError: ``parameters`` holds a key that has its own place.
        CannotEvaluateError: the key's variable is not set.
    """

    advice: ClassVar[Mapping[str, str]] = {
        "unreadable_reply": "Does what answers at base_url speak the Messages API? Another API is "
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
        max_tokens: int,
        transport: Transport,
        secrets: Secrets,
        api_key_env: str | None = None,
        api_version: str = "2023-06-01",
        system_prompt: str | None = None,
        stream: bool = False,
        temperature: float | None = None,
        parameters: Mapping[str, Any] | None = None,
        clock_header: str | None = None,
        headers: Mapping[str, str] | None = None,
        flags: Mapping[str, str] | None = None,
        basic: BasicConfig | None = None,
    ) -> None:
        refuse_own_keys(parameters or {}, _OWN_KEYS)
        stated = {
            "model": model,
            "max_tokens": max_tokens,
            **({"stream": True} if stream else {}),
            **({} if temperature is None else {"temperature": temperature}),
            **(parameters or {}),
        }
        sent = {"anthropic-version": api_version, **(headers or {})}
        if api_key_env is not None:
            secrets.get(api_key_env, "target.api_key_env")  # an absent one is told by its own key
            sent["x-api-key"] = f"${{env:{api_key_env}}}"
        self._paths = flag_paths(flags)
        self._stream = stream
        self._transport = transport
        self._system = [] if system_prompt is None else [Turn(role="system", content=system_prompt)]
        self._request = RequestTemplate(
            method="POST",
            url=_endpoint(base_url),
            headers=sent,
            basic=basic,
            body=stated,
            keys={"url": "base_url", "body": "parameters"},
            secrets=secrets,
            allowed=("trial", "seed", "run", "clock_s"),
            clock_header=clock_header,
        )
        self.origin = self._request.origin
        self._fingerprint = fingerprint_of(
            {
                "kind": "anthropic",
                "url": self._request.address,
                "version": api_version,
                "body": stated,
                "system_prompt": None if system_prompt is None else digest(system_prompt),
                **({} if clock_header is None else {"clock_header": clock_header.lower()}),
                **({} if not headers else {"headers": self._request.stated["headers"]}),
                **({} if not flags else {"flags": dict(flags)}),
            }
        )

    @property
    def fingerprint(self) -> str:
        """The digest of kind, address, version, model, system prompt and parameters."""
        return self._fingerprint

    @property
    def redactor(self) -> Redactor:
        """Redacts the secrets that this target uses."""
        return self._transport.travel.redactor

    async def reply(self, turns: Sequence[Turn], trial: Trial) -> Turn | Failure:
        """Send the conversation and return the assistant's turn."""
        filling = filling_of(turns, trial, self._transport.travel.run_id())
        call = self._request.call(filling, beside=_conversation((*self._system, *turns)))

        async def attempt() -> Turn:
            try:
                return await self._transport.exchange(call, self._read)
            except Fault as fault:
                raise _typed(fault) from None

        return await self._transport.converse(attempt, trial)

    async def _read(self, incoming: Incoming) -> Turn:
        if self._stream:
            message = Message(self._paths)
            await read_stream(incoming, message.take, error_in=error_in)
        else:
            message = message_in(parse_json(await incoming.body()), self._paths)
        return message.turn(incoming.elapsed_s())


def _conversation(turns: Sequence[Turn]) -> dict[str, Any]:
    """Return ``system`` and ``messages``, whose roles alternate."""
    system: list[str] = []
    said: list[tuple[str, list[str]]] = []
    for turn in turns:
        if turn.role == "system":
            system.append(turn.content)
        elif turn.role == "assistant" and not turn.content.strip():
            continue
        elif said and said[-1][0] == turn.role:
            said[-1][1].append(turn.content)
        else:
            said.append((turn.role, [turn.content]))
    messages = [{"role": role, "content": _content(texts)} for role, texts in said]
    return {**({"system": "\n\n".join(system)} if system else {}), "messages": messages}


def _content(texts: Sequence[str]) -> str | list[dict[str, str]]:
    return texts[0] if len(texts) == 1 else [{"type": "text", "text": text} for text in texts]


def _typed(fault: Fault) -> Fault:
    """Return a fault as the type of the error in the reply's body has it, where it says more."""
    code = fault.code or ""
    kind = ERRORS.get(code)
    is_quota = fault.kind == "rate_limited" and not fault.retryable  # decided by Retry-After
    if kind is None or fault.kind == "stream_error" or is_quota:
        return fault
    if code in _VAGUE and fault.kind != "http_status":
        kind = fault.kind
    return Fault(
        kind,
        f"{fault.message} ({code})",
        retryable=fault.retryable if kind == fault.kind else None,
        taken=fault.taken if kind == fault.kind else None,
        retry_after_s=fault.retry_after_s if fault.retryable else None,  # else nobody bounded it
        code=code,
    )


def _endpoint(base_url: str) -> str:
    address, question, query = base_url.partition("?")
    address = address.rstrip("/")
    if not address.endswith(_ENDPOINT):
        address += _ENDPOINT if address.endswith(_VERSIONED) else _VERSIONED + _ENDPOINT
    return address + question + query
