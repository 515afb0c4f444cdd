"""How much two categories count as agreement: weights for kappa and Gwet's coefficients."""

from __future__ import annotations

from typing import Literal, get_args

import numpy as np
from numpy.typing import ArrayLike, NDArray

__all__ = ["agreement_weights"]

WeightKind = Literal["identity", "linear", "quadratic", "ordinal"]


def agreement_weights(categories: ArrayLike, kind: WeightKind) -> NDArray[np.float64]:
    """Return the weight of agreement of every pair of categories.

    Args:
        categories: every category that a rater could have chosen, used or not, ascending, shape
            (categories,), at least 2.
        kind: ``identity`` counts nothing but agreement; ``linear`` and ``quadratic`` count by the
            distance of the categories' values; ``ordinal`` by their ranks alone.

    Returns:
        Weights in [0, 1], shape (categories, categories), symmetric, 1 on the diagonal and 0
        between the ends.

    Raises:
        ValueError: the kind is unknown.

    Source:
        Cohen (1968), Psychological Bulletin 70, 213-220, doi:10.1037/h0026256, for linear and
        quadratic; Gwet (2014), Handbook of Inter-Rater Reliability, section 3.5, for ordinal:
        1 - C(|i - j| + 1, 2) / C(q, 2).

    Assumption:
        Linear and quadratic: the distances of the values mean what they say.

    Example:
        >>> agreement_weights([1, 2, 3], "quadratic").tolist()
        [[1.0, 0.75, 0.0], [0.75, 1.0, 0.75], [0.0, 0.75, 1.0]]
    """
    if kind not in get_args(WeightKind):
        raise ValueError(f"weights are {kind!r}; expected one of {', '.join(get_args(WeightKind))}")
    scale = np.asarray(categories, dtype=float)
    if kind == "identity":
        return np.eye(len(scale))
    if kind == "ordinal":
        steps = np.abs(np.subtract.outer(np.arange(len(scale)), np.arange(len(scale))))
        pairs = steps * (steps + 1) / 2
        return np.asarray(1 - pairs / pairs.max())
    distance = np.abs(np.subtract.outer(scale, scale)) / (scale[-1] - scale[0])
    return np.asarray(1 - (distance if kind == "linear" else distance**2))
