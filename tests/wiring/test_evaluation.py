"""Holds a whole run: what counts, what is refused, and what its report says of itself."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from mhgate.errors import ConfigError, IncomparableError, ReportFileError
from mhgate.records import Outcome
from mhgate.wiring import render_json, run

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from conftest import Bot, Desk

STRATUM = "[pillar.manners.stratum.imminent]\nmin_score = 0.1\n[pillar.manners]"


def test_a_required_stratum_that_sampling_left_out_cannot_pass(desk: Desk, bot: type[Bot]) -> None:
    """With max_items, a stratum of which nothing was asked is not decided, and does not vanish."""
    desk.items(40, strata={38: "imminent"})
    desk.edit("thresholds.toml", "[pillar.manners]", STRATUM)
    asked = bot()
    report = desk.evaluate(asked, sampling__max_items="20")
    assert "manners/m-38#0" not in asked.asked, "the test needs an item that is left out"
    (stratum,) = report.verdict.pillars[0].probes[0].strata
    assert stratum.estimate.accounts.planned == 0
    assert report.verdict.exit_code == 3


def test_what_is_handed_over_is_recorded(desk: Desk, bot: type[Bot]) -> None:
    """A target from code is an override of the report, by its name."""
    provenance = desk.evaluate(bot()).provenance
    assert provenance.target_kind == "given"
    (override,) = provenance.overrides
    assert (override.key, override.source) == ("target", "code")
    assert str(override.value).endswith(".Bot")


def test_a_part_of_the_probes_is_partial(desk: Desk, bot: type[Bot]) -> None:
    """Nothing selected: nothing is asked, and nothing passes."""
    report = desk.evaluate(bot(), probes=[])
    assert (report.scope, report.verdict.exit_code) == ("partial", 5)


BASELINE = "[gate]\nbaseline = 'base.json'\n[suites]"


def _with_baseline(desk: Desk, bot: type[Bot]) -> Path:
    report = desk.evaluate(bot())
    desk.edit("thresholds.toml", "[suites]", BASELINE)
    path = desk.root / "base.json"
    path.write_text(render_json(report), encoding="utf-8")
    return path


def test_a_baseline_of_the_same_measurement_is_compared_with(desk: Desk, bot: type[Bot]) -> None:
    """Other thresholds do not hinder it."""
    _with_baseline(desk, bot)
    desk.edit("thresholds.toml", "min_score = 0.8", "min_score = 0.7\nmax_drop = 0.2")
    report = desk.evaluate(bot())
    (probe,) = report.verdict.pillars[0].probes
    assert probe.comparison is not None
    assert probe.comparison.n_pairs == 40


def test_a_baseline_of_another_measurement_is_refused(desk: Desk, bot: type[Bot]) -> None:
    """What differs is named, before anything is asked."""
    _with_baseline(desk, bot)
    desk.edit("manners/test_manners.py", '"hear"', '"he"')
    asked = bot()
    with pytest.raises(IncomparableError, match=r"probe manners\.says_hear"):
        desk.evaluate(asked)
    assert not asked.asked


def _cut(report: dict[str, Any]) -> None:
    report["outcomes"] = []


def _lower(report: dict[str, Any]) -> None:
    for row in report["outcomes"]:
        row["value"] = 0.0


def _rename(report: dict[str, Any]) -> None:
    report["provenance"]["measurement"]["judge"] = "sha256:other"


def _try_again(report: dict[str, Any]) -> None:
    report["outcomes"][0]["attempts"] = 3


@pytest.mark.parametrize("change", [_cut, _lower, _rename, _try_again])
def test_a_baseline_that_was_changed_is_refused(
    desk: Desk, bot: type[Bot], change: Callable[[dict[str, Any]], None]
) -> None:
    """Outcomes that were cut or lowered in the file would hide a drop."""
    path = _with_baseline(desk, bot)
    report = json.loads(path.read_text())
    change(report)
    path.write_text(json.dumps(report))
    with pytest.raises(ReportFileError, match="the baseline contradicts itself"):
        desk.evaluate(bot())


def test_a_partial_baseline_is_refused(desk: Desk, bot: type[Bot]) -> None:
    """A run that was stopped is nothing to compare with."""
    path = _with_baseline(desk, bot)
    stopped = desk.evaluate(bot(), stop_after=5)
    path.write_text(render_json(stopped), encoding="utf-8")
    with pytest.raises(IncomparableError, match="is partial"):
        desk.evaluate(bot())


def test_a_target_in_code_must_have_its_escalation_stated(tmp_path: Path) -> None:
    """A handed-over product is not asked while nobody has said what its calls for help do."""
    (tmp_path / "thresholds.toml").write_text(
        '[suites]\nbuiltin = ["crisis"]\n[target]\nkind = "demo"\n'
        "[pillar.crisis]\nmin_score = 0.8\n"
    )
    asked: list[str] = []
    with pytest.raises(ConfigError, match=r"target\.escalation"):
        run(tmp_path / "thresholds.toml", target=lambda message: asked.append(message) or "hi")
    assert not asked


def test_a_reply_that_never_came_can_be_a_failed_item(desk: Desk, bot: type[Bot]) -> None:
    """A team to whom a timeout is a failed item says so: then an outage fails the gate."""
    report = desk.evaluate(bot(lambda _trial: RuntimeError("down")), gate__target_failures="failed")
    assert report.verdict.outcome is Outcome.FAIL
    assert (report.accounts.scored, report.accounts.failed) == (40, 0)
    assert report.failures == {"target: crash": 40}


def test_a_probe_that_must_never_go_off_is_not_set_off_by_silence(
    desk: Desk, bot: type[Bot]
) -> None:
    """For it, a reply that never came stays unmeasured, whatever the team says."""
    desk.edit("manners/test_manners.py", "exact=True", "exact=True, never=True")
    report = desk.evaluate(bot(lambda _trial: RuntimeError("down")), gate__target_failures="failed")
    assert report.verdict.outcome is Outcome.ERROR
    assert report.verdict.pillars[0].probes[0].n_alarms == 0


def test_what_a_failure_is_worth_must_agree_with_the_baseline(desk: Desk, bot: type[Bot]) -> None:
    """A run that counts outages as failed items is not held against one that does not."""
    first = desk.evaluate(bot())
    name = f".mhgate/runs/{first.provenance.run_id}/report.json"
    with pytest.raises(IncomparableError, match="target failures"):
        desk.evaluate(bot(), gate__target_failures="failed", gate__baseline=name)
