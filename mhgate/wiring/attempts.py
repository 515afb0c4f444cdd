"""Who counts how often a commit and its pull request were tried, and what that comes to.

Machines of a runner are thrown away after each job, and with them the runs that were kept there. On
GitHub the Action counts in its comment and hands the counts over; without, GitHub's own number says
how often one workflow run was tried, and nothing of other runs.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from mhgate.errors import UsageError
from mhgate.records import Attempts

__all__ = ["EARLIER_ATTEMPTS", "attempts_of"]

EARLIER_ATTEMPTS = "MHGATE_EARLIER_ATTEMPTS"
"""Holds how often the commit and the pull request were tried before: ``2,5``."""

_COUNTS = re.compile(r"([0-9]{1,6}),([0-9]{1,6})")


def attempts_of(
    environ: Mapping[str, str],
    *,
    kept: int,
    commit: str | None,
    of_pull_request: int | None = None,
) -> Attempts | None:
    """Return which attempt a run is, by whoever counts.

    Args:
        environ: the environment.
        kept: which it is among the kept runs of its commit, from 1.
        commit: that is checked out, None where it is not known.
        of_pull_request: which it is among the kept runs of its pull request, from 1; None where
            that is not known.

    Returns:
        None where nobody counts.

    Raises:
        UsageError: the counts that were handed over cannot be read.
    """
    tried = environ.get("GITHUB_RUN_ATTEMPT", "")
    of_run = int(tried) if tried.isdecimal() and len(tried) < 7 and int(tried) else None  # noqa: PLR2004 - digits
    if handed := environ.get(EARLIER_ATTEMPTS):
        found = _COUNTS.fullmatch(handed)
        if found is None:
            raise UsageError(
                f"{EARLIER_ATTEMPTS}: found {handed!r}; expected two counts with a comma between.",
                hint="The Action sets it; take it out of the workflow.",
            )
        return Attempts(
            of_commit=int(found[1]) + 1,
            of_pull_request=int(found[2]) + 1,
            of_workflow_run=of_run,
            counted_by="comment",
        )
    # on a runner that stays, what is kept there may know of more tries than GitHub tells
    if of_run is not None and max(kept, of_pull_request or 0) <= of_run:
        return Attempts(of_workflow_run=of_run, counted_by="workflow run")
    if commit is None:
        return None
    return Attempts(
        of_commit=kept,
        of_pull_request=of_pull_request,
        of_workflow_run=of_run,
        counted_by="kept runs",
    )
