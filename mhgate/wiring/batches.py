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


_Dimensions = tuple[tuple[Cell, ...], ...]


@dataclass(frozen=True, slots=True)
class _Asked:
    """The single questions of some probes, and the cells that they score, by dimension."""

    questions: tuple[Question, ...]
    dimensions: _Dimensions


@dataclass(slots=True)
class Batches:
    """Which questions are asked together.

    Args:
        is_known: whether an answer is known already, by transcript and question: it is not asked
            for again beside others.
    """

    is_known: Callable[[Question, Transcript], bool] = lambda _question, _transcript: False
    _readers: Mapping[str, Sequence[Probe]] = field(default_factory=dict)
    _questions: Mapping[str, Question] = field(default_factory=dict)
    _rubrics: Mapping[str, Rubric] = field(default_factory=dict)
    _cells: dict[str, _Dimensions] = field(default_factory=dict)
    _known: dict[tuple[str, ...], _Asked] = field(default_factory=dict)

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
        self._readers, self._questions, self._rubrics = readers, questions, rubrics
        self._cells, self._known = {}, {}

    def learn_cells(self, item_id: str, cells: Sequence[Cell]) -> None:
        """Say which cells are asked about one item, whoever reads it.

        Args:
            item_id: the item's id.
            cells: in the order of their rubric.
        """
        self._cells[item_id] = _by_dimension([("", cell) for cell in cells])

    def of(self, question: Question, item: Item, transcript: Transcript) -> Sequence[Question]:
        """Return the questions of one call, that question among them; none where nobody has said.

        Args:
            question: that is asked now.
            item: what was asked.
            transcript: what was said.
        """
        for batch in (self._asked_of(item.id).questions, *self.of_cells(item)):
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
        return self._asked_of(item.id).questions

    def of_cells(self, item: Item) -> list[tuple[Question, ...]]:
        """Return the batches of cells that are asked about an item.

        Args:
            item: its vignette says which cells apply.
        """
        return [
            tuple(cell.question for cell in batch)
            for cells in self._cells.get(item.id, self._asked_of(item.id).dimensions)
            for batch in in_batches([cell for cell in cells if cell.applies_to(item)])
        ]

    @property
    def has_grades(self) -> bool:
        """Whether one of the questions is graded."""
        readers = {tuple(probe.id for probe in each): each for each in self._readers.values()}
        found = [self._asked_by(each) for each in readers.values()]
        dimensions = [*self._cells.values(), *(each.dimensions for each in found)]
        cells = [cell.question for each in dimensions for of in each for cell in of]
        asked = [question for each in found for question in each.questions]
        return any(each.is_graded for each in (*asked, *cells))

    def _asked_of(self, item_id: str) -> _Asked:
        return self._asked_by(self._readers.get(item_id, ()))

    def _asked_by(self, probes: Sequence[Probe]) -> _Asked:
        """Return what some probes ask: thousands of items are read by the same ones."""
        names = tuple(probe.id for probe in probes)
        if names not in self._known:
            scored = [(self._rubrics[each.id], each) for each in probes if each.id in self._rubrics]
            self._known[names] = _Asked(
                tuple(self._questions[name] for name in names if name in self._questions),
                _dimensions(scored),
            )
        return self._known[names]


def _dimensions(scored: Sequence[tuple[Rubric, Probe]]) -> _Dimensions:
    """Return the cells that some probes score, by rubric and dimension, none twice."""
    found = [
        (rubric.digest, cell)
        for rubric, probe in scored
        for cell in rubric.cells_of(str(probe.dimension))
    ]
    return _by_dimension(found)


def _by_dimension(found: Sequence[tuple[str, Cell]]) -> _Dimensions:
    grouped: dict[tuple[str, str], dict[str, Cell]] = {}
    for rubric, cell in found:
        grouped.setdefault((rubric, cell.dimension), {}).setdefault(cell.question.digest, cell)
    return tuple(tuple(cells.values()) for cells in grouped.values())
