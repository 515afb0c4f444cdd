"""What people decided about what failed: it is accepted, or it is mitigated; by whom, and why.

A disposition changes no verdict and no figure. It says that a person has looked.
"""

from __future__ import annotations

from datetime import date
from typing import Literal, Self

from pydantic import Field, model_validator

from mhgate.records.hazards import HAZARD_ID
from mhgate.records.record import Record

__all__ = [
    "DISPOSITION_KINDS",
    "Disposition",
    "DispositionFile",
    "DispositionKind",
    "DispositionLine",
    "DispositionTable",
    "IdleDisposition",
]

DispositionKind = Literal["accepted", "mitigated"]
DISPOSITION_KINDS: tuple[DispositionKind, ...] = ("accepted", "mitigated")

_DIGEST = r"^sha256:[0-9a-f]{64}$"


class Disposition(Record):
    """One decision of one person, about an item that a probe missed, or about a waiver.

    It is bound to what was seen: to the item's digest, the probe and the report's digest; or to a
    waiver by its id, and the report's digest.
    """

    id: str = Field(pattern=HAZARD_ID)
    kind: DispositionKind
    by: str = Field(min_length=1, max_length=400)
    role: str | None = Field(default=None, min_length=1, max_length=400)
    why: str = Field(min_length=1, max_length=4000)
    on: date
    hazard: str | None = Field(default=None, pattern=HAZARD_ID)
    report: str = Field(pattern=_DIGEST)
    probe: str | None = Field(default=None, min_length=1)
    item: str | None = Field(default=None, min_length=1)
    item_digest: str | None = Field(default=None, pattern=_DIGEST)
    waiver: str | None = Field(default=None, min_length=1)

    @model_validator(mode="after")
    def _is_about_one_thing(self) -> Self:
        of_item = (self.probe, self.item, self.item_digest)
        if self.waiver is None and None in of_item:
            msg = "it names probe, item and item_digest, or a waiver"
            raise ValueError(msg)
        if self.waiver is not None and any(each is not None for each in of_item):
            msg = "it is about an item or about a waiver, not about both"
            raise ValueError(msg)
        return self

    @property
    def about(self) -> tuple[str, ...]:
        """What it is about, as one report can hold it once."""
        if self.waiver is not None:
            return ("waiver", self.waiver)
        return ("item", str(self.probe), str(self.item))


class DispositionFile(Record):
    """A file of dispositions."""

    dispositions: tuple[Disposition, ...] = ()

    @model_validator(mode="after")
    def _has_each_once(self) -> Self:
        ids = [each.id for each in self.dispositions]
        twice = sorted({name for name in ids if ids.count(name) > 1})
        if twice:
            msg = f"the disposition {twice[0]} stands there twice"
            raise ValueError(msg)
        about = [(each.report, each.about) for each in self.dispositions]
        for each in self.dispositions:
            if about.count((each.report, each.about)) > 1:
                msg = f"{each.id}: what it is about has a second disposition for the same report"
                raise ValueError(msg)
        return self


class DispositionLine(Record):
    """Something that failed, or an open waiver, with what was decided; None: nobody did."""

    what: Literal["item", "waiver"]
    probe: str | None = None
    item: str | None = None
    item_digest: str | None = None
    waiver: str | None = None
    outcome: str | None = None
    says: str = ""
    disposition: Disposition | None = None


class IdleDisposition(Record):
    """A disposition that speaks of nothing in this report, and why.

    ``stale``: the item has other words now; ``other_report``: it was given for another run, and the
    item fails here too; ``not_open``: what it is about does not fail here, or is no open waiver.
    """

    disposition: Disposition
    state: Literal["stale", "other_report", "not_open"]


class DispositionTable(Record):
    """``dispositions.json``: every failed item of a gating probe, every open waiver, and decisions.

    ``n_beside`` counts items missed by probes that gate nothing; they need no disposition.
    """

    version: str = "1"
    run: str
    report: str = Field(pattern=_DIGEST)
    says: str
    lines: tuple[DispositionLine, ...] = ()
    idle: tuple[IdleDisposition, ...] = ()
    n_beside: int = Field(default=0, ge=0)

    @property
    def undisposed(self) -> tuple[DispositionLine, ...]:
        """What nobody has decided about."""
        return tuple(each for each in self.lines if each.disposition is None)
