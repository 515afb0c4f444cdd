"""Going on with a run: what may be kept of it, and how often it was tried."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path

from mhgate.errors import ReportFileError, UsageError
from mhgate.journal import Kept, read_journal
from mhgate.protocols import Target
from mhgate.records import Failure, Transcript
from mhgate.sampling import Plan
from mhgate.wiring.runs import RunFolder, runs_below

__all__ = ["attempt_of", "has_asked", "kept_of", "without_failures"]


def has_asked(run: RunFolder, target: Target) -> bool:
    """Return whether an earlier run asked the same target."""
    header = run.header()
    return header is not None and header.get("target") == target.fingerprint


def kept_of(
    folder: RunFolder,
    header: Mapping[str, object],
    plan: Plan,
    *,
    unseal: Callable[[str], bytes] | None = None,
) -> Kept:
    """Return what a journal keeps of the run that is about to go on.

    Args:
        folder: of the run that was stopped.
        header: of this one.
        plan: of this one.
        unseal: opens the lines of protected items.

    Raises:
        ReportFileError: the journal cannot be read, or holds trials that the plan does not.
        UsageError: it was another run.
    """
    kept = read_journal(folder.journal, mend=True, unseal=unseal)
    for name, words in (
        ("plan", "other trials (items, seed, selection)"),
        ("measurement", "other questions, probes or another judge"),
        ("target", "another target"),
        ("commit", "another commit"),
        ("build", "another build of the target (MHGATE_TARGET_BUILD)"),
    ):
        if kept.header.get(name) != header[name]:
            raise UsageError(
                f"{folder.journal}: the run that was stopped had {words} than this one.",
                hint="Undo the change to go on with it, or run without --mhgate-resume.",
            )
    planned = {trial.id: trial for trial in plan.trials}
    for trial_id, what in kept.came_back.items():
        played = what.trial if isinstance(what, Transcript) else planned.get(what.trial_id)
        if played is None or planned.get(trial_id) != played:
            raise ReportFileError(
                f"{folder.journal}: found the trial {trial_id}, which is not so in the plan.",
                hint="The journal was changed after it was written; run without resuming.",
            )
    return kept


def without_failures(kept: Kept) -> Kept:
    """Return what was answered: what failed is asked again.

    Not where a failure is a failed item: nobody gets a second try at those alone.
    """
    answered: dict[str, Transcript | Failure] = {
        trial_id: what for trial_id, what in kept.came_back.items() if isinstance(what, Transcript)
    }
    return replace(kept, came_back=answered)


def attempt_of(
    reports: Path, folder: RunFolder, header: Mapping[str, object], kept: Kept | None
) -> int:
    """Count this run among the kept ones of the same commit and target, and its own beginnings.

    Whichever plan they had: another seed is another try.
    """
    n_begun = sum(
        run.n_begun()
        for run in runs_below(reports)
        if run.run_id != folder.run_id
        and (found := run.header()) is not None
        and header["commit"] is not None
        and all(found.get(key) == header[key] for key in ("commit", "target"))
    )
    return 1 + n_begun + (0 if kept is None else kept.n_attempts)
