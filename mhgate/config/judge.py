"""The models of ``[judge]``: who answers the questions, and how a model is reached that does.

``[judge.target]`` is one model for all its kinds; which keys belong to which kind, and which are
needed, is :data:`JUDGE_KINDS`, and checked in :mod:`mhgate.config.judge_mistakes`.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Annotated, Any, Literal

from pydantic import Field, JsonValue

from mhgate.config.requirements import RequirementsConfig
from mhgate.config.tables import Count, Seconds, Table, Text
from mhgate.config.target import (
    AnthropicConfig,
    CommandConfig,
    FunctionConfig,
    HttpConfig,
    OpenAIConfig,
    WebsocketConfig,
)
from mhgate.config.target_access import BasicConfig, OAuthConfig, TlsConfig
from mhgate.config.target_steps import PollConfig, SessionConfig, StepConfig
from mhgate.config.target_types import (
    AnyUrl,
    ApiVersion,
    Callable,
    Headers,
    JsonPath,
    JsonPaths,
    Method,
    Tokens,
    Url,
    Variable,
)

__all__ = [
    "JUDGE_KINDS",
    "NOT_OF_A_MODEL",
    "JudgeConfig",
    "JudgeMemberConfig",
    "JudgeTargetConfig",
    "KindKeys",
    "ModelEndpoint",
    "ModelTargetConfig",
]

ModelEndpoint = (
    OpenAIConfig | AnthropicConfig | HttpConfig | WebsocketConfig | CommandConfig | FunctionConfig
)
"""A target that judges, or plays a patient."""


class KindKeys(Table):
    """The keys of ``[judge.target]`` that one kind has: those that it needs, and the others."""

    needed: tuple[str, ...]
    others: tuple[str, ...] = ()


_ACCESS = ("basic", "oauth", "tls")
_STREAM = ("delta", "done", "done_is")
_READ = ("error", "answered_as", "stopped_by", "save")
_FLOW = ("session", "before", "poll", "cookies")
_FRAMES = ("reply", *_STREAM, *_READ)

JUDGE_KINDS: Mapping[str, KindKeys] = MappingProxyType(
    {
        "openai": KindKeys(
            needed=("base_url", "model"),
            others=(
                "api",
                "stream",
                "api_key_env",
                "temperature",
                "takes_temperature",
                "max_tokens",
                "structured",
                "parameters",
                "usd_per_million_prompt_tokens",
                "usd_per_million_completion_tokens",
                "headers",
                *_ACCESS,
            ),
        ),
        "anthropic": KindKeys(
            needed=("base_url", "model", "max_tokens"),
            others=(
                "stream",
                "api_key_env",
                "api_version",
                "temperature",
                "takes_temperature",
                "structured",
                "parameters",
                "usd_per_million_prompt_tokens",
                "usd_per_million_completion_tokens",
                "headers",
                *_ACCESS,
            ),
        ),
        "http": KindKeys(
            needed=("url", "body"),
            others=(
                *("method", "headers", "bearer_env", *_ACCESS, "encoding"),
                *("format", "reply", *_STREAM, *_READ, *_FLOW),
            ),
        ),
        "websocket": KindKeys(
            needed=("url", "body"),
            others=(
                "headers",
                "bearer_env",
                *_ACCESS,
                "subprotocol",
                "first",
                "ready",
                "ping_s",
                *_FRAMES,
            ),
        ),
        "command": KindKeys(
            needed=("command", "body"),
            others=("pass_env", "shared", "belongs_to", *_FRAMES),
        ),
        "function": KindKeys(needed=("call",)),
    }
)

NOT_OF_A_MODEL: Mapping[str, str] = MappingProxyType(
    {
        **dict.fromkeys(
            ("escalation", "production"), "What is asked here is no product, and alerts nobody."
        ),
        "preflight": "Whether a first question is asked stands in the table above this one.",
        "system_prompt": "The system message is mhgate's own: it says what is asked for.",
        "flags": "No probe reads fields of this reply: answered_as and stopped_by are all that is "
        "read beside its text.",
        **dict.fromkeys(
            ("clock", "clock_header"),
            "At what time a message came is told in words, with the conversation.",
        ),
        "build_id": "It is held to the name that the model answers by (answered_as): another one "
        "ends the run.",
        **dict.fromkeys(
            ("cassette", "cassette_mode"),
            "A cassette replays the product; what a judge said is kept by judge.cache.",
        ),
        **dict.fromkeys(
            ("app", "path"),
            "An app in this process judges as a Judge that a conftest.py hands over "
            "(pytest_mhgate_judge).",
        ),
        "variant": "The demo is a product.",
    }
)
"""Why a key of ``[target]`` is none of a model that is not under test, by the key."""


class ModelTargetConfig(Table):
    """How a model is reached that is not under test: it judges, or plays a patient."""

    kind: Literal["openai", "anthropic", "http", "websocket", "command", "function"]
    timeout_s: Seconds = 60
    max_retries: Annotated[int, Field(ge=0, le=100)] = 2
    concurrency: Annotated[int, Field(ge=1, le=1024)] = 8
    requests_per_minute: Annotated[float, Field(gt=0)] | None = None
    tokens_per_minute: Annotated[float, Field(gt=0)] | None = None
    max_requests: Count | None = None
    max_reply_mb: Annotated[float, Field(gt=0, le=1000)] = 5
    one_message: bool = False
    api: Literal["chat", "responses"] = "chat"
    stream: bool = False
    base_url: Annotated[Url, Field(examples=["http://127.0.0.1:8000/v1"])] | None = None
    model: Text | None = None
    api_key_env: Annotated[Variable, Field(examples=["MY_JUDGE_KEY"])] | None = None
    api_version: ApiVersion = "2023-06-01"
    temperature: Annotated[float, Field(ge=0, le=2)] = 0
    takes_temperature: bool = True
    max_tokens: Tokens | None = None
    usd_per_million_prompt_tokens: Annotated[float, Field(ge=0, le=1_000_000)] | None = None
    usd_per_million_completion_tokens: Annotated[float, Field(ge=0, le=1_000_000)] | None = None
    parameters: dict[str, JsonValue] = Field(default_factory=dict)
    url: AnyUrl | None = None
    method: Method = "POST"
    headers: Headers = Field(default_factory=dict)
    bearer_env: Annotated[Variable, Field(examples=["MY_JUDGE_KEY"])] | None = None
    basic: BasicConfig | None = None
    oauth: OAuthConfig | None = None
    tls: TlsConfig | None = None
    cookies: bool = False
    body: JsonValue = None
    encoding: Literal["json", "form", "multipart"] = "json"
    format: Literal["json", "sse"] = "json"
    reply: JsonPath | None = None
    delta: JsonPath | None = None
    done: Text = "[DONE]"
    done_is: tuple[Text, ...] = Field(default=(), strict=False)
    error: JsonPath | None = None
    save: JsonPaths = Field(default_factory=dict)
    session: SessionConfig | None = None
    before: tuple[StepConfig, ...] = Field(default=(), strict=False)
    poll: PollConfig | None = None
    answered_as: Annotated[JsonPath, Field(examples=["$.model"])] | None = None
    stopped_by: Annotated[JsonPath, Field(examples=["$.stop_reason"])] | None = None
    subprotocol: Annotated[Text, Field(examples=["chat.v2"])] | None = None
    first: tuple[JsonValue, ...] = Field(default=(), strict=False)
    ready: JsonPath | None = None
    ping_s: Seconds = 20
    command: Annotated[tuple[Text, ...], Field(min_length=1, strict=False)] | None = None
    pass_env: tuple[Variable, ...] = Field(default=(), strict=False)
    shared: bool = False
    belongs_to: JsonPath | None = None
    call: Annotated[Callable, Field(examples=["my_judge:reply"])] | None = None

    @property
    def name(self) -> str:
        """What sentences call it: the model, or where it is reached instead."""
        program = self.command[0] if self.command else None
        return self.model or self.call or self.url or program or self.kind

    def usd(self, prompt_tokens: float, completion_tokens: float) -> float | None:
        """Return what so many tokens cost, None where no price is stated.

        Args:
            prompt_tokens: that are read.
            completion_tokens: that are written.
        """
        read, written = self.usd_per_million_prompt_tokens, self.usd_per_million_completion_tokens
        if read is None or written is None:
            return None
        return (prompt_tokens * read + completion_tokens * written) / 1_000_000

    def as_target(self, *, more: Mapping[str, Any] = MappingProxyType({})) -> ModelEndpoint:
        """Return the target that this describes: one that alerts nobody, at its provider's own.

        Args:
            more: further fields of the request's body, where a model is named.
        """
        stated: dict[str, Any] = {
            "kind": self.kind,
            "escalation": "none",
            "production": True,
            "preflight": False,
            **{key: getattr(self, key) for key in _EVERY_KIND},
        }
        if self.kind == "function":
            return FunctionConfig(**stated, call=self.call or "")
        if self.kind in _ENDPOINTS:
            names = {"model": self.answered_as, "finish_reason": self.stopped_by}
            flags = {name: path for name, path in names.items() if path is not None}
            made = _ENDPOINTS[self.kind]
            own = (self.model_fields_set & set(made.model_fields)) - set(stated)
            return made(**stated, **{key: getattr(self, key) for key in own}, flags=flags)
        stated |= {
            "base_url": self.base_url or "",
            "model": self.model or "",
            "api_key_env": self.api_key_env,
            "temperature": self.temperature if self.takes_temperature else None,
            "max_tokens": self.max_tokens,
            "stream": self.stream,
            "parameters": {**self.parameters, **more},
            "headers": self.headers,
            **{key: getattr(self, key) for key in _ACCESS},
        }
        if self.kind == "anthropic":
            return AnthropicConfig(**stated, api_version=self.api_version)
        return OpenAIConfig(**stated, api=self.api)


_EVERY_KIND = (
    "timeout_s",
    "max_retries",
    "concurrency",
    "requests_per_minute",
    "tokens_per_minute",
    "max_requests",
    "max_reply_mb",
)
_ENDPOINTS: Mapping[str, type[HttpConfig | WebsocketConfig | CommandConfig]] = MappingProxyType(
    {"http": HttpConfig, "websocket": WebsocketConfig, "command": CommandConfig}
)


class JudgeTargetConfig(ModelTargetConfig):
    """``[judge.target]``: the model that answers, and how it is reached."""

    structured: bool = False


class JudgeMemberConfig(Table):
    """``[[judge.member]]``: one judge on a panel."""

    name: Text
    kind: Literal["rules", "llm"] = "llm"
    target: JudgeTargetConfig | None = None


class JudgeConfig(Table):
    """``[judge]``: who answers the questions, and whether that needs a certificate."""

    kind: Literal["rules", "llm", "panel"] = "rules"
    trust: Literal["off", "certified"] = "off"
    certificates: Text | None = None
    requirements: RequirementsConfig = Field(default_factory=RequirementsConfig)
    preflight: bool = True
    batch: bool = False
    cache: bool = True
    canaries: bool = False
    same_as_target: bool = False
    rule: Literal["majority", "unanimity", "mean"] | None = None
    target: JudgeTargetConfig | None = None
    member: tuple[JudgeMemberConfig, ...] = Field(default=(), strict=False)
