"""The plan of a run whose report is stored: every trial that was to be asked."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace

from mhgate.errors import IncomparableError
from mhgate.records import Conditions, ItemRef, Probe, Report, Trial
from mhgate.sampling import Plan
from mhgate.wiring.workspace import Workspace

__all__ = ["plan_of", "workspace_as_asked", "workspace_as_sampled"]


def plan_of(
    report: Report, conditions: Conditions, workspace: Workspace, probes: Sequence[Probe]
) -> Plan:
    """Return a stored run's plan.

    Where every planned trial was asked and order does not matter, the outcomes name them all, and
    items may have changed since. Else the plan is made again from the suites.

    Args:
        report: of the run.
        conditions: how it sampled.
        workspace: the suites of today.
        probes: those that the run measured.

    Returns:
        The plan, with the run's digest.

    Raises:
        IncomparableError: the suites of today make another plan.
    """
    accounts = report.accounts
    if conditions.design == "fixed" and accounts.planned == accounts.asked:
        return _from_outcomes(report, conditions, probes)
    chosen = frozenset(probe.id for probe in probes)
    sampled = workspace_as_sampled(workspace, seed=report.provenance.seed, conditions=conditions)
    asked = {row.item_id for row in report.outcomes}
    plan = workspace_as_asked(sampled, chosen, plan=conditions.plan, asked=asked).plan(chosen)
    if plan.digest != conditions.plan:
        why = "was not asked to its end" if accounts.not_reached else "may stop early"
        raise IncomparableError(
            f"The run {report.provenance.run_id} {why}, so that its plan is needed to decide again "
            f"(seed {report.provenance.seed}, max_items {conditions.max_items or 'none'}, epochs "
            f"{conditions.epochs}); the suites that {workspace.config.file} names make another "
            "plan: items were changed, added or taken away since, or another sampler names them.",
            hint="Decide with the suites of that commit, or run again.",
        )
    return plan


def workspace_as_sampled(workspace: Workspace, *, seed: int, conditions: Conditions) -> Workspace:
    """Return a workspace that samples as an earlier run did.

    Args:
        workspace: the suites of today.
        seed: of the run.
        conditions: how it sampled.
    """
    sampling = workspace.config.sampling.model_copy(
        update={
            "seed": seed,
            "max_items": conditions.max_items,
            "epochs": conditions.epochs,
            "design": conditions.design,
        }
    )
    seeds = {part.root: part.draw_seed for part in conditions.sealed}
    return replace(
        workspace,
        config=workspace.config.model_copy(update={"sampling": sampling}),
        sealing=replace(workspace.sealing, seeds=seeds, otherwise=None),
        families=conditions.families,
    )


def workspace_as_asked(
    workspace: Workspace, chosen: frozenset[str], *, plan: str | None, asked: Collection[str]
) -> Workspace:
    """Return a workspace whose target has a clock if that of an earlier run had one.

    Args:
        workspace: the suites of today, with the sampling of the run.
        chosen: the ids of the run's probes.
        plan: the digest of the run's plan, where it is known.
        asked: the ids of the items that the run asked.
    """
    moving = {
        ref.id
        for suite in workspace.suites
        for refs in suite.items.values()
        for ref in refs
        if ref.has_clock
    }
    if moving & set(asked):
        return replace(workspace, clock=True)
    for clock in (workspace.has_clock, not workspace.has_clock) if moving else ():
        found = replace(workspace, clock=clock)
        if found.plan(chosen).digest == plan:
            return found
    return workspace


def _from_outcomes(report: Report, conditions: Conditions, probes: Sequence[Probe]) -> Plan:
    trials: dict[str, Trial] = {}
    refs: dict[str, ItemRef] = {}
    readers: dict[str, dict[str, None]] = {}
    for row in report.outcomes:
        trials[row.trial_id] = Trial(
            id=row.trial_id, item_id=row.item_id, family=row.family, epoch=row.epoch, seed=0
        )
        refs[row.item_id] = ItemRef(
            id=row.item_id,
            family=row.family,
            digest=row.item_digest,
            strata=row.strata,
            language="en",
            path=row.item_id,
            offset=0,
            length=1,
        )
        readers.setdefault(row.item_id, {})[row.probe_id] = None
    known = {probe.id: probe for probe in probes}
    return Plan(
        trials=tuple(trials.values()),
        refs=refs,
        readers={item: tuple(known[name] for name in names) for item, names in readers.items()},
        digest=conditions.plan,
        unbought=frozenset(conditions.unbought),
    )
