"""When a probe may stop asking, and in which portions the plan is asked.

A probe is settled when its absolute and its regression question are both decided, over all its
trials and in each of its named strata. Portions and stopping depend on prefixes of the plan alone:
neither concurrency nor the order in which replies come changes what is asked.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from mhgate.records import Probe, Trial
from mhgate.sampling import Plan
from mhgate.verdict import Measured, MeasuredStratum

__all__ = ["WAVE_TRIALS", "Waves", "is_settled"]

WAVE_TRIALS = 20
"""Trials of a file between two looks at what has come in: each look costs the connections a rest,
and each trial beyond the decision costs a call."""


def is_settled(measured: Measured, *, against_baseline: bool) -> bool:
    """Return whether a probe has nothing more to ask.

    A probe that must ``never`` go off sees its whole plan: an alarm may be its last trial. Where a
    stratum or the probe does not gate, it holds nobody up.

    Args:
        measured: what it brought so far.
        against_baseline: whether there is a baseline.
    """
    if measured.probe.never:
        return False
    parts = [part for _, part in measured.parts()]
    required = [part for part in parts if part.threshold.required] or parts
    return all(_is_decided(part, against_baseline=against_baseline) for part in required)


def _is_decided(part: Measured | MeasuredStratum, *, against_baseline: bool) -> bool:
    estimate, threshold, accounts = part.estimate, part.threshold, part.estimate.accounts
    is_enough = (
        estimate.n_items >= threshold.items
        and estimate.n_families >= threshold.families
        and accounts.failed <= threshold.max_failed * accounts.asked
    )
    asks_about_drops = against_baseline and threshold.max_drop is not None
    is_compared = part.comparison is not None and part.comparison.settled is not None
    return is_enough and estimate.settled is not None and (is_compared or not asks_about_drops)


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
