"""Holds deciding again: no call, the run's own measurement, and a verdict that is reproduced."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from mhgate.errors import IncomparableError, ReportFileError, UsageError
from mhgate.records import Outcome, Report
from mhgate.wiring import decide_again, render_json, verify_verdict
from tests.chained_again import chain_again

if TYPE_CHECKING:
    from conftest import Bot, Desk

    from mhgate.records import Trial

STRATUM = "[pillar.manners.stratum.imminent]\nmin_score = 0.3\n"
BASELINE = "[gate]\nbaseline = 'base.json'\n[suites]"


def _path(desk: Desk, report: Report) -> Path:
    return desk.root / ".mhgate" / "runs" / report.provenance.run_id / "report.json"


def _said(report: Report) -> dict[str, Any]:
    return report.verdict.model_dump(mode="json")


def _some_missed(trial: Trial) -> object:
    return "Bye." if trial.item_id.endswith(("1", "2")) else "I hear you."


def _some_lost(trial: Trial) -> object:
    return RuntimeError("down") if trial.item_id.endswith("3") else "I hear you."


def _changed(path: Path, change: Callable[[dict[str, Any]], None]) -> Path:
    report = json.loads(path.read_text())
    change(report)
    path.write_text(json.dumps(report))
    return path


# --- a verdict is reproduced


@pytest.mark.parametrize("reply", [lambda _trial: "I hear you.", _some_missed, _some_lost])
@pytest.mark.parametrize("profile", ["release", "pr", "measure"])
def test_a_stored_verdict_is_reproduced(
    desk: Desk, bot: type[Bot], reply: Callable[[Trial], object], profile: str
) -> None:
    """From the report alone, and from its thresholds: the same verdict to the last sentence."""
    desk.items(40, strata=dict.fromkeys(range(0, 40, 3), "imminent"))
    desk.write("thresholds.toml", (desk.root / "thresholds.toml").read_text() + STRATUM)
    report = desk.evaluate(bot(reply), gate__profile=profile)
    found = verify_verdict(_path(desk, report))
    assert _said(found.report) == _said(report)
    again = decide_again(_path(desk, report), desk.open(gate__profile=profile))
    assert again.same_policy
    assert _said(again.report) == _said(report)
    assert again.report.conditions == report.conditions
    assert all(change.before is change.now and not change.parts for change in again.changes)


def test_what_was_compared_is_compared_again(desk: Desk, bot: type[Bot]) -> None:
    """The baseline is found among the runs beside, or is named; another one is refused."""
    first = desk.evaluate(bot())
    desk.edit("thresholds.toml", "[suites]", BASELINE)
    desk.edit("thresholds.toml", "min_score = 0.8", "min_score = 0.8\nmax_drop = 0.2")
    desk.write("base.json", render_json(first))
    second = desk.evaluate(bot(_some_missed))
    assert second.verdict.pillars[0].probes[0].comparison is not None
    path = _path(desk, second)
    assert _said(verify_verdict(path).report) == _said(second)
    assert _said(decide_again(path, desk.open()).report) == _said(second)
    elsewhere = desk.root / "elsewhere.json"
    elsewhere.write_text(render_json(second))
    with pytest.raises(ReportFileError, match="--baseline FILE"):
        verify_verdict(elsewhere)
    assert verify_verdict(elsewhere, baseline=desk.root / "base.json").same_policy
    with pytest.raises(ReportFileError, match="expected"):
        verify_verdict(elsewhere, baseline=path)


def test_an_interrupted_run_stays_undecided(desk: Desk, bot: type[Bot]) -> None:
    """What was broken off is no verdict, then or now."""
    report = desk.evaluate(bot(), stop_after=15)
    assert _said(verify_verdict(_path(desk, report)).report) == _said(report)
    again = decide_again(_path(desk, report), desk.open())
    assert _said(again.report) == _said(report)
    assert again.report.accounts == report.accounts


def test_a_part_of_the_probes_stays_partial(desk: Desk, bot: type[Bot]) -> None:
    """The probes that were not selected are no other measurement."""
    _another_probe(desk)
    report = desk.evaluate(bot(), probes=["manners.says_hear"])
    again = decide_again(_path(desk, report), desk.open())
    assert _said(again.report) == _said(report)
    assert again.report.scope == "partial"
    assert again.report.verdict.exit_code == 3


@pytest.mark.parametrize("design", ["sequential", "looks"])
@pytest.mark.parametrize("reply", [lambda _trial: "I hear you.", lambda _trial: "Bye."])
def test_what_stopped_early_is_decided_in_plan_order(
    desk: Desk, bot: type[Bot], design: str, reply: Callable[[Trial], object]
) -> None:
    """The plan is made again from seed, sampling and suites; the report alone does not hold it."""
    desk.items(120)
    report = desk.evaluate(bot(reply), sampling__design=design, sampling__max_items="100")
    assert report.accounts.not_needed > 0
    with pytest.raises(UsageError, match="order of its plan"):
        verify_verdict(_path(desk, report))
    again = decide_again(_path(desk, report), desk.open())  # the file itself samples otherwise
    assert _said(again.report) == _said(report)
    assert again.report.saved == report.saved
    assert again.report.accounts == report.accounts


def test_what_stopped_early_may_be_open_under_other_thresholds(desk: Desk, bot: type[Bot]) -> None:
    """It asked as much as its own thresholds needed; the note says that others need more."""
    desk.items(120)
    report = desk.evaluate(bot(), sampling__design="sequential")
    desk.edit("thresholds.toml", "min_score = 0.8", "min_score = 0.97")
    again = decide_again(_path(desk, report), desk.open())
    assert again.report.verdict.outcome is Outcome.INCONCLUSIVE
    assert any("stopped early" in note for note in again.notes)


def test_a_plan_that_cannot_be_made_again_is_refused(desk: Desk, bot: type[Bot]) -> None:
    """Where order matters, changed items are another plan."""
    desk.items(120)
    report = desk.evaluate(bot(), sampling__design="sequential")
    desk.items(120, salt="!")
    with pytest.raises(IncomparableError, match="make another plan"):
        decide_again(_path(desk, report), desk.open())


# --- other thresholds


def test_new_thresholds_turn_a_pass_into_a_fail(desk: Desk, bot: type[Bot]) -> None:
    """That is what they are for: the report says under which policy, and of which run."""
    report = desk.evaluate(bot(_some_missed), gate__profile="release")
    desk.edit("thresholds.toml", "min_score = 0.8", "min_score = 0.5")
    lower = decide_again(_path(desk, report), desk.open())
    assert lower.report.verdict.outcome is Outcome.PASS
    desk.edit("thresholds.toml", "min_score = 0.5", "min_score = 0.99")
    higher = decide_again(_path(desk, report), desk.open())
    assert higher.report.verdict.outcome is Outcome.FAIL
    (change,) = higher.changes
    assert (change.pillar, change.now) == ("manners", Outcome.FAIL)
    assert change.parts[0].limits == {"min_score": (0.8, 0.99)}
    assert not higher.same_policy
    provenance = higher.report.provenance
    (step,) = provenance.derived
    assert (step.how, step.run_id) == ("decided again", report.provenance.run_id)
    assert step.policy_digest == report.provenance.policy_digest != provenance.policy_digest
    assert provenance.run_id == report.provenance.run_id
    assert higher.report.merkle_root == report.merkle_root


def test_what_was_decided_again_can_be_verified_and_decided_again(
    desk: Desk, bot: type[Bot]
) -> None:
    """The new report holds together as the first did, and back is where it came from."""
    report = desk.evaluate(bot(_some_missed))
    desk.edit("thresholds.toml", "min_score = 0.8", "min_score = 0.5")
    path = desk.root / "again.json"
    path.write_text(render_json(decide_again(_path(desk, report), desk.open()).report))
    assert verify_verdict(path).same_policy
    desk.edit("thresholds.toml", "min_score = 0.5", "min_score = 0.8")
    back = decide_again(path, desk.open()).report
    assert _said(back) == _said(report)
    assert len(back.provenance.derived) == 2


def test_a_stratum_that_is_named_later_is_decided(desk: Desk, bot: type[Bot]) -> None:
    """Strata, requirements and profile come from the new file."""
    desk.items(40, strata=dict.fromkeys(range(0, 40, 2), "imminent"))
    report = desk.evaluate(bot())
    desk.write("thresholds.toml", (desk.root / "thresholds.toml").read_text() + STRATUM)
    again = decide_again(_path(desk, report), desk.open(gate__profile="pr")).report
    (stratum,) = again.verdict.pillars[0].probes[0].strata
    assert (stratum.stratum, stratum.outcome) == ("imminent", Outcome.PASS)
    assert again.verdict.profile.name == again.provenance.profile == "pr"


def test_a_baseline_can_be_named_later(desk: Desk, bot: type[Bot]) -> None:
    """Two stored runs are compared without asking anybody."""
    first, second = desk.evaluate(bot()), desk.evaluate(bot(_some_missed))
    desk.edit("thresholds.toml", "[suites]", BASELINE)
    desk.edit("thresholds.toml", "min_score = 0.8", "min_score = 0.5\nmax_drop = 0.01")
    desk.write("base.json", render_json(first))
    again = decide_again(_path(desk, second), desk.open()).report
    assert again.provenance.baseline == first.provenance.run_id
    (probe,) = again.verdict.pillars[0].probes
    assert probe.comparison is not None
    assert again.verdict.outcome is Outcome.FAIL


def test_what_a_failure_is_worth_can_be_said_later(desk: Desk, bot: type[Bot]) -> None:
    """An outage that was unmeasured is a failed item under the new policy, and back."""
    report = desk.evaluate(bot(_some_lost))
    strict = decide_again(_path(desk, report), desk.open(gate__target_failures="failed")).report
    whole = desk.evaluate(bot(_some_lost), gate__target_failures="failed")
    assert _said(strict) == _said(whole)
    assert strict.accounts == whole.accounts
    assert strict.outcomes == whole.outcomes
    assert strict.provenance.measurement == whole.provenance.measurement
    mild = decide_again(_path(desk, whole), desk.open()).report
    assert _said(mild) == _said(report)
    assert mild.outcomes == report.outcomes


def test_other_items_do_not_hinder_deciding_what_was_asked(desk: Desk, bot: type[Bot]) -> None:
    """Every planned trial was asked: what is decided on is that, and it is said."""
    report = desk.evaluate(bot())
    desk.items(30, salt="!")
    again = decide_again(_path(desk, report), desk.open())
    assert _said(again.report) == _said(report)
    assert any("40 of 40 items" in note for note in again.notes)


def _other_probe(desk: Desk) -> None:
    desk.edit("manners/test_manners.py", '"hear"', '"he"')


def _another_probe(desk: Desk) -> None:
    text = (desk.root / "manners" / "test_manners.py").read_text()
    desk.write(
        "manners/test_manners.py", text + text.partition("import probe\n")[2].replace("hear", "ear")
    )


@pytest.mark.parametrize("change", [_other_probe, _another_probe])
def test_another_measurement_is_refused(
    desk: Desk, bot: type[Bot], change: Callable[[Desk], None]
) -> None:
    """Changed and new probes were not measured; the message names them."""
    report = desk.evaluate(bot())
    change(desk)
    with pytest.raises(IncomparableError, match=r"probe manners\.says_"):
        decide_again(_path(desk, report), desk.open())


# --- a report that was changed


def _lift(report: dict[str, Any]) -> None:
    report["verdict"]["pillars"][0]["probes"][0]["threshold"]["min_score"] = 0.1


def _flip(report: dict[str, Any]) -> None:
    pillar = report["verdict"]["pillars"][0]
    report["verdict"]["outcome"] = pillar["outcome"] = pillar["probes"][0]["outcome"] = "pass"
    report["verdict"] |= {"blocks": False, "exit_code": 0, "exit_meaning": "exit code 0: pass"}


def _add(report: dict[str, Any]) -> None:
    report["outcomes"].append({**report["outcomes"][0], "probe_id": "manners.other"})


def _forget(report: dict[str, Any]) -> None:
    report["conditions"] = None


def _older(report: dict[str, Any]) -> None:
    report["provenance"]["mhgate_version"] = "0.0.1"
    report["verdict"]["headline"] = ["in other words"]


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (_lift, "not the one that its outcomes"),
        (_flip, r"outcome is pass and decided as fail"),
        (_add, "outcomes of manners.other"),
        (_forget, "conditions"),
    ],
)
def test_a_report_that_was_changed_is_not_reproduced(
    desk: Desk, bot: type[Bot], change: Callable[[dict[str, Any]], None], words: str
) -> None:
    """The place is named, with what stands there and what its outcomes decide."""
    report = desk.evaluate(bot(lambda _trial: "Bye."))
    path = _changed(_path(desk, report), change)
    with pytest.raises(ReportFileError, match=words):
        verify_verdict(path)


def test_a_verdict_moved_to_a_milder_profile_is_not_believed(desk: Desk, bot: type[Bot]) -> None:
    """A run that had to pass stays one, whatever profile somebody writes into its verdict."""
    path = _path(desk, desk.evaluate(bot()))
    stored = json.loads(path.read_text())
    stored["verdict"]["profile"] |= {"name": "pr", "pass_required": False}
    path.write_text(json.dumps(stored))
    with pytest.raises(
        ReportFileError, match="run under profile release, and its verdict is of pr"
    ):
        verify_verdict(path)


def test_another_version_may_word_it_otherwise(desk: Desk, bot: type[Bot]) -> None:
    """Numbers and outcomes are held; sentences only where the same mhgate wrote them."""
    report = desk.evaluate(bot())
    path = _changed(_path(desk, report), _older)
    assert verify_verdict(path).same_policy


def test_another_method_is_not_verified_by_this_one(desk: Desk, bot: type[Bot]) -> None:
    """It says which mhgate can."""

    def other(report: dict[str, Any]) -> None:
        from mhgate.canonical import digest

        provenance = report["provenance"]
        provenance["measurement"]["method"] = "1"
        provenance["measurement_fingerprint"] = digest(provenance["measurement"])

    report = desk.evaluate(bot())
    with pytest.raises(ReportFileError, match=r"method 1.*which wrote it"):
        verify_verdict(_changed(_path(desk, report), other))


# --- the journal beside it


def test_the_journal_beside_is_held_to_the_root(desk: Desk, bot: type[Bot]) -> None:
    """Where it lies beside, its transcripts make the root; where it does not, that is said."""
    report = desk.evaluate(bot())
    path = _path(desk, report)
    assert verify_verdict(path).has_journal
    elsewhere = desk.root / "elsewhere.json"
    elsewhere.write_text(path.read_text())
    assert not verify_verdict(elsewhere).has_journal
    journal = path.with_name("journal.jsonl")
    journal.write_text(journal.read_text().replace("I hear you.", "I hear you, dear.", 1))
    with pytest.raises(ReportFileError, match="the chain of hashes breaks"):
        verify_verdict(path)
    chain_again(journal)
    with pytest.raises(ReportFileError, match="their root is another one"):
        verify_verdict(path)


@pytest.mark.parametrize("key", ["merkle_root", "measurement_fingerprint"])
def test_what_binds_a_report_is_not_changed_unseen(desk: Desk, bot: type[Bot], key: str) -> None:
    """Neither the root of what was said nor the digest of what was measured."""

    def change(report: dict[str, Any]) -> None:
        place = report if key in report else report["provenance"]
        place[key] = "sha256:" + "0" * 64

    path = _changed(_path(desk, desk.evaluate(bot())), change)
    with pytest.raises(ReportFileError, match=r"root|measurement_fingerprint"):
        verify_verdict(path)


def test_a_report_decided_again_keeps_its_runs_root(desk: Desk, bot: type[Bot]) -> None:
    """What silence is worth may differ from the run: its journal is not held to that."""
    path = _path(desk, desk.evaluate(bot(_some_lost)))
    again = decide_again(path, desk.open(gate__target_failures="failed")).report
    beside = path.with_name("again.json")
    beside.write_text(render_json(again))
    assert not verify_verdict(beside).has_journal
