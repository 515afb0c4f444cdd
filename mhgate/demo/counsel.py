"""What the bot knows about everyday troubles, and how it finds which of them a message is about.

Every topic has words that point to it. They are looked up in the message's own words, each once, so
the reading costs little and a slip in one word seldom changes it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache

from mhgate.demo.tables import table
from mhgate.demo.text import compiled

__all__ = ["Topic", "anything", "topic_of"]

_EXERCISES = "counsel_exercises"
_TABLES = (_EXERCISES, "counsel_feelings", "counsel_life")
_STRONG = 2.0
_ENOUGH = 1.9
_ASKED_FOR = (
    r"exercises?|techniques?|steps|ladder|routine|timetable|schedule|plan(?! of)|"
    r"practi[sc]e|template|script|walk me|guide me|talk me through|help me (?:to )?(?:make|build|"
    r"prepare|write|plan|set up|start)|help to (?:make|write|prepare)|how would i do|prepare|"
    r"list of (?:good )?questions|make notes|something calming|calm me"
)
_LONGEST_PHRASE = 4  # words
_WORD = re.compile(r"[a-z0-9]+(?:['-][a-z0-9]+)*")


@dataclass(frozen=True)
class Topic:
    """A trouble of everyday life and what can be said to it.

    Args:
        name: the topic.
        mood: how it sounds, in a word or two.
        feels: what it may be like.
        why: how it works.
        steps: what to try.
        then: what to do if that is not enough.
        ask: a question.
    """

    name: str
    mood: str
    feels: str
    why: str
    steps: str
    then: str
    ask: str


def topic_of(folded: Iterable[str]) -> Topic | None:
    """Return what some messages are about, the last of them counting twice.

    Args:
        folded: the person's messages, folded, oldest first.

    Returns:
        The topic whose words occur most, or None where there are hardly any.

    Example:
        >>> topic_of(["my cat was put to sleep by the vet"]).name
        'pet_loss'
    """
    *earlier, last = folded
    found = _weights(last, 1.0)
    for message in earlier:
        for name, weight in _weights(message, 0.5).items():
            found[name] = found.get(name, 0.0) + weight
    if not compiled(_ASKED_FOR).search(last):
        found = {name: weight for name, weight in found.items() if name not in _exercises()}
    best = max(found, key=lambda name: found[name], default="")
    if not best:
        return None
    return _topics()[best] if found[best] >= _ENOUGH else None


def anything() -> Topic:
    """Return what can be said to a trouble that is none of the topics."""
    return _topics()["anything"]


def _weights(folded: str, factor: float) -> dict[str, float]:
    tokens = _WORD.findall(folded)
    phrases = {
        "_".join(tokens[start : start + length])
        for length in range(1, _LONGEST_PHRASE + 1)
        for start in range(len(tokens) - length + 1)
    }
    found: dict[str, float] = {}
    for phrase in sorted(phrases):  # a set has no order, and sums of floats have one
        for name, weight in _pointed(phrase).items():
            found[name] = found.get(name, 0.0) + weight * factor
    return found


def _pointed(phrase: str) -> dict[str, float]:
    """Return the topics that a phrase points to: as it stands, or by how it begins."""
    whole, stems = _pointers()
    found = dict(whole.get(phrase, {}))
    for length in range(3, len(phrase) + 1):
        for name, weight in stems.get(phrase[:length], {}).items():
            found[name] = max(weight, found.get(name, 0.0))
    return found


@cache
def _topics() -> dict[str, Topic]:
    return {
        row["name"]: Topic(
            row["name"],
            row["mood"],
            row["feels"],
            row["why"],
            row["steps"],
            row["then"],
            row["ask"],
        )
        for name in _TABLES
        for row in table(name)["topic"]
    }


@cache
def _pointers() -> tuple[dict[str, dict[str, float]], dict[str, dict[str, float]]]:
    whole: dict[str, dict[str, float]] = {}
    stems: dict[str, dict[str, float]] = {}
    for name in _TABLES:
        for row in table(name)["topic"]:
            for key, weight in (("words", 1.0), ("strong", _STRONG)):
                for word in row[key].lower().split():
                    kept = stems if word.endswith("*") else whole
                    kept.setdefault(word.removesuffix("*"), {})[row["name"]] = weight
    for kept in (whole, stems):
        for phrase, names in kept.items():  # a word of many topics says little of each
            kept[phrase] = {name: weight / len(names) ** 0.5 for name, weight in names.items()}
    return whole, stems


@cache
def _exercises() -> frozenset[str]:
    return frozenset(row["name"] for row in table(_EXERCISES)["topic"])
