"""What keys of ``[target]`` take: addresses, paths, names, each checked for its form."""

from __future__ import annotations

import re
from typing import Annotated

from pydantic import AfterValidator, Field
from pydantic_core import PydanticCustomError

__all__ = [
    "Address",
    "AnyUrl",
    "ApiVersion",
    "Callable",
    "HeaderName",
    "Headers",
    "JsonPath",
    "JsonPaths",
    "Method",
    "Path",
    "SocketUrl",
    "Tokens",
    "Url",
    "Variable",
]

_REFERENCE = re.compile(r"\$\{env:[A-Za-z_][A-Za-z0-9_]*\}")
_SAVED_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
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


def _saved_name(name: str) -> str:
    if not _SAVED_NAME.fullmatch(name):
        raise PydanticCustomError("saved_name", "no name of letters, digits and _")
    return name


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
JsonPaths = dict[Annotated[str, AfterValidator(_saved_name)], JsonPath]
SocketUrl = Annotated[
    str, Field(pattern=r"^wss?://[^\s/?#]+[^\s]*$", examples=["ws://127.0.0.1:8000/chat"])
]
AnyUrl = Annotated[
    str,
    Field(pattern=r"^(https?|wss?)://[^\s/?#]+[^\s]*$", examples=["http://127.0.0.1:8000/chat"]),
]
"""Of whichever kind asks; that its scheme is the kind's own is seen in the raw table."""
