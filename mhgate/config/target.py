"""The models of ``[target]``, one a kind: how the system under test is reached.

Only form is checked here. That a host looks like production, or that a callable exists, is seen by
the targets room; that no secret stands in the file, by :mod:`mhgate.config.secrets`.
"""

from __future__ import annotations

import re
from typing import Annotated, Literal, Self

from pydantic import AfterValidator, Field, JsonValue, model_validator
from pydantic_core import PydanticCustomError

from mhgate.config.tables import Count, Seconds, Table, Text

__all__ = [
    "KINDS",
    "AnthropicConfig",
    "AsgiConfig",
    "BuildIdConfig",
    "DemoConfig",
    "FunctionConfig",
    "HttpConfig",
    "OpenAIConfig",
    "SessionConfig",
    "TargetConfig",
]

_REFERENCE = re.compile(r"\$\{env:[A-Za-z_][A-Za-z0-9_]*\}")
CLOCK = "{clock_s}"
"""What a template writes where the seconds of the clock belong."""

_HEADER_NAME = re.compile(r"[!#$%&'*+.^_`|~0-9A-Za-z-]+")


def _json_path(text: str) -> str:
    from jsonpath import JSONPathError, compile  # noqa: A004, PLC0415 - 80 ms, only where needed

    if not text.startswith("$"):
        raise PydanticCustomError("json_path", "a JSONPath begins with $")
    try:
        compile(text)
    except JSONPathError as error:
        reason = str(error).partition("\n")[0]
        raise PydanticCustomError("json_path", "{reason}", {"reason": reason}) from error
    return text


def _header(name: str) -> str:
    if not _HEADER_NAME.fullmatch(name):
        raise PydanticCustomError("header_name", "no name of an HTTP header")
    return name


def _header_value(value: str) -> str:
    if any(ord(char) < 32 and char != "\t" for char in value):  # noqa: PLR2004 - below the space
        raise PydanticCustomError("header_value", "a control character, which no header can hold")
    if "${" in _REFERENCE.sub("", value):
        raise PydanticCustomError("reference", "a reference that is not ${env:NAME}")
    return value


Callable = Annotated[
    str,
    Field(
        pattern=r"^[A-Za-z_]\w*(\.[A-Za-z_]\w*)*:[A-Za-z_]\w*(\.[A-Za-z_]\w*)*$",
        examples=["my_bot.chat:reply"],
    ),
]
Url = Annotated[
    str, Field(pattern=r"^https?://[^\s/?#]+[^\s]*$", examples=["http://127.0.0.1:8000/chat"])
]
Path = Annotated[str, Field(pattern=r"^/\S*$", examples=["/chat"])]
Address = Annotated[
    str, Field(pattern=r"^(https?://[^\s/?#]+|/)\S*$", examples=["http://127.0.0.1:8000/sessions"])
]
Variable = Annotated[str, Field(pattern=r"^[A-Za-z_][A-Za-z0-9_]*$", examples=["MY_BOT_KEY"])]
JsonPath = Annotated[str, AfterValidator(_json_path), Field(examples=["$.reply.text"])]
Method = Annotated[str, Field(pattern=r"^[A-Z]+$", examples=["POST"])]
Tokens = Annotated[int, Field(ge=1, le=1_000_000_000)]
ApiVersion = Annotated[str, Field(pattern=r"^[A-Za-z0-9._-]+$", examples=["2023-06-01"])]
HeaderName = Annotated[str, AfterValidator(_header), Field(examples=["X-Session-Clock"])]
Headers = dict[
    Annotated[str, AfterValidator(_header)], Annotated[str, AfterValidator(_header_value)]
]


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
    max_requests: Count | None = None

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
    parameters: dict[str, JsonValue] = Field(default_factory=dict)
    clock_header: HeaderName | None = None
    build_id: BuildIdConfig | None = None

    @property
    def has_clock(self) -> bool:
        """Whether a header or a parameter carries the clock."""
        return self.clock_header is not None or _names_clock(self.parameters)


class OpenAIConfig(_Model):
    """``kind = "openai"``: chat completions at any base URL."""

    kind: Literal["openai"]
    max_tokens: Tokens | None = None


class AnthropicConfig(_Model):
    """``kind = "anthropic"``: the Messages API at any base URL; it asks for ``max_tokens``."""

    kind: Literal["anthropic"]
    max_tokens: Tokens
    api_version: ApiVersion = "2023-06-01"


class SessionConfig(Table):
    """``[target.session]``: a first request that opens a session, whose id is ``{session}``."""

    url: Address
    id: JsonPath
    method: Method = "POST"
    headers: Headers = Field(default_factory=dict)
    body: JsonValue = None


class _Exchange(_Target):
    """How a JSON endpoint is spoken to: shared by ``http`` and ``asgi``."""

    method: Method = "POST"
    headers: Headers = Field(default_factory=dict)
    bearer_env: Variable | None = None
    body: JsonValue = None
    format: Literal["json", "sse"] = "json"
    reply: JsonPath | None = None
    delta: JsonPath | None = None
    done: Text = "[DONE]"
    flags: dict[Text, JsonPath] = Field(default_factory=dict)
    session: SessionConfig | None = None
    clock_header: HeaderName | None = None
    build_id: BuildIdConfig | None = None

    @property
    def has_clock(self) -> bool:
        """Whether a header, the address or the body carries the clock."""
        sent = [getattr(self, key, None) for key in ("url", "path", "headers", "body")]
        opening = self.session and [self.session.url, self.session.headers, self.session.body]
        return self.clock_header is not None or _names_clock([sent, opening])


class AsgiConfig(_Exchange):
    """``kind = "asgi"``: an app object, asked in process."""

    kind: Literal["asgi"]
    app: Annotated[Callable, Field(examples=["my_bot.server:app"])]
    path: Path


class HttpConfig(_Exchange):
    """``kind = "http"``: any JSON endpoint."""

    kind: Literal["http"]
    url: Url


TargetConfig = (
    DemoConfig | FunctionConfig | AsgiConfig | OpenAIConfig | AnthropicConfig | HttpConfig
)

KINDS: dict[str, type[TargetConfig]] = {
    "demo": DemoConfig,
    "function": FunctionConfig,
    "asgi": AsgiConfig,
    "openai": OpenAIConfig,
    "anthropic": AnthropicConfig,
    "http": HttpConfig,
}
