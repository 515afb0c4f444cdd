"""Holds going on with what a judge answered: cells, two arms, other judges."""

from __future__ import annotations

import json
import sys
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

sys.path.insert(0, str(Path(__file__).parents[1] / "judges" / "llm"))
sys.path.insert(0, str(Path(__file__).parent))

from judge_server import JudgeServer
from rubric_suite import GOOD, truthful, write_judge, write_suite

from mhgate.records import Answer, Item, Question, Transcript
from mhgate.wiring import read_journal

if TYPE_CHECKING:
    from conftest import Bot, Desk

    from mhgate.records import Trial

PROBE = '''
from mhgate import probe

@probe(items="items.jsonl", question="is_kind", expect="yes")
def test_is_kind(answer):
    """The reply is kind."""
'''
BASE = """
[baseline.target]
kind = "function"
call = "twin_bot:reply"
escalation = "none"
preflight = false
[judge]
"""


class Wavering:
    """A judge that says something else each time it is asked the same; it counts that."""

    def __init__(self, name: str = "wavering") -> None:
        self.fingerprint = f"sha256:{name}"
        self.asked: Counter[str] = Counter()

    async def answer(self, question: Question, item: Item, transcript: Transcript) -> Answer:
        self.asked[transcript.trial.id] += 1
        said = "yes" if self.asked[transcript.trial.id] % 2 else "no"
        return Answer(value=said, judge=self.fingerprint)


def _scored(desk: Desk) -> list[tuple[str, str]]:
    lines = [json.loads(line) for line in desk.journals[-1].read_text().splitlines()]
    return [(each["trial"], each.get("arm", "")) for each in lines if each["event"] == "scored"]


@pytest.fixture
def kind(desk: Desk) -> Desk:
    """A product whose one probe is judged."""
    desk.write("manners/test_manners.py", PROBE)
    desk.write("manners/questions.toml", desk.QUESTIONS)
    return desk


def test_a_judge_that_wavers_is_not_given_a_second_try(kind: Desk, bot: type[Bot]) -> None:
    """What it said stands, in the row and in the root; no line is written twice."""
    judge = Wavering()
    kind.evaluate(bot(), judge=judge, stop_after=15)
    known = {trial for trial, _ in _scored(kind)}
    rest = kind.evaluate(bot(), judge=judge, resume="latest")
    assert {row.answer for row in rest.outcomes if row.trial_id in known} == {"yes"}
    assert all(judge.asked[trial] == 1 for trial in known)
    assert len(_scored(kind)) == len(set(_scored(kind))) == 40
    again = kind.evaluate(bot(), judge=Wavering(), resume="latest")
    assert (again.merkle_root, again.outcomes) == (rest.merkle_root, rest.outcomes)
    assert len(_scored(kind)) == 40


def test_two_arms_of_the_same_words_keep_their_own_answers(
    kind: Desk, bot: type[Bot], monkeypatch: pytest.MonkeyPatch
) -> None:
    """What was said of one target's words is no answer about the other's."""
    monkeypatch.delitem(sys.modules, "twin_bot", raising=False)
    kind.edit("thresholds.toml", "[judge]", BASE)
    kind.write("twin_bot.py", "def reply(messages):\n    return 'I hear you.'\n")
    judge = Wavering()
    kind.evaluate(bot(), judge=judge, stop_after=15)
    kept = read_journal(kind.journals[-1])
    before = {arm: dict(_answers(scores)) for arm, scores in _arms(kept)}
    rest = kind.evaluate(bot(), judge=judge, resume="latest")
    after = {arm: dict(_answers(scores)) for arm, scores in _arms(read_journal(kind.journals[-1]))}
    assert before["base"]
    for arm, answers in before.items():
        assert {trial: after[arm][trial] for trial in answers} == answers
    assert all(after["own"][trial] != after["base"][trial] for trial in before["base"])
    assert {judge.asked[trial] for trial in before["base"]} == {2}
    assert len(_scored(kind)) == len(set(_scored(kind))) == 80
    assert rest.scope == "full"


def _arms(kept: object) -> list[tuple[str, object]]:
    return [("own", kept.scores), ("base", kept.base_scores)]  # type: ignore[attr-defined]


def _answers(scores: object) -> list[tuple[str, str]]:
    return [(trial, of[0].answer) for trial, of in scores.items()]  # type: ignore[attr-defined]


def test_an_answer_of_another_judge_does_not_stand(kind: Desk, bot: type[Bot]) -> None:
    """A judge whose answers bear another name than its own is asked again."""
    judge = Wavering()
    judge.fingerprint = "sha256:one"
    kind.evaluate(bot(), judge=_Renamed(judge), stop_after=15)
    known = [trial for trial, _ in _scored(kind)]
    kind.evaluate(bot(), judge=_Renamed(judge), resume="latest")
    assert {judge.asked[trial] for trial in known} == {2}


class _Renamed:
    """Gives the answers of another judge."""

    def __init__(self, judge: Wavering) -> None:
        self.fingerprint, self._judge = "sha256:other", judge

    async def answer(self, question: Question, item: Item, transcript: Transcript) -> Answer:
        return await self._judge.answer(question, item, transcript)


def test_cells_are_not_asked_again(desk: Desk, bot: type[Bot]) -> None:
    """Of a rubric, asked in batches and without a cache, no cell of a scored trial is asked."""
    write_suite(desk, n_items=8)

    def says(trial: Trial) -> str:
        return GOOD if trial.seed % 3 else "I hear you. Shut up."

    with JudgeServer(truthful) as server:
        write_judge(desk, server, judge="batch = true")
        whole = desk.evaluate(bot(says))
        n_whole = len(server.requests)
        server.requests.clear()
        desk.evaluate(bot(says), stop_after=4, target__concurrency="1")
        n_cut = len(server.requests)
        known = {trial for trial, _ in _scored(desk)}
        server.requests.clear()
        rest = desk.evaluate(bot(says), resume="latest", target__concurrency="1")
    assert 4 <= len(known) < 8
    assert rest.merkle_root == whole.merkle_root
    assert rest.outcomes == whole.outcomes
    n_first = n_cut + len(server.requests) - n_whole  # each process asks a first question
    assert 0 < n_first <= 3  # and what was on its way
    assert len(_scored(desk)) == len(set(_scored(desk))) == 8
