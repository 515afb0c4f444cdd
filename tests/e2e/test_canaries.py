"""Planted secrets and people: no artefact and no log of any face holds one; hotlines are there."""

from __future__ import annotations

import io
import json
import logging
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path

import pytest
from canary_project import (
    HOTLINES,
    PEOPLE,
    SECRETS,
    TOLD,
    EchoingProduct,
    files_of,
    found_in,
)
from gate_process import start_gate

sys.path.insert(0, str(Path(__file__).parents[1] / "judges" / "llm"))
sys.path.insert(0, str(Path(__file__).parents[1] / "action"))

from judge_models import Prompt, answer, entry
from judge_server import JudgeServer
from scratch import Repository

import mhgate
from mhgate.cli import main
from mhgate.journal import check_chain, read_journal
from mhgate.redacting.secrets import Redactor

CLOSED = {name: value for name, value in os.environ.items() if not name.startswith("MHGATE_")}


def denies(prompt: Prompt) -> str:
    """A judge that says no to everything, and repeats what it was sent and who it read of."""
    said = f"It tells of {TOLD} My key is {SECRETS['CANARY_JUDGE']}."
    quotes = [{"turn": 2, "text": PEOPLE["email"]}] if "Maud" in prompt.products else []
    entries = [entry(name, "no", quotes=quotes, explanation=said) for name in prompt.ids]
    return answer(prompt, *entries)


def tells_on(prompt: Prompt) -> str:
    """The same, but that it knows a fruit, as who judges must."""
    if "ripe pear" in prompt.products:
        quotes = [{"turn": 2, "text": "ripe pear"}]
        return answer(prompt, *(entry(name, "yes", quotes=quotes) for name in prompt.ids))
    return denies(prompt)


@pytest.fixture(scope="module")
def servers() -> Iterator[tuple[int, str]]:
    """Serve the product and the judge."""
    with EchoingProduct() as product, JudgeServer(tells_on) as judge:
        yield product.port, judge.url


def write(folder: Path, servers: tuple[int, str], *, personal: str = "everywhere") -> Path:
    for name, text in files_of(*servers, personal=personal).items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return folder


def artefacts(folder: Path) -> list[Path]:
    """Return what a run has left in a project's folder: everything but what was written for it."""
    own = {"thresholds.toml", "conftest.py"}
    return [path for path in folder.iterdir() if path.name not in {*own, "manners"}]


def journal_of(folder: Path) -> Path:
    (journal,) = (folder / ".mhgate" / "runs").glob("*/journal.jsonl")
    return journal


def verb(folder: Path, *words: str) -> str:
    """Run a verb of the command as a process and return what it printed."""
    running = start_gate(folder, *words, environ=SECRETS)
    out, err = running.communicate()
    assert running.returncode in {0, 1, 3, 4}, (words, err)
    return out + err


def test_the_command_and_what_it_leaves(tmp_path: Path, servers: tuple[int, str]) -> None:
    """A run with every output, a DEBUG log, the misses, a page with conversations, a pack."""
    folder = write(tmp_path / "p", servers)
    said = verb(
        folder, "run", "--junit=j.xml", "--sarif=s.sarif", "--html=r.html", "--output=r.json"
    )
    said += verb(folder, "show", "latest", "--misses", "--most=50")
    said += verb(folder, "show", "latest", "--format=html", "--transcripts", "--output=t.html")
    said += verb(folder, "probe-endpoint")
    (folder / "said.txt").write_text(said, encoding="utf-8")
    names = {path.name for path in artefacts(folder)}
    assert names >= {"j.xml", "s.sarif", "r.html", "r.json", "t.html", "debug.log", ".mhgate"}
    assert "headers of the reply: " in (folder / "debug.log").read_text()
    assert found_in(*artefacts(folder)) == {}
    journal = journal_of(folder).read_text()
    for place in (journal, (folder / "t.html").read_text(), said):
        assert all(hotline in place for hotline in HOTLINES)
        assert "[email]" in place
        assert "[redacted]" in place
    kept = read_journal(journal_of(folder))
    assert kept.n_changed > 0
    assert check_chain(journal_of(folder).read_bytes(), name="j").head == kept.head
    report = json.loads((folder / "r.json").read_text())
    assert report["quoted"]
    missed = {row["probe_id"] for row in report["outcomes"] if row["value"] == 0}
    assert missed == {"manners.keeps_to_itself", "manners.says_nothing_of_maud"}  # what was judged


def test_a_pack_of_evidence(tmp_path: Path, servers: tuple[int, str]) -> None:
    """What is filed holds no person and no secret: pages, report, register, journal, words."""
    folder = write(tmp_path / "p", servers, personal="shown")
    verb(folder, "run", "--output=r.json")
    verb(folder, "keys", "new", "--no-passphrase", "--out=k")
    said = verb(folder, "evidence", "--output=pack", "--journal=redacted", "--no-pdf")
    said += verb(folder, "sign", "pack", "--key=k.key.pem")
    said += verb(folder, "verify", "pack", "--key=k.pub.pem")
    pack = [path for path in (folder / "pack").iterdir() if path.name != "suites"]
    assert {path.name for path in pack} >= {"report.html", "report.json", "register.json"}
    assert found_in(said, *pack) == {}
    journal = (folder / "pack" / "journal.jsonl").read_text()
    assert "[email]" in journal
    assert all(hotline in journal for hotline in HOTLINES)


def test_a_judge_that_is_not_believed_is_quoted_without(
    tmp_path: Path, servers: tuple[int, str]
) -> None:
    """The message that says why nothing was evaluated repeats its words, and no person."""
    with JudgeServer(denies) as judge:
        folder = write(tmp_path / "p", (servers[0], judge.url))
        said = verb(folder, "run", "--output=r.json")
    assert "It tells of Maud ([email], [phone])" in said
    assert found_in(said, *artefacts(folder)) == {}


def test_pytest_and_what_it_leaves(tmp_path: Path, servers: tuple[int, str]) -> None:
    """Its own JUnit, its own log at DEBUG, its terminal with locals."""
    folder = write(tmp_path / "p", servers)
    ran = subprocess.run(
        [
            *(sys.executable, "-m", "pytest", "--mhgate", "-vv", "--showlocals", "-rA"),
            *("--junitxml=own.xml", "--log-file=own.log", "--log-file-level=DEBUG"),
            *("-o", "log_cli=true", "--log-cli-level=DEBUG", "-p", "no:cacheprovider"),
        ],
        cwd=folder,
        env={**CLOSED, **SECRETS},
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 1, ran.stdout + ran.stderr
    (folder / "said.txt").write_text(ran.stdout + ran.stderr, encoding="utf-8")
    assert "headers of the reply: " in (folder / "own.log").read_text()
    assert found_in(*artefacts(folder)) == {}


def test_the_action_and_what_it_leaves(tmp_path: Path, servers: tuple[int, str]) -> None:
    """Its log, its summary, its outputs, and the files that it uploads."""
    made = Repository.begun(tmp_path / "r", files_of(*servers))
    ran = made.act({"GITHUB_EVENT_NAME": "push", **SECRETS})
    assert ran.code in {1, 4}, ran.log
    (made.root / "said.txt").write_text(ran.log + ran.summary + json.dumps(ran.outputs))
    steps = [path for path in tmp_path.iterdir() if path.name.startswith("step-")]
    assert steps
    assert found_in(*artefacts(made.root), *steps) == {}


def test_a_bug_of_mhgate_prints_neither(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Exit code 70 with a traceback, from which both were taken."""

    def broken(_named: object) -> Path:
        raise RuntimeError(" ".join([*SECRETS.values(), TOLD]))

    for name, value in SECRETS.items():
        monkeypatch.setenv(f"{name}_KEY", value)
    monkeypatch.setattr("mhgate.cli.show.find_report", broken)
    out, err = io.StringIO(), io.StringIO()
    with redirect_stdout(out), redirect_stderr(err), pytest.raises(SystemExit) as ended:
        main(["show"])
    assert ended.value.code == 70
    assert "Traceback (most recent call last)" in err.getvalue()
    assert found_in(out.getvalue(), err.getvalue()) == {}


def test_the_search_finds_what_is_not_taken_out(
    tmp_path: Path, servers: tuple[int, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The control: without redaction every secret and every person is in the journal or the log."""
    monkeypatch.setattr(Redactor, "redact", lambda _self, text: text)
    monkeypatch.setattr(Redactor, "redact_reply", lambda _self, value: value)
    folder = write(tmp_path / "p", servers, personal="keep")
    handler = logging.FileHandler(folder / "debug.log")
    root, level = logging.getLogger(), logging.getLogger().level
    root.addHandler(handler)
    root.setLevel(logging.DEBUG)
    try:
        mhgate.run(folder / "thresholds.toml", environ=SECRETS)
    finally:
        root.removeHandler(handler)
        root.setLevel(level)
        handler.close()
    found = found_in(*artefacts(folder))
    assert found.keys() == {*SECRETS, *PEOPLE}
    assert any(place.endswith("journal.jsonl") for place in found["email"])
    assert any(place.endswith("debug.log") for place in found["CANARY_QUERY"])


def test_a_person_stays_where_it_is_asked_so(tmp_path: Path, servers: tuple[int, str]) -> None:
    """``keep`` keeps persons, and no secret; ``shown`` the journal and the judge's cache whole."""
    for personal in ("keep", "shown"):
        folder = write(tmp_path / personal, servers, personal=personal)
        mhgate.run(folder / "thresholds.toml", environ=SECRETS)
        found = found_in(*artefacts(folder))
        assert not found.keys() & SECRETS.keys()
        assert found.keys() == PEOPLE.keys()
        journal = journal_of(folder)
        where = {place for places in found.values() for place in places}
        beside = where - {str(journal), str(folder / ".mhgate" / "judge_cache.sqlite")}
        assert str(journal) in where
        assert read_journal(journal).n_changed == 0
        assert bool(beside) is (personal == "keep"), beside
        verb(folder, "evidence", "--output=pack", "--journal=redacted", "--no-pdf")
        packed = (folder / "pack" / "journal.jsonl").read_bytes()
        assert check_chain(packed, name="p").head == read_journal(journal).head
        assert found_in(folder / "pack") == {} or personal == "keep"
        assert found_in(folder / "pack" / "journal.jsonl") == {}
