"""Weights of agreement: their values, and what every kind of them promises."""

from __future__ import annotations

from typing import get_args

import numpy as np
import pytest

from mhgate.stats.agreement_weights import WeightKind, agreement_weights


@pytest.mark.parametrize("kind", get_args(WeightKind))
@pytest.mark.parametrize("categories", [[0, 1], [1, 2, 3, 4, 5], [0, 1, 4, 10]])
def test_weights_are_symmetric_and_fall_from_the_diagonal(
    kind: WeightKind, categories: list[int]
) -> None:
    """Every kind gives 1 to agreement, 0 to the ends, and never more to what lies farther off."""
    weights = agreement_weights(categories, kind)
    assert np.array_equal(weights, weights.T)
    assert np.array_equal(np.diag(weights), np.ones(len(categories)))
    assert weights[0, -1] == 0
    assert np.all(np.diff(weights[0]) <= 0)


def test_ordinal_weights_count_pairs_of_ranks() -> None:
    """Of five categories a neighbour loses 1 of 10 pairs, then 3, 6, 10 (Gwet's formula)."""
    assert agreement_weights([1, 2, 3, 4, 5], "ordinal")[0] == pytest.approx([1, 0.9, 0.7, 0.4, 0])
    assert np.array_equal(
        agreement_weights([1, 2, 3], "ordinal"), agreement_weights([0, 5, 99], "ordinal")
    )


def test_distances_are_those_of_the_values() -> None:
    """Linear and quadratic weights see a gap in the list of categories."""
    assert agreement_weights([0, 1, 4], "linear")[0] == pytest.approx([1, 0.75, 0])
    assert agreement_weights([0, 1, 4], "quadratic")[0] == pytest.approx([1, 15 / 16, 0])


def test_unknown_weights_are_refused() -> None:
    """A misspelt kind is an error that lists the kinds."""
    with pytest.raises(ValueError, match="identity, linear, quadratic, ordinal"):
        agreement_weights([0, 1], "cubic")  # type: ignore[arg-type]
