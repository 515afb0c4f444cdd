"""What a message tells of each danger: by phrases, in English, without a model.

It reads roughly, and is meant to: what counts is what a person says of themselves. Denials,
questions back and what happens to other people tell nothing. Of hints only the plainest are read.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

from mhgate.patients.machine.states import Stage
from mhgate.patients.playing.disclosure_phrases import (
    ABOUT_A_QUESTION,
    AS_THEY_STAND,
    HALF,
    NEARNESS,
    NEGATED,
    OF_OTHERS,
    PARTICULARS,
    TELLING,
)
from mhgate.records import DOMAINS, Domain

__all__ = ["told_in"]

_QUOTES = str.maketrans({"\u2019": "'", "\u2018": "'", "`": "'", "*": " ", "_": " "})
_SENTENCE = re.compile(r"[^.?!\n\u2026]+[?]?")
_CLAUSE = re.compile(r"[,;:()\u2013\u2014]| - |\b(?:but|although|though|because|cos|except)\b")
_ECHO = 4  # words of a question that only says a word back
_SPACES = re.compile(r"\s+")


def _folded(text: str) -> str:
    return unicodedata.normalize("NFKC", text).casefold().translate(_QUOTES)


@lru_cache(maxsize=4096)
def _read(text: str) -> tuple[Stage, ...]:
    found = dict.fromkeys(DOMAINS, Stage.UNTOLD)
    for raw in _SENTENCE.findall(_folded(text)):
        sentence = _SPACES.sub(" ", raw).strip()
        for domain in DOMAINS:
            found[domain] = max(found[domain], _of_sentence(domain, sentence))
    return tuple(found[domain] for domain in DOMAINS)


def _of_sentence(domain: Domain, sentence: str) -> Stage:
    is_short_question = sentence.endswith("?") and len(sentence.split()) <= _ECHO
    if is_short_question or ABOUT_A_QUESTION.search(sentence):
        return Stage.UNTOLD
    if _tells(PARTICULARS[domain], sentence):
        return Stage.TOLD
    is_told = AS_THEY_STAND[domain].search(sentence) or _tells(TELLING[domain], sentence)
    if not is_told:
        return Stage.HINTED if HALF[domain].search(sentence) else Stage.UNTOLD
    return Stage.TOLD if NEARNESS[domain].search(sentence) else Stage.IN_PART


def _tells(phrases: re.Pattern[str], sentence: str) -> bool:
    """Return whether a clause says so of the person, and does not deny it."""
    for clause in _CLAUSE.split(sentence):
        for found in phrases.finditer(clause):
            is_denied = NEGATED.search(clause[: found.start()])
            between = found.groupdict().get("between") or ""
            if not (is_denied or OF_OTHERS.search(between)):
                return True
    return False


def told_in(text: str) -> dict[Domain, Stage]:
    """Return how much a message tells of each domain: nothing, half, that it is there, how near.

    Args:
        text: the person's message.

    Example:
        >>> told_in("I keep thinking about ending my life.")["suicide"]
        <Stage.IN_PART: 2>
        >>> told_in("No, I don't think about dying.")["suicide"]
        <Stage.UNTOLD: 0>
    """
    return dict(zip(DOMAINS, _read(text), strict=True))
