"""JSON replies: read strictly, and asked by JSONPath."""

from __future__ import annotations

import json
import re
from codecs import BOM_UTF8
from collections.abc import Mapping
from typing import Any, NoReturn

from pydantic_core import from_json

from mhgate.errors import ConfigError, Mistake, nearest
from mhgate.targets.faults import Fault
from mhgate.targets.values import DEEPEST, describe, storable

__all__ = ["Path", "flag_paths", "nearest_path", "parse_json", "string_paths", "values_at"]

_MOST_PATHS = 12
_PLAIN_STEP = re.compile(r"""(\.([A-Za-z_]\w*)|\[['"]([^'"\\]+)['"]\]|\[([0-9]+)\])""")
_NOTHING = object()


def parse_json(data: bytes | str, *, what: str = "the reply") -> Any:
    """Parse JSON as the standard has it: UTF-8, no NaN, no infinity.

    Args:
        data: the bytes, or the text that a stream's event carries.
        what: how a message calls it.

    Returns:
        The value.

    Raises:
        Fault: ``unreadable_reply``, for anything else.
    """
    if isinstance(data, bytes):
        # what the compiled reader takes it reads as Python's does, in half the time; what it does
        # not take (lone surrogates, a byte order mark) is read, or named, below
        try:
            return from_json(data, allow_inf_nan=False, cache_strings="keys")
        except ValueError:
            pass
    try:
        # "utf-8-sig" does the same in Python
        text = data if isinstance(data, str) else data.removeprefix(BOM_UTF8).decode("utf-8")
    except UnicodeDecodeError as error:
        raise Fault(
            "unreadable_reply", f"{what} is not UTF-8: {error.reason} at byte {error.start}"
        ) from None
    if not text or text.isspace():
        raise Fault("unreadable_reply", f"{what} is empty; expected JSON")
    try:
        return _DECODER.decode(text)
    except RecursionError:
        raise Fault("unreadable_reply", f"{what} is JSON nested too deeply to read") from None
    except ValueError as error:
        kind = "HTML" if text.lstrip()[:1] == "<" else "no JSON"
        detail = "" if kind == "HTML" else f" ({str(error).partition(':')[0]})"
        raise Fault("unreadable_reply", f"{what} is {kind}{detail}; expected JSON") from None


def _refuse_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is not JSON")


_DECODER = json.JSONDecoder(parse_constant=_refuse_constant)


class Path:
    """A JSONPath of the configuration, compiled once.

    Args:
        text: the JSONPath (RFC 9535).
        key: the key of thresholds.toml where it stands.

    Raises:
        ConfigError: it cannot be compiled.

    Example:
        >>> Path("$.reply", "target.reply").one_string({"reply": "hello"})
        'hello'
    """

    def __init__(self, text: str, key: str) -> None:
        from jsonpath import JSONPathError  # noqa: PLC0415 - 60 ms, only where there is a path
        from jsonpath import compile as compile_path  # noqa: PLC0415 - as above

        self.text = text
        self._key = key
        self._errors = (JSONPathError, RecursionError)
        try:
            self._query = compile_path(text)
        except JSONPathError as error:
            mistake = Mistake(
                f"thresholds.toml: {key}",
                repr(text),
                "a JSONPath, such as $.choices[0].message.content",
                str(error).partition("\n")[0],
            )
            raise ConfigError([mistake]) from None

    def all(self, document: Any) -> list[Any]:
        """Return every value that the path finds.

        Raises:
            Fault: ``unreadable_reply``, when the document is nested too deeply to search.
        """
        try:
            return self._query.findall(document)
        except self._errors as error:
            raise Fault(
                "unreadable_reply", f"{self._key} {self.text}: {type(error).__name__}"
            ) from None

    def one_string(self, document: Any) -> str:
        """Return the one string that the path finds.

        Raises:
            Fault: ``unreadable_reply``, when it finds nothing, several values, or no string.
        """
        found = self.all(document)
        if len(found) == 1 and isinstance(found[0], str):
            return found[0]
        if not found:
            state = f"found nothing in {describe(document)}{nearest_path(self.text, document)}"
        elif len(found) > 1:
            state = f"found {len(found)} values"
        else:
            state = f"found {describe(found[0])}"
        raise Fault("unreadable_reply", f"{self._key} {self.text} {state}; expected one string")

    def one_value(self, document: Any) -> Any:
        """Return the one value that the path finds.

        Raises:
            Fault: ``unreadable_reply``, when it finds nothing, null, or several values.
        """
        found = self.all(document)
        if len(found) == 1 and found[0] is not None:
            return found[0]
        if not found:
            state = f"found nothing in {describe(document)}{nearest_path(self.text, document)}"
        else:
            state = f"found {len(found)} values" if len(found) > 1 else "found null"
        raise Fault("unreadable_reply", f"{self._key} {self.text} {state}; expected one value")


def flag_paths(flags: Mapping[str, str] | None) -> dict[str, Path]:
    """Return the compiled paths of ``[target.flags]``.

    Args:
        flags: a name and a JSONPath each.

    Raises:
        ConfigError: one of them is none.
    """
    return {name: Path(text, f"target.flags.{name}") for name, text in (flags or {}).items()}


def values_at(paths: Mapping[str, Path], document: Any) -> dict[str, Any]:
    """Return what paths find in a document, by name; several values as a list, none left out.

    Args:
        paths: a JSONPath each.
        document: a parsed reply, or an event of one.

    Raises:
        Fault: ``unreadable_reply``, where a value cannot be kept.
    """
    values = {}
    for name, path in paths.items():
        found = path.all(document)
        if found:
            values[name] = storable(found[0] if len(found) == 1 else found)
    return values


def nearest_path(text: str, document: Any) -> str:
    """Say how far a path of plain steps leads into a document, and what is called nearly so.

    Args:
        text: the JSONPath.
        document: in which it finds nothing.

    Returns:
        What goes on a sentence, or nothing where the path is no plain one.

    Example:
        >>> nearest_path("$.reply.txt", {"reply": {"text": "hello"}})
        ': $.reply is an object (keys: text); is $.reply.text meant?'
    """
    steps = _PLAIN_STEP.findall(text)
    if "$" + "".join(whole for whole, *_ in steps) != text:
        return ""
    at, value = "$", document
    for whole, name, quoted, index in steps:
        inner: Any = _NOTHING
        if index and isinstance(value, list):
            inner = value[int(index)] if int(index) < len(value) else _NOTHING
        elif not index and isinstance(value, dict):
            inner = value.get(name or quoted, _NOTHING)
        if inner is _NOTHING:
            keys = [str(key) for key in value] if isinstance(value, dict) else []
            near = nearest(name or quoted, keys) or _case_apart(name or quoted, keys)
            where = "" if at == "$" else f": {at} is {describe(value)}"
            meant = "" if near is None else f"; is {at}{_step(near)} meant?"
            return where + meant
        at, value = at + whole, inner
    return ""


def _case_apart(name: str, keys: list[str]) -> str | None:
    plain = {key.lower().replace("_", "").replace("-", ""): key for key in keys}
    return plain.get(name.lower().replace("_", "").replace("-", ""))


def _step(key: str) -> str:
    return f".{key}" if key.isidentifier() and key.isascii() else f"[{json.dumps(key)}]"


def string_paths(document: Any) -> list[str]:
    """List JSONPaths of the strings in a reply, the longest string first, as advice.

    Args:
        document: a parsed reply.

    Returns:
        At most 12 paths, each with the beginning of what it finds.
    """
    found: list[tuple[int, str]] = []

    def walk(value: Any, path: str, depth: int) -> None:
        if isinstance(value, str) and value.strip():
            shown = " ".join(value.split())
            shown = shown if len(shown) <= 50 else shown[:47] + "..."  # noqa: PLR2004 - a line's worth
            found.append((-len(value), f"{path}  ({shown})"))
        elif isinstance(value, dict) and depth < DEEPEST:
            for key, inner in value.items():
                walk(inner, path + _step(key), depth + 1)
        elif isinstance(value, list) and depth < DEEPEST:
            for index, inner in enumerate(value):
                walk(inner, f"{path}[{index}]", depth + 1)

    walk(document, "$", 0)
    return [text for _, text in sorted(found, key=lambda pair: pair[0])[:_MOST_PATHS]]
