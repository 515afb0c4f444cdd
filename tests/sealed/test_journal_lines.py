"""Sealed lines of a journal: only a key opens them, each belongs to its trial, nothing is lost."""

from __future__ import annotations

import json
from pathlib import Path

import pyrage
import pytest

from mhgate.errors import ReportFileError
from mhgate.journal import Journal, read_journal
from mhgate.records import Failure, Score, Stage, Transcript, Trial, Turn
from mhgate.sealed.journal_lines import sealed_line
from mhgate.wiring.sealing import unsealing
from tests.chained_again import chain_again

WORDS = "quillfeather"


def transcript(name: str) -> Transcript:
    return Transcript(
        trial=Trial(id=f"{name}#0", item_id=name, family="f", epoch=0, seed=1),
        turns=(
            Turn(role="user", content=f"{WORDS} \ud800 \u2028"),
            Turn(role="assistant", content=f"You said {WORDS}"),
        ),
        target_fingerprint="sha256:t",
    )


def failure(name: str) -> Failure:
    return Failure(trial_id=f"{name}#0", stage=Stage.TARGET, kind="crash", message=WORDS)


@pytest.fixture
def key() -> tuple[str, str]:
    made = pyrage.x25519.Identity.generate()
    return str(made), str(made.to_public())


@pytest.fixture
def journal(tmp_path: Path, key: tuple[str, str]) -> Path:
    """Write a journal in which the trials of ``hidden`` items are sealed."""
    path = tmp_path / "journal.jsonl"

    def seal(trial_id: str, line: bytes) -> str | None:
        return sealed_line(line, [key[1]]) if trial_id.startswith("hidden") else None

    score = Score(
        trial_id="hidden-a#0", probe_id="x.p", value=0, judge="j", explanation=f"assert {WORDS!r}"
    )
    with Journal(path, seal=seal) as written:
        written.begin({"plan": "p"})
        written.came_back(transcript("hidden-a"))
        written.scored("hidden-a#0", [score], [failure("hidden-a")])
        written.came_back(failure("hidden-b"))
        written.came_back(failure("open"))
        written.settled({"x.p": "pass"})
        written.end("pass", "sha256:r")
    return path


def test_a_key_reads_back_what_was_written(journal: Path, key: tuple[str, str]) -> None:
    """Transcripts, scores and failures, sealed or not, and which were sealed."""
    kept = read_journal(journal, unseal=unsealing({"K": key[0]}, "K"))
    assert kept.came_back["hidden-a#0"] == transcript("hidden-a")
    assert kept.came_back["hidden-b#0"] == failure("hidden-b")
    assert kept.scores["hidden-a#0"][0].explanation == f"assert {WORDS!r}"
    assert kept.sealed == {"hidden-a#0", "hidden-b#0"}
    assert kept.n_closed == 0


def test_without_a_key_they_are_counted_and_stay_shut(journal: Path) -> None:
    """What is in clear is read; of the rest the trial's opaque name is known."""
    kept = read_journal(journal, unseal=unsealing({}, "K"))
    assert set(kept.came_back) == {"open#0"}
    assert kept.scores == {}
    assert kept.sealed == {"hidden-a#0", "hidden-b#0"}
    assert kept.n_closed == 3


def test_the_file_holds_no_word_and_its_lines_are_of_one_length(journal: Path) -> None:
    """Short replies and long ones leave lines of the same size."""
    lines = journal.read_bytes().splitlines()
    sealed = [len(line) for line in lines if b'"sealed"' in line]
    assert len(sealed) == 3
    assert max(sealed) - min(sealed) < 1024  # age hides the length of its own header, too
    assert WORDS.encode() not in b"".join(line for line in lines if b'"sealed"' in line)


def test_another_key_is_told_by_line_and_variable(journal: Path) -> None:
    """The wrong key does not read as an empty journal."""
    other = str(pyrage.x25519.Identity.generate())
    with pytest.raises(ReportFileError, match=r"journal\.jsonl:2: .* no key in K opens") as caught:
        read_journal(journal, unseal=unsealing({"K": other}, "K"))
    assert other not in str(caught.value)


def test_a_line_belongs_to_its_trial(journal: Path, key: tuple[str, str]) -> None:
    """Whoever moves a sealed line under another trial's name is found out, and no word is told."""
    lines = journal.read_text(encoding="utf-8").splitlines()
    changed = json.loads(lines[1]) | {"trial": "hidden-b#0"}
    lines[1] = json.dumps(changed)
    journal.write_text("\n".join(lines) + "\n", encoding="utf-8")
    chain_again(journal)
    with pytest.raises(ReportFileError, match="no event of its trial") as caught:
        read_journal(journal, unseal=unsealing({"K": key[0]}, "K"))
    assert WORDS not in str(caught.value)


@pytest.mark.parametrize("text", [f'"{WORDS}"', f'{{"event": "{WORDS}"}}', f"{WORDS}", '{"a": 1}'])
def test_what_is_inside_and_no_event_is_told_without_its_words(
    journal: Path, key: tuple[str, str], text: str
) -> None:
    """An error of the reader does not quote what it could not read."""
    line = {"event": "sealed", "trial": "hidden-c#0", "age": sealed_line(text.encode(), [key[1]])}
    with journal.open("a", encoding="utf-8") as file:
        file.write(json.dumps(line) + "\n")
    chain_again(journal)
    with pytest.raises(ReportFileError, match="no event of its trial") as caught:
        read_journal(journal, unseal=unsealing({"K": key[0]}, "K"))
    assert WORDS not in str(caught.value)


@pytest.mark.parametrize("damage", ["!", "AAAA"])
def test_a_damaged_line_is_told(journal: Path, key: tuple[str, str], damage: str) -> None:
    """Neither broken Base64 nor a changed byte is passed over."""
    lines = journal.read_text(encoding="utf-8").splitlines()
    event = json.loads(lines[1])
    lines[1] = json.dumps(event | {"age": damage + event["age"][len(damage) :]})
    journal.write_text("\n".join(lines) + "\n", encoding="utf-8")
    chain_again(journal)
    with pytest.raises(ReportFileError, match=r"journal\.jsonl:2"):
        read_journal(journal, unseal=unsealing({"K": key[0]}, "K"))
