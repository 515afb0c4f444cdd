"""What first attempts came to, and what came in the end: in sentences."""

from __future__ import annotations

from collections.abc import Iterator

from mhgate.records import FirstAttempts

__all__ = ["first_and_final"]

_MOST_PROBES = 10


def first_and_final(found: FirstAttempts | None) -> Iterator[str]:
    """Yield how many trials took more than one attempt, then the probes that this concerns.

    Args:
        found: of a report; without it every reply came at the first attempt, or never.
    """
    if found is None:
        return
    yield (
        f"{found.n_retried} of {found.n_asked} trials took more than one attempt, up to "
        f"{found.most_attempts} for a reply: {found.n_replied_first} had their replies at the "
        f"first attempt, {found.n_replied} in the end."
    )
    for each in found.probes[:_MOST_PROBES]:
        yield (
            f"{each.probe}: {_mean(each.first)} of {each.n_first} scored at the first attempt, "
            f"{_mean(each.final)} of {each.n_final} in the end."
        )
    if len(found.probes) > _MOST_PROBES:
        yield f"and {len(found.probes) - _MOST_PROBES} more probes."


def _mean(mean: float | None) -> str:
    return "no mean" if mean is None else f"mean {mean:.3f}"
