"""Holds the store to keeping every entry, whoever writes at once, is killed, or changes a row."""

from __future__ import annotations

import os
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, get_type_hints

import pytest

from mhgate.errors import StoreError
from mhgate.records.registered import Registered, TrendPoint
from mhgate.store import Store, check_register, problems_of, registered_runs
from mhgate.store import connection as store_connection
from mhgate.store.tables import MIGRATIONS, EntryRow, TrendRow

AT = datetime(2026, 11, 30, 12, tzinfo=UTC)
COMMIT = "a" * 40


def _said(event: str = "start", run_id: str = "r1", **more: Any) -> Registered:
    content = {"event": event, "kind": "run", "run_id": run_id, "commit": COMMIT, "at": AT}
    return Registered.model_validate(content | {"target_fingerprint": "sha256:bot"} | more)


def _point(run_id: str = "r1", *, days: int = 0, **more: Any) -> TrendPoint:
    content = {
        "run_id": run_id,
        "at": AT + timedelta(days=days),
        "commit": COMMIT,
        "pillar": "crisis",
        "outcome": "pass",
        "score": 0.9,
        "low": 0.8,
        "high": 0.95,
        "method_version": "3",
        "measurement_fingerprint": "sha256:m",
    }
    return TrendPoint.model_validate(content | more)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "reports" / "runs.sqlite"


@pytest.fixture
def store(path: Path) -> Iterator[Store]:
    with Store(path) as opened:
        yield opened


def _raw(path: Path, *statements: str) -> None:
    """Change the file as somebody with a shell would, past the guards of a slip of the hand."""
    with sqlite3.connect(path) as opened:
        found = opened.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall()
        for (name,) in found:
            opened.execute(f"DROP TRIGGER {name}")
        for statement in statements:
            opened.execute(statement)
    opened.close()


def _filled(path: Path) -> None:
    with Store(path) as store:
        for number in range(1, 4):
            began = store.started(_said(run_id=f"r{number}"))
            store.finished(
                began,
                _said("finish", f"r{number}", finished_at=AT, scope="full"),
                [_point(f"r{number}"), _point(f"r{number}", probe="crisis.helps", score=None)],
            )


def test_what_is_written_is_read_after_the_file_was_closed(path: Path) -> None:
    """Entries, their chain and the points of the trend."""
    _filled(path)
    with Store(path, create=False) as store:
        assert problems_of(store) == ()
        events = [(each.number, each.content.event) for each in store.register(COMMIT)]
        assert events == [(n, "finish" if n % 2 == 0 else "start") for n in range(1, 7)]
        assert [point.run_id for point in store.trend("crisis")] == ["r1", "r2", "r3"]
        (probe,) = store.trend(probe="helps", limit=1)
        assert (probe.run_id, probe.probe, probe.score, probe.low) == (
            "r3",
            "crisis.helps",
            None,
            0.8,
        )
    assert path.stat().st_mode & 0o077 == 0


def test_an_export_of_the_file_holds(store: Store) -> None:
    """What is exported is checked without the file."""
    number = store.started(_said())
    store.started(_said(run_id="elsewhere", commit="b" * 40))
    store.aborted(number, _said("abort", reason="the target left", exit_code=4))
    found = store.export(COMMIT)
    assert check_register(found) == ()
    (run,) = registered_runs(found)
    assert (run.state, run.reason, found["count"]) == ("aborted", "the target left", 3)


_MANY = """
import sys
from datetime import UTC, datetime
from pathlib import Path
from mhgate.records.registered import Registered
from mhgate.store import Store
path, name = Path(sys.argv[1]), sys.argv[2]
for number in range(8):
    said = Registered(event="start", kind="run", run_id=f"{name}-{number}", commit="c",
        at=datetime.now(UTC), target_fingerprint="t", attempt=1)
    with Store(path, wait_s=60) as store:
        began = store.started(said, counted=True)
        store.finished(began, said.model_copy(update={"event": "finish"}))
"""


def test_nothing_is_lost_when_many_processes_write_at_once(path: Path) -> None:
    """Five processes, begun together on no file at all: every entry is there, the chain is whole.

    And no two of them were told that they are the same attempt.
    """
    running = [
        subprocess.Popen([sys.executable, "-c", _MANY, str(path), f"p{n}"], stderr=subprocess.PIPE)
        for n in range(5)
    ]
    for each in running:
        _, err = each.communicate()
        assert each.returncode == 0, err.decode()
    with Store(path) as store:
        assert problems_of(store) == ()
        entries = store.register("c")
    assert len(entries) == 5 * 8 * 2
    attempts = [each.content.attempt for each in entries if each.content.event == "start"]
    assert sorted(map(int, filter(None, attempts))) == list(range(1, 41))


_KILLED = """
import os, signal, sys, time
from datetime import UTC, datetime
from pathlib import Path
from mhgate.records.registered import Registered
from mhgate.store import Store
from mhgate.store.connection import writing
said = Registered(event="start", kind="run", run_id="killed", commit="c", at=datetime.now(UTC))
with Store(Path(sys.argv[1])) as store:
    store.started(said)
    if sys.argv[2] == "writing":
        with writing(store._used) as connection:
            connection.execute("UPDATE head SET count = 99")
            os.kill(os.getpid(), signal.SIGKILL)
    os.kill(os.getpid(), signal.SIGKILL)
"""


@pytest.mark.parametrize("when", ["after", "writing"])
def test_a_killed_process_leaves_a_start_without_an_end(path: Path, when: str) -> None:
    """SIGKILL after the start, and in the middle of a write: the chain holds and goes on."""
    ran = subprocess.run([sys.executable, "-c", _KILLED, str(path), when], check=False)
    assert ran.returncode == -signal.SIGKILL
    with Store(path) as store:
        assert problems_of(store) == ()
        store.started(_said(run_id="next", commit="c"))
        first, _ = registered_runs(store.export("c"))
        assert (first.run_id, first.state) == ("killed", "never finished")
        assert problems_of(store) == ()


@pytest.mark.parametrize(
    ("statement", "words"),
    [
        (
            "UPDATE entries SET content = replace(content, '\"r2\"', '\"r9\"') WHERE number = 4",
            "entry 4 (run r2) was changed",
        ),
        ("UPDATE entries SET digest = previous WHERE number = 3", "entry 3 (run r2) was changed"),
        ("UPDATE entries SET \"commit\" = 'b' WHERE number = 2", "entry 2 (run r1) was changed"),
        ("UPDATE entries SET run_id = 'r9' WHERE number = 2", "filed under another run_id"),
        ("UPDATE entries SET content = 'x' WHERE number = 2", "entry 2 holds what no entry says"),
        ("UPDATE entries SET content = x'00ff' WHERE number = 2", "entry 2 holds what no entry"),
        ("DELETE FROM entries WHERE number = 1", "entry 1 is gone"),
        ("DELETE FROM entries WHERE number IN (3, 4)", "entries 3 to 4 are gone"),
        ("DELETE FROM entries WHERE number = 6", "entry 6 is gone"),
        ("UPDATE head SET digest = 'x'", "head is not its last entry"),
        ("UPDATE trend SET score = 0.99 WHERE entry = 4", "the figures of entry 4 (run r2)"),
        ("DELETE FROM trend WHERE entry = 4", "the figures of entry 4 (run r2)"),
    ],
)
def test_a_changed_or_removed_row_is_named(path: Path, statement: str, words: str) -> None:
    """Whatever is done to the file past its guards is said with the entry's number."""
    _filled(path)
    _raw(path, statement)
    with Store(path) as store:
        problems = problems_of(store)
    assert any(words in each for each in problems), problems


def test_a_slip_of_the_hand_is_refused(path: Path) -> None:
    """Rows are not changed or deleted by a plain statement."""
    _filled(path)
    with sqlite3.connect(path) as opened, pytest.raises(sqlite3.IntegrityError, match="append"):
        opened.execute("DELETE FROM entries")
    opened.close()


def test_a_chain_that_was_written_anew_does_not_pass_a_known_head(path: Path) -> None:
    """It holds in itself; the head that was written down elsewhere is not in it."""
    _filled(path)
    with Store(path) as store:
        known = store.head()
    path.unlink()
    _filled(path)
    with Store(path) as store:
        store.started(_said(run_id="r8"))
        assert problems_of(store, known_head=known) == ()  # the same story: the same chain
    path.unlink()
    with Store(path) as store:
        for number in range(7):
            store.started(_said(run_id=f"other{number}"))
        assert problems_of(store) == ()
        (problem,) = problems_of(store, known_head=known)
    assert problem.startswith("entry 6 is not the one that was written down")


def test_attempts_are_counted_as_folders_are(store: Store) -> None:
    """By commit and target; shards are one try together; judging and merging is none."""

    def attempt(**more: Any) -> int | None:
        return store.attempt_of(store.started(_said(attempt=1, **more), counted=True))

    assert [attempt(), attempt(), attempt(seed=9)] == [1, 2, 3]
    assert attempt(target_fingerprint="sha256:other") == 1
    assert attempt(commit="b" * 40) == 1
    store.started(_said(kind="judge"))
    store.started(_said(kind="merge"))
    assert [attempt(kind="shard", shard=f"{n}/2") for n in (1, 2)] == [4, 4]
    assert attempt() == 5
    assert store.attempt_of(store.started(_said(attempt=9), counted=True)) == 9
    assert [attempt(commit=None, run_id="x"), attempt(commit=None, run_id="y")] == [1, 1]


def test_tries_of_a_pull_request_are_counted_over_its_commits(store: Store) -> None:
    """Each push is another commit; the pull request is one."""
    for commit in ("b" * 40, "c" * 40, "c" * 40):
        store.started(_said(commit=commit, pull_request=12))
    store.started(_said(pull_request=13))
    assert [store.n_of_pull_request(number) for number in (12, 13, 14)] == [3, 1, 0]


def test_a_held_run_is_not_purged(store: Store) -> None:
    """Until it is released; the purge is written with whose it was."""
    store.appended((_said("hold", by="A. Counsel", reason="complaint 7"), ()))
    purge = _said("purge", by="keep_days", reason="older than 200 days")
    other = _said("purge", "r2", by="keep_days", reason="older than 200 days")
    assert set(store.held()) == {"r1"}
    assert store.purged([purge, other]) == (other,)
    store.appended((_said("release", by="A. Counsel", reason="closed"), ()))
    assert store.held() == {}
    assert store.purged([purge]) == (purge,)
    assert [each.content.event for each in store.of_run("r1")] == ["hold", "release", "purge"]


def test_a_locked_file_is_waited_for_and_then_said(path: Path) -> None:
    """Another process that writes is no reason to fail at once, nor to wait for ever."""
    with Store(path):
        pass
    holder = sqlite3.connect(path, isolation_level=None)
    holder.execute("BEGIN IMMEDIATE")
    with Store(path, wait_s=0.2) as store, pytest.raises(StoreError, match=r"for 0\.2 s"):
        store.started(_said())
    holder.execute("ROLLBACK")
    holder.close()
    with Store(path, wait_s=0.2) as store:
        assert store.started(_said()) == 1


def test_what_is_no_register_is_refused_and_left_alone(tmp_path: Path) -> None:
    """Text, another program's database, a newer register, none at all."""
    text = tmp_path / "text.sqlite"
    text.write_bytes(b"not a database at all, and long enough to look like one" * 20)
    with pytest.raises(StoreError, match="damaged"), Store(text):
        pass
    assert text.read_bytes().startswith(b"not a database")
    other = tmp_path / "other.sqlite"
    with sqlite3.connect(other) as opened:
        opened.execute("CREATE TABLE songs (name)")
    opened.close()
    with pytest.raises(StoreError, match="another program"), Store(other):
        pass
    newer = tmp_path / "newer.sqlite"
    with Store(newer):
        pass
    _raw(newer, "PRAGMA user_version = 99")
    with pytest.raises(StoreError, match="version 99"), Store(newer):
        pass
    missing = tmp_path / "missing.sqlite"
    with pytest.raises(StoreError, match="found no register"), Store(missing, create=False):
        pass
    assert not missing.exists()


def test_a_file_that_cannot_be_written_is_said(tmp_path: Path) -> None:
    """Its place is taken by a folder, or by a file where its folder should be."""
    (tmp_path / "runs.sqlite").mkdir()
    with pytest.raises(StoreError, match="cannot be opened"), Store(tmp_path / "runs.sqlite"):
        pass
    (tmp_path / "file").write_text("x")
    with pytest.raises(StoreError, match="cannot be opened"), Store(tmp_path / "file" / "r.sqlite"):
        pass


def test_a_full_disk_is_said_and_nothing_is_half_written(path: Path) -> None:
    """SQLite's own limit stands for the disk's: the entry is not there, the chain is whole."""
    with Store(path) as store:
        store.started(_said())
        (pages,) = store._used.execute("PRAGMA page_count").fetchone()
        store._used.execute(f"PRAGMA max_page_count = {pages}")
        many = [(_said("adopt", f"r{number}", reason="x" * 500), ()) for number in range(50)]
        with pytest.raises(StoreError, match="disk is full"):
            store.appended(*many)
    with Store(path) as store:
        assert problems_of(store) == ()
        assert store.head()[0] == 1


@pytest.mark.skipif(os.geteuid() == 0, reason="root writes everywhere")
def test_a_read_only_folder_is_read_and_not_written(path: Path) -> None:
    """An archive's copy is shown; writing it says why it cannot be."""
    _filled(path)
    path.chmod(0o400)
    path.parent.chmod(0o500)
    try:
        with Store(path, create=False) as store:
            assert problems_of(store) == ()
        with pytest.raises(StoreError, match="cannot be opened or written"), Store(path) as store:
            store.started(_said())
    finally:
        path.parent.chmod(0o700)


_TYPES = {"INTEGER": int, "VARCHAR": str, "FLOAT": float}


def test_the_tables_are_what_the_migrations_make(path: Path) -> None:
    """The statements and the rows that the code reads by agree, column by column."""
    with Store(path):
        pass
    with sqlite3.connect(path) as opened:
        for table, rows in (("entries", EntryRow), ("trend", TrendRow)):
            columns = [
                (row[1], _TYPES[row[2]] if row[3] or row[5] else _TYPES[row[2]] | None)
                for row in opened.execute(f"PRAGMA table_info({table})")
            ]
            assert columns == list(get_type_hints(rows).items())
        assert opened.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    opened.close()


def test_an_older_file_is_brought_up_to_date(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Once, with all that it holds; a reader that may not write says that it is older."""
    _filled(path)
    newer = (*MIGRATIONS, ("ALTER TABLE head ADD COLUMN note VARCHAR",))
    monkeypatch.setattr(store_connection, "MIGRATIONS", newer)
    with pytest.raises(StoreError, match="version 1"), Store(path, create=False):
        pass
    for _ in range(2):
        with Store(path) as store:
            assert problems_of(store) == ()
            assert store.head()[0] == 6


def test_entries_refuse_what_they_cannot_hold(store: Store) -> None:
    """A copy with a wrong value is not written."""
    with pytest.raises(ValueError, match="event"):
        store.started(_said().model_copy(update={"event": "party"}))
    assert store.head()[0] == 0
