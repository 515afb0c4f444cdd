"""A workspace -> what a run would ask, how long it would take, and what it could decide."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from mhgate.baseline import ICC_FLOOR as ICC_FLOOR_OF_PAIRS
from mhgate.config import resolve_stratum
from mhgate.estimate import ICC_FLOOR
from mhgate.records import ItemRef, Probe, Threshold
from mhgate.stats.clopper_pearson import ProportionInterval
from mhgate.stats.paired_difference import paired_difference
from mhgate.stats.planning import (
    VerdictChances,
    expected_interval,
    planned_effective_n,
    verdict_chances,
)
from mhgate.stats.visible_drop import smallest_visible_drop
from mhgate.stats.zero_failures import families_without_failure
from mhgate.wiring.workspace import Workspace

__all__ = ["Forecast", "Line", "forecast"]

PERFECT = 1.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """What can be said beforehand of one probe, overall or in one stratum.

    ``chances`` and ``interval`` are those of a bot whose true rate is the forecast's ``rate``;
    ``perfect`` is the interval of a bot that never misses, and ``families_needed`` what it would
    take for that one to pass, where it cannot with the families there are. ``open_drop`` is the
    drop against a baseline that stays open when nothing has changed.
    """

    probe: Probe
    stratum: str | None
    threshold: Threshold
    n_items: int
    n_families: int
    interval: ProportionInterval
    perfect: ProportionInterval
    chances: VerdictChances
    visible_drop: float | None
    open_drop: float
    families_needed: int | None

    @property
    def can_pass(self) -> bool:
        """Whether a bot that never misses would pass."""
        return (
            self.perfect.lower >= self.threshold.min_score
            and self.n_items >= self.threshold.items
            and self.n_families >= self.threshold.families
        )

    @property
    def can_hold(self) -> bool:
        """Whether a bot that has not changed passes against its own baseline."""
        return self.threshold.max_drop is None or self.open_drop <= self.threshold.max_drop


@dataclass(frozen=True, slots=True, kw_only=True)
class Forecast:
    """What a run would be."""

    n_trials: int
    n_requests: int
    concurrency: int
    latency_s: float
    rate: float
    lines: tuple[Line, ...]

    @property
    def duration_s(self) -> float:
        """How long the asking takes, when every reply takes ``latency_s``."""
        return self.n_requests * self.latency_s / min(self.concurrency, max(1, self.n_trials))

    @property
    def hopeless(self) -> tuple[Line, ...]:
        """The required lines that even a perfect bot could not pass."""
        return tuple(line for line in self.lines if line.threshold.required and not line.can_pass)

    @property
    def open_ended(self) -> tuple[Line, ...]:
        """The required lines whose allowed drop cannot be ruled out, though nothing changed."""
        return tuple(line for line in self.lines if line.threshold.required and not line.can_hold)


def forecast(workspace: Workspace, *, rate: float, latency_s: float) -> Forecast:
    """Say what a run would be, before anything is asked.

    Args:
        workspace: the configuration and its suites.
        rate: the bot's true rate for which chances and intervals are given, in [0, 1].
        latency_s: seconds that one reply takes.

    Returns:
        The forecast.
    """
    plan = workspace.plan(frozenset(probe.id for probe in workspace.probes))
    suites = {suite.name: suite for suite in workspace.suites}
    n_requests = sum(
        len(suites[trial.item_id.partition("/")[0]].read_item(plan.refs[trial.item_id]).turns)
        for trial in plan.trials
    )
    config = workspace.config
    known, read = workspace.strata(), workspace.read_strata()
    lines = []
    for probe in workspace.probes:
        asked = {trial.item_id: plan.refs[trial.item_id] for trial in plan.planned(probe.id)}
        refs = list(asked.values())
        threshold = config.threshold(probe.pillar, probe.name)
        lines.append(_line(probe, None, threshold, refs, rate))
        for name in config.pillars[probe.pillar].stratum:
            key, value = resolve_stratum(name, known[probe.pillar])
            inside = [ref for ref in refs if ref.strata.get(key) == value]
            if f"{key}={value}" in read[probe.id]:
                threshold = config.threshold(probe.pillar, probe.name, name)
                lines.append(_line(probe, name, threshold, inside, rate))
    return Forecast(
        n_trials=len(plan.trials),
        n_requests=n_requests,
        concurrency=config.target.concurrency,
        latency_s=latency_s,
        rate=rate,
        lines=tuple(lines),
    )


def _line(
    probe: Probe, stratum: str | None, threshold: Threshold, refs: Sequence[ItemRef], rate: float
) -> Line:
    n_items, n_families = len(refs), len({ref.family for ref in refs})
    alpha = threshold.alpha
    perfect = expected_interval(PERFECT, n_items, n_families, alpha=alpha, icc_floor=ICC_FLOOR)
    needed = None
    if perfect.lower < threshold.min_score:
        needed = families_without_failure(
            threshold.min_score,
            n_items / n_families if n_families else 1.0,
            alpha=alpha,
            icc_floor=ICC_FLOOR,
        )
    return Line(
        probe=probe,
        stratum=stratum,
        threshold=threshold,
        n_items=n_items,
        n_families=n_families,
        interval=expected_interval(rate, n_items, n_families, alpha=alpha, icc_floor=ICC_FLOOR),
        perfect=perfect,
        chances=verdict_chances(
            rate, threshold.min_score, n_items, n_families, alpha=alpha, icc_floor=ICC_FLOOR
        ),
        visible_drop=smallest_visible_drop(
            planned_effective_n(n_items, n_families, alpha=alpha, icc_floor=ICC_FLOOR_OF_PAIRS),
            n_families,
            alpha=alpha,
        ),
        open_drop=_open_drop(refs, alpha),
        families_needed=needed,
    )


def _open_drop(refs: Sequence[ItemRef], alpha: float) -> float:
    if not refs:
        return 1.0
    unchanged = [0.0] * len(refs)
    return -paired_difference(
        unchanged,
        unchanged,
        [ref.family for ref in refs],
        level=1 - 2 * alpha,
        icc_floor=ICC_FLOOR_OF_PAIRS,
    ).lower
