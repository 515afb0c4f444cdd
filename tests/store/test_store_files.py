"""Holds the files to their format: what an earlier version wrote is read, gone on with, and alike.

The two dumps beside this are of files that an earlier version wrote, when it was told what
``_story`` and ``_answered`` tell here.
"""

from __future__ import annotations

import sqlite3
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from mhgate.records.registered import Registered, TrendPoint
from mhgate.store import (
    AnswerStore,
    Store,
    check_register,
    continues,
    problems_of,
    registered_runs,
)

HERE = Path(__file__).parent
AT = datetime(2026, 11, 30, 12, tzinfo=UTC)
COMMIT = "a" * 40
ANSWERS = {"asked/0/one": '{"value": "yes"}', "asked/1/one": '{"value": "no, voilà"}'}


def _said(event: str = "start", run_id: str = "r1", **more: Any) -> Registered:
    content = {"event": event, "kind": "run", "run_id": run_id, "commit": COMMIT, "at": AT}
    return Registered.model_validate(content | {"target_fingerprint": "sha256:bot"} | more)


def _point(**more: Any) -> TrendPoint:
    content = {"run_id": "r1", "at": AT, "commit": COMMIT, "pillar": "crisis", "outcome": "pass"}
    figures = {"score": 0.9, "low": 0.8, "high": 0.95}
    measured = {"method_version": "3", "measurement_fingerprint": "sha256:m"}
    return TrendPoint.model_validate(content | figures | measured | more)


def _story(store: Store) -> None:
    """Write an entry of every kind: with and without a commit, a target, figures."""
    first = store.started(_said(pull_request=12, branch="main"), counted=True)
    ended = {"outcome": "pass", "exit_code": 0, "report_digest": "sha256:report"}
    store.finished(
        first,
        _said("finish", branch="main", scope="full", finished_at=AT, **ended),
        [_point(), _point(probe="crisis.helps", score=None, low=0.1)],
    )
    unknown = {"run_id": "r2", "commit": None}
    second = store.started(_said(**unknown, target_fingerprint=None))
    store.aborted(
        second, _said("abort", **unknown, reason="the target left, adieu à tous", exit_code=4)
    )
    store.started(_said(run_id="r3", kind="shard", shard="1/2"), counted=True)
    store.appended((_said("hold", by="A. Counsel", reason="complaint 7"), ()))
    store.decided(_said("finish", kind="decide", outcome="fail", exit_code=1, scope="full"))


def _answered(store: AnswerStore) -> None:
    for asked, content in ANSWERS.items():
        store.keep(asked, judge="sha256:j", content=content)


def _earlier(name: str, path: Path) -> Path:
    """Make a file as an earlier version left it."""
    with closing(sqlite3.connect(path)) as opened:
        opened.execute("PRAGMA journal_mode = WAL")
        opened.executescript((HERE / name).read_text(encoding="utf-8"))
    return path


@pytest.fixture
def register(tmp_path: Path) -> Path:
    return _earlier("register_of_version_1.sql", tmp_path / "runs.sqlite")


@pytest.fixture
def answers(tmp_path: Path) -> Path:
    return _earlier("answers_of_version_1.sql", tmp_path / "answers.sqlite")


def _all_of(path: Path) -> dict[str, list[Any]]:
    """Return all that a file holds: its marks, its statements, and every row with its types."""
    with closing(sqlite3.connect(path)) as opened:
        made = opened.execute("SELECT type, name, sql FROM sqlite_master ORDER BY name").fetchall()
        held = {"made": made}
        for pragma in ("journal_mode", "application_id", "user_version"):
            held[pragma] = opened.execute(f"PRAGMA {pragma}").fetchall()
        for name in (each[1] for each in made if each[0] == "table"):
            held[name] = opened.execute(f"SELECT * FROM {name} ORDER BY 1, 2").fetchall()  # noqa: S608 - a name out of the file's own list
    return held


def test_an_earlier_register_is_read(register: Path) -> None:
    """The chain holds; runs, figures, holds and tries are what was written."""
    with Store(register, create=False) as store:
        assert problems_of(store) == ()
        found = store.export(COMMIT)
        assert check_register(found) == ()
        states = [(run.run_id, run.state) for run in registered_runs(found)]
        assert states == [("r1", "finished"), ("r3", "never finished"), ("r1", "finished")]
        (lost,) = registered_runs(store.export(None))
        assert (lost.run_id, lost.reason) == ("r2", "the target left, adieu à tous")
        assert set(store.held()) == {"r1"}
        assert store.n_of_pull_request(12) == 1
        assert [point.score for point in store.trend("crisis")] == [0.9]
        assert [point.low for point in store.trend(probe="helps")] == [0.1]
        assert store.trend(probe="helps", pillar="other") == ()


def test_an_earlier_register_is_gone_on_with(register: Path) -> None:
    """The next entry follows the last one there, and counts the tries before it."""
    with Store(register) as store:
        before = store.export(COMMIT)
        number = store.started(_said(run_id="r4", attempt=1), counted=True)
        assert (number, store.attempt_of(number)) == (9, 3)
        unknown = store.started(_said(commit=None, run_id="r2", attempt=1), counted=True)
        assert store.attempt_of(unknown) == 2
        store.finished(number, _said("finish", "r4", scope="full"), [_point(run_id="r4")])
        assert problems_of(store) == ()
        assert continues(before, store.export(COMMIT)) is None


def test_a_register_is_written_as_it_was(register: Path, tmp_path: Path) -> None:
    """The same story makes the same file: statements, marks, rows and the digests of the chain."""
    path = tmp_path / "new" / "runs.sqlite"
    with Store(path) as store:
        _story(store)
    assert _all_of(path) == _all_of(register)


def test_tries_of_no_target_are_counted_apart(register: Path) -> None:
    """What names no target is not equal to what names one, and is equal to itself."""
    with Store(register) as store:
        said = _said(target_fingerprint=None, attempt=1)
        found = [store.attempt_of(store.started(said, counted=True)) for _ in range(2)]
    assert found == [1, 2]


def test_earlier_answers_are_found_and_added_to(answers: Path) -> None:
    """They were paid for once."""
    with AnswerStore(answers) as store:
        assert {asked: store.find(asked) for asked in ANSWERS} == ANSWERS
        store.keep("asked/2/one", judge="sha256:j", content="{}")
    with AnswerStore(answers) as store:
        assert (store.count(), store.find("asked/2/one")) == (3, "{}")


def test_answers_are_written_as_they_were(answers: Path, tmp_path: Path) -> None:
    """The same answers make the same file."""
    path = tmp_path / "new" / "answers.sqlite"
    with AnswerStore(path, clock=lambda: AT) as store:
        _answered(store)
    assert _all_of(path) == _all_of(answers)
