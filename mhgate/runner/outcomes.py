"""What became of a trial, and why a run ended before its plan did."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field

from mhgate.records import Failure, Score, Transcript, Trial

__all__ = ["Played", "Stop"]


@dataclass(frozen=True, slots=True)
class Played:
    """What became of one trial: a transcript or the failure in its place, scores and failures."""

    trial: Trial
    transcript: Transcript | None
    scores: tuple[Score, ...]
    failures: tuple[Failure, ...]


@dataclass(slots=True)
class Stop:
    """Why a run ended before its plan did; set once, by whoever notices first."""

    because: str | None = None
    interrupted: bool = False
    event: asyncio.Event = field(default_factory=asyncio.Event)

    def set(self, because: str, *, interrupted: bool = False) -> None:
        """Ask the run to end; the first reason stays.

        Args:
            because: the reason, as the report gives it.
            interrupted: whether a person or a signal asks, rather than a limit.
        """
        if self.because is None:
            self.because, self.interrupted = because, interrupted
        self.event.set()
