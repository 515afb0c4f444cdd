"""The decisions as JUnit XML, for CI servers that show tests.

A suite for each pillar with a case for its decision, its probes and their strata, and one suite for
the gate as a whole. What is red follows what the verdict says of itself: nothing is red while the
gate is open, something always is while it is closed, and an undecided case is skipped, never
passed, where the profile lets it through.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from xml.etree import ElementTree as ET

from mhgate.records import PillarVerdict, ProbeVerdict, Report
from mhgate.report.safe_text import NAME_LIMIT, printable
from mhgate.report.shades import Shade, shade_of, shade_of_whole
from mhgate.report.wording import Decision, accounts_line, failures_line, partial_line

__all__ = ["render_junit"]

_DECLARATION = "<?xml version='1.0' encoding='utf-8'?>\n"

_COUNTED = {"failure": "failures", "error": "errors", "skipped": "skipped"}


@dataclass(frozen=True, slots=True)
class _Case:
    suite: str
    name: str
    shade: Shade
    kind: str
    message: str
    output: str


def render_junit(report: Report) -> str:
    """Return the report as JUnit XML.

    Args:
        report: any report.

    Returns:
        A whole document in plain ASCII, which any stream can carry: other characters are written as
        references, and those that XML cannot hold as visible escapes. The run's time stands at the
        root: single cases share their trials and have none.
    """
    run = report.provenance
    seconds = max(0.0, (run.finished_at - run.started_at).total_seconds())
    root = ET.Element("testsuites", name="mhgate", time=f"{seconds:.3f}")
    cases = [case for pillar in report.verdict.pillars for case in _cases(pillar, report)]
    cases.append(_whole(report, red=any(case.shade in {"failure", "error"} for case in cases)))
    suites: dict[str, ET.Element] = {}
    for case in cases:
        if case.suite not in suites:
            suites[case.suite] = _suite(root, case.suite, report)
        _add(suites[case.suite], case)
    for element, inside in [(suite, suite) for suite in suites.values()] + [(root, root)]:
        element.set("tests", str(sum(1 for _ in inside.iter("testcase"))))
        for tag, name in _COUNTED.items():
            element.set(name, str(sum(1 for _ in inside.iter(tag))))
    ET.indent(root)
    text = ET.tostring(root, encoding="unicode")
    return _DECLARATION + text.encode("ascii", "xmlcharrefreplace").decode("ascii") + "\n"


def _suite(root: ET.Element, name: str, report: Report) -> ET.Element:
    run = report.provenance
    suite = ET.SubElement(
        root, "testsuite", name=name, timestamp=run.started_at.isoformat(timespec="seconds")
    )
    properties = ET.SubElement(suite, "properties")
    for key, value in (
        ("mhgate.version", run.mhgate_version),
        ("mhgate.run", run.run_id),
        ("mhgate.profile", run.profile),
        ("mhgate.exit_code", str(report.verdict.exit_code)),
        ("mhgate.merkle_root", report.merkle_root),
        *((f"mhgate.waiver.{each.id}", each.state) for each in report.verdict.waivers),
    ):
        ET.SubElement(properties, "property", name=_name(key), value=_name(value))
    return suite


def _cases(pillar: PillarVerdict, report: Report) -> Iterator[_Case]:
    suite = f"mhgate.{_name(pillar.pillar)}"
    yield _case(suite, f"thresholds.toml::{pillar.pillar}", pillar, report)
    for probe in pillar.probes:
        yield _case(suite, probe.probe.name, probe, report)
        for stratum in probe.strata:
            yield _case(suite, f"{probe.probe.name}[{stratum.stratum}]", stratum, report)


def _case(suite: str, name: str, decision: Decision, report: Report) -> _Case:
    sentence = printable(decision.sentence)
    output = sentence
    if not isinstance(decision, PillarVerdict):
        output += f"\n{accounts_line(decision.estimate.accounts)}"
    if isinstance(decision, ProbeVerdict) and decision.probe.doc:
        output += f"\n{printable(decision.probe.doc)}"
    shade, message = shade_of(decision, report)
    return _Case(suite, _name(name), shade, decision.outcome.value, message or sentence, output)


def _whole(report: Report, *, red: bool) -> _Case:
    """Return the case of the gate as a whole: red where it is closed and no part of it says so."""
    verdict = report.verdict
    partial = partial_line(report)
    lines = [*verdict.headline, partial, accounts_line(report.accounts), verdict.exit_meaning]
    if report.failures:
        lines.insert(-1, f"failures: {failures_line(report.failures)}")
    return _Case(
        suite="mhgate",
        name="thresholds.toml::complete",
        shade=shade_of_whole(report, red=red),
        kind="partial" if partial else verdict.outcome.value,
        message=printable(partial or verdict.exit_meaning),
        output="\n".join(printable(line) for line in lines if line),
    )


def _add(suite: ET.Element, case: _Case) -> None:
    element = ET.SubElement(suite, "testcase", classname=case.suite, name=case.name)
    if case.shade != "green":
        mark = ET.SubElement(element, case.shade, message=case.message)
        if case.shade != "skipped":
            mark.set("type", case.kind)
        mark.text = case.output
    ET.SubElement(element, "system-out").text = case.output


def _name(text: str) -> str:
    return printable(text, limit=NAME_LIMIT)
