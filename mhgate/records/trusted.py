"""What a judge is trusted on: its agreement with people, one question and language at a time."""

from __future__ import annotations

from datetime import date
from typing import Literal, Self

from pydantic import Field, model_validator

from mhgate.records.record import Record

__all__ = ["Agreed", "Certificate"]


class Agreed(Record):
    """Of the transcripts to which people gave one answer: how often the judge gave it too.

    The effective counts are what the raw ones are worth where transcripts come in families; they
    are what enters an interval.
    """

    n: int = Field(ge=0)
    n_agreed: int = Field(ge=0)
    n_families: int = Field(ge=0)
    effective_n: float = Field(ge=0)
    effective_agreed: float = Field(ge=0)

    @model_validator(mode="after")
    def _fits(self) -> Self:
        if self.n_agreed > self.n or self.n_families > self.n:
            msg = f"{self.n_agreed} agreed and {self.n_families} families do not fit into {self.n}"
            raise ValueError(msg)
        if self.effective_agreed > self.effective_n or self.effective_n > self.n:
            msg = (
                f"effective counts {self.effective_agreed} of {self.effective_n} do not fit "
                f"into {self.n}"
            )
            raise ValueError(msg)
        return self


class Certificate(Record):
    """A judge's agreement with human raters on one question in one language.

    ``yes`` counts the transcripts to which people answered yes, ``no`` those to which they answered
    no. It holds for one judge and one wording: where either fingerprint or digest differs, it says
    nothing.
    """

    id: str = Field(min_length=1)
    question: str = Field(min_length=1)
    question_digest: str = Field(min_length=1)
    language: str = "en"
    judge_fingerprint: str = Field(min_length=1)
    yes: Agreed
    no: Agreed
    labelled_by: Literal["clinicians", "crowd", "authors"]
    labelled_on: date
