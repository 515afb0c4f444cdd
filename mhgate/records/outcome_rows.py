"""Kept outcomes as a sequence, in any order, and what reads any sequence of outcomes sparingly."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Annotated, TypeVar, overload

from pydantic import GetCoreSchemaHandler
from pydantic_core import core_schema

from mhgate.records.outcomes import ItemOutcome
from mhgate.records.outcomes_kept import OutcomesKept, Whose

__all__ = ["OutcomeRows", "Outcomes", "numbered", "said", "told"]

Made = TypeVar("Made")


class OutcomeRows(Sequence[ItemOutcome]):
    """Some rows, in an order: each is made when it is asked for, and not held.

    Args:
        kept: holds them.
        numbers: theirs.
    """

    __slots__ = ("_kept", "_numbers")
    __hash__ = None  # type: ignore[assignment]

    def __init__(self, kept: OutcomesKept, numbers: Sequence[int]) -> None:
        self._kept = kept
        self._numbers = numbers if isinstance(numbers, range) else array("I", numbers)

    def __len__(self) -> int:
        return len(self._numbers)

    def __iter__(self) -> Iterator[ItemOutcome]:
        return map(self._kept.row, self._numbers)

    @overload
    def __getitem__(self, index: int) -> ItemOutcome: ...

    @overload
    def __getitem__(self, index: slice) -> OutcomeRows: ...

    def __getitem__(self, index: int | slice) -> ItemOutcome | OutcomeRows:
        if isinstance(index, slice):
            return OutcomeRows(self._kept, self._numbers[index])
        return self._kept.row(self._numbers[index])

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Sequence) or isinstance(other, str | bytes):
            return NotImplemented
        return len(self) == len(other) and all(map(ItemOutcome.__eq__, self, other))

    def __repr__(self) -> str:
        return f"<{len(self)} outcomes>"

    def where(self, keep: Callable[[ItemOutcome], bool]) -> OutcomeRows:
        """Return the rows for which something holds, in the same order.

        Args:
            keep: given a row, says whether it does.
        """
        return OutcomeRows(
            self._kept, array("I", (each for each in self._numbers if keep(self._kept.row(each))))
        )

    def said(self) -> Iterator[ItemOutcome]:
        """Yield what each row says but for cells and votes, with any trial and item."""
        return map(self._kept.said, self._numbers)

    def told(self) -> Iterator[tuple[ItemOutcome, Whose | ItemOutcome]]:
        """Yield what each row says, as :meth:`said` does, and whose it is."""
        return map(self._kept.told, self._numbers)

    def rendered(self, render: Callable[[ItemOutcome], Made]) -> Iterator[tuple[Whose, Made]]:
        """Yield whose each row is, and what is made of what it says.

        Args:
            render: given a row with the trial and item of any other, returns what is made of it;
                called once for rows that say the same.
        """
        known: dict[int, Made] = {}
        for number in self._numbers:
            code = self._kept.shared(number)
            made = None if code is None else known.get(code)
            if made is None:
                made = render(self._kept.all_said(number))
                if code is not None:
                    known[code] = made
            yield self._kept.whose(number), made

    def n_trials(self) -> int:
        """Return of how many trials they are."""
        seen = bytearray(self._kept.n_numbers)
        for trial in self.trials():
            seen[trial] = 1
        return sum(seen)

    def trials(self) -> Iterator[int]:
        """Yield the number of each row's trial."""
        return map(self._kept.trial, self._numbers)


# --- any sequence of rows, however it is kept


def said(rows: Iterable[ItemOutcome]) -> Iterator[ItemOutcome]:
    """Yield rows of which no more is wanted than value, answer, failure and the like.

    Args:
        rows: any; what is yielded may name another trial and item, and lack cells and votes.
    """
    return rows.said() if isinstance(rows, OutcomeRows) else iter(rows)


def told(rows: Iterable[ItemOutcome]) -> Iterator[tuple[ItemOutcome, Whose | ItemOutcome]]:
    """Yield what each row says, as :func:`said` does, and whose it is: trial, item, family.

    Args:
        rows: any.
    """
    return rows.told() if isinstance(rows, OutcomeRows) else ((row, row) for row in rows)


def numbered(rows: Iterable[ItemOutcome]) -> Iterator[tuple[int, ItemOutcome]]:
    """Yield the number of each row's trial, and what the row says, as :func:`said` does.

    Args:
        rows: any; those of one trial have one number.
    """
    if isinstance(rows, OutcomeRows):
        yield from zip(rows.trials(), rows.said(), strict=True)
        return
    numbers: dict[str, int] = {}
    for row in rows:
        yield numbers.setdefault(row.trial_id, len(numbers)), row


class _KeptOrRead:
    """How a record holds outcomes: kept rows as they are, others each held to what a row is."""

    @classmethod
    def __get_pydantic_core_schema__(
        cls, _source: object, handler: GetCoreSchemaHandler
    ) -> core_schema.CoreSchema:
        rows = handler.generate_schema(tuple[ItemOutcome, ...])
        return core_schema.no_info_wrap_validator_function(
            lambda value, read: value if isinstance(value, OutcomeRows) else read(value),
            rows,
            serialization=core_schema.wrap_serializer_function_ser_schema(
                lambda value, dump: dump(tuple(value)), schema=rows
            ),
        )


Outcomes = Annotated[Sequence[ItemOutcome], _KeptOrRead]
"""Outcomes of a record: kept ones of a run, or those that were read from a file."""
