"""What stands beside a probe's figure: recalls, groups, drops by kind, the mean grade."""

from __future__ import annotations

from collections.abc import Iterator

from mhgate.records import Figure, PillarVerdict, Report
from mhgate.report.wording import decisions, first_few

__all__ = ["beside_scores"]

_MOST = 12  # figures of a probe; the JSON has them all


def beside_scores(report: Report) -> Iterator[tuple[str, str]]:
    """Yield each probe (and stratum) that has figures beside its score, with what they are.

    They are reported and held to nothing.

    Args:
        report: any report.
    """
    for name, decision in decisions(report):
        if isinstance(decision, PillarVerdict) or not decision.estimate.figures:
            continue
        told = [f"{each.name} {_figure(each)}" for each in decision.estimate.figures]
        yield name, first_few(told, _MOST)


def _figure(figure: Figure) -> str:
    note = f" [{figure.note}]" if figure.note else ""
    if figure.value is None:
        return f"unknown{note}"
    if figure.lower is None or figure.upper is None:
        return f"{figure.value:.2f}{note}"
    return f"{figure.value:.2f} ({figure.lower:.2f} to {figure.upper:.2f}){note}"
