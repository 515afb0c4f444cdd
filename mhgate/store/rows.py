"""Rows of the register: an entry is appended, attempts are counted, and rows become records."""

from __future__ import annotations

import sqlite3
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from mhgate.canonical import canonical_json, digest, parse_json
from mhgate.errors import StoreError
from mhgate.records.registered import Registered, RegisterEntry, TrendPoint
from mhgate.store.chain import content_of, link_digest
from mhgate.store.tables import (
    INSERT_ENTRY,
    INSERT_FIGURES,
    SELECT_ENTRIES,
    EntryRow,
    TrendRow,
)

__all__ = [
    "append",
    "columns_of",
    "entries",
    "entry_of",
    "head_of",
    "held_runs",
    "n_attempts",
    "point_of",
    "said_by",
    "trend_digest",
    "tries",
]

# kinds of runs that are tries, "run" and "shard": there a target was asked
_OWN_TRIES = """SELECT count(*) FROM entries
    WHERE event = 'start' AND run_id = ? AND kind IN ('run', 'shard')"""
_TRIES = """SELECT shard, count(*) FROM entries
    WHERE event = 'start' AND kind IN ('run', 'shard') AND """


def trend_digest(points: Sequence[TrendPoint]) -> str:
    """Return the digest that a finish binds its figures by.

    Args:
        points: of one run, in order.
    """
    return digest([_figures_of(point) for point in points])


def _figures_of(point: TrendPoint) -> list[str | float | None]:
    return [
        point.pillar,
        point.probe,
        point.outcome.value,
        *(None if each is None else float(each) for each in (point.score, point.low, point.high)),
    ]


def append(
    connection: sqlite3.Connection, said: Registered, points: Sequence[TrendPoint] = ()
) -> int:
    """Write an entry at the end of the chain.

    Args:
        connection: which holds the file's lock.
        said: what the entry says.
        points: the figures that go with it.

    Returns:
        Its number.
    """
    count, previous = head_of(connection)
    number = count + 1
    plain = content_of(said)
    Registered.model_validate(plain)  # a copy with changes is not held to its type by itself
    content = canonical_json(plain)
    bound = link_digest(number, previous, said.commit, digest(content))
    row = EntryRow(number, previous, bound, content=content.decode(), **columns_of(said))
    connection.execute(INSERT_ENTRY, row)
    connection.executemany(
        INSERT_FIGURES,
        [(number, place, *_figures_of(point)) for place, point in enumerate(points)],
    )
    connection.execute("UPDATE head SET count = ?, digest = ?", (number, bound))
    return number


def head_of(connection: sqlite3.Connection) -> tuple[int, str]:
    """Return how many entries there are, and the digest of the last.

    Args:
        connection: to read from.
    """
    row = connection.execute("SELECT count, digest FROM head").fetchone()
    if row is None:
        raise sqlite3.DatabaseError("malformed: the row of the head is gone")
    return int(row[0]), str(row[1])


def entries(
    connection: sqlite3.Connection, which: str = "", values: Sequence[object] = ()
) -> Iterator[EntryRow]:
    """Yield rows of entries, the oldest first.

    Args:
        connection: to read from.
        which: the condition, with a ``?`` for each value: ``WHERE ...``; all where it is empty.
        values: the condition's.
    """
    wanted = f"{SELECT_ENTRIES} {which} ORDER BY number"
    return map(EntryRow._make, connection.execute(wanted, values))


def columns_of(said: Registered) -> dict[str, Any]:
    """Return what of an entry stands in columns of its own.

    Args:
        said: the entry's content.
    """
    return {
        "commit": said.commit,
        "run_id": said.run_id,
        "event": said.event,
        "kind": said.kind,
        "target": said.target_fingerprint,
        "shard": said.shard,
        "pull_request": said.pull_request,
    }


def n_attempts(connection: sqlite3.Connection, said: Registered) -> int:
    """Count the tries before a run, of the same commit and target, as is done with folders.

    Args:
        connection: to read from.
        said: the start of the run; of a commit that is not known, its own tries count.
    """
    if said.commit is None:
        return int(connection.execute(_OWN_TRIES, (said.run_id,)).fetchone()[0])
    by_shard, together = tries(
        connection, '"commit" = ? AND target IS ?', (said.commit, said.target_fingerprint)
    )
    return together if said.shard is None else by_shard[None] + by_shard[said.shard]


def tries(
    connection: sqlite3.Connection, whose: str, values: Sequence[object]
) -> tuple[Counter[str | None], int]:
    """Count how often a target was asked: by shard, and together, where shards are one try.

    Args:
        connection: to read from.
        whose: which entries count, as a condition on their table, with a ``?`` for each value.
        values: the condition's.
    """
    counted = connection.execute(f"{_TRIES}{whose} GROUP BY shard", values)
    found: Counter[str | None] = Counter(dict(counted))
    in_shards = max((n for key, n in found.items() if key is not None), default=0)
    return found, found[None] + in_shards


def held_runs(connection: sqlite3.Connection, path: Path) -> dict[str, RegisterEntry]:
    """Return the runs under legal hold, each with the entry that says so.

    Args:
        connection: to read from.
        path: the file, for messages.
    """
    held: dict[str, RegisterEntry] = {}
    for row in entries(connection, "WHERE event IN ('hold', 'release')"):
        if row.event == "hold":
            held[row.run_id] = entry_of(row, path)
        else:
            held.pop(row.run_id, None)
    return held


def said_by(content: str, path: Path, number: int) -> Registered:
    """Return what an entry says.

    Args:
        content: as it is stored.
        path: the file, for messages.
        number: of the entry.

    Raises:
        StoreError: it is no content of an entry.
    """
    try:
        return Registered.model_validate(parse_json(content.encode()))
    except ValueError as error:
        raise StoreError(
            f"{path}: entry {number} holds what no entry says; it was changed since.",
            hint="`mhgate store check` names every such row.",
        ) from error


def entry_of(row: EntryRow, path: Path) -> RegisterEntry:
    """Return the entry of a row.

    Args:
        row: of the table of entries.
        path: the file, for messages.
    """
    return RegisterEntry(
        number=row.number,
        previous=row.previous,
        digest=row.digest,
        content=said_by(row.content, path, row.number),
    )


def point_of(row: TrendRow, said: Registered) -> TrendPoint:
    """Return the point of a row.

    Args:
        row: of the table of trends.
        said: what the entry says that it belongs to.
    """
    return TrendPoint(
        run_id=said.run_id,
        at=said.finished_at or said.at,
        commit=said.commit,
        pillar=row.pillar,
        probe=row.probe,
        outcome=row.outcome,
        score=row.score,
        low=row.low,
        high=row.high,
        method_version=said.method_version or "",
        measurement_fingerprint=said.measurement_fingerprint or "",
        policy_digest=said.policy_digest,
        kind=said.kind,
        branch=said.branch,
        profile=said.profile,
        scope=said.scope or "full",
        attempt=said.attempt,
    )
