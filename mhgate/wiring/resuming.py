"""Going on with a run: what may be kept of it, and how often it was tried."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path

from mhgate.errors import ReportFileError, UsageError
from mhgate.journal import Kept, read_journal
from mhgate.protocols import Target
from mhgate.records import Failure, Transcript, Trial
from mhgate.sampling import Plan, Trials
from mhgate.wiring.runs import RunFolder, runs_below

__all__ = ["attempt_of", "has_asked", "kept_of", "without_failures"]


def has_asked(run: RunFolder, target: Target, base: Target | None = None) -> bool:
    """Return whether an earlier run asked the same target, and the same one beside it."""
    header = run.header()
    return (
        header is not None
        and header.get("target") == target.fingerprint
        and header.get("base") == (None if base is None else base.fingerprint)
    )


def kept_of(
    folder: RunFolder,
    header: Mapping[str, object],
    plan: Plan,
    *,
    unseal: Callable[[str], bytes] | None = None,
    fresh: Trials | None = None,
) -> Kept:
    """Return what a journal keeps of the run that is about to go on.

    Args:
        folder: of the run that was stopped.
        header: of this one.
        plan: of this one.
        unseal: opens the lines of protected items.
        fresh: trials that a second look may ask, if it may any.

    Raises:
        ReportFileError: the journal cannot be read, or holds trials that the plan does not.
        UsageError: it was another run.
    """
    kept = read_journal(folder.journal, mend=True, unseal=unseal)
    if kept.is_copy:
        raise ReportFileError(
            f"{folder.journal}: found a copy without its words; expected a journal.",
            hint="Go on with the run where its journal lies, or run without resuming.",
        )
    if kept.mixed:
        raise UsageError(
            f"{folder.journal}: {kept.mixed}: what is there is of no one product.",
            hint="Run without --mhgate-resume.",
        )
    for name, words in (
        ("plan", "other trials (items, seed, selection)"),
        ("measurement", "other questions, probes or another judge"),
        ("target", "another target"),
        ("base", "another target that was played beside it"),
        ("confirm", "another second look (gate.confirm)"),
        ("commit", "another commit"),
        ("build", "another build of the target (MHGATE_TARGET_BUILD, target.build_id)"),
        ("shard", "another shard (--mhgate-shard)"),
    ):
        if kept.header.get(name) != header.get(name):
            raise UsageError(
                f"{folder.journal}: the run that was stopped had {words} than this one.",
                hint="Undo the change to go on with it, or run without --mhgate-resume.",
            )

    def planned(name: str) -> Trial | None:
        again = None if fresh is None else fresh.find(name)
        return again or plan.find(name)

    for trial_id, what in [*kept.came_back.items(), *kept.base_came_back.items()]:
        played = what.trial if isinstance(what, Transcript) else planned(what.trial_id)
        if played is None or planned(trial_id) != played:
            raise ReportFileError(
                f"{folder.journal}: found the trial {trial_id}, which is not so in the plan.",
                hint="The journal was changed after it was written; run without resuming.",
            )
    return kept


def without_failures(kept: Kept) -> Kept:
    """Return what was answered: what failed is asked again.

    Not where a failure is a failed item: nobody gets a second try at those alone.
    """

    def answered(
        came_back: Mapping[str, Transcript | Failure],
    ) -> dict[str, Transcript | Failure]:
        return {name: what for name, what in came_back.items() if isinstance(what, Transcript)}

    return replace(
        kept,
        came_back=answered(kept.came_back),
        base_came_back=answered(kept.base_came_back),
    )


def attempt_of(
    reports: Path, folder: RunFolder, header: Mapping[str, object], kept: Kept | None
) -> int:
    """Count this run among the kept ones of the same commit and target, and its own beginnings.

    Whichever plan they had: another seed is another try. The shards of a run are one try together,
    and what was merged of them is none of its own.
    """
    n_begun: Counter[str | None] = Counter()
    for run in runs_below(reports):
        found = run.header()
        if (
            run.run_id != folder.run_id
            and found is not None
            and header["commit"] is not None
            and all(found.get(key) == header[key] for key in ("commit", "target"))
            and not found.get("merged")
        ):
            n_begun[found.get("shard")] += run.n_begun()
    shard = header.get("shard")
    in_shards = max((n for key, n in n_begun.items() if key is not None), default=0)
    n_others = n_begun[None] + (in_shards if shard is None else n_begun[str(shard)])
    return 1 + n_others + (0 if kept is None else kept.n_attempts)
