"""A cell -> a rating, or the reason why it is none."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from mhgate.importers.mapping import RatingsMapping

__all__ = ["EMPTY", "Read", "ValueReader"]

EMPTY = "no rating: the cell is empty"
_NOT_SURE = "the rater was not sure"
_NOT_APPLICABLE = "not applicable"
_NO_NUMBER = "no number, and no word of the mapping"
_BELOW = "below the scale"
_ABOVE = "above the scale"

_NUMBER = re.compile(r"[+-]?(?:\d{1,30}(?:\.\d{0,30})?|\.\d{1,30})(?:[eE][+-]?\d{1,3})?", re.ASCII)
_CURLY = str.maketrans("\u2018\u2019\u201c\u201d", "''\"\"")


@dataclass(frozen=True, slots=True)
class Read:
    """A rating, or why there is none; ``noticed`` says what is odd about one that is used."""

    value: float | None
    reason: str | None = None
    noticed: str | None = None


@dataclass(frozen=True, slots=True)
class ValueReader:
    """Reads cells as a mapping says.

    Args:
        labels: words that are ratings.
        not_sure: words and numbers that say "not sure".
        not_applicable: words and numbers that say "does not apply".
        least: lowest rating, None without a scale.
        greatest: highest rating, None without a scale.
        keeps_outside: whether numbers outside the scale are used.
    """

    labels: Mapping[str, float] = field(default_factory=dict)
    not_sure: frozenset[str] = frozenset()
    not_applicable: frozenset[str] = frozenset()
    least: float | None = None
    greatest: float | None = None
    keeps_outside: bool = False

    @classmethod
    def of(cls, mapping: RatingsMapping) -> ValueReader:
        """Return the reader of a mapping."""
        scale = mapping.scale
        return cls(
            labels={_folded(word): value for word, value in mapping.labels.items()},
            not_sure=frozenset(map(_folded, mapping.not_rated.not_sure)),
            not_applicable=frozenset(map(_folded, mapping.not_rated.not_applicable)),
            least=None if scale is None else scale.least,
            greatest=None if scale is None else scale.greatest,
            keeps_outside=scale is not None and scale.outside == "keep",
        )

    def read(self, raw: Any) -> Read:
        """Return what a cell says.

        Args:
            raw: a cell's value: text, a number, true or false, None, or anything else.

        Returns:
            A finite rating, or the reason why there is none. Declared words come first: where 0
            is declared to mean "not applicable", 0 is no rating. True and false are words.

        Example:
            >>> reader = ValueReader(not_applicable=frozenset({"0"}), least=1, greatest=5)
            >>> reader.read(" 4 ").value, reader.read(0.0).reason, reader.read(6).reason
            (4.0, 'not applicable', 'above the scale')
        """
        word = _folded(raw)
        if not word:
            return Read(None, EMPTY)
        if word in self.not_sure or word in self.not_applicable:
            return Read(None, _NOT_SURE if word in self.not_sure else _NOT_APPLICABLE)
        value = self.labels.get(word)
        if value is None:
            value = _number(raw)
        if value is None:
            return Read(None, _NO_NUMBER)
        where = self._outside(value)
        if where is None:
            return Read(value)
        if self.keeps_outside:
            return Read(value, noticed=f"a rating {where}, used all the same")
        return Read(None, where)

    def _outside(self, value: float) -> str | None:
        if self.least is not None and value < self.least:
            return _BELOW
        return _ABOVE if self.greatest is not None and value > self.greatest else None


def _folded(raw: Any) -> str:
    """Return a word as it is compared: one case, straight quotes, no blanks around; 0.0 is 0."""
    if raw is None:
        return ""
    if isinstance(raw, float) and raw.is_integer():
        raw = int(raw)
    try:
        text = str(raw)
    except ValueError:  # an integer of thousands of digits
        text = "an integer of thousands of digits"
    return " ".join(text.translate(_CURLY).split()).casefold()


def _number(raw: Any) -> float | None:
    if isinstance(raw, bool):
        return None
    if isinstance(raw, str):
        text = raw.strip()
        value = float(text) if _NUMBER.fullmatch(text) else math.nan
    elif isinstance(raw, int | float):
        try:
            value = float(raw)
        except OverflowError:
            return None
    else:
        return None
    return value if math.isfinite(value) else None
