"""The waivers that a workspace has: how long each holds, and whether the last run needed it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from mhgate.config import Config, ProbeItems, waiver_mistakes
from mhgate.errors import Mistake
from mhgate.records import Waiver, WaiverUse
from mhgate.suites import Suite

if TYPE_CHECKING:
    from mhgate.records import Report

__all__ = ["ListedWaiver", "list_waivers", "unfit_waivers"]

_SOON_DAYS = 14


@dataclass(frozen=True, slots=True)
class ListedWaiver:
    """A waiver on the day on which it is looked at.

    Args:
        waiver: as its file has it.
        state: ``expiring`` where it holds for no more than a fortnight.
        days_left: until the last day on which it holds; below 0 where that is over.
        last: what it did in the report that was looked at, None where that did not have it so.
    """

    waiver: Waiver
    state: Literal["valid", "expiring", "expired"]
    days_left: int
    last: WaiverUse | None


def list_waivers(config: Config, report: Report | None = None) -> tuple[ListedWaiver, ...]:
    """Return a configuration's waivers, those that end first at the beginning.

    Args:
        config: with its waivers, held to the day on which they were read.
        report: of the last run, None where there is none.
    """
    waivers = config.waivers
    if waivers is None:
        return ()
    did = _did(report)
    found = []
    for each in waivers.held:
        days_left = (each.expires - waivers.on).days
        is_over, is_soon = days_left < 0, days_left <= _SOON_DAYS
        found.append(
            ListedWaiver(
                waiver=each,
                state="expired" if is_over else "expiring" if is_soon else "valid",
                days_left=days_left,
                last=did.get(each),
            )
        )
    return tuple(sorted(found, key=lambda each: (each.days_left, each.waiver.id)))


def unfit_waivers(config: Config, suites: Sequence[Suite]) -> list[Mistake]:
    """Find waivers that name what no suite has, or what cannot be waived.

    Args:
        config: with its waivers.
        suites: those that it names.
    """
    if config.waivers is None:
        return []
    known = {
        probe.id: ProbeItems(
            None
            if probe.items in suite.packs and not suite.packs[probe.items].is_open
            else {ref.id for ref in suite.items[probe.items]},
            config.pillars[probe.pillar].stratum,
            never=probe.never,
        )
        for suite in suites
        for probe in suite.probes
    }
    return waiver_mistakes(config.waivers, known)


def _did(report: Report | None) -> dict[Waiver, WaiverUse]:
    """Return what each waiver of a report did; one that says something else today is another."""
    if report is None or report.conditions is None or report.conditions.waivers is None:
        return {}
    held = {each.id: each for each in report.conditions.waivers.held}
    return {held[use.id]: use for use in report.verdict.waivers if use.id in held}
