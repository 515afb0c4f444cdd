"""The drawn bar behind :func:`mhgate.report.live_progress.progress`, for terminals only."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any, TextIO, cast

from rich.console import Console
from rich.progress import BarColumn, ProgressColumn, Task, TaskID, TextColumn, TimeRemainingColumn
from rich.progress import Progress as Columns
from rich.text import Text

from mhgate.report.surface import Surface

__all__ = ["progress_bar"]

_SECONDS_A_MINUTE = 60
_UPDATES_A_SECOND = 4


class _Rate(ProgressColumn):
    """Trials a second, or a minute where the target is slow."""

    def render(self, task: Task) -> Text:
        speed = task.finished_speed or task.speed
        if not speed:
            return Text("-/s")
        if speed < 1:
            return Text(f"{speed * _SECONDS_A_MINUTE:.1f}/min")
        return Text(f"{speed:.1f}/s")


class _Vanishing:
    """A terminal that may go away in mid-run: the run goes on without its bar."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)

    def write(self, text: str) -> int:
        with suppress(OSError, ValueError):
            self._stream.write(text)
        return len(text)

    def flush(self) -> None:
        with suppress(OSError, ValueError):
            self._stream.flush()


class _Bar:
    def __init__(self, columns: Columns, task: TaskID) -> None:
        self._columns = columns
        self._task = task

    def update(self, asked: int, scored: int, failed: int) -> None:
        """Move the bar to what is finished: scored or failed."""
        self._columns.update(
            self._task, completed=scored + failed, asked=asked, failed=f"{failed} failed"
        )


@contextmanager
def progress_bar(stream: TextIO, surface: Surface, total: int) -> Iterator[_Bar]:
    """Draw a bar on a terminal while the block runs.

    Args:
        stream: a terminal.
        surface: what it can show.
        total: how many trials the plan holds, at least 1.

    Yields:
        The bar.
    """
    console = Console(
        file=cast("TextIO", _Vanishing(stream)),
        force_terminal=True,
        color_system="standard" if surface.colour else None,
        no_color=not surface.colour,
        highlight=False,
        emoji=False,
    )
    columns = Columns(
        TextColumn("asking", markup=False),
        BarColumn(bar_width=None),
        TextColumn("{task.completed}/{task.total}", markup=False),
        TextColumn("{task.fields[failed]}", markup=False),
        _Rate(),
        TimeRemainingColumn(elapsed_when_finished=True),
        TextColumn("left", markup=False),
        console=console,
        transient=True,
        # Whatever else is printed meanwhile goes where it was meant to go.
        redirect_stdout=False,
        redirect_stderr=False,
        refresh_per_second=_UPDATES_A_SECOND,
    )
    with columns:
        yield _Bar(columns, columns.add_task("asking", total=total, asked=0, failed="0 failed"))
