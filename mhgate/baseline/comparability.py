"""Whether a baseline measures the same, and which items cannot be paired."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from mhgate.errors import IncomparableError
from mhgate.records import ItemOutcome
from mhgate.records.baselines import Baseline

__all__ = ["BLESS_ANEW", "ItemChanges", "differing_dimensions", "item_changes", "may_compare"]

_OF_A_PROBE = "probe "  # how the dimensions of a measurement begin that are one probe's

BLESS_ANEW = (
    "Run the baseline again with this measurement and bless it anew, or take the key `baseline` "
    "out of [gate] to gate on the thresholds alone."
)
"""What to do about a baseline that a run cannot be compared with."""


class ItemChanges(NamedTuple):
    """Items that cannot be paired, by id, sorted."""

    new: tuple[str, ...]
    removed: tuple[str, ...]
    changed: tuple[str, ...]


def may_compare(
    candidate_measurement: Mapping[str, str], baseline: Baseline, *, selected: bool = False
) -> None:
    """Refuse a baseline that measures something else.

    Item digests are not looked at here: items are paired where theirs agree.

    Args:
        candidate_measurement: this run's measurement by dimension (questions, judge, parser,
            method, sampler...), each value a digest or a version.
        baseline: what it is to be compared with.
        selected: whether this run was told to measure some of its probes only: then the baseline
            may have measured more of them. Such a run is partial, and no gate.

    Raises:
        IncomparableError: the message names every dimension that differs.
    """
    theirs, ours = baseline.measurement, candidate_measurement
    if selected:
        theirs = {
            dimension: value
            for dimension, value in theirs.items()
            if dimension in ours or not dimension.startswith(_OF_A_PROBE)
        }
    differing = differing_dimensions(theirs, ours, names=("baseline", "this run"))
    if differing:
        raise IncomparableError(
            f"The baseline {baseline.run.run_id} measures something else; these differ: "
            f"{', '.join(differing)}.",
            hint=BLESS_ANEW,
        )


def differing_dimensions(
    one: Mapping[str, str], other: Mapping[str, str], *, names: tuple[str, str]
) -> list[str]:
    """Return each dimension in which two measurements differ, with what stands in either.

    Args:
        one: a measurement.
        other: another.
        names: what the two are called.

    Example:
        >>> differing_dimensions({"judge": "a"}, {}, names=("first", "second"))
        ['judge (first a, second absent)']
    """
    return [
        f"{dimension} ({names[0]} {_shown(one.get(dimension))}, "
        f"{names[1]} {_shown(other.get(dimension))})"
        for dimension in sorted({*one, *other})
        if one.get(dimension) != other.get(dimension)
    ]


def item_changes(candidate: Sequence[ItemOutcome], baseline: Sequence[ItemOutcome]) -> ItemChanges:
    """List the items that have no counterpart in the other report.

    Args:
        candidate: this run's outcomes, of any probes.
        baseline: the baseline's.

    Returns:
        Item ids: new ones, removed ones, and those whose text or expectation changed.

    Example:
        >>> item_changes([], [])
        ItemChanges(new=(), removed=(), changed=())
    """
    ours = {outcome.item_id: outcome.item_digest for outcome in candidate}
    theirs = {outcome.item_id: outcome.item_digest for outcome in baseline}
    return ItemChanges(
        new=tuple(sorted(ours.keys() - theirs.keys())),
        removed=tuple(sorted(theirs.keys() - ours.keys())),
        changed=tuple(sorted(i for i in ours.keys() & theirs.keys() if ours[i] != theirs[i])),
    )


def _shown(value: str | None) -> str:
    longest = 19  # "sha256:" and twelve digits tell two digests apart
    return "absent" if value is None else value[:longest]
