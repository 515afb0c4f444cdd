"""``Store``: entries are appended to the chain, attempts counted, trends and holds read."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from sqlalchemy import Connection, Select, select

from mhgate.canonical import digest
from mhgate.errors import StoreError
from mhgate.records.registered import Registered, RegisterEntry, TrendPoint
from mhgate.store.chain import exported
from mhgate.store.connection import open_connection, reading, said_plainly, writing
from mhgate.store.rows import (
    append,
    entry_of,
    held_runs,
    n_attempts,
    point_of,
    said_by,
    trend_digest,
    tries,
)
from mhgate.store.tables import entries, head, trend

__all__ = ["ENDING", "EVERY", "Store"]

EVERY = "*"
"""In place of a commit: the entries of all of them."""

_WAIT_S = 10.0
ENDING = ("finish", "abort", "adopt")
_GATES = ("run", "merge")


class Store:
    """The register of runs of one folder, opened as a context manager.

    Args:
        path: the file, ``runs.sqlite``.
        wait_s: how long to wait, in seconds, while another process writes.
        create: whether it may be made and written; else it is only read.

    Raises:
        StoreError: on entering, where it cannot be opened; on every use that it refuses.

    Example:
        >>> from tempfile import TemporaryDirectory
        >>> with TemporaryDirectory() as folder, Store(Path(folder) / "runs.sqlite") as store:
        ...     store.register()
        ()
    """

    def __init__(self, path: Path, *, wait_s: float = _WAIT_S, create: bool = True) -> None:
        self.path = path
        self._wait_s, self._create = wait_s, create
        self._opened = ExitStack()
        self._connection: Connection | None = None

    def __enter__(self) -> Self:
        self._connection = self._opened.enter_context(
            open_connection(self.path, wait_s=self._wait_s, create=self._create)
        )
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._connection = None
        self._opened.close()

    # --- writing

    def started(self, said: Registered, *, counted: bool = False) -> int:
        """Write that a run begins.

        Args:
            said: the start.
            counted: whether its attempt is at least the next one of its commit and target that the
                register knows; else it is what ``said`` says.

        Returns:
            The number of the entry.
        """
        with self._writing() as connection:
            if counted:
                known = 1 + n_attempts(connection, said)
                said = said.model_copy(update={"attempt": max(said.attempt or 1, known)})
            return append(connection, said)

    def attempt_of(self, number: int) -> int | None:
        """Return the attempt that an entry says, None where it says none.

        Args:
            number: of the entry.
        """
        with self._reading() as connection:
            row = connection.execute(select(entries).where(entries.c.number == number)).one()
        return entry_of(row, self.path).content.attempt

    def finished(self, number: int, said: Registered, points: Sequence[TrendPoint] = ()) -> int:
        """Write that a run ended, with what its report says.

        Args:
            number: of its start.
            said: the finish, or the abort of a run that left a report.
            points: what it made of pillars and probes.

        Returns:
            The number of the entry.
        """
        said = said.model_copy(
            update={"of": number, "trend_digest": trend_digest(points) if points else None}
        )
        with self._writing() as connection:
            return append(connection, said, points)

    def aborted(self, number: int, said: Registered) -> int:
        """Write that a run broke off without a report.

        Args:
            number: of its start.
            said: the abort.

        Returns:
            The number of the entry.
        """
        return self.finished(number, said)

    def appended(self, *said: tuple[Registered, Sequence[TrendPoint]]) -> tuple[int, ...]:
        """Write several entries in one step: all of them, or none.

        Args:
            said: each with the points of a run that was adopted.

        Returns:
            Their numbers.
        """
        with self._writing() as connection:
            return tuple(
                append(
                    connection,
                    each.model_copy(update={"trend_digest": trend_digest(points)})
                    if points
                    else each,
                    points,
                )
                for each, points in said
            )

    def decided(self, said: Registered) -> None:
        """Write beginning and end of what needs no time, in one step.

        Args:
            said: the finish of a report that was decided again.
        """
        with self._writing() as connection:
            start = said.model_copy(
                update=dict.fromkeys(("outcome", "exit_code", "scope", "report_digest"))
                | {"event": "start"}
            )
            number = append(connection, start)
            append(connection, said.model_copy(update={"of": number}))

    def purged(self, runs: Sequence[Registered]) -> tuple[Registered, ...]:
        """Write which runs are about to be deleted, but for those that are held.

        Args:
            runs: the purges, one a run.

        Returns:
            Those that were written: what may be deleted.
        """
        with self._writing() as connection:
            held = held_runs(connection, self.path)
            allowed = tuple(each for each in runs if each.run_id not in held)
            for each in allowed:
                append(connection, each)
        return allowed

    # --- reading

    def register(self, commit: str | None = EVERY) -> tuple[RegisterEntry, ...]:
        """Return the entries, the oldest first.

        Args:
            commit: of which commit; None for those of runs whose commit is not known.

        Raises:
            StoreError: an entry holds what no entry says.
        """
        wanted = select(entries).order_by(entries.c.number)
        if commit != EVERY:
            wanted = wanted.where(entries.c.commit.is_not_distinct_from(commit))
        return tuple(self._entries(wanted))

    def of_run(self, run_id: str) -> tuple[RegisterEntry, ...]:
        """Return the entries of one run, the oldest first.

        Args:
            run_id: the run.
        """
        wanted = select(entries).where(entries.c.run_id == run_id).order_by(entries.c.number)
        return tuple(self._entries(wanted))

    def head(self) -> tuple[int, str]:
        """Return how many entries there are, and the digest of the last."""
        with self._reading() as connection:
            row = connection.execute(select(head.c.count, head.c.digest)).one()
        return int(row[0]), str(row[1])

    def held(self) -> dict[str, RegisterEntry]:
        """Return the runs that are under legal hold, each with the entry that says so."""
        with self._reading() as connection:
            return held_runs(connection, self.path)

    def n_of_pull_request(self, number: int) -> int:
        """Return how many times a target was asked for a pull request; shards are one together.

        Args:
            number: of the pull request.
        """
        with self._reading() as connection:
            return tries(connection, entries.c.pull_request == number)[1]

    def trend(
        self,
        pillar: str | None = None,
        *,
        probe: str | None = None,
        branch: str | None = None,
        limit: int | None = None,
        everything: bool = False,
    ) -> tuple[TrendPoint, ...]:
        """Return what the runs that ended made of pillars, or of a probe, the newest last.

        Args:
            pillar: which; None for all.
            probe: the id of one, or its name; None for the pillars themselves.
            branch: of runs on this branch only.
            limit: at most so many of the latest runs.
            everything: whether also partial runs, shards, and transcripts that were judged again.
        """
        wanted = (
            select(trend, entries.c.content)
            .join(entries, entries.c.number == trend.c.entry)
            .order_by(trend.c.entry, trend.c.place)
        )
        if pillar is not None:
            wanted = wanted.where(trend.c.pillar == pillar)
        if probe is None:
            wanted = wanted.where(trend.c.probe.is_(None))
        else:
            by_name = trend.c.pillar + "." + probe
            wanted = wanted.where((trend.c.probe == probe) | (trend.c.probe == by_name))
        if not everything:
            wanted = wanted.where(entries.c.kind.in_(_GATES))
        with self._reading() as connection:
            rows = connection.execute(wanted).all()
        points = []
        for row in rows:
            said = said_by(row.content, self.path, row.entry)
            if branch not in {None, said.branch}:
                continue
            if everything or said.scope == "full":
                points.append((row.entry, point_of(row, said)))
        points.sort(key=lambda each: (each[1].at, each[0]))
        runs = list(dict.fromkeys(entry for entry, _ in points))
        shown = set(runs if limit is None else runs[max(0, len(runs) - limit) :])
        return tuple(point for entry, point in points if entry in shown)

    def export(self, commit: str | None, *, until: str | None = None) -> dict[str, Any]:
        """Return the register of one commit as JSON: see :mod:`mhgate.store.chain`.

        Args:
            commit: the commit; None for runs whose commit is not known.
            until: the id of a run: the chain as it was when that one ended, whatever came after.

        Raises:
            StoreError: the run that is named has not ended.
        """
        with self._reading() as connection:
            rows = connection.execute(select(entries).order_by(entries.c.number)).all()
        if until is not None:
            ends = [
                row.number
                for row in rows
                if row.run_id == until and row.event in ENDING and row.kind != "decide"
            ]
            if not ends:
                raise StoreError(
                    f"{self.path}: found no end of run {until}.",
                    hint="Its report is of another folder of reports, or older than the register: "
                    "`mhgate store adopt` takes it in.",
                )
            rows = rows[: ends[-1]]
        links = [(row.commit, digest(row.content.encode())) for row in rows]
        mine = [entry_of(row, self.path) for row in rows if row.commit == commit]
        return exported(commit, links, mine)

    def rows(self) -> Iterator[Any]:
        """Yield the rows of the entries as they stand, for an inspection."""
        with self._reading() as connection:
            yield from connection.execute(select(entries).order_by(entries.c.number))

    def figures(self) -> dict[int, list[list[Any]]]:
        """Return the figures of each entry that has some, for an inspection."""
        found: dict[int, list[list[Any]]] = {}
        with self._reading() as connection:
            for row in connection.execute(select(trend).order_by(trend.c.entry, trend.c.place)):
                found.setdefault(row.entry, []).append(
                    [row.pillar, row.probe, row.outcome, row.score, row.low, row.high]
                )
        return found

    def _entries(self, wanted: Select[Any]) -> Iterator[RegisterEntry]:
        with self._reading() as connection:
            rows = connection.execute(wanted).all()
        return (entry_of(row, self.path) for row in rows)

    # --- the connection

    @contextmanager
    def _writing(self) -> Iterator[Connection]:
        with said_plainly(self.path, wait_s=self._wait_s), writing(self._used) as connection:
            yield connection

    @contextmanager
    def _reading(self) -> Iterator[Connection]:
        with said_plainly(self.path, wait_s=self._wait_s), reading(self._used) as connection:
            yield connection

    @property
    def _used(self) -> Connection:
        if self._connection is None:
            raise RuntimeError("a Store is used inside its with block")
        return self._connection
