"""``forecast``: what a run would be, by probe, by pillar and as a whole."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from mhgate.records import Budget, Design, Item
from mhgate.stats.planning import VerdictChances
from mhgate.wiring.budgeting import budgeted
from mhgate.wiring.known_labels import known_labels
from mhgate.wiring.planning.asking import Asked, FileAsked, file_asked
from mhgate.wiring.planning.assuming import Assumed
from mhgate.wiring.planning.circumstances import Circumstances
from mhgate.wiring.planning.comparing import comparing_notes
from mhgate.wiring.planning.further_requests import FurtherRequests
from mhgate.wiring.planning.judge_calls import JudgeCalls
from mhgate.wiring.planning.limits import Limit, TokensSaid, limits_of
from mhgate.wiring.planning.lines import Line, line_of
from mhgate.wiring.planning.parts import parts_of
from mhgate.wiring.planning.sights import JudgeKind, sights_of
from mhgate.wiring.planning.sizes import DefaultSize, default_size
from mhgate.wiring.planning.waived import waiver_notes, with_waiver
from mhgate.wiring.sharding import Sharding
from mhgate.wiring.target_opening import Given
from mhgate.wiring.workspace import Workspace

__all__ = ["Forecast", "PillarForecast", "forecast"]


@dataclass(frozen=True, slots=True, kw_only=True)
class PillarForecast:
    """What can be said of one pillar, from its required probes and strata.

    They are reckoned as independent: all must pass, and any may fail. ``visible_drop`` is the
    smallest drop that is seen 4 times in 5 in whichever of them it happens, ``power`` the
    probability with which the assumed drop is seen where it is seen worst; None where one of them
    is not asked about drops, or sees none.
    """

    pillar: str
    lines: tuple[Line, ...]
    most: Asked
    expected: Asked

    @property
    def required(self) -> tuple[Line, ...]:
        """The probes and strata that decide it."""
        return tuple(line for line in self.lines if line.threshold.required)

    @property
    def chances(self) -> VerdictChances:
        """How probable each verdict is; a pillar of which nothing is required decides nothing."""
        if not self.required:
            return VerdictChances(0.0, 0.0, 1.0)
        return _together(line.chances for line in self.required)

    @property
    def visible_drop(self) -> float | None:
        """The drop that is seen wherever it happens."""
        found = [line.visible_drop for line in self.required if line.part.n_trials]
        known = [drop for drop in found if drop is not None]
        return max(known, default=None) if len(known) == len(found) else None

    @property
    def power(self) -> float | None:
        """How probably the assumed drop is seen, where it is seen worst."""
        found = [line.power for line in self.required if line.part.n_trials]
        known = [power for power in found if power is not None]
        return min(known, default=None) if len(known) == len(found) else None


@dataclass(frozen=True, slots=True, kw_only=True)
class Forecast:
    """What a run would be.

    ``n_claims`` counts the fails and regressions that this gate could claim, ``n_with_drops`` those
    that it could with a baseline, to which all drops are corrected. ``budget`` is what families
    were allocated to, ``shard`` the part of the plan whose asking is reckoned with; None without.
    ``arms`` is 2 where a second target is played beside; ``max_requests`` is each one's own.
    ``limits`` are those by the minute, for which a run waits. ``further`` is what a session flow
    sends beside the messages.
    """

    config_file: str
    profile: str
    design: Design
    judge: JudgeKind
    assumed: Assumed
    concurrency: int
    limits: tuple[Limit, ...]
    max_requests: int | None
    deadline_s: float
    n_claims: int
    n_with_drops: int
    has_baseline: bool
    needs_holding: bool
    pillars: tuple[PillarForecast, ...]
    files: tuple[FileAsked, ...]
    default_size: DefaultSize
    notes: tuple[str, ...]
    budget: Budget | None = None
    shard: str | None = None
    arms: int = 1
    further: FurtherRequests = field(default_factory=FurtherRequests)

    @property
    def lines(self) -> tuple[Line, ...]:
        """Every probe and stratum, in the order of the suites."""
        return tuple(line for pillar in self.pillars for line in pillar.lines)

    @property
    def most(self) -> Asked:
        """What is asked at most."""
        return sum((file.most for file in self.files), Asked())

    @property
    def expected(self) -> Asked:
        """What is asked on average."""
        return sum((file.expected for file in self.files), Asked())

    @property
    def chances(self) -> VerdictChances:
        """How probable each verdict of the whole gate is, pillars reckoned as independent."""
        required = [line for line in self.lines if line.threshold.required]
        if not required:
            return VerdictChances(0.0, 0.0, 1.0)
        return _together(line.chances for line in required)

    @property
    def hopeless(self) -> tuple[Line, ...]:
        """The required lines that even a perfect bot would not pass."""
        return tuple(line for line in self.lines if line.threshold.required and not line.can_pass)

    @property
    def open_ended(self) -> tuple[Line, ...]:
        """The required lines whose allowed drop stays open more often than not, unchanged."""
        return tuple(line for line in self.lines if line.threshold.required and not line.can_hold)

    @property
    def ends_early(self) -> tuple[str, ...]:
        """What would end the run before the plan: ``budget``, ``deadline``."""
        found = []
        if self.max_requests is not None and self.max_requests < self.requests(self.expected):
            found.append("budget")
        if self.seconds(self.expected) > self.deadline_s:
            found.append("deadline")
        return tuple(found)

    def requests(self, asked: Asked) -> float:
        """Return how many requests so much asking takes at least, of ``[target]`` alone."""
        return asked.messages / self.arms + self.further.at_least(asked, arms=self.arms)

    def seconds(self, asked: Asked) -> float:
        """Return how long so much asking takes: the longest of what it has to wait for."""
        waits = [limit.seconds(asked) for limit in self.limits]
        return max([asked.busy_s(self.assumed, concurrency=self.concurrency), *waits])

    def bound_by(self, asked: Asked) -> Limit | None:
        """Return the limit by the minute that says how long so much takes, None where none does."""
        slowest = max(self.limits, key=lambda limit: limit.seconds(asked), default=None)
        busy_s = asked.busy_s(self.assumed, concurrency=self.concurrency)
        return slowest if slowest is not None and slowest.seconds(asked) > busy_s else None


def forecast(workspace: Workspace, assumed: Assumed | None = None) -> Forecast:
    """Say what a run would be, before anything is asked.

    Args:
        workspace: the configuration and its suites.
        assumed: what is taken for granted.

    Returns:
        The forecast. The same workspace and assumptions give the same one: what is simulated is
        drawn from the plan's seed.

    Raises:
        ConfigError: the file of certificates cannot be read.
    """
    workspace = budgeted(workspace, None, Given())
    assumed, config = assumed or Assumed(), workspace.config
    plan = workspace.plan(frozenset(probe.id for probe in workspace.probes))
    judge, sights, notes = sights_of(workspace, assumed.what_if, plan)
    if not config.profile.decides:
        undecided = f"profile {config.profile.name} decides nothing: chances are those of one that"
        notes = (*notes, f"{undecided} does")
    parts = parts_of(workspace, plan, sights)
    design: Design = config.sampling.design if config.profile.decides else "fixed"
    around = Circumstances.of(
        parts,
        assumed=assumed,
        design=design,
        seed=config.sampling.seed,
        has_baseline=config.gate.baseline is not None or config.live is not None,
        pass_required=config.profile.pass_required,
    )
    lines = [with_waiver(line_of(part, around), config) for part in parts]
    notes = (*notes, *waiver_notes(workspace))
    suites = {suite.name: suite for suite in workspace.suites}

    def read_item(item_id: str) -> Item:
        return suites[item_id.partition("/")[0]].read_item(plan.refs[item_id])

    sharding = Sharding.of(config, plan)
    judge_calls = JudgeCalls.of(workspace, plan.readers)
    if judge_calls.models or config.judge.canaries:
        notes = (*notes, *_known_labels(workspace))
    arms = 1 if config.live is None else 2
    notes = (*notes, *comparing_notes(config, plan))
    alone = tuple(
        file_asked(
            trials,
            plan,
            [line for line in lines if line.probe in plan.readers[trials[0].item_id]],
            read_item=read_item,
            stops_early=design != "fixed",
            judge=judge_calls,
            said=TokensSaid.of(config.target),
            most_turns=config.patient.max_turns if config.patient.kind == "simulated" else None,
        )
        for trials in sharding.share(plan).by_file()
    )
    files = tuple(
        replace(file, most=file.most.in_arms(arms), expected=file.expected.in_arms(arms))
        for file in alone
    )
    if sharding.shard is not None:
        of_all = "chances and drops are those of all shards, merged"
        notes = (*notes, f"what is asked is that of {sharding.shard.words}; {of_all}")
    return Forecast(
        config_file=config.path.name,
        profile=config.profile.name,
        design=design,
        judge=judge,
        assumed=assumed,
        concurrency=config.target.concurrency,
        limits=limits_of(config),
        max_requests=config.target.max_requests,
        deadline_s=config.gate.deadline_s,
        n_claims=around.n_claims,
        n_with_drops=around.n_with_drops,
        has_baseline=around.has_baseline,
        needs_holding=around.needs_holding,
        pillars=tuple(_pillar(name, lines, files) for name in workspace.pillars),
        files=files,
        default_size=default_size(
            lines, n_claims=around.n_with_drops, alpha=config.gate.alpha, drop=assumed.drop
        ),
        notes=notes,
        budget=workspace.budget,
        shard=config.sampling.shard,
        arms=arms,
        further=FurtherRequests.of(config.target),
    )


def _known_labels(workspace: Workspace) -> Iterator[str]:
    """Say to how many known labels a judge is held first."""
    labels = known_labels(workspace.suites, workspace.probes, seed=0)
    if labels:
        n_labels = sum(len(each.cells) for each in labels)
        yield (
            f"first the judge is held to {n_labels} known labels of {len(labels)} transcripts, "
            "which is not counted above"
        )


def _pillar(name: str, lines: Sequence[Line], files: Sequence[FileAsked]) -> PillarForecast:
    own = [file for file in files if file.pillar == name]
    return PillarForecast(
        pillar=name,
        lines=tuple(line for line in lines if line.probe.pillar == name),
        most=sum((file.most for file in own), Asked()),
        expected=sum((file.expected for file in own), Asked()),
    )


def _together(chances: Iterable[VerdictChances]) -> VerdictChances:
    """Return how probable the verdicts of several are together: all pass, or any fails."""
    found = list(chances)
    passes = math.prod(each.passes for each in found)
    fails = 1 - math.prod(1 - each.fails for each in found)
    return VerdictChances(passes, fails, max(0.0, 1 - passes - fails))
