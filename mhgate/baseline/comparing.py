"""One probe's outcomes against the baseline's, pair by pair."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal

from mhgate.records import Comparison, Design, Interval, ItemOutcome

if TYPE_CHECKING:
    from mhgate.stats.paired_difference import PairedDifference
    from mhgate.stats.sequential_difference import SequentialDifference

__all__ = ["ICC_FLOOR", "compare", "paired_outcomes", "settled_difference"]

ICC_FLOOR = 0.1
"""The least correlation of differences within a family that is believed: most of what a family
shares cancels in the difference."""

_Pair = tuple[ItemOutcome, ItemOutcome]


def compare(
    candidate: Sequence[ItemOutcome],
    baseline: Sequence[ItemOutcome],
    *,
    probe_id: str,
    alpha: float,
    max_drop: float | None,
    stratum: str | None = None,
    certificate: str | None = None,
    youden: float = 1.0,
    design: Design = "fixed",
    n_planned: int = 0,
    n_claims: int = 1,
    is_complete: bool = True,
) -> Comparison | None:
    """Compare one probe's outcomes with the baseline's on the same items.

    Outcomes are paired by item and epoch where the item's digest agrees. A failure counts against
    the arm in which it happened: for the lower bound as failed in the candidate and as good in the
    baseline, for the upper bound the other way round.

    Args:
        candidate: this run's outcomes of the probe (and stratum); in plan order where the design
            is not fixed, else in any.
        baseline: the baseline's; rows of other probes are passed over.
        probe_id: the probe's id.
        alpha: error rate of each bound alone, in (0, 0.5); the interval's level is 1 - 2 alpha.
        max_drop: the drop that thresholds.toml allows, in [0, 1]; in a fixed design it is named
            in the method and not used.
        stratum: the stratum's name where the rows are those of one.
        certificate: the id of the judge's certificate, where its error is corrected.
        youden: sensitivity + specificity - 1 of that certificate: a judge shrinks a true
            difference by this factor, so that difference and bounds are divided by it.
        design: how often pairs are looked at while they come in.
        n_planned: trials planned, where the design is not fixed.
        n_claims: how many fails and regressions the whole gate could claim, at least 1.
        is_complete: whether no more trials will come.

    Returns:
        The comparison, or None where no item can be paired. Its difference is the mean over pairs
        measured in both arms, 0 without any. ``smallest_visible_drop`` is the true drop that a
        comparison of this size and flicker would claim with probability 0.8, were it the only one
        of the ``n_claims`` possible claims that is true; None where no drop would be.

    Example:
        >>> compare([], [], probe_id="crisis.offers_help", alpha=0.05, max_drop=0.05) is None
        True
    """
    pairs = paired_outcomes(candidate, baseline, probe_id, is_ordered=design != "fixed")
    if not pairs:
        return None
    from mhgate.stats.visible_drop import smallest_visible_drop  # noqa: PLC0415 - loads numpy

    used: Design = "looks" if certificate is not None and design == "sequential" else design
    both = _Pairs(pairs, alpha=alpha, max_drop=max_drop, youden=youden)
    found = both.compared(
        used,
        n_planned=max(n_planned, len(pairs)),
        n_claims=n_claims,
        is_complete=is_complete,
    )
    flicker = min(found.gains, found.losses) / found.measured if found.measured else 0.0
    return Comparison(
        probe_id=probe_id,
        stratum=stratum,
        difference=found.difference,
        interval=Interval(lower=found.lower, upper=found.upper, level=1 - 2 * alpha),
        method=_method(used, max_drop, certificate),
        n_pairs=len(pairs),
        n_families=found.families,
        n_gained=both.n_moved(1),
        n_lost=both.n_moved(-1),
        n_failed=sum(ours.value is None or theirs.value is None for ours, theirs in pairs),
        p_regressed=found.p_worse,
        smallest_visible_drop=smallest_visible_drop(
            found.measured,
            found.families,
            alpha=alpha / n_claims,
            flicker=min(flicker, 0.49),
            j=youden,
        ),
        certificate=certificate,
        design=used,
        settled=found.settled,
        settled_at=found.settled_at,
    )


def settled_difference(
    candidate: Sequence[ItemOutcome],
    baseline: Sequence[ItemOutcome],
    *,
    probe_id: str,
    alpha: float,
    max_drop: float,
    is_certified: bool,
    youden: float,
    design: Design,
    n_planned: int,
    n_claims: int,
) -> bool:
    """Return whether pairs have settled what :func:`compare` would say of the difference.

    Args:
        candidate: as there, in plan order.
        baseline: likewise.
        probe_id: likewise.
        alpha: likewise.
        max_drop: likewise.
        is_certified: whether a certificate corrects the judge's error.
        youden: as there.
        design: likewise; a fixed one settles nothing early.
        n_planned: likewise.
        n_claims: likewise.
    """
    used: Design = "looks" if is_certified and design == "sequential" else design
    pairs = paired_outcomes(candidate, baseline, probe_id, is_ordered=True)
    if not pairs or used == "fixed":
        return False
    found = _Pairs(pairs, alpha=alpha, max_drop=max_drop, youden=youden).compared(
        used, n_planned=max(n_planned, len(pairs)), n_claims=n_claims, is_complete=False
    )
    return found.settled is not None


def paired_outcomes(
    candidate: Sequence[ItemOutcome],
    baseline: Sequence[ItemOutcome],
    probe_id: str,
    *,
    is_ordered: bool,
) -> list[tuple[ItemOutcome, ItemOutcome]]:
    """Return a probe's outcomes beside the baseline's, by item and epoch, where digests agree.

    Args:
        candidate: this run's outcomes.
        baseline: the baseline's.
        probe_id: the probe's id.
        is_ordered: whether the candidate's order matters; else pairs are sorted by item.
    """
    earlier = {(row.item_id, row.epoch): row for row in baseline if row.probe_id == probe_id}
    pairs = []
    ordered = candidate if is_ordered else sorted(candidate, key=_item_and_epoch)
    for ours in ordered:
        theirs = earlier.get((ours.item_id, ours.epoch))
        if ours.probe_id == probe_id and theirs and theirs.item_digest == ours.item_digest:
            pairs.append((ours, theirs))
    return pairs


def _item_and_epoch(row: ItemOutcome) -> tuple[str, int]:
    return row.item_id, row.epoch


@dataclass(frozen=True, slots=True)
class _Found:
    """What one method said, on the true scale."""

    difference: float
    lower: float
    upper: float
    p_worse: float
    measured: int
    gains: float
    losses: float
    families: int
    settled: Literal["non_inferior", "regressed"] | None = None
    settled_at: int | None = None


@dataclass(frozen=True, slots=True)
class _Pairs:
    """The pairs, and what is asked of them."""

    pairs: Sequence[_Pair]
    alpha: float
    max_drop: float | None
    youden: float

    def compared(
        self, design: Design, *, n_planned: int, n_claims: int, is_complete: bool
    ) -> _Found:
        """Return what the design's method says."""
        low, high, family = self._columns()
        if design == "fixed":
            from mhgate.stats.judged_difference import judged_difference  # noqa: PLC0415 - loads numpy
            from mhgate.stats.paired_difference import paired_difference  # noqa: PLC0415 - loads numpy

            seen = paired_difference(
                low, high, family, level=1 - 2 * self.alpha, icc_floor=ICC_FLOOR
            )
            return _as_found(seen if self.youden == 1 else judged_difference(seen, j=self.youden))
        from mhgate.stats.planned_looks import planned_looks  # noqa: PLC0415 - loads numpy
        from mhgate.stats.sequential_difference import (  # noqa: PLC0415 - loads numpy
            difference_by_looks,
            sequential_difference,
        )

        if design == "sequential":
            early = _as_found(
                sequential_difference(
                    low,
                    high,
                    family,
                    max_drop=self.max_drop,
                    alpha=self.alpha,
                    icc_floor=ICC_FLOOR,
                    j=self.youden,
                    claims=n_claims,
                )
            )
        else:
            early = _as_found(
                difference_by_looks(
                    low,
                    high,
                    family,
                    max_drop=self.max_drop,
                    alpha=self.alpha,
                    looks=planned_looks(n_planned),
                    icc_floor=ICC_FLOOR,
                    j=self.youden,
                    claims=n_claims,
                    final=is_complete,
                )
            )
        return self._still(
            early,
            self.compared("fixed", n_planned=n_planned, n_claims=n_claims, is_complete=is_complete),
            n_claims,
        )

    def _still(self, early: _Found, now: _Found, n_claims: int) -> _Found:
        """Return an early decision as far as it still stands on all that is there."""
        lower, upper = min(early.lower, now.lower), max(early.upper, now.upper)
        p_worse = max(early.p_worse, now.p_worse)
        margin = 1.0 if self.max_drop is None else self.max_drop
        stands = (early.settled == "non_inferior" and lower > -margin) or (
            early.settled == "regressed" and upper < 0 and p_worse <= self.alpha / n_claims
        )
        return replace(
            early,
            lower=lower,
            upper=upper,
            p_worse=p_worse,
            settled=early.settled if stands else None,
            settled_at=early.settled_at if stands else None,
        )

    def _columns(self) -> tuple[list[float], list[float], list[str]]:
        """Return the least and the greatest difference of each item, and its family.

        Epochs are averaged: a bot that answers alike twenty times has answered once. A failure
        counts against the arm in which it happened, whichever bound it is.
        """
        items: dict[str, list[_Pair]] = {}
        for ours, theirs in self.pairs:
            items.setdefault(ours.item_id, []).append((ours, theirs))
        low, high, family = [], [], []
        for pairs in items.values():
            least = [_value(ours, 0.0) - _value(theirs, 1.0) for ours, theirs in pairs]
            most = [_value(ours, 1.0) - _value(theirs, 0.0) for ours, theirs in pairs]
            low.append(math.fsum(least) / len(pairs))
            high.append(math.fsum(most) / len(pairs))
            family.append(pairs[0][0].family)
        return low, high, family

    def n_moved(self, sign: int) -> int:
        """Return how many measured pairs moved up (1) or down (-1)."""
        return sum(
            (ours.value - theirs.value) * sign > 0
            for ours, theirs in self.pairs
            if ours.value is not None and theirs.value is not None
        )


def _as_found(found: PairedDifference | SequentialDifference) -> _Found:
    return _Found(
        difference=found.difference,
        lower=found.lower,
        upper=found.upper,
        p_worse=found.p_worse,
        measured=found.measured,
        gains=found.gains,
        losses=found.losses,
        families=found.families,
        settled=getattr(found, "settled", None),
        settled_at=getattr(found, "settled_at", None),
    )


def _value(outcome: ItemOutcome, in_place_of_failure: float) -> float:
    return in_place_of_failure if outcome.value is None else outcome.value


_METHODS: dict[Design, str] = {
    "fixed": "Tango score interval on paired differences by family (design effect with ICC floor "
    f"{ICC_FLOOR:g}, t quantiles; exact unconditional where no two pairs share a family)",
    "sequential": "mixture e-process on paired differences (tempered by family, ICC floor "
    f"{ICC_FLOOR:g})",
    "looks": "Tango score interval on paired differences by family (design effect with ICC floor "
    f"{ICC_FLOOR:g}, t quantiles), at planned looks with alpha spent between them",
}


def _method(design: Design, max_drop: float | None, certificate: str | None) -> str:
    margin = "no margin" if max_drop is None else f"margin {max_drop!r}"
    error = (
        "sampling error only"
        if certificate is None
        else "difference and margin on the true scale by the judge's certificate"
    )
    return f"{_METHODS[design]}, failures counted against either arm, {margin}, {error}"
