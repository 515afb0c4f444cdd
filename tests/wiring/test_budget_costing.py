"""Holds what families cost in time to every limit by the minute, as a plan reckons it."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from mhgate.records import Budget
from mhgate.wiring import forecast
from mhgate.wiring.budgeting.applying import RESERVE, within_budget
from mhgate.wiring.planning.patient_calls import TOKENS_OF_A_MESSAGE, tokens_of_a_call
from tests.wiring.played_suite import player, rows, talks

if TYPE_CHECKING:
    from conftest import Desk

    from mhgate.wiring import Forecast

__all__ = ["player", "talks"]  # fixtures

PROBE = '''
from mhgate import probe

@probe(items="items.jsonl", question="is_kind", expect="yes")
def test_is_kind(answer):
    """The reply is kind."""
'''
MODEL = """
kind = "openai"
base_url = "http://127.0.0.1:9/v1"
model = "{name}-2026-01-01"
"""


def judged(desk: Desk, judge: str) -> None:
    """Make tables the judge of forty items in twenty families."""
    desk.write("manners/test_manners.py", PROBE)
    desk.write("manners/questions.toml", desk.QUESTIONS)
    policy = (desk.root / "thresholds.toml").read_text(encoding="utf-8")
    before, _, after = policy.partition('[judge]\nkind = "rules"\ntrust = "off"\n')
    desk.write("thresholds.toml", f'{before}[judge]\ntrust = "off"\n{judge}\n{after}')


def bought(desk: Desk, minutes: float, **options: str) -> tuple[Budget, Forecast]:
    """Return what so many minutes buy, and the plan within them, which nobody asks."""
    opened = desk.open(budget__minutes=f"{minutes:g}", **options)
    budget = within_budget(opened).budget
    assert budget is not None
    return budget, forecast(opened)


def holds(budget: Budget, found: Forecast, minutes: float, key: str) -> None:
    """Hold an allocation to the limit that binds: it fits, and one more family would not."""
    (file,) = budget.files
    assert 0 < file.families < file.of_families
    allowed_s = (1 - RESERVE) * 60 * minutes
    assert budget.seconds <= allowed_s
    assert budget.seconds * (file.families + 1) / file.families > allowed_s * 0.97
    assert found.seconds(found.most) == pytest.approx(budget.seconds)
    bound = found.bound_by(found.most)
    assert bound is not None
    assert bound.key == key


def test_tokens_of_the_target_take_minutes(desk: Desk) -> None:
    """Fewer a minute buy fewer families; so many that they never bind change nothing."""
    limited = bought(desk, 1, target__tokens_per_minute="3000")
    holds(*limited, 1, "target.tokens_per_minute")
    fewer, _ = bought(desk, 1, target__tokens_per_minute="1500")
    assert fewer.families["manners/items.jsonl"] < limited[0].families["manners/items.jsonl"]
    free, _ = bought(desk, 1)
    wide, _ = bought(desk, 1, target__tokens_per_minute="1e8")
    assert (wide.families, wide.seconds) == (free.families, free.seconds)


def test_requests_bind_beside_tokens(desk: Desk) -> None:
    """The slower of both limits says how long it takes."""
    both = {"target__requests_per_minute": "20", "target__tokens_per_minute": "1e5"}
    holds(*bought(desk, 1, **both), 1, "target.requests_per_minute")


def test_tokens_of_a_judge_take_minutes(desk: Desk) -> None:
    """Each model of a panel has its own, and the slowest holds up all."""
    alone = f'kind = "llm"\n[judge.target]{MODEL.replace("{name}", "a")}'
    judged(desk, f"{alone}tokens_per_minute = 8000")
    holds(*bought(desk, 1), 1, "judge.target.tokens_per_minute")


def test_tokens_of_a_member_take_minutes(desk: Desk) -> None:
    """Its own calls alone count against its limit."""
    members = "".join(
        f'[[judge.member]]\nname = "{name}"\n[judge.member.target]{MODEL.replace("{name}", name)}'
        f"tokens_per_minute = {limit}\n"
        for name, limit in (("a", 90_000), ("b", 8000))
    )
    judged(desk, f'kind = "panel"\nrule = "majority"\n{members}')
    holds(*bought(desk, 1), 1, "judge.member[1].target.tokens_per_minute")


@pytest.mark.parametrize(
    ("key", "limit"), [("tokens_per_minute", "9000"), ("requests_per_minute", "4")]
)
def test_limits_of_a_patients_model_take_minutes(talks: Desk, key: str, limit: str) -> None:
    """Of its tokens and of its calls: the plan counts both."""
    talks.write("talks/cohort.jsonl", "".join(json.dumps(row) + "\n" for row in rows(8)))
    options = {f"patient__target__{key}": limit, "patient__max_turns": "4"}
    budget, found = bought(talks, 5, **options)
    holds(budget, found, 5, f"patient.target.{key}")
    most = found.most
    assert most.played == 3 * most.trials
    assert most.played_tokens == pytest.approx(most.played * sum(tokens_of_a_call(4)))


def test_a_call_of_a_patients_model_reads_the_role_and_what_was_said() -> None:
    """More the longer the conversation is; what it writes does not grow."""
    (short, written), (long, as_much) = tokens_of_a_call(2), tokens_of_a_call(10)
    assert written == as_much == TOKENS_OF_A_MESSAGE
    assert long - short == 8 * 150
    assert short > 1500
