"""Holds gold files: read strictly, every mistake with its line, written as they are read."""

from __future__ import annotations

import json
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from mhgate.suites.gold_files import gold_digest, gold_line, latest_day, read_gold


def _row(**other: object) -> dict[str, Any]:
    return {
        "id": "g-1",
        "family": "g",
        "question": "is_kind",
        "turns": [
            {"role": "user", "content": "Hello."},
            {"role": "assistant", "content": "I hear you."},
        ],
        "labels": [{"rater": "c-1", "role": "clinician", "answer": "yes", "at": "2026-11-01"}],
        "source": "made up",
        "licence": "Apache-2.0",
        **other,
    }


def _german() -> dict[str, Any]:
    turns = [{"role": "user", "content": "Hallo."}, {"role": "assistant", "content": "Ja."}]
    return _row(id="g-2", language="de", turns=turns)


def _write(path: Path, *rows: object) -> Path:
    text = "".join((row if isinstance(row, str) else json.dumps(row)) + "\n" for row in rows)
    path.write_text(text, encoding="utf-8")
    return path


def _label(**other: object) -> dict[str, object]:
    return {**_row()["labels"][0], **other}


def test_a_row_is_read_with_its_context(tmp_path: Path) -> None:
    """Ids and families carry the suite's name; context, system and wording are kept."""
    context = {"expects": {"name": "Jo"}, "strata": {"country": "NZ"}, "system": "bot-2"}
    path = _write(tmp_path / "gold.jsonl", _row(**context, question_digest="sha256:x"))
    rows, mistakes = read_gold(path, suite="manners", questions=["is_kind"])
    assert mistakes == []
    (row,) = rows
    assert (row.id, row.family, row.language) == ("manners/g-1", "manners/g", "en")
    assert (row.expects, row.strata, row.system) == ({"name": "Jo"}, {"country": "NZ"}, "bot-2")
    assert row.question_digest == "sha256:x"
    assert row.labels[0].labelled_by == "clinicians"
    assert read_gold(path)[0][0].id == "g-1"


def test_what_is_written_is_read(tmp_path: Path) -> None:
    """A line holds all that was read, and nothing that is empty."""
    rows, _ = read_gold(_write(tmp_path / "a.jsonl", _row(), _german()))
    again, mistakes = read_gold(_write(tmp_path / "b.jsonl", *map(gold_line, rows)))
    assert (mistakes, again) == ([], rows)
    assert "expects" not in gold_line(rows[0])


def test_every_mistake_is_named_at_once(tmp_path: Path) -> None:
    """File, line and key, what was found, and the nearest spelling."""
    path = _write(
        tmp_path / "gold.jsonl",
        _row(familly="x"),
        "{",
        _row(id="g-3", labels=[_label(anser="yes")]),
        _row(id="g-4", labels=[_label(answer="maybe"), _label(rater="c-2", at=20261101)]),
        _row(id="g-5", turns=[{"role": "user", "content": "Hello."}]),
        _row(id="g-6", question="is_knid"),
        {key: value for key, value in _row(id="g-7").items() if key != "licence"},
        '{"id": "g-8", "id": "g-9"}',
    )
    rows, mistakes = read_gold(path, suite="manners", questions=["is_kind"])
    said = [str(each) for each in mistakes]
    assert [row.id for row in rows] == ["manners/g-6"]
    for line, words in (
        (1, "Did you mean 'family'"),
        (2, "one JSON object a line"),
        (3, "Did you mean 'answer'"),
        (4, "(labels.0.answer)"),
        (4, "a label's day is a text"),
        (5, "(turns)"),
        (6, "Did you mean 'is_kind'"),
        (7, "(licence)"),
        (8, "the key 'id' twice"),
    ):
        assert any(f"gold.jsonl:{line}" in each and words in each for each in said), (line, said)


@pytest.mark.parametrize(
    ("other", "words"),
    [
        ({"labels": [_label(), _label(answer="no")]}, "a rater labelled the transcript twice"),
        (
            {
                "turns": [
                    {"role": "user", "content": "Hello."},
                    {"role": "assistant", "content": " "},
                ]
            },
            "empty or unreadable",
        ),
        (
            {
                "turns": [
                    {"role": "assistant", "content": "Hello."},
                    {"role": "assistant", "content": "Hello again."},
                ]
            },
            "at least one turn of each side",
        ),
    ],
)
def test_what_no_judge_could_be_asked_about_is_refused(
    tmp_path: Path, other: dict[str, object], words: str
) -> None:
    """One label a rater, words of the product, and a user."""
    _, mistakes = read_gold(_write(tmp_path / "gold.jsonl", _row(**other)))
    assert words in str(mistakes[0])


def test_nothing_counts_twice(tmp_path: Path) -> None:
    """The same id, or the same transcript under another id, would look like more evidence."""
    path = _write(tmp_path / "gold.jsonl", _row(), _row(), _row(id="g-2"))
    said = [str(each) for each in read_gold(path)[1]]
    assert any("gold.jsonl:2" in each and "the id" in each for each in said)
    assert any("gold.jsonl:3" in each and "the transcript of line 1" in each for each in said)
    other = _write(tmp_path / "other.jsonl", _row(), _row(id="g-2", question="is_loud"))
    assert read_gold(other)[1] == []


@pytest.mark.parametrize(
    "other",
    [
        {"strata": {"country": "NZ"}},
        {"expects": {"name": "Jo"}},
        {"language": "de"},
        {
            "turns": [
                {"role": "user", "content": "  HELLO.\n"},
                {"role": "assistant", "content": "i  hear\tyou."},
            ]
        },
    ],
)
def test_a_copy_is_a_copy_in_other_clothes(tmp_path: Path, other: dict[str, object]) -> None:
    """What is said counts: spaces, capitals and what a line says beside make no new evidence."""
    path = _write(tmp_path / "gold.jsonl", _row(), _row(id="g-2", **other))
    (mistake,) = read_gold(path)[1]
    assert "the transcript of line 1, on the same question" in str(mistake)


def test_a_label_of_a_day_to_come_is_a_mistake(tmp_path: Path) -> None:
    """The latest day is that of where days begin first."""
    today = latest_day()
    path = _write(tmp_path / "gold.jsonl", _row(labels=[_label(at=today.isoformat())]))
    assert read_gold(path)[1] == []
    after = (today + timedelta(days=1)).isoformat()
    (mistake,) = read_gold(_write(path, _row(labels=[_label(at=after)])))[1]
    assert "(labels.0.at)" in str(mistake)
    assert "to come" in str(mistake)


def test_a_file_without_lines_or_none_at_all_is_said(tmp_path: Path) -> None:
    """An empty file is a mistake, not a certificate on nothing."""
    assert "no lines" in str(read_gold(_write(tmp_path / "gold.jsonl"))[1][0])
    assert "a file of gold labels" in str(read_gold(tmp_path / "none.jsonl")[1][0])


def test_the_digest_is_of_transcripts_families_and_labels(tmp_path: Path) -> None:
    """In whatever order; another label is other gold, another source is not."""

    def digest_of(*rows: object) -> str:
        return gold_digest(read_gold(_write(tmp_path / "gold.jsonl", *rows))[0])

    two = _row(id="g-2", question="is_loud")
    one = digest_of(_row(), two)
    assert digest_of(two, _row()) == one
    assert digest_of(_row(source="somebody else"), two) == one
    assert digest_of(_row(labels=[_label(answer="no")]), two) != one
    assert digest_of(_row(family="h"), two) != one
    assert digest_of(_row(expects={"a": 1}), two) != one


def test_a_turn_may_be_of_a_later_session(tmp_path: Path) -> None:
    """The session is read, digested and written; without one a turn is as it always was."""
    turns = [
        {"role": "user", "content": "Hello."},
        {"role": "assistant", "content": "I hear you."},
        {"role": "user", "content": "Hello again.", "session": 1},
        {"role": "assistant", "content": "I hear you.", "session": 1},
    ]
    (row,), mistakes = read_gold(_write(tmp_path / "gold.jsonl", _row(turns=turns)))
    assert mistakes == []
    assert [turn.session for turn in row.turns] == [0, 0, 1, 1]
    assert json.loads(gold_line(row))["turns"] == turns
    for turn in turns:
        turn.pop("session", None)
    (plain,), _ = read_gold(_write(tmp_path / "gold.jsonl", _row(turns=turns)))
    assert plain.digest != row.digest
    assert json.loads(gold_line(plain))["turns"] == turns
