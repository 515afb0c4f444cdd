"""The live bar shows on terminals and nowhere else."""

from __future__ import annotations

import io
import os
import subprocess
import sys
from collections.abc import Callable

import pytest

from mhgate.report import progress

Shown = Callable[[Callable[[io.TextIOWrapper], object]], str]


def running(
    environ: dict[str, str], *, total: int, counts: tuple[int, int, int]
) -> Callable[[io.TextIOWrapper], object]:
    def run(stream: io.TextIOWrapper) -> None:
        asked, scored, failed = counts
        with progress(stream, environ=environ, total=lambda: total) as bar:
            bar.update(asked=asked, scored=scored, failed=failed)

    return run


def test_draws_counts_on_a_terminal(on_a_terminal: Shown) -> None:
    """What is finished, of how many, with failures, rate and time left; taken away at the end."""
    shown = on_a_terminal(running({}, total=40, counts=(20, 15, 2)))
    assert "17/40" in shown
    assert "2 failed" in shown
    assert "/s" in shown
    assert "left" in shown
    assert shown.rstrip().endswith("\x1b[2K")


@pytest.mark.parametrize("environ", [{"CI": "true"}, {"CI": "1"}, {"TERM": "dumb"}])
def test_is_silent_in_ci(on_a_terminal: Shown, environ: dict[str, str]) -> None:
    """Logs are not terminals that move, even where they look like one."""
    assert on_a_terminal(running(environ, total=40, counts=(40, 40, 0))) == ""


def test_a_false_ci_is_no_ci(on_a_terminal: Shown) -> None:
    """CI=false says what it says."""
    assert "2/2" in on_a_terminal(running({"CI": "false"}, total=2, counts=(2, 2, 0)))


@pytest.mark.parametrize("total", [0, 40])
def test_is_silent_without_a_terminal(total: int) -> None:
    """A pipe or a file gets nothing, and neither does an empty plan."""
    stream = io.StringIO()
    with progress(stream, environ={}, total=lambda: total) as bar:
        bar.update(asked=1, scored=1, failed=0)
    assert stream.getvalue() == ""


def test_is_silent_on_a_closed_stream() -> None:
    """A stream that was closed under us is no reason to stop a run."""
    stream = io.StringIO()
    stream.close()
    with progress(stream, environ={}, total=lambda: 3) as bar:
        bar.update(asked=1, scored=1, failed=0)


def test_honours_no_color(on_a_terminal: Shown) -> None:
    """NO_COLOR takes the colours and leaves the bar."""
    shown = on_a_terminal(running({"NO_COLOR": "1"}, total=4, counts=(4, 3, 0)))
    assert "3/4" in shown
    assert "\x1b[3" not in shown


def test_lets_errors_through(on_a_terminal: Shown) -> None:
    """The bar is taken away and the error goes on to whoever must see it."""

    def run(stream: io.TextIOWrapper) -> None:
        with pytest.raises(KeyboardInterrupt), progress(stream, environ={}, total=lambda: 4):
            raise KeyboardInterrupt

    assert on_a_terminal(run).rstrip().endswith("\x1b[2K")


def test_survives_a_terminal_that_goes_away() -> None:
    """A connection that is lost in mid-run takes the bar with it and nothing else."""
    ours, theirs = os.openpty()
    stream = os.fdopen(theirs, "w", encoding="utf-8")
    with progress(stream, environ={}, total=lambda: 4) as bar:
        os.close(ours)
        bar.update(asked=4, scored=4, failed=0)
    with pytest.raises(OSError, match="Input/output error"):
        stream.close()


def test_silent_runs_load_no_terminal_library() -> None:
    """Reading or writing a report's JSON, and a silent run, do not import rich."""
    code = (
        "import io, sys, mhgate.report as room\n"
        "room.read_report, room.write_report, room.render_junit, room.summary_line\n"
        "with room.progress(io.StringIO(), environ={}, total=lambda: 3) as bar:\n"
        "    bar.update(1, 1, 0)\n"
        "sys.exit('rich' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
