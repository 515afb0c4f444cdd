"""Every format says what the exit code says."""

from __future__ import annotations

import json
from pathlib import Path
from types import ModuleType
from xml.etree import ElementTree as ET

import pytest

from mhgate.records import Outcome, Report
from mhgate.report import (
    read_report,
    render_json,
    render_junit,
    render_terminal,
    summary_line,
    write_report,
)


def red_cases(report: Report) -> int:
    root = ET.fromstring(render_junit(report).encode("utf-8"))
    return int(root.get("failures", "-1")) + int(root.get("errors", "-1"))


def test_all_formats_agree_with_the_exit_code(report: Report, tmp_path: Path) -> None:
    """JUnit is red, JSON blocks and the last line closes exactly where the exit code is not 0."""
    verdict = report.verdict
    closed = verdict.exit_code != 0
    assert verdict.blocks == closed
    assert (red_cases(report) > 0) == closed
    data = json.loads(render_json(report))["verdict"]
    assert (data["blocks"], data["exit_code"]) == (closed, verdict.exit_code)
    write_report(report, tmp_path / "report.json")
    again = read_report(tmp_path / "report.json")
    for made in (report, again):
        last = render_terminal(made, width=80, colour=False, unicode=False).splitlines()[-1]
        assert last == verdict.exit_meaning
        assert last.startswith(f"exit code {verdict.exit_code}:")
    assert f"(exit code {verdict.exit_code})" in summary_line(report)


@pytest.mark.parametrize("profile", ["RELEASE", "PULL_REQUEST", "MEASURE"])
@pytest.mark.parametrize("outcome", list(Outcome))
@pytest.mark.parametrize("exit_code", [0, 1, 3, 4, 5, 130])
def test_junit_follows_the_verdict_even_against_its_parts(
    reports: ModuleType, profile: str, outcome: Outcome, exit_code: int
) -> None:
    """Whatever outcomes meet whatever profile, the file is red where the gate is closed, only."""
    pillar = reports.pillar("crisis", outcome, reports.probe("crisis.asks", outcome, 30, 40))
    made = reports.report(
        reports.verdict(outcome, exit_code, pillar, profile=getattr(reports, profile))
    )
    assert (red_cases(made) > 0) == (exit_code != 0)
