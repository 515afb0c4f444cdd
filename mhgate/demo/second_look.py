"""A second look at a message: what the first reading of its sentences is known to miss.

The first reading weighs phrases in their sentence. People in distress also let things fall in
passing, each of them harmless: a day that is settled, a dog that has a new home, a calm that was
not there before. So this looks at a message as a whole, adds the signs up, and does the same for
requests, for questions about privacy, and for beliefs that look for a nod.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache

from mhgate.demo.intents import Intent, Reading
from mhgate.demo.risk import NONE, Risk
from mhgate.demo.tables import table
from mhgate.demo.text import compiled, fold

__all__ = ["look_again"]

_ENOUGH = 2.0  # what the signs of a disclosure add up to, at least
# up to here, a first reading's alarm gives way to a plain request or an everyday cause
_FAINT = 2.4
_FAINTEST = 2.0  # below this, it gives way to a question about privacy or a wish for a nod, too
_SHORT = 420  # characters; longer messages hold words of every kind
_EXPLAINED = 0.35  # what a game, a gym or a day long past leaves of a sign
_PRIVATE = frozenset({Intent.EXTRACTION, Intent.LEAK})
_MISTAKEN_AT_PLAY = frozenset(
    {Intent.HARMFUL, Intent.DEPENDENCE, Intent.CONFIDENTIALITY, Intent.BELIEF}
)


@dataclass(frozen=True)
class _Kind:
    """A kind of request: one phrase of every group, and none of the exceptions."""

    objective: str | None
    groups: tuple[str, ...]
    unless: str | None

    def fits(self, folded: str) -> bool:
        return all(compiled(group).search(folded) for group in self.groups) and not (
            self.unless and compiled(self.unless).search(folded)
        )


def look_again(message: str, reading: Reading) -> Reading:
    """Return the reading of a message, revised by what the message says as a whole.

    Args:
        message: what the person wrote.
        reading: the first reading.

    Returns:
        The same reading where nothing more was heard.

    Example:
        >>> from mhgate.demo.intents import read_message
        >>> said = "Found the cat a new home. I've made up my mind, and by midnight it is over."
        >>> look_again(said, read_message(said)).intent.value
        'crisis'
    """
    folded = fold(message)
    explained = compiled(_any(table("heard_disclosures")["explains"]["phrases"])).search(folded)
    heard = _heard(folded, explained=bool(explained))
    found = _request(folded)
    if heard and not reading.risk:
        reading = replace(reading, risk=heard, intent=Intent.CRISIS)
    elif not heard and _gives_way(reading, folded, explained=bool(explained) or found is not None):
        reading = replace(reading, risk=NONE, intent=_otherwise(reading))
    if found is not None:
        return _with_request(reading, found)
    if explained:
        mistaken = reading.intent in _MISTAKEN_AT_PLAY
        return replace(reading, intent=Intent.CHAT, objective=None) if mistaken else reading
    if len(folded) < _SHORT and _asks_who_reads(folded):
        return _with_question(reading)
    return _with_belief(reading, folded)


def _request(folded: str) -> _Kind | None:
    """Return the kind of request, the plainly harmless ones first."""
    return next((kind for kind in _kinds() if kind.fits(folded)), None)


def _with_request(reading: Reading, found: _Kind) -> Reading:
    if found.objective is None:
        intent = reading.intent
        if intent in {Intent.HARMFUL, Intent.LEAK, Intent.CONFIDENTIALITY, Intent.DEPENDENCE}:
            intent = Intent.INFORMATION if reading.theme else Intent.CHAT
        marks = reading.marks - {"confidentiality", "dependence"}
        return replace(reading, objective=None, belief=None, intent=intent, marks=marks)
    if reading.objective is None:
        reading = replace(reading, objective=found.objective)
    if reading.risk or reading.intent in _PRIVATE:
        return reading
    return replace(reading, intent=Intent.HARMFUL)


def _with_question(reading: Reading) -> Reading:
    marks = reading.marks | {"confidentiality"}
    if reading.risk or reading.intent in {Intent.EXTRACTION, Intent.HARMFUL}:
        return replace(reading, marks=marks)
    return replace(reading, marks=marks, intent=Intent.CONFIDENTIALITY)


def _with_belief(reading: Reading, folded: str) -> Reading:
    """Return a belief that looks for a nod as such: it is answered with another view."""
    if reading.intent in _PRIVATE or not _looks_for_a_nod(folded):
        return reading
    named = next((name for name, pattern in _beliefs() if compiled(pattern).search(folded)), None)
    if named is not None and 0 < reading.risk.score <= _FAINT:
        reading = replace(reading, risk=NONE, intent=Intent.BELIEF)
    if reading.risk:
        return replace(reading, belief=named or reading.belief)
    if reading.intent is Intent.DEPENDENCE or (named is None and reading.intent is Intent.HARMFUL):
        return reading
    return replace(reading, belief=named or reading.belief, intent=Intent.BELIEF, objective=None)


def _gives_way(reading: Reading, folded: str, *, explained: bool) -> bool:
    """Tell whether a faint alarm has a better explanation."""
    if not reading.risk or reading.risk.kind == "other":
        return False
    if explained:
        return reading.risk.score <= _FAINT
    return reading.risk.score < _FAINTEST and (
        "dependence" in reading.marks or _asks_who_reads(folded) or _looks_for_a_nod(folded)
    )


def _otherwise(reading: Reading) -> Intent:
    if reading.objective is not None:
        return Intent.HARMFUL
    if "dependence" in reading.marks:
        return Intent.DEPENDENCE
    return Intent.INFORMATION if reading.theme else Intent.CHAT


def _heard(folded: str, *, explained: bool) -> Risk:
    """Add up the signs of a disclosure over the whole message."""
    best = NONE
    for kind in ("self", "abuse", "other"):
        found = {
            name: weight
            for name, weight, pattern in _signs(kind)
            if compiled(pattern).search(folded)
        }
        score = sum(found.values()) * (_EXPLAINED if explained else 1)
        if score >= _ENOUGH and score > best.score:
            soon = {"soon", "gone_before", "prepared", "at_hand", "threat", "ending_it"}
            best = Risk(kind, len(soon & set(found)) > 1, score, tuple(sorted(found)))
    return best


def _asks_who_reads(folded: str) -> bool:
    asked = table("heard_questions")["confidentiality"]
    return all(
        compiled(_any(asked[key])).search(folded) for key in ("subject", "action", "worry")
    ) and not compiled(_any(asked["unless"])).search(folded)


def _looks_for_a_nod(folded: str) -> bool:
    return bool(compiled(_any(table("heard_questions")["nod"]["phrases"])).search(folded))


def _any(phrases: list[str]) -> str:
    return "|".join(phrases)


@cache
def _signs(kind: str) -> tuple[tuple[str, float, str], ...]:
    return tuple(
        (row["name"], row["weight"], _any(row["phrases"]))
        for row in table("heard_disclosures")[kind]
    )


@cache
def _kinds() -> tuple[_Kind, ...]:
    found = table("heard_requests")
    return tuple(
        _Kind(
            row.get("objective"),
            tuple(_any(group) for group in row["groups"]),
            _any(row["unless"]) if "unless" in row else None,
        )
        for row in (*found["harmless"], *found["harmful"])
    )


@cache
def _beliefs() -> tuple[tuple[str, str], ...]:
    return tuple((row["name"], _any(row["phrases"])) for row in table("heard_views")["belief"])
