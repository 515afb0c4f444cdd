"""What is made of a leaderboard: the terminal, JSON, Markdown, HTML, a table of trials."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeVar

import click

from mhgate.records import Report
from mhgate.records.leaderboard import Leaderboard
from mhgate.wiring import print_leaderboard, render_leaderboard_json, write_board

__all__ = ["shown_board", "with_outputs"]

Function = TypeVar("Function", bound=Callable[..., Any])

_OPTIONS = (
    click.option("--by", metavar="COLUMN", help="which score ranks  [default: overall]"),
    click.option(
        "--board-alpha",
        type=click.FloatRange(0, 0.5, min_open=True, max_open=True),
        default=0.05,
        show_default=True,
        help="how often a bound, or any of the ranks, may be wrong",
    ),
    click.option("--partial", is_flag=True, help="take partial reports too, and say so"),
    click.option("--json", "as_json", is_flag=True, help="print JSON"),
    click.option("--markdown", metavar="FILE", help="write a page of Markdown there"),
    click.option("--html", metavar="FILE", help="write one page of HTML there"),
    click.option(
        "--tidy",
        metavar="FILE",
        help="write every trial there as a table: .csv, or .parquet (extra mhgate[parquet])",
    ),
)


def with_outputs(function: Function) -> Function:
    """Add the options of a leaderboard to a click command."""
    for option in reversed(_OPTIONS):
        function = option(function)
    return function


def shown_board(board: Leaderboard, reports: Sequence[Report], outputs: Mapping[str, Any]) -> None:
    """Print a leaderboard, and write the files that are wanted.

    Args:
        board: any.
        reports: those that it was made of.
        outputs: the options that were given.
    """
    files = {
        name: None if outputs[name] is None else Path(outputs[name])
        for name in ("markdown", "html", "tidy")
    }
    for path in write_board(board, reports, **files):
        click.echo(f"mhgate: wrote {path}", err=True)
    if outputs["as_json"]:
        click.echo(render_leaderboard_json(board), nl=False)
    else:
        print_leaderboard(board, sys.stdout)
