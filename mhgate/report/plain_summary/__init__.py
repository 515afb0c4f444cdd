"""The plain summary as two pages: as Markdown, and as HTML that prints on two sheets of A4."""

from __future__ import annotations

from mhgate.report.plain_summary.faces import render_summary_html, render_summary_markdown

__all__ = ["render_summary_html", "render_summary_markdown"]
