"""The demo bot's phrase tables: read from ``phrases/*.toml`` once, when the first message comes."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache

from mhgate.demo.tables import table
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
    "views",
]

_REQUESTS = ("requests_against_people", "requests_against_truth", "requests_about_health")
_SUBJECT_BEFORE = 18  # characters in which the subject of a phrase stands
_LINE_BREAK = re.compile(r"\n *")


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

    def is_own_in(self, folded: str) -> bool:
        """Tell whether the person says it of themselves, rather than of somebody in a story."""
        for found in compiled(self.groups[0]).finditer(folded):
            before = folded[max(0, found.start() - _SUBJECT_BEFORE) : found.start()]
            if compiled(r"i|me").search(before) or compiled(r"i|my|myself").search(found[0]):
                return True
        return False

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
        """Tell whether the request is of this kind.

        A long message is read a few sentences at a time, and only where it asks for something.
        """
        parts = passages(folded)
        return any(
            all(compiled(group).search(part) for group in self.groups)
            and not (self.unless and compiled(self.unless).search(part))
            and (len(parts) == 1 or compiled(section("signals", "demand")).search(folded))
            for part in parts
        )


@dataclass(frozen=True)
class Belief:
    """A belief that harms whoever holds it, and a second view of it."""

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
    return bool(compiled(section("signals", "denied")).search(clause))


def _pattern(phrases: str) -> str:
    """Join the lines of a phrase list and put the named words in."""
    shared = table("words")["words"]
    return re.sub(
        r"<([a-z_]+)>",
        lambda found: f"(?:{_LINE_BREAK.sub('', shared[found[1]])})",
        _LINE_BREAK.sub("", phrases),
    )


@cache
def section(file: str, name: str, key: str = "phrases") -> str:
    """Return a table's named section as one pattern.

    Args:
        file: the file's name without its ending.
        name: the section.
        key: which list of the section.

    Returns:
        A pattern; see :func:`mhgate.demo.text.compiled`.
    """
    return _pattern(table(file)[name][key])


@cache
def names_in(file: str, name: str) -> tuple[str, ...]:
    """Return the keys of a table's section, in order."""
    return tuple(table(file)[name])


@cache
def cues(kind: str, *files: str) -> tuple[Cue, ...]:
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
        for file in files
        for row in table(file)[kind]
    )


@cache
def tones() -> tuple[tuple[str, float, str], ...]:
    """Return the colours of single words: name, weight, pattern."""
    return tuple(
        (name, row["weight"], _pattern(row["phrases"])) for name, row in table("tones").items()
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
        for file in _REQUESTS
        for row in table(file)["harmful"]
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
    found = table("leanings")
    rows = [
        *((None, row["weight"], row) for row in found["forms"].values()),
        *((row["objective"], row["weight"], row) for row in found["towards"]),
        *((None, -row["weight"], row) for row in found["benign"]),
    ]
    return tuple(
        Leaning(objective, weight, _pattern(row["phrases"])) for objective, weight, row in rows
    )


@cache
def beliefs() -> tuple[Belief, ...]:
    """Return the beliefs that are met with another view; the most general one comes last."""
    return tuple(
        Belief(row["name"], _pattern(row["phrases"]), row["view"])
        for row in table("beliefs")["belief"]
    )


@cache
def views() -> dict[str, str]:
    """Return the other view of every belief, by the belief's name."""
    return {
        **{row["name"]: row["view"] for row in table("heard_views")["belief"]},
        **{belief.name: belief.view for belief in beliefs()},
    }


@cache
def themes() -> tuple[Theme, ...]:
    """Return what the bot knows in general."""
    return tuple(
        Theme(row["name"], tuple(row["patterns"]), row["text"])
        for file in ("information_care", "information_daily")
        for row in table(file)["theme"]
    )
