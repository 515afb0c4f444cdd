"""The mhgate command, called in this process, in a folder of its own; small suites for it."""

from __future__ import annotations

import io
import sys
from collections.abc import Callable
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from pathlib import Path

import pytest

from mhgate.cli import main

sys.path.insert(0, str(Path(__file__).parent))  # for small_suites, which the tests here import


@dataclass(frozen=True)
class Ran:
    """What a command printed and returned."""

    code: int
    out: str
    err: str


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
