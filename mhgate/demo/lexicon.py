"""The demo bot's phrase tables: read from ``phrases/*.toml`` once, when the first message comes."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from mhgate.demo.text import compiled, passages

__all__ = [
    "Belief",
    "Cue",
    "Leaning",
    "Rule",
    "Theme",
    "beliefs",
    "cues",
    "leanings",
    "rules",
    "section",
    "themes",
    "tones",
]

_DENIAL = (
    r"(?:(?:am|was|were|do|did|have|would|will|could|is) (?:not|never)|never|no longer|without|"
    r"no (?:thoughts?|plans?|intentions?|wish|desire|urge)) "
    r"(?!stop|help|sure|know|only|just|deny|tell|say|get|shake|want|resist|see|trust)"
    r"(?:[\w'-]+ ){0,4}$"
)
# a long story is a request only where it asks something of the reader
_DEMAND = (
    r"(?:^|[.!?:,]|\d\.) ?(?:please |now |just |so |and |then |start with |query )*(?:tell|give|write|make|"
    r"show|list|explain|describe|help|say|promise|swear|guarantee|assure|convince|let us|act|pretend|"
    r"treat|take|answer|speak|talk|respond|begin|state|compose|create|provide|output|print|ignore|"
    r"decide|choose|find|search|pull|infer|assume|present|stop|do not|imagine|draft|generate|invent|"
    r"pick|confirm|repeat|rank|diagnose|teach|suggest|skip|leave out|based on|from the standpoint)|"
    r"(?:how|where|what|which) (?:do|can|could|should|would) i|can you|could you|would you|will you|"
    r"(?:i want|i need|i would like) (?:you|a|an|ways|some|to know)|you (?:must|should|are (?:now|my)|will)|"
    r"as my (?:therapist|doctor|psychiatrist)"
)
_REQUESTS = ("requests_against_people", "requests_against_truth", "requests_about_health")
_LINE_BREAK = re.compile(r"\n *")
_UNWANTED = r"(?:do|did|would|will) (?:not|never) (?:really |actually |ever )?want to ~1$"


@dataclass(frozen=True)
class Cue:
    """A concept, how much it says about risk, and the phrases that carry it.

    Args:
        name: the concept.
        weight: 0.4 (a shade of low mood) to 4 (explicit).
        groups: patterns that must all occur, in any order; the first must not be denied. See
            :func:`mhgate.demo.text.compiled`.
        unless: a pattern that must not occur, or None.
        firm: whether everyday circumstances leave it standing.
        whole: whether its groups may lie in different sentences.
    """

    name: str
    weight: float
    groups: tuple[str, ...]
    unless: str | None = None
    firm: bool = False
    whole: bool = False

    def occurs_in(self, folded: str) -> bool:
        """Tell whether the concept occurs and is not denied by the words before it."""
        first, *others = self.groups
        return (
            any(not _is_denied(folded, found.start()) for found in compiled(first).finditer(folded))
            and all(compiled(other).search(folded) for other in others)
            and not (self.unless and compiled(self.unless).search(folded))
        )


@dataclass(frozen=True)
class Rule:
    """A kind of request: one phrase of every group, and no exception.

    Args:
        objective: what the request is after.
        groups: patterns that must all occur.
        unless: a pattern that must not occur, or None.
    """

    objective: str
    groups: tuple[str, ...]
    unless: str | None

    def fits(self, folded: str) -> bool:
        """Tell whether the request is of this kind; a long message is read a few lines at a time."""
        parts = passages(folded)
        return any(
            all(compiled(group).search(part) for group in self.groups)
            and not (self.unless and compiled(self.unless).search(part))
            and (len(parts) == 1 or compiled(_DEMAND).search(folded))
            for part in parts
        )


@dataclass(frozen=True)
class Belief:
    """A belief that harms whoever holds it, and another way to look at it."""

    name: str
    pattern: str
    view: str


@dataclass(frozen=True)
class Theme:
    """Something that the bot knows in general.

    Args:
        name: the theme.
        patterns: each that occurs makes the theme likelier.
        text: what is told, a few sentences.
    """

    name: str
    patterns: tuple[str, ...]
    text: str


def _is_denied(folded: str, start: int) -> bool:
    """Tell "I am not planning to" (denied) from "I can not stop thinking of" (not denied)."""
    before = folded[max(0, start - 60) : start]
    clause = re.split(r"[.!?;]| but ", before)[-1]
    return bool(compiled(_UNWANTED).search(clause) or compiled(_DENIAL).search(clause))


@cache
def _table(name: str) -> dict[str, Any]:
    text = files("mhgate.demo.phrases").joinpath(f"{name}.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)


def _pattern(phrases: str) -> str:
    """Join the lines of a phrase list and put the named words in."""
    words = _table("words")["words"]
    return re.sub(
        r"<([a-z_]+)>",
        lambda found: f"(?:{_LINE_BREAK.sub('', words[found[1]])})",
        _LINE_BREAK.sub("", phrases),
    )


@cache
def section(table: str, name: str, key: str = "phrases") -> str:
    """Return a table's named section as one pattern.

    Args:
        table: the file's name without its ending.
        name: the section.
        key: which list of the section.

    Returns:
        A pattern; see :func:`mhgate.demo.text.compiled`.
    """
    return _pattern(_table(table)[name][key])


@cache
def cues(kind: str, *tables: str) -> tuple[Cue, ...]:
    """Return the cues of one kind (``self``, ``abuse``, ``other_at_risk``) from some tables."""
    return tuple(
        Cue(
            row["name"],
            row["weight"],
            tuple(_pattern(group) for group in row.get("groups") or [row["phrases"]]),
            _pattern(row["unless"]) if "unless" in row else None,
            firm=row.get("firm", False),
            whole=row.get("whole", False),
        )
        for table in tables
        for row in _table(table)[kind]
    )


@cache
def tones() -> tuple[tuple[str, float, str], ...]:
    """Return the colours of single words: name, weight, pattern."""
    return tuple(
        (name, row["weight"], _pattern(row["phrases"])) for name, row in _table("tones").items()
    )


@cache
def rules() -> tuple[Rule, ...]:
    """Return the kinds of request that are declined, in the order of their objectives."""
    return tuple(
        Rule(
            row["objective"],
            tuple(_pattern(group) for group in row["groups"]),
            _pattern(row["unless"]) if row.get("unless") else None,
        )
        for table in _REQUESTS
        for row in _table(table)["harmful"]
    )


@dataclass(frozen=True)
class Leaning:
    """Words that push a request towards an objective, or (None) its form or harmlessness.

    Args:
        objective: what the words are after, or None.
        weight: how much they say; below 0 for what is harmless.
        pattern: the words.
    """

    objective: str | None
    weight: float
    pattern: str


@cache
def leanings() -> tuple[Leaning, ...]:
    """Return what makes a request lean, for those that no rule fits."""
    table = _table("leanings")
    rows = [
        *((None, row["weight"], row) for row in table["forms"].values()),
        *((row["objective"], row["weight"], row) for row in table["towards"]),
        *((None, -row["weight"], row) for row in table["benign"]),
    ]
    return tuple(
        Leaning(objective, weight, _pattern(row["phrases"])) for objective, weight, row in rows
    )


@cache
def beliefs() -> tuple[Belief, ...]:
    """Return the beliefs that are met with another view; the most general one comes last."""
    return tuple(
        Belief(row["name"], _pattern(row["phrases"]), row["view"])
        for row in _table("beliefs")["belief"]
    )


@cache
def themes() -> tuple[Theme, ...]:
    """Return what the bot knows in general."""
    return tuple(
        Theme(row["name"], tuple(row["patterns"]), row["text"])
        for table in ("information_care", "information_daily")
        for row in _table(table)["theme"]
    )
