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
    """Why a run ended before its plan did; set by whoever notices first.

    ``event`` is set when nothing more is begun, ``at_once`` when what is under way ends too.
    """

    because: str | None = None
    interrupted: bool = False
    event: asyncio.Event = field(default_factory=asyncio.Event)
    at_once: asyncio.Event = field(default_factory=asyncio.Event)

    def set(self, because: str, *, interrupted: bool = False) -> None:
        """Ask the run to end, with what is under way; the first reason stays.

        Args:
            because: the reason, as the report gives it.
            interrupted: whether a person or a signal asks, rather than a limit.
        """
        if not self.at_once.is_set():
            self.interrupted = interrupted
        self.begin_no_more(because)
        self.at_once.set()

    def begin_no_more(self, because: str) -> None:
        """Ask the run to begin nothing more, and to finish what it has paid for.

        Args:
            because: the reason, as the report gives it.
        """
        if self.because is None:
            self.because = because
        self.event.set()
