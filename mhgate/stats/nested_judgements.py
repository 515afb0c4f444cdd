"""A checked layout of judgements: of transcripts, of items, of families."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

__all__ = ["NestedJudgements", "nested_judgements"]

_Floats = NDArray[np.float64]
_Numbers = NDArray[np.intp]


@dataclass(frozen=True, slots=True, eq=False)
class NestedJudgements:
    """Judgements, sorted, with the transcript of each, its item, and the item's family.

    ``transcript_of`` has an entry a judgement, ``item_of`` one a transcript, ``family_of`` one an
    item; each counts from 0. The order in which judgements were handed over is gone.
    """

    values: _Floats
    transcript_of: _Numbers
    item_of: _Numbers
    family_of: _Numbers

    @property
    def judgements(self) -> int:
        """How many there are."""
        return len(self.values)

    @property
    def transcripts(self) -> int:
        """Of how many transcripts."""
        return len(self.item_of)

    @property
    def items(self) -> int:
        """Of how many items."""
        return len(self.family_of)

    @property
    def families(self) -> int:
        """Of how many families."""
        return int(self.family_of.max()) + 1 if self.items else 0

    @property
    def repeats_of(self) -> _Numbers:
        """How often each transcript was judged."""
        return np.bincount(self.transcript_of, minlength=self.transcripts)

    @property
    def epochs_of(self) -> _Numbers:
        """How many transcripts each item has."""
        return np.bincount(self.item_of, minlength=self.items)


def nested_judgements(
    values: ArrayLike, *, items: ArrayLike, epochs: ArrayLike, families: ArrayLike | None = None
) -> NestedJudgements:
    """Return judgements in the order item, epoch, value.

    Args:
        values: scores in [0, 1], shape (judgements,).
        items: the item of each, labels that can be sorted.
        epochs: which of the item's transcripts it judges, labels likewise; judgements that share
            item and epoch are repeats on one transcript.
        families: the family of each judgement's item; None makes every item its own.

    Returns:
        The layout.

    Raises:
        ValueError: lengths differ, a value is no number in [0, 1], or an item is in two families.

    Source:
        The project's own: what every split of a variance by stages asks of its data.

    Assumption:
        None.

    Example:
        >>> found = nested_judgements([1, 0, 1], items=["a", "a", "b"], epochs=[0, 1, 0])
        >>> found.transcripts, found.items, found.epochs_of.tolist()
        (3, 2, [2, 1])
    """
    scores = np.asarray(values, dtype=float).ravel()
    of_family = items if families is None else families
    labels = [np.asarray(each).ravel() for each in (items, epochs, of_family)]
    if any(len(each) != len(scores) for each in labels):
        sizes = ", ".join(str(len(each)) for each in labels)
        raise ValueError(f"{len(scores)} values with {sizes} labels; expected one of each a value")
    if not np.all((scores >= 0) & (scores <= 1)):  # NaN is not in [0, 1] either
        raise ValueError("a value is no number in [0, 1]")
    item, epoch, family = (np.unique(each, return_inverse=True)[1] for each in labels)
    order = np.lexsort((scores, epoch, item))
    scores, item, epoch, family = scores[order], item[order], epoch[order], family[order]
    is_first = np.ones(len(scores), dtype=bool)
    is_first[1:] = (np.diff(item) != 0) | (np.diff(epoch) != 0)
    family_of = family[np.unique(item, return_index=True)[1]]
    if np.any(family_of[item] != family):
        raise ValueError("an item is in two families")
    return NestedJudgements(
        values=scores,
        transcript_of=np.cumsum(is_first) - 1,
        item_of=item[is_first],
        family_of=family_of,
    )
