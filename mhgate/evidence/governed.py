"""Files that people govern (hazards, dispositions, attested figures): TOML -> a record, or why not.

They are small, reviewed like code, and stand in a pack byte for byte.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from typing import Any, TypeVar

from pydantic import ValidationError

from mhgate.errors import UsageError
from mhgate.records.record import Record

__all__ = ["MOST_BYTES", "read_governed"]

Kept = TypeVar("Kept", bound=Record)

MOST_BYTES = 4_000_000
"""The largest file that is read; what is larger is no file that people look after."""

_MOST_NAMED = 5


def read_governed(
    data: bytes, model: type[Kept], *, name: str, key: str, more: Mapping[str, Any] | None = None
) -> Kept:
    """Read one file.

    Args:
        data: its bytes.
        model: what it is read as.
        name: of the file, for messages.
        key: the name of its array of tables, as the file writes it; ``key`` + "s" is the model's.
        more: fields of the model that the file cannot state itself.

    Raises:
        UsageError: it is no UTF-8, no TOML, too large, or not as it should be; with file and key.
    """
    try:
        if len(data) > MOST_BYTES:
            raise UsageError(
                f"{name}: {len(data)} bytes; expected at most {MOST_BYTES}.",
                hint="Such a file holds what people look after.",
            )
        raw = tomllib.loads(data.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise UsageError(
            f"{name}, line {line}: is no UTF-8.", hint="Save the file as UTF-8."
        ) from None
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise UsageError(f"{name}: {error}; expected TOML.", hint="Mend the line.") from None
    tables = raw.pop(key, [])
    if not isinstance(tables, list) or not all(isinstance(each, dict) for each in tables):
        raise UsageError(
            f"{name}: {key}: is no array of tables.",
            hint=f"Write [[{key}]], once for each.",
        )
    try:
        return model.model_validate({**raw, f"{key}s": tables, **(more or {})})
    except ValidationError as error:
        raise UsageError(
            f"{name}: {'; '.join(_said(error, key))}.", hint="Mend the file, and try again."
        ) from None


def _said(error: ValidationError, key: str) -> list[str]:
    found = []
    for each in error.errors(include_url=False, include_input=False):
        parts = [str(part) for part in each["loc"]]
        if parts and parts[0] == f"{key}s":
            parts[0] = key
        place = ".".join(parts)
        text = str(each["msg"]).removeprefix("Value error, ")
        found.append(f"{place}: {text}" if place else text)
    more = len(found) - _MOST_NAMED
    return found[:_MOST_NAMED] + ([f"and {more} more"] if more > 0 else [])
