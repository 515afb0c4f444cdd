"""The table of scores: a line for each pillar, probe and stratum, at any width from 60 columns.

Wide screens get one line for each with everything in columns; narrow ones get the same words on two
lines, so that nothing is left out where a terminal is small.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from rich.cells import cell_len
from rich.table import Table
from rich.text import Text

from mhgate.records import (
    Estimate,
    Interval,
    Outcome,
    PillarVerdict,
    ProbeVerdict,
    Report,
    StratumVerdict,
    Threshold,
)
from mhgate.report.bar import ASCII, DRAWN, Strokes, bar
from mhgate.report.figures import percent, spelled
from mhgate.report.safe_text import NAME_LIMIT, printable
from mhgate.report.wording import Decision, counts, decisions, is_pass

__all__ = ["OUTCOME_STYLES", "Row", "legend", "rows_of", "score_table"]

OUTCOME_STYLES = {
    Outcome.PASS: "green",
    Outcome.FAIL: "bold red",
    Outcome.INCONCLUSIVE: "yellow",
    Outcome.ERROR: "bold magenta",
}

_GAP = 2
_NARROWEST_BAR = 16
_WIDEST_BAR = 40
_INDENT = " " * 6  # below the deepest label
_OUTCOME_CELLS = max(len(outcome.value) for outcome in Outcome)


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the table, its texts ready to print; a pillar has no numbers of its own."""

    outcome: Outcome
    label: str
    style: str = ""
    score: str = ""
    counts: str = ""
    failed: str = ""
    interval: str = ""
    threshold: str = ""
    estimate: Estimate | None = None
    min_score: float = 0.0

    def bar(self, cells: int, strokes: Strokes) -> str:
        """Return the row's bar, empty for a pillar."""
        if self.estimate is None:
            return ""
        return bar(
            lower=self.estimate.interval.lower,
            upper=self.estimate.interval.upper,
            point=self.estimate.point,
            threshold=self.min_score,
            cells=cells,
            strokes=strokes,
        )


def rows_of(report: Report, *, show: Literal["all", "failed"], encoding: str) -> list[Row]:
    """Return the rows to print, in the verdict's order.

    Args:
        report: any report.
        show: ``failed`` leaves out every row whose outcome is a pass.
        encoding: what the destination can carry.
    """
    level = _one_level(report)
    rows = []
    for name, decision in decisions(report):
        if show == "failed" and is_pass(decision):
            continue
        # Where parents are left out, indents lose their meaning and full names take their place.
        label = _label(decision) if show == "all" else name
        rows.append(_row(decision, printable(label, encoding=encoding, limit=NAME_LIMIT), level))
    return rows


def score_table(rows: list[Row], *, width: int, unicode: bool) -> Table:
    """Return the rows as something that rich prints within the width.

    Args:
        rows: at least one.
        width: in cells, at least 60.
        unicode: whether bars may use box-drawing characters.
    """
    strokes = DRAWN if unicode else ASCII
    columns = _columns(rows)
    taken = sum(
        max(cell_len(title), *(cell_len(getattr(row, key)) for row in rows)) + _GAP
        for key, title in columns
    )
    room = width - taken - (_OUTCOME_CELLS + _GAP)
    if room >= _NARROWEST_BAR:
        return _wide(rows, columns, min(room, _WIDEST_BAR), strokes)
    return _narrow(rows, width, strokes)


def legend(report: Report, *, unicode: bool) -> str:
    """Return the line that says how to read the table.

    Args:
        report: any report.
        unicode: whether bars may use box-drawing characters.
    """
    strokes = DRAWN if unicode else ASCII
    level = _one_level(report)
    which = "the level is beside each"
    if level is not None:
        which = f"two-sided {percent(level)}, each bound alone one-sided {percent((1 + level) / 2)}"
    drawn = f"{strokes.left}{strokes.line}{strokes.point}{strokes.line}{strokes.right}"
    return (
        "score: the mean over scored trials; failed trials widen the interval on both sides. "
        f"interval: {which}. bar: 0 to 1, {drawn} interval and score, {strokes.threshold} threshold"
    )


_COLUMNS = (
    ("label", "pillar, probe, stratum"),
    ("score", "score"),
    ("counts", "good/asked"),
    ("failed", "failed"),
    ("interval", "interval"),
    ("threshold", "needs"),
)


def _columns(rows: list[Row]) -> list[tuple[str, str]]:
    some_failed = any(row.failed for row in rows)
    return [column for column in _COLUMNS if column[0] != "failed" or some_failed]


def _one_level(report: Report) -> float | None:
    levels = {
        decision.estimate.interval.level
        for _, decision in decisions(report)
        if not isinstance(decision, PillarVerdict)
    }
    return levels.pop() if len(levels) == 1 else None


def _label(decision: Decision) -> str:
    match decision:
        case PillarVerdict():
            trust, bounds = decision.trust_score, decision.trust_interval
            if trust is None:
                return decision.pillar
            span = "" if bounds is None else f", {bounds.lower:.1f} to {bounds.upper:.1f}"
            return f"{decision.pillar} (trust {trust:.1f} of 100{span})"
        case ProbeVerdict():
            marks = [
                mark
                for mark, holds in (
                    ("never", decision.probe.never),
                    ("not required", not decision.threshold.required),
                    ("waived", decision.waived is not None),
                )
                if holds
            ]
            return f"  {decision.probe.name}" + (f" ({', '.join(marks)})" if marks else "")
        case StratumVerdict():
            mark = "" if decision.threshold.required else " (not required)"
            mark += "" if decision.waived is None else " (waived)"
            return f"    {decision.stratum}{mark}"


def _row(decision: Decision, label: str, level: float | None) -> Row:
    if isinstance(decision, PillarVerdict):
        return Row(decision.outcome, label, style="bold")
    score, interval, threshold = _numbers(decision.estimate, decision.threshold)
    beside = "" if level is not None else _level(decision.estimate.interval)
    return Row(
        decision.outcome,
        label,
        score=score,
        counts=counts(decision.estimate),
        failed=str(decision.estimate.accounts.failed or ""),
        interval=f"{interval}{beside}",
        threshold=threshold,
        estimate=decision.estimate,
        min_score=decision.threshold.min_score,
    )


def _level(interval: Interval) -> str:
    return f" ({percent(interval.level)})"


def _numbers(estimate: Estimate, threshold: Threshold) -> tuple[str, str, str]:
    measured = [estimate.interval.lower, estimate.interval.upper]
    if estimate.point is not None:
        measured.append(estimate.point)
    texts = spelled(measured, [threshold.min_score], ends=[0.0, 1.0])
    lower, upper = texts[:2]
    score = texts[2] if estimate.point is not None else "none"
    return score, f"{lower} to {upper}", f">= {texts[len(measured)]}"


def _wide(rows: list[Row], columns: list[tuple[str, str]], cells: int, strokes: Strokes) -> Table:
    table = Table(box=None, pad_edge=False, padding=(0, _GAP, 0, 0), header_style="dim")
    table.add_column("outcome", no_wrap=True, min_width=_OUTCOME_CELLS)
    for key, title in columns:
        right = key in {"score", "counts", "failed", "threshold"}
        table.add_column(title, no_wrap=True, justify="right" if right else "left")
    table.add_column(_axis(cells), no_wrap=True)
    for row in rows:
        numbers = (Text(getattr(row, key)) for key, _ in columns[1:])
        table.add_row(
            Text(row.outcome.value, style=OUTCOME_STYLES[row.outcome]),
            Text(row.label, style=row.style),
            *numbers,
            Text(row.bar(cells, strokes), style="cyan"),
        )
    return table


def _axis(cells: int) -> str:
    return "0" + " " * (cells - 2) + "1"


def _narrow(rows: list[Row], width: int, strokes: Strokes) -> Table:
    table = Table.grid(padding=(0, _GAP, 0, 0), pad_edge=False)
    table.add_column(no_wrap=True, min_width=_OUTCOME_CELLS)
    table.add_column(overflow="fold")
    room = width - _OUTCOME_CELLS - _GAP
    flowed = {index: _flowed(row, room) for index, row in enumerate(rows) if row.estimate}
    # One length for all bars, so that they can be compared by eye.
    beside = min((room - cell_len(lines[-1]) - _GAP for lines in flowed.values()), default=0)
    on_its_own = beside < _NARROWEST_BAR
    cells = min(_WIDEST_BAR, room - len(_INDENT) if on_its_own else beside)
    for index, row in enumerate(rows):
        text = Text(row.label, style=row.style)
        if lines := flowed.get(index):
            text.append("".join(f"\n{line}" for line in lines))
            text.append(f"\n{_INDENT}" if on_its_own else " " * _GAP)
            text.append(row.bar(cells, strokes), style="cyan")
        table.add_row(Text(row.outcome.value, style=OUTCOME_STYLES[row.outcome]), text)
    return table


def _flowed(row: Row, room: int) -> list[str]:
    """Lay a row's numbers out on as few lines as hold them, none of them broken."""
    failed = (f"{row.failed} failed",) if row.failed else ()
    lines = [_INDENT + row.score]
    for piece in (row.counts, *failed, row.interval, row.threshold):
        longer = f"{lines[-1]}  {piece}"
        if cell_len(longer) <= room:
            lines[-1] = longer
        else:
            lines.append(_INDENT + piece)
    return lines
