"""What came of a run, as every part of the Action tells it."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from mhgate.errors import ExitCode
from mhgate.records import Attempts, Outcome, Report

__all__ = ["Told"]


_FILES = (
    *("report-json", "report-html", "junit", "sarif", "attestation", "shard-artifact"),
    "baseline",
)


@dataclass(frozen=True, slots=True)
class Told:
    """What came of a run.

    Args:
        exit_code: of the step.
        report: that was written, None where there is none.
        reason: why nothing was evaluated; it can hold anything.
        last_words: of the gate's process, where there is no report; they can hold anything.
        config: thresholds.toml from the repository's root.
        profile: under which it was decided, for the line that reproduces it.
        base: the commit whose policy decided; None: what is checked out.
        changed: policy files that the pull request changes.
        notes: what a reviewer should know of the policy.
        policy_from_head: whether a pull request was judged by its own policy.
        is_fork: whether it comes from a fork.
        is_others: whether the report is another run's, which could write anything in it.
        link: to the run on GitHub; empty outside.
        attempts: which attempt of its commit and pull request it was, where somebody counts.
        sums: SHA-256 of files, by output name.
        files: that were written, by output name.
    """

    exit_code: int
    report: Report | None = None
    reason: str = ""
    last_words: tuple[str, ...] = ()
    config: str = "thresholds.toml"
    working_directory: str = "."
    base: str | None = None
    changed: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    policy_from_head: bool = False
    is_fork: bool = False
    is_others: bool = False
    link: str = ""
    attempts: Attempts | None = None
    sums: dict[str, str] = field(default_factory=dict)
    files: dict[str, Path] = field(default_factory=dict)

    @property
    def verdict(self) -> str:
        """The outcome in one word; never ``pass`` where the step is not green."""
        if self.report is None:
            return Outcome.ERROR.value
        outcome = self.report.verdict.outcome
        if outcome is not Outcome.PASS or self.exit_code == ExitCode.PASS:
            return outcome.value
        unsure = self.exit_code == ExitCode.INCONCLUSIVE
        return (Outcome.INCONCLUSIVE if unsure else Outcome.ERROR).value

    def outputs(self) -> dict[str, str]:
        """Return the step's outputs; what there is not is empty."""
        files = {name: str(path) for name, path in self.files.items()}
        return {
            "verdict": "" if self.is_others else self.verdict,
            "exit-code": str(int(self.exit_code)),
            **{name: files.get(name, "") for name in _FILES},
            "report-sha256": self.sums.get("report-json", ""),
        }
