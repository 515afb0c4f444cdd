"""A leaderboard as one page of HTML: no script, no request, every text escaped."""

from __future__ import annotations

import base64
import hashlib
from html import escape

from mhgate.records.leaderboard import Leaderboard
from mhgate.report.leaderboard_tables import BoardTable, board_tables, head_lines, method_lines
from mhgate.report.safe_text import printable

__all__ = ["render_leaderboard_page"]

_STYLE = """
:root { color-scheme: light dark; --paper: #fff; --ink: #1a1a1a; --line: #8a8a8a; --band: #f2f4f7 }
@media (prefers-color-scheme: dark) {
  :root { --paper: #14171a; --ink: #e8e8e8; --line: #7d858c; --band: #1f2429 }
}
body { font: 16px/1.5 system-ui, sans-serif; max-width: 80rem; margin: 2rem auto; padding: 0 1rem;
  background: var(--paper); color: var(--ink) }
.wide { overflow-x: auto; margin: 1rem 0 }
.wide:focus-visible { outline: 3px solid; outline-offset: 2px }
table { border-collapse: collapse; font-variant-numeric: tabular-nums }
caption { text-align: left; font-weight: 600; padding: .3rem 0 }
th, td { border: 1px solid var(--line); padding: .2rem .6rem; text-align: left;
  vertical-align: top; overflow-wrap: anywhere }
thead th, tbody th { background: var(--band) }
"""


def render_leaderboard_page(board: Leaderboard) -> str:
    """Return a leaderboard as one HTML file.

    Args:
        board: any.

    Returns:
        A page without scripts, pictures or links; its policy allows its own style and nothing else.
    """
    digest = base64.b64encode(hashlib.sha256(_STYLE.encode()).digest()).decode()
    policy = f"default-src 'none'; style-src 'sha256-{digest}'; base-uri 'none'; form-action 'none'"
    title = "Leaderboard of configurations"
    made = f"Made by mhgate {board.mhgate_version}; measurement {board.measurement_fingerprint}."
    return "\n".join(
        [
            "<!doctype html>",
            '<html lang="en"><head><meta charset="utf-8">',
            f'<meta http-equiv="Content-Security-Policy" content="{policy}">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            '<meta name="referrer" content="no-referrer">',
            f"<title>{title}</title><style>{_STYLE}</style></head><body><main>",
            f"<h1>{title}</h1>",
            *(f"<p>{_said(line)}</p>" for line in head_lines(board)),
            *(_table(number, table) for number, table in enumerate(board_tables(board))),
            "<h2>How to read this</h2>",
            *(f"<p>{_said(line)}</p>" for line in method_lines(board)),
            f"<p>{_said(made)}</p>",
            "</main></body></html>",
            "",
        ]
    )


def _table(number: int, table: BoardTable) -> str:
    head = "".join(f'<th scope="col">{_said(header)}</th>' for header in table.headers)
    body = "\n".join(
        f'<tr><th scope="row">{_said(row[0])}</th>'
        + "".join(f"<td>{_said(cell)}</td>" for cell in row[1:])
        + "</tr>"
        for row in table.rows
    )
    return (
        f'<div class="wide" role="region" tabindex="0" aria-labelledby="t{number}">\n'
        f'<table><caption id="t{number}">{_said(table.caption)}</caption>\n'
        f"<thead><tr>{head}</tr></thead>\n<tbody>\n{body}\n</tbody></table></div>"
    )


def _said(text: str) -> str:
    return escape(printable(text), quote=True)
