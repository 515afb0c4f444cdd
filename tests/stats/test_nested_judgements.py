"""The layout of judgements, whatever the order in which they came."""

from __future__ import annotations

import numpy as np
import pytest

from mhgate.stats.nested_judgements import nested_judgements


def test_the_order_of_judgements_is_gone() -> None:
    """The same judgements in any order give the same arrays."""
    rng = np.random.default_rng(0)
    values, items = rng.random(40), rng.integers(0, 8, 40)
    epochs, families = rng.integers(0, 3, 40), items // 2
    first = nested_judgements(values, items=items, epochs=epochs, families=families)
    mixed = rng.permutation(40)
    again = nested_judgements(
        values[mixed], items=items[mixed], epochs=epochs[mixed], families=families[mixed]
    )
    for name in ("values", "transcript_of", "item_of", "family_of"):
        assert np.array_equal(getattr(first, name), getattr(again, name))


def test_counts_are_those_of_the_labels() -> None:
    """An epoch is a transcript of its item alone, and an empty table has none of anything."""
    found = nested_judgements([1, 0, 1, 1], items=list("aaab"), epochs=[0, 0, 1, 0])
    assert (found.judgements, found.transcripts, found.items, found.families) == (4, 3, 2, 2)
    assert found.repeats_of.tolist() == [2, 1, 1]
    assert found.epochs_of.tolist() == [2, 1]
    empty = nested_judgements([], items=[], epochs=[])
    assert (empty.judgements, empty.transcripts, empty.items, empty.families) == (0, 0, 0, 0)


@pytest.mark.parametrize("value", [-0.1, 1.1, float("nan")])
def test_what_is_no_score_is_refused(value: float) -> None:
    """Nothing outside of [0, 1] is split."""
    with pytest.raises(ValueError, match="no number in"):
        nested_judgements([value], items=["a"], epochs=[0])


def test_labels_that_do_not_fit_are_refused() -> None:
    """One of each a value, and an item has one family."""
    with pytest.raises(ValueError, match="one of each"):
        nested_judgements([1, 0], items=["a"], epochs=[0, 1])
    with pytest.raises(ValueError, match="two families"):
        nested_judgements([1, 0], items=["a", "a"], epochs=[0, 1], families=["f", "g"])
