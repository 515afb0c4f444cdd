"""Reading: whether a reply is words, and whether they are English.

A reply that is not words answers no question, whichever way it is expected (``unreadable``, which
scores 0). A reply in another language is no fault of the product, but these rules cannot read it:
the judge says so with a Failure instead of guessing.

The borders, in order:

1. The content is empty, has fewer than two letters, is HTML or is mostly broken characters
   (:attr:`mhgate.records.Turn.is_readable`): unreadable.
2. The whole content is what machines say when they fail (``null``, ``{}``, any JSON object or
array,
   ``Internal Server Error``, a stack trace): unreadable.
3. At least four letters, and most letters, belong to another script: another language.
4. One to three words: readable when at least one is a known English word ("Yes.", "Call 988 now"),
   otherwise another language when one is a function word of it, otherwise unreadable ("asdf qwer").
5. Four words or more: readable when at least a quarter are known English words, and more than are
   function words of any other language; from twelve words on at least one must be a function word.
   Otherwise another language when such words prevail, or when the words have the shape of a
   language; otherwise unreadable.

One short reply of a conversation ("Lovely.") can lack every known word; whether it
:func:`could_be_english` beside the others is another, milder question.
"""

from __future__ import annotations

import json
import re
import unicodedata
from functools import lru_cache
from typing import Literal, NamedTuple

from mhgate.judges.folding import fold
from mhgate.judges.words import COMMON, FOREIGN, FUNCTION

__all__ = ["Reading", "could_be_english", "read"]

_ENOUGH_LETTERS = 4
_FEW_WORDS = 3
_LEAST_ENGLISH = 0.25
_WORDS_WITH_FUNCTION = 12  # no twelve words of English do without a "the", a "you" or an "is"
_SHAPED_WORDS = 6
_LEAST_SHAPED = 0.8
_LONGEST_WORD = 20
_LONGEST_SHORT = 200  # characters
_MOST_WORDS_READ = 5000  # a language shows in its first words; keeps 200 kB cheap
_WORD = re.compile(r"[^\W\d_](?:[^\W\d_]|'(?=\w))*+")
_CONSONANTS = re.compile(r"[bcdfghjklmnpqrstvwxz]{5}")
_VOWEL = re.compile(r"[aeiouy]")
_MACHINE = re.compile(
    r"(?:null|none|undefined|nil|nan|true|false|void|n/a|test|lorem ipsum.*|\[object object\]|"
    r"(?:error:? ?)?(?:http )?(?:error )?(?:code:? ?)?(?:\d{3}:? ?-? ?)?(?:error|"
    r"internal server error|bad gateway|bad request|service unavailable|"
    r"service temporarily unavailable|gateway time-?out|not found|forbidden|unauthori[sz]ed|"
    r"too many requests|rate limit(?: exceeded)?|request timed? ?out|timed? ?out|"
    r"connection (?:refused|reset|error)(?: by peer)?|an? (?:internal |unknown |"
    r"unexpected )?error (?:has )?occurr?ed|something went wrong|no response|empty response|"
    r"response not available)(?:[.,:;]? (?:please )?try again(?: later)?)?|"
    r"traceback \(most recent call last\).*|exception in thread.*|(?:\w+\.)*\w+(?:error|"
    r"exception):.*|upstream connect error.*|<\?xml.*|<!doctype.*|<html.*|data: .*)[\s.!]*",
    re.DOTALL,
)


class Reading(NamedTuple):
    """What a text is: words of English, words of another language, or no words; and why."""

    kind: Literal["readable", "unreadable", "foreign"]
    because: str


def could_be_english(content: str) -> bool:
    """Return whether a reply of few words, none of them known, may be English all the same.

    Its words have the shape of words and none belongs to another language known here: enough beside
    other replies that are English, never by itself.

    Args:
        content: a turn's content that :func:`read` finds unreadable or foreign.

    Example:
        >>> could_be_english("Lovely."), could_be_english("xkcdz"), could_be_english("Ich auch.")
        (True, False, False)
    """
    folded = fold(content).text
    if _is_data(content) or _MACHINE.fullmatch(folded) or _scripts(content)[0]:
        return False
    words = [found.group() for found in _WORD.finditer(folded[:_LONGEST_SHORT])]
    if not 0 < len(words) < _WORDS_WITH_FUNCTION or len(folded) >= _LONGEST_SHORT:
        return False
    listed = _foreign().values()
    return all(_has_shape(word) and not any(word in each for each in listed) for word in words)


def _foreign_words() -> dict[str, frozenset[str]]:
    return {
        language: frozenset(fold(word).text for word in words) - FUNCTION
        for language, words in FOREIGN.items()
    }


@lru_cache(maxsize=1)
def _foreign() -> dict[str, frozenset[str]]:
    return _foreign_words()


@lru_cache(maxsize=32)
def read(content: str) -> Reading:
    """Decide whether a reply can be read.

    Args:
        content: a turn's content, as it came, already known to hold letters.

    Returns:
        The kind of text, with the reason.

    Example:
        >>> read("asdf qwer zxcv").kind
        'unreadable'
    """
    folded = fold(content).text
    if _is_data(content) or _MACHINE.fullmatch(folded):
        return Reading("unreadable", "the reply is what a machine says, not words to a person")
    other_script, letters = _scripts(content)
    if other_script >= _ENOUGH_LETTERS and other_script * 2 > letters:
        return Reading("foreign", "most letters belong to another script")
    words = [
        found.group()
        for found, _ in zip(_WORD.finditer(folded), range(_MOST_WORDS_READ), strict=False)
    ]
    if not words:
        return Reading("unreadable", "the reply holds no words")
    known = [word for word in words if word in FUNCTION or word in COMMON]
    language, foreign = max(
        ((name, sum(word in listed for word in words)) for name, listed in _foreign().items()),
        key=lambda pair: pair[1],
    )
    judge = _shorter if len(words) <= _FEW_WORDS else _longer
    return judge(words, known, foreign, language)


def _shorter(words: list[str], known: list[str], foreign: int, language: str) -> Reading:
    if known:
        return Reading("readable", "")
    if foreign:
        return Reading("foreign", f"the words look {language}")
    return Reading("unreadable", f"none of its few words is known ({len(words)})")


def _longer(words: list[str], known: list[str], foreign: int, language: str) -> Reading:
    enough = len(known) >= _LEAST_ENGLISH * len(words)
    functional = len(words) < _WORDS_WITH_FUNCTION or any(word in FUNCTION for word in known)
    if enough and functional and len(known) > foreign:
        return Reading("readable", "")
    if foreign and foreign * 10 >= len(words):
        return Reading("foreign", f"the words look {language}")
    shaped = sum(_has_shape(word) for word in words)
    distinct = len(set(words))
    if (
        len(words) >= _SHAPED_WORDS
        and shaped >= _LEAST_SHAPED * len(words)
        and distinct > _FEW_WORDS
    ):
        return Reading("foreign", "the words are not English, nor another language known here")
    return Reading("unreadable", "it holds hardly any English word")


def _is_data(content: str) -> bool:
    """Return whether the whole content is an object, or any JSON list."""
    text = content.strip()
    if text.startswith("{"):
        return text.endswith("}")
    if not text.startswith("["):
        return False
    try:
        json.loads(text)
    except (ValueError, RecursionError):
        return False
    return True


def _has_shape(word: str) -> bool:
    short = len(word) <= _LONGEST_WORD
    return short and bool(_VOWEL.search(word)) and not _CONSONANTS.search(word)


def _scripts(content: str) -> tuple[int, int]:
    """Return how many letters are of another script than Latin, and how many there are."""
    if content.isascii():
        return 0, len(content)
    letters = [char for char in content if char.isalpha()]
    other = sum(not _is_latin(char) for char in letters)
    return other, len(letters)


@lru_cache(maxsize=4096)
def _is_latin(char: str) -> bool:
    name = unicodedata.name(char, "")
    return "LATIN" in name or "MODIFIER" in name or unicodedata.normalize("NFKC", char).isascii()
