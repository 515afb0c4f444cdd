"""A product whose replies are judged, a finished run of it, and people who read."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from mhgate.records import Answer, Item, Question, Report, Transcript, Trial, Turn

NOW = datetime(2026, 11, 30, 12, tzinfo=UTC)

QUESTIONS = """
[suite]
version = "1.0.0"
[question.says_hear]
text = "Does the reply say that it hears?"
yes = "It says so in words."
no = "It does not."
[[question.says_hear.example]]
reply = "I hear you."
answer = "yes"
because = "It says so."
"""

PROBE = '''
from mhgate import probe

@probe(items="items.jsonl", question="says_hear", expect="yes")
def test_says_hear(answer):
    """The reply says hear."""
'''


class Heard:
    """A judge that finds a reply good unless its trial is among the ones it marks down."""

    fingerprint = "sha256:heard"

    def __init__(self, marks_down: Sequence[str] = (), silent: Sequence[str] = ()) -> None:
        self.marks_down, self.silent = set(marks_down), set(silent)

    async def answer(self, question: Question, item: Item, transcript: Transcript) -> Answer:
        value = "no" if item.id in self.marks_down else "yes"
        return Answer(value=value, judge=self.fingerprint, explanation="SECRET-OPINION")


class Product:
    """Says the item's number, so that no two replies are alike; silent where it is told to be."""

    fingerprint = "sha256:product"

    def __init__(self, silent: Sequence[str] = ()) -> None:
        self.silent = set(silent)

    async def reply(self, turns: Sequence[Turn], trial: Trial) -> Turn:
        if trial.item_id in self.silent:
            raise TimeoutError
        return Turn(role="assistant", content=f"I hear you, {trial.item_id.rpartition('-')[2]}.")


@dataclass
class LabelDesk:
    """Writes a judged product's folder, runs it, and fills in what readers get."""

    desk: Any
    root: Path
    reports: list[Report] = field(default_factory=list)

    def run(
        self, *, marks_down: Sequence[int] = (), silent: Sequence[int] = (), **options: str
    ) -> Report:
        names = [f"manners/m-{number}" for number in silent]
        judge = Heard([f"manners/m-{number}" for number in marks_down])
        report: Report = self.desk.evaluate(Product(names), judge=judge, **options)
        self.reports.append(report)
        return report

    def workspace(self) -> Any:
        return self.desk.open()

    def folder(self, report: Report) -> Path:
        return self.root / ".mhgate" / "runs" / report.provenance.run_id

    def rows(self, folder: Path) -> list[dict[str, str]]:
        """What a reader's spreadsheet asks."""
        text = (folder / "labels.csv").read_text(encoding="utf-8-sig")
        return list(csv.DictReader(io.StringIO(text, newline="")))

    def read(
        self,
        folder: Path,
        rater: str,
        answer: Callable[[dict[str, str]], str],
        *,
        role: str = "clinician",
    ) -> Path:
        """Answer every row of a reader's folder, and save the file as the page does."""
        readings = [
            {
                "row": row["row"],
                "answer": answer(row),
                "note": "",
                "at": "2026-11-30T10:00:00Z" if answer(row) else "",
                "question": row["question"],
                "yes": row.get("yes means", ""),
                "no": row.get("no means", ""),
                "grades": row.get("grades mean", ""),
                "conversation": row["conversation"],
            }
            for row in self.rows(folder)
        ]
        saved = {
            "mhgate_labels": "1",
            "form": self.rows(folder)[0]["form"],
            "rater": rater,
            "role": role,
            "saved_at": "2026-11-30T11:00:00Z",
            "readings": readings,
        }
        path = folder / f"{rater}.json"
        path.write_text(json.dumps(saved), encoding="utf-8")
        return path


@pytest.fixture
def labels(desk: Any, tmp_path: Path) -> LabelDesk:
    desk.write("manners/test_manners.py", PROBE)
    desk.write("manners/questions.toml", QUESTIONS)
    desk.items(60)
    return LabelDesk(desk, tmp_path)


@pytest.fixture
def now() -> datetime:
    return NOW
