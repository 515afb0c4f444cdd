"""The live bar while trials are asked: how many, how fast, how long still; silent in CI."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Protocol, TextIO

from mhgate.report.surface import is_terminal, surface_of

__all__ = ["Progress", "progress"]


class Progress(Protocol):
    """Whatever is told how far a run has come."""

    def update(self, asked: int, scored: int, failed: int) -> None:
        """Take the counts so far, each from the run's start: trials, and ``asked`` is the largest.

        May be called from any thread.
        """
        ...


class _Silent:
    def update(self, asked: int, scored: int, failed: int) -> None:
        """Say nothing."""


@contextmanager
def progress(
    stream: TextIO, *, environ: Mapping[str, str], total: Callable[[], int]
) -> Iterator[Progress]:
    """Show a live bar on a terminal while the block runs, and take it away at its end.

    Args:
        stream: where to; standard error, so that data on standard output stays clean.
        environ: ``CI`` (anything but empty, 0 or false) and ``TERM=dumb`` silence the bar;
            ``NO_COLOR`` takes its colours.
        total: counts the trials of the plan; called where a bar is drawn.

    Yields:
        What to tell the counts to: the bar, or something that says nothing where the stream is no
        terminal, in CI, or where nothing is planned.
    """
    in_ci = environ.get("CI", "").lower() not in {"", "0", "false"}
    is_seen = not in_ci and environ.get("TERM") != "dumb" and is_terminal(stream)
    n_trials = total() if is_seen else 0
    if n_trials <= 0:
        yield _Silent()
        return
    from mhgate.report.progress_bar import progress_bar  # noqa: PLC0415 - silent runs need no rich

    with progress_bar(stream, surface_of(stream, environ), n_trials) as bar:
        yield bar
