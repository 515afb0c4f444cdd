"""The mhgate command, called in this process."""

from __future__ import annotations

import io
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass

import pytest

from mhgate.cli import main


@dataclass(frozen=True)
class Ran:
    """What a command printed and returned."""

    returncode: int
    stdout: str
    stderr: str


def mhgate(*words: object) -> Ran:
    """Run the command."""
    out, err = io.StringIO(), io.StringIO()
    with redirect_stdout(out), redirect_stderr(err), pytest.raises(SystemExit) as caught:
        main([str(word) for word in words])
    return Ran(int(caught.value.code or 0), out.getvalue(), err.getvalue())
