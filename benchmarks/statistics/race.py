"""One thing to be timed, ours and its peer's by turns, so that both meet the same machine."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

__all__ = ["Race", "Timed"]


@dataclass(frozen=True, slots=True)
class Race:
    """What is timed: ``ours`` beside ``peer``, or a reason why there is none.

    ``bar_s`` is the most CPU seconds that ours may take at full size, None where none is promised.
    ``absent`` names the peer's library where it is not installed.
    """

    name: str
    ours: Callable[[], object]
    peer_name: str
    peer: Callable[[], object] | None = None
    bar_s: float | None = None
    rounds: int = 3
    absent: str | None = None

    def run(self) -> Timed:
        """Time both by turns and keep the best round of each."""
        best = [float("inf"), float("inf")]
        for _ in range(self.rounds):
            for place, call in enumerate((self.ours, self.peer)):
                if call is not None:
                    best[place] = min(best[place], _cpu_s(call))
        return Timed(
            name=self.name,
            peer_name=self.peer_name,
            bar_s=self.bar_s,
            absent=self.absent,
            ours_s=best[0],
            peer_s=best[1] if self.peer else None,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Timed:
    """CPU seconds of the best round, all threads together; None where there is no peer."""

    name: str
    peer_name: str
    bar_s: float | None
    absent: str | None
    ours_s: float
    peer_s: float | None

    @property
    def ratio(self) -> float | None:
        """How many times ours fits into the peer's time."""
        return None if self.peer_s is None else self.peer_s / self.ours_s


def _cpu_s(call: Callable[[], object]) -> float:
    began_s = time.process_time()
    call()
    return max(time.process_time() - began_s, 1e-9)
