"""Intraclass correlations of many ratings: one table, and a thousand resamples of it."""

from __future__ import annotations

import importlib
import importlib.util
from collections.abc import Callable, Iterator
from functools import partial

import numpy as np
from numpy.typing import NDArray
from scipy import stats

from benchmarks.statistics.race import Race
from mhgate.stats.icc import icc
from mhgate.stats.icc_bootstrap import icc_bootstrap

__all__ = ["races"]

_BAR_S = 2.0

Floats = NDArray[np.float64]


def races(*, ratings: int, resamples: int, seed: int) -> Iterator[Race]:
    """Yield the races of agreement.

    Args:
        ratings: ratings by two raters together, even, at least 20.
        resamples: resamples of the targets, ours and the peer's, at least 1.
        seed: of the simulated ratings.
    """
    rng = np.random.default_rng(seed)
    quality = rng.standard_normal((ratings // 2, 1))
    noisy = 3.5 + quality + 0.7 * rng.standard_normal((ratings // 2, 2)) + [0.0, 0.3]
    table = np.clip(np.round(noisy), 1, 5)
    pingouin = _by_pingouin(table) if importlib.util.find_spec("pingouin") else None
    yield Race(
        f"ICC(A,1) of {ratings} ratings with its F interval",
        partial(icc, table, form="A,1"),
        "pingouin.intraclass_corr",
        pingouin,
        _BAR_S,
        absent=None if pingouin else "pingouin",
    )
    yield Race(
        f"ICC(A,1) of {ratings} ratings, {resamples} resamples",
        lambda: icc_bootstrap(table, generator=np.random.default_rng(1), resamples=resamples),
        f"scipy.stats.bootstrap, {resamples} resamples",
        partial(_by_scipy, table, resamples),
        _BAR_S,
        rounds=1,
    )


def _by_pingouin(table: Floats) -> Callable[[], object]:
    """Return the call, after it has given our value: a race between different figures is none."""
    intraclass_corr = importlib.import_module("pingouin").intraclass_corr
    data_frame = importlib.import_module("pandas").DataFrame
    targets, raters = np.indices(table.shape)
    long = data_frame({"target": targets.ravel(), "rater": raters.ravel(), "rating": table.ravel()})
    call = partial(intraclass_corr, long, targets="target", raters="rater", ratings="rating")
    ours = icc(table, form="A,1").value
    assert ours is not None
    assert float(np.abs(call()["ICC"].to_numpy(dtype=float) - ours).min()) < 1e-9
    return call


def _by_scipy(table: Floats, resamples: int) -> None:
    stats.bootstrap(
        (table[:, 0], table[:, 1]),
        _absolute_agreement,
        n_resamples=resamples,
        batch=20,
        paired=True,
        vectorized=True,
        confidence_level=0.9,
        method="percentile",
        rng=np.random.default_rng(1),
    )


def _absolute_agreement(first: Floats, second: Floats, axis: int = -1) -> Floats:
    """Return ICC(A,1) of two raters from means and variances."""
    n = first.shape[axis]
    middle = (first + second) / 2
    rows = 2 * middle.var(axis=axis, ddof=1)
    columns = n * (first.mean(axis=axis) - second.mean(axis=axis)) ** 2 / 2
    error = (first - second).var(axis=axis, ddof=1) / 2
    return np.asarray((rows - error) / (rows + error + 2 * (columns - error) / n))
