"""One summary, two faces: the same sentences in the same order."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Iterator

from markupsafe import Markup

from mhgate.records.plain import PlainSection, PlainSummary
from mhgate.report.markdown_text import markdown_table, markdown_text
from mhgate.report.templating import Templates

__all__ = ["render_summary_html", "render_summary_markdown"]

_TEMPLATES = Templates("mhgate.report.plain_summary")


def render_summary_markdown(summary: PlainSummary) -> str:
    """Return a summary as Markdown.

    Args:
        summary: any.
    """
    return "\n\n".join(_parts(summary)) + "\n"


def render_summary_html(summary: PlainSummary) -> str:
    """Return a summary as one HTML file: no script, no network, two sheets of A4 on paper.

    Args:
        summary: any.
    """
    style = _TEMPLATES.part("summary.css")
    digest = base64.b64encode(hashlib.sha256(style.encode("utf-8")).digest()).decode("ascii")
    policy = f"default-src 'none'; style-src 'sha256-{digest}'; base-uri 'none'; form-action 'none'"
    return _TEMPLATES.filled(
        "summary.html",
        summary=summary,
        policy=Markup(policy),  # noqa: S704 - made of a digest alone
        style=Markup(style),  # noqa: S704 - a file of this package
    )


def _parts(summary: PlainSummary) -> Iterator[str]:
    yield f"# {markdown_text(summary.title)}"
    yield f"**{markdown_text(summary.lead)}**"
    yield markdown_text(summary.warning)
    for section in summary.sections:
        yield from _section(section)
    yield markdown_text(summary.foot)


def _section(section: PlainSection) -> Iterator[str]:
    yield f"## {markdown_text(section.heading)}"
    yield from (markdown_text(each) for each in section.paragraphs)
    if section.items:
        yield "\n".join(f"* {markdown_text(each)}" for each in section.items)
    if section.table is not None:
        yield markdown_table(section.table.headers, list(section.table.rows))
