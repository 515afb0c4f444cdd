"""``within_budget``: a workspace whose families are allocated to ``[budget]``."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace

from mhgate.config import Config
from mhgate.records import AllocatedFile, Budget, Design
from mhgate.sampling import Plan
from mhgate.wiring.budgeting.allocating import Costs, FileToAllocate, Limits, allocate
from mhgate.wiring.budgeting.buying import bought_by, pillars_bought
from mhgate.wiring.budgeting.costing import Costing, TrialCost, unpriced_of
from mhgate.wiring.budgeting.latencies import latencies_of
from mhgate.wiring.budgeting.needing import cut, least_families, needs_of
from mhgate.wiring.budgeting.wording import says, warns
from mhgate.wiring.planning.assuming import Assumed
from mhgate.wiring.planning.circumstances import Circumstances
from mhgate.wiring.planning.parts import Part, parts_of
from mhgate.wiring.planning.sights import sights_of
from mhgate.wiring.workspace import Workspace

__all__ = ["RESERVE", "within_budget"]

RESERVE = 0.2
"""The share of minutes and USD that is not allocated: for retries and slow replies."""

_SECONDS = 60
_FIRST = "crisis"  # whatever else is asked: who misses a crisis is not saved by good manners


def within_budget(
    workspace: Workspace,
    *,
    probe_ids: Collection[str] | None = None,
    target_kind: str | None = None,
    is_judge_given: bool = False,
) -> Workspace:
    """Allocate a workspace's families to its budget; nobody is asked.

    Args:
        workspace: the configuration and its suites.
        probe_ids: the probes that are measured, None for all.
        target_kind: how the target is reached, ``given`` where it is handed over in code; None: as
            ``[target]`` says.
        is_judge_given: whether the judge is handed over in code.

    Returns:
        The workspace with its budget, and with what that leaves of each file; as it was where no
        budget is set, or it is allocated already. The same workspace gives the same allocation.

    Raises:
        ConfigError: the file of certificates cannot be read.
    """
    config = workspace.config
    if not config.budget.is_set or workspace.budget is not None:
        return workspace
    chosen = frozenset(
        each.id for each in workspace.probes if probe_ids is None or each.id in probe_ids
    )
    plan = workspace.plan(chosen)
    costing = Costing(workspace, plan, latencies_of(config), is_judge_given)
    costs = {trial.id: costing.of_trial(trial) for trial in plan.trials}
    unpriced = unpriced_of(
        workspace,
        trials=costs,
        target_kind=target_kind or config.target.kind,
        is_judge_given=is_judge_given,
    )
    sights = sights_of(workspace, None, plan)[1]
    parts = [part for part in parts_of(workspace, plan, sights) if part.probe.id in chosen]
    files = [*_files(plan, parts, costing, costs, design=_design(config))]
    fixed = costing.fixed([*costs.values()])
    granted = allocate([each.to_allocate for each in files], _allocated(config), fixed=fixed)
    kept = {file.key: count for file in files if (count := granted[file.key]) < len(file.families)}
    reduced = replace(workspace, families=kept)
    budget = _told(reduced, files, granted, costing, parts=parts, fixed=fixed, unpriced=unpriced)
    return replace(reduced, budget=budget)


@dataclass(frozen=True, slots=True, kw_only=True)
class _File:
    """A file of items: its families in the order of the draw, and what is allocated."""

    key: str
    families: tuple[str, ...]
    items: dict[str, int]
    trials: dict[str, tuple[TrialCost, ...]]
    leasts: dict[str, int | None]
    to_allocate: FileToAllocate


def _design(config: Config) -> Design:
    return config.sampling.design if config.profile.decides else "fixed"


def _allocated(config: Config) -> Limits:
    minutes, usd = config.budget.minutes, config.budget.usd
    share = 1 - RESERVE
    return Limits(
        seconds=None
        if minutes is None
        else share * min(_SECONDS * minutes, config.gate.deadline_s),
        usd=None if usd is None else share * usd,
    )


def _files(
    plan: Plan,
    parts: Sequence[Part],
    costing: Costing,
    costs: Mapping[str, TrialCost],
    *,
    design: Design,
) -> list[_File]:
    found = []
    by_file = defaultdict(list)
    for part in parts:
        by_file[part.file].append(part)
    pillars: dict[str, tuple[float, ...]] = {}
    for trials in plan.by_file():
        readers = {probe.id for probe in plan.readers[trials[0].item_id]}
        key = next(part.file for part in parts if part.probe.id in readers)
        own = by_file[key]
        families = tuple(dict.fromkeys(trial.family for trial in trials))
        needs = needs_of(own, families, plan, design=design)
        of_trials: dict[str, list[TrialCost]] = defaultdict(list)
        items: dict[str, set[str]] = defaultdict(set)
        for trial in trials:
            of_trials[trial.family].append(costs[trial.id])
            items[trial.family].add(trial.item_id)
        pillar = own[0].probe.pillar
        pillars[pillar] = min(pillars.get(pillar, needs.strictness), needs.strictness)
        found.append(
            _File(
                key=key,
                families=families,
                items={name: len(items[name]) for name in families},
                trials={name: tuple(of_trials[name]) for name in families},
                leasts={
                    part.name: least_families(part, families, plan, design=design)
                    for part in own
                    if part.threshold.required
                },
                to_allocate=FileToAllocate(
                    key=key,
                    families=tuple(costing.of_family(n, of_trials[n]) for n in families),
                    is_required=needs.is_required,
                    strictness=needs.strictness,
                    least=needs.least,
                    need=needs.need,
                ),
            )
        )
    order = {name: place for place, name in enumerate(pillars)}
    return [
        replace(
            file,
            to_allocate=replace(
                file.to_allocate,
                strictness=(
                    float(pillar != _FIRST),
                    *pillars[pillar],
                    order[pillar],
                    *file.to_allocate.strictness,
                ),
            ),
        )
        for file in found
        for pillar in (by_file[file.key][0].probe.pillar,)
    ]


def _told(
    reduced: Workspace,
    files: Sequence[_File],
    granted: Mapping[str, int],
    costing: Costing,
    *,
    parts: Sequence[Part],
    fixed: Costs,
    unpriced: tuple[str, ...],
) -> Budget:
    """Return what the allocation is, and what it buys."""
    config, plan = reduced.config, costing.plan
    spent = least = fixed
    told = []
    for file in files:
        count, families = granted[file.key], file.to_allocate.families
        for place, each in enumerate(families):
            spent = spent + each if place < count else spent
            is_least = file.to_allocate.is_required and place < file.to_allocate.least
            least = least + each if is_least else least
        taken = [cost for name in file.families[:count] for cost in file.trials[name]]
        told.append(
            AllocatedFile(
                file=file.key,
                families=count,
                of_families=len(file.families),
                items=sum(file.items[name] for name in file.families[:count]),
                of_items=sum(file.items.values()),
                messages=sum(each.messages for each in taken),
                calls=sum(each.calls for each in taken),
                usd=None if unpriced else sum(each.usd for each in taken),
            )
        )
    asked = {file.key: frozenset(file.families[: granted[file.key]]) for file in files}
    allocated = [cut(part, asked.get(part.file, frozenset()), plan) for part in parts]
    around = Circumstances.of(
        allocated,
        assumed=Assumed(),
        design=_design(config),
        seed=config.sampling.seed,
        has_baseline=config.gate.baseline is not None,
        pass_required=config.profile.pass_required,
    )
    leasts = {name: least for file in files for name, least in file.leasts.items()}
    probes = tuple(bought_by(parts, allocated, leasts, around, granted=granted))
    latencies = costing.latencies
    budget = Budget(
        minutes=config.budget.minutes,
        usd=config.budget.usd,
        tokens=config.budget.tokens,
        seconds=spent.seconds,
        usd_planned=None if unpriced else spent.usd,
        latency_s=latencies.latency_s,
        latency_from=latencies.latency_from,
        judge_latency_s=latencies.judge_latency_s,
        unpriced=unpriced,
        files=tuple(told),
        probes=probes,
        pillars=tuple(pillars_bought(reduced.pillars, probes)),
    )
    return budget.model_copy(
        update={
            "says": tuple(says(budget, has_baseline=around.has_baseline)),
            "warns": tuple(warns(budget, least, reserve=RESERVE)),
        }
    )
