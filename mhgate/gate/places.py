"""In which order outcomes stand that came in as their trials ended: the plan's, or that of ids."""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from heapq import merge

from mhgate.sampling import Trials

__all__ = ["by_id", "in_order"]

_N_RUN = 4096  # ids that are held at once while all are sorted
_FEW = 8


def by_id(trials: Trials) -> array[int]:
    """Return the places of a plan's trials in the order of their ids.

    Args:
        trials: in plan order.
    """
    return array("I", merge(*_runs(trials), key=trials.id_at))


def _runs(trials: Trials) -> Iterator[array[int]]:
    for start in range(0, len(trials), _N_RUN):
        ids = list(trials[start : start + _N_RUN].ids())
        inside = sorted(range(len(ids)), key=ids.__getitem__)
        yield array("I", (start + each for each in inside))


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
