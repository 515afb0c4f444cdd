"""A second look before a regression is red: fresh trials, named beforehand, by a fixed rule."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from mhgate.errors import ReportFileError, UsageError
from mhgate.records import Confirmation, Failure, Outcome, ProbeVerdict, Report, Stage, Trial
from mhgate.wiring import bless, read_journal, verify_verdict
from mhgate.wiring.deciding_again import decide_again
from mhgate.wiring.runs import find_run
from mhgate.wiring.stored_runs import existing_run

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
N_LOST = 15


@pytest.fixture
def live(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> Desk:
    """A product with a base beside it, of which what flipped is asked again."""
    monkeypatch.delitem(sys.modules, "base_bot", raising=False)
    desk.items(60)
    desk.write("base_bot.py", 'def reply(messages):\n    return "I hear you."\n')
    desk.edit("thresholds.toml", "[judge]", BASE)
    desk.edit("thresholds.toml", "min_score = 0.8", "min_score = 0.2\nmax_drop = 0.15")
    desk.edit("thresholds.toml", "[suites]", '[gate]\nprofile="pr"\nconfirm="flipped"\n[suites]')
    return desk


def _is_lost(trial: Trial) -> bool:
    return int(trial.item_id.rpartition("-")[2]) % 4 == 0


def _lost(trial: Trial) -> str:
    """Reply badly to every fourth item, whichever epoch."""
    return "Never mind." if _is_lost(trial) else "I hear you."


def _unlucky(trial: Trial) -> str:
    """Reply badly to the same items, in the first epoch alone."""
    return "Never mind." if _is_lost(trial) and trial.epoch == 0 else "I hear you."


def _down_later(trial: Trial) -> str | Failure:
    if trial.epoch == 0:
        return _lost(trial)
    return Failure(trial_id=trial.id, stage=Stage.TARGET, kind="timeout", message="late")


def _probe(report: Report) -> ProbeVerdict:
    return report.verdict.pillars[0].probes[0]


def _look(report: Report) -> Confirmation:
    found = _probe(report).second_look
    assert found is not None
    return found


def _path(desk: Desk, report: Report) -> Path:
    return desk.root / ".mhgate" / "runs" / report.provenance.run_id / "report.json"


def test_a_drop_that_stays_is_red_and_confirmed(live: Desk, bot: type[Bot]) -> None:
    """The items that flipped are asked three more times, in both arms, and the sentence says so."""
    asked = bot(_lost)
    report = live.evaluate(asked)
    assert report.verdict.outcome is Outcome.FAIL
    assert (
        "confirmed on 90 fresh trials of 15 items that flipped (-1.000, p 0."
        in _probe(report).sentence
    )
    look = _look(report)
    assert (look.n_items, look.n_trials, look.confirmed) == (N_LOST, 6 * N_LOST, True)
    fresh = [trial for trial in asked.asked if not trial.endswith("#0")]
    assert len(fresh) == 3 * N_LOST
    assert {trial.partition("#")[2] for trial in fresh} == {"1", "2", "3"}


def test_bad_luck_is_not_red_and_goes_to_a_person(live: Desk, bot: type[Bot]) -> None:
    """What fresh trials do not show again is not decided, named in the first lines, no pass."""
    report = live.evaluate(bot(_unlucky))
    assert report.verdict.outcome is Outcome.INCONCLUSIVE
    assert report.verdict.exit_code == 0
    sentence = _probe(report).sentence
    assert "not confirmed: 90 fresh trials of 15 items that flipped do not show it" in sentence
    assert "goes to a person" in sentence
    line = next(line for line in report.verdict.headline if "not confirmed" in line)
    assert "says_hear" in line
    assert "a person must look" in line


def test_where_a_pass_is_required_nothing_opens(live: Desk, bot: type[Bot]) -> None:
    """A claim that is not confirmed is no proof of the opposite: release stays shut."""
    report = live.evaluate(bot(_unlucky), gate__profile="release")
    assert report.verdict.outcome is Outcome.INCONCLUSIVE
    assert report.verdict.exit_code == 3


def test_without_a_claim_nothing_more_is_asked(live: Desk, bot: type[Bot]) -> None:
    """The fresh trials were named, and none of them was needed."""
    asked = bot()
    report = live.evaluate(asked)
    assert len(asked.asked) == 60
    assert report.second_look is not None
    assert report.second_look.accounts.planned == report.second_look.accounts.not_needed == 180
    assert report.verdict.outcome is Outcome.PASS


def test_fresh_trials_enter_no_figure(live: Desk, bot: type[Bot]) -> None:
    """Rate, difference and accounts are those of the run without a second look."""
    with_look = live.evaluate(bot(_unlucky))
    without = live.evaluate(bot(_unlucky), gate__confirm="off")
    assert _probe(with_look).estimate == _probe(without).estimate
    assert _probe(with_look).comparison == _probe(without).comparison
    assert with_look.accounts == without.accounts
    assert with_look.outcomes == without.outcomes
    assert without.verdict.outcome is Outcome.FAIL
    again = with_look.second_look
    assert again is not None
    assert (again.accounts.asked, again.accounts.not_needed) == (3 * N_LOST, 180 - 3 * N_LOST)
    assert len(again.outcomes) == len(again.base_outcomes) == 3 * N_LOST


def test_a_look_that_cannot_be_made_leaves_the_first(live: Desk, bot: type[Bot]) -> None:
    """Being down while it is looked at again gets no bot out of a red claim."""
    report = live.evaluate(bot(_down_later))
    assert report.verdict.outcome is Outcome.FAIL
    assert "could not be looked at again (45 of 90 fresh trials failed)" in _probe(report).sentence
    spent = live.evaluate(bot(_unlucky_then_spent))
    assert spent.verdict.outcome is Outcome.FAIL
    assert "fresh trials were not reached): the first look stands" in _probe(spent).sentence
    before = live.evaluate(bot(_spent_after(40)))
    assert before.accounts.not_reached > 0
    assert "fresh trials were not reached" in _probe(before).sentence
    for each in (report, spent, before):
        assert verify_verdict(_path(live, each)).same_policy


def test_an_interrupted_run_decides_nothing(live: Desk, bot: type[Bot]) -> None:
    """Ctrl-C before the second look: no verdict, and what there is can be gone on with."""
    report = live.evaluate(bot(_lost), stop_after=60)
    assert report.accounts.not_reached == 0
    assert report.verdict.outcome is Outcome.INCONCLUSIVE
    assert report.second_look is not None
    assert report.second_look.accounts.asked == 0
    assert verify_verdict(_path(live, report)).same_policy
    whole = live.evaluate(bot(_lost), resume="latest")
    assert whole.verdict.outcome is Outcome.FAIL
    assert _look(whole).confirmed


def _unlucky_then_spent(trial: Trial) -> str | Failure:
    if trial.epoch < 2:
        return _unlucky(trial)
    return Failure(trial_id=trial.id, stage=Stage.TARGET, kind="budget", message="all is spent")


def _spent_after(count: int) -> Callable[[Trial], str | Failure]:
    """Return a bot that replies badly, and may not be asked any more after so many replies."""
    left = iter(range(count))

    def reply(trial: Trial) -> str | Failure:
        if next(left, None) is None:
            return Failure(trial_id=trial.id, stage=Stage.TARGET, kind="budget", message="spent")
        return "Never mind."

    return reply


def test_the_verdict_is_taken_again_from_the_report(live: Desk, bot: type[Bot]) -> None:
    """Journal and report hold both looks in both arms; a fresh outcome that is changed is seen."""
    for reply in (_lost, _unlucky):
        report = live.evaluate(bot(reply))
        path = _path(live, report)
        assert verify_verdict(path).has_journal
        kept = read_journal(path.parent / "journal.jsonl")
        assert len(kept.came_back) == len(kept.base_came_back) == 60 + 3 * N_LOST
    stored = json.loads(path.read_text())
    for row in stored["second_look"]["outcomes"]:
        row["value"] = 0.0
    path.write_text(json.dumps(stored))
    with pytest.raises(ReportFileError, match="root is another one"):
        verify_verdict(path)
    (path.parent / "journal.jsonl").unlink()
    with pytest.raises(ReportFileError, match="not the one"):
        verify_verdict(path)


def test_a_resumed_run_looks_again_at_what_is_kept(live: Desk, bot: type[Bot]) -> None:
    """Nothing is asked twice, whichever look it belongs to; another rule is another run."""
    whole = live.evaluate(bot(_lost))
    asked = bot(_lost)
    report = live.evaluate(asked, resume="latest")
    assert asked.asked == []
    assert report.merkle_root == whole.merkle_root
    assert report.verdict.outcome is Outcome.FAIL
    with pytest.raises(UsageError, match="second look"):
        live.evaluate(bot(_lost), resume="latest", gate__confirm_trials="5")


def test_other_thresholds_decide_on_the_same_two_looks(live: Desk, bot: type[Bot]) -> None:
    """``mhgate decide`` uses what was asked again; what it would have to ask, it cannot."""
    report = live.evaluate(bot(_unlucky))
    same = decide_again(_path(live, report), live.open())
    assert same.same_policy
    assert _probe(same.report).sentence == _probe(report).sentence
    assert same.report.verdict.headline == report.verdict.headline
    plain = live.evaluate(bot(_unlucky), gate__confirm="off")
    stands = decide_again(_path(live, plain), live.open()).report
    assert stands.verdict.outcome is Outcome.FAIL
    assert "could not be looked at again" in _probe(stands).sentence


def test_against_a_file_all_pairs_are_asked_again(desk: Desk, bot: type[Bot]) -> None:
    """The target alone, on every item: bad luck is not confirmed, and a drop that stays is."""
    desk.items(60)
    desk.edit("thresholds.toml", "min_score = 0.8", "min_score = 0.2\nmax_drop = 0.15")
    desk.edit("thresholds.toml", "[suites]", '[gate]\nprofile="pr"\nconfirm="all"\n[suites]')
    first = desk.evaluate(bot())
    assert first.second_look is None  # there is nothing to compare with yet
    baseline = str(_path(desk, first))
    asked = bot(_unlucky)
    lucky = desk.evaluate(asked, gate__baseline=baseline)
    assert lucky.verdict.outcome is Outcome.INCONCLUSIVE
    assert "180 fresh trials of 60 items that have a pair" in _probe(lucky).sentence
    assert len(asked.asked) == 240
    lost = desk.evaluate(bot(_lost), gate__baseline=baseline)
    assert lost.verdict.outcome is Outcome.FAIL
    assert verify_verdict(_path(desk, lost), baseline=Path(baseline)).same_policy


def test_a_blessed_run_keeps_its_first_look(live: Desk, bot: type[Bot]) -> None:
    """A baseline holds what the plan asked, and nothing that was asked again."""
    report = live.evaluate(bot(_unlucky), gate__profile="release")
    made = bless(
        _path(live, report), live.root / "mhgate-baseline.json", reason="looked at", by="me"
    )
    assert len(made.baseline.outcomes) == 60
    assert {row.epoch for row in made.baseline.outcomes} == {0}


def test_a_stratum_is_looked_at_on_its_own_items(live: Desk, bot: type[Bot]) -> None:
    """A claim within a stratum is confirmed or not by its own items."""
    live.items(60, strata=dict.fromkeys(range(0, 60, 2), "high"))
    live.edit(
        "thresholds.toml", "max_drop = 0.15", "max_drop = 0.15\n[pillar.manners.stratum.high]"
    )
    report = live.evaluate(bot(_lost))
    (stratum,) = _probe(report).strata
    assert stratum.second_look is not None
    assert stratum.second_look.n_items == N_LOST
    assert "confirmed on 90 fresh trials" in stratum.sentence


@pytest.mark.parametrize("reply", [_lost, _unlucky])
def test_who_stops_early_looks_again_too(
    live: Desk, bot: type[Bot], reply: Callable[[Trial], str]
) -> None:
    """A claim that was settled early is confirmed by the same rule."""
    report = live.evaluate(bot(reply), sampling__design="looks")
    assert _look(report).confirmed == (reply is _lost)
    assert (report.verdict.outcome is Outcome.FAIL) == (reply is _lost)


def test_fresh_trials_are_not_judged_again(live: Desk, bot: type[Bot]) -> None:
    """``mhgate judge`` judges the first look of the target; nothing is left over, nothing asked."""
    report = live.evaluate(bot(_unlucky))
    run = find_run(live.root / ".mhgate", report.provenance.run_id)
    workspace = live.open(gate__confirm="off")
    existing = existing_run(run, workspace)
    assert len(existing.kept) == existing.n_read == 60
    assert existing.left_out == ()
    assert not existing.partial_because
