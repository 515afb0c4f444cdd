"""Two targets played beside each other: pairs in the report, the journal, the root, the verdict."""

from __future__ import annotations

import json
import sys
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from mhgate.errors import CannotEvaluateError, ConfigError, ReportFileError, UsageError
from mhgate.records import (
    Answer,
    Failure,
    Item,
    Outcome,
    Question,
    Report,
    Stage,
    Transcript,
    Trial,
    Turn,
)
from mhgate.wiring import Assumed, bless, forecast, read_journal, verify_verdict
from mhgate.wiring.deciding_again import decide_again

if TYPE_CHECKING:
    from conftest import Bot, Desk

BASE = """
[baseline.target]
kind = "function"
call = "base_bot:reply"
escalation = "none"
preflight = false
[judge]
"""
BASE_BOT = '''
"""The product as it is on the main branch."""

asked = []


def reply(messages):
    asked.append(messages)
    number = int(messages[-1]["content"].split()[1].strip("!"))
    if number in {broken}:
        raise RuntimeError("down")
    return "I hear you." if number not in {lost} else "Never mind."
'''


@pytest.fixture
def live(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> Desk:
    """A product with a base beside it that is good on every item, and 60 items."""
    monkeypatch.delitem(sys.modules, "base_bot", raising=False)
    desk.items(60)
    desk.edit("thresholds.toml", "[judge]", BASE)
    desk.edit("thresholds.toml", "min_score = 0.8", "min_score = 0.2\nmax_drop = 0.15")
    _base(desk)
    return desk


def _base(desk: Desk, *, lost: Sequence[int] = (), broken: Sequence[int] = ()) -> None:
    desk.write(
        "base_bot.py",
        BASE_BOT.replace("{broken}", f"{set(broken)}").replace("{lost}", f"{set(lost)}"),
    )


def _losing(*numbers: int) -> Callable[[Trial], str]:
    lost = {f"manners/m-{number}" for number in numbers}
    return lambda trial: "Never mind." if trial.item_id in lost else "I hear you."


def _folder(desk: Desk, report: Report) -> Path:
    return desk.root / ".mhgate" / "runs" / report.provenance.run_id


def test_a_drop_against_the_base_is_red_and_says_against_what(live: Desk, bot: type[Bot]) -> None:
    """The paired sentences of a baseline, with the live target's name in its place."""
    report = live.evaluate(bot(_losing(*range(0, 60, 3))))
    probe = report.verdict.pillars[0].probes[0]
    assert probe.outcome is Outcome.FAIL
    assert "-0.333 against base_bot:reply live" in probe.sentence
    assert "60 pairs, 20 lost and 0 gained" in probe.sentence
    assert "Compared with base_bot:reply live, trial by trial." in " ".join(report.verdict.headline)
    assert report.live is not None
    assert report.live.accounts == report.accounts
    assert len(report.live.outcomes) == 60
    assert report.live.target_fingerprint != report.provenance.target_fingerprint
    assert not report.live.is_same
    assert report.provenance.baseline is None
    assert (report.new_items, report.removed_items) == ((), ())


def test_no_drop_is_green_where_a_pass_is_required(live: Desk, bot: type[Bot]) -> None:
    """Release asks for the proof that it got no worse, and two that are alike give it."""
    report = live.evaluate(bot())
    assert report.verdict.outcome is Outcome.PASS
    assert "not worse by 0.15 or more" in report.verdict.pillars[0].probes[0].sentence


def test_the_same_target_beside_itself_is_told(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    """One fingerprint in both arms: whatever differs is chance, and the first lines say so."""
    monkeypatch.delitem(sys.modules, "bot", raising=False)
    monkeypatch.setitem(sys.modules, "bot", sys)  # so that what is imported here does not stay
    monkeypatch.delitem(sys.modules, "bot")
    desk.write("bot.py", 'def reply(messages):\n    return "I hear you."\n')
    desk.edit("thresholds.toml", "[judge]", BASE.replace("base_bot", "bot"))
    desk.edit("thresholds.toml", "min_score = 0.8", "min_score = 0.2\nmax_drop = 0.3")
    report = desk.evaluate(None)
    assert report.live is not None
    assert report.live.is_same
    assert any(
        "It is the same target (one fingerprint)" in line for line in report.verdict.headline
    )


def test_a_failure_counts_in_its_arm(live: Desk, bot: type[Bot]) -> None:
    """The base is silent where the target is bad: neither a regression nor a pass comes of it."""
    _base(live, broken=range(6))
    report = live.evaluate(bot(_losing(*range(6))))
    probe = report.verdict.pillars[0].probes[0]
    assert report.live is not None
    assert (report.accounts.failed, report.live.accounts.failed) == (0, 6)
    assert report.live.failures == {"target: crash": 6}
    assert probe.comparison is not None
    assert (probe.comparison.n_failed, probe.comparison.n_failed_there) == (6, 6)
    assert probe.comparison.interval.lower < -0.15
    assert probe.comparison.interval.upper > 0
    assert probe.outcome is Outcome.INCONCLUSIVE
    assert any("6 of 60 trials failed there" in line for line in report.verdict.headline)


def test_a_base_that_is_down_is_an_error_and_no_neutral_run(live: Desk, bot: type[Bot]) -> None:
    """Beyond max_failed nothing could be compared: red in the profile pr, too."""
    _base(live, broken=range(20))
    report = live.evaluate(bot(), gate__profile="pr")
    assert report.verdict.outcome is Outcome.ERROR
    assert report.verdict.exit_code == 4
    assert "failed at base_bot:reply" in report.verdict.pillars[0].probes[0].sentence


def test_the_journal_keeps_both_arms_and_the_root_binds_both(live: Desk, bot: type[Bot]) -> None:
    """A word that is changed in the base's half of a pair is as visible as in the target's."""
    report = live.evaluate(bot())
    folder = _folder(live, report)
    kept = read_journal(folder / "journal.jsonl")
    assert len(kept.came_back) == len(kept.base_came_back) == 60
    assert len(kept.base_scores) == 60
    assert kept.header["base"] == report.live.target_fingerprint if report.live else False
    assert verify_verdict(folder / "report.json").has_journal
    stored = json.loads((folder / "report.json").read_text())
    stored["live"]["outcomes"][0]["answer"] = "no"
    (folder / "report.json").write_text(json.dumps(stored))
    with pytest.raises(ReportFileError, match="root is another one"):
        verify_verdict(folder / "report.json")


def test_a_report_takes_its_verdict_again_from_what_it_holds(live: Desk, bot: type[Bot]) -> None:
    """Without any baseline's file; an outcome of the base that is made worse is found out."""
    report = live.evaluate(bot(_losing(*range(0, 60, 3))))
    path = _folder(live, report) / "report.json"
    (path.parent / "journal.jsonl").unlink()
    assert verify_verdict(path).same_policy
    stored = json.loads(path.read_text())
    for row in stored["live"]["outcomes"]:
        row["value"] = 0.0
    path.write_text(json.dumps(stored))
    with pytest.raises(ReportFileError, match="not the one"):
        verify_verdict(path)


def test_other_thresholds_decide_the_same_pairs(live: Desk, bot: type[Bot]) -> None:
    """``mhgate decide`` holds the kept pairs to a wider margin; nobody is asked."""
    report = live.evaluate(bot(_losing(0, 7, 20, 33, 40, 51)))
    assert report.verdict.outcome is Outcome.FAIL
    live.edit("thresholds.toml", "max_drop = 0.15", "max_drop = 0.4")
    again = decide_again(_folder(live, report) / "report.json", live.open()).report
    assert again.verdict.outcome is Outcome.PASS
    assert again.live == report.live


def test_a_killed_run_asks_only_what_is_missing_in_either_arm(live: Desk, bot: type[Bot]) -> None:
    """What either target had answered stands, and the root is that of the run in one go."""
    whole = live.evaluate(bot())
    journal = _folder(live, whole) / "journal.jsonl"
    first = bot()
    live.evaluate(first, stop_after=10)
    kept = read_journal(live.journals[-1])
    n_kept = len(kept.came_back)
    assert 10 <= n_kept < 60
    assert 10 <= len(kept.base_came_back) < 60  # of a pair that was cut off, one half may be there
    second, base_asked = bot(), sys.modules["base_bot"].asked
    base_asked.clear()
    report = live.evaluate(second, resume="latest")
    assert not set(second.asked) & set(kept.came_back)
    assert len(second.asked) == 60 - n_kept
    assert len(base_asked) == 60 - len(kept.base_came_back)
    assert report.merkle_root == whole.merkle_root
    assert report.verdict.outcome is Outcome.PASS
    assert journal.exists()


def test_another_base_is_another_run(live: Desk, bot: type[Bot]) -> None:
    """What was answered beside one base says nothing beside another."""
    live.evaluate(bot(), stop_after=10)
    live.write("other_bot.py", 'def reply(messages):\n    return "I hear you."\n')
    live.edit("thresholds.toml", "base_bot:reply", "other_bot:reply")
    with pytest.raises(UsageError, match="played beside"):
        live.evaluate(bot(), resume="latest")


def test_a_live_run_can_be_blessed_like_any_other(live: Desk, bot: type[Bot]) -> None:
    """Its own outcomes become the baseline; the base's stay behind."""
    report = live.evaluate(bot())
    made = bless(
        _folder(live, report) / "report.json",
        live.root / "mhgate-baseline.json",
        reason="as good as the base",
        by="me",
    )
    assert [row.value for row in made.baseline.outcomes] == [1.0] * 60
    assert made.baseline.run.target_fingerprint == report.provenance.target_fingerprint


@pytest.mark.parametrize("design", ["sequential", "looks"])
def test_who_stops_early_stops_on_pairs(live: Desk, bot: type[Bot], design: str) -> None:
    """A regression settles on a prefix of pairs: both arms spare the same trials."""
    live.items(200)
    report = live.evaluate(bot(lambda _: "Never mind."), sampling__design=design)
    assert report.live is not None
    assert report.accounts.not_needed == report.live.accounts.not_needed > 0
    assert report.verdict.outcome is Outcome.FAIL
    spared = report.saved
    assert spared.n_messages == 2 * spared.n_trials


def test_the_base_is_held_to_the_rules_for_production(live: Desk, bot: type[Bot]) -> None:
    """Its own escalation, its own word for production: the mistake names its own key."""
    live.edit(
        "thresholds.toml",
        'kind = "function"\ncall = "base_bot:reply"',
        'kind = "http"\nurl = "http://bot.example.com/chat"\nreply = "$.r"\n'
        'body = { t = "{message}" }',
    )
    with pytest.raises(ConfigError) as caught:
        live.evaluate(bot())
    mistake = caught.value.mistakes[0]
    assert mistake.where.endswith("baseline.target.url")
    assert "[baseline.target]" in mistake.hint


def test_the_base_is_greeted_before_anything_is_asked(live: Desk, bot: type[Bot]) -> None:
    """A base that cannot answer one harmless thing ends the run, and is named."""
    live.edit("thresholds.toml", "preflight = false\n[judge]", "preflight = true\n[judge]")
    live.write("base_bot.py", "def reply(messages):\n    return 3\n")
    asked = bot()
    with pytest.raises(CannotEvaluateError, match="played beside, base_bot:reply"):
        live.evaluate(asked)
    assert asked.asked == []


class Drifting:
    """A judge that grows stricter with every call: an hour ago all was well."""

    fingerprint = "sha256:drifting"

    def __init__(self) -> None:
        self.calls = 0

    async def answer(
        self, question: Question, item: Item, transcript: Transcript
    ) -> Answer | Failure:
        self.calls += 1
        is_strict = self.calls > 60
        return Answer.model_validate(
            {"value": "no" if is_strict else "yes", "judge": self.fingerprint}
        )


def test_what_drifts_with_the_hour_cancels_in_pairs(live: Desk, bot: type[Bot]) -> None:
    """A judge that becomes stricter: red against a kept baseline, no drop beside a live base."""
    live.write("manners/questions.toml", live.QUESTIONS)
    live.write(
        "manners/test_manners.py",
        "from mhgate import probe\n\n"
        '@probe(items="items.jsonl", question="is_kind", expect="yes")\n'
        'def test_is_kind(answer):\n    """The reply is kind."""\n',
    )
    judge = Drifting()
    report = live.evaluate(bot(), judge=judge, gate__profile="pr")
    assert judge.calls == 120
    probe = report.verdict.pillars[0].probes[0]
    assert probe.estimate.point == pytest.approx(0.5, abs=0.05)
    assert probe.comparison is not None
    assert abs(probe.comparison.difference) <= 1 / 60
    assert probe.outcome is Outcome.PASS
    # the same judge, against the file of a run that it judged an hour earlier
    live.edit("thresholds.toml", BASE, "[judge]")
    early = live.evaluate(bot(), judge=Drifting())
    late = Drifting()
    late.calls = 30
    against = live.evaluate(
        bot(),
        judge=late,
        gate__profile="pr",
        gate__baseline=str(_folder(live, early) / "report.json"),
    )
    assert against.verdict.outcome is Outcome.FAIL


def test_a_target_failure_of_the_base_is_worth_what_the_policy_says(
    live: Desk, bot: type[Bot]
) -> None:
    """With ``target_failures = "failed"`` a silent base has failed the item, as a target would."""
    _base(live, broken=range(4))
    report = live.evaluate(bot(), gate__target_failures="failed")
    assert report.live is not None
    rows = [row for row in report.live.outcomes if row.value == 0]
    assert len(rows) == 4
    assert all(row.failure_stage is None for row in rows)
    assert Stage.TARGET not in {row.failure_stage for row in report.live.outcomes}


def test_what_is_planned_is_what_two_are_asked(live: Desk, bot: type[Bot]) -> None:
    """Twice the messages of one, with a word about it; a second look is named with its most."""
    beside = forecast(live.open(gate__confirm="flipped"), Assumed(rate=1.0))
    report = live.evaluate(bot())
    assert report.live is not None
    asked = report.accounts.asked + report.live.accounts.asked
    assert beside.most.messages == asked == 120
    assert beside.most.trials == 60
    assert beside.has_baseline
    notes = " ".join(beside.notes)
    assert "beside it base_bot:reply is played: each trial by both" in notes
    assert "3 more trials of each item that flipped, at most 180, each by both" in notes


class _Turning:
    """A base that becomes another one after so many replies."""

    def __init__(self, after: int) -> None:
        self.n_asked, self._after = 0, after

    @property
    def fingerprint(self) -> str:
        return "sha256:new" if self.n_asked > self._after else "sha256:old"

    async def reply(self, turns: Sequence[Turn], trial: Trial) -> Turn | Failure:
        self.n_asked += 1
        return Turn(role="assistant", content="I hear you.")


def test_a_base_that_becomes_another_one_is_noticed(
    live: Desk, bot: type[Bot], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also between two waves: its trials fail in its arm, and no two bases are taken for one."""

    @asynccontextmanager
    async def turning(*_: object, **__: object) -> AsyncIterator[_Turning]:
        yield _Turning(after=12)

    monkeypatch.setattr("mhgate.wiring.walk.opened_base", turning)
    report = live.evaluate(bot(), sampling__design="looks", gate__profile="pr")
    assert report.live is not None
    assert report.live.failures["target: target_changed"] > 20
    assert report.verdict.outcome is Outcome.ERROR
