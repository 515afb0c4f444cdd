"""JSON objects in a model's reply: read exactly, wherever they stand, and never mended.

A fence or prose around an object does no harm, for only an object with this call's token is the
judge's. A trailing comma, a curly quotation mark, ``NaN`` or a key that stands twice does: that is
no JSON, and the judge is asked again.
"""

from __future__ import annotations

import json
import re
from typing import Any, NamedTuple

__all__ = ["Found", "find_objects", "without_thinking"]

_MOST_BRACES = 500
_LONGEST = 200_000  # characters: no answer comes near
_CLOSING = "</think>"
_THINKING = re.compile(r"\s*<(think|thinking|thought|reasoning)>", re.IGNORECASE)


class Found(NamedTuple):
    """An object, and where in the text it stands."""

    value: dict[str, Any]
    start: int
    end: int


class _InexactError(ValueError):
    """What Python's reader would let through, and JSON does not hold."""


def without_thinking(text: str) -> str:
    """Return a reply without the thinking that it begins with; nothing where that never ends.

    Example:
        >>> without_thinking("<think>{}</think> yes")
        ' yes'
    """
    while opened := _THINKING.match(text):
        end = text.lower().find(f"</{opened[1].lower()}>", opened.end())
        if end < 0:
            return ""
        text = text[end + len(opened[1]) + 3 :]
    # some servers take the opening tag away as part of the prompt, and leave the closing one;
    # within an object it is a quotation
    end = -1 if "<think>" in text else text.rfind(_CLOSING)
    if end < 0 or any(each.start < end < each.end for each in find_objects(text)[0]):
        return text
    return text[end + len(_CLOSING) :]


def find_objects(text: str) -> tuple[list[Found], str | None]:
    """Find the JSON objects of a text, the outermost of each.

    Args:
        text: a reply without its thinking.

    Returns:
        The objects in their order, and what is wrong at the first place where one seemed to begin
        and did not end as JSON; None where nothing is. A text that is too long or holds too many
        braces holds no object.
    """
    if len(text) > _LONGEST:
        return [], f"more than {_LONGEST} characters"
    if text.count("{") > _MOST_BRACES:
        return [], f"more than {_MOST_BRACES} opening braces"
    decoder = json.JSONDecoder(object_pairs_hook=_distinct, parse_constant=_no_constant)
    found: list[Found] = []
    trouble = None
    at = text.find("{")
    while at >= 0:
        try:
            value, end = decoder.raw_decode(text, at)
        except (ValueError, RecursionError) as error:
            trouble = trouble or _said(error)
            end = at + 1
        else:
            found.append(Found(value, at, end))
        at = text.find("{", end)
    return found, trouble


def _distinct(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    made = dict(pairs)
    if len(made) != len(pairs):
        raise _InexactError("a key stands twice in one object")
    return made


def _no_constant(name: str) -> float:
    raise _InexactError(f"{name} is no number that JSON holds")


def _said(error: Exception) -> str:
    if isinstance(error, json.JSONDecodeError):
        return f"{error.msg[:1].lower()}{error.msg[1:]} at line {error.lineno}"
    return str(error) if isinstance(error, _InexactError) else "objects that nest too deeply"
