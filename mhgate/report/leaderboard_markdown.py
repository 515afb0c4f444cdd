"""A leaderboard as a page of Markdown, in which no label is markup."""

from __future__ import annotations

from mhgate.records.leaderboard import Leaderboard
from mhgate.report.leaderboard_tables import BoardTable, board_tables, head_lines, method_lines
from mhgate.report.markdown_text import markdown_text as _said

__all__ = ["render_leaderboard_markdown"]


def render_leaderboard_markdown(board: Leaderboard) -> str:
    """Return a leaderboard as Markdown with pipe tables.

    Args:
        board: any.

    Returns:
        The text, ending with a line end; whatever stands in a label shows as itself.
    """
    parts = ["# Leaderboard", *map(_said, head_lines(board))]
    parts += [part for table in board_tables(board) for part in _section(table)]
    parts += map(_said, method_lines(board))
    return "\n\n".join(parts) + "\n"


def _section(table: BoardTable) -> tuple[str, str]:
    lines = [table.headers, ("---",) * len(table.headers), *table.rows]
    drawn = "\n".join(
        f"| {' | '.join(cell if line == lines[1] else _said(cell) for cell in line)} |"
        for line in lines
    )
    return f"## {_said(table.caption)}", drawn
