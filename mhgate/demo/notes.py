"""What the demo bot has read: facts and common errors, and how far an option agrees with them."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from mhgate.demo.stems import learn, read_words
from mhgate.demo.tables import table

__all__ = ["Note", "agreement", "notes"]

_FILES = (
    "notes_moods",
    "notes_mind",
    "notes_care",
    "notes_support",
    "notes_life",
    "notes_terms",
)
# found on our own questions and the half of the suites' that demo bots may be written against
_BASE = 8.0  # words' worth that a short option must bring before it counts in full
_COVERED = 0.6
_ANY_NOTE = 0.4  # what a note counts whose words the question has none of
_ASKED = 0.6
_NEARNESS = 3.0  # how much nearer topics outweigh others
_TOLD = 0.5  # what a word of a topic's notes tells of it, beside one of its heading
_OFFERED = 0.35  # what a word of the options tells of the topic, beside one of the question
_SHARED = 0.3  # how much less a word tells that several options have
_DENIED = 0.25  # what a word is worth that the note denies and the option does not, or the reverse
_UNSEEN = 12  # notes among which a word that none holds counts as one


@dataclass(frozen=True)
class Note:
    """A fact or a common error.

    Args:
        text: the sentence.
        holds: whether it is a fact.
        words: its content words, as signed stems.
        place: the number of its topic.
    """

    text: str
    holds: bool
    words: frozenset[str]
    place: int


@dataclass(frozen=True)
class _Topic:
    heading: frozenset[str]
    told: frozenset[str]


@cache
def notes() -> tuple[Note, ...]:
    """Return everything that was noted."""
    found = []
    for place, row in enumerate(_rows()):
        for key in ("facts", "myths"):
            for line in row.get(key, "").splitlines():
                text = line.removeprefix("- ").strip()
                if text:
                    found.append(Note(text, key == "facts", read_words(text).signed, place))
    return tuple(found)


@cache
def _rows() -> tuple[dict[str, str], ...]:
    rows = tuple(row for file in _FILES for row in table(file)["topic"])
    for row in rows:
        learn(" ".join(row.values()))
    return rows


@cache
def _topics() -> tuple[_Topic, ...]:
    told: dict[int, set[str]] = defaultdict(set)
    for note in notes():
        told[note.place] |= {word.lstrip("!") for word in note.words}
    return tuple(
        _Topic(frozenset(read_words(row["about"]).stems), frozenset(told[place]))
        for place, row in enumerate(_rows())
    )


@cache
def _index() -> dict[str, tuple[int, ...]]:
    places: dict[str, list[int]] = defaultdict(list)
    for position, note in enumerate(notes()):
        for word in {word.lstrip("!") for word in note.words}:
            places[word].append(position)
    return {word: tuple(positions) for word, positions in places.items()}


@cache
def _rarity(word: str) -> float:
    """Return how much a stem tells: much where few notes hold it, something where none does."""
    held = len(_index().get(word.lstrip("!"), ()))
    return math.log(1 + len(notes()) / held) if held else math.log(len(notes()) / _UNSEEN)


def agreement(
    question: frozenset[str], options: Sequence[frozenset[str]]
) -> list[tuple[float, float, Note | None]]:
    """Return how far each option agrees with the best fact and with the best error.

    Args:
        question: signed stems of the question.
        options: signed stems of each option.

    Returns:
        For each option two numbers from 0 up, and the fact.
    """
    near = _nearness(question, options)
    asked = math.fsum(map(_rarity, question)) or 1.0
    common = Counter(word for option in options for word in option)
    found = []
    for option in options:
        weights = {word: _rarity(word) / common[word] ** _SHARED for word in option}
        rest = {word: _rarity(word) for word in question - option}
        whole = (math.fsum(weights.values()) + _BASE) ** _COVERED
        best: dict[bool, tuple[float, Note | None]] = {True: (0.0, None), False: (0.0, None)}
        for place in sorted(
            {place for word in option for place in _index().get(word.lstrip("!"), ())}
        ):
            note = notes()[place]
            shared = _shared(weights, note.words)
            about = _shared(rest, note.words) / asked**_ASKED
            score = shared / whole * (_ANY_NOTE + about + near[note.place])
            if score > best[note.holds][0]:
                best[note.holds] = score, note
        found.append((best[True][0], best[False][0], best[True][1]))
    return found


def _nearness(question: frozenset[str], options: Sequence[frozenset[str]]) -> list[float]:
    """Return how near each topic is to a question, from 0 to 1."""
    asked = {word.lstrip("!"): _rarity(word) for word in question}
    offered = {word.lstrip("!"): _rarity(word) * _OFFERED for option in options for word in option}
    weights = offered | asked
    totals = [
        math.fsum(weight for word, weight in weights.items() if word in topic.heading)
        + _TOLD * math.fsum(weight for word, weight in weights.items() if word in topic.told)
        for topic in _topics()
    ]
    most = max(totals) or 1.0
    return [(total / most) ** _NEARNESS for total in totals]


def _shared(weights: Mapping[str, float], held: frozenset[str]) -> float:
    # exact sums: sets have no order, and a reply must not depend on the one they happen to have
    return math.fsum(
        weight if word in held else weight * _DENIED
        for word, weight in weights.items()
        if word in held or (word[1:] if word[0] == "!" else f"!{word}") in held
    )
