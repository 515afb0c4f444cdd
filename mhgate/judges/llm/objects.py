"""JSON objects in a model's reply: read exactly, wherever they stand, and never mended.

A fence or prose around an object does no harm, for only an object with this call's token is the
judge's; what stands within something else, whole or broken, is not. A trailing comma, a curly
quotation mark, ``NaN`` or a key that stands twice does: that is no JSON, and the judge is asked
again.
"""

from __future__ import annotations

import json
import re
from typing import Any, NamedTuple

__all__ = ["Found", "find_objects", "without_thinking"]

_MOST_OPENED = 500  # braces, and brackets
_LONGEST = 200_000  # characters: no answer comes near
_CLOSING = "</think>"
_THINKING = re.compile(r"\s*<(think|thinking|thought|reasoning)>", re.IGNORECASE)
_OPENING = re.compile(r"[{\[]")
_PAIRS = {"{": "}", "[": "]"}
_EVERY = re.compile(r"[{}\[\]]")
_OUTSIDE_TEXTS = re.compile(r'[{}\[\]]|"(?:[^"\\]|\\.)*"?', re.DOTALL)
_MEMBER = re.compile(r'"\s*:\s*$')  # a key before an object
_NEAR = 40  # characters before an object: where its key would end


class Found(NamedTuple):
    """An object or an array, and where in the text it stands."""

    value: Any
    start: int
    end: int
    stands_alone: bool = True  # an object, and not a part of one


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
    if end < 0 or any(each.start < end < each.end for each in _read(text).found):
        return text
    return text[end + len(_CLOSING) :]


def find_objects(text: str) -> tuple[list[Found], str | None]:
    """Find the JSON objects of a text that stand in nothing else.

    An object within an array, within another object, or within what began as one of these and is
    no JSON is not found: a draft in a wrapper that was cut off is nobody's answer.

    Args:
        text: a reply without its thinking.

    Returns:
        The objects in their order, and what is wrong at the first place where one seemed to begin
        and is none; None where nothing is. A text that is too long or holds too many braces holds
        no object.
    """
    read = _read(text)
    return [each for each in read.found if each.stands_alone], read.trouble


class _Read(NamedTuple):
    found: list[Found]
    trouble: str | None


def _read(text: str) -> _Read:
    if len(text) > _LONGEST:
        return _Read([], f"more than {_LONGEST} characters")
    for opening, name in (("{", "braces"), ("[", "brackets")):
        if text.count(opening) > _MOST_OPENED:
            return _Read([], f"more than {_MOST_OPENED} opening {name}")
    found: list[Found] = []
    trouble = None
    at = _opening(text, 0)
    while at >= 0:
        is_array = text[at] == "["
        why = None
        try:
            value, end = _DECODER.raw_decode(text, at)
        except (ValueError, RecursionError) as error:
            end = _closing(text, at)
            why = None if is_array and "{" not in text[at:end] else _said(error)
        else:
            is_member = _MEMBER.search(text, max(0, at - _NEAR), at) is not None
            found.append(Found(value, at, end, not is_array and not is_member))
            if is_array and "{" in text[at:end]:
                why = "an array in place of the object"
            elif is_member:
                why = "a part of an object whose beginning is missing"
        trouble = trouble or why
        at = _opening(text, end)
    return _Read(found, trouble)


def _opening(text: str, start: int) -> int:
    match = _OPENING.search(text, start)
    return -1 if match is None else match.start()


def _closing(text: str, at: int) -> int:
    """Return where something that is no JSON ends: at its end by every way of reading it.

    Quotation marks may be those of JSON, whose brackets do not count, or those of prose. What never
    closes holds all that follows.
    """
    return max(_closing_as(_EVERY, text, at), _closing_as(_OUTSIDE_TEXTS, text, at))


def _closing_as(brackets: re.Pattern[str], text: str, at: int) -> int:
    opened: list[str] = []
    for match in brackets.finditer(text, at):
        sign = match[0]
        if sign in _PAIRS:
            opened.append(_PAIRS[sign])
        elif opened and sign == opened[-1]:
            opened.pop()
            if not opened:
                return match.end()
    return len(text)


def _distinct(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    made = dict(pairs)
    if len(made) != len(pairs):
        raise _InexactError("a key stands twice in one object")
    return made


def _no_constant(name: str) -> float:
    raise _InexactError(f"{name} is no number that JSON holds")


_DECODER = json.JSONDecoder(object_pairs_hook=_distinct, parse_constant=_no_constant)


def _said(error: Exception) -> str:
    if isinstance(error, json.JSONDecodeError):
        return f"{error.msg[:1].lower()}{error.msg[1:]} at line {error.lineno}"
    return str(error) if isinstance(error, _InexactError) else "objects that nest too deeply"
