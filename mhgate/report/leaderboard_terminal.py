"""A leaderboard as text for a terminal, at any width from 60 columns."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from io import StringIO
from typing import TextIO

from rich.cells import cell_len
from rich.table import Table
from rich.text import Text

from mhgate.records.leaderboard import Leaderboard
from mhgate.report.leaderboard_tables import BoardTable, board_tables, head_lines, method_lines
from mhgate.report.plain_console import plain_console, without_line_end_blanks
from mhgate.report.safe_text import NAME_LIMIT, printable
from mhgate.report.surface import NARROWEST, WIDEST, surface_of

__all__ = ["print_leaderboard", "render_leaderboard"]

_GAP = 2
_MOST_ROWS = 200


def print_leaderboard(
    board: Leaderboard, stream: TextIO, *, environ: Mapping[str, str] | None = None
) -> None:
    """Print a leaderboard as the stream can show it.

    Args:
        board: any.
        stream: where to; its width, encoding and whether it is a terminal are asked of it.
        environ: where COLUMNS, NO_COLOR, FORCE_COLOR and TERM are looked up; the process's own
            variables where it is None.
    """
    surface = surface_of(stream, os.environ if environ is None else environ)
    stream.write(
        render_leaderboard(
            board, width=surface.width, colour=surface.colour, encoding=surface.encoding
        )
    )
    stream.flush()


def render_leaderboard(
    board: Leaderboard, *, width: int, colour: bool, encoding: str = "utf-8"
) -> str:
    """Return a leaderboard as text: the tables that a person reads first.

    Args:
        board: any.
        width: in cells; less than 60 counts as 60 and more than 200 as 200.
        colour: whether to use ANSI colours.
        encoding: what the destination can carry.

    Returns:
        The text, ending with a line end.
    """
    width = min(WIDEST, max(NARROWEST, width))
    written = StringIO()
    console = plain_console(written, width=width, colour=colour)

    def said(text: str, limit: int = 4000) -> str:
        return printable(text, encoding=encoding, limit=limit)

    for line in head_lines(board):
        console.print(Text(said(line)))
    for table in board_tables(board):
        if not table.brief:
            continue
        texts = BoardTable(
            said(table.caption),
            tuple(said(each, NAME_LIMIT) for each in table.headers),
            tuple(tuple(said(each, NAME_LIMIT) for each in row) for row in table.rows[:_MOST_ROWS]),
            keys=table.keys,
        )
        console.print()
        console.print(Text(texts.caption, style="bold"))
        for places in _chunks(texts, width):
            console.print(_drawn(texts, places))
        if len(table.rows) > _MOST_ROWS:
            console.print(
                Text(f"... and {len(table.rows) - _MOST_ROWS} more rows (--html, --json)")
            )
    console.print()
    for line in method_lines(board):
        console.print(Text(said(line), style="dim"))
    return without_line_end_blanks(written.getvalue())


def _chunks(table: BoardTable, width: int) -> Iterator[Sequence[int]]:
    """Yield which columns stand beside each other: the keys, and as many others as fit."""
    wide = [
        max(cell_len(row[place]) for row in (table.headers, *table.rows)) + _GAP
        for place in range(len(table.headers))
    ]
    keys = list(range(table.keys))
    room = width - sum(wide[: table.keys])
    here: list[int] = []
    for place in range(table.keys, len(table.headers)):
        if here and sum(wide[each] for each in here) + wide[place] > room:
            yield [*keys, *here]
            here = []
        here.append(place)
    if here or table.keys == len(table.headers):
        yield [*keys, *here]


def _drawn(table: BoardTable, places: Sequence[int]) -> Table:
    drawn = Table(box=None, pad_edge=False, padding=(0, _GAP, 0, 0), header_style="dim")
    for place in places:
        texts = [row[place] for row in table.rows]
        is_name = not all(_is_figure(text) for text in texts)
        drawn.add_column(
            Text(table.headers[place]),
            overflow="fold",
            no_wrap=not is_name,
            justify="left",
        )
    for row in table.rows:
        drawn.add_row(*(Text(row[place]) for place in places))
    return drawn


def _is_figure(text: str) -> bool:
    """Return whether a cell holds figures, which must not break."""
    return not set(text) - set("0123456789.+-/() to<p")
