"""The probabilities of a binomial count, without scipy.stats and its second of loading."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from scipy.special import betaln, xlog1py, xlogy

__all__ = ["binomial"]


def binomial(n: int, rate: float) -> NDArray[np.float64]:
    """Return the probabilities of 0 to n successes in n independent trials.

    Args:
        n: trials, at least 0.
        rate: probability of a success, in [0, 1].

    Returns:
        Probabilities that add up to 1, shape (n + 1,).

    Source:
        The binomial coefficient through the beta function: C(n, k) = 1 / ((n + 1) B(n - k + 1,
        k + 1)), Abramowitz, Stegun (1964), Handbook of Mathematical Functions, 6.1.21 and 6.2.2.

    Assumption:
        Independent trials of one rate.

    Example:
        >>> binomial(2, 0.5).round(6).tolist()
        [0.25, 0.5, 0.25]
    """
    k = np.arange(n + 1, dtype=float)
    choose = -np.log(n + 1.0) - betaln(n - k + 1, k + 1)
    return np.asarray(np.exp(choose + xlogy(k, rate) + xlog1py(n - k, -rate)))
