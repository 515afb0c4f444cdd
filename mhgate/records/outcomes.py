"""What one probe saw on one trial."""

from __future__ import annotations

from typing import Self

from pydantic import Field, model_validator

from mhgate.records.came_back import AnswerValue, Stage, Vote
from mhgate.records.question_flows import Rating
from mhgate.records.record import Record

__all__ = ["CellOutcome", "ItemOutcome"]


class CellOutcome(Record):
    """What a report keeps of a cell: its answer, whether it is met, and the turn it rests on.

    ``turn`` is the first quoted turn of the product, counted among its replies from 1; None where
    nothing of the product is quoted.
    """

    value: AnswerValue | None = None
    grade: int | None = None
    meets: bool | None = None
    turn: int | None = Field(default=None, ge=1)
    failure: str | None = None


class ItemOutcome(Record):
    """What one probe saw on one trial: a value, or the failure's stage and kind.

    ``key`` is what the item says of what code reads (``read``), and stands beside a failure too.
    ``cells`` are those of a rubric's dimension that were asked, by the cell's id; what a vignette
    makes pointless to ask is not among them, and a pool of dimensions has none.
    ``confirmed_by`` is the fingerprint of another judge that said the same of an alarm.
    ``rating`` is what a question flow says of its dimension; ``n_replies`` is how often the product
    spoke, beside cells alone, whose turns are counted so. ``attempts`` is the most requests that
    one reply of the product took; it enters no figure and no leaf.
    """

    trial_id: str
    probe_id: str
    item_id: str
    item_digest: str
    family: str
    epoch: int = Field(ge=0)
    strata: dict[str, str]
    value: float | None = Field(default=None, ge=0, le=1)
    answer: AnswerValue | None = None
    grade: int | None = None
    read: str | float | None = None
    key: str | float | None = None
    failure_stage: Stage | None = None
    failure_kind: str | None = None
    judge: str | None = None
    confirmed_by: str | None = None
    votes: tuple[Vote, ...] = ()
    cells: dict[str, CellOutcome] = Field(default_factory=dict)
    rating: Rating | None = None
    n_replies: int | None = Field(default=None, ge=1)
    attempts: int = Field(default=1, ge=1)

    @model_validator(mode="after")
    def _is_one_of_both(self) -> Self:
        if (self.value is None) == (self.failure_kind is None):
            msg = "an item's outcome is either a value or a failure"
            raise ValueError(msg)
        return self
