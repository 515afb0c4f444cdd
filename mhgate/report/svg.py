"""A drawing in SVG that everybody can read: titled, described, in light and in dark.

Colours come from the reader's scheme and carry no meaning of their own: what differs, differs in
shape, too. The description holds the figures in words, for those who hear the page.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from html import escape

from mhgate.report.safe_text import TEXT_LIMIT, printable

__all__ = ["Drawing", "file_name"]

_STYLE = """
text { font: 12px system-ui, sans-serif; fill: var(--ink) }
.small { font-size: 11px }
.title { font-weight: 600; font-size: 14px }
.paper { fill: var(--paper) }
.frame { fill: none; stroke: var(--quiet) }
.grid { stroke: var(--faint) }
.zero { stroke: var(--ink); stroke-width: 1.5 }
.mean { stroke: var(--mark); stroke-width: 1.5; stroke-dasharray: 6 3 }
.limit { stroke: var(--mark); stroke-dasharray: 2 3 }
.bar { fill: var(--mark) }
.whisker { stroke: var(--ink); stroke-width: 1.5 }
.spot { fill: var(--mark); fill-opacity: .45; stroke: var(--mark) }
svg { --ink: #1b1b1b; --paper: #ffffff; --quiet: #767676; --faint: #dddddd; --mark: #0b57a4 }
@media (prefers-color-scheme: dark) {
  svg { --ink: #f0f0f0; --paper: #16181c; --quiet: #9a9a9a; --faint: #3a3d42; --mark: #7db8f5 }
}
"""

_NAME_LENGTH = 60


def file_name(name: str) -> str:
    """Return a name that any file system takes.

    Args:
        name: any text.

    Example:
        >>> file_name("Claude-3.7-Sonnet"), file_name("../x")
        ('claude-3.7-sonnet', 'x')
    """
    plain = re.sub(r"[^a-z0-9.]+", "-", name.casefold()).strip("-.")
    return plain[:_NAME_LENGTH] or "judge"


@dataclass(slots=True)
class Drawing:
    """A drawing in the making, in pixels from the upper left corner.

    Args:
        width: of the whole.
        height: of the whole.
        title: one line.
        description: the figures in words.
    """

    width: float
    height: float
    title: str
    description: str
    _shapes: list[str] = field(default_factory=list, init=False)

    def text(
        self, x: float, y: float, said: str, *, style: str = "", anchor: str = "start"
    ) -> None:
        """Write a text whose base line is at ``y``; ``anchor`` is start, middle or end."""
        shown = escape(printable(said, limit=TEXT_LIMIT))
        self._shapes.append(
            f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}"{_class(style)}>{shown}</text>'
        )

    def line(self, x1: float, y1: float, x2: float, y2: float, *, style: str) -> None:
        """Draw a line."""
        self._shapes.append(
            f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}"{_class(style)}/>'
        )

    def box(self, x: float, y: float, width: float, height: float, *, style: str) -> None:
        """Draw a rectangle."""
        self._shapes.append(
            f'<rect x="{x:.1f}" y="{y:.1f}" width="{max(width, 0.5):.1f}" '
            f'height="{height:.1f}"{_class(style)}/>'
        )

    def circle(self, x: float, y: float, radius: float, *, style: str) -> None:
        """Draw a circle."""
        self._shapes.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{radius:.1f}"{_class(style)}/>')

    def render(self) -> str:
        """Return the drawing as a file's text."""
        size = f'width="{self.width:.0f}" height="{self.height:.0f}"'
        return "\n".join(
            [
                f'<svg xmlns="http://www.w3.org/2000/svg" role="img" {size}',
                f' viewBox="0 0 {self.width:.0f} {self.height:.0f}"',
                ' aria-labelledby="title description">',
                f'<title id="title">{escape(printable(self.title))}</title>',
                f'<desc id="description">{_lines(self.description)}</desc>',
                f"<style>{_STYLE}</style>",
                f'<rect {size} class="paper"/>',
                *self._shapes,
                "</svg>",
                "",
            ]
        )


def _class(style: str) -> str:
    return f' class="{style}"' if style else ""


def _lines(said: str) -> str:
    return "\n".join(escape(printable(line)) for line in said.split("\n"))
