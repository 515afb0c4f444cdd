"""A judging of what exists that shows how it goes on, and that somebody can end."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TextIO

from mhgate.gate import Observer
from mhgate.records import Accounts, Report
from mhgate.report import Progress, printable, progress
from mhgate.runner import Stop
from mhgate.wiring.existing import Existing
from mhgate.wiring.judging_again import judge_again

__all__ = ["ShownJudging"]

_LONGEST_NOTE = 2000


class ShownJudging(Observer):
    """Judges what exists, shows how it goes on, and can be ended.

    Args:
        existing: what is judged.
        environ: the environment.
        output: where the report is written too.
        stream: where progress and notes are shown.
    """

    def __init__(
        self,
        existing: Existing,
        *,
        environ: Mapping[str, str],
        output: Path | None,
        stream: TextIO,
    ) -> None:
        self._existing, self._environ, self._output = existing, environ, output
        self._stream = stream
        self._stop = Stop()
        self._shown: Progress | None = None

    def end(self, because: str) -> None:
        """Stop judging; what there is becomes a report, which decides nothing."""
        self._stop.set(because, interrupted=True)

    def progress(self, accounts: Accounts) -> None:
        """Draw how far it has come."""
        if self._shown is not None:
            self._shown.update(accounts.asked, accounts.scored, accounts.failed)

    async def report(self) -> Report:
        """Judge; see :func:`judge_again`."""
        notes: list[str] = []
        total = len(self._existing.kept)
        with progress(self._stream, environ=self._environ, total=lambda: total) as shown:
            self._shown = shown
            report = await judge_again(
                self._existing,
                stop=self._stop,
                environ=self._environ,
                output=self._output,
                observer=self,
                note=notes.append,
            )
        for note in notes:
            self._stream.write(f"mhgate: {printable(note, limit=_LONGEST_NOTE)}\n")
        return report
