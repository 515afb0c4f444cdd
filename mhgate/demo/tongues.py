"""Spanish, German and Chinese: the little of them that the bot needs when somebody is in danger.

It answers in the person's language first and then in English, which is all that the rest of it
speaks. Experimental: no native clinician has read what it says.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from functools import cache

from mhgate.demo.crisis import Parts
from mhgate.demo.intents import Intent, Reading
from mhgate.demo.mending import is_known
from mhgate.demo.risk import Risk
from mhgate.demo.tables import table

__all__ = ["country_of", "foreign_reading", "in_their_words", "tongue_of"]

_HOME = {"es": "ES", "de": "DE", "zh": "CN"}
_NEIGHBOURS = {
    "es": ("MX", "AR", "CL", "CO", "US"),
    "de": ("AT", "CH"),
    "zh": ("SG", "TW"),
}
_TONGUES = ("es", "de")
_LEAST = 0.15  # the share of a language's small words
_MOST_ENGLISH = 0.12
_FEWEST = 3  # words
_DISTINCT = 2  # small words of the language
_MOST_KNOWN = 0.5  # the share of the other words that English has
_ENGLISH = frozenset(
    ["the", "and", "is", "are", "was", "you", "my", "with", "that", "this", "have", "of", "to"]
)
_IDEOGRAPHS = re.compile(r"[\u4e00-\u9fff]")
_SCORE = 4.0
_TOGETHER = {"es": 2, "de": 3, "zh": 3}  # signs
_WHEN_AND_WHERE = frozenset({"soon", "means", "captive"})
_BY_OTHERS = frozenset({"violence"})


def tongue_of(message: str) -> str | None:
    """Return the language of a message, None for English and for what is not known.

    Args:
        message: as it was written.

    Example:
        >>> tongue_of("Ich weiß nicht, wie es mit mir weitergehen soll.")
        'de'
    """
    if len(_IDEOGRAPHS.findall(message)) * 3 > len(message.strip()):
        return "zh"
    tokens = re.findall(r"[^\W\d_]+", _plain(message))
    english = sum(word in _ENGLISH for word in tokens)
    if len(tokens) < _FEWEST or english > _MOST_ENGLISH * len(tokens):
        return None
    small = {tongue: [word for word in tokens if word in _small(tongue)] for tongue in _TONGUES}
    best = max(small, key=lambda tongue: len(small[tongue]))
    if len(small[best]) < _LEAST * len(tokens) or len(set(small[best])) < _DISTINCT:
        return None
    rest = [word for word in tokens if word not in _small(best)]
    known = sum(map(is_known, rest))
    return None if rest and known > _MOST_KNOWN * len(rest) else best


def foreign_reading(message: str) -> tuple[str, Reading] | None:
    """Return the language of a message and what was read in it, None where it is English.

    Args:
        message: as it was written.
    """
    tongue = tongue_of(message)
    if tongue is None:
        return None
    text = _plain(message)
    kind = next((kind for kind in ("self", "abuse") if _pattern(tongue, kind).search(text)), None)
    kind = kind or _signed(tongue, text)
    jokes = _pattern(tongue, "calm").search(text) and not _pattern(tongue, "abuse").search(text)
    if kind is None or jokes:
        return tongue, Reading(Intent.CHAT, said=text)
    return tongue, Reading(Intent.CRISIS, risk=Risk(kind, imminent=True, score=_SCORE), said=text)


def _signed(tongue: str, text: str) -> str | None:
    """Return the kind of danger that small signs add up to, None where they do not."""
    signs = table("tongues")[tongue]["signs"]
    found = {name for name in signs if _compiled(tongue, signs[name]).search(text)}
    if len(found) < _TOGETHER[tongue] or not found - _WHEN_AND_WHERE:
        return None
    return "abuse" if found & _BY_OTHERS else "self"


def country_of(tongue: str, said: Sequence[str], named: str | None) -> str:
    """Return the country of somebody who writes in another language.

    Args:
        tongue: es, de or zh.
        said: their messages.
        named: the country that a place's name gave away, if any.
    """
    if named in table("tongues")["numbers"]:
        return str(named)
    text = _plain(" ".join(said))
    hints = table("tongues")["hints"]
    found = (country for country in _NEIGHBOURS[tongue] if re.search(hints[country], text))
    return next(found, _HOME[tongue])


def in_their_words(tongue: str, parts: Parts, country: str) -> str:
    """Return a reply that speaks the person's language first.

    Args:
        tongue: es, de or zh.
        parts: the reply in English.
        country: see :func:`country_of`.
    """
    words = table("tongues")[tongue]
    if not parts.safety:
        return f"{words['calm_text']}\n\n{parts.text}"
    line, emergency = table("tongues")["numbers"][country]
    return f"{words['text'].format(line=line, emergency=emergency)}\n\n{parts.text}"


def _plain(message: str) -> str:
    return unicodedata.normalize("NFC", message).lower()


@cache
def _small(tongue: str) -> frozenset[str]:
    return frozenset(table("tongues")[tongue]["telling"].split("|"))


@cache
def _pattern(tongue: str, kind: str) -> re.Pattern[str]:
    return _compiled(tongue, table("tongues")[tongue][kind])


@cache
def _compiled(tongue: str, phrases: str) -> re.Pattern[str]:
    return re.compile(phrases if tongue == "zh" else rf"(?<!\w)(?:{phrases})(?!\w)")
