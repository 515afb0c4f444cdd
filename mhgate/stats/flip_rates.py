"""How often a judge contradicts itself, and how often a target's answers differ."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from mhgate.stats.cluster_rate import cluster_rate
from mhgate.stats.nested_judgements import NestedJudgements, nested_judgements

__all__ = ["FlipRate", "FlipRates", "flip_rates"]

_Numbers = NDArray[np.intp]

_ONCE = "no transcript was judged twice: whether the judge would contradict itself is not known"
_ONE_EPOCH = "no item was asked twice: whether the target would answer alike is not known"


@dataclass(frozen=True, slots=True)
class FlipRate:
    """Of ``n`` that could flip, ``flips`` did; the interval at ``level`` is one by family.

    ``pairwise`` is the chance that two judgements differ, which does not grow with the number of
    repeats as the rate does. None, with a reason, where nothing could flip.
    """

    flips: int
    n: int
    rate: float | None
    lower: float | None
    upper: float | None
    level: float
    pairwise: float | None
    reason: str | None


@dataclass(frozen=True, slots=True)
class FlipRates:
    """Of the judge, over transcripts; of the target, over items."""

    judge: FlipRate
    target: FlipRate


def flip_rates(
    values: ArrayLike,
    *,
    items: ArrayLike,
    epochs: ArrayLike,
    families: ArrayLike | None = None,
    level: float = 0.9,
) -> FlipRates:
    """Return the share of transcripts, and of items, on which judgements contradict each other.

    A judge flips on a transcript that it judged more than once and not always alike. A target
    flips on an item two of whose transcripts were judged apart in every repeat: the highest
    judgement of one lies below the lowest of the other. With a judge that never flips, that is
    every item with two unlike epochs; one that does is not taken for the target so easily.

    Args:
        values: scores in [0, 1], shape (judgements,).
        items: the item of each judgement, labels.
        epochs: which of the item's transcripts it judges, labels.
        families: the family of each judgement's item; None makes every item its own.
        level: two-sided level, in (0, 1).

    Returns:
        Rates in [0, 1], never NaN, with exact bounds on effective counts: no flip among n leaves
        an upper bound above 0, and one family alone leaves [0, 1]. None with a reason where
        nothing was judged, or asked, twice. The target's ``pairwise`` takes judgements of two
        epochs, and so holds the judge's contradictions too.

    Raises:
        ValueError: as :func:`mhgate.stats.nested_judgements.nested_judgements`.

    Source:
        Clopper, Pearson (1934), doi:10.1093/biomet/26.4.404, on the effective counts of Korn,
        Graubard (1998); ``pairwise`` is one minus the observed agreement of Fleiss (1971),
        Psychological Bulletin 76, 378-382, doi:10.1037/h0031619, by transcript.

    Assumption:
        Families are independent. The repeats of one transcript were asked alike and apart.

    Example:
        >>> table = {"items": ["a"] * 4 + ["b"] * 4, "epochs": [0, 0, 1, 1] * 2}
        >>> found = flip_rates([1, 1, 1, 0, 1, 1, 0, 0], **table)
        >>> found.judge.flips, found.judge.n, found.target.flips, found.target.n
        (1, 4, 1, 2)
        >>> found.judge.pairwise
        0.25
    """
    nested = nested_judgements(values, items=items, epochs=epochs, families=families)
    return FlipRates(judge=_judge(nested, level), target=_target(nested, level))


def _judge(nested: NestedJudgements, level: float) -> FlipRate:
    low, high = _reach(nested)
    repeats = nested.repeats_of
    is_used = repeats > 1
    alike = _alike(nested, nested.transcript_of, nested.transcripts)
    return _rate(
        (high > low)[is_used],
        nested.family_of[nested.item_of[is_used]],
        differing=_share(_pairs(repeats) - alike, _pairs(repeats), is_used),
        level=level,
        reason=_ONCE,
    )


def _target(nested: NestedJudgements, level: float) -> FlipRate:
    low, high = _reach(nested)
    lowest_high = np.full(nested.items, np.inf)
    np.minimum.at(lowest_high, nested.item_of, high)
    highest_low = np.full(nested.items, -np.inf)
    np.maximum.at(highest_low, nested.item_of, low)
    is_used = nested.epochs_of > 1
    by_item = nested.item_of[nested.transcript_of]
    repeats = nested.repeats_of
    inside = np.bincount(nested.item_of, weights=_pairs(repeats), minlength=nested.items)
    pairs = _pairs(np.bincount(by_item, minlength=nested.items)) - inside
    alike_inside = np.bincount(
        nested.item_of,
        weights=_alike(nested, nested.transcript_of, nested.transcripts),
        minlength=nested.items,
    )
    alike = _alike(nested, by_item, nested.items) - alike_inside
    return _rate(
        (highest_low > lowest_high)[is_used],
        nested.family_of[is_used],
        differing=_share(pairs - alike, pairs, is_used),
        level=level,
        reason=_ONE_EPOCH,
    )


def _reach(nested: NestedJudgements) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return each transcript's lowest and highest judgement: they are sorted."""
    ends = np.cumsum(nested.repeats_of)
    return nested.values[ends - nested.repeats_of], nested.values[ends - 1]


def _pairs(counts: NDArray[np.intp]) -> NDArray[np.float64]:
    return counts * (counts - 1) / 2


def _alike(nested: NestedJudgements, group_of: _Numbers, groups: int) -> NDArray[np.float64]:
    """Return how many pairs of judgements in each group say the same."""
    kinds, value_of = np.unique(nested.values, return_inverse=True)
    key, counts = np.unique(group_of * max(1, len(kinds)) + value_of, return_counts=True)
    of = key // max(1, len(kinds))
    return np.asarray(np.bincount(of, weights=_pairs(counts), minlength=groups), dtype=float)


def _share(
    differing: NDArray[np.float64], pairs: NDArray[np.float64], is_used: NDArray[np.bool_]
) -> float | None:
    """Return the mean share of differing pairs: each transcript, or item, weighs the same."""
    if not np.any(is_used):
        return None
    return float(np.mean(differing[is_used] / pairs[is_used]))


def _rate(
    is_flip: NDArray[np.bool_],
    family: _Numbers,
    *,
    differing: float | None,
    level: float,
    reason: str,
) -> FlipRate:
    n, flips = len(is_flip), int(is_flip.sum())
    if n == 0:
        return FlipRate(0, 0, None, None, None, level, None, reason)
    numbers = np.unique(family, return_inverse=True)[1]
    sizes = np.bincount(numbers)
    found = cluster_rate(
        np.bincount(numbers, weights=is_flip), np.zeros(len(sizes)), sizes, level=level
    )
    rate = flips / n
    return FlipRate(
        flips=flips,
        n=n,
        rate=rate,
        lower=min(found.lower, rate),
        upper=max(found.upper, rate),
        level=level,
        pairwise=differing,
        reason=None,
    )
