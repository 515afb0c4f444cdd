"""Which questions go into one call of a judge that is asked in batches.

The single questions that read an item go together. The cells of a rubric go dimension by
dimension: those that apply to the item, and no more than ``MOST_IN_A_BATCH`` at once.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType

from mhgate.records import Cell, Item, Probe, Question, Rubric, Transcript

__all__ = ["MOST_IN_A_BATCH", "Batches", "in_batches"]

MOST_IN_A_BATCH = 24
"""The most cells of a rubric that one call asks."""


def in_batches(cells: Sequence[Cell], most: int = MOST_IN_A_BATCH) -> list[tuple[Cell, ...]]:
    """Return the cells of one dimension in batches of nearly one size, in their order.

    Args:
        cells: of one dimension, those that are asked.
        most: of a batch, at least 1.
    """
    n_batches = math.ceil(len(cells) / most)
    size, larger = divmod(len(cells), n_batches) if n_batches else (0, 0)
    found, start = [], 0
    for number in range(n_batches):
        end = start + size + (number < larger)
        found.append(tuple(cells[start:end]))
        start = end
    return found


@dataclass(slots=True)
class Batches:
    """Which questions are asked together.

    Args:
        is_known: whether an answer is known already, by transcript and question: it is not asked
            for again beside others.
    """

    is_known: Callable[[Question, Transcript], bool] = lambda _question, _transcript: False
    _questions: dict[str, tuple[Question, ...]] = field(default_factory=dict)
    _dimensions: dict[str, tuple[tuple[Cell, ...], ...]] = field(default_factory=dict)

    def learn(
        self,
        readers: Mapping[str, Sequence[Probe]],
        questions: Mapping[str, Question],
        rubrics: Mapping[str, Rubric] = MappingProxyType({}),
    ) -> None:
        """Say which questions read which items.

        Args:
            readers: the probes that read an item, by the item's id.
            questions: the questions of the judged probes, by the probe's id.
            rubrics: the rubrics of those that score one, by the probe's id.
        """
        self._questions = {
            item_id: tuple(questions[probe.id] for probe in probes if probe.id in questions)
            for item_id, probes in readers.items()
        }
        known: dict[tuple[str, ...], tuple[tuple[Cell, ...], ...]] = {}
        self._dimensions = {}
        for item_id, probes in readers.items():
            scoring = tuple(probe.id for probe in probes if probe.id in rubrics)
            if scoring not in known:  # thousands of items are read by the same probes
                asked = [(rubrics[each.id], each) for each in probes if each.id in rubrics]
                known[scoring] = _dimensions(asked)
            self._dimensions[item_id] = known[scoring]

    def learn_cells(self, item_id: str, cells: Sequence[Cell]) -> None:
        """Say which cells are asked about one item, whoever reads it.

        Args:
            item_id: the item's id.
            cells: in the order of their rubric.
        """
        self._dimensions[item_id] = _by_dimension([("", cell) for cell in cells])

    def of(self, question: Question, item: Item, transcript: Transcript) -> Sequence[Question]:
        """Return the questions of one call, that question among them; none where nobody has said.

        Args:
            question: that is asked now.
            item: what was asked.
            transcript: what was said.
        """
        for batch in (self._questions.get(item.id, ()), *self.of_cells(item)):
            if any(each.digest == question.digest for each in batch):
                return [
                    each
                    for each in batch
                    if each.digest == question.digest or not self.is_known(each, transcript)
                ]
        return ()

    def single_questions(self, item: Item) -> Sequence[Question]:
        """Return the questions that are no cells and read an item.

        Args:
            item: what was asked.
        """
        return self._questions.get(item.id, ())

    def of_cells(self, item: Item) -> list[tuple[Question, ...]]:
        """Return the batches of cells that are asked about an item.

        Args:
            item: its vignette says which cells apply.
        """
        return [
            tuple(cell.question for cell in batch)
            for cells in self._dimensions.get(item.id, ())
            for batch in in_batches([cell for cell in cells if cell.applies_to(item)])
        ]

    @property
    def has_grades(self) -> bool:
        """Whether one of the questions is graded."""
        rubrics = {id(each): each for each in self._dimensions.values()}  # of many items one
        cells = [cell for each in rubrics.values() for of in each for cell in of]
        asked = [each for of in self._questions.values() for each in of]
        return any(each.is_graded for each in (*asked, *(cell.question for cell in cells)))


def _dimensions(scored: Sequence[tuple[Rubric, Probe]]) -> tuple[tuple[Cell, ...], ...]:
    """Return the cells that some probes score, by rubric and dimension, none twice."""
    found = [
        (rubric.digest, cell)
        for rubric, probe in scored
        for cell in rubric.cells_of(str(probe.dimension))
    ]
    return _by_dimension(found)


def _by_dimension(found: Sequence[tuple[str, Cell]]) -> tuple[tuple[Cell, ...], ...]:
    grouped: dict[tuple[str, str], dict[str, Cell]] = {}
    for rubric, cell in found:
        grouped.setdefault((rubric, cell.dimension), {}).setdefault(cell.question.digest, cell)
    return tuple(tuple(cells.values()) for cells in grouped.values())
