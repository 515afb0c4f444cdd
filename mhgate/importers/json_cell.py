"""A judge's cell -> ratings by attribute, whatever stands around them.

========================================  =====================================================
a JSON object                             read
a fence around it, prose around it        read, noticed
curly quotes for straight ones            read, noticed
broken JSON (a quote inside a text, cut   each attribute that stands there exactly once, with a
off by length)                            number that ends, is read; noticed
several objects that say the same         read, noticed
several objects that differ               left out
a key twice with two values               that attribute is left out
prose without an object                   left out
========================================  =====================================================
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from mhgate.importers.rating_values import EMPTY
from mhgate.importers.sheet import clean_header

__all__ = ["CONFLICT", "Cell", "read_cell"]

CONFLICT = "the attribute stands there twice, with two values"
_PROSE = "no JSON object in the cell"
_DIFFER = "several JSON objects that differ"
_FOREIGN = "a JSON object with none of the attributes"
_FENCED = "a fence around the JSON object, taken off"
_AROUND = "prose around the JSON object, passed over"
_CURLY = "curly quotes around keys, read as straight ones"
_BROKEN = "broken JSON, attributes read one by one"
_REPEATED = "several JSON objects that say the same, read once"

_QUOTES = str.maketrans("\u201c\u201d\u201e\u201f\u2033", '"""""')
_FENCE = re.compile(r"```[A-Za-z]*|~~~[A-Za-z]*")
_MOST_STARTS = 50  # braces that are tried: a cell of nothing but braces must not take minutes


class _Conflict:
    """Stands for a key's two values."""


@dataclass(frozen=True, slots=True)
class Cell:
    """What a cell holds: raw values by attribute, or the reason why it holds none.

    ``others`` are keys that are no attribute; ``conflicts`` attributes with two values.
    """

    values: Mapping[str, Any] = field(default_factory=dict)
    reason: str | None = None
    noticed: tuple[str, ...] = ()
    others: tuple[str, ...] = ()
    conflicts: frozenset[str] = frozenset()


def read_cell(raw: Any, attributes: Iterable[str]) -> Cell:
    """Return what a cell says about each attribute.

    Args:
        raw: the cell: text, or an object where the file held one.
        attributes: the names to look for; upper and lower case are the same.

    Returns:
        Raw values, which may still be no ratings; never raises.

    Example:
        >>> read_cell('Here it is: ```json {"Empathy": 4, "Overall": 3} ```', ["Empathy"]).values
        {'Empathy': 4}
    """
    known = {_folded(name): name for name in attributes}
    if isinstance(raw, dict):
        return _of_objects([raw], known, ())
    text = raw if isinstance(raw, str) else ""
    if raw is None or (isinstance(raw, str) and not text.strip()):
        return Cell(reason=EMPTY)
    for noticed, shape in ((), text), ((_CURLY,), text.translate(_QUOTES)):
        objects, rest = _objects(shape)
        relevant = [each for each in objects if any(_folded(key) in known for key in each)]
        if relevant:
            return _of_objects(relevant, known, (*noticed, *_around(rest)))
        if objects:
            return Cell(reason=_FOREIGN)
        if found := _one_by_one(shape, known):
            return Cell(values=found, noticed=(*noticed, _BROKEN))
    return Cell(reason=_PROSE)


def _folded(name: Any) -> str:
    return clean_header(name).casefold()


def _objects(text: str) -> tuple[list[dict[str, Any]], str]:
    """Return the JSON objects of a text that lie in no other, and what stands around them."""
    decoder = json.JSONDecoder(object_pairs_hook=_pairs)
    found: list[dict[str, Any]] = []
    rest: list[str] = []
    at = done = 0
    for _ in range(_MOST_STARTS):
        start = text.find("{", at)
        if start < 0:
            break
        try:
            value, end = decoder.raw_decode(text, start)
        except (ValueError, RecursionError):
            at = start + 1
            continue
        found.append(value)
        rest.append(text[done:start])
        at = done = end
    return found, "".join([*rest, text[done:]])


def _pairs(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for key, value in pairs:
        found[key] = _Conflict if key in found and found[key] != value else value
    return found


def _around(rest: str) -> tuple[str, ...]:
    noticed = []
    if _FENCE.search(rest):
        noticed.append(_FENCED)
    if _FENCE.sub("", rest).strip():
        noticed.append(_AROUND)
    return tuple(noticed)


def _of_objects(
    objects: list[dict[str, Any]], known: Mapping[str, str], noticed: tuple[str, ...]
) -> Cell:
    read = [_by_attribute(each, known) for each in objects]
    first, conflicts = read[0]
    if any(each != read[0] for each in read):
        return Cell(reason=_DIFFER)
    if not first and not conflicts:
        return Cell(reason=_FOREIGN)
    others = tuple(clean_header(key) for key in objects[0] if _folded(key) not in known)
    if len(objects) > 1:
        noticed = (*noticed, _REPEATED)
    return Cell(first, noticed=noticed, others=others, conflicts=conflicts)


def _by_attribute(
    found: Mapping[str, Any], known: Mapping[str, str]
) -> tuple[dict[str, Any], frozenset[str]]:
    values: dict[str, Any] = {}
    conflicts: set[str] = set()
    for key, value in found.items():
        name = known.get(_folded(key))
        if name is None:
            continue
        if value is _Conflict or (name in values and values[name] != value):
            conflicts.add(name)
        values[name] = value
    for name in conflicts:
        del values[name]
    return values, frozenset(conflicts)


def _one_by_one(text: str, known: Mapping[str, str]) -> dict[str, Any]:
    """Return the attributes that stand exactly once as a key with a number that ends."""
    if "{" not in text:
        return {}
    found: dict[str, Any] = {}
    for name in known.values():
        key = rf'"\s*{re.escape(name)}\s*"\s*:'
        if len(re.findall(key, text, re.IGNORECASE)) != 1:
            continue
        number = re.search(rf"{key}\s*(-?\d{{1,9}}(?:\.\d{{1,9}})?)\s*[,}}\n]", text, re.IGNORECASE)
        if number:
            found[name] = number[1]
    return found
