"""No text of an item, a probe, a model or a person breaks a file that a CI server reads."""

from __future__ import annotations

import json
from types import ModuleType
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from junitparser import Error, Failure, JUnitXml, Skipped, TestSuite
from test_report_sarif import made

from mhgate.records import Report
from mhgate.report import render_junit, render_sarif

SNIPPETS = (
    "]]>",
    "<![CDATA[",
    "<!DOCTYPE x [<!ENTITY a 'b'>]>&a;",
    "</testsuites>",
    "\x1b[31m\x1b]8;;http://x\x07",
    "\ud800",
    "\udfff\ud800",
    "\ufffe\uffff",
    "\x00\x01\x08\x0b\x0c\x1f\x7f\x85",
    "\r\n::error title=x::y\n",
    "\u202e\u2066\u200b\ufeff",
    "[x](javascript:1)",
    "{0} {{1}}",
    "../../etc/passwd",
    "C:\\temp\\x",
    "%2e%2e%00%zz",
    "\U0010ffff\U000e0001",
    "e" + "\u0301" * 40,
)

# every code point, lone surrogates and what Unicode has not assigned included
texts = st.lists(
    st.one_of(
        st.sampled_from(SNIPPETS),
        st.text(st.characters(exclude_categories=())),
        st.characters(exclude_categories=()),
    ),
    max_size=6,
).map("".join)


def holding(reports: ModuleType, anywhere: str, somewhere: str) -> Report:
    """Return a report with one text in all fields of a verdict and another in all of its items."""
    report: Report = reports.holding(anywhere)
    pillars = tuple(
        pillar.model_copy(
            update={
                "probes": tuple(
                    one.model_copy(
                        update={
                            "probe": one.probe.model_copy(
                                update={"path": somewhere, "items": somewhere, "pillar": anywhere}
                            )
                        }
                    )
                    for one in pillar.probes
                )
            }
        )
        for pillar in report.verdict.pillars
    )
    rows = [row for row in report.outcomes if row.value == 0 or row.failure_kind is not None]
    outcomes = tuple(
        row.model_copy(
            update={
                "probe_id": f"{anywhere}.{anywhere}",
                "item_id": f"{somewhere}{number}",
                "trial_id": somewhere,
                "family": somewhere,
                "read": somewhere,
                "key": somewhere,
                "strata": {somewhere: somewhere},
                "failure_kind": None if row.failure_kind is None else somewhere,
            }
        )
        for number, row in enumerate(rows[:8])
    )
    run = report.provenance.model_copy(update={"config_file": somewhere})
    return report.model_copy(
        update={
            "verdict": report.verdict.model_copy(update={"pillars": pillars}),
            "provenance": run,
            "outcomes": outcomes,
            "failures": {somewhere: 8},
        }
    )


def counted(text: str) -> JUnitXml:
    """Return JUnit XML as junitparser reads it, with counts that are those of its cases."""
    root = JUnitXml.fromstring(text.encode())
    suites = list(root)
    assert suites
    for suite in suites:
        assert isinstance(suite, TestSuite)
        found = [result for case in suite for result in case.result]
        assert suite.tests == len(list(suite))
        assert suite.failures == sum(isinstance(result, Failure) for result in found)
        assert suite.errors == sum(isinstance(result, Error) for result in found)
        assert suite.skipped == sum(isinstance(result, Skipped) for result in found)
    assert root.tests == sum(suite.tests for suite in suites)
    assert root.failures == sum(suite.failures for suite in suites)
    return root


def test_junitparser_reads_every_report(report: Report) -> None:
    """The counts agree, and something is red exactly where the gate is closed."""
    root = counted(render_junit(report))
    is_closed = report.verdict.blocks or report.verdict.exit_code != 0
    assert bool(root.failures or root.errors) == is_closed


@settings(max_examples=60, deadline=None)
@given(anywhere=texts, somewhere=texts)
def test_no_text_breaks_a_file(reports: ModuleType, anywhere: str, somewhere: str) -> None:
    """Whatever stands in whichever field: both parse, are valid, and have the cases they had."""
    report = holding(reports, anywhere, somewhere)
    text = render_junit(report)
    assert text.isascii()
    plain = ET.fromstring(render_junit(reports.holding("x")).encode())
    root = ET.fromstring(text.encode())
    assert [each.tag for each in root.iter()] == [each.tag for each in plain.iter()]
    counted(text)
    run = made(report)
    assert run["results"]
    assert "\x1b" not in json.dumps(run, ensure_ascii=False)


@pytest.mark.parametrize("snippet", SNIPPETS)
def test_each_known_trick_is_text(reports: ModuleType, snippet: str) -> None:
    """The tricks that broke other writers, alone, doubled, and 200 kB of them."""
    for hostile in (snippet, snippet * 2, snippet * (200_000 // len(snippet))):
        report = holding(reports, hostile, hostile)
        counted(render_junit(report))
        made(report)
        assert len(render_sarif(report)) < 300_000
