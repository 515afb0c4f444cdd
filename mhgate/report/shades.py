"""How a decision is shown to a CI server: the same colour in every format that has colours.

Nothing is red while the gate is open, something always is while it is closed, and an undecided
decision is skipped, never passed, where the profile lets it through.
"""

from __future__ import annotations

from typing import Literal

from mhgate.records import Outcome, PillarVerdict, Report
from mhgate.report.safe_text import NAME_LIMIT, printable
from mhgate.report.wording import Decision, partial_line

__all__ = ["Shade", "is_closed", "is_required", "shade_of", "shade_of_whole"]

Shade = Literal["green", "failure", "error", "skipped"]


def is_closed(report: Report) -> bool:
    """Return whether the gate is closed.

    Args:
        report: any report.
    """
    return report.verdict.blocks or report.verdict.exit_code != 0


def is_required(decision: Decision) -> bool:
    """Return whether a decision gates; a pillar always does."""
    return isinstance(decision, PillarVerdict) or decision.threshold.required


def shade_of(decision: Decision, report: Report) -> tuple[Shade, str]:
    """Return how a decision is shown, and its message where the decided sentence is not that.

    Args:
        decision: a pillar's, a probe's or a stratum's.
        report: the one that holds it.

    Returns:
        The shade, and why what is no pass does not block; empty where the sentence says enough.
    """
    profile, outcome = report.verdict.profile, decision.outcome
    required = is_required(decision)
    if outcome is Outcome.PASS:
        return "green", ""
    if not isinstance(decision, PillarVerdict) and decision.waived is not None:
        return "skipped", printable(
            f"{outcome.value}, waived ({decision.waived})", limit=NAME_LIMIT
        )
    if is_closed(report) and required:
        if outcome is Outcome.ERROR:
            return "error", ""
        if profile.decides and (outcome is Outcome.FAIL or profile.pass_required):
            return "failure", ""
    if outcome is Outcome.INCONCLUSIVE:
        return "skipped", "undecided"
    why = "not required" if not required else f"does not block in profile {profile.name}"
    return "skipped", printable(f"{outcome.value}, {why}", limit=NAME_LIMIT)


def shade_of_whole(report: Report, *, red: bool) -> Shade:
    """Return how the gate as a whole is shown: red where it is closed and no part of it says so.

    Args:
        report: any report.
        red: whether any decision of it is shown red.
    """
    if is_closed(report) and (partial_line(report) is not None or not red):
        return "error" if report.verdict.outcome is Outcome.ERROR else "failure"
    # a shard is measured, and no verdict: what is green here would be taken for one
    return "skipped" if report.is_whole_shard else "green"
