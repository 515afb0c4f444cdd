"""How a body is written: as JSON, as a form, or as multipart with files in it.

The values are filled in before: what a person said is a field's value, whatever it holds.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any, Literal
from urllib.parse import urlencode

from mhgate.errors import ConfigError, Mistake
from mhgate.targets.written_json import dump_json

__all__ = ["Encoding", "encoded", "require_fields"]

Encoding = Literal["json", "form", "multipart"]

_FILE_KEYS = {"filename", "content_type", "content"}
_SCALARS = (str, int, float, type(None))


def encoded(body: Any, encoding: Encoding) -> tuple[bytes | None, bytes]:
    """Return the content type, where it is not JSON's, and the bytes of a body.

    In a form a list of texts and numbers repeats its field, and what is deeper is written as JSON;
    in multipart a table of ``filename`` and ``content`` is a file too.

    Args:
        body: the filled value; a table, where it is a form.
        encoding: how it is written.
    """
    if encoding == "json":
        return None, dump_json(body)
    if encoding == "form":
        text = urlencode(list(_fields(body)), errors="replace")
        return b"application/x-www-form-urlencoded", text.encode("ascii")
    return _multipart(body)


def _multipart(body: Mapping[str, Any]) -> tuple[bytes, bytes]:
    from httpx import Request  # noqa: PLC0415 - whoever sends multipart has it

    parts: list[tuple[str, Any]] = []
    for name, value in body.items():
        if _is_file(value):
            content = _text(value["content"]).encode("utf-8", "replace")
            kind = value.get("content_type", "")
            if not isinstance(kind, str) or not kind.isprintable() or "/" not in kind:
                kind = "application/octet-stream"
            parts.append((name, (_text(value["filename"]), content, kind)))
        else:
            pairs = _fields({name: value})
            parts += [(each, (None, text.encode("utf-8", "replace"))) for each, text in pairs]
    made = Request("POST", "http://localhost", files=parts)
    return made.headers["content-type"].encode("ascii"), made.read()


def _fields(body: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    for name, value in body.items():
        if isinstance(value, list) and all(isinstance(each, _SCALARS) for each in value):
            for each in value:
                yield name, _text(each)
        else:
            yield name, _text(value)


def _text(value: Any) -> str:
    if isinstance(value, str):
        return value
    return "" if value is None else json.dumps(value, allow_nan=False)


def _is_file(value: Any) -> bool:
    return isinstance(value, dict) and {"filename", "content"} <= value.keys() <= _FILE_KEYS


def require_fields(body: Any, key: str) -> None:
    """Refuse a body that no form can hold.

    Args:
        body: as the configuration has it.
        key: its key below ``[target]``.

    Raises:
        ConfigError: it is there, and is no table.
    """
    if body is None or isinstance(body, dict):
        return
    raise ConfigError(
        [
            Mistake(
                f"thresholds.toml: target.{key}",
                "a body that is no table",
                'a table of fields, such as { text = "{message}" }',
                'A form has names; encoding = "json" takes any value.',
            )
        ]
    )
