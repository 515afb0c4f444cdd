"""Hands the reports of ``reports.py`` to the tests of this folder."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from types import ModuleType

import pytest

from mhgate.records import Report

# Tests are imported by path and find no neighbour by themselves.
sys.path.insert(0, str(Path(__file__).parent))


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run a test that asks for ``report`` once for each way in which a run can end."""
    if "report" in metafunc.fixturenames:
        names = sorted(import_module("reports").ALL)
        metafunc.parametrize("report", names, indirect=True)


@pytest.fixture
def report(request: pytest.FixtureRequest) -> Report:
    """Return one report of every kind, a test each."""
    made: Report = import_module("reports").ALL[request.param]()
    return made


@pytest.fixture(scope="session")
def reports() -> ModuleType:
    """Return the factory itself."""
    return import_module("reports")


@pytest.fixture(scope="session")
def on_a_terminal() -> Callable[[Callable[[io.TextIOWrapper], object]], str]:
    """Return a function that runs another with a pseudo-terminal and returns what it showed."""

    def shown(write: Callable[[io.TextIOWrapper], object]) -> str:
        ours, theirs = os.openpty()
        try:
            with os.fdopen(theirs, "w", encoding="utf-8") as stream:
                write(stream)
            return _drained(ours).decode()
        finally:
            os.close(ours)

    return shown


def _drained(descriptor: int) -> bytes:
    received = b""
    try:
        while chunk := os.read(descriptor, 1 << 16):
            received += chunk
    except OSError:  # Linux's way to say that the other end is closed and nothing is left
        pass
    return received
