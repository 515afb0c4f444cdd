"""The law map: what laws and standards ask for, in our own words, and what a run says to each.

Nothing here is legal advice, and no record says that a law is met: a figure stands beside a
requirement, and whether it is enough is for people to say.
"""

from __future__ import annotations

from datetime import date
from typing import Literal, Self

from pydantic import Field, model_validator

from mhgate.records.record import Record

__all__ = [
    "ExternalFigure",
    "ExternalFigures",
    "Law",
    "LawAnswer",
    "LawEntry",
    "LawFigure",
    "LawLine",
    "LawMap",
    "LawQuestion",
    "LawRequirement",
    "SourceKind",
]

SourceKind = Literal["primary", "secondary"]
"""Whether the text itself was read, or what somebody else says of it."""

_LAW_ID = r"^[a-z0-9]+(?:-[a-z0-9]+)*$"
_HEX = r"^[0-9a-f]{64}$"


class LawQuestion(Record):
    """A question that decides whether, or how, a law applies; people answer it."""

    id: str = Field(pattern=_LAW_ID)
    text: str = Field(min_length=1)


class LawRequirement(Record):
    """One row of the map: what is asked for, what of a pack speaks to it, and what does not.

    ``probes`` are ids of shipped probes; ``parts`` are files of a pack that speak to it without a
    figure (a signature, the thresholds); ``not_shown`` is what nothing in a pack shows.
    ``secondary``: this row rests on what others say, though the law's text was read.
    """

    id: str = Field(pattern=_LAW_ID)
    cited: str = Field(min_length=1)
    asks: str = Field(min_length=1)
    probes: tuple[str, ...] = ()
    parts: tuple[str, ...] = ()
    not_shown: tuple[str, ...] = ()
    secondary: bool = False

    @model_validator(mode="after")
    def _says_what_is_there_or_not(self) -> Self:
        if not (self.probes or self.parts or self.not_shown):
            msg = f"{self.id}: names neither probes, nor parts, nor what is not shown"
            raise ValueError(msg)
        return self


class Law(Record):
    """A law or a standard. After ``expires`` the row must be read again before it is relied on."""

    id: str = Field(pattern=_LAW_ID)
    title: str = Field(min_length=1)
    place: str = Field(min_length=1)
    in_force: str = Field(min_length=1)
    citation: str = Field(min_length=1)
    url: str = Field(pattern=r"^https://")
    source: SourceKind
    read_in: str = Field(min_length=1)
    read: date
    expires: date
    questions: tuple[LawQuestion, ...] = Field(min_length=1)
    requirements: tuple[LawRequirement, ...] = Field(min_length=1)

    @model_validator(mode="after")
    def _holds_together(self) -> Self:
        for names in ([q.id for q in self.questions], [r.id for r in self.requirements]):
            if len(set(names)) < len(names):
                msg = f"{self.id}: an id stands there twice"
                raise ValueError(msg)
        if self.expires <= self.read:
            msg = f"{self.id}: expires before it was read"
            raise ValueError(msg)
        return self

    def source_of(self, row: LawRequirement) -> SourceKind:
        """Return on what kind of source one row rests.

        Args:
            row: of this law.
        """
        return "secondary" if row.secondary else self.source


class LawAnswer(Record):
    """An applicability question with the answer that somebody gave; None: nobody did."""

    id: str
    question: str
    answer: str | None = None
    by: str | None = None
    on: date | None = None


class ExternalFigure(Record):
    """A figure that no run measures, as somebody attests it: a count of referrals, say.

    It never stands among figures of a run. ``file`` and ``sha256`` bind what it was taken from.
    """

    id: str = Field(pattern=_LAW_ID)
    laws: tuple[str, ...] = Field(min_length=1)
    what: str = Field(min_length=1, max_length=400)
    value: float
    unit: str = Field(min_length=1, max_length=100)
    period_from: date
    period_to: date
    attested_by: str = Field(min_length=1, max_length=400)
    role: str = Field(min_length=1, max_length=400)
    attested_on: date
    source: str = Field(min_length=1, max_length=400)
    sha256: str | None = Field(default=None, pattern=_HEX)

    @model_validator(mode="after")
    def _has_a_period(self) -> Self:
        if self.period_to < self.period_from:
            msg = f"{self.id}: its period ends before it begins"
            raise ValueError(msg)
        return self


class ExternalFigures(Record):
    """A file of external figures; ``sha256`` binds the file."""

    file: str
    sha256: str = Field(pattern=_HEX)
    figures: tuple[ExternalFigure, ...] = ()


class LawFigure(Record):
    """What a run measured of one probe, as the report holds it, and what a reader must know of it.

    ``point``, ``lower`` and ``upper`` are unrounded shares; ``level`` is that of the interval.
    ``but`` says why the figure is uncertain: not certified, not decided, partial, waived.
    """

    probe: str
    says: str
    outcome: str
    point: float | None
    lower: float
    upper: float
    level: float
    min_score: float
    gates: bool
    n_families: int
    n_asked: int
    n_failed: int
    but: tuple[str, ...] = ()


class LawLine(Record):
    """One requirement with what the pack says to it; ``silent`` names probes without a figure."""

    id: str
    cited: str
    asks: str
    source: SourceKind
    figures: tuple[LawFigure, ...] = ()
    silent: tuple[str, ...] = ()
    parts: tuple[str, ...] = ()
    missing_parts: tuple[str, ...] = ()
    not_shown: tuple[str, ...] = ()


class LawEntry(Record):
    """A law in a pack. ``expired``: its row is past its term, and its figures are withheld."""

    id: str
    title: str
    place: str
    in_force: str
    citation: str
    url: str
    source: SourceKind
    read_in: str
    read: date
    expires: date
    expired: bool = False
    answers: tuple[LawAnswer, ...] = ()
    lines: tuple[LawLine, ...] = ()
    external: tuple[ExternalFigure, ...] = ()

    @property
    def unanswered(self) -> tuple[LawAnswer, ...]:
        """The applicability questions that nobody has answered."""
        return tuple(each for each in self.answers if each.answer is None)


class LawMap(Record):
    """``laws.json``: the laws that somebody asked for, held beside one run.

    ``says`` is what the map is and what it is not. ``external_file`` and its digest bind the file
    that external figures come from.
    """

    version: str = "1"
    run: str
    says: str
    laws: tuple[LawEntry, ...]
    external_file: str | None = None
    external_sha256: str | None = None
