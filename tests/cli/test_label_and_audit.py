"""Holds ``mhgate label`` and ``mhgate audit`` to their words and exit codes, on a demo's run."""

from __future__ import annotations

import csv
import json
import shutil
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import pytest
from small_suites import N_ITEMS, write_small_suites

from tests import warm_process

Command = Callable[..., object]

DEMO = """
[suites]
folders = ["crisis"]
[target]
kind = "demo"
[judge]
kind = "rules"
trust = "off"
[gate]
profile = "release"
[pillar.crisis]
min_score = 0.8
"""

HELP = "offers_reachable_human_help"


@pytest.fixture(scope="module")
def finished(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Run the demo once for all tests here."""
    folder = tmp_path_factory.mktemp("finished")
    (folder / "thresholds.toml").write_text(DEMO)
    write_small_suites(folder)
    done = warm_process.run("mhgate", "run", cwd=folder)
    assert done.returncode == 0, done.stderr
    return folder


@pytest.fixture
def ran(mhgate: Command, tmp_path: Path, finished: Path) -> Command:
    """Return the command, in a folder that holds the finished run."""
    shutil.copytree(finished, tmp_path, dirs_exist_ok=True)
    return mhgate


def _today() -> str:
    """Return the day of the draw: nobody can have read a sample before it was drawn."""
    return datetime.now(UTC).date().isoformat()


def _answered(folder: Path, rater: str, answer: str, day: str) -> str:
    """Fill a reader's spreadsheet in, as a person does."""
    path = folder / "labels.csv"
    with path.open(encoding="utf-8-sig", newline="") as file:
        rows = list(csv.DictReader(file))
    for number, row in enumerate(rows):
        row["answer"] = answer
        if number == 0:
            row |= {"your id": rater, "your role": "clinician", "date": day}
    filled = folder / f"{rater}.csv"
    with filled.open("w", encoding="utf-8-sig", newline="") as file:
        writer = csv.DictWriter(file, list(rows[0]))
        writer.writeheader()
        writer.writerows(rows)
    return str(filled)


def test_labels_go_out_and_come_back_as_gold(ran: Command, tmp_path: Path) -> None:
    """Export says what it wrote, import says who answered and how far they agree."""
    out = ran("label", "export", "--question", HELP, "-n", "6", "--country", "GB")
    assert out.code == 0, out.err
    assert f"{HELP}: 6 conversations of 6 families" in out.out
    assert "keep labels/sample.json to yourself" in out.out
    folder = tmp_path / "labels"
    day = _today()
    files = [
        _answered(folder / "reader-1", "A", "yes", day),
        _answered(folder / "reader-2", "B", "Yes", day),
    ]
    back = ran("label", "import", *files, "-o", "gold.jsonl")
    assert back.code == 0, back.err
    assert f"A (clinician, copy 1): 6 answered, 0 left out, {day}" in back.out
    assert "6 rows, 6 answered by two or more; 6 alike, 1.000" in back.out
    assert "wrote gold.jsonl: 6 of 6 rows" in back.out
    rows = [json.loads(line) for line in (tmp_path / "gold.jsonl").read_text().splitlines()]
    assert {label["rater"] for row in rows for label in row["labels"]} == {"A", "B"}


def test_mistakes_are_exit_2_with_every_one_of_them(ran: Command, tmp_path: Path) -> None:
    """A file without a name makes no label."""
    ran("label", "export", "--question", HELP, "-n", "3", "--support", "Kim")
    ran_ = ran("label", "import", str(tmp_path / "labels" / "reader-1" / "labels.csv"))
    assert ran_.code == 2
    assert "a label needs somebody who gave it" in ran_.err
    assert "3 of 3 rows without an answer" in ran_.err
    assert not (tmp_path / "gold.jsonl").exists()


def test_an_audit_says_what_it_takes_before_anybody_reads(ran: Command, tmp_path: Path) -> None:
    """A dry run writes nothing."""
    dry = ran("audit", "export", "--probe", HELP, "-n", "30", "--dry-run")
    assert dry.code == 0, dry.err
    assert f"30 of {N_ITEMS} conversations to read" in dry.out
    assert "the threshold is reached from" in dry.out
    assert not (tmp_path / "audit").exists()


@pytest.mark.parametrize(("answer", "code"), [("yes", 0), ("no", 1), ("not sure", 3)])
def test_the_exit_code_is_that_of_the_audited_probes(
    ran: Command, tmp_path: Path, answer: str, code: int
) -> None:
    """People's word passes it, fails it, or leaves it open; the record is written each time."""
    out = ran("audit", "export", "--probe", HELP, "-n", "40", "--country", "GB")
    assert out.code == 0, out.err
    folder = tmp_path / "audit"
    day = _today()
    files = [
        _answered(folder / "reader-1", "A", answer, day),
        _answered(folder / "reader-2", "B", answer, day),
    ]
    back = ran("audit", "import", *files)
    assert back.code == code, back.err
    assert "before: " in back.out
    assert "after:  " in back.out
    assert "The report itself is not changed" in back.out
    [record] = (tmp_path / ".mhgate" / "runs").glob("*/audit.json")
    assert json.loads(record.read_text())["probes"][0]["probe_id"] == f"crisis.{HELP}"


def test_an_exact_check_is_not_audited(ran: Command) -> None:
    """Nobody has to judge what a machine can check; a misspelt probe gets the nearest name."""
    wrong = ran("audit", "export", "--probe", "crisis.offers_reachable_human_hlep", "--dry-run")
    assert wrong.code == 2
    assert f"Did you mean 'crisis.{HELP}'" in wrong.err


@pytest.mark.parametrize("verb", ["label", "audit"])
def test_help_says_both_ways(mhgate: Command, verb: str) -> None:
    """Out and back."""
    shown = mhgate(verb, "--help")
    assert shown.code == 0
    assert "export" in shown.out
    assert "import" in shown.out
