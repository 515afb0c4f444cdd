"""docs/reference/report.md shows what the code does."""

from __future__ import annotations

import importlib
import pkgutil
from pathlib import Path
from types import ModuleType

import pytest

import mhgate.report
from mhgate.records import Report
from mhgate.report import render_terminal

PAGE = Path(__file__).parents[2] / "docs" / "reference" / "report.md"


def test_the_example_is_a_rendered_report(reports: ModuleType) -> None:
    """The block below the terminal's mark is a report of the tests, rendered today."""
    text = PAGE.read_text(encoding="utf-8")
    block = text.split("<!-- example: terminal -->\n```text\n")[1].split("```")[0]
    made = reports.failing_stratum()
    assert block == render_terminal(made, width=100, colour=False, unicode=True)


def test_every_key_and_name_is_explained() -> None:
    """The page names each top-level key of the JSON and only names that exist."""
    text = PAGE.read_text(encoding="utf-8")
    for key in Report.model_fields:
        assert f"| `{key}` |" in text
    for name in (
        "render_terminal",
        "print_report",
        "summary_line",
        "read_report",
        "render_junit",
        "render_sarif",
    ):
        assert f"`{name}`" in text
        assert callable(getattr(mhgate.report, name))


def test_every_name_of_the_face_is_what_it_says() -> None:
    """Each name is a function or a class, even after every module of the room was imported."""
    for module in pkgutil.iter_modules(mhgate.report.__path__):
        importlib.import_module(f"mhgate.report.{module.name}")
    for name in mhgate.report.__all__:
        assert callable(getattr(mhgate.report, name))
    assert dir(mhgate.report) == sorted(mhgate.report.__all__)
    with pytest.raises(AttributeError, match="nothing"):
        _ = mhgate.report.nothing  # type: ignore[attr-defined]
