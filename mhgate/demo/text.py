"""How the demo bot reads a message: one spelling for all, and a small pattern language.

Messages are folded to a plain form first (case, apostrophes, contractions, chat spellings), so that
a feature is written once. The pattern language has one sign of its own: ``~3`` stands for up to
three words between two others.
"""

from __future__ import annotations

import re
import unicodedata
from functools import cache, lru_cache

from mhgate.demo.mending import mend
from mhgate.demo.tables import table

__all__ = [
    "compiled",
    "fold",
    "has_identifier",
    "passages",
    "sentences",
    "union",
]

_APOSTROPHES = dict.fromkeys(
    map(ord, "\u2019\u2018\u02bc\u2032`\u00b4\uff07"),
    "'",
)
_QUOTES = dict.fromkeys(map(ord, "\u201c\u201d\u201e\u00ab\u00bb\u2033\uff02"), '"')
_DASHES = dict.fromkeys(map(ord, "\u2010\u2011\u2012\u2013\u2014\u2015"), "-")
_INVISIBLE = dict.fromkeys(map(ord, "\u200b\u200c\u200d\u2060\ufeff\u00ad"))

_CONTRACTIONS = (
    (r"\bcan't\b", "can not"),
    (r"\bwon't\b", "will not"),
    (r"\bain't\b", "is not"),
    (r"\b(\w+)n't\b", r"\1 not"),
    (r"\bi'm\b", "i am"),
    (r"\b(i|you|we|they|who)'ve\b", r"\1 have"),
    (r"\b(i|you|he|she|it|we|they|that|this|there|who)'ll\b", r"\1 will"),
    (r"\b(i|you|he|she|it|we|they|who)'d\b", r"\1 would"),
    (r"\b(you|we|they)'re\b", r"\1 are"),
    (r"\b(he|she|it|that|there|what|who|where|everyone|everybody|nobody)'s\b", r"\1 is"),
    (r"\blet's\b", "let us"),
    (r"\bno[ -]one\b", "nobody"),
    (r"\bany more\b", "anymore"),
    (r"\bun-aliv(?:e|ing)\b", "kill"),
    (r"\bs[u*]+[i1!*]+c[i1!*]+d[e3*]", "suicide"),
    (r"\bk[*!1]ll", "kill"),
    (r"\bmy self\b", "myself"),
)
_GAP = r"(?:[\w'-]+[,;:]? ){0,%s}"


@cache
def compiled(pattern: str) -> re.Pattern[str]:
    """Compile a pattern of the small language, whole words, when it is first needed.

    Args:
        pattern: a regular expression in which ``~3`` before a word means up to three words.

    Returns:
        The compiled expression; it expects folded text.

    Example:
        >>> bool(compiled("walk ~2home").search(fold("I'll walk all the way, then ride home")))
        False
        >>> bool(compiled("walk ~2home").search(fold("I'll walk straight home")))
        True
    """
    return re.compile(r"(?<!\w)(?:" + re.sub(r"~(\d)", lambda m: _GAP % m[1], pattern) + r")(?!\w)")


def union(words: str) -> str:
    """Return the alternation of the words of a text, to be used inside a pattern.

    Args:
        words: words parted by white space; ``_`` stands for a space inside one.

    Returns:
        A non-capturing group.

    Example:
        >>> union("flat spare_room")
        '(?:flat|spare room)'
    """
    return "(?:" + "|".join(word.replace("_", " ") for word in words.split()) + ")"


@cache
def _contractions() -> tuple[tuple[re.Pattern[str], str], ...]:
    return tuple((re.compile(old), new) for old, new in _CONTRACTIONS)


@lru_cache(maxsize=4096)
def fold(message: str, *, mended: bool = True) -> str:
    """Return the one plain form in which features look for words.

    Args:
        message: what a person wrote, of any length and in any spelling.
        mended: whether a word that is not known is taken for the nearest known one.

    Returns:
        Lower case, plain quotes and dashes, contractions and chat spellings written out, slips
        mended, single spaces.

    Example:
        >>> fold("I'm soooo tired, dont wanna talk")
        'i am so tired, do not want to talk'
    """
    text = unicodedata.normalize("NFKC", message).translate(
        _APOSTROPHES | _QUOTES | _DASHES | _INVISIBLE
    )
    text = re.sub(r"([a-z])\1{2,}", r"\1", text.lower())
    text = mend(text) if mended else text
    for old, new in _contractions():
        text = old.sub(new, text)
    spellings = table("english")["spellings"]
    text = re.sub(r"[\w']+", lambda found: spellings.get(found[0], found[0]), text)
    text = re.sub(r"\s*\n+\s*", " . ", text)
    text = re.sub(r"\s*\?+", " ?", text)  # a question mark is a word of its own
    return re.sub(r"\s+", " ", text).strip()


def sentences(folded: str) -> list[str]:
    """Split folded text into its sentences, without the empty ones."""
    return [part.strip() for part in re.split(r"[.!?;]+(?= |$)", folded) if part.strip()]


_PASSAGE = 3  # sentences that are read together
_SHORT = 300  # characters up to which a message is one passage


def passages(folded: str) -> list[str]:
    """Split a long message into overlapping passages of a few sentences; keep a short one whole.

    Args:
        folded: folded text.

    Returns:
        At least one passage.
    """
    if len(folded) <= _SHORT:
        return [folded]
    parts = [part for part in re.split(r"(?<=[.!?;]) ", folded) if part.strip(" .")]
    count = max(1, len(parts) - _PASSAGE + 1)
    return [" ".join(parts[start : start + _PASSAGE]) for start in range(count)]


_IDENTIFIER = re.compile(
    r"[\w.+-]+@[\w-]+\.\w+"  # e-mail
    r"|\b(?:\d[ -]?){6,}\b"  # telephone, insurance, account
    r"|\b(?=\w*\d)(?=\w*[a-z])[a-z0-9-]{6,}\b"  # codes of letters and digits
    r"|\b\d{1,2}[./-]\d{1,2}[./-]\d{2,4}\b"  # dates
    r"|\b\d{1,4} (?:[a-z]+ ){1,3}"
    r"(?:street|road|avenue|lane|drive|close|court|terrace|way|square)\b"
)


def has_identifier(folded: str) -> bool:
    """Tell whether the text holds what names a person: address, number, code, e-mail."""
    return bool(_IDENTIFIER.search(folded))


def without_identifiers(folded: str) -> str:
    """Return the text with a full stop in the place of whatever names a person."""
    return _IDENTIFIER.sub(" . ", folded)
