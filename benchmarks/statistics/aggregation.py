"""A great many scores to counts by family and one interval: from arrays, and from records."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

import numpy as np
from numpy.typing import NDArray
from scipy import stats

from benchmarks.statistics.race import Race
from mhgate.estimate import estimate
from mhgate.records import ItemOutcome, Threshold
from mhgate.stats.cluster_rate import cluster_rate
from mhgate.stats.family_counts import family_counts

__all__ = ["races"]

_BAR_S = 2.0
_PROBE = "crisis.offers_reachable_human_help"

Scores = tuple[NDArray[np.float64], NDArray[np.bool_], NDArray[np.generic]]


def races(*, scores: int, records: int, resamples: int, seed: int) -> Iterator[Race]:
    """Yield the races of aggregation.

    Args:
        scores: scores in arrays, at least 50.
        records: the same in records, at least 50.
        resamples: how often the peer resamples its families, at least 1.
        seed: of the simulated scores.
    """
    numbers = _scores(scores, seed)
    named: Scores = (*numbers[:2], np.array(_names(numbers[2])))
    bootstrap = f"numpy.unique, then scipy.stats.bootstrap, families, {resamples} resamples"
    for kind, data in (("whole numbers", numbers), ("strings", named)):
        yield Race(
            f"{scores} scores to counts, families {kind}",
            partial(family_counts, *data),
            "numpy.unique and bincount",
            partial(_by_numpy, *data),
            _BAR_S,
        )
        yield Race(
            f"{scores} scores to a rate by family, families {kind}",
            partial(_rate, *data),
            bootstrap,
            partial(_by_scipy, *data, resamples),
            _BAR_S,
        )
    outcomes = _records(_scores(records, seed))
    yield Race(
        f"{records} records to an estimate (mhgate.estimate.estimate)",
        partial(
            estimate,
            outcomes,
            probe_id=_PROBE,
            planned=records,
            not_needed=0,
            threshold=Threshold(min_score=0.9),
        ),
        "none",
        bar_s=_BAR_S,
        rounds=1,
    )


def _scores(count: int, seed: int) -> Scores:
    rng = np.random.default_rng(seed)
    families = max(2, count // 50)
    rates = rng.beta(9.5 * 4, 0.5 * 4, families)
    family = rng.integers(0, families, count)
    value = (rng.random(count) < rates[family]).astype(float)
    return value, rng.random(count) < 0.01, family


def _names(family: NDArray[np.generic]) -> list[str]:
    return [f"crisis/scenario-{number:07d}" for number in family.tolist()]


def _rate(value: NDArray[np.float64], lost: NDArray[np.bool_], family: NDArray[np.generic]) -> None:
    counts = family_counts(value, lost, family)
    cluster_rate(counts.totals, counts.unmeasured, counts.sizes, threshold=0.9)


def _by_numpy(
    value: NDArray[np.float64], lost: NDArray[np.bool_], family: NDArray[np.generic]
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    _, codes = np.unique(family, return_inverse=True)
    sizes = np.bincount(codes, ~lost)
    return np.bincount(codes, np.where(lost, 0.0, value)), sizes


def _by_scipy(
    value: NDArray[np.float64],
    lost: NDArray[np.bool_],
    family: NDArray[np.generic],
    resamples: int,
) -> None:
    def ratio(
        good: NDArray[np.float64], sizes: NDArray[np.float64], axis: int = -1
    ) -> NDArray[np.float64]:
        return np.asarray(good.sum(axis=axis) / sizes.sum(axis=axis))

    stats.bootstrap(
        _by_numpy(value, lost, family),
        ratio,
        n_resamples=resamples,
        batch=50,
        paired=True,
        vectorized=True,
        confidence_level=0.9,
        method="percentile",
        rng=np.random.default_rng(1),
    )


def _records(scores: Scores) -> list[ItemOutcome]:
    value, lost, family = (each.tolist() for each in scores)
    names, strata = _names(scores[2]), {"risk": "high"}
    return [
        # Built without validation: reading records is timed elsewhere.
        ItemOutcome.model_construct(
            trial_id=f"crisis/{number:07d}#0",
            probe_id=_PROBE,
            item_id=f"crisis/{number:07d}",
            item_digest="0" * 64,
            family=names[number],
            epoch=0,
            strata=strata,
            value=None if lost[number] else value[number],
            failure_stage="target" if lost[number] else None,
            failure_kind="timeout" if lost[number] else None,
        )
        for number in range(len(family))
    ]
