"""Drawn trials with their truth -> the counts that an interval takes, and what is shown of them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from mhgate.records import ItemOutcome
from mhgate.records.audited import Pile, Truth

if TYPE_CHECKING:
    from mhgate.stats.audited_rate import ReadCounts

__all__ = ["ReadPiles", "counts_of"]

Truths = Mapping[str, Truth]


@dataclass(frozen=True, slots=True)
class ReadPiles:
    """A probe's outcomes (or a stratum's), what was drawn of each pile, and what it is in truth.

    Args:
        rows: all outcomes.
        judged_good: the drawn ones that were judged good.
        others: the drawn ones that were not.
        truths: what each drawn one is, by trial.
        was_read: the trials that people could read.
    """

    rows: Sequence[ItemOutcome]
    judged_good: Sequence[ItemOutcome]
    others: Sequence[ItemOutcome]
    truths: Truths
    was_read: frozenset[str]

    def within(self, key: str, value: str) -> ReadPiles:
        """Return the same within one stratum: a random part of it was drawn too."""

        def of(rows: Iterable[ItemOutcome]) -> list[ItemOutcome]:
            return [row for row in rows if row.strata.get(key) == value]

        return ReadPiles(
            of(self.rows), of(self.judged_good), of(self.others), self.truths, self.was_read
        )

    @property
    def n_judged_good(self) -> int:
        """How many trials were judged good."""
        return sum(row.value is not None and row.value >= 1 for row in self.rows)

    def pile(self, *, judged_good: bool) -> Pile:
        """Return one pile as a record."""
        drawn = self.judged_good if judged_good else self.others
        found = [self.truths[row.trial_id] for row in drawn]
        n_good = self.n_judged_good
        return Pile(
            n=n_good if judged_good else len(self.rows) - n_good,
            drawn=len(drawn),
            n_read=sum(row.trial_id in self.was_read for row in drawn),
            good=found.count("good"),
            bad=found.count("bad"),
            unresolved=found.count("unresolved"),
        )

    def run_by_family(self) -> tuple[list[float], list[float]]:
        """Return, by family, how many trials were judged good, and how many there are."""
        good: dict[str, float] = {}
        sizes: dict[str, float] = {}
        for row in sorted(self.rows, key=lambda row: row.family):
            sizes[row.family] = sizes.get(row.family, 0.0) + 1
            is_good = row.value is not None and row.value >= 1
            good[row.family] = good.get(row.family, 0.0) + is_good
        return list(good.values()), list(sizes.values())


def counts_of(drawn: Sequence[ItemOutcome], truths: Truths) -> ReadCounts:
    """Return what people said of drawn trials, by family.

    Args:
        drawn: of one pile.
        truths: what each is, by trial.
    """
    from mhgate.stats.audited_rate import ReadCounts  # noqa: PLC0415 - loads numpy when needed

    good: dict[str, float] = {}
    unresolved: dict[str, float] = {}
    sizes: dict[str, float] = {}
    for row in sorted(drawn, key=lambda row: row.family):
        found = truths[row.trial_id]
        sizes[row.family] = sizes.get(row.family, 0.0) + 1
        good[row.family] = good.get(row.family, 0.0) + (found == "good")
        unresolved[row.family] = unresolved.get(row.family, 0.0) + (found == "unresolved")
    return ReadCounts(list(good.values()), list(unresolved.values()), list(sizes.values()))
