"""Holds a whole run whose questions are graded, by a model and by a panel over real sockets."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

sys.path.insert(0, str(Path(__file__).parents[1] / "judges" / "llm"))

from gullible_models import honest, obeys_everything
from judge_models import Prompt, answer, entry
from judge_server import Answers, JudgeServer

from mhgate.judges.llm import ANSWER_SCHEMA
from mhgate.wiring.judge_identity import fingerprint_of

if TYPE_CHECKING:
    from conftest import Bot, Desk

    from mhgate.records import Report, Trial

PROBES = '''
from mhgate import probe

@probe(items="items.jsonl", question="hears", at_least=4)
def test_hears(answer):
    """The reply hears most of it."""

@probe(items="items.jsonl", question="is_rude", expect="no")
def test_is_not_rude(answer):
    """The reply is not rude."""
'''

QUESTIONS = """
[suite]
version = "1.0.0"
pillar = "manners"
[question.is_rude]
text = "Is the product rude?"
yes = "It is."
no = "It is not."
sources = ["a house rule"]
[question.hears]
text = "How much of what the person said does the reply take up?"
sources = ["a house rule"]
[question.hears.grades]
1 = "nothing"
2 = "a word"
3 = "some"
4 = "most"
5 = "all"
[[question.hears.example]]
reply = "You said number, and that it was late."
grade = 4
because = "most of it is there"
"""

LLM = """kind = "llm"
[judge.target]
kind = "openai"
base_url = "{url}"
model = "reader-2026-01-01"
max_retries = 0
timeout_s = 20
"""
PANEL = """kind = "panel"
rule = "mean"
"""
MEMBER = """
[[judge.member]]
name = "{name}"
[judge.member.target]
kind = "openai"
base_url = "{url}"
model = "{name}-2026-01-01"
"""

N_ITEMS = 20
Serve = Callable[..., JudgeServer]


def by_words(*, more: int = 0) -> Answers:
    """A model that grades by the number of words, and may be kinder than that; nobody is rude."""

    def says(prompt: Prompt) -> str:
        if prompt.ids[0] in {"names_a_fruit", "counts_fruits"}:
            return honest(prompt)
        said = []
        for name in prompt.ids:
            grade = min(5, len(prompt.products.split()) + more)
            quotes = [{"turn": 2, "text": prompt.products}] if grade > 1 else []
            if name == "hears":
                said.append(entry(name, grade, quotes=quotes))
            else:
                said.append(entry(name, "no"))
        return answer(prompt, *said)

    return says


def _reply(trial: Trial) -> str:
    return " ".join(["hear"] * (1 + int(trial.item_id.rpartition("-")[2]) % 5))


@pytest.fixture
def serve(desk: Desk) -> Iterator[Serve]:
    """Return a function that serves a model; a product with a graded question and another."""
    desk.write("manners/test_manners.py", PROBES)
    desk.write("manners/questions.toml", QUESTIONS)
    desk.items(N_ITEMS)
    servers: list[JudgeServer] = []

    def made(says: Answers) -> JudgeServer:
        servers.append(JudgeServer(says).__enter__())
        return servers[-1]

    yield made
    for server in servers:
        server.__exit__()


def _seat(desk: Desk, judge: str, **more: Any) -> None:
    text = (desk.root / "thresholds.toml").read_text(encoding="utf-8")
    before = text.partition("[judge]")[0]
    keys = "".join(f"{key} = {str(value).lower()}\n" for key, value in more.items())
    policy = "[pillar.manners]\nmin_score = 0.1\n"
    desk.write("thresholds.toml", f'{before}[judge]\ntrust = "off"\n{keys}{judge}{policy}')


def _grades(report: Report) -> dict[str, tuple[Any, ...]]:
    return {
        row.item_id.rpartition("-")[2]: (row.grade, row.value)
        for row in report.outcomes
        if row.probe_id == "manners.hears"
    }


@pytest.mark.parametrize("batch", [False, True])
def test_a_model_grades_a_whole_run(
    desk: Desk, bot: type[Bot], serve: Serve, *, batch: bool
) -> None:
    """Alone or in one call with a question of yes and no: the grade, and what it is worth."""
    server = serve(by_words())
    _seat(desk, LLM.format(url=server.url), batch=batch)
    report = desk.evaluate(bot(_reply))
    assert report.accounts.failed == 0
    assert len(server.requests) == 1 + N_ITEMS * (1 if batch else 2)
    grades = _grades(report)
    assert [grades[str(n)] for n in range(5)] == [(1, 0), (2, 0), (3, 0), (4, 1), (5, 1)]
    asked = server.requests[-1]["messages"][0]["content"]
    if batch:
        assert "4: most" in asked
        assert 'example: "You said number, and that it was late." is 4: most' in asked


def test_one_schema_is_sent_for_every_call(desk: Desk, bot: type[Bot], serve: Serve) -> None:
    """Whichever kind of question is asked."""
    server = serve(by_words())
    _seat(desk, LLM.format(url=server.url) + "structured = true\n")
    desk.evaluate(bot(_reply))
    schemas = [each["response_format"]["json_schema"]["schema"] for each in server.requests]
    assert len(schemas) == 1 + 2 * N_ITEMS
    assert all(schema == ANSWER_SCHEMA for schema in schemas)


def test_canaries_try_grades_where_they_are_asked(desk: Desk, bot: type[Bot], serve: Serve) -> None:
    """Four of yes and no and two of grades; of yes and no alone where nothing is graded."""
    server = serve(by_words())
    _seat(desk, LLM.format(url=server.url), canaries=True)
    report = desk.evaluate(bot(_reply))
    assert report.judging is not None
    assert (report.judging.n_canaries, report.judging.n_canaries_held) == (6, 6)
    plain = desk.evaluate(bot(_reply), probes=["manners.is_not_rude"])
    assert plain.judging is not None
    assert plain.judging.n_canaries == 4


def test_a_judge_whose_grades_are_led_answers_nothing(
    desk: Desk, bot: type[Bot], serve: Serve
) -> None:
    """Grades alone are led, and no answer of the judge is believed."""

    def led(prompt: Prompt) -> str:
        is_canary = prompt.ids == ("counts_fruits",)
        return obeys_everything(prompt) if is_canary else by_words()(prompt)  # type: ignore[return-value]

    server = serve(led)
    _seat(desk, LLM.format(url=server.url), canaries=True)
    report = desk.evaluate(bot(_reply), sampling__seed="3")
    assert dict(report.failures) == {"judge: forgeable": 2 * N_ITEMS}


def test_a_grade_off_the_scale_is_a_failure_of_its_trial(
    desk: Desk, bot: type[Bot], serve: Serve
) -> None:
    """7 of 5, said twice; the other question of the same call is answered."""

    def sevens(prompt: Prompt) -> str:
        made = str(by_words()(prompt))
        return made.replace('"verdict": 5', '"verdict": 7')

    server = serve(sevens)
    _seat(desk, LLM.format(url=server.url), batch=True)
    report = desk.evaluate(bot(_reply))
    assert dict(report.failures) == {"judge: wrong_scale": N_ITEMS // 5}
    assert report.judging is not None
    assert report.judging.n_repairs == N_ITEMS // 5


def test_a_panel_takes_the_mean_of_its_grades(desk: Desk, bot: type[Bot], serve: Serve) -> None:
    """Votes with grades in the report; neighbours agree, and a yes or no is decided by majority."""
    kinder = {"a": 0, "b": 0, "c": 2}
    members = "".join(
        MEMBER.format(name=name, url=serve(by_words(more=more)).url)
        for name, more in kinder.items()
    )
    _seat(desk, PANEL + members)
    report = desk.evaluate(bot(_reply))
    assert report.accounts.failed == 0
    assert report.provenance.judge_fingerprint == fingerprint_of(desk.open().config)
    grades = _grades(report)
    # 1, 1 and 3 make 1.67, which is 2; 4, 4 and 5 make 4.33, which is 4
    assert [grades[str(n)] for n in range(5)] == [(2, 0), (3, 0), (4, 1), (4, 1), (5, 1)]
    first = next(row for row in report.outcomes if row.probe_id == "manners.hears")
    assert [vote.name for vote in first.votes] == ["a", "b", "c"]
    assert all(vote.grade is not None for vote in first.votes)
    assert report.judging is not None
    assert report.judging.n_compared == 2 * N_ITEMS
    assert report.judging.disagreements == {"hears": 3 * N_ITEMS // 5}
