"""What a plan makes of waivers: items that count for nothing, fails that let through."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from mhgate.config import Config
from mhgate.records import Waiver
from mhgate.stats.planning import VerdictChances
from mhgate.wiring.workspace import Workspace

if TYPE_CHECKING:
    from mhgate.wiring.planning.lines import Line

__all__ = ["items_left_out", "waiver_notes", "with_waiver"]


def items_left_out(workspace: Workspace) -> frozenset[tuple[str, str]]:
    """Return the items that waivers leave out, each after the id of the probe that loses it.

    Args:
        workspace: the configuration, with its waivers held to this day.
    """
    return frozenset((each.probe, each.item) for each in _valid(workspace.config) if each.item)


def with_waiver(line: Line, config: Config) -> Line:
    """Return a line whose fail lets through, where a waiver says so.

    A waiver waives what is proven; what is open stays open. So what would fail counts as a pass.

    Args:
        line: a probe or stratum.
        config: with its waivers.
    """
    waiver = next((each for each in _valid(config) if _is_of(each, line)), None)
    if waiver is None or not line.threshold.required:
        return line
    chances = line.chances
    through = VerdictChances(chances.passes + chances.fails, 0.0, chances.undecided)
    return replace(line, chances=through, waived=waiver.id)


def waiver_notes(workspace: Workspace) -> Iterator[str]:
    """Yield what waivers change of a plan, and which of them are over.

    Args:
        workspace: the configuration and its suites.
    """
    config = workspace.config
    for each in _valid(config):
        name = each.probe + (f" [{each.stratum}]" if each.stratum else "")
        until = f"{each.id}, until {each.expires}"
        if each.item:
            yield f"waived: {each.item} is asked, and counts for nothing in {name} ({until})"
        else:
            yield f"waived: a fail of {name} lets through ({until}), and chances say so"
    for each in () if config.waivers is None else config.waivers.expired:
        yield f"expired: the waiver {each.id} of {each.probe} ended on {each.expires}, so it is red"


def _valid(config: Config) -> tuple[Waiver, ...]:
    return () if config.waivers is None else config.waivers.valid


def _is_of(waiver: Waiver, line: Line) -> bool:
    is_whole = waiver.item is None and waiver.stratum == line.part.stratum
    return is_whole and waiver.probe == line.probe.id
