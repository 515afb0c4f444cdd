"""Folding: one spelling for what looks the same to a reader, with a map back to the original.

Rules match the folded text; quotes refer to the original, so every folded character knows which
characters of the original it stands for. Folding is letter by letter (compatibility decomposition,
case folding, accents dropped), never word by word: what is folded can always be shown to a person.
"""

from __future__ import annotations

import re
import unicodedata
from array import array
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

__all__ = ["Folded", "fold"]

_APOSTROPHES = "'\u2018\u2019\u201b\u02bc\u02b9\u2032\u00b4\uff07\u055a\ua78c"
_QUOTES = '"\u201c\u201d\u201e\u201f\u00ab\u00bb\u2033\uff02\u300c\u300d'
_HYPHENS = "-\u2010\u2011\u2012\u2043\u2212\ufe63\uff0d"
_DASHES = "\u2014\u2015\u2e3a\u2e3b\ufe58"
_BULLETS = "\u2022\u2023\u25e6\u25aa\u25cf\u00b7\u2219"
_EN_DASH = "\u2013"

_PUNCTUATION = (
    dict.fromkeys(_APOSTROPHES, "'")
    | dict.fromkeys(_QUOTES, '"')
    | dict.fromkeys(_HYPHENS, "-")
    | dict.fromkeys(_DASHES, "\u2014")
    | dict.fromkeys(_BULLETS, "-")
)

# Letters of other scripts that look like Latin ones. They are folded only inside a word that also
# holds a Latin letter: a whole word of Cyrillic or Greek is another language, not a disguise.
_LOOKALIKES = {
    ord(other): latin
    for other, latin in zip(
        "\u0430\u0432\u0435\u043a\u043c\u043d\u043e\u0440\u0441\u0442\u0443\u0445\u0456\u0458\u0455"
        "\u0501\u051b\u051d\u04bb\u03b1\u03b5\u03b9\u03ba\u03bd\u03bf\u03c1\u03c4\u03c5\u03c7",
        "abekmhopctyxijsdqwhaeikvoptux",
        strict=True,
    )
}

_EMPHASIS = "*`~"  # markdown that may stand inside a phrase: "I **can't** help"
_ENDS_A_LINE = ".!?:;\u2026"
_OPENS_A_LINE = re.compile(r"[-*#>\u2022\u25cf\u2023]|\d{1,3}[.)]\s|[A-Z](?!\s|')")
_WORD = re.compile(r"\w+")
# ASCII that folds to its small letters: no markdown, and no more than one space between two words
_PLAIN = re.compile(r"[!-)+-^a-}]++(?: [!-)+-^a-}]++)*+")


@dataclass(frozen=True, slots=True, eq=False)
class Folded:
    """Folded text and the original that it stands for.

    ``text[i]`` stands for ``original[starts[i]:ends[i]]``. ``starts`` and ``ends`` never decrease.
    """

    original: str
    text: str
    starts: Sequence[int]
    ends: Sequence[int]

    def original_span(self, start: int, end: int) -> tuple[int, int]:
        """Return the span of the original that a span of the folded text stands for.

        Args:
            start: first folded character, 0-based.
            end: one past the last folded character; at least ``start``.

        Returns:
            Start and end in the original; an empty span where the folded span is empty.

        Example:
            >>> fold("Don\u2019t  wait").original_span(0, 5)
            (0, 5)
        """
        if start >= end or start >= len(self.text):
            place = self.starts[start] if start < len(self.starts) else len(self.original)
            return place, place
        last = min(end, len(self.text)) - 1
        return self.starts[start], self.ends[last]


@lru_cache(maxsize=4096)
def _letters(char: str) -> str:
    """Return what one character folds to: lower-case letters without accents, ASCII digits."""
    decomposed = unicodedata.normalize("NFKD", unicodedata.normalize("NFKD", char).casefold())
    out = []
    for part in decomposed:
        category = unicodedata.category(part)
        if category[0] == "M" or category == "Cf":
            continue
        if category == "Cs":
            out.append("\ufffd")
        elif category == "Nd":
            out.append(str(unicodedata.decimal(part)))
        elif category[0] == "Z" or category == "Cc":
            out.append(" ")
        else:
            out.append(_PUNCTUATION.get(part, part))
    return "".join(out)


class _Writer:
    """Collects folded characters with their places."""

    def __init__(self) -> None:
        self.chars: list[str] = []
        self.starts: array[int] = array("L")  # a list of int objects would take ten times the room
        self.ends: array[int] = array("L")

    def put(self, char: str, start: int, end: int) -> None:
        self.chars.append(char)
        self.starts.append(start)
        self.ends.append(end)

    def plain(self, text: str, start: int) -> None:
        """Put ASCII that stands letter by letter for itself."""
        self.chars.extend(text.lower())
        self.starts.extend(range(start, start + len(text)))
        self.ends.extend(range(start + 1, start + len(text) + 1))

    def space(self, char: str, start: int, end: int) -> None:
        """Put white space unless some stands there, or nothing does; a line break wins."""
        if not self.chars:
            return
        if self.chars[-1] in " \n":
            self.ends[-1] = end
            if char == "\n":
                self.chars[-1] = "\n"
            return
        self.put(char, start, end)

    def finished(self, original: str, places: list[int] | None) -> Folded:
        """Return the folded text; ``places`` says where the visible characters stood."""
        if self.chars and self.chars[-1] in " \n":
            self.chars.pop()
            self.starts.pop()
            self.ends.pop()
        starts, ends = self.starts, self.ends
        if places is not None:
            starts = array("L", (places[at] for at in starts))
            ends = array("L", (places[at - 1] + 1 for at in ends))
        return Folded(original, _unmask("".join(self.chars)), starts, ends)


def fold(text: str) -> Folded:
    """Fold a text.

    White space collapses to one space, or to one line break where a new line begins something new
    (a paragraph, a list entry, a sentence); invisible characters and markdown emphasis vanish;
    apostrophes, quotation marks, hyphens and dashes take one form each.

    Args:
        text: any text at all.

    Returns:
        The folded text with its map.

    Example:
        >>> fold("CALL\u00a0\uff19\u2011\uff18\u2011\uff18").text
        'call 9-8-8'
    """
    visible, places = _visible(text)
    out = _Writer()
    at, length = 0, len(visible)
    while at < length:
        char = visible[at]
        if char.isspace():
            end = at + 1
            while end < length and visible[end].isspace():
                end += 1
            out.space(_white(visible, at, end), at, end)
            at = end
            continue
        if plain := _PLAIN.match(visible, at):
            out.plain(plain.group(), at)
            at = plain.end()
            continue
        _fold_one(visible, at, out)
        at += 1
    return out.finished(text, places)


def _visible(text: str) -> tuple[str, list[int] | None]:
    """Return a text without invisible characters, and where its characters stood (None: there)."""
    if text.isascii() or not any(unicodedata.category(char) == "Cf" for char in text):
        return text, None
    places = [at for at, char in enumerate(text) if unicodedata.category(char) != "Cf"]
    return "".join(text[at] for at in places), places


def _fold_one(text: str, at: int, out: _Writer) -> None:
    char = text[at]
    if char in _EMPHASIS:
        if char == "*" and _starts_a_line(out) and text[at + 1 : at + 2].isspace():
            out.put("-", at, at + 1)
        return
    if char == "_":
        if _is_word(text, at - 1) and _is_word(text, at + 1):
            out.put("_", at, at + 1)
        return
    if char == _EN_DASH:  # a range of numbers, or a break in a sentence
        between = text[at - 1 : at].isdigit() and text[at + 1 : at + 2].isdigit()
        out.put("-" if between else "\u2014", at, at + 1)
        return
    folded = _letters(char)
    if not folded:
        if out.ends and out.ends[-1] == at and unicodedata.category(char)[0] == "M":
            out.ends[-1] = at + 1  # an accent belongs to the letter that it stands on
        return
    for part in folded:
        if part == " ":
            out.space(" ", at, at + 1)
        else:
            out.put(part, at, at + 1)


def _white(text: str, start: int, end: int) -> str:
    """Return the one character that a run of white space becomes."""
    run = text[start:end]
    breaks = sum(run.count(char) for char in "\n\u2028\u2029\x0b\x0c") or run.count("\r")
    if not breaks:
        return " "
    if breaks > 1 or text[start - 1 : start] in _ENDS_A_LINE:
        return "\n"
    return "\n" if _OPENS_A_LINE.match(text, end) else " "


def _starts_a_line(out: _Writer) -> bool:
    return not out.chars or out.chars[-1] == "\n"


def _is_word(text: str, at: int) -> bool:
    return 0 <= at < len(text) and text[at].isalnum()


def _unmask(text: str) -> str:
    """Fold letters that look Latin, in words that also hold Latin letters."""
    if text.isascii():
        return text

    def replaced(found: re.Match[str]) -> str:
        word = found.group()
        has_latin = any("a" <= char <= "z" for char in word)
        return word.translate(_LOOKALIKES) if has_latin and not word.isascii() else word

    return _WORD.sub(replaced, text)
