"""What words are worth: one form for all forms of a word, one word for its synonyms.

The reading of risk keeps to phrases. Questions with options are met with overlap: how much of an
option stands in a note, how much of a picture among a problem's signs. For that, words are folded
further here than in :mod:`mhgate.demo.text`, and slips are mended towards the words of the notes.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache, lru_cache

from mhgate.demo.mending import is_known, mend
from mhgate.demo.tables import table, words
from mhgate.demo.text import fold

__all__ = ["Words", "learn", "read_words", "spelt", "stem"]

_TOKEN = re.compile(r"[a-z0-9@$!*|'\u00e0-\u00ff-]+|[.,:;?()]")
_PICTURES = re.compile(
    "[\u2190-\u21ff\u2300-\u23ff\u2600-\u27bf\ufe0f\u200d\U0001f000-\U0001faff]+"
)
_SIGNS = str.maketrans(
    {"0": "o", "1": "i", "3": "e", "4": "a", "5": "s", "7": "t", "@": "a", "$": "s", "!": "i"}
)
_DENIED = 3  # content words that a negation reaches
_LEAST = 5  # letters of a word whose slip is mended
_SHORTEST_PART = 3  # letters of a word that runs into another
_PAUSE = frozenset(".:;?()")


@dataclass(frozen=True)
class Words:
    """The content words of a text in order, as stems.

    Args:
        stems: each word's stem.
        denied: whether a negation stands before it, one for each stem.
        text: all words in lower case, one blank between them and at both ends.
    """

    stems: tuple[str, ...]
    denied: tuple[bool, ...]
    text: str = "  "

    @property
    def signed(self) -> frozenset[str]:
        """The stems as a set, denied ones with a ``!`` before them."""
        return frozenset(
            f"!{word}" if no else word for word, no in zip(self.stems, self.denied, strict=True)
        )


# --- one form, one word

_ENDINGS = (
    ("ies", "y"),
    ("sses", "ss"),
    ("ied", "y"),
    ("ness", ""),
    ("ings", ""),
    ("ing", ""),
    ("edly", ""),
    ("ed", ""),
    ("ly", ""),
    ("es", ""),
    ("s", ""),
)
_LEFT = 3  # letters that an ending must leave


@cache
def _irregular() -> dict[str, str]:
    pairs = table("wordforms")["words"]["irregular"].split()
    return dict(pair.split(":") for pair in pairs)


def _bare(word: str) -> str:
    """Strip the ending of a word: rough, but alike for all its forms."""
    word = word.removesuffix("'s").strip("'-")
    if word in _irregular():
        return _irregular()[word]
    for ending, instead in _ENDINGS:
        if ending == "s" and word.endswith(("ss", "us", "is")):
            continue
        if word.endswith(ending) and len(word) - len(ending) >= _LEFT:
            word = word[: -len(ending)] + instead
            break
    if len(word) > _LEFT and word[-1] == word[-2] and word[-1] not in "lsz":
        word = word[:-1]
    return word[:-1] if len(word) > _LEFT and word.endswith("e") else word


@cache
def _synonyms() -> dict[str, str]:
    found: dict[str, str] = {}
    for line in table("wordforms")["synonyms"]["groups"].splitlines():
        group = [_bare(word) for word in line.split()]
        for word in group:
            found.setdefault(word, group[0])
    return found


@lru_cache(maxsize=16384)
def stem(word: str) -> str:
    """Return what a word is compared by.

    Args:
        word: a word in lower case.

    Returns:
        The stem of the word that stands for it and its synonyms.

    Example:
        >>> stem("physicians") == stem("doctor")
        True
    """
    bare = _bare(word)
    return _synonyms().get(bare, bare)


# --- slips


class _Vocabulary:
    """The words that the notes hold, and which of them a misspelt word may have been."""

    def __init__(self) -> None:
        self.words: set[str] = set()
        self._near: dict[str, list[str]] = {}

    def add(self, text: str) -> None:
        for word in re.findall(r"[a-z][a-z'-]+", text.lower()):
            if word in self.words:
                continue
            self.words.add(word)
            if len(word) >= _LEAST:
                for shorter in _without_one(word):
                    self._near.setdefault(shorter, []).append(word)

    def holds(self, word: str) -> bool:
        return word in self.words or word in words("wordforms", "empty")

    def nearest(self, word: str) -> str | None:
        """Return the word that is one slip away, or None."""
        found = {
            near
            for shorter in (word, *_without_one(word))
            for near in (*self._near.get(shorter, ()), *([shorter] * (shorter in self.words)))
            if len(near) >= _LEAST - 1 and near[0] in word[:2] and _is_one_slip(word, near)
        }
        return min(found, key=lambda near: (near[0] != word[0], near)) if found else None


def _without_one(word: str) -> list[str]:
    return [word[:index] + word[index + 1 :] for index in range(len(word))]


def _is_one_slip(word: str, other: str) -> bool:
    """Tell whether a letter was left out, doubled, swapped or replaced."""
    if len(word) != len(other):
        short, long = sorted((word, other), key=len)
        return len(long) == len(short) + 1 and short in _without_one(long)
    wrong = [index for index in range(len(word)) if word[index] != other[index]]
    if len(wrong) == 1:
        return True
    return len(wrong) == 2 and (  # noqa: PLR2004 - the two letters of a swap
        wrong[1] == wrong[0] + 1
        and word[wrong[0]] == other[wrong[1]]
        and word[wrong[1]] == other[wrong[0]]
    )


_vocabulary = _Vocabulary()


def learn(text: str) -> None:
    """Take the words of a note or lexicon as known, so that slips can be mended towards them."""
    _vocabulary.add(text)


@lru_cache(maxsize=16384)
def _mended(token: str) -> tuple[str, ...]:
    plain = token.strip("'!*|-")
    if not plain.isalpha():
        spelt_out = token.translate(_SIGNS).strip("'|-")
        whole = "".join(char for char in spelt_out if char.isalpha())
        found = whole if _vocabulary.holds(whole) else mend(token)
        return (found,)
    if len(plain) < _LEAST - 1 or is_known(plain):
        return (plain,)
    near = _vocabulary.nearest(plain)
    if near is not None:
        return (near,)
    for cut in range(_SHORTEST_PART, len(plain) - _SHORTEST_PART + 1):
        if _vocabulary.holds(plain[:cut]) and _vocabulary.holds(plain[cut:]):
            return (plain[:cut], plain[cut:])
    return tuple(mend(plain).split()) or (plain,)


def _rejoined(tokens: list[str]) -> list[str]:
    """Mend slips, disguised letters, and blanks within or missing between words."""
    found: list[str] = []
    index = 0
    while index < len(tokens):
        token = tokens[index]
        following = tokens[index + 1] if index + 1 < len(tokens) else ""
        plain = token.strip("'!*|-")
        if not re.search(r"[a-z]", token) or _vocabulary.holds(plain):
            found.append(plain or token)
        elif (
            following.isalpha()
            and not _vocabulary.holds(following)
            and token + following in _vocabulary.words
        ):
            found.append(token + following)
            index += 1
        else:
            found.extend(_mended(token))
        index += 1
    return found


@lru_cache(maxsize=1024)
def spelt(text: str) -> str:
    """Return a text with its slips mended towards the words that were learnt.

    Args:
        text: any text.

    Returns:
        Lower case, words and stops parted by single blanks.
    """
    tokens = _TOKEN.findall(fold(_PICTURES.sub(" ", text), mended=False))
    return " ".join(_rejoined(tokens))


@lru_cache(maxsize=1024)
def read_words(text: str, *, mended: bool = False) -> Words:
    """Read the content words of a text.

    Args:
        text: any text.
        mended: whether slips of the pen are mended towards words that were learnt.

    Returns:
        The stems, with the negations that reach them.

    Example:
        >>> read_words("Depression is never a part of ageing.").stems
        ('depression', 'part', 'old')
    """
    folded = fold(spelt(text), mended=False) if mended else fold(text, mended=False)
    tokens = _TOKEN.findall(folded)
    stems: list[str] = []
    denied: list[bool] = []
    reach = 0
    for token in tokens:
        word = token.strip("'-!")
        if token in _PAUSE or token == "but":  # noqa: S105 - a word, not a password
            reach = 0
        elif word in words("wordforms", "negators"):
            reach = _DENIED
        elif word and word[0].isalnum() and word not in words("wordforms", "empty"):
            stems.append(stem(word))
            denied.append(reach > 0)
            reach -= 1
    return Words(tuple(stems), tuple(denied), f" {' '.join(tokens)} ")
