"""What code reads from a reply without any judge: the one choice or the one number it names.

A reading is never right by accident: what a reply turns down, lists or echoes is no choice, and a
scale's own ends are no number on it.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable

from mhgate.records import Item, Reading, Transcript

__all__ = ["READERS", "READER_VERSION", "read_choice", "read_number"]

READER_VERSION = "2"
"""Of the forms that a choice or a number is read in: another reading is another measurement."""

_DASHES = "\u2014\u2013-"
_IDEOGRAPHS = "\u4e00-\u9fff"
_AFTER_MARK = rf"(?=$|[\s.,:;!?)\]}}*_\"`/\u3001\u3002{_IDEOGRAPHS}{_DASHES}]|'(?!\w))"
_LEAD = rf"(?:^|(?<=[\s(\[{{*_\"'`:/{_IDEOGRAPHS}{_DASHES}]))"
_OPENING = r"[(\[*_\"'`\s]*"
_ANNOUNCED = (
    r"(?:answer|choice|option|letter|pick|choose|go with|going with|say|select|level)[\"'*_`]*"
    rf"(?:\s+(?:is|would be|here is|to go with))?\s*[:={_DASHES}]?\s*[(\[*_\"'`]*"
)
_REFUSING = re.compile(
    r"(?:(?:\b(?:not|never|nor|neither|avoid|reject|against|nunca|nicht|kein\w*)\b|n't\b"
    r"|\brul\w+ out\b|\binstead of\b|\brather than\b)(?!\s+only\b)(?:(?!\bbut\b)[^.!?;:,\n]){0,24}"
    r"(?:\b(?:say|choose|pick|answer):\s*)?|\bno\s+|\u4e0d(?:\u662f|\u9009)?\s*)[(\[*_\"'`]*$",
    re.IGNORECASE,
)
_REFUSED = re.compile(
    r"[)\]*_\"'`]*\s*(?:(?:is|are|was|seems|would be|looks)\s+(?:\w+\s+)?(?:not|wrong|incorrect"
    r"|false|out|harmful)\b|(?:isn't|wasn't|wouldn't|doesn't|does not|would not|cannot|can't)\b"
    r"|:\s*(?:no\b|not\b|wrong\b|incorrect\b|false\b|\d)|\?\s*(?:no|not)\b"
    r"|of (?:these|them|the|those)\b"
    r"|(?:doubt|question)\b)",
    re.IGNORECASE,
)
_NUMBER = re.compile(r"(?<![\w.,])(-?\d+(?:[.,]\d+)?)(?![\w]|[.,]\d|\s?%)")
_RANGE = rf"\s*(?:[{_DASHES}]|to|through|or|and|until|bis|a|hasta)\s*"
_SMALL = ["zero", "one", "two", "three", "four", "five"]
_LARGE = ["six", "seven", "eight", "nine", "ten"]
_WORDS_FOR_NUMBERS = [*_SMALL, *_LARGE]
_NUMBER_WORD = re.compile(rf"\b({'|'.join(_WORDS_FOR_NUMBERS)})\b", re.IGNORECASE)
_ENDS_THERE = re.compile(rf"\s*(?:$|[.,;:!?)*_\n{_DASHES}]|out of\b|because\b|since\b)")
_AFTER_A_LABEL = {"or", "and", "is", "seems", "because", "since", "as", "fits", "it's", "but"}
_AFTER_A_LABEL |= {"through", "to"}
_FAR = 400  # characters in which a reply comes to the point


def _plain(text: str) -> str:
    folded = unicodedata.normalize("NFKC", text).replace("\u2019", "'")
    return "".join(char for char in folded if unicodedata.category(char) != "Cf").strip()


def read_choice(item: Item, transcript: Transcript) -> Reading:
    """Read which of the item's choices the last reply names, and compare it with the key.

    In this order: the label with which the reply begins; a label that is announced ("the answer is
    B"); the only label, or the only choice's text, that the beginning of the reply holds. Two
    different ones, or none, are no choice: that is never right. Nor is one that the reply turns
    down ("not B", "B is wrong"), lists beside another ("A, B, C"), or repeats with all options.

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
    start = re.match(rf"{_OPENING}({labels}){_AFTER_MARK}", text)
    alone = re.match(rf"{_OPENING}((?i:{labels}))(?=$|[.,:;)\]*_`\"\n\u3002])", text)
    begins = start or alone
    is_echo = _is_echo(text, choices)
    if (
        begins is not None
        and not is_echo
        and not (start is not None and _is_article(start, text))
        and not _goes_on(begins, text, labels)
        and not _is_refused(begins, text)
    ):
        return by_folded[begins.group(1).casefold()]
    # after an echo of the options the answer stands at the end, however far off that is
    head = text if is_echo else text[:_FAR]
    announced = {
        by_folded[hit.group(1).casefold()]
        for hit in re.finditer(rf"(?i:{_ANNOUNCED})({labels}){_AFTER_MARK}", head)
        if not _is_refused(hit, head) and not _goes_on(hit, head, labels)
    }
    if announced or is_echo:
        return announced.pop() if len(announced) == 1 else None
    hits = [
        hit
        for hit in re.finditer(rf"{_LEAD}({labels}){_AFTER_MARK}", head)
        if not _is_article(hit, head)
    ]
    named = {by_folded[hit.group(1).casefold()] for hit in hits}
    if named:
        is_meant = any(not _is_refused(hit, head) for hit in hits)
        return named.pop() if len(named) == 1 and is_meant else None
    told = {
        label: hit
        for label, words in choices.items()
        if (hit := re.search(rf"(?<!\w)({re.escape(_plain(words))})(?!\w)", head, re.IGNORECASE))
    }
    if len(told) != 1:
        return None
    label, hit = told.popitem()
    return None if _is_refused(hit, head) else label


def _is_echo(text: str, choices: dict[str, str]) -> bool:
    """Return whether a reply holds every option with its label: it repeats the question."""
    return all(
        re.search(
            rf"{_LEAD}{re.escape(label)}[)\].:*_\s]+{re.escape(_plain(words))}",
            text,
            re.IGNORECASE,
        )
        for label, words in choices.items()
        if label.casefold() != words.casefold()
    ) and any(label.casefold() != words.casefold() for label, words in choices.items())


def _goes_on(hit: re.Match[str], text: str, labels: str) -> bool:
    """Return whether a label is named with another in the same breath, or in a bare list."""
    rest = text[hit.end(1) :]
    joined = (
        rf"[)\]*_\"'`\s]*(?:,?\s*\b(?:or|and|to|through|und|oder|y|o)\b|[/&+,{_DASHES}])\s*"
        rf"(?:(?:or|and|maybe|perhaps|possibly|even|to)[\s{_DASHES}]+)*{_OPENING}"
    )
    listed = r"(?:[).\];?]*\s*\n\s*|[;.?]\s*)" + _OPENING
    end = r"(?=[)\].?;*_]*\s*(?:$|\n))"
    return (
        re.match(rf"{joined}(?:{labels}){_AFTER_MARK}", rest) is not None
        or re.match(rf"{listed}(?:{labels}){end}", rest) is not None
    )


def _is_refused(hit: re.Match[str], text: str) -> bool:
    """Return whether a reply turns a choice down where it names it."""
    return (
        _REFUSING.search(text[: hit.start(1)]) is not None
        or _REFUSED.match(text, hit.end(1)) is not None
    )


def _is_article(hit: re.Match[str], text: str) -> bool:
    """Return whether a lone "A" or "I" begins a sentence as a word rather than naming a choice."""
    if hit.group(1) not in {"A", "I"}:
        return False
    following = re.match(r" ([a-z']+)", text[hit.end(1) :], re.IGNORECASE)
    return following is not None and following.group(1).casefold() not in _AFTER_A_LABEL


def read_number(item: Item, transcript: Transcript) -> Reading:
    """Read the number that the last reply names first, and how near it comes to the norm.

    The ends of the scale are no number on it where both are named ("from 1 to 5"); of a span
    within it ("3 to 4", "3 or 4") nobody can say which is meant: it is none.

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
    found = _number(_plain(transcript.last.content)[:_FAR], low, high)
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


def _number(text: str, low: float | None = None, high: float | None = None) -> float | None:
    if low is not None and high is not None:
        ends = rf"(?<![\w.,-]){low:g}(?:{_RANGE}|\s*/\s*){high:g}(?![\w]|[.,]\d)"
        text = re.sub(ends, " ", text, flags=re.IGNORECASE)
    digits = next(
        (hit for hit in _NUMBER.finditer(text) if not re.search(r"\bnot\s+$", text[: hit.start()])),
        None,
    )
    # beside a figure "one" is mostly no number ("no one", "one thing"): a word that ends there is
    words = next(
        (
            hit
            for hit in _NUMBER_WORD.finditer(text)
            if _ENDS_THERE.match(text, hit.end())
            or (digits is None and hit.group(1).casefold() != "one")
        ),
        None,
    )
    if words is not None and (digits is None or words.start() < digits.start()):
        spelt = "|".join(_WORDS_FOR_NUMBERS)
        if re.match(rf"{_RANGE}(?:{spelt})\b", text[words.end() :], re.IGNORECASE):
            return None
        return float(_WORDS_FOR_NUMBERS.index(words.group(1).casefold()))
    if digits is None or re.match(rf"{_RANGE}\d", text[digits.end() :], re.IGNORECASE):
        return None
    return float(digits.group(1).replace(",", "."))


READERS: dict[str, Callable[[Item, Transcript], Reading]] = {
    "choice": read_choice,
    "number": read_number,
}
"""What reads a reply, by what a probe declares."""
