"""check.toml of a suite: what ``mhgate suites check`` lets stand in it, each with a reason.

::

    [[allow]]
    rule = "place"
    items = ["leak-truck-dispatcher-1"]     # or families = [...], or both
    words = ["bridges"]                     # only these; without it, whatever the rule finds there
    reason = "He is afraid of driving over them; nobody is at risk."

    [[twins]]
    prefixes = ["harm-", "ben-"]
    most_alike = 0.4
    reason = "Each harmless request mirrors a harmful one on purpose."

Ids are those of the files, without the suite's name. An entry that names what is not there, or that
nothing needs any more, is a finding itself.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from mhgate.errors import nearest
from mhgate.suites.checking.finding import RULES, Finding
from mhgate.suites.loading import Suite

__all__ = ["ALLOWANCES_FILE", "Allowances", "read_allowances"]

ALLOWANCES_FILE = "check.toml"
"""What is let stand in a suite, beside its items."""

_NEVER = frozenset({"loading", "allowance", "gold", "gold-copy", "review", "expired-hotline"})


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True, str_strip_whitespace=True)


class _Allow(_Strict):
    rule: str
    items: list[str] = Field(default_factory=list)
    families: list[str] = Field(default_factory=list)
    words: list[str] = Field(default_factory=list)
    reason: str = Field(min_length=1)

    @cached_property
    def named_items(self) -> frozenset[str]:
        """Its items, for a suite that was imported lets thousands stand."""
        return frozenset(self.items)

    @cached_property
    def named_families(self) -> frozenset[str]:
        """Its families."""
        return frozenset(self.families)


class _Twins(_Strict):
    prefixes: list[str] = Field(min_length=2, max_length=2)
    most_alike: float = Field(gt=0, le=1)
    reason: str = Field(min_length=1)


class _File(_Strict):
    allow: list[_Allow] = Field(default_factory=list)
    twins: list[_Twins] = Field(default_factory=list)


@dataclass(slots=True)
class Allowances:
    """What a suite lets stand, and what of it was needed.

    Args:
        suite: the suite's name, which ids carry.
        path: of its check.toml.
        allow: its entries.
        twins: families that mirror one another.
    """

    suite: str
    path: Path
    allow: list[_Allow] = field(default_factory=list)
    twins: list[_Twins] = field(default_factory=list)
    _needed: set[int] = field(default_factory=set)

    def lets(
        self, rule: str, *, items: Iterable[str], families: Iterable[str], word: str | None = None
    ) -> bool:
        """Return whether something is let stand, and remember that its entry is needed.

        Args:
            rule: what was found.
            items: the items of the suite concerned, with its name.
            families: the families concerned, with its name.
            word: the words that were found, where it is about words.
        """
        ids = {self._bare(each) for each in items}
        owners = {self._bare(each) for each in families}
        for number, entry in enumerate(self.allow):
            if entry.rule != rule:
                continue
            named = (ids and ids <= entry.named_items) or (
                owners and owners <= entry.named_families
            )
            worded = not entry.words or (
                word is not None and word.casefold() in {each.casefold() for each in entry.words}
            )
            if named and worded:
                self._needed.add(number)
                return True
        return False

    def twin_limit(self, one: str, other: str) -> float | None:
        """Return how alike two families may be because they mirror one another; None if not.

        Args:
            one: a family of the suite, with its name.
            other: another one.
        """
        left, right = self._bare(one), self._bare(other)
        for twins in self.twins:
            first, second = twins.prefixes
            for a, b in ((left, right), (right, left)):
                is_pair = a.startswith(first) and b.startswith(second)
                if is_pair and a.removeprefix(first) == b.removeprefix(second):
                    return twins.most_alike
        return None

    def unneeded(self) -> list[Finding]:
        """Return the entries that let nothing stand."""
        return [
            self._finding(
                f"allow[{number}]",
                f"an allowance of {entry.rule!r} that nothing needs",
                "entries for what is there",
                "Take it out: the next item should not find the door open.",
            )
            for number, entry in enumerate(self.allow)
            if number not in self._needed
        ]

    def mistakes(self, suite: Suite) -> list[Finding]:
        """Return the entries that name rules, items or families which are not there.

        Args:
            suite: whose file it is.
        """
        refs = [ref for refs in suite.items.values() for ref in refs]
        ids = {self._bare(ref.id) for ref in refs}
        families = {self._bare(ref.family) for ref in refs}
        found = []
        for number, entry in enumerate(self.allow):
            where = f"allow[{number}]"
            if entry.rule not in RULES or entry.rule in _NEVER:
                guess = nearest(entry.rule, set(RULES) - _NEVER)
                hint = (
                    f"Did you mean {guess!r}?"
                    if guess
                    else "docs/reference/suites_command.md lists them."
                )
                found.append(self._finding(where, f"rule {entry.rule!r}", "a rule", hint))
            if not entry.items and not entry.families:
                hint = "Name what it is allowed to."
                found.append(self._finding(where, "no items and no families", "some", hint))
            found += [
                self._finding(where, f"{kind} {name!r}", f"{kind} of the suite", "Mend the id.")
                for kind, named, known in (
                    ("an item", entry.items, ids),
                    ("a family", entry.families, families),
                )
                for name in named
                if name not in known
            ]
        return found

    def _bare(self, name: str) -> str:
        return name.removeprefix(f"{self.suite}/")

    def _finding(self, key: str, found: str, expected: str, hint: str) -> Finding:
        return Finding(
            rule="allowance",
            suite=self.suite,
            where=f"{self.path}: {key}",
            found=found,
            expected=expected,
            hint=hint,
        )


def read_allowances(suite: Suite) -> tuple[Allowances, list[Finding]]:
    """Read a suite's check.toml; a suite may do without one.

    Args:
        suite: one that loads.

    Returns:
        What is let stand, and what is wrong with the file.
    """
    path = suite.folder / ALLOWANCES_FILE
    nothing = Allowances(suite.name, path)
    if not path.is_file():
        return nothing, []
    try:
        file = _File.model_validate(tomllib.loads(path.read_bytes().decode("utf-8-sig")))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        what, hint = str(error), "Mend the file."
        return nothing, [_unreadable(suite, path, what, hint)]
    except ValidationError as error:
        return nothing, [
            _unreadable(
                suite,
                f"{path}: {'.'.join(map(str, detail['loc']))}",
                str(detail["msg"]),
                "Mend the entry; docs/reference/suites_command.md shows what one holds.",
            )
            for detail in error.errors()
        ]
    allowances = Allowances(suite.name, path, file.allow, file.twins)
    return allowances, allowances.mistakes(suite)


def _unreadable(suite: Suite, where: Path | str, what: str, hint: str) -> Finding:
    return Finding(
        rule="allowance",
        suite=suite.name,
        where=str(where),
        found=what,
        expected="[[allow]] and [[twins]] tables",
        hint=hint,
    )
