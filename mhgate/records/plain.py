"""The plain summary: two pages for a reader who is neither an engineer nor a statistician."""

from __future__ import annotations

from pydantic import Field

from mhgate.records.record import Record

__all__ = ["PlainSection", "PlainSummary", "PlainTable"]


class PlainTable(Record):
    """A small table; the first cell of a row names it."""

    caption: str
    headers: tuple[str, ...] = Field(min_length=1)
    rows: tuple[tuple[str, ...], ...] = ()


class PlainSection(Record):
    """A heading with sentences, a list, and a table; whatever of these is there."""

    heading: str
    paragraphs: tuple[str, ...] = ()
    items: tuple[str, ...] = ()
    table: PlainTable | None = None


class PlainSummary(Record):
    """The whole of it; ``lead`` stands first, ``warning`` says what this is not."""

    title: str
    lead: str
    warning: str
    sections: tuple[PlainSection, ...]
    foot: str
