"""What a message is about, as short noun phrases in the person's own words, fit to be said back.

There is no grammar here: what follows "my" or "the" and is neither a common word nor a verb is
taken for a noun. Numbers, names, alarming words and labels are never said back.
"""

from __future__ import annotations

import re
from functools import cache

from mhgate.demo.lexicon import section
from mhgate.demo.tables import words
from mhgate.demo.text import compiled, fold, without_identifiers

__all__ = ["topics"]

_MOST = 6  # phrases
_LONGEST = 3  # words of a phrase
_SHORTEST = 3  # letters of a word
_VERBISH = re.compile(r"(?:ing|ed|ly|n't)$")
_OPENERS = {
    word: "your" if word in {"my", "our"} else word
    for word in ("my", "our", "the", "this", "that", "a", "an", "these", "those", "some")
} | {word: word for word in ("his", "her", "their")}
_NAME = re.compile(r"(?<=[a-z0-9,] )[A-Z][\w'-]+")


def topics(message: str) -> tuple[str, ...]:
    """Return what the message is about: what is the person's own first, then as it comes up.

    Args:
        message: what the person wrote.

    Returns:
        At most six phrases such as ``your chemistry exam``, seen from the reader's side.

    Example:
        >>> topics("My chemistry exam is killing me and the library is shut.")
        ('your chemistry exam', 'the library', 'shut')
    """
    names = {fold(name).removesuffix("'s") for name in _NAME.findall(message)}
    phrases: list[str] = []
    loose: list[str] = []
    for clause in re.split(r"[.!?;:,()\"]+", without_identifiers(fold(message))):
        tokens = [token.removesuffix("'s") for token in re.findall(r"[a-z'-]+|\d\S*", clause)]
        position = 0
        while position < len(tokens):
            phrase = _phrase(tokens, position, names)
            if phrase:
                phrases.append(f"{_OPENERS[tokens[position]]} {' '.join(phrase)}")
            elif _is_noun(tokens[position], names):
                loose.append(tokens[position])
            position += 1 + len(phrase)
    phrases.sort(key=lambda phrase: not phrase.startswith("your "))
    named = " ".join(phrases).split()
    rest = [word for word in loose if word not in named]
    return tuple(dict.fromkeys([*phrases, *rest]))[:_MOST]


def _phrase(tokens: list[str], position: int, names: set[str]) -> list[str]:
    """Return the words after an opener that belong to it, ending with a noun-like one."""
    if tokens[position] not in _OPENERS:
        return []
    phrase: list[str] = []
    for word in tokens[position + 1 : position + 1 + _LONGEST]:
        if not _is_content(word, names) or (phrase and _is_verbish(word)):
            break
        phrase.append(word)
    return [] if phrase and _is_verbish(phrase[-1]) else phrase


def _is_noun(word: str, names: set[str]) -> bool:
    return _is_content(word, names) and not _is_verbish(word)


def _is_verbish(word: str) -> bool:
    """Tell whether a word's ending says verb or adverb rather than noun."""
    return bool(_VERBISH.search(word)) and word not in words("english", "nouns")


@cache
def _is_common(word: str) -> bool:
    return word in words("english", "stop") or word in words("english", "verbs")


def _is_content(word: str, names: set[str]) -> bool:
    return (
        len(word) >= _SHORTEST
        and not word[0].isdigit()
        and word not in names
        and not _is_common(word)
        and not compiled(section("english", "unsaid")).search(word)
    )
