"""Answers that judges gave, kept by what they were asked: one SQLite file that may be lost.

It is no evidence and no register: whoever deletes it pays for the answers once more. What cannot be
read, or is not what was written, is an answer that is not there.
"""

from __future__ import annotations

import contextlib
import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path
from types import TracebackType
from typing import Self

from mhgate.errors import StoreError
from mhgate.store.connection import is_new, scalar, write_ahead, writing

__all__ = ["AnswerStore", "DamagedAnswerError"]

_APPLICATION_ID = 0x4D48474A  # in the header of the file: MHGJ
_VERSION = 1
_WAIT_S = 5.0
_MOST_WAITING = 64  # answers that are written together, and that a killed process may lose
_LONGEST_WAITING_S = 0.25  # and no more than were given in this time
_MOST_OWN = 4096  # answers whose keys are held
_MOST_PASSED = 64  # answers that are taken to be absent before it is seen whether others write
_CHANGES_OF_OTHERS = "PRAGMA data_version"
_MOST_AHEAD = 4000  # pages of 4 kB before they are moved into the file
_HINT = "Nothing is lost but the price of its answers: delete it, or set judge.cache = false."

_TABLE = """CREATE TABLE IF NOT EXISTS answers (
    question_asked TEXT PRIMARY KEY, judge TEXT NOT NULL, content TEXT NOT NULL,
    content_digest TEXT NOT NULL, at TEXT NOT NULL) WITHOUT ROWID"""
_FIND = "SELECT content, content_digest FROM answers WHERE question_asked = ?"


class DamagedAnswerError(StoreError):
    """One answer is not what was written; the others may be."""


class AnswerStore:
    """The answers of one folder of reports, opened as a context manager.

    Several processes may use one file: each answer is written as a whole, and of two that were
    given to the same question the later stays. In a file that was empty an answer is not looked for
    that this process did not give, until it is seen that others write too: with every 64th that is
    passed over.

    Args:
        path: the file, ``judge_cache.sqlite``.
        wait_s: how long to wait, in seconds, while another process writes.
        clock: what is now.

    Raises:
        StoreError: on entering, where it cannot be opened or is something else; on every use that
            the file refuses.

    Example:
        >>> from tempfile import TemporaryDirectory
        >>> with TemporaryDirectory() as folder, AnswerStore(Path(folder) / "a.sqlite") as store:
        ...     store.keep("what was asked", judge="sha256:0", content="{}")
        ...     store.find("what was asked")
        '{}'
    """

    def __init__(
        self,
        path: Path,
        *,
        wait_s: float = _WAIT_S,
        clock: Callable[[], datetime] = lambda: datetime.now(UTC),
    ) -> None:
        self.path = path
        self._wait_s, self._clock = wait_s, clock
        self._connection: sqlite3.Connection | None = None
        self._waiting: dict[str, tuple[str, str, str, str, str]] = {}
        self._waits_since_s = 0.0
        # of a file that was empty, what this process has put into it; None: it has to be looked
        self._own: set[str] | None = None
        self._version = self._n_passed = 0
        self._second: datetime | None = None
        self._at = ""

    def __enter__(self) -> Self:
        with self._said_plainly():
            self.path.parent.mkdir(parents=True, exist_ok=True)
            connection = sqlite3.connect(self.path, timeout=self._wait_s, isolation_level=None)
            try:
                self._make_ready(connection)
            except BaseException:
                connection.close()
                raise
            self._connection = connection
            # in this order: what others write after the first is seen by one of them
            self._version = scalar(connection, _CHANGES_OF_OTHERS)
            is_empty = scalar(connection, "SELECT NOT EXISTS (SELECT 1 FROM answers)")
            self._own = set() if is_empty else None
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        try:
            self.flush()
        finally:
            connection, self._connection = self._connection, None
            if connection is not None:
                with self._said_plainly():
                    connection.close()

    def find(self, asked: str) -> str | None:
        """Return the content of an answer, None where there is none.

        Args:
            asked: the digest of what was asked of whom.

        Raises:
            DamagedAnswerError: what is there is not what was written.
        """
        if asked in self._waiting:
            return self._waiting[asked][2]
        if self._own is not None and asked not in self._own and not self._is_written_by_others():
            return None
        try:  # once an answer: a context of its own costs as much as the look
            row = self._used.execute(_FIND, (asked,)).fetchone()
        except (sqlite3.Error, OSError) as error:
            raise self._said_of(error) from error
        if row is None:
            return None
        content, written = row
        if not isinstance(content, str) or written != _digest(asked, content):
            raise DamagedAnswerError(
                f"{self.path}: an answer is not what was written there.", hint=_HINT
            )
        return content

    def keep(self, asked: str, *, judge: str, content: str) -> None:
        """Keep an answer; it is written with those after it, and on leaving at the latest.

        A process that is killed loses those that wait: 64 at the most, and no more than were given
        in a quarter of a second.

        Args:
            asked: the digest of what was asked of whom.
            judge: the judge's fingerprint.
            content: the answer.
        """
        second = self._clock().replace(microsecond=0)
        if second != self._second:  # many answers are given in one
            self._second, self._at = second, second.isoformat(timespec="seconds")
        now_s = time.monotonic()
        if not self._waiting:
            self._waits_since_s = now_s
        self._waiting[asked] = (asked, judge, content, _digest(asked, content), self._at)
        if self._own is not None:
            self._own.add(asked)
            if len(self._own) > _MOST_OWN:
                self._own = None
        has_waited = now_s - self._waits_since_s >= _LONGEST_WAITING_S
        if has_waited or len(self._waiting) >= _MOST_WAITING:
            self.flush()

    def _is_written_by_others(self) -> bool:
        """Return whether a file that was empty may hold answers of others by now."""
        self._n_passed += 1
        if self._n_passed % _MOST_PASSED == 0:
            with self._said_plainly():
                if scalar(self._used, _CHANGES_OF_OTHERS) != self._version:
                    self._own = None
        return self._own is None

    def flush(self) -> None:
        """Write what waits to be written."""
        rows, self._waiting = list(self._waiting.values()), {}
        if rows:
            with self._writing() as connection:
                connection.executemany(
                    "INSERT OR REPLACE INTO answers VALUES (?, ?, ?, ?, ?)", rows
                )

    def count(self, *, before: datetime | None = None) -> int:
        """Return how many answers there are.

        Args:
            before: those that were given before it; None for all.
        """
        with self._said_plainly():
            found = self._used.execute(
                "SELECT count(*) FROM answers WHERE at < ?", (_bound(before),)
            )
            return int(found.fetchone()[0])

    def purge(self, *, before: datetime | None = None) -> int:
        """Delete answers, and give their space back.

        Args:
            before: those that were given before it; None for all.

        Returns:
            How many there were.
        """
        with self._writing() as connection:
            found = connection.execute("DELETE FROM answers WHERE at < ?", (_bound(before),))
            n_gone = found.rowcount
        with self._said_plainly():
            self._used.execute("VACUUM")
            self._used.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        return n_gone

    # --- the file

    def _make_ready(self, connection: sqlite3.Connection) -> None:
        begins = is_new(connection)
        # what a power cut takes is asked again; an empty file holds nothing
        connection.execute(f"PRAGMA synchronous = {'OFF' if begins else 'NORMAL'}")
        connection.execute("PRAGMA secure_delete = ON")  # what was purged is not left in the file
        # a thousand answers, whose keys lie anywhere, touch as many pages: most runs move them into
        # the file once, when they end
        connection.execute(f"PRAGMA wal_autocheckpoint = {_MOST_AHEAD}")
        mark = scalar(connection, "PRAGMA application_id")
        version = scalar(connection, "PRAGMA user_version")
        n_tables = scalar(connection, "SELECT count(*) FROM sqlite_master")
        if (mark, version) == (_APPLICATION_ID, _VERSION):
            return
        if mark != _APPLICATION_ID and (mark or version or n_tables):
            raise StoreError(
                f"{self.path}: found another program's database; expected a judge's answers.",
                hint="Move it away, or let gate.reports name another folder.",
            )
        if version > _VERSION:
            raise StoreError(
                f"{self.path}: found answers of version {version}; this mhgate knows {_VERSION}.",
                hint=_HINT,
            )
        write_ahead(connection, wait_s=self._wait_s)
        with writing(connection):
            connection.execute(_TABLE)
            connection.execute(f"PRAGMA application_id = {_APPLICATION_ID}")
            connection.execute(f"PRAGMA user_version = {_VERSION}")
        connection.execute("PRAGMA synchronous = NORMAL")
        with contextlib.suppress(OSError):  # a judge's words about conversations
            self.path.chmod(0o600)

    @contextmanager
    def _writing(self) -> Iterator[sqlite3.Connection]:
        with self._said_plainly(), writing(self._used) as connection:
            yield connection

    @contextmanager
    def _said_plainly(self) -> Iterator[None]:
        try:
            yield
        except (sqlite3.Error, OSError) as error:
            raise self._said_of(error) from error

    def _said_of(self, error: sqlite3.Error | OSError) -> StoreError:
        what = (error.strerror if isinstance(error, OSError) else None) or error
        return StoreError(
            f"{self.path}: the judge's answers cannot be read or written ({what}).", hint=_HINT
        )

    @property
    def _used(self) -> sqlite3.Connection:
        if self._connection is None:
            raise RuntimeError("an AnswerStore is used inside its with block")
        return self._connection


def _digest(*parts: str) -> str:
    return sha256("\0".join(parts).encode("utf-8", "surrogatepass")).hexdigest()


def _bound(before: datetime | None) -> str:
    return "9" if before is None else before.astimezone(UTC).isoformat(timespec="seconds")
