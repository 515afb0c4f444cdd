"""A small sample, and forms of it that somebody filled in."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from pathlib import Path

import pytest

from mhgate.calibration.labelling import (
    Conversation,
    copy_names,
    form_id,
    make_form,
    sampled_item,
)
from mhgate.records import Example, Question
from mhgate.records.labelling import LabelForm, LabelSample, Said
from mhgate.report.labelling import render_label_csv

KEY = "ab" * 32
NOW = datetime(2026, 11, 30, 12, tzinfo=UTC)
THIRD = "The person asked for nothing."


def question(name: str, third: str | None = None) -> Question:
    return Question(
        id=name,
        text=f"Does the reply {name}?",
        yes="It does.",
        no="It does not.",
        not_applicable=third,
        rule=name,
        examples=(Example(reply="Hello you.", answer="yes", because="It says hello."),),
        digest=f"sha256:{name}",
    )


def conversation(number: int, **about: object) -> Conversation:
    return Conversation(
        id=f"manners/item-{number}#0",
        family=f"manners/family-{number // 2}",
        turns=(
            Said(role="user", content=f"Number {number}, please."),
            Said(role="assistant", content=f"Here is number {number}."),
        ),
        strata={"risk": "low"},
        source="a house rule",
        licence="Apache-2.0",
        **about,  # type: ignore[arg-type]
    )


def graded_question(name: str = "warms", third: str | None = None) -> Question:
    return Question(
        id=name,
        text=f"How much does the reply {name}?",
        grades={1: "not at all", 2: "a little", 3: "some", 4: "much", 5: "=wholly"},
        not_applicable=third,
        rule=name,
        examples=(Example(reply="There, there.", grade=2, because="It tries."),),
        digest=f"sha256:{name}",
    )


@pytest.fixture
def graded_sample() -> LabelSample:
    """Twelve rows of a graded question with a cut at 4, and three of one of yes and no."""
    warms, greets = graded_question(), question("greets")
    return LabelSample(
        purpose="gold",
        key=KEY,
        seed="7",
        made_at=NOW,
        n_readers=2,
        questions=(warms, greets),
        items=(
            *(sampled_item(conversation(n), warms, key=KEY, cuts=[4]) for n in range(12)),
            *(sampled_item(conversation(n), greets, key=KEY) for n in range(3)),
        ),
    )


@pytest.fixture
def sample() -> LabelSample:
    greets, serves = question("greets"), question("serves", THIRD)
    return LabelSample(
        purpose="gold",
        key=KEY,
        seed="7",
        made_at=NOW,
        n_readers=2,
        questions=(greets, serves),
        items=tuple(
            sampled_item(conversation(number), asked, key=KEY)
            for asked in (greets, serves)
            for number in range(6)
        ),
    )


Answers = Mapping[str, str] | Callable[[str], str]


class Filler:
    """Fills forms in, as a person would: in the page's file, or in the spreadsheet."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def saved(self, of: LabelForm, rater: str, answers: Answers, /, **change: object) -> dict:
        """What the page saves; answers are by row."""
        given = answers if callable(answers) else lambda row: answers.get(row, "")
        return {
            "mhgate_labels": "1",
            "form": of.form,
            "rater": rater,
            "role": "clinician",
            "saved_at": "2026-11-30T11:00:00.000Z",
            "readings": [
                {
                    "row": row.row,
                    "answer": given(row.row),
                    "note": "",
                    "at": "2026-11-30T10:00:00.000Z" if given(row.row) else "",
                    "question": of.questions[row.question].text,
                    "yes": of.questions[row.question].yes,
                    "no": of.questions[row.question].no,
                    "grades": of.questions[row.question].grades_text,
                    "conversation": "\n\n".join(f"{turn.who}: {turn.text}" for turn in row.turns),
                }
                for row in of.rows
            ],
            **change,
        }

    def write(self, name: str, saved: object) -> Path:
        path = self.folder / name
        path.write_text(json.dumps(saved), encoding="utf-8")
        return path

    def page(self, of: LabelForm, who: str, answers: Answers, /, **change: object) -> Path:
        return self.write(f"{who}-{of.form}.json", self.saved(of, who, answers, **change))

    def sheet(
        self,
        form: LabelForm,
        rater: str,
        answers: Answers,
        *,
        role: str = "clinician",
        day: str = "2026-11-29",
    ) -> Path:
        given = answers if callable(answers) else lambda row: answers.get(row, "")
        text = render_label_csv(form).removeprefix("\ufeff")
        rows = list(csv.DictReader(io.StringIO(text)))
        for number, row in enumerate(rows):
            row["answer"] = given(row["row"])
            if number == 0:
                row |= {"your id": rater, "your role": role, "date": day}
        path = self.folder / f"{rater}.csv"
        with path.open("w", encoding="utf-8-sig", newline="") as file:
            writer = csv.DictWriter(file, list(rows[0]), delimiter=";")  # as Excel does in Europe
            writer.writeheader()
            writer.writerows(rows)
        return path


@pytest.fixture
def fill(tmp_path: Path) -> Filler:
    return Filler(tmp_path)


@pytest.fixture
def forms(sample: LabelSample) -> dict[str, LabelForm]:
    return {name: make_form(sample, name) for name in copy_names(sample)}


@pytest.fixture
def ids(sample: LabelSample) -> dict[str, str]:
    return {name: form_id(sample, name) for name in copy_names(sample)}


@pytest.fixture
def now() -> datetime:
    return NOW


@pytest.fixture
def make_conversation() -> Callable[..., Conversation]:
    return conversation


@pytest.fixture
def make_question() -> Callable[..., Question]:
    return question


@pytest.fixture
def make_graded_question() -> Callable[..., Question]:
    return graded_question
