"""The suites that a verb was given, and text that somebody else wrote, made fit for a terminal."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from typing import Any, TypeVar

import click

from mhgate.report.safe_text import printable
from mhgate.wiring.suites_at_hand import SuitesAtHand, suites_at_hand

__all__ = ["columns", "config_option", "lines_of", "meant"]

Function = TypeVar("Function", bound=Callable[..., Any])

_LONG = 20_000


def config_option(function: Function) -> Function:
    """Add the option that names the thresholds in force."""
    return click.option("--config", "config_file", metavar="FILE", help="the thresholds.toml")(
        function
    )


def meant(folders: Sequence[str], config_file: str | None) -> SuitesAtHand:
    """Return the suites that the words of a command mean.

    Args:
        folders: as given; empty for all.
        config_file: as given.
    """
    return suites_at_hand(folders, config_file=config_file, environ=os.environ)


def lines_of(text: str) -> Iterator[str]:
    """Yield a text's lines as a terminal may show them: nothing in them can move or hide others.

    Args:
        text: an item's, or anybody's.
    """
    for line in text.split("\n"):
        yield printable(line, limit=_LONG)


def columns(rows: Sequence[Sequence[str]], *, right: frozenset[int] = frozenset()) -> list[str]:
    """Return rows as lines, each column as wide as its widest cell.

    Args:
        rows: cells, the same number in each row; the first row is the head.
        right: the columns that are set to the right.

    Example:
        >>> columns([("a", "n"), ("bcd", "10")], right=frozenset({1}))
        ['a     n', 'bcd  10']
    """
    widths = [max(len(row[at]) for row in rows) for at in range(len(rows[0]))]
    return [
        "  ".join(
            f"{cell:>{width}}" if at in right else f"{cell:<{width}}"
            for at, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    ]
