"""Lets the tests of this folder make reports as ``tests/report/reports.py`` does.

And lets the gates that they start be forked: each would load all of mhgate first.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from mhgate.action import gate_run
from tests.warm_process import popen

sys.path.append(str(Path(__file__).parents[1] / "report"))
sys.path.append(str(Path(__file__).parent))


@pytest.fixture
def afresh() -> None:
    """Ask for a gate of an interpreter of its own."""


@pytest.fixture(autouse=True)
def gates_are_forked(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Fork the gate that a step starts, but where a test is about what the interpreter loads."""
    if "afresh" not in request.fixturenames:
        monkeypatch.setattr(gate_run, "subprocess", SimpleNamespace(**vars(subprocess)))
        monkeypatch.setattr(gate_run.subprocess, "Popen", popen)
