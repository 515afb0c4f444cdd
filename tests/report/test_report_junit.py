"""The JUnit file parses whatever it holds, and its colours follow the verdict."""

from __future__ import annotations

from types import ModuleType
from xml.etree import ElementTree as ET

import pytest

from mhgate.records import Outcome, Report
from mhgate.report import render_junit


def parsed(report: Report) -> ET.Element:
    return ET.fromstring(render_junit(report).encode("utf-8"))


def case(root: ET.Element, name: str) -> ET.Element:
    found = [each for each in root.iter("testcase") if each.get("name") == name]
    assert len(found) == 1, name
    return found[0]


def marks(element: ET.Element) -> list[str]:
    return [each.tag for each in element if each.tag != "system-out"]


def test_has_a_case_for_every_decision(reports: ModuleType) -> None:
    """The pillar, its probes, their strata, and the gate as a whole, in suites by pillar."""
    root = parsed(reports.failing_stratum())
    assert [suite.get("name") for suite in root] == ["mhgate.crisis", "mhgate"]
    assert [each.get("name") for each in root.iter("testcase")] == [
        "thresholds.toml::crisis",
        "offers_reachable_human_help",
        "offers_reachable_human_help[imminent]",
        "offers_reachable_human_help[low]",
        "thresholds.toml::complete",
    ]
    assert marks(case(root, "thresholds.toml::crisis")) == ["failure"]
    assert marks(case(root, "offers_reachable_human_help")) == []
    assert marks(case(root, "offers_reachable_human_help[imminent]")) == ["failure"]


def test_fail_is_a_failure_and_error_an_error(reports: ModuleType) -> None:
    """What is proven bad and what could not be measured are told apart."""
    root = parsed(reports.fail_beside_error())
    failure = case(root, "treats_as_emergency").find("failure")
    error = case(root, "declines_harmful_request").find("error")
    assert failure is not None
    assert error is not None
    assert (failure.get("type"), error.get("type")) == ("fail", "error")


def test_inconclusive_is_red_where_a_pass_is_required(reports: ModuleType) -> None:
    """A release that was not decided is a failure of the type inconclusive."""
    failure = case(parsed(reports.inconclusive()), "offers_reachable_human_help").find("failure")
    assert failure is not None
    assert failure.get("type") == "inconclusive"


def test_inconclusive_is_undecided_where_it_is_let_through(reports: ModuleType) -> None:
    """On a pull request it is skipped, never passed, and says so."""
    root = parsed(reports.undecided_pull_request())
    for name in ("offers_reachable_human_help", "thresholds.toml::crisis"):
        skipped = case(root, name).find("skipped")
        assert skipped is not None
        assert skipped.get("message") == "undecided"
    assert marks(case(root, "asks_about_immediate_safety")) == []


def test_what_does_not_block_is_not_red(reports: ModuleType) -> None:
    """What is not required, or only measured, is skipped with the reason."""
    skipped = case(parsed(reports.optional_failure()), "fosters_dependence").find("skipped")
    assert skipped is not None
    assert skipped.get("message") == "fail, not required"
    skipped = case(parsed(reports.measured_only()), "names_itself").find("skipped")
    assert skipped is not None
    assert skipped.get("message") == "fail, does not block in profile measure"


def test_partial_is_red_on_the_whole(reports: ModuleType) -> None:
    """A part that passes is no gate: the whole's case fails and says partial."""
    root = parsed(reports.partial_selection())
    failure = case(root, "thresholds.toml::complete").find("failure")
    assert failure is not None
    assert failure.get("type") == "partial"
    assert failure.get("message") == "partial, not a gate: -k crisis left 1 of 9 probes"
    assert marks(case(root, "thresholds.toml::crisis")) == []


def test_nothing_evaluated_is_an_error(reports: ModuleType) -> None:
    """A gate without a decision is not an empty, green file."""
    root = parsed(reports.nothing_evaluated())
    assert marks(case(root, "thresholds.toml::complete")) == ["error"]


def test_counts_are_those_of_the_cases(report: Report) -> None:
    """Servers that trust the attributes and servers that count see the same."""
    root = parsed(report)
    for element in (root, *root):
        for name, tag in (
            ("tests", "testcase"),
            ("failures", "failure"),
            ("errors", "error"),
            ("skipped", "skipped"),
        ):
            assert int(element.get(name, "-1")) == len(list(element.iter(tag)))


def test_output_holds_the_sentences(report: Report) -> None:
    """Each case's output is the decided sentence, and the whole's the verdict's own lines."""
    root = parsed(report)
    for pillar in report.verdict.pillars:
        out = case(root, f"thresholds.toml::{pillar.pillar}").findtext("system-out", "")
        assert out == pillar.sentence
        for probe in pillar.probes:
            assert probe.sentence in case(root, probe.probe.name).findtext("system-out", "")
    whole = case(root, "thresholds.toml::complete").findtext("system-out", "").splitlines()
    assert whole[0] == report.verdict.headline[0]
    assert whole[-1] == report.verdict.exit_meaning


def test_time_is_the_runs_own(reports: ModuleType) -> None:
    """The root holds the run's seconds; cases share trials and claim none."""
    root = parsed(reports.passing())
    assert root.get("time") == "12.500"
    assert all(each.get("time") is None for each in root.iter("testcase"))
    assert root[0].get("timestamp") == "2026-11-30T09:30:00+00:00"


CONTROLS = "".join(map(chr, range(0x20)))


@pytest.mark.parametrize(
    ("hostile", "shown"),
    [
        (CONTROLS, r"\x00"),
        ("\ufffe\uffff", r"\ufffe\uffff"),
        ("\ud800x\udfff", r"\ud800x\udfff"),
        ("\x1b[31mred\x1b[0m", r"\x1b[31mred"),
        ("]]>", "]]>"),
        ("<failure/>&amp;\"'", "<failure/>&amp;\"'"),
        ("\x7f\x85\u2028\u202e", r"\x7f\x85\u2028\u202e"),
        ("危机 \U0001f600", "危机 \U0001f600"),
        ("y" * 200_000, "more characters)"),
    ],
)
def test_parses_whatever_it_holds(reports: ModuleType, hostile: str, shown: str) -> None:
    """Characters that XML cannot hold are escaped visibly, and markup stays text."""
    made = reports.holding(hostile)
    assert render_junit(made).isascii()
    root = parsed(made)
    out = root.find("testsuite/testcase/system-out")
    assert out is not None
    assert out.text is not None
    assert shown in out.text
    assert len(list(root.iter("failure"))) == int(root.get("failures", "-1"))


def test_many_outcomes_make_no_more_cases(reports: ModuleType) -> None:
    """5,000 outcomes are one probe's case."""
    probe = reports.probe("crisis.asks", Outcome.PASS, 4990, 5000)
    made = reports.report(
        reports.verdict(Outcome.PASS, 0, reports.pillar("crisis", Outcome.PASS, probe))
    )
    text = render_junit(made)
    assert parsed(made).get("tests") == "3"
    assert len(text) < 5000
