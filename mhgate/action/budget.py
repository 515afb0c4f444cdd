"""What the budget of a run bought -> Markdown, for the step summary and the comment."""

from __future__ import annotations

from collections.abc import Iterator

from mhgate.action.markdown import plain
from mhgate.records import Report
from mhgate.report.budget_lines import what_it_bought

__all__ = ["budget_lines"]

_LIMIT = 2000


def budget_lines(report: Report) -> Iterator[str]:
    """Yield the budget's sentences as Markdown; nothing where the run had none.

    Args:
        report: of the run.
    """
    found = list(what_it_bought(report.budget))
    if not found:
        return
    yield ""
    yield "### What the budget buys"
    yield ""
    yield from (f"* {plain(line, limit=_LIMIT)}" for line in found)
