"""The table of ``mhgate plan``: a row a pillar, below it one for each probe and stratum."""

from __future__ import annotations

from collections.abc import Iterator
from textwrap import wrap

from mhgate.cli.plan_numbers import chance, number
from mhgate.wiring import Forecast, Line
from mhgate.wiring.planning import Asked, PillarForecast

__all__ = ["table"]

_FEWEST = 2  # of the column of names: what is left below long ones is an indent
_GAP = 2


def table(found: Forecast, width: int) -> list[str]:
    """Return the rows; each whose name is too long for the width stands below it.

    The columns stand below one another whichever names are long.

    Args:
        found: the forecast.
        width: of the terminal, in characters.
    """
    stops_early = found.design != "fixed"
    head = _row("needs", "if", "pass", "fail", "open", "items", "families", "drop seen", "power")
    if stops_early:
        head += f"{'asked':>7}"
    rows = list(_rows(found, stops_early=stops_early))
    longest = max((len(name) for name, _ in rows), default=0)
    name_width = max(_FEWEST, min(longest, width - len(head) - _GAP))
    lines = []
    for name, row in [("", head), *rows]:
        if len(name) > name_width:
            lines += _broken(name, width)
            name = ""  # noqa: PLW2901 - it stands above its row now
        lines.append(f"{name:<{name_width + _GAP}}{row}")
    return lines


def _broken(name: str, width: int) -> list[str]:
    """Return a name on lines of its own, each with the name's indent."""
    bare = name.lstrip()
    indent = " " * (len(name) - len(bare))
    return wrap(bare, width, initial_indent=indent, subsequent_indent=indent + "  ")


def _rows(found: Forecast, *, stops_early: bool) -> Iterator[tuple[str, str]]:
    for pillar in found.pillars:
        yield pillar.pillar, _of_pillar(pillar) + _trials(pillar.expected, shown=stops_early)
        expected = {file.key: file.expected for file in found.files}
        for line in pillar.lines:
            asked = expected.get(line.part.file)  # None: nothing of it can be shown
            shown = stops_early and line.part.stratum is None
            yield f"  {_name(line)}", _of_line(line) + _trials(asked, shown=shown)
    if len(found.pillars) > 1:
        chances = found.chances
        together = _row(
            "",
            "",
            chance(chances.passes),
            chance(chances.fails),
            chance(chances.undecided),
            f"{found.most.items:.0f}",
            "",
            "",
            "",
        )
        yield "all pillars", together + _trials(found.expected, shown=stops_early)


def _name(line: Line) -> str:
    return line.probe.name + (f" [{line.part.stratum}]" if line.part.stratum else "")


def _of_pillar(pillar: PillarForecast) -> str:
    chances = pillar.chances
    asks = all(line.threshold.max_drop is not None for line in pillar.required)
    none = "none" if asks and pillar.required else "-"
    return _row(
        "",
        "",
        chance(chances.passes),
        chance(chances.fails),
        chance(chances.undecided),
        f"{pillar.most.items:.0f}",
        "",
        none if pillar.visible_drop is None else number(pillar.visible_drop),
        "-" if pillar.power is None else chance(pillar.power),
    )


def _of_line(line: Line) -> str:
    needs = f"{line.threshold.min_score:g}"
    asks = line.threshold.max_drop is not None
    none = "none" if asks else "-"
    return _row(
        needs if line.threshold.required else f"({needs})",
        f"{line.rate:.4g}",
        chance(line.chances.passes),
        chance(line.chances.fails),
        chance(line.chances.undecided),
        f"{line.part.n_items}",
        f"{line.part.n_families}",
        none if line.visible_drop is None else number(line.visible_drop),
        "-" if line.power is None else chance(line.power),
    )


def _row(*cells: str) -> str:
    widths = (7, 7, 6, 6, 6, 7, 10, 11, 7)
    return "".join(f"{cell:>{width}}" for cell, width in zip(cells, widths, strict=True))


def _trials(asked: Asked | None, *, shown: bool) -> str:
    return f"{0 if asked is None else asked.trials:>7.0f}" if shown else ""
