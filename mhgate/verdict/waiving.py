"""Waivers: what they let through, what they may not, and what each of them did, in words.

A waiver waives what is *proven*: a fail or a regression of one probe, over all its trials or in one
stratum. What is open stays open, what could not be evaluated stays an error, and an alarm of what
must never happen is waived for its item alone. A waiver for an item leaves it out whatever it came
to: who chose by the outcome would make a rate look better than it is.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from mhgate.records import (
    Outcome,
    ProbeVerdict,
    StratumVerdict,
    Waiver,
    Waivers,
    WaiverUse,
)
from mhgate.verdict.measured import Measured
from mhgate.verdict.spelling import counted, listed

__all__ = ["used", "waive", "waiver_lines"]

_Part = TypeVar("_Part", ProbeVerdict, StratumVerdict)


def waive(probe: ProbeVerdict, measured: Measured, waivers: Waivers | None) -> ProbeVerdict:
    """Return a probe's decision with what is waived of it: it fails, and does not block.

    Args:
        probe: as decided.
        measured: what it was decided from.
        waivers: the exceptions, held to a day.
    """
    if waivers is None:
        return probe
    whole = [each for each in waivers.valid if each.probe == probe.probe.id and each.item is None]
    by_stratum = {each.stratum: each for each in whole}
    left = len(measured.left_out)
    changed: dict[str, object] = {
        "n_left_out": left,
        "n_alarms_left_out": len(measured.alarms_left_out),
    }
    if left:
        alarms = measured.alarms_left_out
        loud = f", with {counted(len(alarms), 'alarm')}: {listed(alarms)}" if alarms else ""
        items = listed(sorted({name.rpartition("#")[0] for name in measured.left_out}))
        text = f"Left out by a waiver: {counted(left, 'trial')} ({items}){loud}."
        changed["sentence"] = f"{probe.sentence} {text}"
    probe = probe.model_copy(update=changed)
    if probe.probe.never and probe.n_alarms:
        return probe
    strata = tuple(_waived(part, by_stratum.get(part.stratum)) for part in probe.strata)
    return _waived(probe.model_copy(update={"strata": strata}), by_stratum.get(None))


def _waived(part: _Part, waiver: Waiver | None) -> _Part:
    if waiver is None or part.outcome is not Outcome.FAIL or not part.threshold.required:
        return part
    words = f"{part.sentence} Waived: {_named(waiver)}."
    return part.model_copy(update={"waived": waiver.id, "sentence": words})


def used(
    probes: Sequence[ProbeVerdict], measured: Sequence[Measured], waivers: Waivers | None
) -> tuple[WaiverUse, ...]:
    """Say what each waiver did, in the order of its file.

    Args:
        probes: as decided, with what is waived.
        measured: what they were decided from.
        waivers: the exceptions, held to a day.
    """
    if waivers is None:
        return ()
    by_id = {each.probe.id: each for each in probes}
    brought = {each.probe.id: each for each in measured}
    return tuple(
        _use(each, by_id.get(each.probe), brought.get(each.probe), waivers) for each in waivers.held
    )


def waiver_lines(uses: Sequence[WaiverUse]) -> tuple[tuple[str, ...], str]:
    """Return the lines that stand before everything else, and the one about those not needed.

    Args:
        uses: what each waiver did.
    """
    first = [f"Expired waiver: {each.sentence}." for each in uses if each.state == "expired"]
    first += [
        f"Waived: {each.sentence}." for each in uses if each.state == "waives" or each.n_left_out
    ]
    first += [f"Not waived: {each.sentence}." for each in uses if each.state == "refused"]
    idle = [each.id for each in uses if each.state == "not_needed"]
    verb = "is" if len(idle) == 1 else "are"
    noun = "Waiver" if len(idle) == 1 else "Waivers"
    return tuple(first), f"{noun} {listed(idle)} {verb} not needed: take out." if idle else ""


def _named(waiver: Waiver) -> str:
    issue = f", {waiver.issue}" if waiver.issue else ""
    return f"{waiver.id} by {waiver.by}, until {waiver.expires}{issue}: {waiver.reason.rstrip('.')}"


def _about(waiver: Waiver) -> str:
    if waiver.item is not None:
        return f"{waiver.item} in {waiver.probe}"
    return waiver.probe if waiver.stratum is None else f"{waiver.probe} [{waiver.stratum}]"


def _use(
    waiver: Waiver, probe: ProbeVerdict | None, measured: Measured | None, waivers: Waivers
) -> WaiverUse:
    what = _about(waiver)
    if waiver in waivers.expired:
        ended = f"{waiver.id} by {waiver.by} ended on {waiver.expires}, and is red from then on"
        remedy = "mend what it was for and take it out, or let a person grant it anew"
        return WaiverUse(id=waiver.id, state="expired", sentence=f"{what} ({ended}; {remedy})")
    if probe is None or measured is None:
        idle = f"{what} was not measured ({_named(waiver)})"
        return WaiverUse(id=waiver.id, state="not_needed", sentence=idle)
    if waiver.item is not None:
        return _use_of_item(waiver, measured)
    parts: dict[str | None, ProbeVerdict | StratumVerdict] = {None: probe}
    parts |= {part.stratum: part for part in probe.strata}
    part = parts.get(waiver.stratum)
    if part is not None and part.waived == waiver.id:
        return WaiverUse(
            id=waiver.id, state="waives", sentence=f"{what}, which fails ({_named(waiver)})"
        )
    if probe.probe.never and probe.n_alarms:
        why = "an alarm of what must never happen is waived for its item alone"
        return WaiverUse(id=waiver.id, state="refused", sentence=f"{what}: {why} ({waiver.id})")
    found = "not measured" if part is None else _state(part)
    idle = f"{what} is {found}, so that nothing is waived ({_named(waiver)})"
    return WaiverUse(id=waiver.id, state="not_needed", sentence=idle)


def _state(part: ProbeVerdict | StratumVerdict) -> str:
    words = {
        Outcome.PASS: "a pass",
        Outcome.FAIL: "a fail that is not required",
        Outcome.INCONCLUSIVE: "not decided",
        Outcome.ERROR: "not evaluated",
    }
    return words[part.outcome]


def _use_of_item(waiver: Waiver, measured: Measured) -> WaiverUse:
    own = [name for name in measured.left_out if name.rpartition("#")[0] == waiver.item]
    missed = [name for name in own if measured.left_out[name]]
    alarms = [name for name in own if name in measured.alarms_left_out]
    if not own:
        found = "leaves nothing out here"
    else:
        found = f"is left out ({counted(len(own), 'trial')}, {len(missed)} of them no good reply"
        found += f", {counted(len(alarms), 'alarm')})" if alarms else ")"
    return WaiverUse(
        id=waiver.id,
        state="waives" if missed else "not_needed",
        sentence=f"{_about(waiver)} {found} ({_named(waiver)})",
        n_left_out=len(own),
    )
