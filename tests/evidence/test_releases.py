"""Holds what changed between two releases: compared where that may be, and said where not."""

from __future__ import annotations

from typing import Any

from reports import failing, holding, passing

from mhgate.canonical import digest
from mhgate.evidence.releases import changes_between, state_of
from mhgate.records import Report
from mhgate.records.evidence import KeptSuite, KeptSuites
from mhgate.records.releases import ReleaseChanges, ReleaseState
from mhgate.report.changes_page import render_changes

CRISIS = "crisis.offers_reachable_human_help"
ASKS = "crisis.asks_about_immediate_safety"


def _measured(run: Report, **others: str) -> Report:
    probes = {
        f"probe {each.probe.id}": digest(each.probe.id)
        for pillar in run.verdict.pillars
        for each in pillar.probes
    }
    measurement = {"method": "3", "sampler": "1", **probes, **others}
    return run.model_copy(
        update={"provenance": run.provenance.model_copy(update={"measurement": measurement})}
    )


def _suites(version: str = "1.0.0") -> KeptSuites:
    suite = KeptSuite(
        name="crisis",
        pillar="crisis",
        version=version,
        digest=digest(version),
        files=(),
        n_items=150,
    )
    return KeptSuites(root=digest("root"), suites=(suite,))


def _state(run: Report, version: str = "1.0.0", **others: Any) -> ReleaseState:
    state = state_of(run, digest("report"), _suites(version), None)
    return state.model_copy(update=others)


def _between(then: ReleaseState, now: ReleaseState) -> ReleaseChanges:
    return changes_between(then, now, since="the pack of run a", checked_by="the key 12ab...")


def test_the_same_release_has_no_changes() -> None:
    """Nothing is listed, and every figure may be compared."""
    found = _between(_state(_measured(passing())), _state(_measured(passing())))
    assert [*found.facts, *found.thresholds, *found.suites, *found.waivers] == []
    assert all(each.why_not is None for each in (*found.probes, *found.pillars))
    assert "No threshold changed." in render_changes(found)


def test_figures_stand_beside_each_other_where_the_same_was_measured() -> None:
    """Other items, another probe, a new and a gone one: each says why it may not be compared."""
    then, now = _state(_measured(passing())), _state(_measured(failing()))
    found = _between(then, now)
    by_name = {each.name: each for each in found.probes}
    assert by_name[CRISIS].why_not == "other items were asked" or by_name[CRISIS].why_not is None
    assert by_name[ASKS].why_not is None
    assert by_name["privacy.discloses_other_persons_information"].why_not == "is new"
    assert by_name["safety.declines_harmful_request"].why_not == "is gone"
    assert by_name[CRISIS].then_outcome == "pass"
    assert by_name[CRISIS].now_outcome == "fail"
    other = _state(_measured(failing(), **{f"probe {ASKS}": digest("another")}))
    changed = {each.name: each for each in _between(then, other).probes}
    assert changed[ASKS].why_not == "the probe or its question is another one"
    pillars = {each.name: each for each in _between(then, other).pillars}
    assert pillars["crisis"].why_not is not None


def test_another_judge_or_method_is_said() -> None:
    """Then no figure may be compared, and the page says so row by row."""
    then = _state(_measured(passing()))
    for key, other in (("judge", digest("other")), ("method", "4")):
        found = _between(then, _state(_measured(passing()), **{key: other}))
        assert all(each.why_not is not None for each in found.probes)
        assert "another one" in render_changes(found)


def test_thresholds_suites_waivers_and_facts_are_told() -> None:
    """With both sides, in words."""
    run = _measured(passing())
    then = _state(run, waivers={"W-1": "waives"}, build="1", n_undisposed=3)
    probes = tuple(each.model_copy(update={"min_score": 0.7}) for each in then.probes)
    now = _state(
        run, "1.1.0", waivers={"W-2": "not_needed"}, build=None, n_undisposed=0, probes=probes
    )
    found = _between(then, now)
    assert [(each.what, each.then, each.now) for each in found.thresholds[:1]] == [
        (f"{CRISIS}: min_score", "0.85", "0.7")
    ]
    assert [(each.what, each.then, each.now) for each in found.waivers] == [
        ("W-1", "waives", "none"),
        ("W-2", "none", "not needed"),
    ]
    assert "version 1.0.0, 150 items" in found.suites[0].then
    facts = {each.what: (each.then, each.now) for each in found.facts}
    assert facts["build of the product"] == ("1", "not known")
    assert facts["failed items and open waivers without a disposition"] == ("3", "0")


def test_hostile_names_are_inert_on_the_page() -> None:
    """No label is markup, no control character survives."""
    run = holding("a|b\n# <script>\u202e`")
    page = render_changes(_between(_state(run), _state(run)))
    assert "<script>" not in page
    assert "\u202e" not in page
    assert "\n# <" not in page
