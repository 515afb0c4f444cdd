"""Holds the file of judges' answers: kept by what was asked, and shared by processes."""

from __future__ import annotations

import signal
import sqlite3
import subprocess
import sys
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path
from types import SimpleNamespace

import pytest

from mhgate.errors import StoreError
from mhgate.store import AnswerStore
from mhgate.store import answers as store_answers
from mhgate.store.answers import DamagedAnswerError


def test_an_answer_is_found_again(tmp_path: Path) -> None:
    """What was kept is there at once, and after the file was closed."""
    path = tmp_path / "deep" / "answers.sqlite"
    with AnswerStore(path) as store:
        store.keep("asked", judge="sha256:j", content='{"value": "yes"}')
        assert store.find("asked") == '{"value": "yes"}'
        assert store.find("another") is None
    with AnswerStore(path) as store:
        assert (store.find("asked"), store.count()) == ('{"value": "yes"}', 1)
    assert path.stat().st_mode & 0o077 == 0


def test_the_later_of_two_answers_stays(tmp_path: Path) -> None:
    """One question, asked once more, has one answer."""
    with AnswerStore(tmp_path / "a.sqlite") as store:
        store.keep("asked", judge="j", content="one")
        store.flush()
        store.keep("asked", judge="j", content="two")
        store.flush()
        assert (store.find("asked"), store.count()) == ("two", 1)


def test_old_answers_are_purged(tmp_path: Path) -> None:
    """By their age, and what they said is not left in the file."""
    now = datetime(2026, 11, 30, tzinfo=UTC)
    path = tmp_path / "a.sqlite"
    with AnswerStore(path, clock=lambda: now - timedelta(days=9)) as store:
        store.keep("old", judge="j", content="words of a person")
    with AnswerStore(path, clock=lambda: now) as store:
        store.keep("new", judge="j", content="other words")
        store.flush()
        assert store.count(before=now - timedelta(days=1)) == 1
        assert store.purge(before=now - timedelta(days=1)) == 1
        assert (store.find("old"), store.find("new")) == (None, "other words")
    assert b"words of a person" not in b"".join(p.read_bytes() for p in tmp_path.iterdir())


def test_a_changed_answer_is_none(tmp_path: Path) -> None:
    """Content that is not what was written, or stands at another question, is not given out."""
    path = tmp_path / "a.sqlite"
    with AnswerStore(path) as store:
        store.keep("one", judge="j", content="yes")
        store.keep("two", judge="j", content="no")
    database = sqlite3.connect(path)
    database.execute("UPDATE answers SET content = 'no' WHERE question_asked = 'one'")
    database.commit()
    database.close()
    with AnswerStore(path) as store:
        with pytest.raises(DamagedAnswerError):
            store.find("one")
        assert store.find("two") == "no"


@pytest.mark.parametrize("content", [b"no database at all" * 100, b"\0" * 4096])
def test_what_is_no_database_is_said(tmp_path: Path, content: bytes) -> None:
    """A damaged file, or another program's, is a mistake that says what to do."""
    path = tmp_path / "a.sqlite"
    path.write_bytes(content)
    with pytest.raises(StoreError, match=r"a\.sqlite"), AnswerStore(path):
        pass


def test_another_programs_database_is_refused(tmp_path: Path) -> None:
    """Nothing is written into it."""
    path = tmp_path / "a.sqlite"
    database = sqlite3.connect(path)
    database.execute("CREATE TABLE theirs (x)")
    database.commit()
    database.close()
    with pytest.raises(StoreError, match="another program"), AnswerStore(path):
        pass


def test_processes_share_a_file(tmp_path: Path) -> None:
    """Three processes that begin and write at the same time lose nothing."""
    code = (
        "import sys; from pathlib import Path; from mhgate.store import AnswerStore\n"
        "with AnswerStore(Path(sys.argv[1]), wait_s=30) as store:\n"
        "    for n in range(100): store.keep(f'{sys.argv[2]}-{n}', judge='j', content='yes')\n"
    )
    path = tmp_path / "a.sqlite"
    running = [subprocess.Popen([sys.executable, "-c", code, str(path), str(n)]) for n in range(3)]
    assert [each.wait() for each in running] == [0] * 3
    with AnswerStore(path) as store:
        assert store.count() == 300


def _written(path: Path) -> int:
    with closing(sqlite3.connect(path)) as opened:
        return int(opened.execute("SELECT count(*) FROM answers").fetchone()[0])


def test_in_a_file_that_was_empty_others_are_seen_too(tmp_path: Path) -> None:
    """What this process gave is found at once, and what others gave before the 65th look."""
    path = tmp_path / "a.sqlite"
    with AnswerStore(path) as store, AnswerStore(path) as other:
        store.keep("mine", judge="j", content="1")
        store.flush()
        assert store.find("mine") == "1"
        other.keep("theirs", judge="j", content="2")
        other.flush()
        looks = [store.find("theirs") for _ in range(64)]
        assert looks[-1] == "2"
        other.keep("later", judge="j", content="3")
        other.flush()
        assert store.find("later") == "3"
        assert store.find("mine") == "1"


def test_in_a_file_that_holds_answers_all_are_looked_for(tmp_path: Path) -> None:
    """Where an earlier run gave answers, what others give meanwhile is found at the first look."""
    path = tmp_path / "a.sqlite"
    with AnswerStore(path) as store:
        store.keep("earlier", judge="j", content="1")
    with AnswerStore(path) as store, AnswerStore(path) as other:
        other.keep("theirs", judge="j", content="2")
        other.flush()
        assert [store.find("theirs"), store.find("earlier")] == ["2", "1"]


def test_own_answers_are_found_however_many_they_are(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """More keys than are held are looked for in the file."""
    monkeypatch.setattr(store_answers, "_MOST_OWN", 3)
    with AnswerStore(tmp_path / "a.sqlite") as store:
        for number in range(9):
            store.keep(str(number), judge="j", content=str(number))
            store.flush()
        assert [store.find(str(number)) for number in range(10)] == [*map(str, range(9)), None]


def test_no_more_than_64_answers_wait(tmp_path: Path) -> None:
    """What waits is found, and another process sees it when it was written."""
    path = tmp_path / "a.sqlite"
    with AnswerStore(path) as store:
        for n in range(130):
            store.keep(f"asked-{n}", judge="j", content=f"{n}")
        assert 130 - _written(path) < 64
        assert [store.find(f"asked-{n}") for n in range(130)] == [f"{n}" for n in range(130)]
    assert _written(path) == 130


def test_an_answer_of_a_slow_judge_does_not_wait_for_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The next one that comes a quarter of a second later takes it along."""
    now = [7.0]
    monkeypatch.setattr(store_answers, "time", SimpleNamespace(monotonic=lambda: now[0]))
    path = tmp_path / "a.sqlite"
    with AnswerStore(path) as store:
        store.keep("one", judge="j", content="yes")
        store.keep("two", judge="j", content="yes")
        assert _written(path) == 0
        now[0] += 0.3
        store.keep("three", judge="j", content="yes")
        assert _written(path) == 3
        store.keep("four", judge="j", content="yes")
        assert _written(path) == 3


def test_a_killed_process_loses_what_waits_and_no_more(tmp_path: Path) -> None:
    """SIGKILL, with the file open: what was written is whole, and it is gone on with."""
    code = (
        "import os, signal, sys; from pathlib import Path; from mhgate.store import AnswerStore\n"
        "store = AnswerStore(Path(sys.argv[1])).__enter__()\n"
        "for n in range(100): store.keep(f'asked-{n}', judge='j', content='yes')\n"
        "os.kill(os.getpid(), signal.SIGKILL)\n"
    )
    path = tmp_path / "a.sqlite"
    ran = subprocess.run([sys.executable, "-c", code, str(path)], check=False)
    assert ran.returncode == -signal.SIGKILL
    with AnswerStore(path) as store:
        assert [store.find(f"asked-{n}") for n in range(64)] == ["yes"] * 64
        assert 64 <= store.count() <= 100
        store.keep("asked-99", judge="j", content="no")
        assert store.find("asked-99") == "no"
