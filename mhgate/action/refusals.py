"""What the Action refuses before it runs anything."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from mhgate.action.checkout import find_checkout
from mhgate.action.event import Event
from mhgate.action.inputs import Inputs
from mhgate.errors import UsageError

__all__ = [
    "refuse_a_cluster_of_the_head",
    "refuse_a_forks_checkout",
    "refuse_what_does_not_go_together",
]

# of what a fork proposes, or of a workflow that ran on it, and all the same with secrets
_WITH_SECRETS = frozenset({"pull_request_target", "workflow_run"})


def refuse_a_forks_checkout(event: Event, folders: Iterable[Path]) -> None:
    """Refuse to run a fork's code where this repository's secrets are.

    Args:
        event: what happened.
        folders: of the workspace, in which checkouts may lie.

    Raises:
        UsageError: the event is one of those that come with secrets, and the fork's code is checked
            out.
    """
    if event.name not in _WITH_SECRETS or not event.is_fork:
        return
    found = (find_checkout(folder) for folder in folders)
    if any(checkout is not None and checkout.is_of(event) for checkout in found):
        raise UsageError(
            f"event {event.name}: the fork's code is checked out, and would run with "
            "this repository's secrets; expected the event pull_request.",
            hint="docs/github_action.md has a recipe for forks with two workflows.",
        )


def refuse_a_cluster_of_the_head(changed: Sequence[str], *, is_known: bool) -> None:
    """Refuse a cluster that the pull request may have named: its workers say what was answered.

    Args:
        changed: what of the workflow that runs the gate, and of actions beside it, the pull request
            changes.
        is_known: whether that can be told at all.

    Raises:
        UsageError: the workflow is not the base's, or nobody knows which it is.
    """
    if is_known and not changed:
        return
    found = f"beside a change of {', '.join(changed)}" if is_known else "where no workflow is known"
    raise UsageError(
        f"input on: found {found}; expected the workflow of the base commit: workers of a cluster "
        "say what was answered, so that a pull request must not name it.",
        hint="Change the workflow in a pull request of its own, or leave the input out there.",
    )


def refuse_what_does_not_go_together(inputs: Inputs, event: Event) -> None:
    """Refuse inputs that mean nothing beside each other, or on this event.

    Args:
        inputs: the Action's.
        event: what happened.

    Raises:
        UsageError: it says which.
    """
    if inputs.bless and (event.proposes or event.name == "workflow_run"):
        raise UsageError(
            f"input bless: found on the event {event.name}; expected the main branch: a "
            "pull request does not make what it is compared with.",
            hint="examples/workflows/baseline.yml blesses a run of the main branch.",
        )
    if inputs.bless and (inputs.shard or inputs.shards):
        raise UsageError(
            "input bless: found beside a part of a run; expected a run of the whole plan.",
            hint="Bless in the job that runs without shards.",
        )
    if inputs.sign and inputs.shard:
        raise UsageError(
            "input sign: found beside a part of a run; expected a whole run, or its merging.",
            hint="Sign in the job that merges.",
        )
    beside = [
        name
        for name, value in (("shard", inputs.shard), ("resume", inputs.resume))
        if inputs.on and value
    ]
    if beside:
        raise UsageError(
            f"input on: found beside {', '.join(beside)}; expected none of these: a cluster is "
            "asked a whole run, anew.",
            hint="Shards are for the jobs of a matrix, without a cluster.",
        )
    asking = {
        "on": inputs.on,
        "shard": inputs.shard,
        "resume": inputs.resume,
        "suites": inputs.suites,
        "max-concurrency": inputs.max_concurrency,
        "timeout-minutes": inputs.timeout_minutes,
        "budget-usd": inputs.budget_usd,
    }
    given = [name for name, value in asking.items() if value]
    if inputs.shards and given:
        raise UsageError(
            f"input shards: found beside {', '.join(given)}; expected none of these: on "
            "merging nobody is asked.",
            hint="Give them to the jobs of the matrix.",
        )
