"""Which attempt this run is: as the comment counts, else as GitHub counts one workflow run."""

from __future__ import annotations

from collections.abc import Mapping

from mhgate.action.attempts import read_tally
from mhgate.action.comment import CommentError, earlier
from mhgate.action.event import Event
from mhgate.action.inputs import Inputs
from mhgate.action.telling import conversation_of
from mhgate.records import Attempts
from mhgate.wiring import attempts_of

__all__ = ["counted"]


def counted(event: Event, inputs: Inputs, environ: Mapping[str, str]) -> Attempts | None:
    """Return which attempt of its commit and pull request this is, as far as somebody counts.

    Args:
        event: what happened.
        inputs: whether there is a comment, and what reads it.
        environ: the environment; GITHUB_RUN_ATTEMPT counts.

    Returns:
        None outside GitHub. A comment that cannot be read counts nothing.
    """
    github = {name: value for name, value in environ.items() if name == "GITHUB_RUN_ATTEMPT"}
    alone = attempts_of(github, kept=1, commit=None)
    can_count = inputs.comment == "auto" and inputs.token and event.number and event.repository
    if not can_count or not event.tried or event.head_sha is None:
        return alone
    try:
        bodies = earlier(conversation_of(event, inputs, environ))
    except CommentError:
        return alone
    tally = read_tally(bodies)
    if event.is_fork and event.name != "workflow_run" and not tally.tries:
        return alone  # a fork's token writes no comment: that there is none says nothing
    found = tally.attempts(event)
    return found.model_copy(update={"of_workflow_run": alone.of_workflow_run if alone else None})
