"""One step: the gate (or the merging of its shards), by whose policy, and what it wrote."""

from __future__ import annotations

import hashlib
import posixpath
import tempfile
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TextIO

from mhgate.action.blocking import fail_on_words
from mhgate.action.budgets import budget_words
from mhgate.action.checkout import find_checkout
from mhgate.action.event import Event
from mhgate.action.gate_run import GateRun, run_gate
from mhgate.action.inputs import Inputs
from mhgate.action.keeping import blessed, signed
from mhgate.action.lowered_budgets import refuse_raised_budgets
from mhgate.action.overrides import refuse_policy_overrides
from mhgate.action.places import Places
from mhgate.action.policy import Policy, policy_of_base
from mhgate.action.refusals import (
    refuse_a_cluster_of_the_head,
    refuse_a_forks_checkout,
    refuse_what_does_not_go_together,
)
from mhgate.action.told import Told
from mhgate.errors import CannotEvaluateError, ExitCode, MhgateError, ReportFileError, UsageError
from mhgate.records import Attempts, Report
from mhgate.wiring import (
    BASELINE_FILE,
    EARLIER_ATTEMPTS,
    PRODUCT_FOLDER,
    RUNS,
    TLS_FOLDER,
    RunFolder,
    read_report,
    runs_below,
    write_report_files,
    write_shard_artifact,
)

__all__ = ["Step", "written_report"]

_SECONDS = 60.0
_SLACK_S = 120.0  # beside the deadline that the gate keeps by itself


class Step:
    """One step.

    Args:
        inputs: the Action's.
        event: what happened.
        environ: the environment.
        out: the step's output.
        attempts: which attempt it is, where somebody counts.

    Raises:
        UsageError: there is no such working directory.
    """

    def __init__(
        self,
        inputs: Inputs,
        event: Event,
        environ: Mapping[str, str],
        out: TextIO,
        attempts: Attempts | None = None,
    ) -> None:
        self.inputs, self.event, self.environ, self.out = inputs, event, environ, out
        self.attempts = attempts
        self.workspace = Path(environ.get("GITHUB_WORKSPACE") or Path.cwd()).resolve()
        self.working = (self.workspace / inputs.working_directory).resolve()
        if not self.working.is_dir():
            raise UsageError(
                f"input working-directory: found no folder {inputs.working_directory}.",
                hint="Name one of the checkout, and run actions/checkout before.",
            )
        self.checkout = find_checkout(self.working)

    def gate(self) -> Told:
        """Run the gate, and read what it wrote.

        Raises:
            CannotEvaluateError: the base's policy cannot be read.
            UsageError: what is asked for is refused; nothing was run.
        """
        refuse_a_forks_checkout(self.event, {self.workspace, self.working})
        refuse_what_does_not_go_together(self.inputs, self.event)
        if self.inputs.on:
            self._refuse_a_cluster_of_the_head()
        places = self._places()
        policy = self._policy(places)
        told = self._told(policy)
        began = {run.run_id for run in self._runs(policy)}
        ran = self._run(self._words(places, policy), policy)
        told = replace(told, files=self._shard_artifact(places, policy, began))
        report = written_report(places.report)
        if report is None:
            return replace(
                told,
                exit_code=ran.exit_code or ExitCode.NOTHING_EVALUATED,
                reason=_meaning(ran.exit_code),
                last_words=ran.last_words,
            )
        if self.inputs.on:  # a run on a cluster writes no page
            page = ["show", str(places.report), "--format=html", f"--output={places.page}"]
            self._run_alone(page, {})
        beside = places.beside()
        write_report_files(report, beside, within=posixpath.dirname(told.config))
        told = replace(
            told,
            exit_code=ran.exit_code,
            report=report,
            reason=_meaning(ran.exit_code),
            files={**told.files, "report-json": places.report, **places.page_there(), **beside},
            sums={"report-json": hashlib.sha256(places.report.read_bytes()).hexdigest()},
        )
        return self._kept(_without_the_heads_judge(told, policy), places, policy)

    def _kept(self, told: Told, places: Places, policy: Policy | None) -> Told:
        """Bless and sign what came of the run, where that is wanted."""
        if told.report is None:
            return told
        if self.inputs.bless:
            beside = (self.working / self.inputs.config).parent
            own = beside / (self._stated("baseline", None) or BASELINE_FILE)
            told = blessed(
                told,
                places.report,
                file=self._baseline if self.inputs.baseline else own,
                reason=self.inputs.bless,
                by=self.environ.get("GITHUB_ACTOR") or "unknown",
                run=self._run_alone,
            )
        if self.inputs.sign and told.report is not None:
            run = told.report.provenance.run_id
            told = signed(
                told,
                self._reports(policy) / RUNS / run,
                config=self.working / self.inputs.config if policy is None else policy.config,
                pack=places.pack,
                keyless=self.inputs.sign == "keyless",
                environ=self.environ,
                run=self._run_alone,
            )
        return told

    def _places(self) -> Places:
        above = self.environ.get("RUNNER_TEMP")
        folder = tempfile.mkdtemp(
            prefix="mhgate-", dir=above if above and Path(above).is_dir() else None
        )
        return Places(Path(folder).resolve())

    def _policy(self, places: Places) -> Policy | None:
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
        policy = policy_of_base(
            self.checkout,
            self.checkout.base_of(self.event),
            inputs=self.inputs,
            working=self.working,
            into=places.policy,
        )
        if self.inputs.on and (policy.code is not None or policy.product is not None):
            raise UsageError(
                "input on: found beside a product that is the pull request's own code; expected an "
                "endpoint ([target] kind http, openai, anthropic or websocket): workers of a "
                "cluster have no checkout of the pull request.",
                hint="Leave the input out, or deploy what is to be tested.",
            )
        refuse_raised_budgets(policy.config, self.inputs.extra_args, self.environ)
        return policy

    def _told(self, policy: Policy | None) -> Told:
        config = posixpath.normpath(
            posixpath.join(self.inputs.working_directory, self.inputs.config)
        )
        told = Told(exit_code=ExitCode.INTERNAL, config=config, notes=tuple(self._notes()))
        if policy is None:
            is_head = self.event.proposes and self.inputs.policy_from == "head"
            is_missing = self.inputs.baseline and not self._baseline.is_file()
            missing = f"there is no baseline {self.inputs.baseline} yet: thresholds alone decide"
            notes = (*told.notes, *((missing,) if is_missing else ()))
            return replace(told, policy_from_head=is_head, notes=notes)
        return replace(
            told, base=policy.base, changed=policy.changed, notes=(*told.notes, *policy.notes)
        )

    def _notes(self) -> Iterator[str]:
        """Say where the pull request changes the workflow that runs the gate: it is the head's."""
        path = self._workflow
        if not self.event.proposes or self.checkout is None or not path:
            return
        if self.checkout.changed(self.checkout.base_of(self.event), [path]):
            yield (
                f"this pull request changes {path}, the workflow that runs the gate: what the gate "
                "is given there (its budget, its time, its secrets) is the pull request's"
            )

    @property
    def _workflow(self) -> str:
        """The path of the workflow that runs the gate; empty where it lies elsewhere."""
        where = self.environ.get("GITHUB_WORKFLOW_REF", "").partition("@")[0]
        path = where.removeprefix(f"{self.event.repository}/")
        return "" if path == where else path

    def _refuse_a_cluster_of_the_head(self) -> None:
        if not self.event.proposes:
            return
        there = self.checkout
        changed = [] if there is None else there.changed(there.base_of(self.event), self._naming)
        refuse_a_cluster_of_the_head(changed, is_known=there is not None and bool(self._workflow))

    @property
    def _naming(self) -> list[str]:
        """What can name the cluster: the workflow, and actions of this repository."""
        return [path for path in (self._workflow, ".github/actions") if path]

    @property
    def _baseline(self) -> Path:
        return self.working / self.inputs.baseline

    def _run(self, words: list[str], policy: Policy | None) -> GateRun:
        minutes = self.inputs.timeout_minutes
        found = self.attempts
        more: dict[str, str] = {}
        if found is not None and found.of_commit and found.of_pull_request:
            more[EARLIER_ATTEMPTS] = f"{found.of_commit - 1},{found.of_pull_request - 1}"
        if policy is not None and policy.product is not None:
            more[PRODUCT_FOLDER] = str(policy.product)
        if policy is not None:
            more[TLS_FOLDER] = str(policy.head)
        return run_gate(
            words,
            folder=self.working,
            code=None if policy is None else policy.code,
            environ=self.environ,
            more=more,
            stream=self.out,
            limit_s=None if minutes is None else minutes * _SECONDS + _SLACK_S,
        )

    def _run_alone(self, words: Sequence[str], more: Mapping[str, str]) -> GateRun:
        """Run a command of this program without any code of the head."""
        return run_gate(
            words,
            folder=self.working,
            code=None,
            environ=self.environ,
            more=more,
            stream=self.out,
        )

    def _words(self, places: Places, policy: Policy | None) -> list[str]:
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
            words += fail_on_words(config, inputs, self.environ)
        if inputs.on:
            words.append(f"--on={inputs.on}")
        else:
            words.append(f"--html={places.page}")
        if inputs.shards:
            folder = self.workspace / inputs.shards
            return ["merge", str(folder.resolve()), *words, *inputs.extra_args]
        if policy is not None:
            words += policy.plugins
        for option, value in (
            ("--mhgate-concurrency", inputs.max_concurrency),
            ("--mhgate-shard", inputs.shard or None),
            ("--resume", inputs.resume or None),
        ):
            if value is not None:
                words.append(f"{option}={value}")
        words += budget_words(config, inputs, self.environ)
        return ["run", *words, *inputs.extra_args]

    def _stated(self, key: str, policy: Policy | None) -> str:
        """Return what ``[gate]`` of the configuration that counts states, empty where nothing."""
        config = self.working / self.inputs.config if policy is None else policy.config
        try:
            found = tomllib.loads(config.read_text(encoding="utf-8")).get("gate", {}).get(key, "")
        except (OSError, ValueError, AttributeError):
            return ""
        return found if isinstance(found, str) else ""

    def _runs(self, policy: Policy | None) -> list[RunFolder]:
        """Return the kept runs, where the step has to know them: of a shard."""
        if not self.inputs.shard:
            return []
        return runs_below(self._reports(policy))

    def _reports(self, policy: Policy | None) -> Path:
        """Return the folder of reports, which lies beside the head's thresholds.toml."""
        reports = self.environ.get("MHGATE_REPORTS") or self._stated("reports", policy)
        return (self.working / self.inputs.config).parent / (reports or ".mhgate")

    def _shard_artifact(
        self, places: Places, policy: Policy | None, began: set[str]
    ) -> dict[str, Path]:
        """Write what of the shard may leave this machine, where a shard was asked at all."""
        new = [run for run in self._runs(policy) if run.run_id not in began or self.inputs.resume]
        if not new:
            return {}
        try:
            write_shard_artifact(str(new[-1].path), places.shard)
        except MhgateError:
            return {}  # it says itself, in the log, why it wrote no journal
        return {"shard-artifact": places.shard}


def written_report(path: Path) -> Report | None:
    """Return the report that a run wrote, None where it wrote none that can be read."""
    try:
        return read_report(path)
    except ReportFileError:
        return None


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
