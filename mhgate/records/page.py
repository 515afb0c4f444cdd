"""What stands beside a report on its page: conversations, certificates, the baseline, tables."""

from __future__ import annotations

from pydantic import Field

from mhgate.records.agreement import AgreementReport
from mhgate.records.baselines import Baseline
from mhgate.records.came_back import Score, Transcript
from mhgate.records.record import Record
from mhgate.records.registered import TrendPoint
from mhgate.records.trusted import Certificate

__all__ = ["PageBeside", "PageTable", "PageTranscript"]


class PageTranscript(Record):
    """A conversation of the run, with what each probe made of it."""

    transcript: Transcript
    scores: tuple[Score, ...] = ()


class PageTable(Record):
    """A table that somebody else made; it is shown as it is. The first cell of a row names it."""

    title: str = Field(min_length=1)
    headers: tuple[str, ...] = Field(min_length=1)
    rows: tuple[tuple[str, ...], ...] = ()
    notes: tuple[str, ...] = ()


class PageBeside(Record):
    """What a page shows beside its report; all of it may be absent.

    ``transcripts`` are there only where somebody asked for them; ``n_withheld`` counts those that
    stay out because their items are protected. ``quotes`` False leaves the judge's quotes out.
    ``signed`` says in words by whom the report is signed, None where it is not.
    """

    transcripts: tuple[PageTranscript, ...] = ()
    n_withheld: int = Field(default=0, ge=0)
    trend: tuple[TrendPoint, ...] = ()
    certificates: tuple[Certificate, ...] = ()
    agreement: AgreementReport | None = None
    baseline: Baseline | None = None
    quotes: bool = True
    signed: str | None = None
    extra_tables: tuple[PageTable, ...] = ()
