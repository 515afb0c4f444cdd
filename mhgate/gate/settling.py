"""The plan in portions: what is asked next, and what need not be asked any more.

Portions and stopping depend on prefixes of the plan alone: neither concurrency nor the order in
which replies come changes what is asked.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from mhgate.records import Probe, Trial
from mhgate.sampling import Plan

__all__ = ["WAVE_TRIALS", "Waves"]

WAVE_TRIALS = 8
"""Trials of a file between two looks at what has come in: each look costs the connections a rest,
and each trial beyond the decision costs a call. At 8 half a dozen files keep many connections busy,
and the average run asks three trials too many."""


@dataclass(slots=True)
class Waves:
    """The plan in portions: the next trials of every file that some probe still needs.

    Args:
        plan: every trial, named beforehand.
        deciding: ids of the probes that gate something; in a file without any, every probe counts.
        whole: ask the whole plan at once.
    """

    plan: Plan
    deciding: frozenset[str]
    whole: bool
    _files: list[tuple[Trial, ...]] = field(init=False)
    _reached: dict[int, int] = field(init=False)

    def __post_init__(self) -> None:
        self._files = list(self.plan.by_file())
        self._reached = dict.fromkeys(range(len(self._files)), 0)

    def next(self) -> tuple[Trial, ...]:
        """Return the next portion, in plan order; empty when the plan is through."""
        chosen: set[str] = set()
        for place, trials in enumerate(self._files):
            start = self._reached.get(place, len(trials))
            end = len(trials) if self.whole else min(start + WAVE_TRIALS, len(trials))
            chosen.update(trial.id for trial in trials[start:end])
            if place in self._reached:
                self._reached[place] = end
        return tuple(trial for trial in self.plan.trials if trial.id in chosen)

    def open_probes(self) -> list[str]:
        """Return the ids of the probes whose files have trials left, in plan order."""
        return list(
            dict.fromkeys(
                probe.id
                for place, reached in self._reached.items()
                if reached < len(self._files[place])
                for probe in self._readers(place)
            )
        )

    def close(
        self, settled: Mapping[str, bool]
    ) -> list[tuple[tuple[Probe, ...], tuple[Trial, ...]]]:
        """Close the files that no probe needs any more.

        Args:
            settled: whether a probe has nothing more to ask, by its id.

        Returns:
            For each file closed now: its probes, and the trials that are spared.
        """
        closed = []
        for place, reached in list(self._reached.items()):
            readers, trials = self._readers(place), self._files[place]
            waiting = [probe for probe in readers if probe.id in self.deciding] or readers
            if reached < len(trials) and all(settled.get(probe.id, False) for probe in waiting):
                del self._reached[place]
                closed.append((tuple(readers), trials[reached:]))
        return closed

    def _readers(self, place: int) -> Sequence[Probe]:
        return self.plan.readers[self._files[place][0].item_id]
