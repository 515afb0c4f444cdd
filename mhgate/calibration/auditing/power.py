"""How many have to be read before a threshold can be reached: said before anybody reads."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from mhgate.calibration.auditing.piles import Drawn, Piles
from mhgate.calibration.auditing.reading import ReadPiles, counts_of
from mhgate.calibration.auditing.truth import truth_unread
from mhgate.estimate import JUDGED_ICC_FLOOR
from mhgate.records import ItemOutcome, Threshold
from mhgate.records.audited import Truth

__all__ = ["Needed", "what_it_takes"]


@dataclass(frozen=True, slots=True)
class Needed:
    """What an audit could show, if people uphold every answer of the judge.

    Args:
        share: judged good, of all trials: the rate that people would then find.
        threshold: what must be reached.
        n: how many would be read.
        n_readable: how many could be.
        lower: the lower bound with ``n`` read.
        enough: the fewest that reach the threshold; None where not even all would.
        lower_with_all: the lower bound with all read.
        spare: how many of those judged good people may overturn, with ``n`` read, and the
            threshold is still reached; None where it is not reached.
    """

    share: float
    threshold: float
    n: int
    n_readable: int
    lower: float
    enough: int | None
    lower_with_all: float
    spare: int | None


def what_it_takes(
    piles: Piles, threshold: Threshold, n: int, *, n_others: int | None = None
) -> Needed:
    """Return how many have to be read, at the rate that the judge saw.

    The very trials that would be drawn are reckoned with, families and all.

    Args:
        piles: of the probe.
        threshold: gives the rate to reach and alpha.
        n: how many are to be read, at least 0.
        n_others: how many of these are not judged good; None: as :meth:`Piles.draw`.

    Returns:
        What ``n`` would show, what it takes, and how many overturned answers it bears.
    """
    rows = (*piles.judged_good, *piles.others)
    limit = threshold.min_score

    def lower(count: int, overturned: int = 0) -> float:
        others = n_others if count == n else None
        return _lower(piles, piles.draw(count, n_others=others), threshold, overturned)

    most = piles.n_readable
    with_all = lower(most)
    with_n = lower(n)
    enough = None
    if with_all >= limit:
        low, high = 0, most
        while high - low > 1:
            middle = (low + high) // 2
            low, high = (low, middle) if lower(middle) >= limit else (middle, high)
        enough = high
    return Needed(
        share=len(piles.judged_good) / len(rows) if rows else 0.0,
        threshold=limit,
        n=min(n, most),
        n_readable=most,
        lower=with_n,
        enough=enough,
        lower_with_all=with_all,
        spare=_spare(
            lambda count: lower(n, count) >= limit,
            len(piles.draw(n, n_others=n_others).judged_good),
        ),
    )


def _spare(reaches: Callable[[int], bool], most: int) -> int | None:
    """Return the largest count that still reaches, None where not even 0 does."""
    if not reaches(0):
        return None
    low, high = 0, most + 1
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if reaches(middle) else (low, middle)
    return low


def _lower(piles: Piles, drawn: Drawn, threshold: Threshold, overturned: int) -> float:
    from mhgate.stats.audited_rate import audited_rate  # noqa: PLC0415 - loads numpy when needed

    truths: dict[str, Truth] = {row.trial_id: "good" for row in drawn.judged_good}
    for row in drawn.judged_good[:overturned]:
        truths[row.trial_id] = "bad"
    for row in drawn.others:
        truths[row.trial_id] = _supposed(row, is_read=piles.can_be_read(row))
    read = ReadPiles(
        rows=(*piles.judged_good, *piles.others),
        judged_good=drawn.judged_good,
        others=drawn.others,
        truths=truths,
        was_read=frozenset(),
    )
    good, sizes = read.run_by_family()
    return audited_rate(
        good,
        sizes,
        counts_of(drawn.judged_good, truths),
        counts_of(drawn.others, truths),
        level=1 - 2 * threshold.alpha,
        icc_floor=JUDGED_ICC_FLOOR,
    ).lower


def _supposed(row: ItemOutcome, *, is_read: bool) -> Truth:
    return "bad" if is_read and row.value is not None else truth_unread(row)
