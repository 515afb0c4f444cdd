"""A table as it lies in a file: named columns, rows with their numbers, nothing interpreted."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from mhgate.config.mistakes import near
from mhgate.errors import Mistake, RatingsError
from mhgate.importers.tally import Tally

__all__ = ["Row", "Sheet", "clean_header", "one_mistake", "place_header"]

_MOST_NAMES = 12


@dataclass(frozen=True, slots=True)
class Row:
    """A row: its number in the file, counted from 1 with the header, and its cells by column."""

    number: int
    cells: dict[str, Any]


@dataclass(frozen=True, slots=True)
class Sheet:
    """A file's table. ``spoilt`` counts the rows that could not be read at all.

    ``columns`` are the headers without blanks around them; ``twice`` those that stand there more
    than once, whose cells nobody can tell apart; ``noticed`` what was odd.
    """

    file: str
    columns: tuple[str, ...]
    rows: list[Row]
    twice: frozenset[str] = frozenset()
    spoilt: Tally = field(default_factory=Tally)
    noticed: Tally = field(default_factory=Tally)

    @property
    def n_read(self) -> int:
        """Rows that were read, spoilt ones included, without the header."""
        return len(self.rows) + self.spoilt.total

    def require(self, column: str, where: str) -> str:
        """Return a column that must be there.

        Args:
            column: its name.
            where: the key of the mapping that names it.

        Raises:
            RatingsError: it is not there, or stands there twice.
        """
        if column in self.twice:
            raise one_mistake(
                where,
                f"{column!r}, a header that stands twice in {self.file}",
                "a header that stands there once",
                "Rename one of the two columns.",
            )
        if column not in self.columns:
            guess = near(column, self.columns)
            named = ", ".join(repr(name) for name in self.columns[:_MOST_NAMES])
            more = len(self.columns) - _MOST_NAMES
            raise one_mistake(
                where,
                f"{column!r}, and no such column in {self.file}",
                f"one of {named}{f' and {more} more' if more > 0 else ''}",
                f"Did you mean {guess!r}?" if guess else "Mend the name, here or there.",
            )
        return column


def one_mistake(where: str, found: str, expected: str, hint: str) -> RatingsError:
    """Return the error of one mistake."""
    return RatingsError([Mistake(where, found, expected, hint)])


def clean_header(raw: Any) -> str:
    """Return a header without the blanks around it; runs of blanks inside become one.

    Example:
        >>> clean_header(" human_response_claude")
        'human_response_claude'
    """
    return "" if raw is None else " ".join(str(raw).replace("\ufeff", "").split())


def place_header(raw: Iterable[Any], noticed: Tally) -> tuple[tuple[str, ...], frozenset[str]]:
    """Return the cleaned headers and those that stand there twice.

    Args:
        raw: the first row.
        noticed: where untidy headers are counted.
    """
    headers = []
    for each in raw:
        name = clean_header(each)
        if each is not None and name != str(each):
            noticed.add("a header with blanks around it, taken off", repr(str(each)))
        headers.append(name)
    named = [name for name in headers if name]
    twice = frozenset(name for name in named if named.count(name) > 1)
    for name in sorted(twice):
        noticed.add("a header that stands there twice, not used", repr(name))
    return tuple(headers), twice
