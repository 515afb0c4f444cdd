"""The probes and strata that are reckoned with, and how many claims there are among them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from mhgate.config import resolve_stratum
from mhgate.records import Probe, Threshold, Trial
from mhgate.sampling import Plan
from mhgate.wiring.planning.sights import Sight
from mhgate.wiring.planning.waived import items_left_out
from mhgate.wiring.workspace import Workspace

__all__ = ["Part", "n_claims", "parts_of"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """A probe over all its trials, or over those of one stratum.

    ``family`` numbers the family of each trial, in plan order, and ``places`` says at which place
    of its file each trial is asked, from 0. ``groups`` holds each trial's value of the stratum that
    the probe compares by, ``keys`` its right choice or norm; both are empty texts without one.
    """

    probe: Probe
    stratum: str | None
    threshold: Threshold
    sight: Sight
    file: str
    family: tuple[int, ...]
    places: tuple[int, ...]
    items: tuple[str, ...]
    groups: tuple[str, ...] = ()
    keys: tuple[str | float, ...] = ()

    @property
    def name(self) -> str:
        """The probe's id, and the stratum."""
        return self.probe.id + (f" [{self.stratum}]" if self.stratum else "")

    @property
    def n_trials(self) -> int:
        """How many trials are planned."""
        return len(self.family)

    @property
    def n_items(self) -> int:
        """How many items they are of."""
        return len(set(self.items))

    @property
    def n_families(self) -> int:
        """How many families they come from."""
        return len(set(self.family))

    @property
    def per_family(self) -> float:
        """Trials of a family, on average; 1 without any."""
        return self.n_trials / self.n_families if self.n_trials else 1.0

    @property
    def gates(self) -> bool:
        """Whether a pass takes it, and a fail of it counts."""
        return self.threshold.required and self.sight.why_not is None


def parts_of(workspace: Workspace, plan: Plan, sights: Mapping[str, Sight]) -> list[Part]:
    """Return every probe, followed by its strata, in the order of the suites.

    An item that a waiver leaves out of a probe is asked, and counts for nothing.

    Args:
        workspace: the configuration and its suites.
        plan: every trial of all probes.
        sights: how each probe is seen, by its id.
    """
    config = workspace.config
    known, read = workspace.strata(), workspace.read_strata()
    places = {trial.id: place for trials in plan.by_file() for place, trial in enumerate(trials)}
    files = {
        probe.id: f"{suite.name}/{probe.items}"
        for suite in workspace.suites
        for probe in suite.probes
    }
    left_out = items_left_out(workspace)
    found = []
    for probe in workspace.probes:
        trials = list(plan.planned(probe.id))
        for name in (None, *config.pillars[probe.pillar].stratum):
            inside: Sequence[Trial] = trials
            if name is not None:
                key, value = resolve_stratum(name, known[probe.pillar])
                if f"{key}={value}" not in read[probe.id]:
                    continue
                inside = [t for t in trials if plan.refs[t.item_id].strata.get(key) == value]
            inside = [trial for trial in inside if (probe.id, trial.item_id) not in left_out]
            found.append(
                Part(
                    probe=probe,
                    stratum=name,
                    threshold=config.threshold(
                        probe.pillar, probe.name, name, advisory=probe.advisory
                    ),
                    sight=sights[probe.id],
                    file=files[probe.id],
                    family=tuple(_numbered(trial.family for trial in inside)),
                    places=tuple(places[trial.id] for trial in inside),
                    items=tuple(trial.item_id for trial in inside),
                    groups=tuple(
                        plan.refs[trial.item_id].strata.get(probe.by or "", "") for trial in inside
                    ),
                    keys=tuple(plan.refs[trial.item_id].key or "" for trial in inside),
                )
            )
    return found


def n_claims(parts: Sequence[Part], *, with_baseline: bool) -> int:
    """Return how many fails and regressions one gate could claim, at least 1.

    Args:
        parts: all probes and strata.
        with_baseline: whether regressions are asked about.
    """
    claiming = [part for part in parts if part.gates and part.n_trials]
    drops = sum(part.threshold.max_drop is not None for part in claiming) if with_baseline else 0
    return max(1, len(claiming) + drops)


def _numbered(names: Iterator[str]) -> Iterator[int]:
    known: dict[str, int] = {}
    for name in names:
        yield known.setdefault(name, len(known))
