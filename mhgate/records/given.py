"""Transcripts that were given: what was said, which item it answers, and what was left out."""

from __future__ import annotations

from pydantic import Field, JsonValue

from mhgate.records.asked import Trial
from mhgate.records.came_back import Turn
from mhgate.records.rated import LeftOut, Noticed
from mhgate.records.record import Record

__all__ = ["GivenTranscript", "TranscriptSet"]


class GivenTranscript(Record):
    """One conversation of a file; ``where`` names the file and the line or row.

    ``item`` is the suite's item that it answers: then what is expected, strata and family are the
    item's. Without one they are what the row itself says; ``family`` None: a family of its own.
    ``trial`` is that of a whole record of ours.
    """

    where: str
    id: str = Field(min_length=1)
    turns: tuple[Turn, ...] = Field(min_length=2)
    item: str | None = None
    item_digest: str | None = None
    family: str | None = None
    expects: dict[str, JsonValue] = Field(default_factory=dict)
    strata: dict[str, str] = Field(default_factory=dict)
    language: str = "en"
    trial: Trial | None = None
    target_fingerprint: str | None = None

    @property
    def said(self) -> tuple[str, ...]:
        """What the user said, turn by turn."""
        return tuple(turn.content for turn in self.turns if turn.role == "user")


class TranscriptSet(Record):
    """The conversations of a file that can be judged, and what became of its other rows.

    ``read`` counts every row; those that are not among ``transcripts`` are in ``left_out``.
    """

    file: str
    digest: str
    read: int = Field(ge=0)
    transcripts: tuple[GivenTranscript, ...]
    left_out: tuple[LeftOut, ...] = ()
    noticed: tuple[Noticed, ...] = ()
