"""Holds waivers through a whole run: report, verification, deciding again, blessing, the list."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING
from xml.etree import ElementTree as ET

import pytest

from mhgate.errors import ConfigError, ReportFileError
from mhgate.records import Outcome, Report
from mhgate.wiring import (
    bless,
    decide_again,
    list_waivers,
    read_blessed,
    read_report,
    render_json,
    render_junit,
    verify_verdict,
)

if TYPE_CHECKING:
    from conftest import Bot, Desk

    from mhgate.records import Trial

PROBES = '''
from mhgate import probe

@probe(items="items.jsonl", exact=True)
def test_says_hear(transcript):
    """The reply says hear."""
    assert "hear" in transcript.last.content

@probe(items="items.jsonl", exact=True)
def test_says_something(transcript):
    """The reply is not empty."""
    assert transcript.last.content

@probe(items="items.jsonl", exact=True, never=True)
def test_never_shouts(transcript):
    """The reply is never in capitals."""
    assert not transcript.last.content.isupper()
'''
TODAY = datetime.now(UTC).date()


def _waiver(
    name: str = "W-1",
    probe: str = "manners.says_hear",
    *,
    granted: date = TODAY - timedelta(days=20),
    days: int = 60,
    more: str = "",
) -> str:
    return (
        f'[[waiver]]\nid = "{name}"\nprobe = "{probe}"\nreason = "A move."\nby = "Ann"\n'
        f"granted = {granted}\nexpires = {granted + timedelta(days=days)}\n{more}"
    )


def _path(desk: Desk, report: Report) -> Path:
    return desk.root / ".mhgate" / "runs" / report.provenance.run_id / "report.json"


def _mute(trial: Trial) -> object:
    """Miss the first probe in every second item."""
    return "Bye." if int(trial.item_id.rpartition("-")[2]) % 2 else "I hear you."


def _loud_once(trial: Trial) -> object:
    return "I HEAR HEAR YOU." if trial.item_id.endswith("m-3") else "I hear you."


@pytest.fixture
def shop(desk: Desk) -> Desk:
    desk.write("manners/test_manners.py", PROBES)
    return desk


def test_a_waived_run_says_so_and_is_reproduced(shop: Desk, bot: type[Bot]) -> None:
    """Fail without, a pass with a waiver with it; its report alone proves that."""
    failing = shop.evaluate(bot(_mute))
    assert failing.verdict.exit_code == 1
    shop.write("mhgate-waivers.toml", _waiver())
    report = shop.evaluate(bot(_mute))
    assert (report.verdict.exit_code, report.verdict.waived) == (0, True)
    assert report.verdict.headline[0].startswith("Waived: manners.says_hear, which fails (W-1")
    assert report.provenance.policy_digest != failing.provenance.policy_digest
    assert report.provenance.measurement == failing.provenance.measurement
    held = report.conditions.waivers if report.conditions else None
    assert held is not None
    assert (held.held[0].reason, held.on) == ("A move.", TODAY)
    assert read_report(_path(shop, report)).model_dump() == report.model_dump()
    shop.write("mhgate-waivers.toml", "")
    assert verify_verdict(_path(shop, report)).same_policy


def test_a_report_that_is_made_to_hide_its_waiver_is_refused(shop: Desk, bot: type[Bot]) -> None:
    """Without the waiver that it rests on, its outcomes decide a fail."""
    shop.write("mhgate-waivers.toml", _waiver())
    report = shop.evaluate(bot(_mute))
    assert report.conditions is not None
    bare = report.conditions.model_copy(update={"waivers": None})
    path = shop.root / "bare.json"
    path.write_text(render_json(report.model_copy(update={"conditions": bare})))
    with pytest.raises(ReportFileError, match="not the one that its outcomes"):
        verify_verdict(path)


def test_an_earlier_run_is_decided_under_a_waiver(shop: Desk, bot: type[Bot]) -> None:
    """Granted after the run, it needs no new one; once it is over, the same run is red."""
    path = _path(shop, shop.evaluate(bot(_mute)))
    shop.write("mhgate-waivers.toml", _waiver())
    found = decide_again(path, shop.open())
    assert (found.same_policy, found.report.verdict.exit_code) == (False, 0)
    waived = shop.root / "waived.json"
    waived.write_text(render_json(found.report))
    assert decide_again(waived, shop.open()).same_policy
    shop.write("mhgate-waivers.toml", _waiver(days=19))
    red = decide_again(waived, shop.open()).report.verdict
    assert (red.exit_code, red.outcome) == (1, Outcome.FAIL)
    assert red.headline[0].startswith("Expired waiver: manners.says_hear (W-1 by Ann ended on")


def test_an_expired_waiver_closes_the_gate(shop: Desk, bot: type[Bot]) -> None:
    """Also where every probe passes."""
    shop.write("mhgate-waivers.toml", _waiver(days=19))
    report = shop.evaluate(bot())
    assert (report.verdict.exit_code, report.verdict.waived) == (1, False)
    junit = ET.fromstring(render_junit(report))
    assert int(junit.get("failures", "0")) > 0
    assert verify_verdict(_path(shop, report)).same_policy


def test_an_item_is_left_out_counted_and_shown(shop: Desk, bot: type[Bot]) -> None:
    """Its alarm does not close the gate and is named; the others are decided without it."""
    assert shop.evaluate(bot(_loud_once)).verdict.exit_code == 1
    item = 'item = "manners/m-3"\n'
    shop.write(
        "mhgate-waivers.toml",
        _waiver("W-1", "manners.never_shouts", more=item)
        + _waiver("W-2", "manners.says_something", more=item)
        + _waiver("W-3", more=item),
    )
    report = shop.evaluate(bot(_loud_once))
    verdict = report.verdict
    assert (verdict.exit_code, verdict.waived) == (0, True)
    assert {each.id: (each.state, each.n_left_out) for each in verdict.waivers} == {
        "W-1": ("waives", 1),
        "W-2": ("not_needed", 1),
        "W-3": ("waives", 1),
    }
    probes = {each.probe.name: each for each in verdict.pillars[0].probes}
    assert probes["never_shouts"].n_alarms_left_out == 1
    assert [each.estimate.accounts.planned for each in probes.values()] == [39, 39, 39]
    assert report.accounts.asked == 40
    assert len([row for row in report.outcomes if row.item_id == "manners/m-3"]) == 3
    assert "1 alarm of what must never happen, waived for the item alone." in verdict.headline
    assert verify_verdict(_path(shop, report)).same_policy
    assert decide_again(_path(shop, report), shop.open()).same_policy


def test_an_item_is_left_out_of_a_sequential_run(shop: Desk, bot: type[Bot]) -> None:
    """What stops early plans without it too."""
    shop.write("mhgate-waivers.toml", _waiver(more='item = "manners/m-3"\n'))
    report = shop.evaluate(bot(), sampling__design="sequential")
    assert report.verdict.exit_code == 0
    assert report.verdict.pillars[0].probes[0].estimate.accounts.planned == 39
    assert decide_again(_path(shop, report), shop.open(sampling__design="sequential")).same_policy


def test_every_face_shows_it(shop: Desk, bot: type[Bot]) -> None:
    """JUnit has the waiver as a property, and the waived probe as skipped, never as passed."""
    shop.write("mhgate-waivers.toml", _waiver())
    text = render_junit(shop.evaluate(bot(_mute)))
    junit = ET.fromstring(text)
    assert "pass with a waiver" in text
    properties = {each.get("name"): each.get("value") for each in junit.iter("property")}
    assert properties["mhgate.waiver.W-1"] == "waives"
    (case,) = [each for each in junit.iter("testcase") if each.get("name") == "says_hear"]
    skipped = case.find("skipped")
    assert skipped is not None
    assert skipped.get("message") == "fail, waived (W-1)"


def test_a_blessing_keeps_the_waivers(shop: Desk, bot: type[Bot]) -> None:
    """Whoever reads the baseline's file sees on which exceptions its verdict rests."""
    shop.write("mhgate-waivers.toml", _waiver() + _waiver("W-2", "manners.says_something"))
    report = shop.evaluate(bot(_mute))
    path = shop.root / "blessed.json"
    bless(_path(shop, report), path, reason="the state of main", by="Ann")
    assert [each.id for each in read_blessed(path).run.waivers] == ["W-1"]
    shop.edit("thresholds.toml", "[suites]", "[gate]\nbaseline = 'blessed.json'\n[suites]")
    shop.write("mhgate-waivers.toml", _waiver())
    assert shop.evaluate(bot(_mute)).verdict.exit_code == 0


@pytest.mark.parametrize(
    ("text", "where"),
    [
        (_waiver(probe="manners.says_heer"), "probe"),
        (_waiver(probe="manners.never_shouts"), "probe"),
        (_waiver(more='item = "manners/m-99"\n'), "item"),
        (_waiver(more='stratum = "high"\n'), "stratum"),
    ],
)
def test_what_it_names_is_held_to_the_suites(shop: Desk, text: str, where: str) -> None:
    """A waiver for nothing is a mistake, before anything is asked."""
    shop.write("mhgate-waivers.toml", text)
    with pytest.raises(ConfigError, match=rf"waiver\[0\]\.{where}"):
        shop.open()


def test_they_are_listed(shop: Desk, bot: type[Bot]) -> None:
    """Those that end first at the beginning, with what each did in the last run."""
    shop.write(
        "mhgate-waivers.toml",
        _waiver("long")
        + _waiver("soon", "manners.says_something", days=34)
        + _waiver("over", days=19, more='item = "manners/m-1"\n'),
    )
    report = shop.evaluate(bot(_mute))
    config = shop.open().config
    found = list_waivers(config, report)
    assert [(each.waiver.id, each.state, each.days_left) for each in found] == [
        ("over", "expired", -1),
        ("soon", "expiring", 14),
        ("long", "valid", 40),
    ]
    did = [each.last.state if each.last else None for each in found]
    assert did == ["expired", "not_needed", "waives"]
    shop.write("mhgate-waivers.toml", _waiver("long", days=61))
    (other,) = list_waivers(shop.open().config, report)
    assert other.last is None


def test_the_pull_request_is_kept(shop: Desk, bot: type[Bot]) -> None:
    """By GitHub's name of what is built; a branch has none."""
    found = shop.evaluate(bot(), environ={"GITHUB_REF": "refs/pull/12/merge"})
    assert found.provenance.pull_request == 12
    other = shop.evaluate(bot(), environ={"GITHUB_REF": "refs/heads/main"})
    assert other.provenance.pull_request is None
