"""The page put together: its parts, its policy, and the data that its script reads."""

from __future__ import annotations

import base64
import hashlib

from markupsafe import Markup

from mhgate.records import Outcome, Report
from mhgate.records.page import PageBeside
from mhgate.report.page.forest import forest_plot
from mhgate.report.page.provenance import provenance_facts
from mhgate.report.page.rows import OUTCOME_WORDS, decision_rows
from mhgate.report.page.templating import filled, part
from mhgate.report.wording import partial_line

__all__ = ["render_page"]


def render_page(report: Report, beside: PageBeside | None = None) -> str:
    """Return a report as one HTML file: no network, no clock, and the same bytes each time.

    The page's policy lets nothing run but its own script and nothing apply but its own style sheet,
    both by digest, and nothing be fetched or sent. What anybody else wrote is text.

    Args:
        report: any report.
        beside: what stands beside it; nothing where it is absent.

    Returns:
        HTML. Without a script it still shows the verdict, every plot and every table.
    """
    beside = beside or PageBeside()
    style = part("page.css")
    rows = decision_rows(report, beside.baseline)
    policy = (
        f"default-src 'none'; style-src '{_hashed(style)}'; base-uri 'none'; form-action 'none'"
    )
    return filled(
        "page.html",
        policy=Markup(policy),  # noqa: S704 - made of a digest alone
        style=Markup(style),  # noqa: S704 - a file of this package
        report=report,
        verdict=report.verdict,
        run=report.provenance,
        beside=beside,
        word=OUTCOME_WORDS[report.verdict.outcome],
        partial=partial_line(report),
        rows=rows,
        not_a_pass=[row for row in rows if row.outcome is not Outcome.PASS],
        forest=forest_plot(rows),
        provenance=provenance_facts(report),
    )


def _hashed(text: str) -> str:
    made = hashlib.sha256(text.encode("utf-8")).digest()
    return "sha256-" + base64.b64encode(made).decode("ascii")
