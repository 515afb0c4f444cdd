"""One line for logs: what was decided, on what, and how to find the report again."""

from __future__ import annotations

from mhgate.records import Outcome, Report
from mhgate.report.safe_text import NAME_LIMIT, printable
from mhgate.report.wording import first_few, short_digest

__all__ = ["summary_line"]

_MOST_PILLARS = 8


def summary_line(report: Report) -> str:
    """Return a report in one line of printable ASCII, without a line end.

    Args:
        report: any report.

    Returns:
        The outcome and exit code, the profile, the pillars that are not a pass, the accounts, and
        the Merkle root's first characters.
    """
    verdict, accounts = report.verdict, report.accounts
    parts = [
        f"mhgate: {verdict.outcome.value} (exit code {verdict.exit_code})",
        f"profile {verdict.profile.name}",
    ]
    if report.scope == "partial":
        parts.append("partial, not a gate")
    for outcome in (Outcome.FAIL, Outcome.ERROR, Outcome.INCONCLUSIVE):
        names = [pillar.pillar for pillar in verdict.pillars if pillar.outcome is outcome]
        if names:
            parts.append(f"{outcome.value}: {first_few(names, _MOST_PILLARS)}")
    parts.append(
        f"planned {accounts.planned}, asked {accounts.asked}, scored {accounts.scored}, "
        f"failed {accounts.failed}"
    )
    parts.append(f"attempt {report.provenance.attempt}")
    parts.append(f"root {short_digest(report.merkle_root)}")
    return "; ".join(printable(part, encoding="ascii", limit=NAME_LIMIT) for part in parts)
