"""From a run to readers and back to gold: blind, whole, and never without a person."""

from __future__ import annotations

import json
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

from mhgate.errors import UsageError
from mhgate.suites.gold_files import read_gold
from mhgate.wiring.label_files import read_sample, support_lines
from mhgate.wiring.labelling import Wanted, export_labels, import_labels

WANTED = Wanted(questions=("says_hear",), n=12, seed="1", support=("Ask Kim, 555 0100",))


def _export(labels: Any, now: datetime, named: str | None = None, **change: Any) -> Path:
    folder = labels.root / "labels"
    wanted = Wanted(**{**{f: getattr(WANTED, f) for f in WANTED.__slots__}, **change})
    export_labels(labels.workspace(), named, folder, wanted, now=now)
    return folder


def test_readers_answers_become_gold_that_the_reader_of_gold_takes(
    labels: Any, now: datetime
) -> None:
    """Two readers, one disagreement settled by a third: calibration reads what comes out."""
    labels.run()
    folder = _export(labels, now)
    one = labels.read(folder / "reader-1", "A", lambda _row: "yes")
    odd = labels.rows(folder / "reader-2")[0]["row"]
    two = labels.read(folder / "reader-2", "B", lambda row: "no" if row["row"] == odd else "yes")
    gold = labels.root / "gold.jsonl"
    found = import_labels([one, two], gold, adjudicate=True, now=now)
    assert [item.row for item in found.disagreements] == [odd]
    assert [row["row"] for row in labels.rows(folder / "adjudicator")] == [odd]
    third = labels.read(folder / "adjudicator", "C", lambda _row: "no")
    found = import_labels([one, two, third], gold, replace_gold=True, now=now)
    assert found.disagreements == ()
    rows, mistakes = read_gold(gold, suite="manners", questions=["says_hear"])
    assert mistakes == []
    assert len(rows) == 12
    settled = next(row for row in rows if len(row.labels) == 3)
    assert [(label.rater, label.answer) for label in settled.labels] == [
        ("A", "yes"),
        ("B", "no"),
        ("C", "no"),
    ]
    assert {row.family for row in rows} <= {f"manners/family-{n}" for n in range(30)}
    assert all(row.licence == "Apache-2.0" for row in rows)


def test_nothing_of_the_judge_reaches_a_reader(labels: Any, now: datetime) -> None:
    """Runs that differ in the judge's answers alone give the same conversations and orders."""

    def seen(name: str, marks_down: list[int]) -> list[list[tuple[str, str]]]:
        report = labels.run(marks_down=marks_down)
        folder = labels.root / name
        export_labels(labels.workspace(), report.provenance.run_id, folder, WANTED, now=now)
        everything = "".join(
            path.read_text(encoding="utf-8", errors="replace")
            for path in folder.rglob("*")
            if path.is_file() and path.suffix != ".xlsx"
        )
        assert "SECRET-OPINION" not in everything
        assert "sha256:heard" not in everything
        return [
            [(row["question"], row["conversation"]) for row in labels.rows(folder / copy)]
            for copy in ("reader-1", "reader-2")
        ]

    assert seen("one", []) == seen("two", list(range(0, 60, 3)))


def test_the_sample_is_private_and_the_folder_stays_out_of_repositories(
    labels: Any, now: datetime
) -> None:
    """The key is for the team alone; .gitignore keeps conversations out."""
    labels.run()
    folder = _export(labels, now)
    assert (folder / "sample.json").stat().st_mode & 0o077 == 0
    assert (folder / ".gitignore").read_text() == "*\n"
    sample = read_sample(folder / "sample.json")
    assert len(sample.items) == 12
    for copy in ("reader-1", "reader-2"):
        for path in (folder / copy).iterdir():
            assert sample.key.encode() not in path.read_bytes()
    assert "Ask Kim, 555 0100" in (folder / "reader-1" / "READ-FIRST.txt").read_text()


def test_an_earlier_sample_is_never_overwritten(labels: Any, now: datetime) -> None:
    """Its forms may be with readers: without it their answers would lead nowhere."""
    labels.run()
    _export(labels, now)
    with pytest.raises(UsageError, match="there is a sample already"):
        _export(labels, now)


def test_gold_is_not_replaced_unasked(labels: Any, now: datetime) -> None:
    """Labels of people are not lost to a second import."""
    labels.run()
    folder = _export(labels, now)
    path = labels.read(folder / "reader-1", "A", lambda _row: "yes")
    gold = labels.root / "gold.jsonl"
    gold.write_text("mine\n")
    with pytest.raises(UsageError, match="--replace"):
        import_labels([path], gold, now=now)
    assert gold.read_text() == "mine\n"


def test_failed_trials_and_changed_items_are_left_out_and_counted(
    labels: Any, now: datetime
) -> None:
    """What cannot be labelled is said, with its reason."""
    report = labels.run(silent=[1, 2, 3])
    labels.desk.items(50)
    made = export_labels(
        labels.workspace(), report.provenance.run_id, labels.root / "labels", WANTED, now=now
    )
    left = {each.reason: each.n for each in made.left_out}
    assert left["the target did not answer"] == 3
    assert left["its item was changed or removed since"] == 10
    assert left["not drawn"] == 60 - 3 - 10 - 12


def test_a_file_of_transcripts_needs_a_licence(labels: Any, now: datetime) -> None:
    """Conversations of no suite say nothing of what grounds them: a person has to."""
    path = labels.root / "said.jsonl"
    rows = [
        {
            "id": f"c{n}",
            "turns": [
                {"role": "user", "content": f"Hello {n}"},
                {"role": "assistant", "content": f"Hello yourself, {n}"},
            ],
        }
        for n in range(5)
    ]
    path.write_text("".join(json.dumps(row) + "\n" for row in [*rows, {**rows[0], "id": "twin"}]))
    with pytest.raises(UsageError, match="--licence"):
        _export(labels, now, str(path))
    folder = _export(labels, now, str(path), source="our own", licence="CC0-1.0")
    sample = read_sample(folder / "sample.json")
    assert len(sample.items) == 5  # the twin is no further evidence
    assert {item.licence for item in sample.items} == {"CC0-1.0"}


@pytest.mark.parametrize(
    ("change", "said"),
    [({"questions": ("says_her",)}, "Did you mean 'says_hear'"), ({}, "found no run")],
)
def test_what_is_not_there_is_said(
    labels: Any, now: datetime, change: dict[str, Any], said: str
) -> None:
    """A misspelt question gets the nearest name; without a run there is nothing to sample."""
    with pytest.raises(UsageError, match=said):
        _export(labels, now, None, **change)


def test_support_lines_are_of_the_table_and_dated(now: datetime) -> None:
    """Expired numbers are not handed to anybody; the team's own line comes first."""
    lines = support_lines(["Kim"], ["gb"], today=now.date())
    assert lines[0] == "Kim"
    assert any(line.startswith("GB: Samaritans 116 123") for line in lines)
    far = now.date().replace(year=2099)
    assert support_lines(["Kim"], [], today=far) == ("Kim",)
    with pytest.raises(UsageError, match="--support"):
        support_lines([], [], today=far)
    with pytest.raises(UsageError, match="--country XX"):
        support_lines([], ["xx"], today=now.date())
