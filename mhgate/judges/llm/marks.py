"""The marks of one call: what fences the transcript, what answers it, what must never be written.

They are drawn from the trial's seed, so that a run can be repeated, and drawn again until none of
them occurs in what is shown as data: whatever a product says, it does not say these.
"""

from __future__ import annotations

import hashlib
import html
import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import count
from typing import Any

from mhgate.canonical import canonical_json
from mhgate.records import Question, Transcript
from mhgate.records.came_back import without_surrogates

__all__ = ["Marks", "marks_for", "readings", "squeezed", "texts_in"]

_NO_LETTERS = re.compile(r"[\W_]+")
_ESCAPE = re.compile(r"\\(?:u([0-9a-fA-F]{4})|(.))", re.DOTALL)
_GAPS = frozenset("bfnrt")  # what JSON writes as a letter and is none
_REFERENCE = re.compile(  # zeros and digits without end would be a number without end
    r"&(?:#0*([0-9]{1,7})|#[xX]0*([0-9a-fA-F]{1,6})|[a-zA-Z][a-zA-Z0-9]{1,31});?"
)
_MOST_LAYERS = 6  # of JSON or HTML within each other
_CONSONANTS = "bcdfghjkmnpqrstvwxz"  # no vowels: no draw spells a word
_AS_CONSONANTS = bytes(ord(_CONSONANTS[byte % len(_CONSONANTS)]) for byte in range(256))
_NO_ASCII_LETTERS = bytes(code for code in range(128) if not chr(code).isalnum())
_TOKEN, _FENCE, _PRIVATE = 6, 16, 12  # letters


@dataclass(frozen=True, slots=True)
class Marks:
    """Three words that no transcript holds.

    Args:
        token: must stand in the answer; an object without it is somebody else's.
        fence: stands before each turn and after the last.
        private: must not stand in the answer.
    """

    token: str
    fence: str
    private: str


def squeezed(text: str) -> str:
    """Return a text's letters and digits alone, in one case and one width.

    No spacing hides a word in it, and no accents, fullwidth or circled letters do.

    Example:
        >>> squeezed("B-c d\u200b\uff26")
        'bcdf'
    """
    if text.isascii():  # it has one width, and folds to its small letters
        # as bytes, which takes a third of the time of looking each letter up
        return text.lower().encode("ascii").translate(None, _NO_ASCII_LETTERS).decode("ascii")
    # before, for to put a long row of them in order takes the square of its length
    accents = {ord(char): None for char in set(text) if unicodedata.combining(char)}
    bare = text.translate(accents) if accents else text
    return _NO_LETTERS.sub("", unicodedata.normalize("NFKD", bare).casefold())


def readings(text: str) -> Iterator[str]:
    r"""Yield a text as it stands, then as JSON and HTML would read it, as long as that changes it.

    What is written within itself (JSON in a text of JSON) is read layer by layer.

    Example:
        >>> list(readings(r"\\u0062"))
        ['\\\\u0062', '\\u0062', 'b']
        >>> list(readings("&#98;"))
        ['&#98;', 'b']
    """
    yield text
    if "\\" not in text and "&" not in text:  # as most texts are
        return
    last = text
    for last in _layers(text, _without_escapes):
        yield last
    if "&" in last:
        yield from _layers(text, _without_references, _without_escapes)


def _layers(text: str, *steps: Callable[[str], str]) -> Iterator[str]:
    for _ in range(_MOST_LAYERS):
        before = text
        for step in steps:
            now = step(text)
            if now != text:
                yield now
            text = now
        if text == before:
            return


def _without_escapes(text: str) -> str:
    if "\\" not in text:
        return text
    return str(without_surrogates(_ESCAPE.sub(_escaped, text)))  # two of them may be one letter


def _without_references(text: str) -> str:
    return _REFERENCE.sub(_referred, text) if "&" in text else text


def _referred(found: re.Match[str]) -> str:
    if found[1] or found[2]:
        return html.unescape(f"&#{found[1]};" if found[1] else f"&#x{found[2]};")
    return html.unescape(found[0])


def _escaped(found: re.Match[str]) -> str:
    if found[1]:
        return chr(int(found[1], 16))
    return " " if found[2] in _GAPS else found[2]


def texts_in(value: Any) -> Iterator[str]:
    """Return the texts of a JSON value, those of its keys among them.

    Example:
        >>> list(texts_in({"a": ["b", 1]}))
        ['a', 'b']
    """
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for key, each in value.items():
            yield key
            yield from texts_in(each)
    elif isinstance(value, list):
        for each in value:
            yield from texts_in(each)


def marks_for(
    transcript: Transcript,
    questions: Sequence[Question],
    attempt: int,
    *,
    beside: Iterable[str] = (),
) -> Marks:
    """Draw the marks of one call.

    Args:
        transcript: what the judge is asked about.
        questions: what it is asked.
        attempt: 0 for the first call, 1 for the second.
        beside: what else is shown as data.

    Returns:
        Marks that occur nowhere in these, whatever stands between their letters, and not as escapes
        of JSON or HTML either: what repeats these would else be read as an object with the token.
    """
    shown = (*(turn.content for turn in transcript.turns), *beside)
    said = "\n".join(squeezed(each) for text in shown for each in readings(text))
    trial = transcript.trial
    names = [question.digest for question in questions]
    for draw in count():
        letters = _letters([trial.seed, trial.id, names, attempt, draw])
        marks = Marks(
            token=letters[:_TOKEN],
            fence=letters[_TOKEN : _TOKEN + _FENCE],
            private=letters[_TOKEN + _FENCE : _TOKEN + _FENCE + _PRIVATE],
        )
        if not any(mark in said for mark in (marks.token, marks.fence, marks.private)):
            return marks
    raise AssertionError("unreachable: a transcript is finite")


def _letters(parts: list[object]) -> str:
    raw = hashlib.sha512(canonical_json(["mhgate judge", *map(str, parts)])).digest()
    return raw.translate(_AS_CONSONANTS).decode("ascii")
