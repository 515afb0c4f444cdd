"""Exceptions from a policy: named, reasoned, for one probe or item, and never for ever."""

from __future__ import annotations

from datetime import date
from typing import Literal, Self

from pydantic import Field, model_validator

from mhgate.records.record import Record

__all__ = ["MOST_WAIVED_DAYS", "Waiver", "WaiverUse", "Waivers"]

MOST_WAIVED_DAYS = 90
"""How many days after it was granted a waiver may expire at most."""


class Waiver(Record):
    """One exception. It holds up to and with the day on which it expires.

    With an ``item`` it leaves that item out of the probe's decision; without, what the probe is
    proven to fail does not block: over all its trials, or within the one ``stratum`` that is named.
    """

    id: str = Field(min_length=1)
    probe: str = Field(min_length=1)
    item: str | None = None
    stratum: str | None = None
    reason: str = Field(min_length=1)
    by: str = Field(min_length=1)
    issue: str | None = None
    granted: date
    expires: date

    @model_validator(mode="after")
    def _has_a_term(self) -> Self:
        if not 0 <= (self.expires - self.granted).days <= MOST_WAIVED_DAYS:
            msg = (
                f"a waiver expires on the day it is granted or up to {MOST_WAIVED_DAYS} days later"
            )
            raise ValueError(msg)
        if self.item is not None and self.stratum is not None:
            msg = "a waiver is for an item or for a stratum"
            raise ValueError(msg)
        return self


class Waivers(Record):
    """A file of waivers, held to a day: what expired before that is an exception no more.

    ``digest`` is that of what the file says, and is part of the policy's digest; the day is not.
    """

    file: str
    digest: str
    on: date
    held: tuple[Waiver, ...]

    @property
    def expired(self) -> tuple[Waiver, ...]:
        """Those that are past their term."""
        return tuple(each for each in self.held if each.expires < self.on)

    @property
    def valid(self) -> tuple[Waiver, ...]:
        """Those that hold."""
        return tuple(each for each in self.held if each.expires >= self.on)

    def items_of(self, probe_id: str) -> frozenset[str]:
        """Return the items that are left out of a probe's decision, whatever they come to.

        Args:
            probe_id: the probe.
        """
        return frozenset(
            each.item for each in self.valid if each.probe == probe_id and each.item is not None
        )


class WaiverUse(Record):
    """What a waiver did in one verdict, in a word and in a sentence.

    ``waives``: without it something would block, or an item that missed would count;
    ``not_needed``: nothing that it waives was proven; ``refused``: it is for what cannot be waived;
    ``expired``: it makes the gate red. ``n_left_out`` counts the trials that one for an item left
    out.
    """

    id: str
    state: Literal["waives", "not_needed", "refused", "expired"]
    sentence: str
    n_left_out: int = Field(default=0, ge=0)
