"""One claimed regression, looked at again: which items, and what their fresh trials say."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence

from mhgate.baseline.comparing import paired_outcomes
from mhgate.records import Confirm, Confirmation, ItemOutcome

__all__ = ["chosen_items", "look_again"]


def chosen_items(
    candidate: Sequence[ItemOutcome],
    baseline: Sequence[ItemOutcome],
    *,
    probe_id: str,
    confirm: Confirm,
) -> tuple[str, ...]:
    """Return the items that are asked again, sorted: what the first look saw decides it.

    Args:
        candidate: the first look's outcomes of the probe (and stratum).
        baseline: what they are paired with.
        probe_id: the probe's id.
        confirm: ``flipped``: those of which a measured pair differs, in whichever direction;
            ``all``: those that have a pair; ``off``: none.
    """
    if confirm == "off":
        return ()
    pairs = paired_outcomes(candidate, baseline, probe_id, is_ordered=False)
    return tuple(
        sorted(
            {
                ours.item_id
                for ours, theirs in pairs
                if confirm == "all"
                or (None not in {ours.value, theirs.value} and ours.value != theirs.value)
            }
        )
    )


def look_again(
    items: Sequence[str],
    fresh: Sequence[ItemOutcome],
    base: Sequence[ItemOutcome],
    *,
    probe_id: str,
    confirm: Confirm,
    trials: int,
    is_live: bool,
    max_failed: float,
) -> Confirmation:
    """Return what fresh trials say of a regression that the first look claimed.

    Args:
        items: that were chosen to be asked again.
        fresh: the target's fresh outcomes; rows of other probes are passed over.
        base: the base's fresh outcomes where it is live, else those of the baseline's file.
        probe_id: the probe's id.
        confirm: which items were chosen.
        trials: how often each of them was to be asked, in either arm that is asked.
        is_live: whether the base was asked anew.
        max_failed: beyond this share of fresh trials that failed, the look could not be made.
    """
    from mhgate.stats.second_look import (  # noqa: PLC0415 - stats, where it is needed
        ALL_ALPHA,
        FLIPPED_ALPHA,
        second_look,
    )

    ours, theirs = _by_item(fresh, probe_id, items), _by_item(base, probe_id, items)
    asked = [row for rows in ours.values() for row in rows]
    if is_live:
        asked += [row for rows in theirs.values() for row in rows]
    n_failed = sum(row.value is None for row in asked)
    wanted = len(items) * trials * (2 if is_live else 1)
    could_not = ""
    if len(asked) < wanted:
        could_not = f"{wanted - len(asked)} of {wanted} fresh trials were not reached"
    elif n_failed > max_failed * wanted:
        could_not = f"{n_failed} of {wanted} fresh trials failed"
    both = [name for name in items if ours.get(name) and theirs.get(name)]
    found = second_look(
        [_mean(ours[name], 0.0) - _mean(theirs[name], 1.0) for name in both],
        [_mean(ours[name], 1.0) - _mean(theirs[name], 0.0) for name in both],
        [ours[name][0].family for name in both],
        trials=trials,
        alpha=FLIPPED_ALPHA if confirm == "flipped" else ALL_ALPHA,
    )
    return Confirmation(
        of=confirm,
        n_items=len(items),
        n_trials=len(asked),
        n_failed=n_failed,
        difference=found.difference,
        p_value=found.p_value,
        alpha=found.alpha,
        confirmed=found.confirmed and not could_not,
        could_not=could_not,
        smallest_visible_drop=found.smallest_visible_drop,
    )


def _by_item(
    rows: Iterable[ItemOutcome], probe_id: str, items: Sequence[str]
) -> Mapping[str, list[ItemOutcome]]:
    wanted, found = frozenset(items), dict[str, list[ItemOutcome]]()
    for row in rows:
        if row.probe_id == probe_id and row.item_id in wanted:
            found.setdefault(row.item_id, []).append(row)
    return found


def _mean(rows: Sequence[ItemOutcome], in_place_of_failure: float) -> float:
    values = [in_place_of_failure if row.value is None else row.value for row in rows]
    return math.fsum(values) / len(values)
