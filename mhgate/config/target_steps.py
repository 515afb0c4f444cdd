"""The models of further requests of a JSON endpoint: what comes before a message, and after it."""

from __future__ import annotations

from typing import Literal

from pydantic import Field, JsonValue

from mhgate.config.tables import Seconds, Table, Text
from mhgate.config.target_types import Address, Headers, JsonPath, JsonPaths, Method

__all__ = ["PollConfig", "SessionConfig", "StepConfig"]


class SessionConfig(Table):
    """``[target.session]``: a first request that opens a session, whose id is ``{session}``."""

    url: Address
    id: JsonPath
    method: Method = "POST"
    headers: Headers = Field(default_factory=dict)
    body: JsonValue = None
    encoding: Literal["json", "form", "multipart"] = "json"


class StepConfig(Table):
    """``[[target.before]]``: a request before a conversation's first message, a login, say."""

    url: Address
    method: Method = "POST"
    headers: Headers = Field(default_factory=dict)
    body: JsonValue = None
    encoding: Literal["json", "form", "multipart"] = "json"
    save: JsonPaths = Field(default_factory=dict)
    save_secret: JsonPaths = Field(default_factory=dict)


class PollConfig(Table):
    """``[target.poll]``: the request that is repeated until the reply is there."""

    url: Address
    method: Method = "GET"
    headers: Headers = Field(default_factory=dict)
    body: JsonValue = None
    until: JsonPath | None = None
    until_is: tuple[Text, ...] = Field(default=(), strict=False)
    every_s: Seconds = 0.5
