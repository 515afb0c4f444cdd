"""Holds the journal's chain: an edit, a drop, a swap and a torn tail are seen, copies keep it."""

from __future__ import annotations

import hashlib
import json
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from mhgate.errors import ReportFileError
from mhgate.journal import (
    Journal,
    chained,
    check_chain,
    parse_journal,
    read_journal,
    with_words_changed,
    without_words,
)
from mhgate.records import Failure, Score, Stage, Transcript, Trial, Turn

WORDS = "quillfeather"


def _transcript(name: str) -> Transcript:
    return Transcript(
        trial=Trial(id=f"{name}#0", item_id=name, family="f", epoch=0, seed=1),
        turns=(Turn(role="user", content=WORDS), Turn(role="assistant", content="I hear you.")),
        target_fingerprint="sha256:t",
    )


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Write a journal of seven lines."""
    path = tmp_path / "journal.jsonl"
    with Journal(path) as journal:
        journal.begin({"plan": "p", "target": "t", "measurement": "m"})
        journal.came_back(_transcript("a"))
        journal.scored("a#0", [Score(trial_id="a#0", probe_id="x.p", value=1, judge="j")], [])
        journal.came_back(
            Failure(trial_id="b#0", stage=Stage.TARGET, kind="timeout", message="60 s")
        )
        journal.settled({"x.p": "pass"})
        journal.account({"run_id": "r"})
        journal.end("pass", "sha256:r")
    return path


def test_head_and_count_are_those_of_the_bytes(path: Path) -> None:
    """What a reader of events finds and what a reader of bytes finds is the same."""
    chain, kept = check_chain(path.read_bytes(), name="j"), read_journal(path)
    assert (chain.head, chain.n_lines, chain.n_stand_ins) == (kept.head, kept.n_lines, 0)
    assert chain.n_lines == 7
    assert re.fullmatch("[0-9a-f]{64}", chain.head)


def test_the_chain_is_what_its_description_says(path: Path) -> None:
    """Recomputed here from the bytes, without a function of the journal's."""
    head = "0" * 64
    for line in path.read_bytes().splitlines():
        bare = re.sub(rb', "chain": "[0-9a-f]{64}"\}$', b"}", line)
        digest = hashlib.sha256(bare).hexdigest()
        head = hashlib.sha256((head + digest).encode()).hexdigest()
        assert json.loads(line)["chain"] == head
    assert head == check_chain(path.read_bytes(), name="j").head


@pytest.mark.skipif(not shutil.which("openssl"), reason="needs the openssl command")
def test_the_shell_of_an_auditor_finds_the_same_head(path: Path) -> None:
    """With sed and OpenSSL alone."""
    script = r"""
    head=$(printf '0%.0s' $(seq 64))
    while IFS= read -r line; do
      said=$(printf '%s' "$line" | sed -E 's/.*, "chain": "([0-9a-f]{64})"\}$/\1/')
      digest=$(printf '%s' "$line" | sed -E 's/, "chain": "[0-9a-f]{64}"\}$/}/' | tr -d '\n' \
        | openssl dgst -sha256 -r | cut -c1-64)
      head=$(printf '%s%s' "$head" "$digest" | openssl dgst -sha256 -r | cut -c1-64)
      [ "$said" = "$head" ] || exit 1
    done < "$1"
    printf '%s' "$head"
    """
    done = subprocess.run(
        ["bash", "-c", script, "-", str(path)],
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout == check_chain(path.read_bytes(), name="j").head


def test_every_changed_byte_is_seen(path: Path) -> None:
    """Any byte of any line, its link too, changed by one bit."""
    data = path.read_bytes()
    for at in range(len(data)):
        changed = bytearray(data)
        changed[at] ^= 1
        with pytest.raises(ReportFileError):
            check_chain(bytes(changed), name="j")


@pytest.mark.parametrize("at", range(7))
def test_a_dropped_line_is_seen(path: Path, at: int) -> None:
    """At the number of the line that follows it; the last one by head and count alone."""
    lines = path.read_bytes().splitlines(keepends=True)
    rest = b"".join(lines[:at] + lines[at + 1 :])
    if at == 6:
        whole, cut = (check_chain(data, name="j") for data in (path.read_bytes(), rest))
        assert (cut.n_lines, cut.head != whole.head) == (6, True)
        return
    with pytest.raises(ReportFileError, match=rf"^j:{at + 1}: the chain of hashes breaks"):
        check_chain(rest, name="j")
    with pytest.raises(ReportFileError, match=f"^j:{at + 1}: "):
        parse_journal(rest, name="j")


def test_swapped_doubled_and_foreign_lines_are_seen(path: Path, tmp_path: Path) -> None:
    """A line is what it is at its place, in its journal."""
    one, two, *rest = path.read_bytes().splitlines(keepends=True)
    with Journal(tmp_path / "other.jsonl") as other:
        other.begin({"plan": "other"})
        other.came_back(_transcript("a"))
    foreign = (tmp_path / "other.jsonl").read_bytes().splitlines(keepends=True)[1]
    for lines in ([one, rest[0], two, *rest[1:]], [one, two, two, *rest], [one, foreign, *rest]):
        with pytest.raises(ReportFileError, match="the chain of hashes breaks"):
            check_chain(b"".join(lines), name="j")


def test_a_torn_tail_is_no_chain_to_sign(path: Path) -> None:
    """Cut at any byte of the last line, the bytes are refused; the reader counts what is torn."""
    data = path.read_bytes()
    last = data.rindex(b"\n", 0, -1) + 1
    for cut in range(last + 1, len(data)):
        with pytest.raises(ReportFileError, match=rf"torn \({cut - last} bytes\)"):
            check_chain(data[:cut], name="j")
        kept = parse_journal(data[:cut], name="j")
        assert (kept.torn_bytes, kept.n_lines) == (cut - last, 6)
    with pytest.raises(ReportFileError, match="found no line"):
        check_chain(b"", name="j")


def test_going_on_goes_on_with_the_chain(path: Path) -> None:
    """After a torn tail is cut off the next line is chained to the last whole one."""
    path.write_bytes(path.read_bytes()[:-9])
    before = read_journal(path, mend=True)
    with Journal(path) as journal:
        journal.begin({"plan": "p"})
    after = read_journal(path)
    assert (before.n_lines, after.n_lines, after.n_attempts) == (6, 7, 2)
    assert check_chain(path.read_bytes(), name="j").head == after.head


@pytest.mark.parametrize("tail", [b"torn", b'{"event": "end"}\n'])
def test_nothing_is_written_after_what_has_no_link(path: Path, tail: bytes) -> None:
    """A torn line that nobody cut off, or a line of somebody else's, is no predecessor."""
    path.write_bytes(path.read_bytes() + tail)
    with Journal(path) as journal, pytest.raises(ReportFileError, match="no link in the chain"):
        journal.begin({"plan": "p"})


def test_a_journal_of_the_first_version_says_what_to_do(path: Path) -> None:
    """It is told by its version, not by a chain that it never had."""
    old = b'{"event": "begin", "version": "1", "plan": "p"}\n{"event": "end"}\n'
    with pytest.raises(ReportFileError, match="version '1', expected '2'") as caught:
        parse_journal(old, name="j")
    assert "by the mhgate that wrote it" in str(caught.value)


# --- copies


def test_a_copy_without_words_ends_with_the_same_head(path: Path) -> None:
    """As many lines with the same links; none of its words; and it says that it is a copy."""
    data = path.read_bytes()
    copy = without_words(data, name="j")
    whole, shown = check_chain(data, name="j"), check_chain(copy, name="copy")
    assert (shown.head, shown.n_lines, shown.n_stand_ins) == (whole.head, 7, 3)
    assert WORDS.encode() not in copy
    kept = parse_journal(copy, name="copy")
    assert (kept.n_withheld, kept.is_copy, kept.came_back) == (3, True, {})
    assert kept.account == {"run_id": "r"}
    assert without_words(copy, name="copy") == copy


def test_a_copy_is_held_to_its_chain_too(path: Path) -> None:
    """A digest that was changed, or a line that was dropped, breaks it."""
    copy = without_words(path.read_bytes(), name="j")
    lines = copy.splitlines(keepends=True)
    other = re.sub(rb'"of": "[0-9a-f]{8}', b'"of": "00000000', lines[1])
    for changed in (lines[:1] + lines[2:], [lines[0], other, *lines[2:]]):
        with pytest.raises(ReportFileError, match="the chain of hashes breaks"):
            check_chain(b"".join(changed), name="copy")


def test_the_digest_of_a_withheld_line_cannot_be_guessed(path: Path) -> None:
    """Lines that say the same have different digests: each has a salt of its own."""
    with Journal(path.with_name("two.jsonl")) as journal:
        journal.begin({})
        for _ in range(2):
            journal.came_back(
                Failure(trial_id="b#0", stage=Stage.TARGET, kind="timeout", message="60 s")
            )
    copy = without_words(path.with_name("two.jsonl").read_bytes(), name="j")
    assert len(set(re.findall(rb'"of": "([0-9a-f]{64})"', copy))) == 2


def test_a_copy_with_changed_words_says_which_lines(path: Path) -> None:
    """Only lines that were changed stand in for others, and the head is the same."""

    def change(value: Any) -> Any:
        return json.loads(json.dumps(value).replace(WORDS, "[name]"))

    data = path.read_bytes()
    copy = with_words_changed(data, name="j", change=change)
    assert check_chain(copy, name="c").head == check_chain(data, name="j").head
    kept = parse_journal(copy, name="c")
    assert (kept.n_changed, kept.n_withheld) == (1, 0)
    what = kept.came_back["a#0"]
    assert isinstance(what, Transcript)
    assert what.turns[0].content == "[name]"
    assert copy.splitlines()[2:] == data.splitlines()[2:]


def test_a_chain_costs_little(path: Path) -> None:
    """A line grows by its link alone."""
    bare = [b'{"event": "end"}'] * 50
    assert len(chained(bare)) == 50 * (len(bare[0]) + len(', "chain": ""') + 64 + 1)
