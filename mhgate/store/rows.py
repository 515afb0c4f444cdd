"""Rows of the register: an entry is appended, attempts are counted, and rows become records."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, func, insert, select, update

from mhgate.canonical import canonical_json, digest, parse_json
from mhgate.errors import StoreError
from mhgate.records.registered import Registered, RegisterEntry, TrendPoint
from mhgate.store.chain import content_of, link_digest
from mhgate.store.tables import entries, head, trend

__all__ = [
    "append",
    "columns_of",
    "entry_of",
    "held_runs",
    "n_attempts",
    "point_of",
    "said_by",
    "trend_digest",
    "tries",
]

_ASKS = ("run", "shard")  # kinds of runs that are tries: a target was asked


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


def append(connection: Connection, said: Registered, points: Sequence[TrendPoint] = ()) -> int:
    """Write an entry at the end of the chain.

    Args:
        connection: which holds the file's lock.
        said: what the entry says.
        points: the figures that go with it.

    Returns:
        Its number.
    """
    count, previous = connection.execute(select(head.c.count, head.c.digest)).one()
    number = count + 1
    plain = content_of(said)
    Registered.model_validate(plain)  # a copy with changes is not held to its type by itself
    content = canonical_json(plain)
    bound = link_digest(number, previous, said.commit, digest(content))
    connection.execute(
        insert(entries).values(
            number=number,
            previous=previous,
            digest=bound,
            content=content.decode(),
            **columns_of(said),
        )
    )
    if points:
        names = ("pillar", "probe", "outcome", "score", "low", "high")
        connection.execute(
            insert(trend),
            [
                {
                    "entry": number,
                    "place": place,
                    **dict(zip(names, _figures_of(point), strict=True)),
                }
                for place, point in enumerate(points)
            ],
        )
    connection.execute(update(head).values(count=number, digest=bound))
    return int(number)


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


def n_attempts(connection: Connection, said: Registered) -> int:
    """Count the tries before a run, of the same commit and target, as is done with folders.

    Args:
        connection: to read from.
        said: the start of the run; of a commit that is not known, its own tries count.
    """
    if said.commit is None:
        own = select(func.count()).where(
            entries.c.event == "start", entries.c.run_id == said.run_id, entries.c.kind.in_(_ASKS)
        )
        return int(connection.execute(own).scalar_one())
    by_shard, together = tries(
        connection,
        (entries.c.commit == said.commit) & (entries.c.target == said.target_fingerprint),
    )
    return together if said.shard is None else by_shard[None] + by_shard[said.shard]


def tries(connection: Connection, whose: Any) -> tuple[Counter[str | None], int]:
    """Count how often a target was asked: by shard, and together, where shards are one try.

    Args:
        connection: to read from.
        whose: which entries count, as a condition on their table.
    """
    counted = (
        select(entries.c.shard, func.count())
        .where(entries.c.event == "start", entries.c.kind.in_(_ASKS), whose)
        .group_by(entries.c.shard)
    )
    found: Counter[str | None] = Counter({row[0]: row[1] for row in connection.execute(counted)})
    in_shards = max((n for key, n in found.items() if key is not None), default=0)
    return found, found[None] + in_shards


def held_runs(connection: Connection, path: Path) -> dict[str, RegisterEntry]:
    """Return the runs under legal hold, each with the entry that says so.

    Args:
        connection: to read from.
        path: the file, for messages.
    """
    wanted = (
        select(entries).where(entries.c.event.in_(("hold", "release"))).order_by(entries.c.number)
    )
    held: dict[str, RegisterEntry] = {}
    for row in connection.execute(wanted):
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


def entry_of(row: Any, path: Path) -> RegisterEntry:
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


def point_of(row: Any, said: Registered) -> TrendPoint:
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
        kind=said.kind,
        branch=said.branch,
        profile=said.profile,
        scope=said.scope or "full",
        attempt=said.attempt,
    )
