"""One line for logs says the outcome and the accounts, whatever the names hold."""

from __future__ import annotations

from types import ModuleType

from mhgate.records import Report
from mhgate.report import summary_line


def test_says_what_was_decided(reports: ModuleType) -> None:
    """Outcome, exit code, the pillars that are not a pass, the accounts and the root."""
    assert summary_line(reports.fail_beside_error()).startswith(
        "mhgate: fail (exit code 1); profile release; fail: crisis; error: safety; "
        "planned 100, asked 100, scored 70, failed 30; attempt 1; root "
    )


def test_is_one_line_of_ascii(report: Report, reports: ModuleType) -> None:
    """Any ending, and any text in the names, makes one bounded line of ASCII."""
    for made in (report, reports.holding("\n\x1b[31m危\ud800" * 50_000)):
        line = summary_line(made)
        assert line.isascii()
        assert line.isprintable()
        assert len(line) < 2500
        assert f"(exit code {made.verdict.exit_code})" in line
