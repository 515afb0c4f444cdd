"""A stored run -> what there is to judge: its journal, held to the suites of today."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from mhgate.config.reading import shown
from mhgate.errors import ReportFileError
from mhgate.journal import Kept, read_journal
from mhgate.perturb import spoken
from mhgate.records import Failure, Item, LeftOut, Report, Transcript, Trial
from mhgate.sampling import Plan
from mhgate.wiring.earlier import read_earlier
from mhgate.wiring.existing import Existing
from mhgate.wiring.held_journals import held_journal, refuse_copy
from mhgate.wiring.playing import PATIENT_MODEL
from mhgate.wiring.runs import RunFolder
from mhgate.wiring.stored_plan import workspace_as_asked, workspace_as_sampled
from mhgate.wiring.workspace import Workspace

__all__ = ["existing_run"]

_MOST_PLACES = 3


def existing_run(
    run: RunFolder, workspace: Workspace, *, probes: frozenset[str] | None = None
) -> Existing:
    """Return what there is to judge of a stored run.

    The plan is made of the suites of today, as the run sampled. A transcript stands for a trial of
    it where trial and words of the user are the same: questions, probes and expectations may have
    changed since, and are what it is judged by.

    Args:
        run: its folder.
        workspace: the suites and thresholds of today.
        probes: the ids of the probes that read them, None for all.

    Returns:
        Its transcripts and failures. It is the whole gate where every trial is there and none is
        left over.

    Raises:
        ReportFileError: the journal or the report cannot be read, they do not belong together, or
            the run was itself made from transcripts that were given.
    """
    kept = read_journal(run.journal, unseal=workspace.sealing.unseal)
    refuse_copy(kept, run.journal)
    if kept.header.get("transcripts") is not None:
        raise ReportFileError(
            f"{run.path}: found transcripts that were given in a file; expected a run.",
            hint="Judge the file again: answers that this judge gave already are reused.",
        )
    earlier = read_earlier(run.report, what="report") if run.report.is_file() else None
    if earlier is not None:
        kept = held_journal(run, earlier, unseal=workspace.sealing.unseal)
    if earlier is not None and earlier.conditions is not None:
        workspace = workspace_as_sampled(
            workspace, seed=earlier.provenance.seed, conditions=earlier.conditions
        )
    chosen = [probe for probe in workspace.probes if probes is None or probe.id in probes]
    ids = frozenset(probe.id for probe in chosen)
    workspace = workspace_as_asked(
        workspace,
        ids,
        plan=kept.header.get("plan"),
        asked={trial_id.rpartition("#")[0] for trial_id in kept.came_back},
    )
    plan = workspace.plan(ids)
    again = asked_again(kept, plan, workspace)
    suites = {suite.name: suite for suite in workspace.suites}

    def read(item_id: str) -> Item:
        return suites[item_id.partition("/")[0]].read_item(plan.refs[item_id])

    digests = {row.trial_id: row.item_digest for row in earlier.outcomes} if earlier else {}
    usable, left_out = _usable(kept, plan, read, digests, again)
    return Existing(
        workspace=workspace,
        plan=plan,
        kept=usable,
        read_item=read,
        probes=chosen,
        declared=workspace.pillars,
        strata=workspace.strata(),
        read_strata=workspace.read_strata(),
        languages=workspace.languages(),
        partial_because=tuple(_partial(left_out, len(workspace.probes) - len(chosen))),
        target=str(kept.header.get("target")),
        target_kind="stored" if earlier is None else earlier.provenance.target_kind,
        commit=kept.header.get("commit"),
        build=kept.header.get("build"),
        patient=_measured(kept, earlier, "patient"),
        patient_model=_measured(kept, earlier, PATIENT_MODEL),
        attempt=kept.n_attempts if earlier is None else earlier.provenance.attempt,
        run_id=str(kept.header.get("judged_from") or run.run_id),
        earlier=earlier,
        scores=kept.scores,
        journal=run.journal,
        file=shown(run.journal),
        unit="trials",
        n_read=len(kept.came_back.keys() - again),
        left_out=left_out,
    )


def _measured(kept: Kept, earlier: Report | None, name: str) -> str | None:
    """Return what a run's measurement says of who spoke, by its report or by its journal."""
    found = kept.header if earlier is None else earlier.provenance.measurement
    return found.get(name)


def asked_again(kept: Kept, plan: Plan, workspace: Workspace) -> frozenset[str]:
    """Return the trials of a run's second look: they enter no figure, and are not judged again.

    Args:
        kept: what its journal holds.
        plan: of its first look.
        workspace: sampled as the run was.
    """
    of, _, trials = str(kept.header.get("confirm") or "").partition(" ")
    if not of:
        return frozenset()
    sampling = workspace.config.sampling
    named = plan.named_again(sampling.epochs, int(trials), seed=sampling.seed)
    return frozenset(trial.id for trial in named)


def _usable(
    kept: Kept,
    plan: Plan,
    read: Callable[[str], Item],
    digests: Mapping[str, str],
    again: frozenset[str],
) -> tuple[dict[str, Transcript | Failure], tuple[LeftOut, ...]]:
    """Return what stands for a planned trial, and what does not, with the reasons."""
    planned = {trial.id: trial for trial in plan.trials}
    usable: dict[str, Transcript | Failure] = {}
    reasons: dict[str, list[str]] = {}
    for trial_id, what in kept.came_back.items():
        if trial_id in again:
            continue
        reason = _why_not(what, planned.get(trial_id), read, digests.get(trial_id))
        if reason is None:
            usable[trial_id] = what
        else:
            reasons.setdefault(reason, []).append(trial_id)
    return usable, tuple(
        LeftOut(reason=reason, n=len(ids), places=tuple(ids[:_MOST_PLACES]))
        for reason, ids in reasons.items()
    )


def _why_not(
    what: Transcript | Failure,
    trial: Trial | None,
    read: Callable[[str], Item],
    item_digest: str | None,
) -> str | None:
    if trial is None:
        return "not a trial of the plan that these suites and this sampling make"
    if isinstance(what, Failure):
        return None
    if what.trial != trial:
        return "a trial of another seed or family than the plan's"
    said = tuple(turn.content for turn in what.turns if turn.role == "user")
    item = read(trial.item_id)
    if item.vignette is not None and item_digest not in {None, item.digest}:
        return "its vignette has changed since"
    if item.vignette is not None:  # what comes after the opening depends on the replies
        said = said[:1]
    if said != spoken(item, trial):
        return "what the user says in it is not what its item says today"
    return None


def _partial(left_out: Sequence[LeftOut], n_dropped: int) -> list[str]:
    because = [f"{each.n} trials of the run were left out: {each.reason}" for each in left_out]
    if n_dropped:
        because.append(f"{n_dropped} of the suites' probes were not chosen")
    return because
