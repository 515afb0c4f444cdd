"""What an audit takes, in lines: said before anybody reads."""

from __future__ import annotations

from collections.abc import Iterable

from mhgate.verdict.spelling import counted, spelled
from mhgate.wiring.audit_runs import Planned

__all__ = ["power_lines"]


def power_lines(planned: Iterable[Planned]) -> list[str]:
    """Say how many labels it takes to reach each threshold at the rate that the judge saw.

    Args:
        planned: one entry a probe.
    """
    lines = []
    for each in planned:
        needed, limit = each.needed, each.needed.threshold
        lines += [
            f"{each.probe.probe.id}: {each.probe.sentence}",
            (
                f"  {needed.n} of {counted(needed.n_readable, 'conversation')} to read, "
                f"{len(each.drawn.judged_good)} of them judged good; the judge's rate is "
                f"{spelled(needed.share, limit)}, {limit!r} is needed"
            ),
            (
                "  if people uphold every answer of the judge: lower bound "
                f"{spelled(needed.lower, limit)}; {_takes(each)}"
            ),
        ]
        required = [part for part in each.probe.strata if part.threshold.required]
        if required:
            lines.append(
                "  "
                + counted(len(required), "required stratum", "required strata")
                + " of it must be reached too, from the part of the draw that falls into each"
            )
    return lines


def _takes(planned: Planned) -> str:
    needed = planned.needed
    if needed.enough is None:
        with_all = spelled(needed.lower_with_all, needed.threshold)
        return (
            f"no audit reaches the threshold at this rate, with all {needed.n_readable} read it is "
            f"{with_all}"
        )
    takes = f"the threshold is reached from {counted(needed.enough, 'label')} on"
    if needed.spare is None:
        return takes
    return (
        f"{takes}; with {needed.n} it is still reached if people overturn "
        f"{needed.spare} of those judged good"
    )
