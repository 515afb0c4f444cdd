"""``Store``: entries are appended to the chain, attempts counted, trends and holds read."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from mhgate.canonical import digest
from mhgate.errors import StoreError
from mhgate.records.registered import Registered, RegisterEntry, TrendPoint
from mhgate.store.chain import exported
from mhgate.store.connection import open_connection, reading, said_plainly, writing
from mhgate.store.rows import (
    append,
    entries,
    entry_of,
    head_of,
    held_runs,
    n_attempts,
    point_of,
    said_by,
    trend_digest,
    tries,
)
from mhgate.store.tables import SELECT_TREND, EntryRow, TrendRow

__all__ = ["ENDING", "EVERY", "Store"]

EVERY = "*"
"""In place of a commit: the entries of all of them."""

_WAIT_S = 10.0
ENDING = ("finish", "abort", "adopt")


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
        self._connection: sqlite3.Connection | None = None

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
            row = next(entries(connection, "WHERE number = ?", (number,)), None)
        if row is None:
            raise StoreError(
                f"{self.path}: found no entry {number}, which was there.",
                hint="`mhgate store check` names every entry that is gone.",
            )
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
        if commit == EVERY:
            return self._entries()
        return self._entries('WHERE "commit" IS ?', (commit,))

    def of_run(self, run_id: str) -> tuple[RegisterEntry, ...]:
        """Return the entries of one run, the oldest first.

        Args:
            run_id: the run.
        """
        return self._entries("WHERE run_id = ?", (run_id,))

    def head(self) -> tuple[int, str]:
        """Return how many entries there are, and the digest of the last."""
        with self._reading() as connection:
            return head_of(connection)

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
            return tries(connection, "pull_request = ?", (number,))[1]

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
        conditions, values = ["trend.probe IS NULL"], []
        if probe is not None:
            conditions = ["trend.probe IN (?, trend.pillar || '.' || ?)"]
            values += [probe, probe]
        if pillar is not None:
            conditions.append("trend.pillar = ?")
            values.append(pillar)
        if not everything:
            conditions.append("entries.kind IN ('run', 'merge')")
        which = " AND ".join(conditions)
        wanted = f"{SELECT_TREND} WHERE {which} ORDER BY trend.entry, trend.place"
        with self._reading() as connection:
            rows = connection.execute(wanted, values).fetchall()
        points = []
        for *figures, content in rows:
            row = TrendRow(*figures)
            said = said_by(content, self.path, row.entry)
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
            rows = list(entries(connection))
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

    def rows(self) -> Iterator[EntryRow]:
        """Yield the rows of the entries as they stand, for an inspection."""
        with self._reading() as connection:
            yield from entries(connection)

    def figures(self) -> dict[int, list[list[Any]]]:
        """Return the figures of each entry that has some, for an inspection."""
        found: dict[int, list[list[Any]]] = {}
        with self._reading() as connection:
            for entry, *figures in connection.execute(
                "SELECT entry, pillar, probe, outcome, score, low, high FROM trend "
                "ORDER BY entry, place"
            ):
                found.setdefault(entry, []).append(figures)
        return found

    def _entries(self, which: str = "", values: Sequence[object] = ()) -> tuple[RegisterEntry, ...]:
        with self._reading() as connection:
            rows = list(entries(connection, which, values))
        return tuple(entry_of(row, self.path) for row in rows)

    # --- the connection

    @contextmanager
    def _writing(self) -> Iterator[sqlite3.Connection]:
        with said_plainly(self.path, wait_s=self._wait_s), writing(self._used) as connection:
            yield connection

    @contextmanager
    def _reading(self) -> Iterator[sqlite3.Connection]:
        with said_plainly(self.path, wait_s=self._wait_s), reading(self._used) as connection:
            yield connection

    @property
    def _used(self) -> sqlite3.Connection:
        if self._connection is None:
            raise RuntimeError("a Store is used inside its with block")
        return self._connection
