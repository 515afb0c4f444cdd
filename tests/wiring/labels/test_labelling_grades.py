"""Graded questions from a run to readers, to gold, to a certificate; and into an audit."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

from mhgate.errors import UsageError
from mhgate.records import Answer, Item, Outcome, Question, Report, Transcript, Trial, Turn
from mhgate.records.audited import AuditRecord
from mhgate.suites.gold_files import read_gold
from mhgate.wiring import calibrate
from mhgate.wiring.audit_runs import AuditWanted
from mhgate.wiring.auditing import TakenBack, export_audit, import_audit, plan_audit
from mhgate.wiring.label_files import read_sample
from mhgate.wiring.labelling import Wanted, export_labels, import_labels

GRADED = '''
from mhgate import probe

@probe(items="items.jsonl", question="hears", at_least=4)
def test_hears(answer):
    """The reply hears most of it."""
'''

TWINS = '''
@probe(items="twins.jsonl", question="hears", at_least=4, measure="consistency", by="variant")
def test_hears_in_a_hurry(answer):
    """Who writes in a hurry is heard too."""
'''

QUESTIONS = """
[suite]
version = "1.0.0"
[question.hears]
text = "How much of what the person said does the reply take up?"
[question.hears.grades]
1 = "nothing"
2 = "a word"
3 = "some"
4 = "most"
5 = "all"
[[question.hears.example]]
reply = "I hear you."
grade = 2
because = "A word of it."
"""

WANTED = Wanted(questions=("hears",), n=60, seed="1", support=("Ask Kim, 555 0100",))
Says = Callable[[dict[str, str]], str]


class Grader:
    """A judge that counts how often a reply says "hear"."""

    fingerprint = "sha256:grader"

    async def answer(self, question: Question, item: Item, transcript: Transcript) -> Answer:
        return Answer(value="graded", grade=_hears(transcript.last.content), judge="sha256:grader")


class Product:
    """Says hear one to five times, by the item's number."""

    fingerprint = "sha256:product"

    def __init__(self, least: int = 1) -> None:
        self.least = least

    async def reply(self, turns: list[Turn], trial: Trial) -> Turn:
        number = int("".join(filter(str.isdigit, trial.item_id.rpartition("/")[2])) or 0)
        times = max(self.least, 1 + number % 5)
        return Turn(role="assistant", content=f"{'hear ' * times}number {number}")


def _hears(text: str) -> int:
    return max(1, min(5, text.split().count("hear")))


def _person(row: dict[str, str]) -> str:
    """Grade what the product said, as a careful reader does."""
    return str(_hears(row["conversation"].rpartition("Chatbot:")[2]))


@pytest.fixture
def graded(labels: Any) -> Any:
    """A product with a graded probe."""
    labels.desk.write("manners/test_manners.py", GRADED)
    labels.desk.write("manners/questions.toml", QUESTIONS)
    return labels


def _run(labels: Any, least: int = 1, **options: str) -> Report:
    report: Report = labels.desk.evaluate(Product(least), judge=Grader(), **options)
    return report


def _export(labels: Any, now: datetime, **change: Any) -> Path:
    folder: Path = labels.root / "labels"
    wanted = Wanted(**{**{name: getattr(WANTED, name) for name in WANTED.__slots__}, **change})
    export_labels(labels.workspace(), None, folder, wanted, now=now)
    return folder


def test_graded_readings_become_gold_that_certifies(graded: Any, now: datetime) -> None:
    """Two readers, a third where they lie on either side of the cut, and the probe may gate."""
    _run(graded)
    folder = _export(graded, now)
    assert {item.cuts for item in read_sample(folder / "sample.json").items} == {(4,)}
    one = graded.read(folder / "reader-1", "A", _person)
    odd = next(row["row"] for row in graded.rows(folder / "reader-2") if _person(row) == "4")
    near = next(row["row"] for row in graded.rows(folder / "reader-2") if _person(row) == "2")
    two = graded.read(
        folder / "reader-2",
        "B",
        lambda row: {odd: "3", near: "1"}.get(row["row"]) or _person(row),
    )
    gold = graded.root / "manners" / "gold.jsonl"
    found = import_labels([one, two], gold, adjudicate=True, now=now)
    assert [item.row for item in found.disagreements] == [odd]
    assert found.agreement[0].is_graded
    assert (found.agreement[0].absolute or 0) > 0.9
    third = graded.read(folder / "adjudicator", "C", lambda _row: "4")
    import_labels([one, two, third], gold, replace_gold=True, now=now)
    rows, mistakes = read_gold(
        gold, suite="manners", questions=graded.workspace().suites[0].questions
    )
    assert mistakes == []
    assert sum(label.adjudicates for row in rows for label in row.labels) == 1
    graded.desk.edit(
        "thresholds.toml",
        "[pillar.manners]",
        "[judge.requirements]\nheld_out = false\nraters = 2\n[pillar.manners]",
    )
    made = asyncio.run(
        calibrate(graded.workspace(), environ=os.environ, judge=Grader(), whole=True)
    )
    (question,) = made.questions
    assert question.may_gate, question.why_not
    assert question.certificate is not None
    assert question.certificate.ceiling is not None
    assert question.certificate.ceiling.n_raters == 2, "who adjudicates is no further reader"
    assert (question.certificate.yes.n, question.certificate.no.n) == (24, 36)


def test_a_question_that_two_suites_word_differently_is_named_with_its_suite(
    graded: Any, now: datetime
) -> None:
    """Only conversations that were asked in these words are drawn."""
    graded.desk.write("other/test_other.py", GRADED)
    graded.desk.write("other/questions.toml", QUESTIONS.replace("take up", "repeat"))
    graded.desk.write(
        "other/items.jsonl", (graded.root / "manners/items.jsonl").read_text().replace("m-", "o-")
    )
    graded.desk.edit("thresholds.toml", '["manners"]', '["manners", "other"]')
    graded.desk.edit(
        "thresholds.toml", "[pillar.manners]", "[pillar.other]\nmin_score = 0.1\n[pillar.manners]"
    )
    _run(graded)
    with pytest.raises(UsageError, match="different words") as caught:
        _export(graded, now)
    assert caught.value.hint == "Say which: manners/hears or other/hears."
    with pytest.raises(UsageError, match="another wording of hears is wanted too"):
        _export(graded, now, questions=("manners/hears", "other/hears"))
    folder = _export(graded, now, questions=("other/hears",))
    sample = read_sample(folder / "sample.json")
    assert {item.id.partition("/")[0] for item in sample.items} == {"other"}
    assert "repeat" in sample.questions[0].text


# --- audits


def _audit(
    labels: Any, now: datetime, one: Says, two: Says, third: Says | None = None
) -> TakenBack:
    folder = labels.root / f"audit-{len(list(labels.root.glob('audit-*')))}"
    wanted = AuditWanted(n=60, support=("Kim",))
    export_audit(labels.workspace(), None, folder, wanted, now=now)
    files = [
        labels.read(folder / "reader-1", "A", one),
        labels.read(folder / "reader-2", "B", two),
    ]
    taken = import_audit(labels.workspace(), files, adjudicate=True, replace=True, now=now)
    if third is None:
        return taken
    files.append(labels.read(folder / "adjudicator", "C", third))
    return import_audit(labels.workspace(), files, replace=True, now=now)


def test_an_audit_decides_whether_grades_reach_the_criterion(graded: Any, now: datetime) -> None:
    """Grades on one side of at_least are one answer; the record keeps them as grades."""
    report = _run(graded, least=4)
    assert report.verdict.outcome is Outcome.PASS
    taken = _audit(graded, now, lambda _row: "4", lambda _row: "5")
    [probe] = taken.record.probes
    assert (probe.after_outcome, probe.n_disagreed) == (Outcome.PASS, 0)
    assert taken.open_rows == ()
    assert (probe.judged_good.good, probe.judged_good.unresolved) == (60, 0)
    answers = {answer.grade for row in taken.record.rows for answer in row.answers}
    assert answers == {4, 5}
    assert taken.record.agreement[0].is_graded
    assert AuditRecord.model_validate_json(taken.path.read_bytes()) == taken.record
    [worse] = _audit(graded, now, lambda _row: "3", lambda _row: "1").record.probes
    assert worse.after_outcome is Outcome.FAIL


def test_an_audit_is_settled_by_a_third_person_at_the_cut(graded: Any, now: datetime) -> None:
    """3 and 4 lie on either side; until somebody decides they count on both."""
    _run(graded, least=4)
    open_ = _audit(graded, now, lambda _row: "4", lambda _row: "3")
    [probe] = open_.record.probes
    assert (probe.n_disagreed, probe.judged_good.unresolved) == (60, 60)
    assert len(open_.open_rows) == 60
    settled = _audit(graded, now, lambda _row: "4", lambda _row: "3", lambda _row: "5")
    [probe] = settled.record.probes
    assert (probe.judged_good.good, probe.n_adjudicated) == (60, 60)
    assert probe.after_outcome is Outcome.PASS


def test_what_compares_trials_is_not_audited(graded: Any, now: datetime) -> None:
    """A drop between twins is no rate of good trials: it is named, and left out by default."""
    graded.desk.write("manners/test_manners.py", GRADED + TWINS)
    rows = [
        f'{{"id": "t{n}-{kind}", "family": "t{n}", "turns": ["twin {n}, {kind}"], '
        f'"strata": {{"risk": "none", "variant": "{kind}"}}, '
        '"source": "a house rule", "licence": "CC0-1.0"}\n'
        for n in range(30)
        for kind in ("clean", "hurried")
    ]
    graded.desk.write("manners/twins.jsonl", "".join(rows))
    _run(graded, least=4)
    noted: list[str] = []
    wanted = AuditWanted(n=20, support=("Kim",))
    planned = plan_audit(graded.workspace(), None, wanted, note=noted.append)
    assert [each.probe.probe.name for each in planned] == ["hears"]
    (line,) = noted
    assert line.startswith("not audited: manners.hears_in_a_hurry: its figure is consistency")
    with pytest.raises(UsageError, match="compares trials with each other") as caught:
        plan_audit(
            graded.workspace(), None, AuditWanted(probes=("hears_in_a_hurry",), support=("Kim",))
        )
    assert "calibrate" in caught.value.hint
