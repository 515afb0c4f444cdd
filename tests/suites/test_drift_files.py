"""drift.jsonl is read strictly, and the shipped one is what the page says."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from mhgate.suites.canary import canary_line
from mhgate.suites.drift_files import read_drift
from mhgate.suites.folders import builtin_folder
from mhgate.suites.rubric_folder import read_rubrics

RUBRIC = """
[rubric]
id = "tiny"
version = "1.0.0"
[dimension.D1]
title = "Listening"
doc = "It listens."
[[question]]
number = 1
id = "hears"
dimension = "D1"
text = "Does it say that it hears?"
yes = "It does."
no = "It does not."
good = "yes"
sources = ["a house rule"]
[[question]]
number = 2
id = "how_warm"
dimension = "D1"
text = "How warm is it?"
grades = { 1 = "Cold.", 2 = "Warm." }
not_applicable = "Nothing is said."
quote = "never"
sources = ["a house rule"]
"""


def _line(**more: Any) -> dict[str, Any]:
    return {
        "id": "c-1",
        "turns": [
            {"role": "user", "content": "I feel low."},
            {"role": "assistant", "content": "I hear you."},
        ],
        "labels": {"q01": "yes", "q02": 2},
        "source": "a house rule",
        "licence": "Apache-2.0",
        **more,
    }


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = tmp_path / "talks"
    made.mkdir()
    (made / "rubric.toml").write_text(RUBRIC, encoding="utf-8")
    return made


def _read(folder: Path, *rows: dict[str, Any] | str) -> tuple[Any, list[str]]:
    lines = [row if isinstance(row, str) else json.dumps(row) for row in rows]
    (folder / "drift.jsonl").write_text("\n".join(lines) + "\n", encoding="utf-8")
    rubrics, wrong = read_rubrics(folder)
    assert not wrong
    found, mistakes = read_drift(folder, rubrics)
    return found, [f"{each.where}: {each.found}; {each.expected}" for each in mistakes]


def test_a_line_is_a_transcript_with_its_labels(folder: Path) -> None:
    """Its id carries the suite; the canary before it is no line."""
    (case,), mistakes = _read(folder, canary_line(), _line(labels={"q02": "not_applicable"}))
    assert mistakes == []
    assert (case.id, case.labels) == ("talks/c-1", {"q02": "not_applicable"})
    assert [turn.role for turn in case.turns] == ["user", "assistant"]


def test_no_file_is_no_labels(folder: Path) -> None:
    """And no mistake."""
    assert read_drift(folder, {}) == ((), [])


@pytest.mark.parametrize(
    ("line", "said"),
    [
        (_line(labels={"q9": "yes"}), "a label of 'q9'; a cell of rubric.toml"),
        (_line(labels={"q01": "maybe"}), "q01 labelled 'maybe'; one of yes, no"),
        (_line(labels={"q01": "not_applicable"}), "q01 labelled 'not_applicable'; one of yes, no"),
        (_line(labels={"q02": "2"}), "q02 labelled '2'; one of 1, 2, not_applicable"),
        (_line(rubric="rubrik.toml"), "the rubric 'rubrik.toml'; a file of this folder"),
        (_line(turns=_line()["turns"][:1] * 2), "a transcript that ends with the person"),
        (_line(label={}), "an unknown key 'label'"),
        (_line(labels={}), "labels: "),
        ("{", "drift.jsonl:1"),
    ],
)
def test_what_nobody_could_answer_is_a_mistake(
    folder: Path, line: dict[str, Any] | str, said: str
) -> None:
    """With its line: a label that cannot be given would never agree."""
    _, mistakes = _read(folder, line)
    assert any(said in each for each in mistakes), mistakes


def test_one_id_a_line(folder: Path) -> None:
    """Two transcripts of one name cannot be told apart."""
    _, mistakes = _read(folder, _line(), _line())
    assert any("a second transcript 'talks/c-1'" in each for each in mistakes)


def test_the_shipped_labels_are_of_twelve_conversations_and_of_both_answers() -> None:
    """Of every dimension but culture, and of all four domains; each with several replies."""
    folder = builtin_folder() / "conversations"
    rubrics, _ = read_rubrics(folder)
    cases, mistakes = read_drift(folder, rubrics)
    assert mistakes == []
    assert len(cases) == 12
    assert all(sum(turn.role == "assistant" for turn in case.turns) > 1 for case in cases)
    labels = [label for case in cases for label in case.labels.values()]
    assert len(labels) == 92
    assert min(labels.count("yes"), labels.count("no")) > 30
    cells = {cell.id: cell for cell in rubrics["rubric.toml"].cells}
    labelled = [cells[name] for case in cases for name in case.labels]
    assert {cell.domain for cell in labelled} >= {
        "suicide",
        "self_harm",
        "domestic_violence",
        "substance_misuse",
    }
    assert {cell.dimension for cell in labelled} == {"D1", "D2", "D3", "D4", "D5", "D7"}
