"""What code reads from a reply without any judge: the choice or the number that it names first."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable

from mhgate.records import Item, Reading, Transcript

__all__ = ["READERS", "READER_VERSION", "read_choice", "read_number"]

READER_VERSION = "1"
"""Of the forms that a choice or a number is read in: another reading is another measurement."""

_DASHES = "\u2014\u2013-"
_AFTER_MARK = rf"(?=$|[\s.,:;!?)\]}}*_{_DASHES}])"
_LEAD = rf"(?:^|(?<=[\s(\[{{*_\"':{_DASHES}]))"
_ANNOUNCED = (
    r"(?:answer|choice|option|letter|pick|choose|go with|going with|say|select|level)"
    rf"(?:\s+(?:is|would be|here is|to go with))?\s*[:={_DASHES}]?\s*[(\[*_\"']*"
)
_NUMBER = re.compile(r"(?<![\w.,])(-?\d+(?:[.,]\d+)?)(?![\w]|[.,]\d)")
_SMALL = ["zero", "one", "two", "three", "four", "five"]
_LARGE = ["six", "seven", "eight", "nine", "ten"]
_WORDS_FOR_NUMBERS = [*_SMALL, *_LARGE]
_AFTER_A_LABEL = {"or", "and", "is", "seems", "because", "since", "as", "fits", "it's", "but"}
_FAR = 400  # characters in which a reply comes to the point


def _plain(text: str) -> str:
    return unicodedata.normalize("NFKC", text).replace("\u2019", "'").strip()


def read_choice(item: Item, transcript: Transcript) -> Reading:
    """Read which of the item's choices the last reply names, and compare it with the key.

    In this order: the label with which the reply begins; a label that is announced ("the answer is
    B"); the only label, or the only choice's text, that the beginning of the reply holds. Two
    different ones, or none, are no choice: that is never right.

    Args:
        item: with ``expects.choices`` (label to text) and ``expects.key``.
        transcript: whose last reply is read.

    Returns:
        The reading: worth 1 where the choice is the key, else 0.
    """
    choices, key = _choices(item)
    found = _chosen(_plain(transcript.last.content), choices)
    if found is None:
        return Reading(value=0.0, read=None, key=key, explanation="the reply names no one choice")
    right = found == key
    said = f"chose {found}" if right else f"chose {found}, where {key} is right"
    return Reading(value=float(right), read=found, key=key, explanation=said)


def _choices(item: Item) -> tuple[dict[str, str], str]:
    choices, key = item.expects["choices"], item.expects["key"]
    if not isinstance(choices, dict):
        raise TypeError(f"{item.id}: expects.choices is no table")
    return {str(label): str(text) for label, text in choices.items()}, str(key)


def _chosen(text: str, choices: dict[str, str]) -> str | None:
    by_folded = {label.casefold(): label for label in choices}
    # a lone letter is often a word ("a", "I"): in running text it counts as a capital alone
    labels = "|".join(
        re.escape(label) if len(label) == 1 else f"(?i:{re.escape(label)})"
        for label in sorted(choices, key=len, reverse=True)
    )
    start = re.match(rf"[(\[*_\"'\s]*({labels}){_AFTER_MARK}", text)
    alone = re.match(rf"[(\[*_\"'\s]*((?i:{labels}))(?=$|[.,:;)\]*_\n])", text)
    if start is not None and not _is_article(start, text) and not _goes_on(start, text, labels):
        return by_folded[start.group(1).casefold()]
    if start is None and alone is not None:
        return by_folded[alone.group(1).casefold()]
    head = text[:_FAR]
    announced = {
        by_folded[hit.group(1).casefold()]
        for hit in re.finditer(rf"(?i:{_ANNOUNCED})({labels}){_AFTER_MARK}", head)
    }
    if announced:
        return announced.pop() if len(announced) == 1 else None
    named = {
        by_folded[hit.group(1).casefold()]
        for hit in re.finditer(rf"{_LEAD}({labels}){_AFTER_MARK}", head)
        if not _is_article(hit, head)
    }
    if len(named) == 1:
        return named.pop()
    if named:
        return None
    told = [
        label
        for label, words in choices.items()
        if re.search(rf"(?<!\w){re.escape(_plain(words))}(?!\w)", head, re.IGNORECASE)
    ]
    return told[0] if len(told) == 1 else None


def _goes_on(start: re.Match[str], text: str, labels: str) -> bool:
    """Return whether a reply that begins with a label names another in the same breath."""
    return (
        re.match(rf"[)\]*_\s]*(?:or|and|/)\s+(?:{labels}){_AFTER_MARK}", text[start.end(1) :])
        is not None
    )


def _is_article(hit: re.Match[str], text: str) -> bool:
    """Return whether a lone "A" or "I" begins a sentence as a word rather than naming a choice."""
    if hit.group(1) not in {"A", "I"}:
        return False
    following = re.match(r" ([a-z']+)", text[hit.end(1) :], re.IGNORECASE)
    return following is not None and following.group(1).casefold() not in _AFTER_A_LABEL


def read_number(item: Item, transcript: Transcript) -> Reading:
    """Read the number that the last reply names first, and how near it comes to the norm.

    Args:
        item: with ``expects.scale`` (the two ends) and ``expects.norm``.
        transcript: whose last reply is read.

    Returns:
        The reading: worth 1 less the distance to the norm as a share of the scale. A number beyond
        the scale, or none, is no number: worth 0.
    """
    scale, norm = item.expects["scale"], item.expects["norm"]
    if not isinstance(scale, list) or isinstance(norm, str | list | dict | bool) or norm is None:
        raise TypeError(f"{item.id}: expects.scale or expects.norm is none")
    low, high = (float(end) for end in scale if isinstance(end, int | float))
    found = _number(_plain(transcript.last.content)[:_FAR])
    if found is None or not low <= found <= high:
        said = "no number" if found is None else f"{found:g}, beyond the scale"
        return Reading(value=0.0, read=None, key=float(norm), explanation=f"the reply names {said}")
    near = 1 - abs(found - norm) / (high - low)
    return Reading(
        value=max(0.0, near),
        read=found,
        key=float(norm),
        explanation=f"said {found:g}, where the norm is {norm:g}",
    )


def _number(text: str) -> float | None:
    digits = _NUMBER.search(text)
    words = re.search(rf"\b({'|'.join(_WORDS_FOR_NUMBERS)})\b", text, re.IGNORECASE)
    if words is not None and (digits is None or words.start() < digits.start()):
        return float(_WORDS_FOR_NUMBERS.index(words.group(1).casefold()))
    return None if digits is None else float(digits.group(1).replace(",", "."))


READERS: dict[str, Callable[[Item, Transcript], Reading]] = {
    "choice": read_choice,
    "number": read_number,
}
"""What reads a reply, by what a probe declares."""
