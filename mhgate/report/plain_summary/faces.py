"""One summary, two faces: the same sentences in the same order."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Iterator
from functools import lru_cache
from importlib.resources import files
from typing import Any

from jinja2 import Environment, FunctionLoader, StrictUndefined
from markupsafe import Markup

from mhgate.records.plain import PlainSection, PlainSummary
from mhgate.report.markdown_text import markdown_table, markdown_text
from mhgate.report.safe_text import printable

__all__ = ["render_summary_html", "render_summary_markdown"]

_HOME = "mhgate.report.plain_summary"


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
    style = _part("summary.css")
    digest = base64.b64encode(hashlib.sha256(style.encode("utf-8")).digest()).decode("ascii")
    policy = f"default-src 'none'; style-src 'sha256-{digest}'; base-uri 'none'; form-action 'none'"
    return (
        _environment()
        .get_template("summary.html")
        .render(
            summary=summary,
            policy=Markup(policy),  # noqa: S704 - made of a digest alone
            style=Markup(style),  # noqa: S704 - a file of this package
        )
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


@lru_cache(maxsize=4)
def _part(name: str) -> str:
    return files(_HOME).joinpath("templates", name).read_text(encoding="utf-8")


@lru_cache(maxsize=1)
def _environment() -> Environment:
    return Environment(
        loader=FunctionLoader(_part),
        autoescape=True,
        undefined=StrictUndefined,
        finalize=_visible,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        auto_reload=False,
    )


def _visible(value: Any) -> Any:
    return value if isinstance(value, Markup) else printable(str(value))
