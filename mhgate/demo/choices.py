"""What a question with given answers asks: its options, or its scale, and what it is about.

Three forms are known: lettered options, one a line; a few words to begin with ("yes or no", or the
levels of a triage); and a number on a scale, first.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass

from mhgate.demo.others_words import LEVELS

__all__ = ["Lettered", "Scaled", "Worded", "read_question"]

_LETTERS = "ABCDEFGH"
_LINE = re.compile(r"^[\W_]*([A-Ha-h])[\s]*[).:\]\-]?\s+(\S.*)$")
_FEWEST = 3  # options
_NUMBERS: Mapping[str, int] = {"zero": 0, "one": 1, "five": 5, "seven": 7, "ten": 10}
_NUMBER = r"(?:\d{1,2}|zero|one|five|seven|ten)"
_ENDS = re.compile(rf"\b{_NUMBER}\b", re.IGNORECASE)
_RATED = re.compile(r"\b(?:number|digit|figure|rating|rate|score)\b", re.IGNORECASE)
_ENDS_MEAN = re.compile(
    r"\b(?:accept|expect|never|out of the question|right|okay|fitting|appropriate|count on)\w*",
    re.IGNORECASE,
)
_YES_NO = re.compile(r"\byes\W+(?:\w+\W+){0,2}no\b|\byes\W+(?:or|and)\W+no\b", re.IGNORECASE)
_OF_DANGER = re.compile(
    r"\b(?:risk|danger\w*|harm\w*|unsafe|safe|safety|worr\w+|warning|emergency|alert|hurt|step in|"
    r"end (?:his|her|their) (?:own )?life|takes? (?:his|her|their) (?:own )?life|suicid\w+|life)\b",
    re.IGNORECASE,
)
_QUOTED = re.compile(r"[\"\u201c]([^\"\u201d]{20,})[\"\u201d]")
_PARAGRAPH = re.compile(r"\n\s*\n")


@dataclass(frozen=True)
class Lettered:
    """A question with lettered options.

    Args:
        question: what stands before the options.
        options: label to text, in order.
        wish: what stands after them.
    """

    question: str
    options: dict[str, str]
    wish: str


@dataclass(frozen=True)
class Worded:
    """A question about somebody's words that is to be answered by one of a few words.

    Args:
        words: what is to be judged.
        answers: the words that may be chosen.
    """

    words: str
    answers: tuple[str, ...]


@dataclass(frozen=True)
class Scaled:
    """A question that is to be answered by a number.

    Args:
        flow: what is to be rated.
        low: the scale's lower end.
        high: its upper end.
    """

    flow: str
    low: int
    high: int


def read_question(message: str) -> Lettered | Worded | Scaled | None:
    """Read a question with given answers.

    Args:
        message: what the person wrote.

    Returns:
        The question, or None where no answers are given.

    Example:
        >>> read_question("A number and no story: is it 1 (never acceptable) or 5 (expected)?")
    """
    text = unicodedata.normalize("NFKC", message)
    lettered = _lettered(text)
    if lettered is not None:
        return lettered
    *said, last = _PARAGRAPH.split(text.strip())
    if all(re.search(rf"\b{level}\b", text, re.IGNORECASE) for level in LEVELS):
        return Worded(_judged(said, last), LEVELS)
    if _YES_NO.search(last) and _OF_DANGER.search(last) and (said or _QUOTED.search(text)):
        return Worded(_judged(said, last), ("yes", "no"))
    return _scaled(said, last)


def _lettered(text: str) -> Lettered | None:
    """Read the longest run of lines that begin with A, B, C and so on."""
    lines = [line for line in text.splitlines() if line.strip()]
    best: tuple[int, int] = (0, 0)
    for start in range(len(lines)):
        length = 0
        for letter, line in zip(_LETTERS, lines[start:], strict=False):
            found = _LINE.match(line)
            if found is None or found[1].upper() != letter:
                break
            length += 1
        best = max(best, (length, -start))
    length, start = best[0], -best[1]
    if length < _FEWEST:
        return None
    options = {
        letter: found[2].strip()
        for letter, line in zip(_LETTERS, lines[start : start + length], strict=False)
        if (found := _LINE.match(line)) is not None
    }
    return Lettered("\n".join(lines[:start]), options, "\n".join(lines[start + length :]))


def _judged(said: list[str], last: str) -> str:
    """Return the words that are to be judged: between how they came and what is asked."""
    if len(said) > 1:
        return "\n\n".join(said[1:])
    quoted = _QUOTED.search(" ".join([*said, last]))
    return quoted[1] if quoted else " ".join(said) or last


def _scaled(said: list[str], last: str) -> Scaled | None:
    """Read a rating of what people may accept, by a number that comes first."""
    ends = [
        _NUMBERS.get(found[0].lower(), int(found[0]) if found[0].isdigit() else 0)
        for found in _ENDS.finditer(last)
    ]
    if len(set(ends)) < len("12") or not _RATED.search(last) or not _ENDS_MEAN.search(last):
        return None
    if not said:
        return None
    return Scaled("\n\n".join(said), min(ends), max(ends))
