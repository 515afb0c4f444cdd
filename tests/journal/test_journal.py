"""Holds the journal: what was written is read back, a torn end is cut off, nothing else is lost."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mhgate.errors import ReportFileError
from mhgate.journal import Booked, Journal, read_journal
from mhgate.records import Failure, ItemOutcome, Score, Stage, Transcript, Trial, Turn


def _transcript(name: str, reply: str = "I hear you.") -> Transcript:
    return Transcript(
        trial=Trial(id=f"{name}#0", item_id=name, family="f", epoch=0, seed=1),
        turns=(Turn(role="user", content="hi"), Turn(role="assistant", content=reply)),
        target_fingerprint="sha256:t",
    )


def _write(path: Path) -> None:
    with Journal(path) as journal:
        journal.begin({"plan": "p", "target": "t", "measurement": "m"})
        journal.came_back(_transcript("a"))
        journal.scored("a#0", [Score(trial_id="a#0", probe_id="x.p", value=1, judge="j")], [])
        journal.came_back(
            Failure(trial_id="b#0", stage=Stage.TARGET, kind="timeout", message="60 s")
        )


def test_what_was_written_is_read_back(tmp_path: Path) -> None:
    """Transcripts and failures come back as they were."""
    _write(tmp_path / "journal.jsonl")
    kept = read_journal(tmp_path / "journal.jsonl")
    assert kept.header["plan"] == "p"
    assert kept.came_back["a#0"] == _transcript("a")
    assert kept.came_back["b#0"].kind == "timeout"
    assert kept.n_attempts == 1


def test_two_lines_of_a_trial_go_together(tmp_path: Path) -> None:
    """What is scored at once is in the file with its score; everything else is there by itself."""
    path = tmp_path / "journal.jsonl"
    score = Score(trial_id="a#0", probe_id="x.p", value=1, judge="j")
    with Journal(path) as journal:
        journal.begin({"plan": "p", "target": "t", "measurement": "m"})
        journal.came_back(_transcript("a"), is_scored_now=True)
        assert path.read_bytes().count(b"\n") == 1
        journal.scored("a#0", [score], [])
        assert path.read_bytes().count(b"\n") == 3
        journal.came_back(_transcript("b"))
        assert path.read_bytes().count(b"\n") == 4
    kept = read_journal(path)
    assert (list(kept.came_back), kept.scores) == (["a#0", "b#0"], {"a#0": (score,)})


def test_no_two_lines_have_one_salt(tmp_path: Path) -> None:
    """However many are drawn at once, each line has its own, of 16 bytes."""
    path = tmp_path / "journal.jsonl"
    with Journal(path) as journal:
        journal.begin({"plan": "p", "target": "t", "measurement": "m"})
        for number in range(150):
            journal.came_back(_transcript(f"i{number}"))
    salts = [json.loads(line)["salt"] for line in path.read_bytes().splitlines()[1:]]
    assert len({*salts}) == 150
    assert {len(bytes.fromhex(salt)) for salt in salts} == {16}


def test_a_torn_last_line_is_cut_off_and_the_rest_is_kept(tmp_path: Path) -> None:
    """A writer that was killed in mid-line leaves a journal that can be continued, at any byte."""
    path = tmp_path / "journal.jsonl"
    _write(path)
    whole = path.read_bytes()
    last_line = whole.rstrip(b"\n").rindex(b"\n") + 1
    for cut in range(last_line, len(whole)):
        path.write_bytes(whole[:cut])
        kept = read_journal(path, mend=True)
        assert set(kept.came_back) == {"a#0"}
        assert path.read_bytes() == whole[:last_line]
    with Journal(path) as journal:
        journal.begin({"plan": "p"})
        journal.came_back(_transcript("c"))
    kept = read_journal(path)
    assert set(kept.came_back) == {"a#0", "c#0"}
    assert kept.n_attempts == 2


def test_a_line_changed_in_the_middle_is_an_error_with_its_number(tmp_path: Path) -> None:
    """Only the end can be torn; anything else was tampered with."""
    path = tmp_path / "journal.jsonl"
    _write(path)
    lines = path.read_bytes().split(b"\n")
    lines[1] = lines[1][:-4]
    path.write_bytes(b"\n".join(lines))
    with pytest.raises(ReportFileError, match=r"journal\.jsonl:2"):
        read_journal(path)


@pytest.mark.parametrize("data", [b"", b"half a line", b'{"event": "scored"}\n'])
def test_what_does_not_begin_is_no_journal(tmp_path: Path, data: bytes) -> None:
    """A file without a beginning is refused with advice."""
    path = tmp_path / "journal.jsonl"
    path.write_bytes(data)
    with pytest.raises(ReportFileError, match="without resuming"):
        read_journal(path)


def test_a_missing_journal_says_so(tmp_path: Path) -> None:
    """No file, no run."""
    with pytest.raises(ReportFileError, match="expected a journal"):
        read_journal(tmp_path / "none.jsonl")


@given(st.text())
def test_hostile_replies_survive_the_trip(reply: str) -> None:
    """Line separators, control characters and lone surrogates come back as they were kept."""
    import tempfile

    transcript = _transcript("a", reply)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "journal.jsonl"
        with Journal(path) as journal:
            journal.begin({})
            journal.came_back(transcript)
        assert read_journal(path).came_back["a#0"] == transcript


def test_a_journal_is_for_its_owner_only(tmp_path: Path) -> None:
    """Transcripts are not readable by others on the machine."""
    _write(tmp_path / "journal.jsonl")
    assert (tmp_path / "journal.jsonl").stat().st_mode & 0o077 == 0


def test_what_a_shard_books_is_the_last_attempts(tmp_path: Path) -> None:
    """Outcomes, account and end come back; an attempt that began later has its own, or none."""
    path = tmp_path / "journal.jsonl"
    row = ItemOutcome(
        trial_id="a#0",
        probe_id="x.p",
        item_id="a",
        item_digest="sha256:a",
        family="f",
        epoch=0,
        strata={"risk": "none"},
        value=1.0,
    )
    entry = Booked("a#0", (row,), bytes(32), ("judge: refused",))
    with Journal(path) as journal:
        journal.begin({"plan": "p", "attempt": 1})
        journal.booked(entry)
        journal.end("pass", "sha256:r")
        journal.account({"run_id": "r"})
    kept = read_journal(path)
    assert kept.booked == {"a#0": entry}
    assert kept.account == {"run_id": "r"}
    assert kept.end is not None
    assert kept.end["merkle_root"] == "sha256:r"
    with Journal(path) as journal:
        journal.begin({"plan": "p", "attempt": 2})
    again = read_journal(path)
    assert [header["attempt"] for header in again.headers] == [1, 2]
    assert (again.booked, again.account, again.end) == ({}, None, None)


def test_what_was_spent_stands_beside_what_it_bought(tmp_path: Path) -> None:
    """A process that is killed leaves what it had paid for, and the next one counts on from it."""
    paid = {"usd": 0.25}
    path = tmp_path / "journal.jsonl"
    with Journal(path, spent=lambda: paid) as journal:
        journal.begin({"plan": "p"})
        journal.came_back(_transcript("a"))
        paid["usd"] = 0.5
        journal.came_back(_transcript("b"))
    assert read_journal(path).spent == {"usd": 0.5}
    with Journal(path, spent=lambda: paid) as journal:
        journal.begin({"plan": "p"})
    assert read_journal(path).spent == {"usd": 0.5}
    with Journal(tmp_path / "other.jsonl") as journal:
        journal.begin({"plan": "p"})
        journal.came_back(_transcript("a"))
    assert '"spent"' not in (tmp_path / "other.jsonl").read_text(encoding="utf-8")
