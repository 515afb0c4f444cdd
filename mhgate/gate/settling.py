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
    _files: list[Sequence[int]] = field(init=False)  # of each the places of its trials
    _reached: dict[int, int] = field(init=False)

    def __post_init__(self) -> None:
        self._files = self.plan.places_by_file()
        self._reached = dict.fromkeys(range(len(self._files)), 0)

    def next(self) -> Sequence[Trial]:
        """Return the next portion, in plan order; empty when the plan is through."""
        if self.whole and not any(self._reached.values()):
            self._reached = {file: len(places) for file, places in enumerate(self._files)}
            return self.plan.trials
        chosen: list[int] = []
        for file, places in enumerate(self._files):
            start = self._reached.get(file, len(places))
            end = min(start + WAVE_TRIALS, len(places))
            chosen += places[start:end]
            if file in self._reached:
                self._reached[file] = end
        return tuple(self.plan.trials[place] for place in sorted(chosen))

    def open_probes(self) -> list[str]:
        """Return the ids of the probes whose files have trials left, in plan order."""
        return list(
            dict.fromkeys(
                probe.id
                for file, reached in self._reached.items()
                if reached < len(self._files[file])
                for probe in self._readers(file)
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
        for file, reached in list(self._reached.items()):
            readers, places = self._readers(file), self._files[file]
            waiting = [probe for probe in readers if probe.id in self.deciding] or readers
            if reached < len(places) and all(settled.get(probe.id, False) for probe in waiting):
                del self._reached[file]
                trials = tuple(self.plan.trials[place] for place in places[reached:])
                closed.append((tuple(readers), trials))
        return closed

    def _readers(self, file: int) -> Sequence[Probe]:
        return self.plan.readers[self.plan.trials[self._files[file][0]].item_id]
