"""Bars as an SVG that can be read on light and on dark, and by who does not see it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from itertools import accumulate

__all__ = ["Panel", "Row", "chart"]

_ROW, _HEAD, _FOOT = 26, 40, 30  # pixels
_LEFT, _WIDE, _RIGHT = 300, 300, 200
_STYLE = (
    ".paper{fill:#ffffff}text{fill:#1f2328}.ours{fill:#1f6f8b}.other{fill:#8c959f}"
    "@media (prefers-color-scheme:dark){"
    ".paper{fill:#0d1117}text{fill:#e6edf3}.ours{fill:#4fb3d1}.other{fill:#848d97}}"
)


@dataclass(frozen=True, slots=True)
class Row:
    """One bar: what it is of, how long it is, and the words beside it."""

    label: str
    value: float
    words: str
    is_ours: bool = False


@dataclass(frozen=True, slots=True)
class Panel:
    """Bars of one scale below a title."""

    title: str
    rows: tuple[Row, ...]


def chart(panels: Sequence[Panel], foot: str) -> str:
    """Return the SVG: panels below one another.

    Args:
        panels: those without rows are left out.
        foot: stands below: on what machine, and when.

    Returns:
        An image with a title and a description, in which every bar is said in words.
    """
    drawn = [panel for panel in panels if panel.rows]
    heights = [_HEAD + len(panel.rows) * _ROW for panel in drawn]
    tops = [0, *accumulate(heights)]
    width, height = _LEFT + _WIDE + _RIGHT, tops[-1] + _FOOT
    said = " ".join(
        f"{panel.title}: {'; '.join(f'{row.label} {row.words}' for row in panel.rows)}."
        for panel in drawn
    )
    parts = "".join(_panel(panel, top) for panel, top in zip(drawn, tops, strict=False))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
        f'viewBox="0 0 {width} {height}" role="img" aria-labelledby="title desc" '
        f'font-family="sans-serif" font-size="13"><title id="title">What mhgate costs, in ratios'
        f'</title><desc id="desc">{escape(f"{said} {foot}")}</desc><style>{_STYLE}</style>'
        f'<rect class="paper" width="{width}" height="{height}"/>{parts}'
        f'<text x="10" y="{height - 12}" font-size="11">{escape(foot)}</text></svg>\n'
    )


def _panel(panel: Panel, top: int) -> str:
    most = max(row.value for row in panel.rows) or 1.0
    parts = [f'<text x="10" y="{top + 24}" font-weight="bold">{escape(panel.title)}</text>']
    for number, row in enumerate(panel.rows):
        y = top + _HEAD + number * _ROW
        length = round(_WIDE * max(row.value, 0.0) / most, 1)
        parts.append(
            f'<text x="{_LEFT - 8}" y="{y + 14}" text-anchor="end">{escape(row.label)}</text>'
            f'<rect class="{"ours" if row.is_ours else "other"}" x="{_LEFT}" y="{y}" '
            f'width="{length}" height="18"/>'
            f'<text x="{_LEFT + length + 6:g}" y="{y + 14}">{escape(row.words)}</text>'
        )
    return "".join(parts)
