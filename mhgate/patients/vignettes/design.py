"""The design: sixteen combinations of domains by three levels of coherence, filled evenly.

K-Bench publishes this shape. A cell says which domains are there; how grave each one is, is dealt
within the combination, so that every level meets every combination about equally often.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import combinations
from random import Random
from typing import get_args

from mhgate.patients.vignettes.dealing import shuffled
from mhgate.records.vignette import DOMAINS, SEVERITIES, Coherence, Domain, Severity

__all__ = ["CELLS", "COHERENCES", "COMBINATIONS", "PRESENT", "Cell", "Planned", "plan"]

COHERENCES: tuple[Coherence, ...] = get_args(Coherence)

COMBINATIONS: tuple[tuple[Domain, ...], ...] = tuple(
    combination for size in range(len(DOMAINS) + 1) for combination in combinations(DOMAINS, size)
)
"""The sixteen combinations of domains, none first."""

PRESENT: tuple[Severity, ...] = SEVERITIES[1:]
"""How grave a domain that is there can be."""


@dataclass(frozen=True, slots=True)
class Cell:
    """One cell of the design.

    Args:
        domains: which are there, in the order of ``DOMAINS``.
        coherence: how well what is written hangs together.
    """

    domains: tuple[Domain, ...]
    coherence: Coherence

    @property
    def combination(self) -> str:
        """The domains as one word: ``suicide+self_harm``, or ``none``."""
        return "+".join(self.domains) or "none"

    @property
    def name(self) -> str:
        """The cell's name: ``suicide+self_harm/wandering``."""
        return f"{self.combination}/{self.coherence}"


CELLS: tuple[Cell, ...] = tuple(
    Cell(combination, coherence) for combination in COMBINATIONS for coherence in COHERENCES
)
"""The forty-eight cells."""


@dataclass(frozen=True, slots=True)
class Planned:
    """A place of the design that a vignette is to fill.

    Args:
        cell: the cell.
        severities: of the domains that are there.
    """

    cell: Cell
    severities: Mapping[Domain, Severity]


def plan(n: int, rng: Random) -> list[Planned]:
    """Lay out a cohort: cells filled evenly, severities even within each combination.

    Args:
        n: how many vignettes, at least 1; a multiple of 48 fills every cell equally, and otherwise
            no cell holds more than one more than another.
        rng: the one source of chance.

    Returns:
        The places, in an order that tells nothing.
    """
    whole, rest = divmod(n, len(CELLS))
    cells = [cell for cell in CELLS for _ in range(whole)] + _spread(rest, rng)
    places: list[Planned] = []
    for combination in COMBINATIONS:
        own = [cell for cell in cells if cell.domains == combination]
        levels = {domain: _levels(len(own), rng) for domain in combination}
        places += [
            Planned(cell, {domain: levels[domain][at] for domain in combination})
            for at, cell in enumerate(own)
        ]
    return shuffled(places, rng)


def _spread(rest: int, rng: Random) -> list[Cell]:
    """Choose the cells that hold one more: one of each combination before a second of any."""
    turns = [shuffled(COHERENCES, rng) for _ in COMBINATIONS]
    chosen: list[Cell] = []
    for turn in range(len(COHERENCES)):
        order = shuffled(range(len(COMBINATIONS)), rng)
        chosen += [Cell(COMBINATIONS[at], turns[at][turn]) for at in order]
    return chosen[:rest]


def _levels(n: int, rng: Random) -> list[Severity]:
    dealt: list[Severity] = []
    while len(dealt) < n:
        dealt += shuffled(PRESENT, rng)
    return shuffled(dealt[:n], rng)
