"""How the demo bot reads what was typed in haste, or so that no filter sees it.

A word that is known stays. Of any other the nearest known one is taken, where one is near: a slip
of the finger, a sign in a letter's place, two words that run together, one that is spread out.
"""

from __future__ import annotations

import re
from functools import cache, lru_cache
from itertools import product

from mhgate.demo.tables import table, words

__all__ = ["is_known", "mend"]

_SIGNS = {
    "@": "a",
    "4": "a",
    "3": "e",
    "1": "il",
    "!": "i",
    "0": "o",
    "$": "s",
    "5": "s",
    "7": "t",
    "*": "aeiouy",
}
_SIGNED = re.compile(r"[a-z]*[a-z][@$*!0-9]+[a-z@$*!0-9]*|[@$*][a-z]+")
_MOST_SIGNS = 3
_NO_SLIP = 9.0
_ENDINGS = ("s", "es", "ed", "d", "ing", "er", "ers", "ly", "y", "n", "al", "ness", "ment", "ful")
_SHORTEST_STEM = 3
_SHORTEST_SWAP = 3
_SHORTEST_SLIP = 4
_TWO_SLIPS = 8  # letters from which a word may hold two
_SHORTEST_PART = 2  # letters of a word that another one runs into
_PICTURES = re.compile("[\u2190-\u21ff\u2300-\u23ff\u2600-\u27bf\ufe0f\U0001f000-\U0001faff]+")
_SPREAD = re.compile(r"(?<![\w'])(?:[a-z] ){3,8}[a-z](?![\w'])")
_LOOSE_STOP = re.compile(r" +(?=[.,;:!?](?:\s|$))")
_TIGHT_STOP = re.compile(r"(?<=[a-z]{2})([.,;!?]+)(?=[a-z]{2})")
_TOKEN = re.compile(r"[^\s.,;:?\"()\[\]{}/]+")
_ADDRESS = re.compile(r"\S*@\S+\.\S+|\S*www\.\S+|https?:\S+")


@lru_cache(maxsize=4096)
def mend(text: str) -> str:
    """Return a text in the spelling that was meant.

    Args:
        text: in lower case.

    Returns:
        The text; names, numbers, addresses, and what is near no known word stay as they are.

    Example:
        >>> mend("i am so lonley , sometimes i c r y")
        'i am so lonely, sometimes i cry'
    """
    text = _PICTURES.sub(" ", text)
    text = _SPREAD.sub(lambda found: _together(found[0]), text)
    text = _LOOSE_STOP.sub("", text)
    if _ADDRESS.search(text):
        return text
    return _TOKEN.sub(lambda found: _word(found[0]), _TIGHT_STOP.sub(r"\1 ", text))


def _together(spread: str) -> str:
    """Join the letters of a word that was spread out; a lone "I" before it is a word of its own."""
    word = spread.replace(" ", "")
    if word not in _known() and word[0] in "ai" and word[1:] in _known():
        return f"{word[0]} {word[1:]}"
    return word


@lru_cache(maxsize=16384)
def _word(token: str) -> str:
    bare = token.rstrip("!*-'")
    tail = token[len(bare) :]
    if bare.endswith("in") and bare not in _known() and f"{bare}g" in _known():
        return f"{bare}g{tail}"
    if not bare or is_known(bare.removesuffix("'s")):
        return token
    if _SIGNED.fullmatch(token):
        return _without_signs(token) or token
    if not bare.isascii() or not bare.isalpha() or len(bare) < _SHORTEST_SWAP:
        return token
    parts = _parted(bare)
    return (_nearest(bare) or (" ".join(parts) if parts else bare)) + tail


def is_known(word: str) -> bool:
    """Tell whether a word is known, or is a form of one that is.

    Args:
        word: in lower case.

    Returns:
        Whether it is left as it stands.
    """
    if word in _known():
        return True
    stems = [
        word.removesuffix(ending)
        for ending in _ENDINGS
        if word.endswith(ending) and len(word) - len(ending) >= _SHORTEST_STEM
    ]
    forms = (form for stem in stems for form in (stem, stem + "e", stem[:-1], stem[:-1] + "y"))
    return any(form in _known() for form in forms) or any(
        word + ending in _known() for ending in ("s", "d", "ed", "ing")
    )


def _without_signs(token: str) -> str | None:
    """Return the known word that is meant by one with signs among its letters."""
    signs = [char for char in token if not char.isalpha()]
    if len(signs) > _MOST_SIGNS or not any(char.isalpha() for char in token[:2]):
        return None
    spelt = ("".join(chars) for chars in product(*(_SIGNS.get(char, char) for char in token)))
    plain = [word for word in spelt if word.isalpha()]
    known = [word for word in plain if word in _known()]
    if known:
        return min(known, key=lambda word: _known()[word])
    # a slip beside the sign, or a word of the same stem
    return next((near for word in plain if (near := _nearest(word))), plain[0] if plain else None)


def _parted(word: str) -> list[str] | None:
    """Return the two known words, one of them a very common one, that run together, or None."""
    for cut in range(len(word) - _SHORTEST_PART, 0, -1):
        first, rest = word[:cut], word[cut:]
        if {first, rest} & words("english", "small") and all(
            _is_a_word(part) for part in (first, rest)
        ):
            return [first, rest]
    return None


def _is_a_word(part: str) -> bool:
    return part in words("english", "small") or (len(part) > _SHORTEST_PART and part in _known())


def _nearest(word: str) -> str | None:
    """Return the known word that one slip makes this one, or two in a long word.

    Two letters the wrong way round are the likeliest slip; of the rest the commonest word is meant.
    """
    near = _within(word, 1)
    if not near and len(word) >= _TWO_SLIPS:
        near = _within(word, 2)
    if not near:
        return None
    found = min(near, key=lambda known: (sorted(known) != sorted(word), _known()[known]))
    is_swapped = sorted(found) == sorted(word)
    return found if is_swapped or len(word) >= _SHORTEST_SLIP else None


def _within(word: str, slips: int) -> set[str]:
    """Return the known words, of the same first letter, that are so many slips away."""
    found: set[str] = set()
    for shorter in _shorter(word, slips):
        for known in _index().get(shorter, ()):
            if known[0] == word[0] and _slips(word, known) <= slips:
                found.add(known)
    return found


def _slips(word: str, known: str) -> float:
    """Count the slips that make one word of another; one that no finger makes counts for many.

    Fingers leave a letter out, type one twice, or type its neighbour, or two the wrong way round.
    """
    before_last: list[float] = []
    last = [0.0] + [float(at) for at in range(1, len(known) + 1)]
    for row, char in enumerate(word, 1):
        twice = row > 1 and word[row - 2] == char
        line = [last[0] + _NO_SLIP]
        for column, other in enumerate(known, 1):
            cost = min(
                last[column] + (1 if twice else _NO_SLIP),
                line[-1] + 1,
                last[column - 1] + _cost(char, other),
            )
            swapped = (
                row > 1 and column > 1 and char == known[column - 2] and other == word[row - 2]
            )
            line.append(min(cost, before_last[column - 2] + 1) if swapped else cost)
        before_last, last = last, line
    return last[-1]


def _cost(char: str, other: str) -> float:
    if char == other:
        return 0
    return 1 if other in _beside().get(char, "") else _NO_SLIP


@cache
def _beside() -> dict[str, str]:
    """Return the keys around each key; vowels are taken for each other, too."""
    places = {
        key: (row, column + row / 3)
        for row, keys in enumerate(("qwertyuiop", "asdfghjkl", "zxcvbnm"))
        for column, key in enumerate(keys)
    }
    return {
        key: "".join(
            other
            for other, (its_row, its_column) in places.items()
            if (abs(row - its_row) <= 1 and abs(column - its_column) <= 1)
            or {key, other} <= set("aeiou")
        )
        for key, (row, column) in places.items()
    }


def _shorter(word: str, letters: int) -> set[str]:
    """Return a word, and what is left of it without up to so many of its letters."""
    found = {word}
    for _ in range(letters):
        found |= {left[:at] + left[at + 1 :] for left in found for at in range(1, len(left))}
    return found


@cache
def _known() -> dict[str, int]:
    """Return the words that are right as they are, each with its place among the commonest."""
    spelt = table("known_words")["words"]["known"].split()
    return {word: place for place, word in enumerate([*spelt, *table("english")["spellings"]])}


@cache
def _index() -> dict[str, tuple[str, ...]]:
    """Return the known words by what is left of them without one of their letters."""
    found: dict[str, list[str]] = {}
    for word in table("known_words")["words"]["known"].split():
        if len(word) < _SHORTEST_SWAP:
            continue
        for shorter in _shorter(word, 1):
            found.setdefault(shorter, []).append(word)
    return {key: tuple(words) for key, words in found.items()}
