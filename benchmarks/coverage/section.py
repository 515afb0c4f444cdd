"""What a section of the coverage benchmark brings: a table, and the bars that it must clear."""

from __future__ import annotations

import math
from dataclasses import dataclass
from enum import StrEnum
from typing import Literal

__all__ = ["Bar", "Effort", "Section", "monte_carlo_error"]

_SIGMAS = 3.0


class Effort(StrEnum):
    """How much is run: everything, or the few cells and runs that a test can wait for."""

    FULL = "full"
    REDUCED = "reduced"


@dataclass(frozen=True, slots=True)
class Bar:
    """One promise: ``value`` must stand on the right side of ``limit``.

    ``error`` is the Monte Carlo standard error of ``value``, 0 where it was worked out exactly: a
    bar holds when the limit is not missed by more than three of them.
    """

    name: str
    value: float
    limit: float
    side: Literal["at most", "at least"]
    error: float = 0.0

    @property
    def holds(self) -> bool:
        """Whether the promise is kept."""
        slack = _SIGMAS * self.error
        if self.side == "at most":
            return self.value <= self.limit + slack
        return self.value >= self.limit - slack

    def line(self) -> str:
        """Return the bar in words."""
        error = f" (Monte Carlo error {self.error:.4f})" if self.error else ""
        word = "holds" if self.holds else "DOES NOT HOLD"
        return f"* {self.name}: {self.value:.4g}{error}, {self.side} {self.limit:g}: {word}"


@dataclass(frozen=True, slots=True)
class Section:
    """One section of the page: its title, what was done in a sentence or two, tables, bars."""

    title: str
    about: str
    tables: tuple[str, ...]
    bars: tuple[Bar, ...]

    def markdown(self) -> str:
        """Return the section as Markdown."""
        parts = [f"## {self.title}", self.about, *self.tables]
        if self.bars:
            parts.append("\n".join(bar.line() for bar in self.bars))
        return "\n\n".join(parts) + "\n"


def monte_carlo_error(share: float, runs: int) -> float:
    """Return the standard error of a simulated share, never 0: no event in few runs proves little.

    Args:
        share: share of the runs, in [0, 1].
        runs: number of runs, at least 1.
    """
    smoothed = (share * runs + 0.5) / (runs + 1)
    return math.sqrt(smoothed * (1 - smoothed) / runs)
