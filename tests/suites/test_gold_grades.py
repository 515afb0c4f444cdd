"""Holds gold of graded questions: a grade in place of an answer, on the question's scale alone."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from mhgate.records import Question
from mhgate.suites.gold_files import gold_digest, gold_line, read_gold

WARM = Question(
    id="is_warm",
    text="How warm is the reply?",
    grades={1: "cold", 2: "cool", 3: "warm"},
    rule="is_warm",
    digest="sha256:warm",
)
KIND = Question(
    id="is_kind", text="Is it kind?", yes="It is.", no="Not.", rule="is_kind", digest="sha256:kind"
)
QUESTIONS = {"is_warm": WARM, "is_kind": KIND}


def _label(**other: object) -> dict[str, object]:
    return {"rater": "c-1", "role": "clinician", "at": "2026-11-01", **other}


def _row(*labels: dict[str, object], **other: object) -> dict[str, Any]:
    return {
        "id": "g-1",
        "family": "g",
        "question": "is_warm",
        "turns": [
            {"role": "user", "content": "Hello."},
            {"role": "assistant", "content": "I hear you."},
        ],
        "labels": list(labels or [_label(grade=2)]),
        "source": "made up",
        "licence": "Apache-2.0",
        **other,
    }


def _write(path: Path, *rows: object) -> Path:
    text = "".join((row if isinstance(row, str) else json.dumps(row)) + "\n" for row in rows)
    path.write_text(text, encoding="utf-8")
    return path


def test_a_grade_stands_in_place_of_an_answer(tmp_path: Path) -> None:
    """It is kept as one; who is not sure says so in words, and who adjudicates is marked."""
    path = _write(
        tmp_path / "gold.jsonl",
        _row(
            _label(grade=1),
            _label(rater="c-2", answer="not_sure"),
            _label(rater="c-3", grade=3, adjudicates=True),
        ),
    )
    rows, mistakes = read_gold(path, questions=QUESTIONS)
    assert mistakes == []
    assert [(each.answer, each.grade, each.adjudicates) for each in rows[0].labels] == [
        ("graded", 1, False),
        ("not_sure", None, False),
        ("graded", 3, True),
    ]


def test_what_is_written_is_read(tmp_path: Path) -> None:
    """A line says nothing that is not so: no empty grade, and no mark where nobody adjudicates."""
    rows, _ = read_gold(
        _write(
            tmp_path / "a.jsonl",
            _row(_label(grade=2), _label(rater="c-2", grade=3, adjudicates=True)),
        )
    )
    line = gold_line(rows[0])
    assert json.loads(line)["labels"] == [
        {"rater": "c-1", "role": "clinician", "grade": 2, "at": "2026-11-01"},
        {
            "rater": "c-2",
            "role": "clinician",
            "grade": 3,
            "at": "2026-11-01",
            "adjudicates": True,
        },
    ]
    again, mistakes = read_gold(_write(tmp_path / "b.jsonl", line))
    assert (again, mistakes) == (rows, [])


@pytest.mark.parametrize(
    ("row", "words"),
    [
        (_row(_label(grade=4)), "a grade of the question: 1, 2, 3"),
        (_row(_label(answer="yes")), "a grade: 1, 2, 3"),
        (_row(_label(grade=2), question="is_kind"), "the question is one of yes and no"),
        (_row(_label(grade=2, answer="yes")), "an answer, or a grade in its place, and not both"),
        (_row(_label()), "an answer, or a grade in its place, and not both"),
        (_row(_label(grade=None)), "null is no answer"),
        (_row(_label(answer="graded")), "labels.0.answer"),
        (_row(_label(grade=0)), "labels.0.grade"),
        (_row(_label(grade=2.0)), "labels.0.grade"),
        (_row(_label(grade="2")), "labels.0.grade"),
        (_row(_label(grade=True)), "labels.0.grade"),
        (_row(_label(grade=2, adjudicates="yes")), "labels.0.adjudicates"),
        (_row(_label(grade=2), _label(rater="c-2", answer="no")), "another yes or no"),
    ],
)
def test_anything_else_is_a_mistake_with_its_line(
    tmp_path: Path, row: dict[str, Any], words: str
) -> None:
    """Off the scale, on another one, both or neither, or a number that is none."""
    _, mistakes = read_gold(_write(tmp_path / "gold.jsonl", row), questions=QUESTIONS)
    said = [str(each) for each in mistakes]
    assert any("gold.jsonl:1" in each and words in each for each in said), said


def test_labels_on_another_wording_are_not_held_to_this_scale(tmp_path: Path) -> None:
    """The scale may have been another one; such labels do not count in any case."""
    path = _write(tmp_path / "gold.jsonl", _row(_label(grade=7), question_digest="sha256:old"))
    assert read_gold(path, questions=QUESTIONS)[1] == []


def test_ids_alone_hold_labels_to_nothing(tmp_path: Path) -> None:
    """Who knows no question cannot say what its scale is."""
    path = _write(tmp_path / "gold.jsonl", _row(_label(grade=7)))
    assert read_gold(path, questions=["is_warm"])[1] == []


def test_digests_of_yes_and_no_stay_as_they_were(tmp_path: Path) -> None:
    """Certificates name gold by digest: what a line could hold before has the digest of before."""

    def digest_of(*labels: dict[str, object]) -> str:
        row = _row(*labels, question="is_kind")
        return gold_digest(read_gold(_write(tmp_path / "gold.jsonl", row))[0])

    plain = digest_of(_label(answer="yes"))
    assert plain == "sha256:d7d616a4f0f64e3562d627b00cd24420c7679a64c9bee20a5a8b7005c42aac24"
    assert digest_of(_label(answer="yes", adjudicates=False)) == plain
    assert digest_of(_label(answer="yes", adjudicates=True)) != plain
    assert len({digest_of(_label(grade=grade)) for grade in (1, 2, 3)}) == 3
