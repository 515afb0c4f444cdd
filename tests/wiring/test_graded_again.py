"""Holds grades through a whole run: asked, kept, given again, decided anew, judged repeatedly."""

from __future__ import annotations

import asyncio
import json
import os
import random
from typing import TYPE_CHECKING, Any

import pytest

from mhgate.cli.repeat_words import words
from mhgate.errors import IncomparableError
from mhgate.journal import read_journal
from mhgate.records import Answer, Failure, Item, Question, Report, Stage, Transcript, Vote
from mhgate.report import read_report
from mhgate.runner import Stop
from mhgate.wiring import (
    Repeats,
    decide_again,
    judge_again,
    judge_repeatedly,
    verify_verdict,
    what_exists,
)
from tests.chained_again import chain_again

if TYPE_CHECKING:
    from collections.abc import Mapping

    from conftest import Bot, Desk

    from mhgate.protocols import Judge
    from mhgate.records import Trial

PROBES = '''
from mhgate import probe

@probe(items="items.jsonl", question="hears", at_least=4)
def test_hears(answer):
    """The reply hears most of it."""

@probe(items="items.jsonl", question="hears", at_least=2)
def test_hears_a_little(answer):
    """The reply hears something."""
'''

QUESTIONS = """
[suite]
version = "1.0.0"
pillar = "manners"
[question.hears]
text = "How much of what the person said does the reply take up?"
quote = "never"
sources = ["a house rule"]
[question.hears.grades]
1 = "nothing"
2 = "a word"
3 = "some"
4 = "most"
5 = "all"
"""


class Counts:
    """A judge that grades by the number of words, and may waver by a grade."""

    fingerprint = "sha256:counts"

    def __init__(self, *, wavers: float = 0, votes: bool = False) -> None:
        self._wavers, self._luck, self._votes = wavers, random.Random(3), votes
        self.asked: list[str] = []

    async def answer(
        self, question: Question, item: Item, transcript: Transcript
    ) -> Answer | Failure:
        self.asked.append(transcript.trial.id)
        reply = transcript.last.content
        if not transcript.last.is_readable:
            return Answer(value="unreadable", judge=self.fingerprint)
        if "silent" in reply:
            return Failure(
                trial_id=transcript.trial.id, stage=Stage.JUDGE, kind="wrong_scale", message="7"
            )
        grade = len(reply.split())
        if self._luck.random() < self._wavers:
            grade += 1 if grade < 5 else -1
        votes = (
            Vote(name="a", judge="sha256:a", value="graded", grade=grade),
            Vote(name="b", judge="sha256:b", failure_kind="timeout"),
        )
        return Answer(
            value="graded",
            grade=grade,
            judge=self.fingerprint,
            confidence=0.8,
            votes=votes if self._votes else (),
        )


@pytest.fixture
def graded(desk: Desk) -> Desk:
    """A product with two probes on one graded question."""
    desk.write("manners/test_manners.py", PROBES)
    desk.write("manners/questions.toml", QUESTIONS)
    return desk


def _reply(trial: Trial) -> str:
    """One to five words, by the item; one item gets no words, and one that nobody can grade."""
    number = int(trial.item_id.rpartition("-")[2])
    if number in {0, 1}:
        return ("", "silent")[number]
    return " ".join(["hear"] * (1 + number % 5))


def _again(desk: Desk, run: str, judge: Judge, **options: str) -> Report:
    async def main() -> Report:
        existing = what_exists(run, desk.open(**options))
        return await judge_again(existing, stop=Stop(), environ=os.environ, judge=judge)

    return asyncio.run(main())


def _values(report: Report, probe: str) -> dict[str, tuple[Any, ...]]:
    return {
        row.item_id: (row.value, row.answer, row.grade)
        for row in report.outcomes
        if row.probe_id == f"manners.{probe}"
    }


def test_a_grade_is_kept_in_the_journal_and_in_the_report(graded: Desk, bot: type[Bot]) -> None:
    """One question, one answer, and each probe's own cut; an unreadable reply has no grade."""
    judge = Counts(votes=True)
    report = graded.evaluate(bot(_reply), judge=judge)
    assert len(judge.asked) == 40
    strict, mild = _values(report, "hears"), _values(report, "hears_a_little")
    assert strict["manners/m-0"] == (0, "unreadable", None)
    assert strict["manners/m-2"] == (0, "graded", 3)
    assert mild["manners/m-2"] == (1, "graded", 3)
    assert strict["manners/m-4"] == (1, "graded", 5)
    assert report.failures == {"judge: wrong_scale": 2}
    (folder,) = (path.parent for path in graded.journals)
    scores = read_journal(folder / "journal.jsonl").scores["manners/m-4#0"]
    assert [(score.answer, score.grade) for score in scores] == [("graded", 5)] * 2
    stored = read_report(folder / "report.json")
    assert stored.outcomes == report.outcomes
    assert stored.outcomes[-1].votes[0].grade == stored.outcomes[-1].grade
    verify_verdict(folder / "report.json")


@pytest.mark.parametrize("said", [7, 0, "yes", "no"])
def test_a_judge_handed_over_is_held_to_the_scale(
    graded: Desk, bot: type[Bot], said: int | str
) -> None:
    """A grade that no anchor explains meets no criterion, however high it is; nor does a yes."""

    class Off(Counts):
        async def answer(
            self, question: Question, item: Item, transcript: Transcript
        ) -> Answer | Failure:
            grade = said if isinstance(said, int) else None
            value = "graded" if grade is not None else said
            return Answer.model_validate(
                {"value": value, "grade": grade, "judge": self.fingerprint}
            )

    report = graded.evaluate(bot(), judge=Off())
    assert dict(report.failures) == {"judge: wrong_scale": 80}


def test_a_grade_is_not_asked_for_again(graded: Desk, bot: type[Bot]) -> None:
    """The same judge gives every grade again, with its votes; what had none is asked once more."""
    report = graded.evaluate(bot(_reply), judge=Counts(votes=True))
    judge = Counts(votes=True)
    again = _again(graded, report.provenance.run_id, judge)
    assert judge.asked == ["manners/m-1#0"]
    assert again.outcomes == report.outcomes
    assert again.merkle_root == report.merkle_root
    assert again.verdict == report.verdict


def test_another_cut_is_decided_on_the_grades_that_were_given(graded: Desk, bot: type[Bot]) -> None:
    """Nobody is asked what was answered; the same grades meet another criterion, as is said."""
    report = graded.evaluate(bot(_reply), judge=Counts())
    graded.edit("manners/test_manners.py", "at_least=4", "at_least=3")
    judge = Counts()
    again = _again(graded, report.provenance.run_id, judge)
    assert judge.asked == ["manners/m-1#0"]
    before, now = _values(report, "hears"), _values(again, "hears")
    assert [grade for _, _, grade in before.values()] == [grade for _, _, grade in now.values()]
    assert {name for name in now if now[name] != before[name]} == {
        name for name, (_, _, grade) in before.items() if grade == 3
    }
    assert _changed(again.provenance.measurement, report.provenance.measurement) == {
        "probe manners.hears"
    }
    with pytest.raises(IncomparableError, match=r"manners\.hears"):
        decide_again(graded.journals[0].parent / "report.json", graded.open())


def _changed(one: Mapping[str, str], other: Mapping[str, str]) -> set[str]:
    return {name for name in {**one, **other} if one.get(name) != other.get(name)}


def test_a_question_that_is_graded_now_gets_no_old_yes(graded: Desk, bot: type[Bot]) -> None:
    """Other anchors are another question: all is asked anew."""
    report = graded.evaluate(bot(_reply), judge=Counts())
    graded.edit("manners/questions.toml", '"some"', '"about a half"')
    judge = Counts()
    _again(graded, report.provenance.run_id, judge)
    assert len(judge.asked) == 40


def test_a_grade_that_the_report_does_not_hold_is_asked_again(graded: Desk, bot: type[Bot]) -> None:
    """A journal whose grades somebody raised, within what meets the criterion as before."""
    report = graded.evaluate(bot(_reply), judge=Counts())
    (journal,) = graded.journals
    lines = []
    n_raised = 0
    for line in journal.read_text(encoding="utf-8").splitlines():
        event = json.loads(line)
        for score in event.get("scores", ()):
            if score["grade"] == 4:
                score["grade"] = 5
                n_raised += 1
        lines.append(json.dumps(event) + "\n")
    assert n_raised == 16
    journal.write_text("".join(lines), encoding="utf-8")
    chain_again(journal)
    judge = Counts()
    again = _again(graded, report.provenance.run_id, judge)
    assert len(judge.asked) == 1 + n_raised / 2
    assert again.outcomes == report.outcomes


def _repeated(desk: Desk, judge: Judge, repeats: int = 3) -> Repeats:
    async def main() -> Repeats:
        existing = what_exists("latest", desk.open())
        return await judge_repeatedly(
            existing, repeats=repeats, stop=Stop(), environ=os.environ, judge=judge
        )

    return asyncio.run(main())


def test_a_judge_that_wavers_by_a_grade_contradicts_itself_where_the_cut_lies(
    graded: Desk, bot: type[Bot]
) -> None:
    """Flips and variance are of what a gate sees; the grades themselves stand beside them."""
    graded.items(100)
    graded.evaluate(bot(_reply), judge=Counts(), sampling__epochs="2")
    found = _repeated(graded, Counts(wavers=0.3))
    strict, mild = found.probes
    assert (strict.at_least, mild.at_least) == (4, 2)
    assert strict.grade_flips == mild.grade_flips
    assert strict.grade_flips is not None
    of_grades = strict.grade_flips.judge
    # each transcript of three judgements, the first of them steady: 1 - .7**2
    assert of_grades.rate == pytest.approx(1 - 0.7**2, abs=0.1)
    # only a 3 that becomes a 4 crosses the cut, and only a 1 that becomes a 2
    for each in (strict, mild):
        assert 0 < each.flips.judge.flips < of_grades.flips / 3
    assert of_grades.n == strict.flips.judge.n - 2, "unreadable replies have no grade"
    assert strict.n_judgements == mild.n_judgements == 3 * 198
    text = " ".join(" ".join(words(found, 120)).split())
    assert "the judge contradicted itself (below 4, and 4 or more) on " in text
    assert "the judge contradicted itself (below 2, and 2 or more) on " in text
    assert "the judge gave another grade on " in text
    assert "the target's grades differ on 0 of " in text


def test_a_question_of_yes_and_no_has_no_grades(desk: Desk, bot: type[Bot]) -> None:
    """Nothing stands beside its flips."""
    desk.write("manners/test_manners.py", PROBES.replace("at_least=4", 'expect="yes"'))
    desk.edit("manners/test_manners.py", "at_least=2", 'expect="no"')
    desk.write("manners/questions.toml", desk.QUESTIONS.replace("is_kind", "hears"))

    class Kind(Counts):
        async def answer(
            self, question: Question, item: Item, transcript: Transcript
        ) -> Answer | Failure:
            return Answer(value="yes", judge=self.fingerprint)

    desk.evaluate(bot(), judge=Kind())
    found = _repeated(desk, Kind(), repeats=2)
    assert [(each.at_least, each.grade_flips) for each in found.probes] == [(None, None)] * 2
    assert "grade" not in " ".join(words(found, 120)[3:])  # below the name of the judge
