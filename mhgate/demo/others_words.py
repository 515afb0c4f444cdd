"""What somebody else's words show: whether there is danger in them, and how grave it is.

Somebody asks about a note, a post, a voicemail. Signs of danger are added up, and what explains
them (a game, a song, a joke, a plan for next week) is taken off.
"""

from __future__ import annotations

import math
import re
from functools import cache, lru_cache
from itertools import pairwise

from mhgate.demo.intents import read_message
from mhgate.demo.second_look import look_again
from mhgate.demo.tables import table
from mhgate.demo.text import fold
from mhgate.demo.ways import count, ways

__all__ = ["LEVELS", "grade", "is_danger"]

_FILES = ("dangers", "last_words", "wounds", "no_danger")

LEVELS = ("none", "low", "high", "imminent")
"""How grave words are, the mildest first."""

# log-odds, found as those of the notes were; each kind of sign counts up to a few times
_WORTH = {
    "wish": 1.4,
    "ending": 1.7,
    "method": 1.6,
    "undecided": 0.6,
    "attempt": 1.3,
    "act": 1.3,
    "soon": 0.4,
    "farewell": 1.0,
    "legacy": 1.0,
    "closing": 0.6,
    "absent": 0.9,
    "peace": 0.4,
    "burden": 0.6,
    "selfharm": 1.6,
    "abuse": 1.4,
    "threat": 1.8,
    "denies_wish": -0.7,
    "denies_act": 0.3,
    "everyday": -0.75,
    "play": -1.2,
    "past": -1.2,
    "dying_well": -1.2,
}
_TWICE = 2
_THREE_TIMES = 3
_MOST = {"farewell": 3, "legacy": 3, "burden": 3, "selfharm": 3, "abuse": 3, "everyday": 5}
_NEEDED = 1.0
_READ_AS_OWN = 1.4  # where the words would be a disclosure, had they been written to the bot
_READ_AS_OTHERS = 1.2
_SHORT, _BREVITY = 200, 0.3
_FIRM_DENIAL = 1.2
_BARELY = 0.4
_TOKEN = re.compile(r"[a-z']+|[!?]{2,}|\?|!")


@lru_cache(maxsize=256)
def _signs(words: str) -> dict[str, int]:
    folded = fold(words)
    return {
        name: count(ways(row["phrases"]), folded)
        for file in _FILES
        for name, row in table(file).items()
    }


@lru_cache(maxsize=256)
def _danger(words: str) -> float:
    """Return the log-odds of danger: what its signs say, and how the single words lean."""
    signs = _signs(words)
    total = sum(worth * min(signs[name], _MOST.get(name, _TWICE)) for name, worth in _WORTH.items())
    risk = look_again(words, read_message(words)).risk
    if risk.kind == "self":
        total += _READ_AS_OWN
    elif risk:
        total += _READ_AS_OTHERS
    total += (_BREVITY if len(words) < _SHORT else 0.0) - _NEEDED
    start = table("danger_words")["start"]
    return float(start["weight"] + start["signs"] * total + _leaning(words))


@cache
def _weights() -> dict[str, float]:
    return {
        word: float(weight)
        for weight, listed in table("danger_words")["words"].items()
        for word in listed.split()
    }


def _leaning(words: str) -> float:
    found = _TOKEN.findall(fold(words, mended=False))
    pairs = {f"{first}_{second}" for first, second in pairwise(found)}
    return math.fsum(_weights().get(word, 0.0) for word in {*found, *pairs})


def is_danger(words: str) -> bool:
    """Tell whether words of somebody else show risk: of suicide, self-harm, or from others.

    Args:
        words: what they wrote or said.

    Returns:
        Whether danger is likelier than not.
    """
    return _danger(words) > 0


def grade(words: str) -> str:
    """Return how grave the wish to die is that words of somebody else show.

    Args:
        words: what they wrote or said.

    Returns:
        One of :data:`LEVELS`.
    """
    signs = _signs(words)

    def has(name: str, most: int = _TWICE) -> int:
        return min(signs[name], most)

    last_things = sum(signs[name] for name in ("farewell", "legacy", "absent", "peace"))
    final = min(last_things + 0.7 * signs["closing"], 4.0)
    denied = has("denies_act", _THREE_TIMES)
    undecided = has("undecided", _THREE_TIMES)
    scores = {
        "imminent": 1.2 * has("act", _THREE_TIMES)
        + 0.9 * has("soon", _THREE_TIMES)
        + 0.7 * final
        + 0.4 * has("ending")
        - 1.4 * undecided
        - 1.7 * denied
        - 0.3 * has("method", 1)
        - 0.7 * has("attempt", 1)
        - 0.8,
        "high": 1.4 * has("method", _THREE_TIMES)
        + 1.4 * has("attempt")
        + 0.9 * undecided
        + 0.3 * has("ending")
        - 1.4 * denied,
        "low": 1.2 * has("wish")
        + has("denies_act")
        + 0.2 * has("ending")
        + 0.3 * has("burden")
        - _FIRM_DENIAL * has("denies_wish")
        - 0.2,
    }
    level = max(scores, key=lambda name: scores[name])
    danger = _danger(words) - _FIRM_DENIAL * has("denies_wish")
    if danger <= 0 or (level == "low" and danger + 0.5 * has("denies_act") <= _BARELY):
        return "none"
    return level
