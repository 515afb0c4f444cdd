r"""Words behind spelling tricks: digits and signs for letters, letters apart, letters of elsewhere.

People write around filters, and so may whoever writes an item: "kn1fe", "k n i f e", "kn*fe",
"kniiife", "knífe", or with letters of another script that look alike. A reader sees the word all
the same; a pattern must. What a disguised word may have been is guessed, at most a few times, and
only of words that bear such marks: plain words are never changed, and neither are bare numbers.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product

__all__ = ["Respelt", "plain_text", "respelt", "unmasked"]

_MOST_GUESSES = 30
_MOST_UNKNOWN = 2  # ones, or stars, in a word that are guessed each by itself
_MOST_LETTERS = 40  # no word is longer, and a longer token is none

_UNREAD = "\ufffc"  # stands for a 1 until it is guessed
_ONE = "il"  # what that may be
_SIGNS = str.maketrans(
    {"0": "o", "3": "e", "4": "a", "5": "s", "7": "t", "8": "b", "9": "g"}
    | {"1": _UNREAD, "@": "a", "$": "s", "!": "i", "|": "l", "+": "t", "€": "e", "£": "l", "¡": "i"}
)
_STAR = "ieoau"  # and what a star hides: filters are written around by the vowel
_LOOK_ALIKE = str.maketrans(
    "\u0430\u0435\u043e\u0440\u0441\u0443\u0445\u0456\u0455\u0501\u043a\u0442\u043c\u043d\u0432"
    "\u0458\u04bb\u03b1\u03b5\u03c1\u03b9\u03ba\u03c4\u03c5\u03bd\u03c7\u03bf\u0261\u0131",
    "aeopcyxisdktmhbjhaepiktuvxogi",
)
_APART = r"(?<!\w)[^\W\d_](?:(?P<gap>[ .\-_*\u00b7])[^\W\d_])(?:(?P=gap)[^\W\d_]){2,}(?!\w)"
_WORD = re.compile(rf"{_APART}|[\w@$€£](?:\S*[\w@$€£])?")
_UNITS = "am|pm|st|nd|rd|th|k|kg|g|mg|m|km|cm|mm|ml|l|lbs?|oz|s|secs?|mins?|hr?s?|yo|yrs?|x|ft|in"
_NUMBER = re.compile(rf"\d[\d.,:/%+-]*(?:{_UNITS})?|[^\W\d_]\d+", re.IGNORECASE)  # 3am, B12
_PART = re.compile(r"[a-z\d@$!|+€£¡\u00c0-\u052f\u0261]+", re.IGNORECASE)
_LATIN = re.compile(r"[a-z]", re.IGNORECASE)
_BETWEEN = re.compile(r"[^\w'\u2019]|_")
_REPEATED = re.compile(r"([^\W\d_])\1{2,}")


@dataclass(frozen=True, slots=True)
class Respelt:
    """A text with its disguised words as they may have been meant.

    Args:
        text: with these words.
        spans: where each begins and ends in it, and what was written there.
    """

    text: str
    spans: tuple[tuple[int, int, str], ...]

    def as_written(self, begin: int, end: int) -> str | None:
        """Return a part of the text as it was written; None where nothing of it was disguised.

        Args:
            begin: where the part begins.
            end: where it ends.
        """
        touched = [span for span in self.spans if span[0] < end and span[1] > begin]
        if not touched:
            return None
        parts, at = [], begin
        for first, last, written in touched:
            parts += [self.text[at:first], written]
            at = last
        return "".join([*parts, self.text[at:end]])


def plain_text(text: str) -> str:
    """Return a text without what hides a word from a pattern and not from a reader.

    Args:
        text: any.
    """
    folded = unicodedata.normalize("NFKC", text)
    return "".join(char for char in folded if unicodedata.category(char) != "Cf")


def respelt(plain: str) -> Iterator[Respelt]:
    """Yield a text with its disguised words as they may have been meant, the likeliest first.

    Args:
        plain: a text as :func:`plain_text` returns it.

    Yields:
        At most thirty; nothing where no word is disguised.

    Example:
        >>> next(respelt("a kn1fe, 10 mg")).text
        'a knife, 10 mg'
    """
    words = [
        (found, guesses) for found in _WORD.finditer(plain) if (guesses := _guesses(found.group()))
    ]
    for turn in range(max((len(guesses) for _, guesses in words), default=0)):
        guessed = [(found, guesses[min(turn, len(guesses) - 1)]) for found, guesses in words]
        yield _put_in(plain, guessed)


def unmasked(text: str) -> str:
    """Return a text with letters for the digits and signs in its words; for comparing texts.

    Args:
        text: any.

    Example:
        >>> unmasked("I c4n't sl33p at 3am")
        "I can't sleep at 3am"
    """
    plain = plain_text(text)
    found = [(each, _lettered(each.group())[0]) for each in _WORD.finditer(plain)]
    changed = [
        (each, word)
        for each, word in found
        if word != each.group() and not _NUMBER.fullmatch(each.group())
    ]
    return _put_in(plain, changed).text


def _put_in(plain: str, words: list[tuple[re.Match[str], str]]) -> Respelt:
    parts, spans, at, length = [], [], 0, 0
    for found, word in words:
        begin = length + found.start() - at
        parts += [plain[at : found.start()], word]
        at, length = found.end(), begin + len(word)
        spans.append((begin, length, found.group()))
    return Respelt("".join([*parts, plain[at:]]), tuple(spans))


def _guesses(word: str) -> list[str]:
    """Return what a word may have been meant as; nothing of a plain word, a number, or a jumble."""
    is_plain = word.isascii() and word.isalpha() and _REPEATED.search(word) is None
    if is_plain or len(word) > _MOST_LETTERS or not any(map(str.isalpha, word)):
        return []
    forms = [form for told in _lettered(word) for form in _starless(told)]
    forms += [_BETWEEN.sub("", form) for form in forms]
    forms += [_REPEATED.sub(kept, form) for form in forms for kept in (r"\1", r"\1\1")]
    forms += [_without_marks(form) for form in forms]
    return [form for form in dict.fromkeys(forms) if form != word][:_MOST_GUESSES]


def _starless(word: str) -> Iterator[str]:
    """Yield a word with a vowel for each star in it; letters that stand apart have none hidden."""
    yield from _filled(word, "*", "" if re.fullmatch(_APART, word) else _STAR, else_="")


def _lettered(word: str) -> list[str]:
    """Return a word with letters for digits and signs; several where a 1 may be either of two."""
    told = _PART.sub(lambda part: _with_signs_read(part.group()), word)
    return list(_filled(told, _UNREAD, _ONE, else_=_ONE[0]))


def _with_signs_read(part: str) -> str:
    """Return a run of letters and signs with letters alone; one without Latin letters as it is."""
    if (part.isascii() and part.isalpha()) or not _LATIN.search(part):
        return part
    return part.translate(_LOOK_ALIKE).translate(_SIGNS)


def _filled(word: str, sign: str, letters: str, *, else_: str) -> Iterator[str]:
    """Yield a word with each of the signs as each of the letters."""
    parts = word.split(sign)
    if not letters or len(parts) - 1 > _MOST_UNKNOWN:
        yield else_.join(parts)
        return
    for chosen in product(letters, repeat=len(parts) - 1):
        yield "".join(a + b for a, b in zip(parts, [*chosen, ""], strict=True))


def _without_marks(word: str) -> str:
    apart = unicodedata.normalize("NFD", word)
    return "".join(char for char in apart if unicodedata.category(char) != "Mn")
