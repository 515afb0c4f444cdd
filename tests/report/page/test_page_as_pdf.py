"""The page on paper: ``mhgate show --format pdf``, one PDF each time, or what is missing."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

from mhgate.errors import ReportFileError
from mhgate.report import print_pdf, render_page, write_report


def test_a_pdf_is_the_same_bytes_each_time(reports: ModuleType, tmp_path: Path) -> None:
    """From the command, to a file, and from the library: one PDF, without a date."""
    pytest.importorskip("weasyprint", reason="needs weasyprint (pip install mhgate[pdf])")
    report = reports.regressed()
    write_report(report, tmp_path / "report.json")
    words = ["show", "report.json", "--format", "pdf", "-o", "out/report.pdf"]
    done = subprocess.run(
        [sys.executable, "-m", "mhgate", *words],
        cwd=tmp_path,
        env={**os.environ},
        capture_output=True,
        check=False,
    )
    assert done.returncode == report.verdict.exit_code, done.stderr.decode()
    data = (tmp_path / "out" / "report.pdf").read_bytes()
    assert data.startswith(b"%PDF-")
    assert b"/CreationDate" not in data
    assert b"/ModDate" not in data
    assert data == print_pdf(render_page(report))


def test_nothing_is_fetched_for_it() -> None:
    """A page that names an address or a file gets neither, and is laid out all the same."""
    pytest.importorskip("weasyprint", reason="needs weasyprint (pip install mhgate[pdf])")
    page = '<p>text<img src="file:///etc/passwd"><img src="http://127.0.0.1:9/x">'
    assert print_pdf(page).startswith(b"%PDF-")


def test_without_the_extra_it_says_what_to_do(
    reports: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No traceback: the extra's name, and the way around it."""
    monkeypatch.setitem(sys.modules, "weasyprint", None)
    with pytest.raises(ReportFileError, match="needs WeasyPrint") as caught:
        print_pdf("<p>")
    assert "mhgate[pdf]" in str(caught.value.hint)
