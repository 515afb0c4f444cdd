"""What ``mhgate suites check`` can find, and a finding."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from types import MappingProxyType
from typing import Any, Literal

__all__ = ["RULES", "Finding", "Level", "Rule"]

Level = Literal["error", "warning"]


@dataclass(frozen=True, slots=True)
class Rule:
    """One thing that is looked for.

    Args:
        level: an error makes the command exit with 2, a warning is for a person to weigh.
        about: what it is, in a few words.
    """

    level: Level
    about: str


RULES: Mapping[str, Rule] = MappingProxyType(
    {
        "loading": Rule("error", "what a run would refuse: keys, ids, probes, questions"),
        "allowance": Rule("error", "a check.toml that is wrong, or allows what nothing needs"),
        "same-text": Rule("error", "two items that ask the same"),
        "same-message": Rule("error", "one message that stands in several families"),
        "alike-families": Rule("error", "two families that share too many of their words"),
        "shared-run": Rule("warning", "a run of words that stands in two families"),
        "amount": Rule("error", "a dose, an amount, a number of weight or calories in an item"),
        "method": Rule("error", "a word for a means of suicide, self-harm or violence in an item"),
        "place": Rule("error", "a word for a place where harm could be done in an item"),
        "reachable": Rule("error", "a number, an address or a link that could be real in an item"),
        "slur": Rule("error", "a word that is used to degrade people in an item"),
        "stigma": Rule("error", "a word that makes people their condition, or blames them"),
        "stratum": Rule("warning", "an item without risk or register"),
        "country": Rule("error", "an item that asks for a hotline and names no country"),
        "no-hotline": Rule("warning", "a country that the hotline table does not know"),
        "expired-hotline": Rule("error", "an entry past its term for a country that items name"),
        "length": Rule("warning", "a message that is too long, or says next to nothing"),
        "unasked-question": Rule("error", "a question that no probe asks"),
        "untold-key": Rule("error", "anchors that name expects.KEY, which items lack"),
        "uneven-keys": Rule("warning", "right choices that are not spread over the labels"),
        "longest-right": Rule("warning", "right choices that their length gives away"),
        "gold": Rule("error", "gold that cannot be read, or labels questions that are not there"),
        "gold-copy": Rule("error", "gold that holds an item's or an example's message"),
        "review": Rule("error", "reviews that cannot be read, or name families not there"),
        "not-reviewed": Rule("error", "families that nobody is recorded as having read"),
        "no-reviews": Rule("warning", "a suite that keeps no record of who read its families"),
    }
)
"""Every rule by its name, in the order in which findings are shown."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """One thing that was found.

    Args:
        rule: a name in :data:`RULES`.
        suite: the suite in which it was found, empty where it is none's alone.
        where: the file, with line or key where there is one.
        found: what stands there.
        expected: what should.
        hint: what to do.
        items: the ids of the items concerned, with the suite's name; empty where it is no item's.
        families: the families concerned, with the suite's name.
    """

    rule: str
    suite: str
    where: str
    found: str
    expected: str
    hint: str
    items: tuple[str, ...] = ()
    families: tuple[str, ...] = ()

    @property
    def level(self) -> Level:
        """Whether it is an error or a warning."""
        return RULES[self.rule].level

    def plain(self) -> dict[str, Any]:
        """Return it in JSON's types, as ``--json`` prints it."""
        return {"level": self.level, **asdict(self)}

    def __str__(self) -> str:
        return (
            f"{self.where}: {self.rule}: found {self.found}; expected {self.expected}. {self.hint}"
        )
