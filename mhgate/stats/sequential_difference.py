"""A paired difference decided while the pairs come in: after every pair, or at planned looks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from mhgate.stats.paired_difference import paired_difference
from mhgate.stats.paired_e_process import log_e_above, tempering_effects
from mhgate.stats.planned_looks import Look, taken_looks

__all__ = ["SequentialDifference", "difference_by_looks", "sequential_difference"]

_Floats = NDArray[np.float64]
_Settled = Literal["non_inferior", "regressed"]

_MOST_UNMEASURED = 0.5
_BISECTIONS = 46  # of [-1, 1]: 3e-14, far below the last digit that any bound is printed with


@dataclass(frozen=True, slots=True)
class SequentialDifference:
    """What the pairs so far say about a difference, and whether that decides.

    ``lower``, ``upper`` (at ``level``) and ``p_worse``, the p-value against "the difference is at
    least 0", hold however often one has looked. ``settled`` is the first decision, taken after
    ``settled_at`` pairs, and stands. Everything else describes the pairs there are:
    ``difference`` is the mean over measured ones, divided by the judge's ``j``, and 0 without any;
    ``gains`` and ``losses`` are as seen. ``is_torn`` says that later pairs contradicted earlier
    ones and were passed over.
    """

    difference: float
    lower: float
    upper: float
    level: float
    p_worse: float
    settled: _Settled | None
    settled_at: int | None
    pairs: int
    measured: int
    gains: float
    losses: float
    families: int
    effective_n: float
    is_torn: bool


def sequential_difference(
    low: ArrayLike,
    high: ArrayLike,
    family: ArrayLike,
    *,
    max_drop: float | None,
    alpha: float,
    icc_floor: float = 0.1,
    j: float = 1.0,
    claims: int = 1,
) -> SequentialDifference:
    """Return what pairs in plan order say about their difference, after however many there are.

    Two e-processes run beside each other: the least differences that the pairs could have bet
    against "worse by the margin or more", the greatest against "at least as good". The bounds are
    the differences that no process like them has refuted after any pair: the lower bound exceeds
    ``-max_drop`` exactly when the first has reached 1 / alpha, the upper bound is below 0 exactly
    when the second has.

    Beside :func:`difference_by_looks` with as many pairs at most, this stops after fewer pairs and
    decides less often. Out of at most 200 pairs of a bot that did not change, "not worse by 0.05"
    is settled in .91 of the runs after 111 pairs, by looks in .96 after 153, where one pair in 50
    moves by itself. Where a judge of .95 and .95 makes one in ten move, it is .34 after 167 and .50
    after 178; a drop of 0.1 among 8 claims is then settled in .45 after 166 and .65 after 176. So:
    this for exact checks, looks through a judge (benchmarks/coverage/sequential_pairs.py).

    Args:
        low: the least difference that each pair could have, in plan order (families in random
            order, one pair of each before a second of any), shape (pairs,), in [-1, 1].
        high: the greatest, shape (pairs,), in [low, 1]; equal to ``low`` where it was measured.
        family: each pair's family, shape (pairs,), whole numbers or names.
        max_drop: the drop that is allowed, in [0, 1], or None where only "regressed" is asked. 0
            asks for proof of an improvement, which pairs that agree never give; 1 allows
            everything, and is settled by the second family unless all was lost.
        alpha: error rate of each bound, in (0, 0.5), whenever one looks.
        icc_floor: the least intra-family correlation of the differences that is believed, [0, 1].
        j: the judge's sensitivity + specificity - 1, at most 1: it shrinks what is seen of a true
            difference, so that ``max_drop`` is multiplied by it and the bounds are divided. A judge
            no better than chance (0 or less) shows nothing.
        claims: how many regressions and failures the caller could claim at once, at least 1;
            settling on "regressed" takes alpha / claims, which stands whatever else Holm's
            correction meets.

    Returns:
        Bounds in [-1, 1], never NaN and never crossing: from the pair on after which they would,
        pairs are passed over (one side must have erred) and ``is_torn`` says so. Families of one
        each are worth their number; while there is one family, or more than half of the pairs so
        far are unmeasured, nothing is concluded. Where both questions are settled by the same pair
        it is "regressed".

    Raises:
        ValueError: lengths differ, a range lies outside [-1, 1] or is reversed, ``max_drop`` lies
            outside [0, 1], or ``j`` above 1.

    Source:
        Waudby-Smith, Ramdas (2024), JRSS B 86, 1-27, doi:10.1093/jrsssb/qkad009: confidence
        sequences by inverting bets. Counts divided by the design effect where families have several
        pairs. Counting on both sides: Manski (1989), Journal of Human Resources 24, 343-360,
        doi:10.2307/145818. The judge's factor: Rogan, Gladen (1978),
        doi:10.1093/oxfordjournals.aje.a112510.

    Assumption:
        Families were drawn in random order. The judge errs alike in both arms. Beyond the first
        pair of each family: as :func:`~mhgate.stats.paired_e_process.tempering_effects`.

    Example:
        >>> same = sequential_difference([0] * 90, [0] * 90, range(90), max_drop=0.05, alpha=0.05)
        >>> same.settled, same.settled_at, round(same.lower, 3), round(same.upper, 3)
        ('non_inferior', 81, -0.045, 0.045)
        >>> lost = sequential_difference([-1] * 9, [-1] * 9, range(9), max_drop=0.05, alpha=0.05)
        >>> lost.settled, lost.settled_at
        ('regressed', 6)
    """
    pairs = _checked(low, high, family, max_drop=max_drop, j=j)
    margin = None if max_drop is None else max_drop * j
    evidence = _Evidence(pairs, icc_floor) if len(pairs.low) else None
    if evidence is None or j <= 0:
        return _result(pairs, _Found(), alpha=alpha, j=j, max_drop=max_drop)
    found = evidence.found(len(pairs.low), margin, alpha=alpha, claims=claims)
    if found.lower > found.upper:
        least, most = 0, len(pairs.low)  # bounds cross from some pair on: find the last before it
        while most - least > 1:
            middle = (least + most) // 2
            earlier = evidence.found(middle, margin, alpha=alpha, claims=claims)
            least, most = (least, middle) if earlier.lower > earlier.upper else (middle, most)
        found = evidence.found(least, margin, alpha=alpha, claims=claims)._replace(is_torn=True)
    return _result(pairs, found, alpha=alpha, j=j, max_drop=max_drop)


def difference_by_looks(
    low: ArrayLike,
    high: ArrayLike,
    family: ArrayLike,
    *,
    max_drop: float | None,
    alpha: float,
    looks: Sequence[Look],
    icc_floor: float = 0.1,
    j: float = 1.0,
    claims: int = 1,
    final: bool = False,
) -> SequentialDifference:
    """Return what pairs in plan order say about their difference at the looks they have reached.

    At each look :func:`~mhgate.stats.paired_difference.paired_difference` is asked at the look's
    share of alpha. Pairs beyond the last look that was reached are not looked at before the next
    one. The interval is the intersection over the looks; a look whose interval lies apart from
    those before it is passed over, bounds and p-value, and ``is_torn`` says so. Through a judge
    this decides more often than :func:`sequential_difference`, whose figures stand there.

    Args:
        low: as :func:`sequential_difference`.
        high: likewise.
        family: likewise.
        max_drop: likewise, in [0, 1] or None; 0 asks for proof of an improvement, 1 is settled at
            the first look that can exclude that all was lost.
        alpha: error rate of each bound over all looks together, in (0, 0.5).
        looks: when to look, as :func:`~mhgate.stats.planned_looks.planned_looks` says for the
            number of pairs that the plan will bring.
        icc_floor: as :func:`sequential_difference`.
        j: likewise, at most 1.
        claims: likewise, at least 1.
        final: that no more pairs will come, for a reason that does not lie in their outcomes. The
            last look then takes whatever is there, and spends all that is left of alpha.

    Returns:
        As :func:`sequential_difference`; ``effective_n`` is that of the last look, 0 before the
        first. The p-value is the least over the looks of each one's own divided by its share.

    Raises:
        ValueError: as :func:`sequential_difference`, or as
            :func:`~mhgate.stats.planned_looks.taken_looks`.

    Source:
        Bonferroni over planned looks of Tango's score bounds by family.

    Assumption:
        As :func:`~mhgate.stats.paired_difference.paired_difference`, and that families were drawn
        in random order. The judge errs alike in both arms.

    Example:
        >>> from mhgate.stats.planned_looks import planned_looks
        >>> same = difference_by_looks([0] * 120, [0] * 120, range(120), max_drop=0.05, alpha=0.05,
        ...                            looks=planned_looks(200))
        >>> same.settled, same.settled_at, round(same.lower, 2)
        ('non_inferior', 120, -0.04)
    """
    pairs = _checked(low, high, family, max_drop=max_drop, j=j)
    found = _Found()
    for look in taken_looks(looks, len(pairs.low), final=final) if j > 0 else ():
        seen = paired_difference(
            pairs.low[: look.n],
            pairs.high[: look.n],
            pairs.family[: look.n],
            level=1 - 2 * alpha * look.share,
            icc_floor=icc_floor,
        )
        found = found._replace(effective_n=seen.effective_n)
        if max(found.lower, seen.lower) > min(found.upper, seen.upper):
            found = found._replace(is_torn=True)
            continue
        found = found._replace(
            lower=max(found.lower, seen.lower),
            upper=min(found.upper, seen.upper),
            p_worse=min(found.p_worse, seen.p_worse / look.share),
        )
        if found.settled is None and found.upper < 0 and found.p_worse <= alpha / claims:
            found = found._replace(settled="regressed", settled_at=look.n)
        elif found.settled is None and max_drop is not None and found.lower > -max_drop * j:
            found = found._replace(settled="non_inferior", settled_at=look.n)
    found = found._replace(is_within=max_drop is not None and found.lower > -max_drop * j)
    return _result(pairs, found, alpha=alpha, j=j, max_drop=max_drop)


class _Pairs(NamedTuple):
    """The ranges of the pairs, and their families by number."""

    low: _Floats
    high: _Floats
    family: NDArray[np.intp]


class _Found(NamedTuple):
    """What was concluded, on the scale on which the pairs were seen."""

    lower: float = -1.0
    upper: float = 1.0
    p_worse: float = 1.0
    settled: _Settled | None = None
    settled_at: int | None = None
    effective_n: float = 0.0
    is_within: bool = False
    is_torn: bool = False


class _Evidence:
    """Tempered counts after each pair, for both processes."""

    def __init__(self, pairs: _Pairs, icc_floor: float) -> None:
        n = np.arange(1.0, len(pairs.low) + 1)
        effects = tempering_effects(*pairs, icc_floor=icc_floor)
        lost = np.cumsum(pairs.low != pairs.high)
        _, first = np.unique(pairs.family, return_index=True)
        families = np.cumsum(np.isin(np.arange(len(n)), first))
        self.is_shown = (families > 1) & (lost <= _MOST_UNMEASURED * n)
        self.n = n / effects
        self.above = self._counts(pairs.low, effects)
        self.below = self._counts(-pairs.high, effects)

    @staticmethod
    def _counts(moves: _Floats, effects: _Floats) -> tuple[_Floats, _Floats]:
        return (
            np.cumsum(np.maximum(moves, 0)) / effects,
            np.cumsum(np.maximum(-moves, 0)) / effects,
        )

    def found(self, end: int, margin: float | None, *, alpha: float, claims: int) -> _Found:
        """Return what the first ``end`` pairs show."""
        where = np.flatnonzero(self.is_shown[:end])
        if not len(where):
            return _Found()
        needed = -float(np.log(alpha))
        worse = self._log_e(self.below, where, 0.0)
        # a bound by bisection may miss by a rounding what the process itself decides
        lower, upper = (
            self._bound(self.above, where, needed),
            -self._bound(self.below, where, needed),
        )
        is_worse, is_within = bool(np.any(worse >= needed)), False
        upper = min(upper, float(np.nextafter(0, -1))) if is_worse else max(upper, 0.0)
        decisions: list[tuple[int, _Settled]] = [
            (int(at) + 1, "regressed") for at in where[worse >= needed + np.log(claims)][:1]
        ]
        if margin is not None:
            shown = where[self._log_e(self.above, where, -margin) >= needed]
            decisions += [(int(at) + 1, "non_inferior") for at in shown[:1]]
            is_within = len(shown) > 0
            past = float(np.nextafter(-margin, 1))
            lower = max(lower, past) if is_within else min(lower, -margin)
        first = min(decisions, key=lambda each: each[0], default=None)
        return _Found(
            lower=lower,
            upper=upper,
            p_worse=float(np.exp(-max(0.0, float(np.max(worse))))),
            settled=first[1] if first else None,
            settled_at=first[0] if first else None,
            effective_n=float(self.n[where[-1]]),
            is_within=is_within,
        )

    def _log_e(
        self, counts: tuple[_Floats, _Floats], where: NDArray[np.intp], difference: float
    ) -> _Floats:
        return log_e_above(counts[0][where], counts[1][where], self.n[where], difference)

    def _bound(
        self, counts: tuple[_Floats, _Floats], where: NDArray[np.intp], needed: float
    ) -> float:
        """Return the largest difference that the evidence after some pair refutes, -1 if none."""
        least, most = -1.0, 1.0
        for _ in range(_BISECTIONS):
            middle = (least + most) / 2
            refutes = self._log_e(counts, where, middle) >= needed
            if np.any(refutes):
                least, where = middle, where[refutes]  # only what refutes this can refute more
            else:
                most = middle
        return least


def _checked(
    low: ArrayLike, high: ArrayLike, family: ArrayLike, *, max_drop: float | None, j: float
) -> _Pairs:
    lo, hi = np.asarray(low, dtype=float).ravel(), np.asarray(high, dtype=float).ravel()
    _, index = np.unique(np.asarray(family).ravel(), return_inverse=True)
    if not lo.shape == hi.shape == index.shape:
        raise ValueError(f"{len(lo)}, {len(hi)} and {len(index)} entries; expected one each a pair")
    if not (np.all(lo >= -1) and np.all(hi <= 1) and np.all(lo <= hi)):
        raise ValueError("a pair's range is reversed or lies outside [-1, 1]")
    if max_drop is not None and not 0 <= max_drop <= 1:
        raise ValueError(f"max_drop is {max_drop}; expected a drop in [0, 1], or None")
    if not j <= 1:
        raise ValueError(f"j is {j}; expected sensitivity + specificity - 1, at most 1")
    return _Pairs(lo, hi, index)


def _result(
    pairs: _Pairs, found: _Found, *, alpha: float, j: float, max_drop: float | None = None
) -> SequentialDifference:
    """Return what was found on the true scale, beside a description of the pairs."""
    known = pairs.low[pairs.low == pairs.high]
    lower, upper = (-1.0, 1.0) if j <= 0 else np.clip([found.lower / j, found.upper / j], -1, 1)
    if max_drop is not None:  # what was decided on the scale of the pairs is not undone by rounding
        past = float(np.nextafter(-max_drop, 1))
        lower = max(lower, past) if found.is_within else min(lower, -max_drop)
    return SequentialDifference(
        difference=float(np.clip(known.mean() / j, -1, 1)) if len(known) and j > 0 else 0.0,
        lower=float(lower),
        upper=float(max(lower, upper)),
        level=1 - 2 * alpha,
        p_worse=found.p_worse,
        settled=found.settled,
        settled_at=found.settled_at,
        pairs=len(pairs.low),
        measured=len(known),
        gains=float(known[known > 0].sum()),
        losses=float(np.abs(known[known < 0]).sum()),
        families=len(np.unique(pairs.family)),
        effective_n=found.effective_n,
        is_torn=found.is_torn,
    )
