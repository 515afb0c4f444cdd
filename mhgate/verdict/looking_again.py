"""What a second look said, in words: confirmed, or not confirmed and left to a person."""

from __future__ import annotations

from collections.abc import Sequence

from mhgate.records import Confirmation, PillarVerdict, ProbeVerdict, StratumVerdict
from mhgate.verdict.spelling import counted, listed, spelled

__all__ = ["looked_again", "unconfirmed"]


def looked_again(look: Confirmation) -> str:
    """Return what is said behind a regression that the first look claimed.

    Args:
        look: what fresh trials said of it.
    """
    whose = "that flipped" if look.of == "flipped" else "that have a pair"
    trials = f"{counted(look.n_trials, 'fresh trial')} of {counted(look.n_items, 'item')} {whose}"
    if look.could_not:
        return f", which could not be looked at again ({look.could_not}): the first look stands"
    seen = f"{spelled(look.difference, 0, signed=True)}, p {spelled(look.p_value, look.alpha)}"
    if look.confirmed:
        return f", confirmed on {trials} ({seen})"
    drop = look.smallest_visible_drop
    power = "no drop" if drop is None else f"a drop of {spelled(drop)}"
    return (
        f", not confirmed: {trials} do not show it again ({seen}, at most {look.alpha!r} confirms; "
        f"{power} on them would be confirmed 4 times in 5); goes to a person"
    )


def unconfirmed(pillars: Sequence[PillarVerdict]) -> str:
    """Return the line that names what was claimed and not confirmed; empty where nothing was.

    Args:
        pillars: as decided.
    """
    parts: list[tuple[str, ProbeVerdict | StratumVerdict]] = []
    for probe in (each for pillar in pillars for each in pillar.probes):
        parts.append((probe.probe.name, probe))
        parts += [(f"{probe.probe.name} [{part.stratum}]", part) for part in probe.strata]
    names = [
        name for name, part in parts if part.second_look is not None and not part.second_look.is_red
    ]
    if not names:
        return ""
    return (
        f"Claimed at first and not confirmed on fresh trials: {listed(names)}: a person must look."
    )
