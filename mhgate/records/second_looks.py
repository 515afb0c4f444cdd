"""A second look, on fresh seeds, at what a run would blame on a product."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from mhgate.records.record import Record

__all__ = ["Confirm", "Confirmation"]

Confirm = Literal["off", "flipped", "all"]
"""What is asked again before a regression is red: nothing, the items that flipped, or all pairs."""


class Confirmation(Record):
    """What a second look at one claimed regression came to.

    ``of`` says which items were asked again, ``n_items`` how many, ``n_trials`` times in all
    (in either arm that is asked), ``n_failed`` of them without a measured reply. ``p_value``
    tests "on these items it did not get worse" on the fresh replies; at most ``alpha``
    confirms. ``could_not`` says why the look could not be made, so that the first one stands;
    empty where it was. ``smallest_visible_drop`` is the drop on these items that would be
    confirmed 4 times in 5, None where none would.
    """

    of: Confirm
    n_items: int = Field(ge=0)
    n_trials: int = Field(ge=0)
    n_failed: int = Field(default=0, ge=0)
    difference: float = Field(default=0, ge=-1, le=1)
    p_value: float = Field(default=1, ge=0, le=1)
    alpha: float = Field(gt=0, lt=0.5)
    confirmed: bool = False
    could_not: str = ""
    smallest_visible_drop: float | None = None

    @property
    def is_red(self) -> bool:
        """Whether the regression stands: it was confirmed, or nobody could look again."""
        return self.confirmed or bool(self.could_not)
