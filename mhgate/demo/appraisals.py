"""What people in a scene feel, by what happened to what they want, and by what they then do.

Whose doing it was, what was hoped for or feared, against which rule, what can still be done: after
appraisal theory (Lazarus, Scherer), in everyday words. Feelings are read off scenes very roughly.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from mhgate.demo.stems import learn, read_words, stem
from mhgate.demo.tables import table
from mhgate.demo.text import fold
from mhgate.demo.ways import found, ways

__all__ = ["feelings_in", "score_feelings"]

_FILES = ("appraisals", "appraisals_bright")
_MANNER = "manner"
# log-odds, found as those of the notes were
_PRIOR = 0.5
_SHOWN = 2.1
_LEANING = 0.8
_REPEATED = -0.25  # for what an option repeats of the scene
_UNNAMED = (-0.2, 0.25, 0.15)  # prior, shown and leaning of an option that names no feeling
_MOST_SHOWN = 4.0
_EARLY, _LATE = 0.6, 0.8  # what is shown at the end of a scene tells more


@dataclass(frozen=True)
class _Feeling:
    prior: float
    names: tuple[frozenset[str], ...]
    scenes: tuple[re.Pattern[str], ...]
    words: frozenset[str]


@cache
def _feelings() -> dict[str, _Feeling]:
    rows = {name: row for file in _FILES for name, row in table(file).items() if name != _MANNER}
    for row in rows.values():
        learn(f"{row['names']} {row['words']}")
    return {
        name: _Feeling(
            row["prior"],
            tuple(filter(None, (frozenset(read_words(n).stems) for n in row["names"].split("|")))),
            ways(row["scenes"]),
            frozenset(map(stem, row["words"].split())),
        )
        for name, row in rows.items()
    }


def feelings_in(option: str) -> dict[str, float]:
    """Return the feelings that an option names, and how much of it each makes up."""
    held = frozenset(read_words(option, mended=True).stems)
    named = {
        name: max((len(n) / len(held | n) ** 0.5 for n in feeling.names if n <= held), default=0.0)
        for name, feeling in _feelings().items()
    }
    return {name: share for name, share in named.items() if share}


def score_feelings(scene: str, options: Sequence[str]) -> list[float]:
    """Return how well each option names what somebody in a scene feels.

    Args:
        scene: what happens, with the question.
        options: what may be chosen.

    Returns:
        One number an option; more is likelier.
    """
    folded = fold(scene, mended=False)
    words = frozenset(read_words(scene, mended=True).stems)
    shown = {name: _shown(feeling, folded) for name, feeling in _feelings().items()}
    return [_score(option, shown, words) for option in options]


def _score(option: str, shown: dict[str, float], scene: frozenset[str]) -> float:
    named = feelings_in(option)
    held = frozenset(read_words(option, mended=True).stems)
    total = sum(named.values())

    def mean(values: dict[str, float], otherwise: float) -> float:
        if not total:
            return otherwise
        return sum(share * values[name] for name, share in named.items()) / total

    feelings = _feelings()
    prior = mean({name: feelings[name].prior for name in named}, _UNNAMED[0])
    seen = mean(shown, _UNNAMED[1])
    leaning = mean({name: float(len(feelings[name].words & scene)) for name in named}, _UNNAMED[2])
    repeated = len(held & scene) / max(1, len(held))
    return (
        _PRIOR * prior
        + _SHOWN * seen
        + _LEANING * leaning
        + _REPEATED * repeated
        + _manner(fold(option, mended=False))
    )


def _shown(feeling: _Feeling, folded: str) -> float:
    total = 0.0
    for pattern in feeling.scenes:
        last = max((hit.end() for hit in pattern.finditer(folded)), default=None)
        if last is not None:
            total += _EARLY + _LATE * last / len(folded)
    return min(total, _MOST_SHOWN)


def _manner(folded: str) -> float:
    """Return what it adds that a feeling is mixed with, or hidden under, another."""
    return sum(
        float(row["weight"])
        for row in table("appraisals")[_MANNER]
        if found(ways(row["phrases"]), folded)
    )
