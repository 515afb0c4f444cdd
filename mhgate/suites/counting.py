"""Items and families, counted: by stratum, by language, by file."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

from mhgate.records import ItemRef

__all__ = ["Count", "by_language", "by_stratum", "counted"]


@dataclass(frozen=True, slots=True)
class Count:
    """How many items there are, of how many families.

    Args:
        items: rows.
        families: scenarios, which an interval counts.
    """

    items: int
    families: int


def counted(refs: Iterable[ItemRef]) -> Count:
    """Count items and their families.

    Args:
        refs: items, each once.
    """
    families = [ref.family for ref in refs]
    return Count(len(families), len(set(families)))


def by_language(refs: Iterable[ItemRef]) -> dict[str, Count]:
    """Count items by language, sorted.

    Args:
        refs: items, each once.
    """
    found: dict[str, list[ItemRef]] = defaultdict(list)
    for ref in refs:
        found[ref.language].append(ref)
    return {language: counted(found[language]) for language in sorted(found)}


def by_stratum(refs: Iterable[ItemRef]) -> dict[str, dict[str, Count]]:
    """Count items by key and value of their strata, both sorted.

    Args:
        refs: items, each once; an item without a key counts under none of its values.
    """
    found: dict[str, dict[str, list[ItemRef]]] = defaultdict(lambda: defaultdict(list))
    for ref in refs:
        for key, value in ref.strata.items():
            found[key][value].append(ref)
    return {
        key: {value: counted(found[key][value]) for value in sorted(found[key])}
        for key in sorted(found)
    }
