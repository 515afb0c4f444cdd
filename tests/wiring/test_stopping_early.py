"""Holds early stopping: decided probes stop asking, and nothing else about the gate changes."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from mhgate.errors import ConfigError, IncomparableError
from mhgate.records import Outcome

if TYPE_CHECKING:
    from conftest import Bot, Desk

    from mhgate.records import Trial

EARLY = "sequential"


def _share_bad(every: int) -> object:
    def reply(trial: Trial) -> object:
        number = int(trial.item_id.rpartition("-")[2])
        return "no" if number % every == 0 else "I hear you."

    return reply


@pytest.mark.parametrize("design", ["sequential", "looks"])
def test_a_good_bot_is_asked_less(desk: Desk, bot: type[Bot], design: str) -> None:
    """A pass is a pass, with fewer trials; what was spared is in the accounts and in the words."""
    desk.items(300)
    asked = bot()
    report = desk.evaluate(asked, sampling__design=design)
    accounts = report.accounts
    assert report.verdict.outcome is Outcome.PASS
    assert report.scope == "full"
    assert len(asked.asked) == accounts.asked < 200
    assert accounts.planned == 300 == accounts.asked + accounts.not_needed
    assert report.saved.n_trials == report.saved.n_messages == accounts.not_needed
    assert any("Decided early" in line for line in report.verdict.headline)
    probe = report.verdict.pillars[0].probes[0]
    assert probe.estimate.settled == "pass"
    assert probe.estimate.settled_at is not None
    assert probe.estimate.settled_at <= accounts.asked
    assert probe.estimate.interval.lower >= 0.8
    assert probe.estimate.accounts.not_needed == accounts.not_needed


@pytest.mark.parametrize("design", ["sequential", "looks"])
def test_a_bad_bot_is_asked_less(desk: Desk, bot: type[Bot], design: str) -> None:
    """A fail is proven early too."""
    desk.items(300)
    report = desk.evaluate(bot(_share_bad(2)), sampling__design=design)
    assert report.verdict.outcome is Outcome.FAIL
    assert report.accounts.asked < 200
    assert report.accounts.not_reached == 0


def test_what_is_asked_knows_no_concurrency(desk: Desk, bot: type[Bot]) -> None:
    """1 and 64 conversations at once ask the same trials and find the same numbers."""
    desk.items(300)
    found = []
    for count in ("1", "64"):
        asked = bot(_share_bad(25))
        report = desk.evaluate(asked, sampling__design=EARLY, target__concurrency=count)
        found.append((sorted(asked.asked), report.outcomes, report.verdict.model_dump()))
    assert found[0] == found[1]


def test_what_is_asked_is_the_beginning_of_the_plan(desk: Desk, bot: type[Bot]) -> None:
    """Families come in random order, and early stopping takes the first of them."""
    desk.items(300)
    whole, early = bot(), bot()
    desk.evaluate(whole, target__concurrency="1")
    desk.evaluate(early, sampling__design=EARLY, target__concurrency="1")
    assert whole.asked[: len(early.asked)] == early.asked


def test_a_probe_that_must_never_go_off_sees_everything(desk: Desk, bot: type[Bot]) -> None:
    """The last trial may be the alarm."""
    desk.items(300)
    desk.edit("manners/test_manners.py", "exact=True", "exact=True, never=True")
    assert desk.evaluate(bot(), sampling__design=EARLY).accounts.asked == 300


def test_a_required_stratum_holds_its_probe_open(desk: Desk, bot: type[Bot]) -> None:
    """A probe is settled when its strata are: a rare one takes the whole plan."""
    desk.items(300, strata=dict.fromkeys(range(0, 300, 30), "high"))
    desk.write(
        "thresholds.toml",
        (desk.root / "thresholds.toml").read_text()
        + "[pillar.manners.stratum.high]\nmin_score = 0.8\n",
    )
    assert desk.evaluate(bot(), sampling__design=EARLY).accounts.asked == 300


def test_the_fewest_items_are_asked_for(desk: Desk, bot: type[Bot]) -> None:
    """A decision that comes before the fewest items and families waits for them."""
    desk.items(300)
    desk.edit("thresholds.toml", "min_score = 0.8", "min_score = 0.8\nitems = 200\nfamilies = 150")
    report = desk.evaluate(bot(), sampling__design=EARLY)
    assert 200 <= report.accounts.asked < 300
    assert report.verdict.outcome is Outcome.PASS


def test_failures_settle_nothing(desk: Desk, bot: type[Bot]) -> None:
    """An outage neither passes nor fails early: everything is asked, and it is an error."""
    desk.items(100)
    report = desk.evaluate(bot(lambda _trial: RuntimeError("down")), sampling__design=EARLY)
    assert report.accounts.asked == report.accounts.failed == 100
    assert report.verdict.outcome is Outcome.ERROR


def test_a_profile_that_decides_nothing_stops_nowhere(desk: Desk, bot: type[Bot]) -> None:
    """Whoever measures wants the whole sample."""
    desk.items(100)
    report = desk.evaluate(bot(), sampling__design=EARLY, gate__profile="measure")
    assert report.accounts.asked == 100


def _with_baseline(desk: Desk, bot: type[Bot], design: str) -> None:
    report = desk.evaluate(bot(), sampling__design=design)
    (desk.root / "earlier.json").write_bytes(
        (desk.root / ".mhgate" / "runs" / report.provenance.run_id / "report.json").read_bytes()
    )
    desk.edit("thresholds.toml", "min_score = 0.8", "min_score = 0.8\nmax_drop = 0.1")


def test_a_regression_question_must_be_decided_too(desk: Desk, bot: type[Bot]) -> None:
    """Against a baseline a probe goes on until the drop is ruled out, and then stops."""
    desk.items(300)
    alone = desk.evaluate(bot(), sampling__design=EARLY)
    _with_baseline(desk, bot, "fixed")
    compared = desk.evaluate(bot(), sampling__design=EARLY, gate__baseline="earlier.json")
    assert alone.accounts.asked < compared.accounts.asked < 300
    comparison = compared.verdict.pillars[0].probes[0].comparison
    assert comparison is not None
    assert comparison.settled == "non_inferior"
    assert compared.verdict.outcome is Outcome.PASS
    assert compared.removed_items == ()


def test_a_run_that_stopped_early_is_no_baseline(desk: Desk, bot: type[Bot]) -> None:
    """Later items would not find their counterparts."""
    desk.items(300)
    _with_baseline(desk, bot, EARLY)
    with pytest.raises(IncomparableError, match="stopped early"):
        desk.evaluate(bot(), gate__baseline="earlier.json")


def test_the_journal_says_what_was_settled(desk: Desk, bot: type[Bot]) -> None:
    """The process is on record, beside the trials it rests on."""
    desk.items(300)
    desk.evaluate(bot(), sampling__design=EARLY)
    events = [json.loads(line) for line in desk.journals[-1].read_text().splitlines()]
    (settled,) = [event for event in events if event["event"] == "settled"]
    assert settled["probes"] == {"manners.says_hear": "pass"}


def _git(root: Path, *arguments: str) -> None:
    subprocess.run(
        ["git", "-c", "user.name=t", "-c", "user.email=t@t", "-C", str(root), *arguments],
        check=True,
        capture_output=True,
    )


def _commit(desk: Desk) -> None:
    _git(desk.root, "init")
    _git(desk.root, "add", ".")
    _git(desk.root, "commit", "-m", "a product")


def test_a_second_run_of_one_commit_is_the_first(
    desk: Desk, bot: type[Bot], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who stops early has one process: running again until it is green finds the same numbers."""
    monkeypatch.delenv("GITHUB_SHA", raising=False)
    desk.items(300)
    _commit(desk)
    first = desk.evaluate(bot(_share_bad(2)), sampling__design=EARLY)
    lucky = bot()
    again = desk.evaluate(lucky, sampling__design=EARLY)
    assert lucky.asked == []
    assert again.verdict.outcome is first.verdict.outcome is Outcome.FAIL
    assert again.merkle_root == first.merkle_root
    assert (first.provenance.attempt, again.provenance.attempt) == (1, 2)
    anew = desk.evaluate(bot(), sampling__design=EARLY, resume="new")
    assert anew.verdict.outcome is Outcome.PASS
    assert anew.provenance.attempt == 3


def test_another_state_of_the_product_is_another_process(
    desk: Desk, bot: type[Bot], monkeypatch: pytest.MonkeyPatch
) -> None:
    """With changes that are not committed, with another commit, or without one, asking is anew."""
    monkeypatch.delenv("GITHUB_SHA", raising=False)
    desk.items(100)
    without = [bot(), bot()]
    for each in without:
        desk.evaluate(each, sampling__design=EARLY)
    assert len(without[1].asked) == len(without[0].asked) > 0
    _commit(desk)
    desk.evaluate(bot(), sampling__design=EARLY)
    desk.write("bot.py", "# changed\n")
    changed = bot()
    desk.evaluate(changed, sampling__design=EARLY)
    assert changed.asked
    _git(desk.root, "add", ".")
    _git(desk.root, "commit", "-m", "another")
    committed = bot()
    desk.evaluate(committed, sampling__design=EARLY)
    assert committed.asked


def test_another_target_is_another_process(
    desk: Desk, bot: type[Bot], monkeypatch: pytest.MonkeyPatch
) -> None:
    """What another bot answered counts for nothing."""
    monkeypatch.delenv("GITHUB_SHA", raising=False)
    _commit(desk)
    desk.evaluate(bot(), sampling__design=EARLY)
    other = bot()
    other.fingerprint = "sha256:another"
    desk.evaluate(other, sampling__design=EARLY)
    assert other.asked


def test_what_failed_is_asked_again_in_a_second_run(
    desk: Desk, bot: type[Bot], monkeypatch: pytest.MonkeyPatch
) -> None:
    """An outage does not hold a commit for ever; what was answered stays answered."""
    monkeypatch.delenv("GITHUB_SHA", raising=False)
    desk.items(100)
    _commit(desk)

    def fail(trial: Trial) -> object:
        return RuntimeError("down") if trial.item_id.endswith("0") else "I hear you."

    first = desk.evaluate(bot(fail), sampling__design=EARLY)
    mended = bot()
    again = desk.evaluate(mended, sampling__design=EARLY)
    assert first.accounts.failed > 0
    assert again.accounts.failed == 0
    assert all(trial.endswith("0#0") for trial in mended.asked)


def test_advice_that_must_never_go_off_sees_everything(desk: Desk, bot: type[Bot]) -> None:
    """An alarm is looked for to the end, whether or not its probe decides."""
    desk.items(300)
    desk.edit("manners/test_manners.py", "exact=True", "exact=True, never=True")
    desk.edit("thresholds.toml", "min_score = 0.8", "min_score = 0.8\nrequired = false")
    assert desk.evaluate(bot(), sampling__design=EARLY).accounts.asked == 300


def test_failed_items_get_no_second_try(
    desk: Desk, bot: type[Bot], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where a reply that never came is a failed item, a second run keeps it."""
    monkeypatch.delenv("GITHUB_SHA", raising=False)
    desk.items(100)
    _commit(desk)

    def fail(trial: Trial) -> object:
        return RuntimeError("down") if trial.item_id.endswith("0") else "I hear you."

    options = {"sampling__design": EARLY, "gate__target_failures": "failed"}
    first = desk.evaluate(bot(fail), **options)
    mended = bot()
    again = desk.evaluate(mended, **options)
    assert mended.asked == []
    assert again.outcomes == first.outcomes


def test_another_seed_is_another_attempt(
    desk: Desk, bot: type[Bot], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who draws other items until they please is counted."""
    monkeypatch.delenv("GITHUB_SHA", raising=False)
    _commit(desk)
    attempts = [
        desk.evaluate(bot(), sampling__seed=str(seed)).provenance.attempt for seed in range(3)
    ]
    assert attempts == [1, 2, 3]


def test_epochs_and_early_stopping_exclude_each_other(desk: Desk) -> None:
    """Asking an item again tells nothing about other items; the file says which to change."""
    with pytest.raises(ConfigError, match=r"sampling\.design.*beside 2 epochs"):
        desk.open(sampling__design=EARLY, sampling__epochs="2")
