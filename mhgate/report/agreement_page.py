"""The plots of an agreement on one page, each with its figures as a table; no script."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from pathlib import Path

from mhgate.records import AgreementReport
from mhgate.report.agreement_figures import between, name_of, number, signed
from mhgate.report.agreement_plots import bias_bars, bland_altman, judges_of
from mhgate.report.output_file import write_text
from mhgate.report.safe_text import printable
from mhgate.report.svg import file_name

__all__ = ["PAGE_NAME", "agreement_files", "write_plots"]

PAGE_NAME = "index.html"
_BIAS_NAME = "bias.svg"

_STYLE = """
:root { color-scheme: light dark }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem }
img { max-width: 100%; height: auto }
table { border-collapse: collapse; margin: 1rem 0 }
caption { text-align: left; font-weight: 600 }
th, td { border: 1px solid; padding: .2rem .6rem; text-align: right }
th:first-child { text-align: left }
"""


def write_plots(report: AgreementReport, folder: Path) -> tuple[Path, ...]:
    """Write the plots and their page.

    Args:
        report: any agreement.
        folder: where to; it is made where it is missing.

    Returns:
        The files that were written, the page first.

    Raises:
        ReportFileError: one cannot be written.
    """
    written = []
    for name, text in agreement_files(report).items():
        write_text(text, folder / name)
        written.append(folder / name)
    return tuple(written)


def agreement_files(report: AgreementReport) -> dict[str, str]:
    """Return the texts of the page and of its plots, by file name, the page first.

    Args:
        report: any agreement.
    """
    plots = {_BIAS_NAME: bias_bars(report)}
    sections = [
        _section(
            "Bias",
            _BIAS_NAME,
            "Bars of bias with intervals, judge less people; the table below holds every figure.",
            _table(
                f"Bias on single replies, intervals at {report.level:.0%}",
                ("judge and attribute", "replies", "bias", "interval", "MSE"),
                [
                    (
                        f"{judge}, {name_of(cell)}",
                        str(found.n_replies),
                        signed(found.bias.mean),
                        between(found.bias.bounds, with_sign=True),
                        number(found.mse),
                    )
                    for judge, cells in judges_of(report)
                    for cell, found in cells
                ],
            ),
        )
    ]
    for place, (judge, cells) in enumerate(judges_of(report)):
        if not cells:
            continue
        name = f"bland_altman_{file_name(judge)}.svg"
        if name in plots:
            name = f"bland_altman_{file_name(judge)}_{place + 1}.svg"
        plots[name] = bland_altman(judge, cells)
        rows = [
            (
                name_of(cell),
                str(found.n_replies),
                signed(found.bias.mean),
                signed(found.bias.lower_limit),
                signed(found.bias.upper_limit),
                number(found.absolute.value),
            )
            for cell, found in cells
        ]
        sections.append(
            _section(
                f"Differences: {judge}",
                name,
                "A panel an attribute: differences against means; the table below holds bias and "
                "limits.",
                _table(
                    "Limits that hold 95 in 100 differences",
                    ("attribute", "replies", "bias", "lower limit", "upper limit", "ICC(A,1)"),
                    rows,
                ),
            )
        )
    return {PAGE_NAME: _page(sections), **plots}


def _page(sections: Iterable[str]) -> str:
    title = "Agreement of judges with people"
    return "\n".join(
        [
            "<!doctype html>",
            f'<html lang="en"><head><meta charset="utf-8"><title>{title}</title>',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            f"<style>{_STYLE}</style></head><body>",
            f"<h1>{title}</h1>",
            *sections,
            "</body></html>",
            "",
        ]
    )


def _section(heading: str, image: str, words: str, table: str) -> str:
    return (
        f"<h2>{_said(heading)}</h2>\n"
        f'<p><img src="{escape(image, quote=True)}" alt="{_said(words)}"></p>\n{table}'
    )


def _table(caption: str, headers: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    head = "".join(f'<th scope="col">{_said(header)}</th>' for header in headers)
    body = "\n".join(
        f'<tr><th scope="row">{_said(row[0])}</th>'
        + "".join(f"<td>{_said(cell)}</td>" for cell in row[1:])
        + "</tr>"
        for row in rows
    )
    return (
        f"<table><caption>{_said(caption)}</caption>\n<thead><tr>{head}</tr></thead>\n"
        f"<tbody>\n{body}\n</tbody></table>"
    )


def _said(text: str) -> str:
    return escape(printable(text), quote=True)
