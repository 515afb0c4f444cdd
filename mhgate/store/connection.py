"""One opened file of the register: locks, the write-ahead log, and what can go wrong in words.

Writers take the file's lock at once (``BEGIN IMMEDIATE``), so that a chain is read and continued as
one step; readers do not wait for them.
"""

from __future__ import annotations

import contextlib
import os
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

from mhgate.errors import StoreError
from mhgate.store.chain import GENESIS
from mhgate.store.tables import APPLICATION_ID, MIGRATIONS

__all__ = [
    "is_new",
    "open_connection",
    "reading",
    "said_plainly",
    "scalar",
    "write_ahead",
    "writing",
]

_PAUSE_S = 0.02
_WHAT_IS_THERE = (
    "PRAGMA application_id",
    "PRAGMA user_version",
    "SELECT count(*) FROM sqlite_master",
)


@contextmanager
def open_connection(path: Path, *, wait_s: float, create: bool) -> Iterator[sqlite3.Connection]:
    """Open a register, make or migrate its tables, and close it.

    Args:
        path: the file.
        wait_s: how long to wait, in seconds, for another process that writes.
        create: whether to make it where there is none, and to write; else it is only read.

    Yields:
        The connection, for :func:`reading` and :func:`writing`.

    Raises:
        StoreError: it cannot be read, or written where it is to be, or is no register.
    """
    if not create and not path.is_file():
        raise StoreError(
            f"{path}: found no register of runs.",
            hint="Run the gate first (mhgate run); `mhgate store adopt` takes in older runs.",
        )
    with said_plainly(path, wait_s=wait_s):
        if create:
            path.parent.mkdir(parents=True, exist_ok=True)
        with closing(_connect(path, wait_s=wait_s, create=create)) as connection:
            connection.execute("PRAGMA foreign_keys = ON")
            begins = create and is_new(connection)
            if begins:  # it holds nothing that could be lost: it is waited for once, when made
                connection.execute("PRAGMA synchronous = OFF")
            if create:
                write_ahead(connection, wait_s=wait_s)
            _held_to_be_ours(connection, path)
            if create:
                _migrate(connection, path)
            elif (version := scalar(connection, "PRAGMA user_version")) < len(MIGRATIONS):
                raise StoreError(
                    f"{path}: found a register of version {version}; this mhgate reads version "
                    f"{len(MIGRATIONS)}.",
                    hint="Any run brings it up to date; or `mhgate store check`, where it may "
                    "be written.",
                )
            # an end that was told survives a power cut
            connection.execute("PRAGMA synchronous = FULL")
            if begins:  # not by a descriptor of our own, whose closing would let go of all locks
                connection.execute("PRAGMA wal_checkpoint(PASSIVE)")
            yield connection


@contextmanager
def writing(connection: sqlite3.Connection) -> Iterator[sqlite3.Connection]:
    """Hold the file's lock for a block, and keep what it wrote only as a whole.

    Args:
        connection: of :func:`open_connection`.
    """
    with _transaction(connection, "BEGIN IMMEDIATE"):
        yield connection


@contextmanager
def reading(connection: sqlite3.Connection) -> Iterator[sqlite3.Connection]:
    """See one state of the file for a block, whoever writes meanwhile.

    Args:
        connection: of :func:`open_connection`.
    """
    with _transaction(connection, "BEGIN"):
        yield connection


@contextmanager
def _transaction(connection: sqlite3.Connection, begin: str) -> Iterator[None]:
    connection.execute(begin)
    try:
        yield
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:  # of a full disk SQLite takes all back by itself
            with contextlib.suppress(sqlite3.Error):  # what went wrong first is what is said
                connection.execute("ROLLBACK")
        raise


def scalar(connection: sqlite3.Connection, statement: str) -> Any:
    """Return the one value that a statement asks for.

    Args:
        connection: to the file.
        statement: a pragma, or a query that always has a row.
    """
    return connection.execute(statement).fetchone()[0]


@contextmanager
def said_plainly(path: Path, *, wait_s: float) -> Iterator[None]:
    """Turn what the database or the file system raises into what it means.

    Args:
        path: the file.
        wait_s: how long was waited for its lock, in seconds.

    Raises:
        StoreError: in place of an error of either.
    """
    try:
        yield
    except sqlite3.Error as error:
        raise _meant(path, str(error), wait_s) from error
    except OSError as error:
        raise _meant(path, error.strerror or str(error), wait_s) from error


def _meant(path: Path, words: str, wait_s: float) -> StoreError:
    if "locked" in words or "busy" in words:
        return StoreError(
            f"{path}: another process has held the register for {wait_s:g} s.",
            hint="Wait for it; on a network drive locks may not work: keep gate.reports on a local "
            "one.",
        )
    if "full" in words or "No space" in words:
        return StoreError(f"{path}: the disk is full.", hint="Make room there.")
    if "not a database" in words or "malformed" in words or "no such table" in words:
        return StoreError(
            f"{path}: found what is no register of runs, or a damaged one ({words}).",
            hint="Move it away (keep it: it may be evidence); the next run begins a new one, and "
            "`mhgate store adopt` takes in the folders of runs that are there.",
        )
    return StoreError(
        f"{path}: the register of runs cannot be opened or written ({words}).",
        hint="gate.reports names a folder with space and permission.",
    )


def _connect(path: Path, *, wait_s: float, create: bool) -> sqlite3.Connection:
    address = path.resolve().as_uri()
    mode = "rwc" if create else "rw"
    if not create and not (os.access(path, os.W_OK) and os.access(path.parent, os.W_OK)):
        # a copy that nobody writes: without its log beside, the file alone is all of it
        has_log = path.with_name(path.name + "-wal").exists()
        mode = "ro" if has_log else "ro&immutable=1"
    return sqlite3.connect(f"{address}?mode={mode}", uri=True, timeout=wait_s, isolation_level=None)


def is_new(connection: sqlite3.Connection) -> bool:
    """Return whether a file holds nothing at all: no table, and no mark of a program.

    Args:
        connection: to the file.
    """
    return not any(scalar(connection, what) for what in _WHAT_IS_THERE)


def write_ahead(connection: sqlite3.Connection, *, wait_s: float) -> None:
    """Turn the write-ahead log on; where the file system cannot, the old journal serves.

    Args:
        connection: to the file.
        wait_s: how long to wait, in seconds, for another process that does the same.
    """
    until_s = time.monotonic() + wait_s
    while True:
        if scalar(connection, "PRAGMA journal_mode") == "wal":
            return
        try:
            connection.execute("PRAGMA journal_mode = WAL")
        except sqlite3.OperationalError as error:
            # SQLite does not wait here of its own: several first runs may turn it on at once
            if "locked" not in str(error) or time.monotonic() > until_s:
                raise
            time.sleep(_PAUSE_S)
        else:
            return


def _held_to_be_ours(connection: sqlite3.Connection, path: Path) -> None:
    with reading(connection):
        mark = scalar(connection, "PRAGMA application_id")
        version = scalar(connection, "PRAGMA user_version")
        n_tables = scalar(connection, "SELECT count(*) FROM sqlite_master")
    if mark != APPLICATION_ID and (mark or version or n_tables):
        raise StoreError(
            f"{path}: found another program's database; expected a register of runs.",
            hint="Move it away, or let gate.reports name another folder.",
        )
    if version > len(MIGRATIONS):
        raise StoreError(
            f"{path}: found a register of version {version}; this mhgate knows versions up to "
            f"{len(MIGRATIONS)}.",
            hint="Use the mhgate that wrote it, or a newer one.",
        )


def _migrate(connection: sqlite3.Connection, path: Path) -> None:
    """Bring the file up to this version, once, whoever else tries to at the same time."""
    if scalar(connection, "PRAGMA user_version") == len(MIGRATIONS):
        return
    with writing(connection):
        version = scalar(connection, "PRAGMA user_version")
        for number, statements in enumerate(MIGRATIONS[version:], start=version + 1):
            for statement in statements:
                connection.execute(statement)
            if number == 1:
                connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
                connection.execute(
                    "INSERT INTO head (id, count, digest) VALUES (1, 0, ?)", (GENESIS,)
                )
            connection.execute(f"PRAGMA user_version = {number}")
    with contextlib.suppress(OSError):  # it names commits and outcomes: no one else's concern
        path.chmod(0o600)
