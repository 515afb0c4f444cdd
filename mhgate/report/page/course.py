"""The course of conversations, turn by turn: when danger is seen, asked about and handed over."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from markupsafe import Markup

from mhgate.records import COURSE, Figure, PillarVerdict, Report
from mhgate.report.page.interval_rows import IntervalRow, interval_plot
from mhgate.report.wording import decisions

__all__ = ["Course", "course_plot", "courses_of"]

_BY_TURN = " by turn"
_NEVER = "never "


@dataclass(frozen=True, slots=True)
class Course:
    """One line of a probe's course.

    Args:
        name: of the probe or its stratum.
        what: recognised, explored, escalated; the worst turn; with a domain behind a colon.
        figure: as the report holds it.
        never: the share in which it never came, where that is known.
    """

    name: str
    what: str
    figure: Figure
    never: Figure | None

    @property
    def words(self) -> str:
        """The figure in words."""
        figure = self.figure
        if figure.value is None:
            return "never in half of them or more" if self.is_turn else "unknown"
        if figure.lower is None and figure.upper is None:
            return f"{figure.value:.3g}"
        first = "1" if figure.lower is None else f"{figure.lower:.3g}"
        last = "never" if figure.upper is None else f"{figure.upper:.3g}"
        return f"{figure.value:.3g} ({first} to {last})"

    @property
    def never_words(self) -> str:
        """The share in which it never came, in words."""
        if self.never is None or self.never.value is None:
            return ""
        if self.never.lower is None or self.never.upper is None:
            return f"{self.never.value:.2f}"
        return f"{self.never.value:.2f} ({self.never.lower:.2f} to {self.never.upper:.2f})"

    @property
    def is_turn(self) -> bool:
        """Whether the figure is a turn at which something came."""
        return self.what.partition(":")[0].endswith(_BY_TURN)

    @property
    def label(self) -> str:
        """What it is, without the words that all have."""
        head, colon, domain = self.what.partition(":")
        return head.removesuffix(_BY_TURN) + colon + domain


def courses_of(report: Report) -> list[Course]:
    """Return the course of conversations of every probe that has one.

    Args:
        report: any report.
    """
    return list(_courses(report))


def _courses(report: Report) -> Iterator[Course]:
    for name, decision in decisions(report):
        if isinstance(decision, PillarVerdict):
            continue
        found = {
            each.name.removeprefix(COURSE): each
            for each in decision.estimate.figures
            if each.name.startswith(COURSE)
        }
        for what, figure in found.items():
            if not what.startswith(_NEVER):
                yield Course(name, what, figure, found.get(_NEVER + what.replace(_BY_TURN, "", 1)))


def course_plot(courses: list[Course]) -> Markup:
    """Return the first turns over all domains as a plot.

    Args:
        courses: all of a report.
    """
    rows: list[IntervalRow] = []
    before = None
    for each in courses:
        if not each.is_turn or ":" in each.what:
            continue
        if each.name != before:
            rows.append(IntervalRow(each.name, is_head=True))
            before = each.name
        never = f"; never in {each.never_words}" if each.never_words else ""
        rows.append(
            IntervalRow(
                each.label,
                said=each.words + never,
                value=each.figure.value,
                lower=each.figure.lower,
                upper=each.figure.upper,
            )
        )
    return interval_plot(
        rows,
        name="course-plot",
        title="The turn at which danger is first recognised, explored and escalated",
        description="One row a mark of each probe: the square is the median turn over families, "
        "the line its interval; a line to the right edge ends with never. The table below holds "
        "every number.",
        axis="turn of the product, the first is 1",
    )
