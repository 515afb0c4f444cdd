"""What the Action does, in order: read, run, tell. Its exit code is that of ``mhgate run``.

Whatever cannot be told (a comment that is refused, a summary that cannot be written) is a warning;
the verdict stays what it is. What stops the gate before it begins has a summary and outputs too.
"""

from __future__ import annotations

import hashlib
import posixpath
import sys
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TextIO

from mhgate.action.annotations import annotated
from mhgate.action.checkout import find_checkout
from mhgate.action.commands import annotation, append_outputs
from mhgate.action.comment import CommentError, Conversation, post, pull_request_of
from mhgate.action.event import Event, read_event
from mhgate.action.gate_run import run_gate
from mhgate.action.inputs import Inputs, read_inputs
from mhgate.action.overrides import refuse_policy_overrides
from mhgate.action.policy import Policy, policy_of_base
from mhgate.action.summary import comment_body, step_summary
from mhgate.action.told import Told
from mhgate.errors import CannotEvaluateError, ExitCode, MhgateError, ReportFileError, UsageError
from mhgate.records import Report
from mhgate.redacting.last_edge import redacted_traceback
from mhgate.wiring import printable, read_report, render_junit

__all__ = ["act"]

_SECONDS = 60.0
_SLACK_S = 120.0  # beside the deadline that the gate keeps by itself
_SAID = 2000


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
    try:
        inputs, event = read_inputs(environ), read_event(environ)
        if inputs.report:
            return _tell_of_another(inputs, event, environ=environ, out=out)
        step = _Step(inputs, event, environ, out)
        root = None if step.checkout is None else step.checkout.root
        told = step.gate()
    except MhgateError as error:
        told = _stopped(error.exit_code, str(error), inputs, event)
    except Exception as error:  # noqa: BLE001 - the last edge: a bug has an exit code of its own
        print(redacted_traceback(error, environ), file=sys.stderr)  # noqa: T201 - the step's own log
        told = _stopped(ExitCode.INTERNAL, f"internal error: {type(error).__name__}", inputs, event)
    told = replace(told, link=_link(environ), is_fork=event.is_fork)
    _tell(told, inputs, event, environ=environ, out=out, root=root)
    return int(told.exit_code)


@dataclass(frozen=True, slots=True)
class _Places:
    """Folders of one step, in the runner's own temporary one."""

    report: Path
    junit: Path
    policy: Path


class _Step:
    """One step: the gate, with whose policy, and what it wrote."""

    def __init__(
        self, inputs: Inputs, event: Event, environ: Mapping[str, str], out: TextIO
    ) -> None:
        self.inputs, self.event, self.environ, self.out = inputs, event, environ, out
        self.workspace = Path(environ.get("GITHUB_WORKSPACE") or Path.cwd()).resolve()
        self.working = (self.workspace / inputs.working_directory).resolve()
        if not self.working.is_dir():
            raise UsageError(
                f"input working-directory: found no folder {inputs.working_directory}.",
                hint="Name one of the checkout, and run actions/checkout before.",
            )
        self.checkout = find_checkout(self.working)

    def gate(self) -> Told:
        """Run the gate, and read what it wrote."""
        self._refuse_a_forks_checkout()
        places = self._places()
        policy = self._policy(places)
        told = self._told(policy)
        words = self._words(places, policy)
        minutes = self.inputs.timeout_minutes
        ran = run_gate(
            words,
            folder=self.working,
            code=None if policy is None else policy.code,
            environ=self.environ,
            stream=self.out,
            limit_s=None if minutes is None else minutes * _SECONDS + _SLACK_S,
        )
        report = _written(places.report)
        if report is None:
            return replace(
                told,
                exit_code=ran.exit_code or ExitCode.NOTHING_EVALUATED,
                reason=_meaning(ran.exit_code),
                last_words=ran.last_words,
            )
        places.junit.write_text(render_junit(report), encoding="utf-8")
        told = replace(
            told,
            exit_code=ran.exit_code,
            report=report,
            reason=_meaning(ran.exit_code),
            files={"report-json": places.report, "junit": places.junit},
            sums={"report-json": hashlib.sha256(places.report.read_bytes()).hexdigest()},
        )
        return _without_the_heads_judge(told, policy)

    def _refuse_a_forks_checkout(self) -> None:
        event = self.event
        if event.name != "pull_request_target" or not event.is_fork:
            return
        places = {self.workspace: find_checkout(self.workspace), self.working: self.checkout}
        if any(found is not None and found.is_of(event) for found in places.values()):
            raise UsageError(
                "event pull_request_target: the fork's code is checked out, and would run with "
                "this repository's secrets; expected the event pull_request.",
                hint="docs/github_action.md has a recipe for forks with two workflows.",
            )

    def _places(self) -> _Places:
        above = self.environ.get("RUNNER_TEMP")
        folder = Path(
            tempfile.mkdtemp(
                prefix="mhgate-", dir=above if above and Path(above).is_dir() else None
            )
        ).resolve()
        return _Places(folder / "report.json", folder / "junit.xml", folder / "policy")

    def _policy(self, places: _Places) -> Policy | None:
        if not self.event.proposes or self.inputs.policy_from == "head":
            return None
        if self.checkout is None:
            raise CannotEvaluateError(
                "there is no git checkout whose base commit could be read.",
                hint="Run actions/checkout before, with `fetch-depth: 0`.",
            )
        refuse_policy_overrides(self.inputs.extra_args, self.environ)
        if self.inputs.suites:
            raise UsageError(
                f"input suites: found {self.inputs.suites!r} beside a policy that comes from the "
                "base commit; expected suites.builtin of its thresholds.toml.",
                hint="Name them there, or choose `policy-from: head`.",
            )
        return policy_of_base(
            self.checkout,
            self.checkout.base_of(self.event),
            inputs=self.inputs,
            working=self.working,
            into=places.policy,
        )

    def _told(self, policy: Policy | None) -> Told:
        config = posixpath.normpath(
            posixpath.join(self.inputs.working_directory, self.inputs.config)
        )
        told = Told(exit_code=ExitCode.INTERNAL, config=config)
        if policy is None:
            is_head = self.event.proposes and self.inputs.policy_from == "head"
            is_missing = self.inputs.baseline and not self._baseline.is_file()
            missing = f"there is no baseline {self.inputs.baseline} yet: thresholds alone decide"
            return replace(told, policy_from_head=is_head, notes=(missing,) if is_missing else ())
        return replace(told, base=policy.base, changed=policy.changed, notes=policy.notes)

    @property
    def _baseline(self) -> Path:
        return self.working / self.inputs.baseline

    def _words(self, places: _Places, policy: Policy | None) -> list[str]:
        inputs = self.inputs
        config = self.working / inputs.config if policy is None else policy.config
        words = [f"--config={config}", f"--output={places.report}"]
        if policy is not None:
            words += policy.words
        else:
            if inputs.suites:
                words.append(f"--mhgate-suites={inputs.suites}")
            if inputs.baseline and self._baseline.is_file():
                words.append(f"--mhgate-baseline={self._baseline.resolve()}")
            if inputs.fail_on:
                words.append(f"--mhgate-fail-on={','.join(inputs.fail_on)}")
        if inputs.max_concurrency is not None:
            words.append(f"--mhgate-concurrency={inputs.max_concurrency}")
        if inputs.timeout_minutes is not None:
            words.append(f"--mhgate-deadline-s={inputs.timeout_minutes * _SECONDS:g}")
        if inputs.shard:
            words.append(f"--mhgate-shard={inputs.shard}")
        if inputs.resume:
            words.append(f"--resume={inputs.resume}")
        return [*words, *inputs.extra_args]


def _without_the_heads_judge(told: Told, policy: Policy | None) -> Told:
    """Take a verdict back that a judge gave whom the pull request changed."""
    if policy is None or told.report is None or not policy.conftest_changed:
        return told
    if not any(each.key == "judge" for each in told.report.provenance.overrides):
        return told
    return replace(
        told,
        exit_code=ExitCode.USAGE,
        report=None,
        reason="the judge comes from conftest.py, which this pull request changes: a pull request "
        "cannot bring its own judge along. Change it in one of its own, or choose "
        "`policy-from: head`.",
    )


def _written(path: Path) -> Report | None:
    """Return the report that the gate wrote, None where it wrote none that can be read."""
    try:
        return read_report(path)
    except ReportFileError:
        return None


def _meaning(exit_code: int) -> str:
    words = {
        ExitCode.USAGE: "usage or configuration",
        ExitCode.CANNOT_EVALUATE: "it could not be evaluated",
        ExitCode.NOTHING_EVALUATED: "nothing was evaluated",
        ExitCode.INCONCLUSIVE: "the session failed beside the verdict; no pass is given",
        ExitCode.INTERRUPTED: "it was interrupted",
        ExitCode.TERMINATED: "it was terminated",
    }
    known = exit_code in set(ExitCode)
    meaning = words.get(ExitCode(exit_code)) if known else None
    return f"exit code {exit_code}: {meaning or 'see the log of this step'}."


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


def _tell(
    told: Told,
    inputs: Inputs,
    event: Event,
    *,
    environ: Mapping[str, str],
    out: TextIO,
    root: Path | None,
) -> None:
    """Write outputs, summary, annotations and comment; what fails of it is a warning."""
    lines: list[str] = []
    if told.is_others:
        pass  # nothing of it is this step's
    elif told.report is None:
        reason = printable(told.reason, limit=_SAID)
        lines.append(
            annotation("error", f"not evaluated: {reason}", title="mhgate", file=told.config)
        )
    else:
        lines += annotated(told.report, config=told.config, root=root)
    if told.changed or told.policy_from_head:
        said = "this pull request is judged by its own policy"
        if told.base is not None:
            said = f"{len(told.changed)} policy files are changed here; the base's decided"
        lines.append(annotation("notice", said, title="mhgate policy"))
    for name, write in (("GITHUB_OUTPUT", _outputs), ("GITHUB_STEP_SUMMARY", _summary)):
        if not environ.get(name):
            continue
        try:
            write(Path(environ[name]), told)
        except OSError as error:
            lines.append(
                annotation("warning", f"{name}: {error.strerror or error}", title="mhgate")
            )
    if (trouble := _comment(told, inputs, event, environ)) is not None:
        lines.append(annotation("warning", trouble, title="mhgate: no comment"))
    out.write(
        "\n".join([*lines, f"mhgate: {told.verdict}, exit code {int(told.exit_code)}"]) + "\n"
    )
    out.flush()


def _outputs(path: Path, told: Told) -> None:
    append_outputs(path, told.outputs())


def _summary(path: Path, told: Told) -> None:
    with path.open("a", encoding="utf-8", newline="\n") as file:
        file.write(step_summary(told))


def _comment(told: Told, inputs: Inputs, event: Event, environ: Mapping[str, str]) -> str | None:
    """Write the comment where one belongs; return why it could not be written."""
    if inputs.comment == "never" or event.number is None or not event.repository:
        return None
    if not inputs.token:
        return "there is no token for GitHub's API; the summary of this step has it all"
    try:
        post(_conversation(event, inputs, environ), comment_body(told))
    except CommentError as error:
        return f"{error}. The verdict stays as it is, and the summary of this step has it all."
    return None


def _conversation(event: Event, inputs: Inputs, environ: Mapping[str, str]) -> Conversation:
    return Conversation(
        api=environ.get("GITHUB_API_URL") or "https://api.github.com",
        repository=event.repository,
        number=event.number or 0,
        token=inputs.token,
    )


def _tell_of_another(
    inputs: Inputs, event: Event, *, environ: Mapping[str, str], out: TextIO
) -> int:
    """Comment on what another run reports: nothing is run, and nothing of it is believed."""
    path = Path(environ.get("GITHUB_WORKSPACE") or Path.cwd()) / inputs.report
    report = _written(path)
    told = Told(
        exit_code=ExitCode.PASS,  # the step is not the gate: it has no verdict to end with
        report=report,
        reason="" if report is not None else "that run left no report that can be read.",
        is_others=True,
        is_fork=event.is_fork,
        link=_link(environ),
    )
    try:
        if event.name == "workflow_run":
            where = _conversation(event, inputs, environ)
            number = pull_request_of(where, head=event.head, sha=event.head_sha or "")
            event = replace(event, number=number)
    except CommentError as error:
        out.write(annotation("warning", str(error), title="mhgate: no comment") + "\n")
    _tell(told, inputs, event, environ=environ, out=out, root=None)
    return int(told.exit_code)
