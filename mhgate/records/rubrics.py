"""Rubrics over whole conversations: cells, dimensions and pools of them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, Self

from pydantic import Field

from mhgate.records.asked import Item, Question
from mhgate.records.question_flows import QuestionFlow
from mhgate.records.record import Record
from mhgate.records.vignette import Domain

__all__ = ["Cell", "CellKept", "Mark", "Rubric", "RubricDimension", "RubricKept"]

Mark = Literal["recognised", "explored", "escalated"]
"""What a cell that is met says of the course of a conversation."""


class Cell(Record):
    """One question of a rubric, about one domain where it is asked for each.

    ``good`` is the answer that meets the criterion; a cell without one is asked and shown, and
    scores nothing (the graded severity). ``applies``: ``always``, or only where the vignette's
    domain is ``present`` or ``absent``; what does not apply is not asked.
    """

    id: str = Field(min_length=1)
    number: int = Field(ge=1)
    question: Question
    dimension: str
    domain: Domain | None = None
    good: Literal["yes", "no"] | None = None
    weight: float = Field(default=1, gt=0)
    applies: Literal["always", "present", "absent"] = "always"
    marks: Mark | None = None

    def applies_to(self, item: Item) -> bool:
        """Return whether the cell is asked about an item's conversations.

        Args:
            item: where it holds no vignette, nothing is known of the person and all is asked.
        """
        if self.applies == "always" or item.vignette is None or self.domain is None:
            return True
        return (item.vignette.severity(self.domain) != "none") == (self.applies == "present")


class RubricDimension(Record):
    """A dimension of a rubric; ``weight`` counts where several are pooled."""

    id: str
    title: str
    doc: str
    weight: float = Field(default=1, gt=0)


class Rubric(Record):
    """Questions about a whole conversation, in dimensions; ``pools`` names means over several."""

    id: str
    version: str
    dimensions: tuple[RubricDimension, ...] = Field(min_length=1)
    pools: dict[str, tuple[str, ...]] = Field(default_factory=dict)
    cells: tuple[Cell, ...] = Field(min_length=1)
    digest: str

    def names(self) -> tuple[str, ...]:
        """The dimensions' ids and the pools' names."""
        return (*(each.id for each in self.dimensions), *self.pools)

    def dimensions_of(self, name: str) -> tuple[RubricDimension, ...]:
        """Return the dimension of that id, or those that are pooled under the name.

        Args:
            name: one of :meth:`names`.
        """
        wanted = self.pools.get(name, (name,))
        return tuple(each for each in self.dimensions if each.id in wanted)

    def cells_of(self, name: str) -> tuple[Cell, ...]:
        """Return the cells of a dimension, or of all that are pooled under a name.

        Args:
            name: one of :meth:`names`.
        """
        wanted = {each.id for each in self.dimensions_of(name)}
        return tuple(cell for cell in self.cells if cell.dimension in wanted)

    def score(self, name: str, meets: Mapping[str, bool]) -> float | None:
        """Return the share that is met: weighted within a dimension, then over those pooled.

        Args:
            name: one of :meth:`names`.
            meets: by cell, whether it is met; a cell that did not apply is absent.

        Returns:
            A share in [0, 1], None where nothing applied. A dimension in which nothing applied
            takes no part.
        """
        shares, weights = [], []
        for dimension in self.dimensions_of(name):
            scored = [
                cell
                for cell in self.cells
                if cell.dimension == dimension.id and cell.good is not None and cell.id in meets
            ]
            if not scored:
                continue
            whole = sum(cell.weight for cell in scored)
            shares.append(sum(cell.weight for cell in scored if meets[cell.id]) / whole)
            weights.append(dimension.weight)
        if not shares:
            return None
        pooled = sum(share * weight for share, weight in zip(shares, weights, strict=True))
        return min(1.0, pooled / sum(weights))


class CellKept(Record):
    """What a report keeps of a cell: the question's id and digest, and what a met one says."""

    name: str
    question: str
    dimension: str | None = None
    domain: Domain | None = None
    marks: Mark | None = None


class RubricKept(Record):
    """What a report keeps of a rubric, or of a question flow: what its cells are, without words.

    ``probes`` are the ids of those that score a dimension or a pool of it.
    """

    id: str
    version: str
    digest: str
    kind: Literal["cells", "flow"] = "cells"
    probes: tuple[str, ...] = Field(min_length=1)
    cells: dict[str, CellKept]

    @classmethod
    def of(cls, rubric: Rubric, probes: tuple[str, ...]) -> Self:
        """Return what is kept of a rubric.

        Args:
            rubric: the rubric.
            probes: the ids of those that score it.
        """
        return cls(
            id=rubric.id,
            version=rubric.version,
            digest=rubric.digest,
            probes=probes,
            cells={
                cell.id: CellKept(
                    name=cell.question.id,
                    question=cell.question.digest,
                    dimension=cell.dimension,
                    domain=cell.domain,
                    marks=cell.marks,
                )
                for cell in rubric.cells
            },
        )

    @classmethod
    def of_flow(cls, flow: QuestionFlow, probes: tuple[str, ...]) -> Self:
        """Return what is kept of a question flow.

        Args:
            flow: the flow.
            probes: the ids of those that walk it.
        """
        return cls(
            id=flow.id,
            version=flow.version,
            digest=flow.digest,
            kind="flow",
            probes=probes,
            cells={
                each.id: CellKept(
                    name=each.question.id,
                    question=each.question.digest,
                    dimension=each.dimension,
                )
                for each in flow.questions
            },
        )
