"""The models of ``[target]``, one a kind: how the system under test is reached.

Only form is checked here. That a host looks like production, or that a callable exists, is seen by
the targets room; that no secret stands in the file, by :mod:`mhgate.config.secrets`.
"""

from __future__ import annotations

from typing import Annotated, Literal, Self

from pydantic import Field, JsonValue, model_validator
from pydantic_core import PydanticCustomError

from mhgate.config.tables import Count, Seconds, Table, Text
from mhgate.config.target_access import BasicConfig, OAuthConfig, TlsConfig
from mhgate.config.target_steps import PollConfig, SessionConfig, StepConfig
from mhgate.config.target_types import (
    Address,
    ApiVersion,
    Callable,
    HeaderName,
    Headers,
    JsonPath,
    JsonPaths,
    Method,
    Path,
    SocketUrl,
    Tokens,
    Url,
    Variable,
)
from mhgate.records.cassettes import CassetteMode

__all__ = [
    "KINDS",
    "AnthropicConfig",
    "AsgiConfig",
    "BuildIdConfig",
    "CommandConfig",
    "DemoConfig",
    "FunctionConfig",
    "HttpConfig",
    "OpenAIConfig",
    "SessionConfig",
    "TargetConfig",
    "WebsocketConfig",
]

CLOCK = "{clock_s}"
"""What a template writes where the seconds of the clock belong."""


def _names_clock(value: object) -> bool:
    """Return whether a template anywhere in a value names the clock."""
    if isinstance(value, dict):
        return any(map(_names_clock, value.values()))
    if isinstance(value, list):
        return any(map(_names_clock, value))
    return isinstance(value, str) and CLOCK in value


class _Target(Table):
    """What every kind has. ``escalation`` must be stated for every kind but the demo (law 12)."""

    escalation: Literal["stubbed", "none"]
    production: bool = False
    preflight: bool = True
    timeout_s: Seconds = 60
    max_retries: Annotated[int, Field(ge=0, le=100)] = 2
    concurrency: Annotated[int, Field(ge=1, le=1024)] = 8
    requests_per_minute: Annotated[float, Field(gt=0)] | None = None
    tokens_per_minute: Annotated[float, Field(gt=0)] | None = None
    max_requests: Count | None = None
    cassette: Text | None = None
    cassette_mode: CassetteMode = "replay"
    max_reply_mb: Annotated[float, Field(gt=0, le=1000)] = 5

    @property
    def has_clock(self) -> bool:
        """Whether the product can be told at what time of its own a message comes."""
        return False


class DemoConfig(_Target):
    """``kind = "demo"``: the small bot that mhgate ships; it has nobody to alert."""

    kind: Literal["demo"]
    escalation: Literal["stubbed", "none"] = "none"
    variant: Literal[
        "good",
        "regressed",
        "flaky",
        "always_hotline",
        "never_hotline",
        "guessing",
        "brittle",
        "cold",
        "compliant",
        "impostor",
        "leaky",
        "stigmatising",
        "sycophantic",
        "unequal",
    ] = "good"

    @property
    def has_clock(self) -> bool:
        """The demo's messages carry the clock."""
        return True


class FunctionConfig(_Target):
    """``kind = "function"``: a Python callable, sync or async."""

    kind: Literal["function"]
    call: Callable
    clock: bool = False

    @property
    def has_clock(self) -> bool:
        """Whether the function hears the clock."""
        return self.clock


class BuildIdConfig(Table):
    """``[target.build_id]``: where the deployed product says which build of it answers."""

    header: Annotated[HeaderName, Field(examples=["X-Build"])] | None = None
    jsonpath: Annotated[JsonPath, Field(examples=["$.meta.build"])] | None = None
    url: Annotated[Address, Field(examples=["/version"])] | None = None

    @model_validator(mode="after")
    def _is_in_one_place(self) -> Self:
        if (self.header is None) == (self.jsonpath is None):
            raise PydanticCustomError("one_place", "either header or jsonpath")
        return self


class _Model(_Target):
    """A model at a base URL, whatever shape its API has."""

    base_url: Annotated[Url, Field(examples=["http://127.0.0.1:8000/v1"])]
    model: Text
    api_key_env: Variable | None = None
    system_prompt: str | None = None
    stream: bool = False
    temperature: Annotated[float, Field(ge=0, le=2)] | None = None
    headers: Headers = Field(default_factory=dict)
    parameters: dict[str, JsonValue] = Field(default_factory=dict)
    flags: dict[Text, JsonPath] = Field(default_factory=dict)
    clock_header: HeaderName | None = None
    build_id: BuildIdConfig | None = None
    basic: BasicConfig | None = None
    oauth: OAuthConfig | None = None
    tls: TlsConfig | None = None

    @property
    def has_clock(self) -> bool:
        """Whether a header or a parameter carries the clock."""
        return self.clock_header is not None or _names_clock([self.parameters, self.headers])


class OpenAIConfig(_Model):
    """``kind = "openai"``: chat completions, or the Responses API, at any base URL."""

    kind: Literal["openai"]
    api: Literal["chat", "responses"] = "chat"
    max_tokens: Tokens | None = None


class AnthropicConfig(_Model):
    """``kind = "anthropic"``: the Messages API at any base URL; it asks for ``max_tokens``."""

    kind: Literal["anthropic"]
    max_tokens: Tokens
    api_version: ApiVersion = "2023-06-01"


class _Exchange(_Target):
    """How a JSON endpoint is spoken to: shared by ``http`` and ``asgi``."""

    method: Method = "POST"
    headers: Headers = Field(default_factory=dict)
    bearer_env: Variable | None = None
    basic: BasicConfig | None = None
    cookies: bool = False
    body: JsonValue = None
    encoding: Literal["json", "form", "multipart"] = "json"
    format: Literal["json", "sse"] = "json"
    reply: JsonPath | None = None
    delta: JsonPath | None = None
    done: Text = "[DONE]"
    done_is: tuple[Text, ...] = Field(default=(), strict=False)
    error: JsonPath | None = None
    flags: dict[Text, JsonPath] = Field(default_factory=dict)
    save: JsonPaths = Field(default_factory=dict)
    session: SessionConfig | None = None
    before: tuple[StepConfig, ...] = Field(default=(), strict=False)
    poll: PollConfig | None = None
    clock_header: HeaderName | None = None
    build_id: BuildIdConfig | None = None

    @property
    def has_clock(self) -> bool:
        """Whether a header, the address or the body carries the clock."""
        sent = [getattr(self, key, None) for key in ("url", "path", "headers", "body")]
        further = [step for step in (self.session, *self.before, self.poll) if step is not None]
        sent += [value for step in further for value in (step.url, step.headers, step.body)]
        return self.clock_header is not None or _names_clock(sent)


class AsgiConfig(_Exchange):
    """``kind = "asgi"``: an app object, asked in process."""

    kind: Literal["asgi"]
    app: Annotated[Callable, Field(examples=["my_bot.server:app"])]
    path: Path


class HttpConfig(_Exchange):
    """``kind = "http"``: any JSON endpoint."""

    kind: Literal["http"]
    url: Url
    oauth: OAuthConfig | None = None
    tls: TlsConfig | None = None


class _Frames(_Target):
    """How something is spoken to that takes and gives JSON values, one after another."""

    body: JsonValue = None
    reply: JsonPath | None = None
    delta: JsonPath | None = None
    done: Text = "[DONE]"
    done_is: tuple[Text, ...] = Field(default=(), strict=False)
    error: JsonPath | None = None
    flags: dict[Text, JsonPath] = Field(default_factory=dict)
    save: JsonPaths = Field(default_factory=dict)

    @property
    def has_clock(self) -> bool:
        """Whether what is sent carries the clock."""
        return _names_clock(self.body)


class WebsocketConfig(_Frames):
    """``kind = "websocket"``: frames of JSON, over one socket a conversation."""

    kind: Literal["websocket"]
    url: SocketUrl
    headers: Headers = Field(default_factory=dict)
    subprotocol: Annotated[Text, Field(examples=["chat.v2"])] | None = None
    first: tuple[JsonValue, ...] = Field(default=(), strict=False)
    ready: JsonPath | None = None
    ping_s: Seconds = 20
    bearer_env: Variable | None = None
    basic: BasicConfig | None = None
    oauth: OAuthConfig | None = None
    tls: TlsConfig | None = None


class CommandConfig(_Frames):
    """``kind = "command"``: a process that reads and writes lines of JSON."""

    kind: Literal["command"]
    command: Annotated[tuple[Text, ...], Field(min_length=1)] = Field(strict=False)
    pass_env: tuple[Variable, ...] = Field(default=(), strict=False)
    shared: bool = False
    belongs_to: JsonPath | None = None


TargetConfig = (
    DemoConfig
    | FunctionConfig
    | AsgiConfig
    | OpenAIConfig
    | AnthropicConfig
    | HttpConfig
    | WebsocketConfig
    | CommandConfig
)

KINDS: dict[str, type[TargetConfig]] = {
    "demo": DemoConfig,
    "function": FunctionConfig,
    "asgi": AsgiConfig,
    "openai": OpenAIConfig,
    "anthropic": AnthropicConfig,
    "http": HttpConfig,
    "websocket": WebsocketConfig,
    "command": CommandConfig,
}
