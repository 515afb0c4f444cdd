"""An earlier Report as the baseline: may it be compared, and what does the comparison say?"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from mhgate.errors import IncomparableError
from mhgate.records import Comparison, Interval, ItemOutcome, Outcome, Report

__all__ = ["ICC_FLOOR", "ItemChanges", "compare", "item_changes", "may_compare"]

ICC_FLOOR = 0.1
"""The least correlation of differences within a family that is believed: most of what a family
shares cancels in the difference."""

_OF_A_PROBE = "probe "  # how the dimensions of a measurement begin that are one probe's

_HINT = (
    "Run the baseline again with this measurement and bless it anew, or take the key `baseline` "
    "out of [gate] to gate on the thresholds alone."
)


class ItemChanges(NamedTuple):
    """Items that cannot be paired, by id, sorted."""

    new: tuple[str, ...]
    removed: tuple[str, ...]
    changed: tuple[str, ...]


def may_compare(
    candidate_measurement: Mapping[str, str], baseline: Report, *, selected: bool = False
) -> None:
    """Refuse a baseline that measures something else, or that measured too little.

    Item digests are not looked at here: items are paired where theirs agree.

    Args:
        candidate_measurement: this run's measurement by dimension (questions, judge, parser,
            method, sampler...), each value a digest or a version.
        baseline: the earlier report.
        selected: whether this run was told to measure some of its probes only: then the baseline
            may have measured more of them. Such a run is partial, and no gate.

    Raises:
        IncomparableError: the message names every dimension that differs, or says why the report
            is no baseline.
    """
    name = baseline.provenance.run_id
    if baseline.scope == "partial":
        because = "; ".join(baseline.partial_because) or "part of its plan was not reached"
        raise IncomparableError(
            f"The baseline {name} is partial ({because}); expected a full run.", hint=_HINT
        )
    if baseline.accounts.scored == 0:
        raise IncomparableError(
            f"The baseline {name} measured nothing; expected scored trials.", hint=_HINT
        )
    if baseline.verdict.outcome is Outcome.ERROR:
        raise IncomparableError(
            f"The baseline {name} could not be evaluated; expected a run that was.", hint=_HINT
        )
    theirs, ours = baseline.provenance.measurement, candidate_measurement
    if selected:
        theirs = {
            dimension: value
            for dimension, value in theirs.items()
            if dimension in ours or not dimension.startswith(_OF_A_PROBE)
        }
    differing = [
        f"{dimension} (baseline {_shown(theirs.get(dimension))}, "
        f"this run {_shown(ours.get(dimension))})"
        for dimension in sorted({*theirs, *ours})
        if theirs.get(dimension) != ours.get(dimension)
    ]
    if differing:
        raise IncomparableError(
            f"The baseline {name} measures something else; these differ: {', '.join(differing)}.",
            hint=_HINT,
        )


def compare(
    candidate: Sequence[ItemOutcome],
    baseline: Sequence[ItemOutcome],
    *,
    probe_id: str,
    alpha: float,
    max_drop: float | None,
    stratum: str | None = None,
) -> Comparison | None:
    """Compare one probe's outcomes with the baseline's on the same items.

    Outcomes are paired by item and epoch where the item's digest agrees. A failure counts against
    the arm in which it happened: for the lower bound as failed in the candidate and as good in the
    baseline, for the upper bound the other way round.

    Args:
        candidate: this run's outcomes of the probe (and stratum); any order.
        baseline: the baseline's; rows of other probes are passed over.
        probe_id: the probe's id.
        alpha: error rate of each bound alone, in (0, 0.5); the interval's level is 1 - 2 alpha.
        max_drop: the drop that thresholds.toml allows, in [0, 1]; named in the method, not used.
        stratum: the stratum's name where the rows are those of one.

    Returns:
        The comparison, or None where no item can be paired. Its difference is the mean over pairs
        measured in both arms, 0 without any. ``smallest_visible_drop`` is the true drop that a
        comparison of this size and flicker would claim with probability 0.8 before any correction,
        None where no drop would be.

    Example:
        >>> compare([], [], probe_id="crisis.offers_help", alpha=0.05, max_drop=0.05) is None
        True
    """
    pairs = _paired(candidate, baseline, probe_id)
    if not pairs:
        return None
    from mhgate.stats.paired_difference import paired_difference  # noqa: PLC0415 - loads numpy
    from mhgate.stats.planning import smallest_visible_drop  # noqa: PLC0415 - loads numpy

    found = paired_difference(
        [_value(ours, 0.0) - _value(theirs, 1.0) for ours, theirs in pairs],
        [_value(ours, 1.0) - _value(theirs, 0.0) for ours, theirs in pairs],
        [ours.family for ours, _ in pairs],
        level=1 - 2 * alpha,
        icc_floor=ICC_FLOOR,
    )
    moves = [
        ours.value - theirs.value
        for ours, theirs in pairs
        if ours.value is not None and theirs.value is not None
    ]
    flicker = min(found.gains, found.losses) / found.measured if found.measured else 0.0
    return Comparison(
        probe_id=probe_id,
        stratum=stratum,
        difference=found.difference,
        interval=Interval(lower=found.lower, upper=found.upper, level=found.level),
        method=_method(max_drop),
        n_pairs=found.pairs,
        n_families=found.families,
        n_gained=sum(move > 0 for move in moves),
        n_lost=sum(move < 0 for move in moves),
        n_failed=found.pairs - found.measured,
        p_regressed=found.p_worse,
        smallest_visible_drop=smallest_visible_drop(
            found.effective_n, found.families, alpha=alpha, flicker=flicker
        ),
    )


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


def _paired(
    candidate: Sequence[ItemOutcome], baseline: Sequence[ItemOutcome], probe_id: str
) -> list[tuple[ItemOutcome, ItemOutcome]]:
    earlier = {(row.item_id, row.epoch): row for row in baseline if row.probe_id == probe_id}
    pairs = []
    for ours in sorted(candidate, key=lambda row: (row.item_id, row.epoch)):
        theirs = earlier.get((ours.item_id, ours.epoch))
        if ours.probe_id == probe_id and theirs and theirs.item_digest == ours.item_digest:
            pairs.append((ours, theirs))
    return pairs


def _value(outcome: ItemOutcome, in_place_of_failure: float) -> float:
    return in_place_of_failure if outcome.value is None else outcome.value


def _method(max_drop: float | None) -> str:
    margin = "no margin" if max_drop is None else f"margin {max_drop!r}"
    return (
        "Tango score interval on paired differences by family (design effect with ICC floor "
        f"{ICC_FLOOR:g}, t quantiles), failures counted against either arm, {margin}, "
        "sampling error only"
    )


def _shown(value: str | None) -> str:
    longest = 19  # "sha256:" and twelve digits tell two digests apart
    return "absent" if value is None else value[:longest]
