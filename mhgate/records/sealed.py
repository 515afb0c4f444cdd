"""Protected items: what may be known of a pack without its key, and what a key opens in memory."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

from pydantic import Field, JsonValue

from mhgate.records.record import Record

__all__ = [
    "Opener",
    "Opening",
    "Pack",
    "Seal",
    "SealTerms",
    "SealedPart",
    "SealedRow",
]


class SealTerms(Record):
    """What a pack says of itself inside and outside: the two must agree when it is opened.

    ``recipients`` are the public keys that it is encrypted to, ``root`` the salted Merkle root of
    its rows. ``strata`` counts the rows by those strata that may be known, by key and value;
    ``keys`` says whether right choices and norms may stand in reports, ``perturbed`` whether a
    program changes what some rows say. ``canary`` is the pack's own mark, by which a leak is found.
    """

    version: Literal["1"] = "1"
    recipients: tuple[str, ...] = Field(min_length=1)
    root: str
    n_items: int = Field(ge=1)
    n_families: int = Field(ge=1)
    languages: dict[str, int]
    strata: dict[str, dict[str, int]] = Field(default_factory=dict)
    keys: bool = False
    perturbed: bool = False
    canary: str = Field(min_length=1)


class Seal(Record):
    """What lies beside a pack in clear: ``pack`` is the digest of its bytes.

    ``digest`` is that of all the rest, so that a slip of the pen is noticed without a key.
    """

    terms: SealTerms
    pack: str
    digest: str


@dataclass(frozen=True, slots=True)
class SealedRow:
    """One row of a pack, in memory alone.

    Args:
        name: the opaque name that stands for its id everywhere else.
        family: that of its family.
        digest: of the salted row: its leaf's hash.
        text: the row as it was written; never shown, never written.
    """

    name: str
    family: str
    digest: str
    text: bytes = field(repr=False)


@dataclass(frozen=True, slots=True)
class Pack:
    """A pack with its seal; without a key, nothing but the seal.

    Args:
        terms: what may be known.
        rows: what it holds; None where no key was there to open it.
        why_closed: why it is not open, in a few words; empty where it is.
    """

    terms: SealTerms
    rows: tuple[SealedRow, ...] | None = field(default=None, repr=False)
    why_closed: str = ""

    @property
    def is_open(self) -> bool:
        """Whether its rows can be read."""
        return self.rows is not None


Opener = Callable[[Path], Pack]
"""Opens the pack at a path, or says why it stays closed; raises SuiteError for a damaged one."""


class Opening(Record):
    """One row of a pack, shown, with what proves that it was in it.

    ``item`` is the row in clear, ``salt`` what was hashed with it (hexadecimal), ``index`` and
    ``size`` its place among the leaves and their number, ``path`` the siblings' hashes up to
    ``root``.
    """

    version: Literal["1"] = "1"
    root: str
    name: str
    item: dict[str, JsonValue]
    salt: str = Field(pattern=r"^[0-9a-f]{64}$")
    index: int = Field(ge=0)
    size: int = Field(ge=1)
    path: tuple[str, ...]


class SealedPart(Record):
    """What a report says of a pack: its root, how much was drawn of it, and by which seed.

    ``file`` is the suite's folder and the items' name. ``draw_seed`` and the root decide the order
    in which the pack is drawn; a run with a baseline takes the baseline's.
    """

    file: str
    root: str
    n_items: int = Field(ge=0)
    n_drawn: int = Field(ge=0)
    draw_seed: int
    is_open: bool
