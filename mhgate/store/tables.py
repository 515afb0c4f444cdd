"""The tables of the register, and the migrations that make them, each once and in order."""

from __future__ import annotations

from typing import NamedTuple

__all__ = [
    "APPLICATION_ID",
    "INSERT_ENTRY",
    "INSERT_FIGURES",
    "MIGRATIONS",
    "SELECT_ENTRIES",
    "SELECT_TREND",
    "EntryRow",
    "TrendRow",
]

APPLICATION_ID = 0x4D484731
"""In the header of the file (``MHG1``): tells a register from any other database."""


class EntryRow(NamedTuple):
    """A row of the table of entries: a link of the chain, and what it says.

    What follows ``digest`` and stands before ``content`` are copies of what the content says, to be
    found by; an inspection holds them to it.
    """

    number: int
    previous: str
    digest: str
    commit: str | None
    run_id: str
    event: str
    kind: str
    target: str | None
    shard: str | None
    pull_request: int | None
    content: str


class TrendRow(NamedTuple):
    """A row of the table of trends: one figure of an entry that ends a run."""

    entry: int
    place: int
    pillar: str
    probe: str | None
    outcome: str
    score: float | None
    low: float | None
    high: float | None


SELECT_ENTRIES = """SELECT number, previous, digest, "commit", run_id, event, kind, target, shard,
    pull_request, content FROM entries"""
"""Rows of entries, without which ones, and in which order."""

INSERT_ENTRY = """INSERT INTO entries (number, previous, digest, "commit", run_id, event, kind,
    target, shard, pull_request, content) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"""

SELECT_TREND = """SELECT trend.entry, trend.place, trend.pillar, trend.probe, trend.outcome,
    trend.score, trend.low, trend.high, entries.content
    FROM trend JOIN entries ON entries.number = trend.entry"""
"""Rows of the trend, each with the content of its entry."""

INSERT_FIGURES = """INSERT INTO trend (entry, place, pillar, probe, outcome, score, low, high)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?)"""

# of the table of the head: without it, rows that are missing at the end would not be missed
_FIRST = (
    """CREATE TABLE entries (
        number INTEGER PRIMARY KEY, previous VARCHAR NOT NULL, digest VARCHAR NOT NULL,
        "commit" VARCHAR, run_id VARCHAR NOT NULL, event VARCHAR NOT NULL, kind VARCHAR NOT NULL,
        target VARCHAR, shard VARCHAR, pull_request INTEGER, content VARCHAR NOT NULL)""",
    'CREATE INDEX entries_by_commit ON entries ("commit")',
    "CREATE INDEX entries_by_run ON entries (run_id)",
    "CREATE INDEX entries_by_pull_request ON entries (pull_request)",
    """CREATE TABLE trend (
        entry INTEGER NOT NULL REFERENCES entries (number), place INTEGER NOT NULL,
        pillar VARCHAR NOT NULL, probe VARCHAR, outcome VARCHAR NOT NULL,
        score FLOAT, low FLOAT, high FLOAT, PRIMARY KEY (entry, place))""",
    "CREATE INDEX trend_by_pillar ON trend (pillar, probe)",
    """CREATE TABLE head (
        id INTEGER PRIMARY KEY CHECK (id = 1), count INTEGER NOT NULL, digest VARCHAR NOT NULL)""",
    # not a lock: whoever can write the file can take these away; they stop a slip of the hand
    *(
        f"CREATE TRIGGER {table}_{verb.lower()} BEFORE {verb} ON {table} BEGIN "
        f"SELECT RAISE(ABORT, 'the register is append-only'); END"
        for table in ("entries", "trend")
        for verb in ("UPDATE", "DELETE")
    ),
)

MIGRATIONS: tuple[tuple[str, ...], ...] = (_FIRST,)
"""What makes each version of the file out of the one before it; the first makes an empty file."""
