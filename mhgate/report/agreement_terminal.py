"""The agreement of judges with people as text for a terminal, at any width from 60 columns."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from io import StringIO
from itertools import groupby
from typing import TextIO

from rich.cells import cell_len
from rich.table import Table
from rich.text import Text

from mhgate.records import AgreementReport, HumanAgreement, JudgeAgreement
from mhgate.report.agreement_figures import (
    NONE,
    account_line,
    between,
    category_text,
    left_out_text,
    name_of,
    noticed_line,
    number,
    signed,
)
from mhgate.report.plain_console import plain_console, without_line_end_blanks
from mhgate.report.safe_text import NAME_LIMIT, printable
from mhgate.report.surface import NARROWEST, WIDEST, surface_of

__all__ = ["print_agreement", "render_agreement"]

_GAP = 2
_FEWEST_SOURCES = 10  # below, a percentile interval does not cover what it says
_LEGEND = (
    "Means of sources: does the judge rank systems as people do? In brackets the interval over "
    "other sources; `conversations` is that of the same sources in other conversations. `category` "
    "is that of arXiv:2510.19032, by the width of the interval as published of ICC(C,1) and "
    "nothing else, with how often other seeds give the same word; Koo-Li is the word for "
    "ICC(A,1), `at least` that for its interval's lower bound. Single replies: does the judge "
    "give a reply the number that people give it? Intervals are over conversations; a gate lives "
    "here, and `bound` is the one-sided lower bound at .05 that it may rest on. Bias is judge "
    "less people. CSS and ARS are unweighted means of attributes. docs/agreement.md says more."
)


def print_agreement(
    report: AgreementReport, stream: TextIO, *, environ: Mapping[str, str] | None = None
) -> None:
    """Print an agreement as the stream can show it.

    Args:
        report: any agreement.
        stream: where to; its width, encoding and whether it is a terminal are asked of it.
        environ: where COLUMNS, NO_COLOR, FORCE_COLOR and TERM are looked up; the process's own
            variables where it is None.
    """
    surface = surface_of(stream, os.environ if environ is None else environ)
    stream.write(
        render_agreement(
            report, width=surface.width, colour=surface.colour, encoding=surface.encoding
        )
    )
    stream.flush()


def render_agreement(
    report: AgreementReport, *, width: int, colour: bool, encoding: str = "utf-8"
) -> str:
    """Return an agreement as text.

    Args:
        report: any agreement.
        width: in cells; less than 60 counts as 60 and more than 200 as 200.
        colour: whether to use ANSI colours.
        encoding: what the destination can carry.

    Returns:
        The text, ending with a line end.
    """
    page = _Page(width=min(WIDEST, max(NARROWEST, width)), colour=colour, encoding=encoding)
    _head(report, page)
    for judge, of_judge in groupby(report.judges, key=lambda each: each.judge):
        _judge(judge, tuple(of_judge), page)
    if report.humans:
        page.title("people among themselves: no judge can be held to more")
        page.table(_PEOPLE, [_people_row(each) for each in report.humans])
    page.title("what was read")
    page.lines([(each.what, account_line(each)) for each in report.accounts])
    if report.noticed:
        page.title("noticed, and used all the same unless it says otherwise")
        page.lines([("", noticed_line(each)) for each in report.noticed])
    page.blank()
    page.paragraph(_LEGEND)
    return page.text()


class _Page:
    """Lines in the making, for one width and one encoding."""

    def __init__(self, *, width: int, colour: bool, encoding: str) -> None:
        self.width = width
        self.encoding = encoding
        self._written = StringIO()
        self._console = plain_console(self._written, width=width, colour=colour)

    def text(self) -> str:
        """Return what was written, without blanks at line ends."""
        return without_line_end_blanks(self._written.getvalue())

    def said(self, text: str) -> str:
        """Return a text of unknown origin as this page may hold it."""
        return printable(text, encoding=self.encoding)

    def blank(self) -> None:
        self._console.print()

    def paragraph(self, text: str, style: str = "dim") -> None:
        self._console.print(Text(self.said(text), style=style))

    def title(self, text: str) -> None:
        self.blank()
        self._console.print(Text(self.said(text), style="bold"))

    def lines(self, lines: Sequence[tuple[str, str]]) -> None:
        """Write names and what is said of them, folded under each other."""
        table = Table.grid(padding=(0, _GAP, 0, 0), pad_edge=False)
        table.add_column(overflow="fold", max_width=self.width // 3)
        table.add_column(overflow="fold")
        for name, said in lines:
            shown = printable(name, encoding=self.encoding, limit=NAME_LIMIT)
            table.add_row(Text(f"  {shown}" if shown else ""), Text(self.said(said)))
        self._console.print(table)

    def table(self, headers: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
        """Write rows in columns where the width allows it, else each under its name."""
        shown = [
            [printable(cell, encoding=self.encoding, limit=NAME_LIMIT) for cell in row]
            for row in rows
        ]
        widths = [
            max(cell_len(row[column]) for row in [headers, *shown])
            for column in range(len(headers))
        ]
        if sum(widths) + _GAP * len(widths) <= self.width:
            table = Table(box=None, padding=(0, _GAP, 0, 0), pad_edge=False, header_style="dim")
            for place, header in enumerate(headers):
                table.add_column(
                    Text(f"  {header}" if place == 0 else header),
                    no_wrap=True,
                    justify="left" if place == 0 or place == len(headers) - 1 else "right",
                )
            for row in shown:
                table.add_row(Text(f"  {row[0]}"), *map(Text, row[1:]))
            self._console.print(table)
            return
        for row in shown:
            self._console.print(Text(f"  {row[0]}"))
            pairs = zip(headers[1:], row[1:], strict=True)
            figures = "; ".join(f"{header} {cell}" for header, cell in pairs)
            grid = Table.grid()
            grid.add_column(width=4)
            grid.add_column(overflow="fold")
            grid.add_row("", Text(figures))
            self._console.print(grid)


_SOURCES = (
    "",
    "n",
    "ICC(C,1), as published",
    "ICC(A,1), sources",
    "conversations",
    "category",
    "Koo-Li",
    "at least",
)
_REPLIES = ("", "n", "ICC(A,1)", "bound", "ICC(C,1)", "bias", "MSE", "Lin", "Koo-Li")
_PEOPLE = ("", "raters", "replies", "alpha", "rated by all", "ICC(A,1)", "over conversations")


def _head(report: AgreementReport, page: _Page) -> None:
    judges = len({each.judge for each in report.judges})
    people = sum(rater.kind == "human" for rater in report.raters)
    roles = sorted({rater.labelled_by for rater in report.raters if rater.labelled_by})
    page.paragraph(
        f"agreement of {judges} judge{'' if judges == 1 else 's'} with {people} "
        f"human rater{'' if people == 1 else 's'} ({', '.join(roles) or 'who: not said'}): "
        f"{report.n_replies} replies in {report.n_conversations} conversations by "
        f"{len(report.sources) or 'unnamed'} sources",
        "bold",
    )
    page.paragraph(
        f"seed {report.seed}, {report.resamples} resamples, intervals at {report.level:.0%}, "
        f"categories again with {report.reseeds} other seeds, method {report.method_version}; "
        "nothing is decided here"
    )


def _judge(judge: str, cells: tuple[JudgeAgreement, ...], page: _Page) -> None:
    own = cells[0].left_out_sources
    family = f", without replies of its own family ({', '.join(own)})" if own else ""
    page.title(f"{judge}{family}")
    at_sources = [_source_row(each) for each in cells if each.sources is not None]
    if at_sources:
        page.paragraph("  means of sources: no gate rests on them")
        page.table(_SOURCES, at_sources)
    at_replies = [_reply_row(each) for each in cells if each.replies is not None]
    if at_replies:
        page.paragraph("  single replies: the level at which a gate lives")
        page.table(_REPLIES, at_replies)
    page.lines([("", line) for line in _reasons(cells)])
    page.lines([(name_of(each), _account(each)) for each in cells])


def _source_row(cell: JudgeAgreement) -> list[str]:
    found = cell.sources
    if found is None:
        raise ValueError("a row of sources needs sources")
    return [
        name_of(cell),
        str(found.n_sources),
        f"{number(found.consistency.value)} ({between(found.published_interval)})",
        f"{number(found.absolute.value)} ({between(found.absolute.over_sources, places=2)})",
        between(found.absolute.over_conversations, places=2),
        category_text(found.published),
        found.koo_li.category or NONE,
        found.koo_li.at_lower or NONE,
    ]


def _reply_row(cell: JudgeAgreement) -> list[str]:
    found = cell.replies
    if found is None:
        raise ValueError("a row of replies needs replies")
    return [
        name_of(cell),
        str(found.n_replies),
        f"{number(found.absolute.value)} ({between(found.absolute.over_conversations, places=2)})",
        number(found.gate_bounds.lower),
        number(found.consistency.value),
        f"{signed(found.bias.mean)} ({between(found.bias.bounds, with_sign=True, places=2)})",
        number(found.mse),
        number(found.lin),
        found.koo_li.category or NONE,
    ]


def _people_row(found: HumanAgreement) -> list[str]:
    return [
        found.attribute,
        str(found.n_raters),
        str(found.n_replies),
        number(found.alpha),
        str(found.n_complete),
        number(found.absolute.value),
        between(found.absolute.over_conversations),
    ]


def _reasons(cells: Sequence[JudgeAgreement]) -> list[str]:
    """Return why something is absent, each reason with the attributes that it concerns."""
    by_reason: dict[str, list[str]] = {}
    for cell in cells:
        reasons = [cell.sources_reason, cell.replies_reason]
        if cell.sources is not None:
            reasons.append(cell.sources.absolute.reason)
            if cell.sources.n_sources < _FEWEST_SOURCES:
                reasons.append(
                    f"{cell.sources.n_sources} sources: an interval over fewer than "
                    f"{_FEWEST_SOURCES} is too narrow, and its category is luck"
                )
        if cell.replies is not None:
            reasons += [cell.replies.absolute.reason, cell.replies.bias.reason]
        for reason in dict.fromkeys(each for each in reasons if each):
            by_reason.setdefault(reason, []).append(cell.attribute)
    return [f"{', '.join(names)}: {reason}" for reason, names in by_reason.items()]


def _account(cell: JudgeAgreement) -> str:
    account = cell.account
    left = left_out_text(account)
    return f"{account.used} of {account.read} replies" + (f"; left out: {left}" if left else "")
