"""What became of a file that was made into a suite: the account of its rows, and where they are."""

from __future__ import annotations

from typing import Literal, Self

from pydantic import Field, model_validator

from mhgate.records.rated import LeftOut, Noticed
from mhgate.records.record import Record

__all__ = ["IMPORT_SCHEMA_VERSION", "ImportAccount", "ImportedFile", "SuiteImport"]

IMPORT_SCHEMA_VERSION = "1"
"""Of import.json: a key that is added does not change it."""


class ImportAccount(Record):
    """What became of everything that was read: ``read = used + left out``, reason by reason."""

    what: str = Field(min_length=1)
    unit: Literal["rows", "criteria", "replies"]
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


class ImportedFile(Record):
    """A file of the suite that was written: ``rows`` items, or replies, of so many families."""

    name: str = Field(min_length=1)
    holds: Literal["items", "replies"]
    rows: int = Field(ge=1)
    families: int = Field(ge=1)


class SuiteImport(Record):
    """How a suite came to be, as its import.json says.

    ``file`` is the name of what was read, without its folder; ``encoding`` None: a workbook, which
    has none. ``let_stand`` counts by rule the items in which ``mhgate suites check`` lets stand
    what stood so; ``warnings`` and ``errors`` what it still has to say.
    """

    schema_version: str = IMPORT_SCHEMA_VERSION
    mhgate: str
    suite: str
    format: str
    file: str
    digest: str
    encoding: str | None = None
    mapping_digest: str | None = None
    source: str = Field(min_length=1)
    licence: str = Field(min_length=1)
    accounts: tuple[ImportAccount, ...] = Field(min_length=1)
    noticed: tuple[Noticed, ...] = ()
    files: tuple[ImportedFile, ...] = Field(min_length=1)
    questions: dict[str, str] = Field(default_factory=dict)
    facts: dict[str, float] = Field(default_factory=dict)
    let_stand: dict[str, int] = Field(default_factory=dict)
    warnings: dict[str, int] = Field(default_factory=dict)
    errors: dict[str, int] = Field(default_factory=dict)
