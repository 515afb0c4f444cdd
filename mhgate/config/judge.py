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
from mhgate.config.target import AnthropicConfig, FunctionConfig, HttpConfig, OpenAIConfig
from mhgate.config.target_types import (
    ApiVersion,
    Callable,
    Headers,
    JsonPath,
    Method,
    Tokens,
    Url,
    Variable,
)

__all__ = [
    "JUDGE_KINDS",
    "JudgeConfig",
    "JudgeMemberConfig",
    "JudgeTargetConfig",
    "KindKeys",
    "ModelTargetConfig",
]


class KindKeys(Table):
    """The keys of ``[judge.target]`` that one kind has: those that it needs, and the others."""

    needed: tuple[str, ...]
    others: tuple[str, ...] = ()


JUDGE_KINDS: Mapping[str, KindKeys] = MappingProxyType(
    {
        "openai": KindKeys(
            needed=("base_url", "model"),
            others=(
                "api_key_env",
                "temperature",
                "takes_temperature",
                "max_tokens",
                "structured",
                "parameters",
                "usd_per_million_prompt_tokens",
                "usd_per_million_completion_tokens",
            ),
        ),
        "anthropic": KindKeys(
            needed=("base_url", "model", "max_tokens"),
            others=(
                "api_key_env",
                "api_version",
                "temperature",
                "takes_temperature",
                "structured",
                "parameters",
                "usd_per_million_prompt_tokens",
                "usd_per_million_completion_tokens",
            ),
        ),
        "http": KindKeys(
            needed=("url", "body", "reply"),
            others=("method", "headers", "bearer_env", "answered_as", "stopped_by"),
        ),
        "function": KindKeys(needed=("call",)),
    }
)


class ModelTargetConfig(Table):
    """How a model is reached that is not under test: it judges, or plays a patient."""

    kind: Literal["openai", "anthropic", "http", "function"]
    timeout_s: Seconds = 60
    max_retries: Annotated[int, Field(ge=0, le=100)] = 2
    concurrency: Annotated[int, Field(ge=1, le=1024)] = 8
    requests_per_minute: Annotated[float, Field(gt=0)] | None = None
    tokens_per_minute: Annotated[float, Field(gt=0)] | None = None
    max_requests: Count | None = None
    one_message: bool = False
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
    url: Url | None = None
    method: Method = "POST"
    headers: Headers = Field(default_factory=dict)
    bearer_env: Annotated[Variable, Field(examples=["MY_JUDGE_KEY"])] | None = None
    body: JsonValue = None
    reply: JsonPath | None = None
    answered_as: Annotated[JsonPath, Field(examples=["$.model"])] | None = None
    stopped_by: Annotated[JsonPath, Field(examples=["$.stop_reason"])] | None = None
    call: Annotated[Callable, Field(examples=["my_judge:reply"])] | None = None

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

    def as_target(
        self, *, more: Mapping[str, Any] = MappingProxyType({})
    ) -> OpenAIConfig | AnthropicConfig | HttpConfig | FunctionConfig:
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
        if self.kind == "http":
            names = {"model": self.answered_as, "finish_reason": self.stopped_by}
            return HttpConfig(
                **stated,
                url=self.url or "",
                method=self.method,
                headers=self.headers,
                bearer_env=self.bearer_env,
                body=self.body,
                reply=self.reply,
                flags={name: path for name, path in names.items() if path is not None},
            )
        stated |= {
            "base_url": self.base_url or "",
            "model": self.model or "",
            "api_key_env": self.api_key_env,
            "temperature": self.temperature if self.takes_temperature else None,
            "max_tokens": self.max_tokens,
            "parameters": {**self.parameters, **more},
        }
        if self.kind == "anthropic":
            return AnthropicConfig(**stated, api_version=self.api_version)
        return OpenAIConfig(**stated)


_EVERY_KIND = (
    "timeout_s",
    "max_retries",
    "concurrency",
    "requests_per_minute",
    "tokens_per_minute",
    "max_requests",
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
