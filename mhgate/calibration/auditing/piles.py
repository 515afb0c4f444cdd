"""A probe's outcomes -> two piles, each in a random order: what is drawn is the top of each.

Judged good and not judged good are drawn from apart, so that the few judged bad ones are not missed
by chance; how many each pile holds is known, which is the weight of what is drawn from it.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from mhgate.canonical import seed_from
from mhgate.records import ItemOutcome

__all__ = ["Drawn", "Piles", "piles_of"]


@dataclass(frozen=True, slots=True)
class Drawn:
    """What was drawn of each pile. ``to_read`` are those of both that people can read."""

    judged_good: tuple[ItemOutcome, ...]
    others: tuple[ItemOutcome, ...]
    to_read: tuple[ItemOutcome, ...]


@dataclass(frozen=True, slots=True)
class Piles:
    """The trials of one probe, in the order in which they are drawn.

    Args:
        judged_good: those that the judge found good.
        others: those that it found bad, and those that could not be measured.
        can_be_read: whether there is a conversation to be read.
        sees_all_others: whether all others are always drawn: where one alarm is enough.
    """

    judged_good: tuple[ItemOutcome, ...]
    others: tuple[ItemOutcome, ...]
    can_be_read: Callable[[ItemOutcome], bool]
    sees_all_others: bool = False

    @property
    def n_readable(self) -> int:
        """How many of all trials people can read."""
        return sum(map(self.can_be_read, (*self.judged_good, *self.others)))

    def draw(self, n: int, *, n_others: int | None = None) -> Drawn:
        """Return the top of each pile.

        A smaller draw is part of every larger one. What cannot be read (the target never answered)
        stays in its pile and is drawn with it: left out, it would be forgotten.

        Args:
            n: how many people read, at least 0; all where there are fewer.
            n_others: how many of these are not judged good; None: a third, or all where there are
                fewer.

        Returns:
            What was drawn.
        """
        readable = sum(map(self.can_be_read, self.others))
        wanted = math.ceil(n / 3) if n_others is None else n_others
        wanted = readable if self.sees_all_others else min(wanted, readable, n)
        most_good = min(len(self.judged_good), max(0, n - wanted))
        if n_others is None:  # what is left over goes to the other pile
            wanted = min(readable, max(wanted, n - most_good))
        share = wanted / readable if readable else 1.0
        others = self.others[: math.ceil(share * len(self.others))]
        good = self.judged_good[:most_good]
        return Drawn(good, others, tuple(filter(self.can_be_read, (*good, *others))))


def piles_of(
    rows: Sequence[ItemOutcome],
    *,
    seed: str,
    can_be_read: Callable[[ItemOutcome], bool],
    sees_all_others: bool = False,
) -> Piles:
    """Return the piles of one probe.

    Args:
        rows: its outcomes.
        seed: the same seed gives the same order, whatever the order of the rows.
        can_be_read: whether there is a conversation to be read.
        sees_all_others: whether all that is not judged good is always drawn.
    """
    good = [row for row in rows if row.value is not None and row.value >= 1]
    others = [row for row in rows if row.value is None or row.value < 1]
    return Piles(
        judged_good=_shuffled(good, seed, "judged good"),
        others=_shuffled(others, seed, "others"),
        can_be_read=can_be_read,
        sees_all_others=sees_all_others,
    )


def _shuffled(rows: list[ItemOutcome], seed: str, pile: str) -> tuple[ItemOutcome, ...]:
    ordered = sorted(rows, key=lambda row: row.trial_id)
    # an order, not a secret: whoever has the report can draw it again
    name = ordered[0].probe_id if ordered else ""
    random.Random(seed_from(seed, "audit", name, pile)).shuffle(ordered)  # noqa: S311
    return tuple(ordered)
