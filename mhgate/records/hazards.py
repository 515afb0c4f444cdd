"""Hazards as a team's hazard log states them: what could go wrong, how bad, what is done about it.

Every rating is a person's, in that person's words. Nothing here reckons a risk.
"""

from __future__ import annotations

from datetime import date
from typing import Self

from pydantic import Field, model_validator

from mhgate.records.record import Record

__all__ = ["HAZARD_ID", "Hazard", "HazardFile", "HazardLine", "HazardTable"]

HAZARD_ID = r"^[A-Za-z0-9](?:[A-Za-z0-9._/-]{0,62}[A-Za-z0-9])?$"
"""What a hazard may be called, ``H-012`` say."""


class Hazard(Record):
    """One row of a hazard log. All but ``id`` are a person's words, shown as they stand.

    ``initial_risk`` is that before the ``control``, ``residual_risk`` that after it.
    """

    id: str = Field(pattern=HAZARD_ID)
    title: str = Field(min_length=1, max_length=4000)
    severity: str = Field(default="", max_length=400)
    likelihood: str = Field(default="", max_length=400)
    initial_risk: str = Field(default="", max_length=400)
    control: str = Field(default="", max_length=4000)
    residual_risk: str = Field(default="", max_length=400)


class HazardFile(Record):
    """The hazards of a product; ``source`` and ``source_sha256`` are of the file imported."""

    source: str = ""
    source_sha256: str = ""
    imported: date | None = None
    hazards: tuple[Hazard, ...] = ()

    @model_validator(mode="after")
    def _has_each_once(self) -> Self:
        ids = [each.id for each in self.hazards]
        twice = sorted({name for name in ids if ids.count(name) > 1})
        if twice:
            msg = f"the hazard {twice[0]} stands there twice"
            raise ValueError(msg)
        return self


class HazardLine(Record):
    """A hazard beside one probe that is about it; ``probe`` None: no probe of the run is.

    The figure is the run's, the ratings are people's. ``hazard`` None: a probe names the id, and
    the file of hazards does not have it.
    """

    id: str
    hazard: Hazard | None = None
    probe: str | None = None
    outcome: str | None = None
    point: float | None = None
    lower: float | None = None
    upper: float | None = None
    min_score: float | None = None


class HazardTable(Record):
    """``hazards.json``: every hazard, beside the figures of the probes that are about it.

    ``probes_without`` are those that name no hazard.
    """

    version: str = "1"
    run: str
    says: str
    source: str = ""
    source_sha256: str = ""
    lines: tuple[HazardLine, ...] = ()
    probes_without: tuple[str, ...] = ()
