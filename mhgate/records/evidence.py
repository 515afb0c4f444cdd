"""The evidence pack: what it holds, who signed it off, and what checking it found."""

from __future__ import annotations

from datetime import datetime
from typing import Literal

from pydantic import Field

from mhgate.records.record import Record

__all__ = [
    "JOURNAL_WAYS",
    "MEANINGS",
    "PACK_VERSION",
    "JournalWay",
    "KeptJournal",
    "KeptProtocol",
    "KeptSuite",
    "KeptSuites",
    "Meaning",
    "PackCheck",
    "PackIndex",
    "PackVerified",
    "PackedFile",
    "SignOff",
    "SignOffNeed",
]

PACK_VERSION = "1"

JournalWay = Literal["inside", "redacted", "committed"]
JOURNAL_WAYS: tuple[JournalWay, ...] = ("inside", "redacted", "committed")

Meaning = Literal["review", "approval", "responsibility", "authorship"]
MEANINGS: tuple[Meaning, ...] = ("review", "approval", "responsibility", "authorship")

_HEX = r"^[0-9a-f]{64}$"
_DIGEST = r"^sha256:[0-9a-f]{64}$"


class PackedFile(Record):
    """One file of a pack: its name below the pack's folder, its SHA-256 and its length in bytes."""

    name: str = Field(min_length=1)
    sha256: str = Field(pattern=_HEX)
    n_bytes: int = Field(ge=0)


class KeptJournal(Record):
    """What a pack says of the run's journal, whether or not it holds it.

    ``sha256``, ``n_bytes``, ``n_lines`` and ``head`` (of the chain of hashes) are those of the
    journal as the run wrote it. ``inside``: it lies in the pack; ``redacted``: one without personal
    data lies there in its place; ``committed``: nothing lies there, and who keeps the journal can
    show it later.
    """

    how: JournalWay
    sha256: str = Field(pattern=_HEX)
    n_bytes: int = Field(ge=0)
    n_lines: int = Field(ge=0)
    head: str | None = None


class KeptProtocol(Record):
    """The protocol that the team has published: the document in the pack, and where it stands."""

    file: str
    sha256: str = Field(pattern=_HEX)
    url: str | None = None


class PackIndex(Record):
    """``index.json``: everything in a pack but itself and the signatures, with digests.

    ``left_out`` says, by name, why something that could be in a pack is not; ``made_by`` is the
    version of the mhgate that made the pages in it. ``laws`` are the ids of those that were asked
    for, ``laws_expired`` those of them whose rows were past their term when the pack was made.
    """

    version: str = PACK_VERSION
    run: str
    made_by: str
    files: tuple[PackedFile, ...]
    journal: KeptJournal | None = None
    protocol: KeptProtocol | None = None
    laws: tuple[str, ...] = ()
    laws_expired: tuple[str, ...] = ()
    left_out: dict[str, str] = Field(default_factory=dict)


class KeptSuite(Record):
    """One suite of the run: its version, its digest, its files in the pack, and what stays sealed.

    ``licences`` counts its items by the licence that each of them names; ``sealed`` holds the roots
    of its packs of protected items, by file.
    """

    name: str
    pillar: str
    version: str
    digest: str
    files: tuple[PackedFile, ...]
    n_items: int = Field(ge=0)
    licences: dict[str, int] = Field(default_factory=dict)
    sealed: dict[str, str] = Field(default_factory=dict)


class KeptSuites(Record):
    """``suites.json``: the suites of a run, and the Merkle root over them."""

    version: str = PACK_VERSION
    root: str = Field(pattern=_DIGEST)
    suites: tuple[KeptSuite, ...]


class SignOff(Record):
    """What a person said of a report, under their name: the predicate of a sign-off.

    ``report`` and ``index`` are the SHA-256 digests that it is bound to; ``statement`` is the text
    that the person was shown and confirmed, ``how`` by which act.
    """

    version: str = "1"
    name: str = Field(min_length=1)
    role: str = Field(min_length=1)
    meaning: Meaning
    at: datetime
    statement: str = Field(min_length=1)
    how: Literal["typed", "stated"]
    run: str
    report: str = Field(pattern=_HEX)
    index: str = Field(pattern=_HEX)


class SignOffNeed(Record):
    """A sign-off that a pack must carry: by whom, in which role, and what it must mean."""

    role: str
    meaning: Meaning

    def __str__(self) -> str:
        return f"{self.role} {self.meaning}"


class PackCheck(Record):
    """One thing that was looked at. ``state``: it holds, it is broken, or nobody could check it.

    ``file`` names the file of the pack that it is about; ``what`` is a word for programs,
    ``sentence`` the words for people.
    """

    what: str
    state: Literal["holds", "broken", "not checked"]
    sentence: str
    file: str | None = None


class PackVerified(Record):
    """All that checking a pack found. ``keys`` are the keys that signatures were checked with."""

    pack: str
    run: str | None = None
    outcome: str | None = None
    result: str | None = None
    signed_by: str | None = None
    sign_offs: tuple[SignOff, ...] = ()
    checks: tuple[PackCheck, ...] = ()

    @property
    def holds(self) -> bool:
        """Whether nothing is broken, and something was checked."""
        return bool(self.checks) and all(each.state != "broken" for each in self.checks)

    @property
    def broken(self) -> tuple[PackCheck, ...]:
        """What does not hold."""
        return tuple(each for each in self.checks if each.state == "broken")
