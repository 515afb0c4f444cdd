"""The files of a session beside its report: JUnit XML, for whoever shows tests, SARIF, a page.

Each is asked for by an option, a variable or a value of pytest's ini file, in this order.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from mhgate.config import Config
from mhgate.errors import MhgateError
from mhgate.wiring import render_junit, render_sarif, within_repository, write_text

if TYPE_CHECKING:
    from mhgate.records import Report

__all__ = ["clear_files", "write_files"]


def clear_files(config: pytest.Config) -> None:
    """Take files of an earlier run away: where nothing is measured, an old green would stay.

    Args:
        config: pytest's configuration.
    """
    for path in _asked_for(config).values():
        if path.is_file():
            path.unlink()


def write_files(config: pytest.Config, report: Report, *, settings: Config) -> list[str]:
    """Write the files that were asked for.

    Args:
        config: pytest's configuration.
        report: what they show.
        settings: under which it was made.

    Returns:
        What was written, a line each.

    Raises:
        MhgateError: a file cannot be written; the others have been.
    """
    within = within_repository(settings.folder)
    render: Mapping[str, Callable[[Report], str]] = {
        "junit": render_junit,
        "sarif": lambda made: render_sarif(made, folder=within),
        "html": lambda made: _page(made, settings),
    }
    lines: list[str] = []
    error: MhgateError | None = None
    for name, path in _asked_for(config).items():
        try:
            write_text(render[name](report), path)
        except MhgateError as caught:
            error = caught
        else:
            lines.append(f"{name}: {path}")
    if error is not None:
        raise error
    return lines


def _page(report: Report, settings: Config) -> str:
    from mhgate.wiring import beside_run, render_page  # noqa: PLC0415 - loads templates, if asked

    return render_page(report, beside_run(report, settings))


def _asked_for(config: pytest.Config) -> dict[str, Path]:
    found = {}
    for name in ("junit", "sarif", "html"):
        path = config.getoption(f"--mhgate-{name}") or os.environ.get(f"MHGATE_{name.upper()}")
        path = path or config.getini(f"mhgate_{name}")
        if path:
            found[name] = config.invocation_params.dir / path
    return found
