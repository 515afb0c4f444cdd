"""One thing to be timed, ours and its peer's by turns, so that both meet the same machine."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

__all__ = ["Race", "Timed", "table"]


@dataclass(frozen=True, slots=True)
class Race:
    """What is timed: ``ours`` beside ``peer``, or a reason why there is none.

    ``bar_s`` is the most CPU seconds that ours may take at full size, None where none is promised.
    """

    name: str
    ours: Callable[[], object]
    peer_name: str
    peer: Callable[[], object] | None = None
    bar_s: float | None = None
    rounds: int = 3

    def run(self) -> Timed:
        """Time both by turns and keep the best round of each."""
        best = [float("inf"), float("inf")]
        for _ in range(self.rounds):
            for place, call in enumerate((self.ours, self.peer)):
                if call is not None:
                    best[place] = min(best[place], _cpu_s(call))
        return Timed(self, best[0], best[1] if self.peer else None)


@dataclass(frozen=True, slots=True)
class Timed:
    """CPU seconds of the best round, all threads together; None where there is no peer."""

    race: Race
    ours_s: float
    peer_s: float | None

    @property
    def ratio(self) -> float | None:
        """How many times ours fits into the peer's time."""
        return None if self.peer_s is None else self.peer_s / self.ours_s

    @property
    def holds(self) -> bool:
        """Whether ours stays within its bar."""
        return self.race.bar_s is None or self.ours_s <= self.race.bar_s

    def row(self, *, judged: bool) -> str:
        """Return the row of the table; the bar is not judged where the data are small."""
        bar = "" if self.race.bar_s is None else f"{self.race.bar_s:g}"
        if bar and judged:
            bar += " holds" if self.holds else " DOES NOT HOLD"
        peer = "" if self.peer_s is None else f"{self.peer_s:.4f}"
        ratio = "" if self.ratio is None else f"{self.ratio:.1f}"
        cells = [self.race.name, f"{self.ours_s:.4f}", self.race.peer_name, peer, ratio, bar]
        return f"| {' | '.join(cells)} |"


def table(found: list[Timed], *, judged: bool) -> str:
    """Return the Markdown table of what was timed.

    Args:
        found: in the order of the rows.
        judged: whether the bars apply, at full size alone.
    """
    head = "| what | CPU s | peer | its CPU s | ratio | bar, s |"
    return "\n".join(
        [head, "|---|---|---|---|---|---|", *(each.row(judged=judged) for each in found)]
    )


def _cpu_s(call: Callable[[], object]) -> float:
    began_s = time.process_time()
    call()
    return max(time.process_time() - began_s, 1e-9)
