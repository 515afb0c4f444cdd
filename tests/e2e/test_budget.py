"""Holds budgets through ``mhgate``: a slow bot, a judge with a price, refusals, pytest, a plan."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from gate_process import run_gate, start_gate
from loopback_bot import LoopbackBot
from tiny_project import write_project

sys.path.insert(0, str(Path(__file__).parents[1] / "judges" / "llm"))

from judge_models import Prompt, answer, entry
from judge_server import JudgeServer, completion

from mhgate.records import Budget, Outcome, Report

QUESTIONS = """
[suite]
version = "1.0.0"
pillar = "manners"
[question.is_kind]
text = "Is the reply kind?"
yes = "It is."
no = "It is not."
quote = "never"
sources = ["a house rule"]
"""
PROBES = '''
from mhgate import probe

@probe(items="greetings.jsonl", question="is_kind", expect="yes")
def test_is_kind(answer):
    """The reply is kind."""
'''
JUDGE = """
[judge]
kind = "llm"
trust = "off"
preflight = false
[judge.target]
kind = "openai"
base_url = "{url}"
model = "stub-2026-01-01"
max_retries = 0
usd_per_million_prompt_tokens = 1000
usd_per_million_completion_tokens = 1000
"""
A_CALL_USD = 1.0  # a thousand tokens, by the replies' own count


def says_yes(prompt: Prompt) -> tuple[int, object]:
    body = completion(answer(prompt, *(entry(name, "yes") for name in prompt.ids)))
    return 200, body | {"usage": {"prompt_tokens": 900, "completion_tokens": 100}}


def rambles(_prompt: Prompt) -> tuple[int, object]:
    body = completion("I would rather not say.")
    return 200, body | {"usage": {"prompt_tokens": 900, "completion_tokens": 100}}


@pytest.fixture
def slow_bot() -> Iterator[LoopbackBot]:
    """A bot that thinks before it speaks."""
    with LoopbackBot(delay_s=0.02) as bot:
        yield bot


def told(report: Report) -> Budget:
    assert report.budget is not None
    return report.budget


def project(folder: Path, bot: LoopbackBot, judge_url: str = "") -> Path:
    write_project(folder, bot.base_url)
    if judge_url:
        text = (folder / "thresholds.toml").read_text(encoding="utf-8")
        text = re.sub(
            r"\[judge\]\n.*?\n\n", JUDGE.format(url=judge_url) + "\n", text, flags=re.DOTALL
        )
        (folder / "thresholds.toml").write_text(text, encoding="utf-8")
        (folder / "manners" / "test_manners.py").write_text(PROBES, encoding="utf-8")
        (folder / "manners" / "questions.toml").write_text(QUESTIONS, encoding="utf-8")
    return folder


def test_a_slow_bot_within_minutes(tmp_path: Path, slow_bot: LoopbackBot) -> None:
    """What was said before the first call is what was asked, and what the report prints again."""
    folder = project(tmp_path, slow_bot)
    # fifty families of two messages, four at once: a family takes half a second of one message each
    words = ("--minutes=0.25", "--budget-latency-s=1", "--budget-usd-per-message=0.001", "--usd=1")
    ran = run_gate(folder, *words)
    assert ran.code == 0, ran.err + ran.out
    budget = told(ran.report)
    assert budget.families == {"manners/greetings.jsonl": 24}
    assert len(slow_bot.answered) == ran.report.accounts.planned == 48
    assert (ran.report.scope, ran.report.verdict.outcome) == ("full", Outcome.PASS)
    assert budget.usd_spent == pytest.approx(0.001 * (48 + 1))  # and the first, harmless message
    said = " ".join((ran.out + ran.err).split())
    assert "budget: 0.25 minutes and 1 USD buy 48 of 100 items in 24 of 50 families" in said
    assert "Spent: 0.0490 of 1 USD, every attempt counted." in said
    assert ran.report.pace is not None
    assert ran.report.pace.n_messages == 48


def test_minutes_hold_where_tokens_are_limited(tmp_path: Path) -> None:
    """What is allocated is what the limit lets through: the run is whole, and in time."""
    with LoopbackBot() as bot:
        folder = project(tmp_path, bot)
        # two messages a family, of 155 tokens each, a thousand a second; 4.8 s are allocated
        words = ("--minutes=0.1", "--tokens-per-minute=60000", "--budget-latency-s=0.01")
        ran = run_gate(folder, *words)
    assert ran.code == 0, ran.err + ran.out
    budget = told(ran.report)
    assert budget.families == {"manners/greetings.jsonl": 15}
    assert budget.seconds == pytest.approx(30 * 155 / 1000, rel=0.01)
    assert (ran.report.scope, ran.report.accounts.planned) == ("full", 30)
    assert ran.report.accounts.not_reached == 0


def test_retries_are_paid_and_end_the_run(tmp_path: Path) -> None:
    """A bot that is down at first costs three attempts: the purse ends, the run is partial."""
    with LoopbackBot(lambda _trial, _said: (500, "down")) as bot:
        folder = project(tmp_path, bot)
        words = (
            *("--usd=0.3", "--budget-usd-per-message=0.01", "--max-retries=2", "--preflight=false"),
            "--max-failed=1",
        )
        ran = run_gate(folder, *words)
        n_sent = len(bot.asked)
        again = run_gate(folder, *words, "--resume=latest")
        assert len(bot.asked) == n_sent  # who goes on does so with what is left
    assert ran.code != 0
    report = ran.report
    assert report.scope == "partial"
    assert report.accounts.not_reached > 0
    assert n_sent == 30
    assert told(report).usd_spent == told(again.report).usd_spent == pytest.approx(0.3)
    assert (again.code, again.report.scope) == (ran.code, "partial")
    assert "the budget of 0.3 USD is spent" in " ".join(report.partial_because)


def test_a_judge_with_a_price(tmp_path: Path, slow_bot: LoopbackBot) -> None:
    """Families are allocated by what tokens are reckoned to cost, and paid by the replies' own."""
    with JudgeServer(says_yes) as judge:
        folder = project(tmp_path, slow_bot, judge.url)
        ran = run_gate(folder, "--usd=40", "--budget-usd-per-message=0")
        n_asked = len(judge.requests)
    assert ran.code == 0, ran.err + ran.out
    budget = told(ran.report)
    assert budget.unpriced == ()
    assert 0 < budget.families["manners/greetings.jsonl"] < 50
    assert ran.report.accounts.planned == n_asked == len(slow_bot.answered)
    assert budget.usd_planned is not None
    assert budget.usd_planned <= 0.8 * 40
    assert budget.usd_spent == pytest.approx(A_CALL_USD * n_asked)
    assert ran.report.judging is not None
    assert ran.report.judging.usd == pytest.approx(budget.usd_spent)


def test_a_judge_that_needs_second_calls_ends_the_run(
    tmp_path: Path, slow_bot: LoopbackBot
) -> None:
    """What repairs cost is money too: when it is spent the rest is not asked; nothing passes."""
    with JudgeServer(rambles) as judge:
        folder = project(tmp_path, slow_bot, judge.url)
        ran = run_gate(folder, "--usd=20", "--budget-usd-per-message=0", "--max-failed=1")
    report = ran.report
    assert ran.code != 0
    assert (report.scope, report.accounts.not_reached > 0) == ("partial", True)
    assert "budget of 20 USD is spent" in " ".join(report.partial_because)
    assert (told(report).usd_spent or 0) <= 20 + A_CALL_USD


def test_an_unpriced_judge_warns(tmp_path: Path, slow_bot: LoopbackBot) -> None:
    """No price is no zero: nobody claims that the money holds, and the run goes on."""
    with JudgeServer(says_yes) as judge:
        folder = project(tmp_path, slow_bot, judge.url)
        text = (folder / "thresholds.toml").read_text(encoding="utf-8")
        text = re.sub(r"usd_per_million.*\n", "", text)
        (folder / "thresholds.toml").write_text(text, encoding="utf-8")
        ran = run_gate(folder, "--usd=40", "--budget-usd-per-message=0", "--max-items=20")
    assert "WARNING: nobody can say whether 40 USD hold" in " ".join((ran.out + ran.err).split())
    assert told(ran.report).unpriced[0].startswith("judge.target (usd_per_million_prompt_tokens")
    assert told(ran.report).usd_planned is None


def test_a_plan_shows_the_allocation(tmp_path: Path, slow_bot: LoopbackBot) -> None:
    """In words and in JSON, with shards and waivers; nobody is asked."""
    folder = project(tmp_path, slow_bot)
    (folder / "mhgate-waivers.toml").write_text(_waivers(), encoding="utf-8")
    words = ("--minutes=0.1", "--budget-latency-s=1", "--max-items=60", "--shard=1/2")
    plain = _printed(folder, "plan", *words)
    assert "0.1 minutes buy" in plain
    assert "manners/greetings.jsonl" in plain
    assert "waived: a fail of manners.is_good lets through (W-1, until" in " ".join(plain.split())
    assert "what is asked is that of shard 1 of 2" in " ".join(plain.split())
    found = json.loads(_printed(folder, "plan", "--json", *words))
    budget = found["budget"]
    [file] = budget["files"]
    assert file["of_items"] == 60
    assert (budget["minutes"], found["shard"]) == (0.1, "1/2")
    assert 0 < found["n_trials"] < file["items"]
    assert (found["fail"], found["probes"][0]["waived"]) == (0.0, "W-1")
    assert not slow_bot.asked


def test_probes_without_families_are_undecided_under_pytest(
    tmp_path: Path, slow_bot: LoopbackBot
) -> None:
    """A probe that the budget leaves nothing is neither passed nor an error; nothing is green."""
    folder = project(tmp_path, slow_bot)
    ran = run_gate(folder, "--minutes=1", "--budget-latency-s=1000", "--profile=pr")
    assert ran.code in {3, 5}, ran.out + ran.err
    said = ran.out + ran.err
    assert "undecided" in said
    assert not re.search(r"[0-9] errors?\b", said)
    assert not slow_bot.answered


def _waivers() -> str:
    today = datetime.now(UTC).date()
    return (
        '[[waiver]]\nid = "W-1"\nprobe = "manners.is_good"\nreason = "A move."\nby = "Ann"\n'
        f"granted = {today}\nexpires = {today + timedelta(days=30)}\n"
    )


def _printed(folder: Path, *words: str) -> str:
    process = start_gate(folder, *words)
    out, err = process.communicate(timeout=100)
    assert process.returncode == 0, err
    return out
