"""What ``mhgate suites check`` finds in texts that were imported -> a check.toml that says so.

An imported text stands as it stood: it is not reworded, and what a careful reader would
object to in it is let stand, item by item, with that reason. What an import itself could do better
(strata, countries, questions) is not let stand and stays a finding.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field

from mhgate.suites.checking import Finding
from mhgate.wiring.importing.toml_text import toml_text

__all__ = ["LET_STAND", "Letting"]

_REASON = (
    "it stands so in {source}, which was imported: no text was changed, and this says what is in it"
)

LET_STAND = (
    "same-text",
    "same-message",
    "alike-families",
    "shared-run",
    "amount",
    "method",
    "place",
    "reachable",
    "slur",
    "stigma",
    "length",
)
"""The rules about words: they concern texts that are not the importer's to mend."""

_BY_FAMILY = frozenset({"alike-families", "shared-run"})


@dataclass(slots=True)
class Letting:
    """What is let stand in a suite, and what stays of the last findings.

    Args:
        suite: its name, which ids carry.
        source: where its texts come from.
    """

    suite: str
    source: str
    left: tuple[Finding, ...] = ()
    _items: dict[str, dict[str, None]] = field(default_factory=lambda: defaultdict(dict))
    _families: dict[str, dict[str, None]] = field(default_factory=lambda: defaultdict(dict))

    def take(self, found: Iterable[Finding]) -> bool:
        """Divide findings into what is let stand and what stays.

        Args:
            found: those of a check.

        Returns:
            Whether anything was let stand: then the suite is to be checked again.
        """
        left, n_let = [], 0
        for each in found:
            if each.rule in LET_STAND and each.items:
                n_let += 1
                self._items[each.rule].update(dict.fromkeys(each.items))
                self._families[each.rule].update(dict.fromkeys(each.families))
            else:
                left.append(each)
        self.left = tuple(left)
        return n_let > 0

    def check_toml(self) -> str:
        """Return the suite's check.toml; empty where nothing is let stand."""
        entries = []
        for rule in self.let_stand:
            by_family = rule in _BY_FAMILY
            names = (self._families if by_family else self._items)[rule]
            entries.append(
                {
                    "rule": rule,
                    "reason": _REASON.format(source=self.source),
                    "families" if by_family else "items": [
                        name.removeprefix(f"{self.suite}/") for name in names
                    ],
                }
            )
        return toml_text({"allow": entries}) if entries else ""

    @property
    def let_stand(self) -> dict[str, int]:
        """How many items are let stand, by rule."""
        return {rule: len(self._items[rule]) for rule in LET_STAND if rule in self._items}

    def counts(self, level: str) -> dict[str, int]:
        """Return how many findings of a level stay, by rule."""
        return dict(Counter(each.rule for each in self.left if each.level == level))
