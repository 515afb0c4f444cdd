"""What stands beside a probe's figure: recalls, groups, drops by kind, the mean grade."""

from __future__ import annotations

from collections.abc import Iterator

from mhgate.records import COURSE, Figure, PillarVerdict, Report
from mhgate.report.wording import decisions, first_few

__all__ = ["beside_scores", "courses"]

_MOST = 12  # figures of a probe; the JSON has them all


def beside_scores(report: Report) -> Iterator[tuple[str, str]]:
    """Yield each probe (and stratum) that has figures beside its score, with what they are.

    They are reported and held to nothing.

    Args:
        report: any report.
    """
    for name, decision in decisions(report):
        if isinstance(decision, PillarVerdict):
            continue
        told = [
            f"{each.name} {_figure(each)}"
            for each in decision.estimate.figures
            if not each.name.startswith(COURSE)
        ]
        if told:
            yield name, first_few(told, _MOST)


def courses(report: Report) -> Iterator[tuple[str, str]]:
    """Yield each probe (and stratum) of a rubric's dimension with the course of its conversations.

    That of each domain stands in the JSON alone.

    Args:
        report: any report.
    """
    for name, decision in decisions(report):
        if isinstance(decision, PillarVerdict):
            continue
        told = {
            each.name.removeprefix(COURSE): each
            for each in decision.estimate.figures
            if each.name.startswith(COURSE)
        }
        for what, figure in told.items():
            if ":" in what or what.startswith("never "):
                continue
            text = f"{what} {_turn(figure)}"
            never = told.get(f"never {what.removesuffix(' by turn')}")
            if never is not None:
                text += f"; never {_figure(never)}"
            yield name, text + (f" [{figure.note}]" if figure.note else "")


def _turn(figure: Figure) -> str:
    """Write a turn, or what is counted by turns."""
    if figure.value is None:
        return "never"
    if figure.lower is None and figure.upper is None:
        return f"{figure.value:.3g}"
    first = "1" if figure.lower is None else f"{figure.lower:.3g}"
    last = "never" if figure.upper is None else f"{figure.upper:.3g}"
    return f"{figure.value:.3g} ({first} to {last})"


def _figure(figure: Figure) -> str:
    note = f" [{figure.note}]" if figure.note else ""
    if figure.value is None:
        return f"unknown{note}"
    if figure.lower is None or figure.upper is None:
        return f"{figure.value:.2f}{note}"
    return f"{figure.value:.2f} ({figure.lower:.2f} to {figure.upper:.2f}){note}"
