"""One interval of each kind, on data of the size that one probe has."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

import numpy as np
from numpy.typing import NDArray
from scipy import stats

from benchmarks.statistics.race import Race
from mhgate.stats.classification import classification
from mhgate.stats.cluster_rate import cluster_rate
from mhgate.stats.consistency import consistency
from mhgate.stats.correlation import correlation
from mhgate.stats.judged_rate import judged_rate
from mhgate.stats.melded import JudgeCounts
from mhgate.stats.paired_difference import paired_difference
from mhgate.stats.parity import parity

__all__ = ["races"]

_BAR_S = 0.2
_NO_PEER = "none"


def races(*, families: int, resamples: int, seed: int) -> Iterator[Race]:
    """Yield the races of single intervals.

    Args:
        families: families of five trials each, at least 3.
        resamples: how often the peer resamples, at least 1.
        seed: of the simulated data.
    """
    rng = np.random.default_rng(seed)
    good = rng.binomial(5, rng.beta(9.5 * 4, 0.5 * 4, families)).astype(float)
    none, sizes = np.zeros(families), np.full(families, 5.0)
    judge = JudgeCounts(97, 100, 46, 50)
    peer = f"scipy.stats.bootstrap, families, {resamples} resamples"
    yield Race(
        "rate by family (cluster_rate)",
        partial(cluster_rate, good, none, sizes, threshold=0.9),
        peer,
        partial(_resampled, (good, sizes), _ratio, resamples, paired=True),
        _BAR_S,
    )
    right, wrong = np.arange(100) < 97, np.arange(50) < 46
    yield Race(
        "rate with the judge's error (judged_rate)",
        partial(judged_rate, good, none, sizes, judge, threshold=0.9),
        f"{peer} and gold",
        partial(_resampled, (good / 5, right, wrong), _corrected, resamples, paired=False),
        _BAR_S,
    )
    yield from _measures(rng, families)


def _measures(rng: np.random.Generator, families: int) -> Iterator[Race]:
    family, trials = np.repeat(np.arange(families), 5), 5 * families
    measured = np.zeros(trials, dtype=bool)
    before, after = (rng.random(trials) < share for share in (0.95, 0.9))
    moved = after.astype(float) - before
    yield Race(
        "regression by family (paired_difference)",
        partial(paired_difference, moved, moved, family),
        _NO_PEER,
        bar_s=_BAR_S,
    )
    yield Race(
        "consistency", partial(consistency, before, measured, after, measured, family), _NO_PEER,
        bar_s=_BAR_S,
    )  # fmt: skip
    rows, groups = (each.ravel() for each in np.indices((families, 8)))
    passed = rng.random(len(rows)) < 0.9
    yield Race(
        "parity of eight groups",
        partial(parity, passed, rows < 0, rows, groups),
        _NO_PEER,
        bar_s=_BAR_S,
    )
    truth = rng.integers(0, 4, trials)
    chosen = np.where(rng.random(trials) < 0.9, truth, (truth + 1) % 4)
    yield Race(
        "macro F1, accuracy and recalls (classification)",
        partial(classification, truth, chosen, measured, family),
        _NO_PEER,
        bar_s=_BAR_S,
    )
    x = rng.random(trials)
    y = x + 0.3 * rng.standard_normal(trials)
    for kind in ("pearson", "spearman"):
        yield Race(
            f"correlation ({kind})",
            partial(correlation, x, y, measured, family, kind=kind),
            _NO_PEER,
            bar_s=_BAR_S,
        )


def _resampled(
    data: tuple[NDArray[np.generic], ...], statistic: object, resamples: int, *, paired: bool
) -> None:
    found = stats.bootstrap(
        data,
        statistic,
        n_resamples=resamples,
        paired=paired,
        vectorized=True,
        confidence_level=0.9,
        method="percentile",
        rng=np.random.default_rng(1),
    )
    assert found.confidence_interval.low <= found.confidence_interval.high


def _ratio(
    good: NDArray[np.float64], sizes: NDArray[np.float64], axis: int = -1
) -> NDArray[np.float64]:
    return np.asarray(good.sum(axis=axis) / sizes.sum(axis=axis))


def _corrected(
    shares: NDArray[np.float64],
    right: NDArray[np.bool_],
    wrong: NDArray[np.bool_],
    axis: int = -1,
) -> NDArray[np.float64]:
    """Return the rate after Rogan and Gladen (1978)."""
    sensitivity, specificity = right.mean(axis=axis), wrong.mean(axis=axis)
    corrected = (shares.mean(axis=axis) + specificity - 1) / (sensitivity + specificity - 1)
    return np.clip(corrected, 0, 1)
