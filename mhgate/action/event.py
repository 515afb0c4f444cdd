"""What GitHub says has happened: read from the event's file, and trusted no further than needed."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from mhgate.errors import UsageError

__all__ = ["Event", "read_event"]

_SHA = re.compile(r"[0-9a-f]{40}(?:[0-9a-f]{24})?")
_REPOSITORY = re.compile(r"[A-Za-z0-9_.\-]+/[A-Za-z0-9_.\-]+")
_TRIED = re.compile(r"[0-9]{1,20}\.[0-9]{1,6}")
_PULL_REQUESTS = frozenset({"pull_request", "pull_request_target", "merge_group"})


@dataclass(frozen=True, slots=True)
class Event:
    """An event, as far as the gate depends on it.

    Args:
        name: as GITHUB_EVENT_NAME has it; empty outside GitHub.
        number: of the pull request, None where there is none.
        base_sha: the commit of the base branch.
        head_sha: the commit that is proposed.
        is_fork: whether that comes from another repository.
        repository: ``owner/name``; empty where that is not known.
        head: ``owner:branch`` of what another workflow ran on, where that is the event.
        tried: the workflow run and which try of it this is, ``123.2``; empty where not known.
    """

    name: str = ""
    number: int | None = None
    base_sha: str | None = None
    head_sha: str | None = None
    is_fork: bool = False
    repository: str = ""
    head: str = ""
    tried: str = ""

    @property
    def proposes(self) -> bool:
        """Whether a change is proposed that the base's policy judges."""
        return self.name in _PULL_REQUESTS


def read_event(environ: Mapping[str, str]) -> Event:
    """Read the event of this run.

    Args:
        environ: the environment; GITHUB_EVENT_NAME, GITHUB_EVENT_PATH and GITHUB_REPOSITORY count.

    Raises:
        UsageError: a change is proposed, and the event's file does not say which.
    """
    name = environ.get("GITHUB_EVENT_NAME", "")
    repository = environ.get("GITHUB_REPOSITORY", "")
    known = repository if _REPOSITORY.fullmatch(repository) else ""
    if name == "workflow_run":
        return _of_another(_payload(environ.get("GITHUB_EVENT_PATH", ""), name), known)
    if name not in _PULL_REQUESTS:
        return Event(name=name, repository=known)
    payload = _payload(environ.get("GITHUB_EVENT_PATH", ""), name)
    if name == "merge_group":
        group = _table(payload, "merge_group")
        return Event(
            name=name,
            base_sha=_sha(group.get("base_sha")),
            head_sha=_sha(group.get("head_sha")),
            repository=known,
        )
    pull = _table(payload, "pull_request")
    base, head = _table(pull, "base"), _table(pull, "head")
    # a head without a repository is a fork that was deleted
    names = [_table(side, "repo").get("full_name") for side in (base, head)]
    number = pull.get("number", payload.get("number"))
    return Event(
        name=name,
        number=number if isinstance(number, int) and number > 0 else None,
        base_sha=_sha(base.get("sha")),
        head_sha=_sha(head.get("sha")),
        is_fork="repo" in head and names[1] != (names[0] or known),
        repository=known,
        tried=_tried(environ.get("GITHUB_RUN_ID", ""), environ.get("GITHUB_RUN_ATTEMPT", "")),
    )


def _tried(run: object, attempt: object) -> str:
    found = f"{run}.{attempt}"
    return found if _TRIED.fullmatch(found) else ""


def _of_another(payload: Mapping[str, Any], repository: str) -> Event:
    run = _table(payload, "workflow_run")
    home = _table(run, "head_repository")
    owner, branch = _table(home, "owner").get("login"), run.get("head_branch")
    is_named = isinstance(owner, str) and isinstance(branch, str)
    return Event(
        name="workflow_run",
        head_sha=_sha(run.get("head_sha")),
        is_fork=home.get("full_name") != repository,
        repository=repository,
        head=f"{owner}:{branch}" if is_named else "",
        tried=_tried(run.get("id"), run.get("run_attempt")),
    )


def _payload(path: str, name: str) -> Mapping[str, Any]:
    try:
        payload = json.loads(Path(path).read_bytes())
    except (OSError, ValueError) as error:
        raise UsageError(
            f"GITHUB_EVENT_PATH: the file of the event {name} cannot be read ({error}).",
            hint="The runner writes it; a step must not change the variable.",
        ) from error
    return payload if isinstance(payload, dict) else {}


def _table(holder: Mapping[str, Any], key: str) -> Mapping[str, Any]:
    found = holder.get(key)
    return found if isinstance(found, dict) else {}


def _sha(found: object) -> str | None:
    return found if isinstance(found, str) and _SHA.fullmatch(found) else None
