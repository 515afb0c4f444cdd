"""The mhgate command, called in this process, in a folder of its own; small suites for it."""

from __future__ import annotations

import io
import sys
from collections.abc import Callable
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))  # for small_suites, which the tests here import too

from small_suites import DEMO_THRESHOLDS, write_small_suites

from mhgate.cli import main
from mhgate.wiring import run as run_gate


@dataclass(frozen=True)
class Ran:
    """What a command printed and returned."""

    code: int
    out: str
    err: str


@pytest.fixture(scope="session")
def demo_run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Run the good demo bot once for all files, in a folder that tests copy and none changes."""
    folder = tmp_path_factory.mktemp("demo_run")
    (folder / "thresholds.toml").write_text(DEMO_THRESHOLDS, encoding="utf-8")
    write_small_suites(folder)
    assert run_gate(folder / "thresholds.toml").verdict.exit_code == 0
    return folder


@pytest.fixture
def mhgate(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Ran]:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "120")  # whatever the terminal, and whatever runs the tests
    (tmp_path / ".git").mkdir()

    def run(*words: str) -> Ran:
        out, err = io.StringIO(), io.StringIO()
        with redirect_stdout(out), redirect_stderr(err), pytest.raises(SystemExit) as caught:
            main(list(words))
        return Ran(int(caught.value.code or 0), out.getvalue(), err.getvalue())

    return run
