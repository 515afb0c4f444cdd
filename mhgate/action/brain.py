"""What the Action does, in order: read, run, tell. Its exit code is that of ``mhgate``.

Whatever cannot be told (a comment that is refused, a summary that cannot be written) is a warning;
the verdict stays what it is. What stops the gate before it begins has a summary and outputs too.
"""

from __future__ import annotations

import posixpath
import sys
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import TextIO

from mhgate.action.commands import annotation
from mhgate.action.comment import CommentError, pull_request_of
from mhgate.action.counting import counted
from mhgate.action.event import Event, read_event
from mhgate.action.inputs import Inputs, read_inputs
from mhgate.action.step import Step, written_report
from mhgate.action.telling import Telling, conversation_of
from mhgate.action.told import Told
from mhgate.errors import ExitCode, MhgateError
from mhgate.redacting.last_edge import redacted_traceback

__all__ = ["act"]


def act(environ: Mapping[str, str], *, stream: TextIO | None = None) -> int:
    """Run the gate as the workflow asks, and tell what came of it.

    Args:
        environ: the environment, inputs and GitHub's own variables in it.
        stream: the step's output; None: stdout.

    Returns:
        The exit code of the step.
    """
    out = sys.stdout if stream is None else stream
    inputs, event = Inputs(comment="never"), Event()
    told = Told(exit_code=ExitCode.INTERNAL)
    root: Path | None = None
    attempts = None
    try:
        inputs, event = read_inputs(environ), read_event(environ)
        if inputs.report:
            return _tell_of_another(inputs, event, environ=environ, out=out)
        attempts = counted(event, inputs, environ)
        step = Step(inputs, event, environ, out, attempts)
        root = None if step.checkout is None else step.checkout.root
        told = step.gate()
    except MhgateError as error:
        told = _stopped(error.exit_code, str(error), inputs, event)
    except Exception as error:  # noqa: BLE001 - the last edge: a bug has an exit code of its own
        print(redacted_traceback(error, environ), file=sys.stderr)  # noqa: T201 - the step's own log
        told = _stopped(ExitCode.INTERNAL, f"internal error: {type(error).__name__}", inputs, event)
    told = replace(told, link=_link(environ), is_fork=event.is_fork, attempts=attempts)
    Telling(inputs, event, environ=environ, out=out).tell(told, root=root)
    return int(told.exit_code)


def _stopped(code: ExitCode, reason: str, inputs: Inputs, event: Event) -> Told:
    return Told(
        exit_code=code,
        reason=reason,
        config=posixpath.normpath(posixpath.join(inputs.working_directory, inputs.config)),
        policy_from_head=event.proposes and inputs.policy_from == "head",
    )


def _link(environ: Mapping[str, str]) -> str:
    server, repository = environ.get("GITHUB_SERVER_URL", ""), environ.get("GITHUB_REPOSITORY", "")
    run = environ.get("GITHUB_RUN_ID", "")
    is_known = server.startswith(("https://", "http://")) and repository and run.isdecimal()
    return f"{server}/{repository}/actions/runs/{run}" if is_known else ""


def _tell_of_another(
    inputs: Inputs, event: Event, *, environ: Mapping[str, str], out: TextIO
) -> int:
    """Comment on what another run reports: nothing is run, and nothing of it is believed."""
    path = Path(environ.get("GITHUB_WORKSPACE") or Path.cwd()) / inputs.report
    report = written_report(path)
    try:
        if event.name == "workflow_run":
            where = conversation_of(event, inputs, environ)
            number = pull_request_of(where, head=event.head, sha=event.head_sha or "")
            event = replace(event, number=number)
    except CommentError as error:
        out.write(annotation("warning", str(error), title="mhgate: no comment") + "\n")
    told = Told(
        exit_code=ExitCode.PASS,  # the step is not the gate: it has no verdict to end with
        report=report,
        reason="" if report is not None else "that run left no report that can be read.",
        is_others=True,
        is_fork=event.is_fork,
        link=_link(environ),
        attempts=counted(event, inputs, environ),
    )
    Telling(inputs, event, environ=environ, out=out).tell(told, root=None)
    return int(told.exit_code)
