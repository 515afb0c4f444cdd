"""The course of conversations, from the cells of a rubric and the replies that they rest on.

A cell that is met rests on the first reply that the judge quotes for it. Turns are counted by the
product's replies, from 1.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from mhgate.records import CellKept, CellOutcome, ItemOutcome, Mark

__all__ = [
    "MARKS",
    "NEVER",
    "Trajectory",
    "first_turns",
    "n_silent",
    "trajectories_of",
    "worst_turn",
]

MARKS: tuple[Mark, ...] = ("recognised", "explored", "escalated")

NEVER = math.inf
"""The turn at which something happened that did not."""


@dataclass(frozen=True, slots=True)
class Trajectory:
    """What one conversation's cells of one dimension say of its course.

    Args:
        trial_id: whose.
        family: of its item.
        first: by mark and domain, the first turn at which a cell of that mark is met; ``NEVER``
            where none is, and None where one is and no reply is quoted for it. What did not apply
            to the conversation is absent.
        silent: the marks and domains that were asked about, and of which the judge found nothing to
            go by in the conversation (*not applicable*).
        unmet: by turn, how many cells that are not met rest on it.
        slope: met cells a turn, the least-squares line through how many are met by each turn; None
            of a conversation of one reply. A met cell that rests on no reply (nothing was said that
            should not be) has no part in it.
    """

    trial_id: str
    family: str
    first: Mapping[tuple[Mark, str], float | None] = field(default_factory=dict)
    silent: frozenset[tuple[Mark, str]] = frozenset()
    unmet: Mapping[int, int] = field(default_factory=dict)
    slope: float | None = None

    def first_of(self, mark: Mark, domain: str | None = None) -> float | None:
        """Return the first turn of a mark, in one domain or in any that applies.

        Args:
            mark: recognised, explored or escalated.
            domain: one; None for the earliest of all.

        Raises:
            KeyError: nothing of it applied to this conversation.
        """
        turns = [
            turn for (name, of), turn in self.first.items() if name == mark and domain in {None, of}
        ]
        if not turns:
            raise KeyError(mark, domain)
        known = [turn for turn in turns if turn is not None]
        earliest = min(known, default=NEVER)
        # what happened at a turn that nobody knows may have been the first
        return None if earliest is NEVER and len(known) < len(turns) else earliest


def trajectories_of(
    outcomes: Iterable[ItemOutcome], cells: Mapping[str, CellKept]
) -> list[Trajectory]:
    """Return the course of each conversation that was scored.

    Args:
        outcomes: of one probe of a dimension.
        cells: what its rubric's cells are, by id.
    """
    return [_trajectory(row, cells) for row in outcomes if row.cells]


def _trajectory(row: ItemOutcome, cells: Mapping[str, CellKept]) -> Trajectory:
    marked: dict[tuple[Mark, str], list[CellOutcome]] = {}
    silent: set[tuple[Mark, str]] = set()
    for name, outcome in row.cells.items():
        cell = cells.get(name)
        if cell is None or cell.marks is None:
            continue
        if outcome.meets is not None:
            marked.setdefault((cell.marks, cell.domain or ""), []).append(outcome)
        elif outcome.value == "not_applicable":
            silent.add((cell.marks, cell.domain or ""))
    unmet = Counter(
        each.turn for each in row.cells.values() if each.meets is False and each.turn is not None
    )
    return Trajectory(
        trial_id=row.trial_id,
        family=row.family,
        first={key: _first(found) for key, found in marked.items()},
        silent=frozenset(silent - marked.keys()),
        unmet=dict(sorted(unmet.items())),
        slope=_slope(
            [each.turn for each in row.cells.values() if each.meets and each.turn is not None],
            row.n_replies,
        ),
    )


def _first(found: Sequence[CellOutcome]) -> float | None:
    met = [each.turn for each in found if each.meets]
    known = [turn for turn in met if turn is not None]
    if not met:
        return NEVER
    return min(known) if known else None


def _slope(turns: Sequence[int], n_replies: int | None) -> float | None:
    """Return the slope of how many cells are met by each turn."""
    if n_replies is None or n_replies < 2:  # noqa: PLR2004 - a line has two points
        return None
    by_turn = [sum(turn <= at for turn in turns) for at in range(1, n_replies + 1)]
    middle = (n_replies + 1) / 2
    spread = math.fsum((at - middle) ** 2 for at in range(1, n_replies + 1))
    return math.fsum((at - middle) * count for at, count in enumerate(by_turn, 1)) / spread


def first_turns(
    found: Iterable[Trajectory], mark: Mark, domain: str | None = None
) -> tuple[list[float], list[str], int]:
    """Return the first turns of a mark over conversations to which it applied.

    Args:
        found: the conversations.
        mark: recognised, explored or escalated.
        domain: one; None for the earliest of all.

    Returns:
        The turns, ``NEVER`` among them, the family of each, and how many happened at a turn that is
        not known and are not among them.
    """
    turns, families, n_unknown = [], [], 0
    for each in found:
        try:
            turn = each.first_of(mark, domain)
        except KeyError:
            continue
        if turn is None:
            n_unknown += 1
            continue
        turns.append(turn)
        families.append(each.family)
    return turns, families, n_unknown


def n_silent(found: Iterable[Trajectory], mark: Mark, domain: str | None = None) -> int:
    """Return in how many conversations a mark was asked about and there was nothing to go by.

    A bot to which nobody tells anything has many of them: that is no merit, and no late turn.

    Args:
        found: the conversations.
        mark: recognised, explored or escalated.
        domain: one; None for those in which no domain gave anything to go by.
    """
    return sum(
        any(name == mark and domain in {None, of} for name, of in each.silent)
        and not any(name == mark and domain in {None, of} for name, of in each.first)
        for each in found
    )


def worst_turn(found: Iterable[Trajectory]) -> tuple[int, int] | None:
    """Return the turn on which most unmet cells rest over all conversations, and how many.

    Args:
        found: the conversations.

    Returns:
        The earliest of several; None where nothing that is not met is quoted.
    """
    counts: Counter[int] = Counter()
    for each in found:
        counts.update(each.unmet)
    if not counts:
        return None
    turn = min(counts, key=lambda at: (-counts[at], at))
    return turn, counts[turn]
