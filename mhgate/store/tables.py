"""The tables of the register, and the migrations that make them, each once and in order."""

from __future__ import annotations

from sqlalchemy import (
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    String,
    Table,
)

__all__ = ["APPLICATION_ID", "MIGRATIONS", "entries", "head", "metadata", "trend"]

APPLICATION_ID = 0x4D484731
"""In the header of the file (``MHG1``): tells a register from any other database."""

metadata = MetaData()

entries = Table(
    "entries",
    metadata,
    Column("number", Integer, primary_key=True),
    Column("previous", String, nullable=False),
    Column("digest", String, nullable=False),
    # copies of what the content says, to be found by; an inspection holds them to it
    Column("commit", String),
    Column("run_id", String, nullable=False),
    Column("event", String, nullable=False),
    Column("kind", String, nullable=False),
    Column("target", String),
    Column("shard", String),
    Column("pull_request", Integer),
    Column("content", String, nullable=False),
    Index("entries_by_commit", "commit"),
    Index("entries_by_run", "run_id"),
    Index("entries_by_pull_request", "pull_request"),
)

trend = Table(
    "trend",
    metadata,
    Column("entry", Integer, ForeignKey("entries.number"), primary_key=True),
    Column("place", Integer, primary_key=True),
    Column("pillar", String, nullable=False),
    Column("probe", String),
    Column("outcome", String, nullable=False),
    Column("score", Float),
    Column("low", Float),
    Column("high", Float),
    Index("trend_by_pillar", "pillar", "probe"),
)

# without it, rows that are missing at the end would not be missed
head = Table(
    "head",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("count", Integer, nullable=False),
    Column("digest", String, nullable=False),
)

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
