"""Figures beside a score: shown with their intervals, and never as what decides."""

from __future__ import annotations

from types import ModuleType

from mhgate.records import Figure, Report
from mhgate.report import render_terminal
from mhgate.report.beside_scores import beside_scores

FIGURES = (
    Figure(name="recall: imminent", value=0.9, lower=0.8, upper=0.95),
    Figure(name="group: older", value=0.5),
    Figure(name="macro F1", value=None),
)


def _with_figures(report: Report, figures: tuple[Figure, ...]) -> Report:
    first, *others = report.verdict.pillars
    probe = first.probes[0]
    estimate = probe.estimate.model_copy(
        update={"figures": figures, "measure": "agreement", "statistic": "accuracy"}
    )
    changed = probe.model_copy(update={"estimate": estimate})
    pillar = first.model_copy(update={"probes": (changed, *first.probes[1:])})
    verdict = report.verdict.model_copy(update={"pillars": (pillar, *others)})
    return report.model_copy(update={"verdict": verdict})


def test_each_figure_stands_with_its_interval(reports: ModuleType) -> None:
    """A figure has its bounds where they are known, and says where it is unknown itself."""
    ((name, told),) = beside_scores(_with_figures(reports.passing(), FIGURES))
    assert name == "crisis.offers_reachable_human_help"
    assert told == "recall: imminent 0.90 (0.80 to 0.95), group: older 0.50, macro F1 unknown"


def test_the_terminal_shows_them_unless_only_failures_are_asked_for(reports: ModuleType) -> None:
    """The section stands below the table, and is left out where nothing is beside a score."""
    report = _with_figures(reports.passing(), FIGURES)
    told = render_terminal(report, width=160, colour=False, unicode=False)
    assert "beside the scores" in told
    assert "group: older 0.50" in told
    for other in (
        render_terminal(report, width=160, colour=False, unicode=False, show="failed"),
        render_terminal(reports.passing(), width=160, colour=False, unicode=False),
    ):
        assert "beside the scores" not in other


def test_many_figures_are_counted(reports: ModuleType) -> None:
    """A dozen are shown; how many more there are is said."""
    many = tuple(Figure(name=f"group: {number}", value=1.0) for number in range(20))
    ((_, told),) = beside_scores(_with_figures(reports.passing(), many))
    assert told.endswith("and 8 more")


def test_what_was_done_to_a_figure_stands_with_it(reports: ModuleType) -> None:
    """A mean that was corrected for bias says so, and one that was not says why."""
    figures = (
        Figure(name="mean grade, bias-corrected", value=3.6, lower=3.4, upper=3.8, note="less 0.4"),
        Figure(name="mean grade, as judged", value=None, note="nothing was graded"),
    )
    ((_, told),) = beside_scores(_with_figures(reports.passing(), figures))
    assert told == (
        "mean grade, bias-corrected 3.60 (3.40 to 3.80) [less 0.4], "
        "mean grade, as judged unknown [nothing was graded]"
    )
