"""SIGINT and SIGTERM end what goes on in an orderly way, and decide the exit code."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

from mhgate.errors import ExitCode

__all__ = ["heeded_signals"]

_SIGNALS = {signal.SIGINT: ExitCode.INTERRUPTED, signal.SIGTERM: ExitCode.TERMINATED}


@contextmanager
def heeded_signals(end: Callable[[str], None]) -> Iterator[list[ExitCode]]:
    """Let a signal end what this loop does, instead of the process.

    Args:
        end: told why; what is under way comes to its end by itself.

    Yields:
        The exit codes of the signals that came, in their order; none as long as none did.
    """
    caught: list[ExitCode] = []
    loop = asyncio.get_running_loop()

    def heed(number: signal.Signals) -> None:
        caught.append(_SIGNALS[number])
        end("interrupted")

    for number in _SIGNALS:  # none on Windows, none outside of the main thread
        with suppress(NotImplementedError, ValueError, RuntimeError):
            loop.add_signal_handler(number, heed, number)
    try:
        yield caught
    finally:
        for number in _SIGNALS:
            with suppress(NotImplementedError, ValueError, RuntimeError):
                loop.remove_signal_handler(number)
