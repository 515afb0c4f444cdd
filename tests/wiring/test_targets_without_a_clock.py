"""Holds what becomes of items with a clock: asked with one, and never a pass without."""

from __future__ import annotations

import asyncio
import json
import os
from collections.abc import Sequence
from typing import TYPE_CHECKING

import pytest

from mhgate.records import Outcome, ProbeVerdict, Report, Trial, Turn
from mhgate.runner import Stop
from mhgate.wiring import decide_again, forecast, judge_again, verify_verdict, what_exists

if TYPE_CHECKING:
    from pathlib import Path

    from conftest import Bot, Desk

PROBES = '''
from mhgate import probe

@probe(items="items.jsonl", exact=True)
def test_says_hear(transcript):
    """The reply says hear."""
    assert "hear" in transcript.last.content

@probe(items="timed.jsonl", exact=True)
def test_reminds(transcript):
    """After three hours the reply reminds."""
    assert "break" in transcript.last.content
'''

NOT_SHOWN = "not shown: the target has no clock"


class Reminder:
    """A target that reads the clock of the turns that it is given."""

    fingerprint = "sha256:reminder"
    has_clock = True

    async def reply(self, turns: Sequence[Turn], trial: Trial) -> Turn:
        late = (turns[-1].at_s or 0) >= 10800
        return Turn(role="assistant", content="Take a break." if late else "I hear you.")


def timed(number: int) -> dict[str, object]:
    return {
        "id": f"t-{number}",
        "family": f"timed-{number}",
        "turns": [f"hello {number}", "still here"],
        "clock_s": [0, 10800],
        "source": "a house rule",
        "licence": "Apache-2.0",
    }


@pytest.fixture
def product(desk: Desk) -> Desk:
    """A probe with a clock beside one without."""
    desk.write("manners/test_manners.py", PROBES)
    rows = "".join(json.dumps(timed(number)) + "\n" for number in range(30))
    desk.write("manners/timed.jsonl", rows)
    return desk


def _found(report: Report, name: str) -> ProbeVerdict:
    probes = [probe for pillar in report.verdict.pillars for probe in pillar.probes]
    (found,) = [probe for probe in probes if probe.probe.name == name]
    return found


def _path(desk: Desk, report: Report) -> Path:
    return desk.root / ".mhgate" / "runs" / report.provenance.run_id / "report.json"


def test_a_target_with_a_clock_is_asked_at_the_item_s_times(product: Desk) -> None:
    """Both probes are measured, and the gate is open."""
    report = product.evaluate(Reminder())
    assert report.accounts.planned == 70
    assert _found(report, "reminds").outcome is Outcome.PASS
    assert report.verdict.exit_code == 0


def test_without_a_clock_the_items_are_not_planned_and_the_probe_says_so(
    product: Desk, bot: type[Bot]
) -> None:
    """A required probe is inconclusive, the whole is no pass, and nothing of it was asked."""
    target = bot()
    report = product.evaluate(target)
    assert report.accounts.planned == 40
    assert not [trial for trial in target.asked if "t-" in trial]
    found = _found(report, "reminds")
    assert found.outcome is Outcome.INCONCLUSIVE
    assert found.sentence.startswith(f"reminds: {NOT_SHOWN} (")
    assert found.sentence.endswith(": not decided.")
    assert "no trial was asked" not in found.sentence
    assert report.verdict.exit_code == 3


def test_a_probe_that_is_not_required_holds_nobody_up(product: Desk, bot: type[Bot]) -> None:
    """It says that it is not shown, and the gate is open."""
    thresholds = (product.root / "thresholds.toml").read_text()
    product.write(
        "thresholds.toml", thresholds + "[pillar.manners.probe.reminds]\nrequired = false\n"
    )
    report = product.evaluate(bot())
    assert NOT_SHOWN in _found(report, "reminds").sentence
    assert report.verdict.exit_code == 0


def test_a_file_that_holds_both_kinds_of_items_may_not_gate(product: Desk, bot: type[Bot]) -> None:
    """What is left of it is measured and shown; the part that is missing is said."""
    mixed = [timed(n) for n in range(15)] + [timed(n) | {"clock_s": []} for n in range(15, 30)]
    product.write("manners/timed.jsonl", "".join(json.dumps(row) + "\n" for row in mixed))
    report = product.evaluate(bot(lambda _trial: "I hear you. Take a break."))
    found = _found(report, "reminds")
    assert found.estimate.accounts.scored == 15
    assert found.outcome is Outcome.INCONCLUSIVE
    assert f"may not gate, {NOT_SHOWN}" in found.sentence


def test_a_pillar_of_nothing_else_is_inconclusive(product: Desk, bot: type[Bot]) -> None:
    """It is no error: nothing broke, there is only nothing that could be shown."""
    alone = PROBES.partition("@probe")[0] + PROBES[PROBES.index('@probe(items="timed') :]
    product.write("manners/test_manners.py", alone)
    (product.root / "manners/items.jsonl").unlink()
    (pillar,) = product.evaluate(bot()).verdict.pillars
    assert pillar.outcome is Outcome.INCONCLUSIVE
    assert "not shown" in pillar.sentence


def test_a_function_with_a_parameter_for_it_has_a_clock(product: Desk) -> None:
    """One that is handed over in code says so by its signature."""

    def late(message: str, clock_s: float | None = None) -> str:
        return "Take a break." if (clock_s or 0) >= 10800 else "I hear you."

    assert product.evaluate(late).verdict.exit_code == 0
    assert product.evaluate(lambda message: "I hear you.").accounts.planned == 40


def test_a_function_of_the_configuration_says_so_by_a_key(product: Desk) -> None:
    """``clock = true``: its messages carry the time."""
    product.write(
        "bot.py",
        "def reply(messages):\n"
        "    late = messages[-1].get('at_s', 0) >= 10800\n"
        "    return 'Take a break.' if late else 'I hear you.'\n",
    )
    product.edit("thresholds.toml", "preflight", "clock = true\npreflight")
    assert product.evaluate(None).verdict.exit_code == 0


def test_the_demo_has_a_clock(product: Desk) -> None:
    """Its items are asked; what the bot makes of the time is the bot's."""
    product.write("thresholds.toml", (product.root / "thresholds.toml").read_text())
    product.edit("thresholds.toml", 'kind = "function"\ncall = "bot:reply"\n', 'kind = "demo"\n')
    assert product.evaluate(None).accounts.planned == 70


@pytest.mark.parametrize("with_clock", [True, False])
def test_it_stays_so_when_it_is_decided_and_judged_again(
    product: Desk, bot: type[Bot], monkeypatch: pytest.MonkeyPatch, *, with_clock: bool
) -> None:
    """The thresholds do not change what was shown, and no more does the target of today."""
    report = product.evaluate(Reminder() if with_clock else bot())
    path = _path(product, report)
    monkeypatch.chdir(product.root)
    assert not verify_verdict(path).changes
    product.edit("thresholds.toml", "min_score = 0.8", "min_score = 0.7")
    again = decide_again(path, product.open()).report
    judged = asyncio.run(
        judge_again(
            what_exists(report.provenance.run_id, product.open()),
            stop=Stop(),
            environ=os.environ,
        )
    )
    wanted = Outcome.PASS if with_clock else Outcome.INCONCLUSIVE
    for other in (again, judged):
        assert other.scope == "full"
        assert _found(other, "reminds").outcome is wanted
        assert (NOT_SHOWN in _found(other, "reminds").sentence) is not with_clock


def test_a_plan_says_it_before_anybody_is_asked(product: Desk) -> None:
    """A run that could not pass is not begun unknowingly."""
    lines = {line.part.name: line for line in forecast(product.open()).lines}
    (found,) = [line for name, line in lines.items() if "reminds" in name]
    assert [each.kind for each in found.hindrances] == ["hidden"]
    assert found.can_pass is False
