"""What people and judges said about replies, with an account of what was read and left out."""

from __future__ import annotations

from typing import Literal, Self

from pydantic import Field, model_validator

from mhgate.records.record import Record

__all__ = [
    "Account",
    "Attribute",
    "Dimension",
    "LabelledBy",
    "LeftOut",
    "Noticed",
    "Rater",
    "RatingColumn",
    "RatingSet",
    "Reply",
]

Dimension = Literal["cognitive", "affective", "other"]
LabelledBy = Literal["clinicians", "crowd", "authors"]


class LeftOut(Record):
    """What was not used for one reason; ``places`` names the first few."""

    reason: str = Field(min_length=1)
    n: int = Field(ge=1)
    places: tuple[str, ...] = ()


class Account(Record):
    """What became of everything that was read: ``read = used + left out``, reason by reason."""

    what: str = Field(min_length=1)
    unit: Literal["rows", "ratings", "replies", "trials"]
    read: int = Field(ge=0)
    used: int = Field(ge=0)
    left_out: tuple[LeftOut, ...] = ()

    @model_validator(mode="after")
    def _adds_up(self) -> Self:
        left = sum(each.n for each in self.left_out)
        if self.read != self.used + left:
            msg = f"{self.what}: read {self.read} {self.unit} is not used {self.used} + left {left}"
            raise ValueError(msg)
        return self


class Noticed(Record):
    """What was used although it was odd, or was not asked for; ``places`` names the first few."""

    what: str = Field(min_length=1)
    n: int = Field(ge=1)
    places: tuple[str, ...] = ()


class Rater(Record):
    """A person or a judge; ``own`` are the sources of a judge's own family."""

    name: str = Field(min_length=1)
    kind: Literal["human", "judge"]
    labelled_by: LabelledBy | None = None
    own: tuple[str, ...] = ()


class Attribute(Record):
    """What is rated, and the composite to which it belongs."""

    name: str = Field(min_length=1)
    dimension: Dimension = "other"


class Reply(Record):
    """One reply: the conversation it stands in, and who wrote it where that is known."""

    conversation: str = Field(min_length=1)
    source: str | None = None


class RatingColumn(Record):
    """What one rater said on one attribute, reply by reply; None where there is no rating."""

    rater: str
    attribute: str
    values: tuple[float | None, ...]


class RatingSet(Record):
    """Ratings of replies by people and judges, and the account of how they were read.

    ``digests`` names the files that were read, with the sha256 of each.
    """

    raters: tuple[Rater, ...]
    attributes: tuple[Attribute, ...]
    replies: tuple[Reply, ...]
    columns: tuple[RatingColumn, ...]
    accounts: tuple[Account, ...] = ()
    noticed: tuple[Noticed, ...] = ()
    digests: dict[str, str] = Field(default_factory=dict)

    @model_validator(mode="after")
    def _fits(self) -> Self:
        raters = [rater.name for rater in self.raters]
        attributes = [attribute.name for attribute in self.attributes]
        keys = [(column.rater, column.attribute) for column in self.columns]
        for what, names in (
            ("rater", raters),
            ("attribute", attributes),
            ("reply", [(reply.conversation, reply.source) for reply in self.replies]),
            ("column", keys),
        ):
            if len(set(names)) != len(names):
                msg = f"a {what} stands there twice"
                raise ValueError(msg)
        for column in self.columns:
            if column.rater not in raters or column.attribute not in attributes:
                msg = f"a column of {column.rater!r} on {column.attribute!r}, who or which is not"
                raise ValueError(msg)
            if len(column.values) != len(self.replies):
                msg = f"{len(column.values)} values for {len(self.replies)} replies"
                raise ValueError(msg)
        return self

    @property
    def humans(self) -> tuple[Rater, ...]:
        """The people."""
        return tuple(rater for rater in self.raters if rater.kind == "human")

    @property
    def judges(self) -> tuple[Rater, ...]:
        """The judges."""
        return tuple(rater for rater in self.raters if rater.kind == "judge")

    def values(self, rater: str, attribute: str) -> tuple[float | None, ...]:
        """Return what a rater said on an attribute, reply by reply; all None without a column."""
        for column in self.columns:
            if column.rater == rater and column.attribute == attribute:
                return column.values
        return (None,) * len(self.replies)
