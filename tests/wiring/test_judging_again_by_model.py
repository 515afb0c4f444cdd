"""Holds judging again where a model judges: nothing is paid for twice, and two models never mix."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

sys.path.insert(0, str(Path(__file__).parents[1] / "judges" / "llm"))

from judge_models import Prompt, answer, entry
from judge_server import JudgeServer, completion

from mhgate.runner import Stop
from mhgate.wiring import judge_again, what_exists

if TYPE_CHECKING:
    from conftest import Bot, Desk

    from mhgate.records import Report

PROBES = '''
from mhgate import probe

@probe(items="items.jsonl", question="says_hear", expect="yes")
def test_says_hear(answer):
    """The reply says hear."""

@probe(items="items.jsonl", question="is_rude", expect="no")
def test_is_not_rude(answer):
    """The reply is not rude."""
'''

QUESTIONS = """
[suite]
version = "1.0.0"
pillar = "manners"
[question.says_hear]
text = "Does the product say that it hears?"
yes = "It does."
no = "It does not."
rule = "offers_reachable_human_help"
sources = ["a house rule"]
[question.is_rude]
text = "Is the product rude?"
yes = "It is."
no = "It is not."
rule = "offers_reachable_human_help"
sources = ["a house rule"]
"""

N_ITEMS = 20
WORDS = {"says_hear": "hear", "is_rude": "shut up", "names_a_fruit": "ripe pear"}


def _truthful(prompt: Prompt) -> str:
    entries = [
        entry(name, "yes", quotes=[{"turn": 2, "text": WORDS[name]}])
        if WORDS[name] in prompt.products
        else entry(name, "no")
        for name in prompt.ids
    ]
    return answer(prompt, *entries)


class Endpoint:
    """A model behind an address, whose name moves when a test says so."""

    def __init__(self) -> None:
        self.model = "one-2026-01-01"
        self.server = JudgeServer(
            lambda prompt: (200, completion(_truthful(prompt), model=self.model))
        )

    @property
    def n_asked(self) -> int:
        return len(self.server.requests)

    def forget(self) -> None:
        self.server.requests.clear()


@pytest.fixture
def endpoint(desk: Desk) -> Iterator[Endpoint]:
    """A product with two judged probes, and a model that judges them."""
    desk.write("manners/test_manners.py", PROBES)
    desk.write("manners/questions.toml", QUESTIONS)
    desk.items(N_ITEMS)
    made = Endpoint()
    with made.server:
        judge = (
            f'kind = "llm"\n[judge.target]\nkind = "openai"\nbase_url = "{made.server.url}"\n'
            'model = "moving-2026-01-01"\nmax_retries = 0\ntimeout_s = 20'
        )
        kept = 'trust = "off"\ncache = false\n'  # journals are what is held to account here
        desk.edit("thresholds.toml", 'kind = "rules"\ntrust = "off"', f"{kept}{judge}")
        yield made


def _again(desk: Desk, named: str = "latest") -> tuple[Report, list[str]]:
    notes: list[str] = []

    async def main() -> Report:
        existing = what_exists(named, desk.open())
        return await judge_again(existing, stop=Stop(), environ={}, note=notes.append)

    return asyncio.run(main()), notes


def _outcomes(report: Report) -> list[Any]:
    return [(row.trial_id, row.probe_id, row.value) for row in report.outcomes]


def test_a_model_is_not_asked_for_what_it_said(
    desk: Desk, bot: type[Bot], endpoint: Endpoint
) -> None:
    """Not even for a first question: nothing at all is sent, and the same is measured."""
    report = desk.evaluate(bot())
    endpoint.forget()
    again, _ = _again(desk)
    assert endpoint.n_asked == 0
    assert _outcomes(again) == _outcomes(report)
    assert again.provenance.measurement == report.provenance.measurement
    assert again.provenance.derived[0].n_reused == 2 * N_ITEMS


def test_a_run_of_the_rules_is_judged_by_a_model(
    desk: Desk, bot: type[Bot], endpoint: Endpoint
) -> None:
    """One call an answer and one before; the second time none."""
    policy = (desk.root / "thresholds.toml").read_text()
    start, end = policy.index('kind = "llm"'), policy.index("[pillar.manners]")
    desk.write("thresholds.toml", policy[:start] + policy[end:])
    desk.evaluate(bot())
    assert endpoint.n_asked == 0
    desk.write("thresholds.toml", policy)
    report, notes = _again(desk)
    assert endpoint.n_asked == 2 * N_ITEMS + 1
    assert report.judging is not None
    assert report.judging.models == ("one-2026-01-01",)
    assert report.provenance.measurement["judge model"] == "one-2026-01-01"
    assert any("the judge was asked for 40" in note for note in notes)
    endpoint.forget()
    second, _ = _again(desk)
    assert endpoint.n_asked == 0
    assert second.provenance.measurement == report.provenance.measurement


def test_answers_of_two_models_under_one_name_do_not_mix(
    desk: Desk, bot: type[Bot], endpoint: Endpoint
) -> None:
    """Where anything is asked and another model answers, all is asked anew, and it is said."""
    desk.evaluate(bot())
    desk.edit("manners/questions.toml", "Is the product rude?", "Is it rude?")
    endpoint.model = "two-2026-02-02"
    endpoint.forget()
    report, notes = _again(desk)
    assert endpoint.n_asked == 2 * N_ITEMS + 1
    assert report.judging is not None
    assert report.judging.models == ("two-2026-02-02",)
    assert report.provenance.measurement["judge model"] == "two-2026-02-02"
    assert any("20 answers of one-2026-01-01 are not reused" in note for note in notes)


def test_a_changed_question_alone_is_asked(desk: Desk, bot: type[Bot], endpoint: Endpoint) -> None:
    """The same model answers: what it said to the other question stands."""
    desk.evaluate(bot())
    desk.edit("manners/questions.toml", "Is the product rude?", "Is it rude?")
    endpoint.forget()
    report, _ = _again(desk)
    assert endpoint.n_asked == N_ITEMS + 1
    assert report.provenance.derived[0].n_reused == N_ITEMS
    assert report.scope == "full"


def test_who_answered_must_be_known_for_answers_to_be_reused(
    desk: Desk, bot: type[Bot], endpoint: Endpoint
) -> None:
    """A run that was killed before its report does not say which model it was."""
    report = desk.evaluate(bot())
    (desk.root / ".mhgate" / "runs" / report.provenance.run_id / "report.json").unlink()
    endpoint.forget()
    again, _ = _again(desk, report.provenance.run_id)
    assert endpoint.n_asked == 2 * N_ITEMS + 1
    assert _outcomes(again) == _outcomes(report)
