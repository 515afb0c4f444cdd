"""Where each trial stands in a plan, and which order that gives its outcomes: twenty bytes a trial.

A trial is found by the hash of its id, which is looked up among sorted numbers, and then held to
the plan. A dict of ids would take ten times as much.
"""

from __future__ import annotations

from array import array
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from heapq import merge

from mhgate.records import Trial

__all__ = ["Places", "in_order"]

_N_RUN = 4096  # ids that are held at once while all are sorted
_FEW = 8


class Places:
    """The places of a plan's trials, counted from 0.

    Args:
        trials: in plan order.
    """

    __slots__ = ("_by_id", "_hashes", "_places", "_trials")

    def __init__(self, trials: Sequence[Trial]) -> None:
        self._trials = trials
        hashes = array("q", (hash(trial.id) for trial in trials))
        self._places = array("I", sorted(range(len(hashes)), key=hashes.__getitem__))
        self._hashes = array("q", map(hashes.__getitem__, self._places))
        self._by_id: array[int] | None = None

    def of(self, trial_id: str) -> int:
        """Return a trial's place.

        Args:
            trial_id: the trial.

        Raises:
            KeyError: it is not planned.
        """
        wanted = hash(trial_id)
        at = bisect_left(self._hashes, wanted)
        while at < len(self._hashes) and self._hashes[at] == wanted:
            if self._trials[self._places[at]].id == trial_id:
                return self._places[at]
            at += 1
        raise KeyError(trial_id)

    def by_id(self) -> array[int]:
        """Return all places in the order of the trials' ids."""
        if self._by_id is None:
            self._by_id = array("I", merge(*self._runs(), key=self._id))
        return self._by_id

    def _runs(self) -> Iterator[array[int]]:
        for start in range(0, len(self._trials), _N_RUN):
            ids = [trial.id for trial in self._trials[start : start + _N_RUN]]
            inside = sorted(range(len(ids)), key=ids.__getitem__)
            yield array("I", (start + each for each in inside))

    def _id(self, place: int) -> str:
        return self._trials[place].id


def in_order(rows: Sequence[int], places: Sequence[int], order: Sequence[int]) -> array[int]:
    """Return numbers of rows in an order of their places.

    Args:
        rows: the numbers.
        places: where each of them stands, none twice.
        order: all places, in the order that is wanted.
    """
    if isinstance(order, range) and len(rows) * _FEW < len(order):  # a few of many, as they come in
        return array("I", (number for _, number in sorted(zip(places, rows, strict=True))))
    row_at = array("I", bytes(4 * len(order)))
    for number, place in enumerate(places, 1):
        row_at[place] = number
    return array("I", (rows[row_at[place] - 1] for place in order if row_at[place]))
