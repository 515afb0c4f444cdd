"""The plan of a run whose report is stored: every trial that was to be asked."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from mhgate.errors import IncomparableError
from mhgate.records import Conditions, ItemRef, Probe, Report, Trial
from mhgate.sampling import Plan
from mhgate.wiring.workspace import Workspace

__all__ = ["plan_of", "workspace_as_sampled"]


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
    plan = sampled.plan(chosen)
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
    return replace(workspace, config=workspace.config.model_copy(update={"sampling": sampling}))


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
    )
