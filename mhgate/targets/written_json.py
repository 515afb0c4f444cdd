"""A body's JSON as it is sent: what is the same from request to request is written once."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Generic, TypeVar

__all__ = ["Fixed", "dump_json", "turns_written", "writer_of"]

Filled = TypeVar("Filled")
Value = TypeVar("Value")

_ENCODER = json.JSONEncoder(allow_nan=False)
_text = json.encoder.encode_basestring_ascii  # what it writes a text with
_MOST_INSTRUCTIONS = 16  # long texts that are kept as they are written


def dump_json(value: Any) -> bytes:
    """Serialise a body; every character beyond ASCII is escaped, so that any text can be sent."""
    return _ENCODER.encode(value).encode("ascii")


@dataclass(frozen=True, slots=True)
class Fixed(Generic[Value]):
    """A part of a template that comes to the same in every request.

    Args:
        value: what it comes to.
    """

    value: Value

    def __call__(self, _filling: object) -> Value:
        """Return the value, whatever fills the template."""
        return self.value


def writer_of(
    fields: Mapping[str, Callable[[Filled], Any]],
    written: Mapping[Callable[[Filled], Any], Callable[[Filled], str]],
) -> Callable[[Filled], bytes]:
    """Return what writes an object, as :func:`dump_json` writes what its fields come to.

    Args:
        fields: what each field comes to, by name.
        written: how some of these are written without being made first.
    """
    parts: list[tuple[str, Callable[[Filled], str] | None]] = []
    for name, render in fields.items():
        before = f"{_ENCODER.encode(name)}: "
        if isinstance(render, Fixed):
            parts.append((before + _ENCODER.encode(render.value), None))
        else:
            parts.append((before, written.get(render) or _encoded(render)))

    def write(filling: Filled) -> bytes:
        text = ", ".join(
            [before if rest is None else before + rest(filling) for before, rest in parts]
        )
        return f"{{{text}}}".encode("ascii")

    return write


def _encoded(render: Callable[[Filled], Any]) -> Callable[[Filled], str]:
    return lambda filling: _ENCODER.encode(render(filling))


def turns_written(history: Sequence[Mapping[str, str]]) -> str:
    r"""Return a conversation as a JSON list; what a system turn says is written once for all.

    Args:
        history: role and content of each turn.

    Example:
        >>> turns_written([{"role": "user", "content": "\u2026"}])
        '[{"role": "user", "content": "\\u2026"}]'
    """
    turns = []
    for turn in history:
        role, content = turn["role"], turn["content"]
        said = _instructions(content) if role == "system" else _text(content)
        turns.append(f'{{"role": {_text(role)}, "content": {said}}}')
    return f"[{', '.join(turns)}]"


@lru_cache(maxsize=_MOST_INSTRUCTIONS)
def _instructions(content: str) -> str:
    return _text(content)
