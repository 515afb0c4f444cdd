"""The bar: an interval and its threshold on the axis from 0 to 1, as characters.

Positions are rounded the same way for all of them, so a bound that lies below the threshold is
never drawn above it; both in one cell means that they are closer than the bar can show.
"""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["ASCII", "DRAWN", "Strokes", "bar"]


@dataclass(frozen=True, slots=True)
class Strokes:
    """The characters that a bar is drawn with, one cell each."""

    axis: str
    line: str
    left: str
    right: str
    point: str
    threshold: str


DRAWN = Strokes(axis="·", line="─", left="├", right="┤", point="█", threshold="|")
ASCII = Strokes(axis=".", line="-", left="[", right="]", point="#", threshold="|")


def bar(
    *,
    lower: float,
    upper: float,
    point: float | None,
    threshold: float | None,
    cells: int,
    strokes: Strokes = DRAWN,
) -> str:
    """Draw an interval against its threshold.

    Args:
        lower: the interval's lower end; below 0 it is drawn at 0.
        upper: the interval's upper end; above 1 it is drawn at 1.
        point: the score in [0, 1]; None draws none.
        threshold: in [0, 1]; None draws none.
        cells: the width, at least 2.
        strokes: the characters to draw with.

    Returns:
        ``cells`` characters. The threshold covers what lies in its cell: the numbers stand beside.

    Example:
        >>> bar(lower=0.5, upper=0.9, point=0.75, threshold=0.4, cells=20, strokes=ASCII)
        '........|.[----#--].'
    """
    drawn = [strokes.axis] * cells
    first, last = _cell(lower, cells), _cell(upper, cells)
    drawn[first : last + 1] = [strokes.line] * (last + 1 - first)
    drawn[first] = strokes.left
    drawn[last] = strokes.right
    if point is not None:
        drawn[_cell(point, cells)] = strokes.point
    if threshold is not None:
        drawn[_cell(threshold, cells)] = strokes.threshold
    return "".join(drawn)


def _cell(position: float, cells: int) -> int:
    return min(cells - 1, max(0, int(position * cells)))
