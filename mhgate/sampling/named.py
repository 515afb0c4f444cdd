"""``Trials``: as many as are planned, each made when it is looked at.

A run passes over its plan several times and holds it to its end. What a trial is follows from its
item, its epoch and the run's seed, so that a trial that nobody looks at takes a dozen bytes.
"""

from __future__ import annotations

import re
from array import array
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import accumulate
from typing import overload

from mhgate.canonical import seed_from
from mhgate.records import ItemRef, Trial
from mhgate.records.item_refs import column_of
from mhgate.records.outcomes_kept import Whose
from mhgate.sampling.drawn import Drawn

__all__ = ["Named", "Trials", "trial_seed"]

_EPOCH = re.compile("0|[1-9][0-9]{0,17}")


def trial_seed(seed: int, item_id: str, epoch: int) -> int:
    """Return the seed of a trial.

    Args:
        seed: of the run.
        item_id: the item that it asks.
        epoch: how often that was asked before.
    """
    return seed_from(seed, "trial", item_id, epoch)


class Named:
    """What trials are made of, row by row; no item is asked twice in one epoch.

    Args:
        drawn: the items.
        numbers: the item that each trial asks.
        epochs: how often it was asked before.
        seeds: of the trials; None where they are worked out anew from the run's.
        seed: the run's.
        odd: trials that are named otherwise than by item and epoch, by row.
    """

    __slots__ = ("_by_item", "_epochs", "_odd", "_odd_rows", "_seed", "_seeds", "drawn", "numbers")

    def __init__(
        self,
        drawn: Drawn,
        numbers: array[int],
        epochs: array[int],
        seeds: array[int] | None,
        *,
        seed: int = 0,
        odd: Mapping[int, Trial] | None = None,
    ) -> None:
        self.drawn, self.numbers = drawn, numbers
        self._epochs, self._seeds, self._seed = epochs, seeds, seed
        self._odd = {} if odd is None else dict(odd)
        self._odd_rows = {trial.id: row for row, trial in self._odd.items()}
        self._by_item: tuple[array[int], array[int]] | None = None  # most plans never need it

    def __len__(self) -> int:
        return len(self.numbers)

    def trial(self, row: int) -> Trial:
        """Return the trial of a row.

        Args:
            row: from 0.
        """
        if row in self._odd:
            return self._odd[row]
        number, epoch = self.numbers[row], self._epochs[row]
        item_id = self.drawn.id_of(number)
        return Trial(
            id=f"{item_id}#{epoch}",
            item_id=item_id,
            family=self.drawn.family_of(number),
            epoch=epoch,
            seed=self._seed_of(row, item_id, epoch),
        )

    def id_of(self, row: int) -> str:
        """Return the id of a row's trial, which costs a third of the trial.

        Args:
            row: from 0.
        """
        if row in self._odd:
            return self._odd[row].id
        return f"{self.drawn.id_of(self.numbers[row])}#{self._epochs[row]}"

    def whose(self, row: int) -> Whose:
        """Return what stands in each outcome of a row's trial.

        Args:
            row: from 0.
        """
        item_id, digest, family, strata = self.drawn.told(self.numbers[row])
        epoch = self._epochs[row]
        trial_id = self._odd[row].id if row in self._odd else f"{item_id}#{epoch}"
        return Whose(trial_id, item_id, digest, family, epoch, strata)

    def names(self) -> Iterator[tuple[int, str, int]]:
        """Yield the number of each trial's item, the trial's id, and its seed."""
        for row, number in enumerate(self.numbers):
            epoch, item_id = self._epochs[row], self.drawn.id_of(number)
            yield number, f"{item_id}#{epoch}", self._seed_of(row, item_id, epoch)

    def _seed_of(self, row: int, item_id: str, epoch: int) -> int:
        seeds = self._seeds
        return trial_seed(self._seed, item_id, epoch) if seeds is None else seeds[row]

    def row_of(self, trial_id: str) -> int | None:
        """Return the row of a trial, None where there is none of that name.

        Args:
            trial_id: the trial's id.
        """
        if trial_id in self._odd_rows:
            return self._odd_rows[trial_id]
        item_id, _, epoch = trial_id.rpartition("#")
        number = self.drawn.find(item_id)
        if number is None:
            return None
        if self._by_item is None:
            self._by_item = self._rows_by_item()
        starts, rows = self._by_item
        start, end = starts[number], starts[number + 1]
        if end - start == 1:  # as most items are asked once
            return rows[start] if str(self._epochs[rows[start]]) == epoch else None
        if not _EPOCH.fullmatch(epoch):
            return None
        at = bisect_left(rows, int(epoch), start, end, key=self._epochs.__getitem__)
        return rows[at] if at < end and self._epochs[rows[at]] == int(epoch) else None

    def _rows_by_item(self) -> tuple[array[int], array[int]]:
        """Return where the rows of each item begin, by its number, and the rows, by item and epoch.

        Odd ones are not among them.
        """
        rows = sorted(range(len(self)), key=self._epochs.__getitem__)
        rows = sorted((row for row in rows if row not in self._odd), key=self.numbers.__getitem__)
        counts = array("I", [0]) * len(self.drawn)
        for row in rows:
            counts[self.numbers[row]] += 1
        starts = column_of(accumulate(counts, initial=0), len(rows))
        return starts, column_of(rows, len(self))


class Trials(Sequence[Trial]):
    """Trials in plan order, as a tuple of them would hold them.

    Two are equal where their trials are; a tuple or a list of the same trials is equal to it too.

    Args:
        named: what they are made of.
        rows: which of these, rising; None for all.
    """

    __slots__ = ("named", "rows")

    def __init__(self, named: Named, rows: Sequence[int] | None = None) -> None:
        self.named = named
        self.rows: Sequence[int] = range(len(named)) if rows is None else rows

    @classmethod
    def of(cls, trials: Iterable[Trial], refs: Mapping[str, ItemRef]) -> Trials:
        """Return trials that are there already in this form.

        Args:
            trials: in plan order; none of them twice.
            refs: the references of their items, by id.

        Raises:
            KeyError: a trial asks an item of which there is no reference.
        """
        drawn = Drawn.of(refs)
        numbers, epochs, seeds = array("I"), array("Q"), array("Q")
        odd = {}
        for row, trial in enumerate(trials):
            number = drawn.number_of(trial.item_id)
            usual = f"{trial.item_id}#{trial.epoch}", drawn.family_of(number)
            if (trial.id, trial.family) != usual:
                odd[row] = trial
            numbers.append(number)
            epochs.append(trial.epoch)
            seeds.append(trial.seed)
        columns = (column_of(each, max(each, default=0)) for each in (numbers, epochs, seeds))
        return cls(Named(drawn, *columns, odd=odd))

    def __len__(self) -> int:
        return len(self.rows)

    @overload
    def __getitem__(self, place: int) -> Trial: ...

    @overload
    def __getitem__(self, place: slice) -> Trials: ...

    def __getitem__(self, place: int | slice) -> Trial | Trials:
        if isinstance(place, slice):
            return Trials(self.named, self.rows[place])
        return self.named.trial(self.rows[place])

    def __iter__(self) -> Iterator[Trial]:
        return map(self.named.trial, self.rows)

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Trials | tuple | list):
            pairs = zip(self, other, strict=False)
            return len(self) == len(other) and all(one == two for one, two in pairs)
        return NotImplemented

    def __hash__(self) -> int:
        return hash(tuple(self))

    def __repr__(self) -> str:
        return f"<{len(self)} trials>"

    @property
    def drawn(self) -> Drawn:
        """The items that are asked."""
        return self.named.drawn

    @property
    def families(self) -> list[str]:
        """The family of each trial: the same string for all of one family."""
        return [self.drawn.family_of(number) for number in self.numbers()]

    def numbers(self) -> Iterator[int]:
        """Yield the number of the item that each trial asks."""
        return map(self.named.numbers.__getitem__, self.rows)

    def find(self, trial_id: str) -> Trial | None:
        """Return the trial of an id; None where the whole plan has none.

        Args:
            trial_id: the trial's id.
        """
        row = self.named.row_of(trial_id)
        return None if row is None else self.named.trial(row)

    def ids(self) -> Iterator[str]:
        """Yield the id of each trial."""
        return map(self.named.id_of, self.rows)

    def id_at(self, place: int) -> str:
        """Return the id of a trial.

        Args:
            place: where it stands here.
        """
        return self.named.id_of(self.rows[place])

    def whose_at(self, place: int) -> Whose:
        """Return what stands in each outcome of a trial, whoever read it.

        Args:
            place: where the trial stands here.
        """
        return self.named.whose(self.rows[place])

    def place_of(self, trial_id: str) -> int | None:
        """Return where a trial stands here; None where it does not.

        Args:
            trial_id: the trial's id.
        """
        row = self.named.row_of(trial_id)
        if row is None or isinstance(self.rows, range):
            return row
        place = bisect_left(self.rows, row)
        return place if place < len(self.rows) and self.rows[place] == row else None

    def places_of(self, marks: Sequence[int]) -> Sequence[int]:
        """Return where the trials of some items stand here, rising.

        Args:
            marks: whether each item is one of them, by its number.
        """
        if all(marks):
            return range(len(self))
        numbers = enumerate(self.numbers())
        return column_of((place for place, number in numbers if marks[number]), len(self))

    def at(self, places: Sequence[int]) -> Trials:
        """Return the trials at some places.

        Args:
            places: rising.
        """
        if len(places) == len(self):
            return self
        return Trials(self.named, column_of(map(self.rows.__getitem__, places), len(self.named)))
