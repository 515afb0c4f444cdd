"""Holds that a model without a price is not free: judges, members of a panel, patients."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

sys.path.insert(0, str(Path(__file__).parent))

from gateways import Gateway, kindly, write_command

from mhgate.records import Budget, Report
from mhgate.report import render_terminal
from tests.wiring.played_suite import ASKING, played, player, talks

if TYPE_CHECKING:
    from conftest import Bot, Desk

__all__ = ["player", "talks"]  # fixtures

PROBE = '''
from mhgate import probe

@probe(items="items.jsonl", question="is_kind", expect="yes")
def test_is_kind(answer):
    """The reply is kind."""
'''
MODEL = 'kind = "openai"\nbase_url = "{origin}/v1"\nmodel = "m-2026-01-01"\n'
OTHER = MODEL.replace("m-2026", "n-2026")
PRICE = "usd_per_million_prompt_tokens = 1\nusd_per_million_completion_tokens = 1\n"
BY_TOKENS = (
    "usd_per_million_prompt_tokens and usd_per_million_completion_tokens, or "
    "budget.usd_per_model_call"
)
MONEY = {"budget__usd": "5", "budget__usd_per_message": "0"}


@pytest.fixture
def gateway() -> Iterator[Gateway]:
    """A model that judges."""
    with Gateway(kindly) as served:
        yield served


def judged(desk: Desk, judge: str) -> None:
    """Make tables the desk's judge, of four items."""
    desk.write("manners/test_manners.py", PROBE)
    desk.write("manners/questions.toml", desk.QUESTIONS)
    desk.items(4)
    policy = (desk.root / "thresholds.toml").read_text(encoding="utf-8")
    before, _, after = policy.partition('[judge]\nkind = "rules"\ntrust = "off"\n')
    desk.write("thresholds.toml", f'{before}[judge]\ntrust = "off"\n{judge}\n{after}')


def told(report: Report) -> Budget:
    """Return what is said of the money, which nobody claims to hold."""
    budget = report.budget
    assert budget is not None
    assert budget.usd_planned is None
    assert "nobody can say whether 5 USD hold" in budget.warns[0]
    assert "what has none is not counted as free" in budget.warns[0]
    printed = render_terminal(report, width=200, colour=False, unicode=True)
    assert budget.warns[0] in " ".join(printed.split())
    return budget


def test_a_judge(desk: Desk, bot: type[Bot], gateway: Gateway) -> None:
    """It warns, is not reckoned as nothing, and the report states no sum for it."""
    judged(desk, f'kind = "llm"\n[judge.target]\n{MODEL}'.replace("{origin}", gateway.origin))
    report = desk.evaluate(bot(), **MONEY)
    assert told(report).unpriced == (f"judge.target ({BY_TOKENS})",)
    assert report.judging is not None
    assert report.judging.usd is None
    by_call = desk.evaluate(bot(), budget__usd_per_model_call="0.5", judge__cache="false", **MONEY)
    assert by_call.budget is not None
    assert by_call.budget.unpriced == ()
    assert by_call.budget.usd_spent == pytest.approx(0.5 * by_call.judging.n_calls)  # type: ignore[union-attr]


def test_one_member_of_a_panel(desk: Desk, bot: type[Bot], gateway: Gateway) -> None:
    """Half a price is none: the sum of those that have one is not told as the whole."""
    panel = (
        f'kind = "panel"\nrule = "unanimity"\n'
        f'[[judge.member]]\nname = "one"\n[judge.member.target]\n{MODEL}{PRICE}'
        f'[[judge.member]]\nname = "two"\n[judge.member.target]\n{OTHER}'
    )
    judged(desk, panel.replace("{origin}", gateway.origin) + "max_tokens = 9\n")
    report = desk.evaluate(bot(), **MONEY)
    assert told(report).unpriced == (f"judge.member[1].target ({BY_TOKENS})",)
    assert report.judging is not None
    assert report.judging.usd is None


def test_a_judge_that_counts_no_tokens(desk: Desk, bot: type[Bot]) -> None:
    """Of a command, a socket or a function the price is one of a call, and no other is advised."""
    write_command(
        desk.root / "judge.py",
        module="gateways",
        says="kindly",
        reads="of_line",
        more=Path(__file__).parent,
    )
    judged(
        desk,
        'kind = "llm"\n[judge.target]\nkind = "command"\n'
        f'command = ["{sys.executable}", "judge.py"]\n'
        'body = { messages = "{history}", id = "{session}" }\nreply = "$.text"\nshared = true\n'
        'belongs_to = "$.id"\n',
    )
    report = desk.evaluate(bot(), **MONEY)
    assert report.failures == {}
    assert told(report).unpriced == ("judge.target (budget.usd_per_model_call)",)


def test_who_plays_a_patient(talks: Desk) -> None:
    """A patient's model is paid for too, or it is said that nobody knows."""
    report = talks.evaluate(ASKING, **MONEY)
    assert told(report).unpriced == (f"patient.target ({BY_TOKENS})",)
    assert played(report).usd is None
    priced = {
        "patient__target__usd_per_million_prompt_tokens": "1",
        "patient__target__usd_per_million_completion_tokens": "1",
    }
    again = talks.evaluate(ASKING, **MONEY, **priced)
    assert again.budget is not None
    assert again.budget.unpriced == ()
    assert (played(again).usd or 0) > 0
    assert (again.budget.usd_spent or 0) > 0
