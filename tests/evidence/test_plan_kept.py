"""What a report leaves out of its suites is found: a probe, a trial, a draw, a source."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from filing import Filed

from mhgate.evidence.checks import Checks
from mhgate.evidence.container import Pack, read_pack
from mhgate.evidence.plan_kept import check_plan, check_probes
from mhgate.evidence.suites_kept import SUITES, read_suites
from mhgate.records import Report
from mhgate.wiring import read_report


def _checked(pack: Pack, report: Report) -> str:
    """Return what is broken of probes and plan, in words."""
    checks = Checks()
    suites = read_suites(pack.files[SUITES], name=SUITES)
    if check_probes(pack, checks, report, suites):
        check_plan(pack, checks, report, suites)
    assert checks.found
    return "\n".join(each.sentence for each in checks.found if each.state == "broken")


def test_a_whole_report_holds(filed: Filed) -> None:
    """Every probe of the suites is in it, and every trial of the plan."""
    assert _checked(read_pack(filed.folder), read_report(filed.report)) == ""


def _without_a_probe(report: Report) -> dict[str, Any]:
    (pillar,) = report.verdict.pillars
    kept = pillar.model_copy(update={"probes": pillar.probes[1:]})
    return {"verdict": report.verdict.model_copy(update={"pillars": (kept,)})}


def _with_another_source(report: Report) -> dict[str, Any]:
    (pillar,) = report.verdict.pillars
    first, *others = pillar.probes
    probe = first.probe.model_copy(update={"source_digest": "sha256:0"})
    probes = (first.model_copy(update={"probe": probe}), *others)
    return {
        "verdict": report.verdict.model_copy(
            update={"pillars": (pillar.model_copy(update={"probes": probes}),)}
        )
    }


def _without_a_trial(report: Report) -> dict[str, Any]:
    lost = report.outcomes[0].trial_id
    return {"outcomes": tuple(row for row in report.outcomes if row.trial_id != lost)}


def _counted_without_it(report: Report) -> dict[str, Any]:
    accounts = report.accounts
    fewer = {name: getattr(accounts, name) - 1 for name in ("planned", "asked", "scored")}
    return {**_without_a_trial(report), "accounts": accounts.model_copy(update=fewer)}


def _of_another_seed(report: Report) -> dict[str, Any]:
    return {"provenance": report.provenance.model_copy(update={"seed": 7})}


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (_without_a_probe, "says nothing of probes that the suites hold: crisis."),
        (_with_another_source, "names another source of probes than the suites hold"),
        (_without_a_trial, "it has no outcome of 1 trial of crisis."),
        (_counted_without_it, "trials were planned, and its accounts count"),
        (_of_another_seed, "make another plan than the report names"),
    ],
)
def test_what_is_left_out_is_found(
    filed: Filed, change: Callable[[Report], dict[str, Any]], says: str
) -> None:
    """However well the rest of the report holds together."""
    report = read_report(filed.report)
    changed = report.model_copy(update=change(report))
    assert says in _checked(read_pack(filed.folder), changed)


def test_probes_are_read_and_never_run(filed: Filed) -> None:
    """A module of a pack that would break when it runs is read like any other."""
    pack = read_pack(filed.folder)
    name = "suites/crisis/test_crisis.py"
    loud = pack.files[name] + b'\nraise SystemExit("ran")\n'
    assert _checked(Pack("p", {**pack.files, name: loud}), read_report(filed.report)) == ""
    broken = Pack("p", {**pack.files, name: b"def test_("})
    assert "p/suites/crisis/test_crisis.py: is no Python" in _checked(
        broken, read_report(filed.report)
    )
