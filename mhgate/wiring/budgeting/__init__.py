"""A budget in minutes and USD -> which families of which probes are asked, before the first call.

==============  ====================================================================
``allocating``  files that cost and need -> how many families each gets: pure
``costing``     what a trial, a family, and known labels take in seconds and USD
``needing``     what a probe takes until it can be decided, and how far off it is
``buying``      which drops the allocated sample shows
``wording``     the sentences that every face prints
``paying``      during the run: who pays for which attempt
``budgeted``    all of it: a workspace within its budget
==============  ====================================================================
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import TYPE_CHECKING

from mhgate.journal import Kept
from mhgate.records import Probe, Report
from mhgate.sampling import Shard
from mhgate.targets import Purse

if TYPE_CHECKING:
    from mhgate.wiring.target_opening import Given
    from mhgate.wiring.workspace import Workspace

__all__ = [
    "budgeted",
    "goes_on_paying",
    "opened_purse",
    "outside_reasons",
    "tell_budget",
    "with_spending",
]


def budgeted(workspace: Workspace, probes: Collection[str] | None, given: Given) -> Workspace:
    """Return a workspace within its budget; as it is where none is set.

    Args:
        workspace: the configuration and its suites.
        probes: the ids of the probes that are measured, None for all.
        given: what is handed over in code.

    Raises:
        ConfigError: the file of certificates cannot be read.
    """
    if not workspace.config.budget.is_set:
        return workspace
    from mhgate.wiring.budgeting.applying import (  # noqa: PLC0415 - its statistics take a while
        within_budget,
    )

    return within_budget(
        workspace,
        probe_ids=probes,
        target_kind=given.kind_of(workspace.config),
        is_judge_given=given.judge is not None,
    )


def opened_purse(workspace: Workspace, chosen: Collection[Probe]) -> Purse | None:
    """Return what a run is paid from, None where it has no budget in USD or tokens.

    A shard is paid from its part of them: as much as it asks of the plan.

    Args:
        workspace: within its budget.
        chosen: the probes that are measured.
    """
    budget, shard = workspace.config.budget, workspace.config.sampling.shard
    if budget.usd is None and budget.tokens is None:
        return None
    part = 1.0
    if shard is not None:
        plan = workspace.plan(frozenset(probe.id for probe in chosen))
        own = len(plan.share(Shard.read(shard)).trials)
        part = own / len(plan.trials) if plan.trials else 1.0
    return Purse(
        None if budget.usd is None else budget.usd * part,
        None if budget.tokens is None else int(budget.tokens * part),
    )


def goes_on_paying(purse: Purse | None, kept: Kept | None, *, is_wanted: bool) -> None:
    """Take out of a purse what the run had spent that is gone on with.

    A second run of a commit begins where an ended one stopped without being told to: it is another
    run, with a budget of its own.

    Args:
        purse: of this process, which may have paid for first questions already.
        kept: what the run's journal holds; None: nothing is gone on with.
        is_wanted: whether somebody asked to go on.
    """
    if purse is not None and kept is not None and (is_wanted or kept.end is None):
        purse.goes_on(kept.spent)


def tell_budget(workspace: Workspace, note: Callable[[str], None]) -> None:
    """Say before the first call what the budget buys, and what it does not hold.

    Args:
        workspace: within its budget.
        note: told line by line.
    """
    if workspace.budget is None:
        return
    for line in workspace.budget.warns:
        note(f"budget: WARNING: {line}")
    for line in workspace.budget.says:
        note(f"budget: {line}")


def outside_reasons(workspace: Workspace) -> tuple[str, ...]:
    """Return why a run is no gate: a budget from outside of thresholds.toml starves what gates.

    The file's own budget may do so, and is answered for by whoever wrote it. An option or a
    variable may lower it, and never so far that a required probe cannot be decided any more.

    Args:
        workspace: within its budget.
    """
    given = [
        each for each in workspace.config.overrides if each.key in {"budget.minutes", "budget.usd"}
    ]
    probes = () if workspace.budget is None else workspace.budget.probes
    n_starved = sum(each.is_starved or (each.required and each.is_left_out) for each in probes)
    if not given or not n_starved:
        return ()
    named = ", ".join(f"{each.key} = {each.value} (from {each.source})" for each in given)
    return (
        f"{named} leaves {n_starved} required probes or strata less than it takes to decide them",
    )


def with_spending(report: Report, workspace: Workspace, purse: Purse | None) -> Report:
    """Return a report with its budget, and with what was spent of it.

    Args:
        report: of the run that is over.
        workspace: within its budget.
        purse: what it was paid from.
    """
    budget = workspace.budget
    if budget is None:
        return report
    if purse is not None:
        spent = purse.spent()
        found: dict[str, float] = {}
        if "usd" in spent:
            found["usd_spent"] = round(spent["usd"], 6)
        if "tokens" in spent:
            found["tokens_spent"] = round(spent["tokens"])
        budget = budget.model_copy(update=found)
    return report.model_copy(update={"budget": budget})
