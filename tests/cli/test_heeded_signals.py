"""Holds what a signal does to a loop: it ends it in order, and the exit code is the signal's."""

from __future__ import annotations

import asyncio
import os
import signal
import sys

import pytest

from mhgate.cli.heeded_signals import heeded_signals


@pytest.mark.skipif(sys.platform == "win32", reason="signals are POSIX's")
@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_a_signal_is_heard_and_not_died_of(number: signal.Signals, code: int) -> None:
    """What goes on is told why to end, once a signal; afterwards the handlers are gone."""
    told: list[str] = []

    async def main() -> list[int]:
        ended = asyncio.Event()

        def end(because: str) -> None:
            told.append(because)
            ended.set()

        with heeded_signals(end) as caught:
            assert not caught
            os.kill(os.getpid(), number)
            await asyncio.wait_for(ended.wait(), timeout=20)
        return [int(each) for each in caught]

    before = signal.getsignal(number)
    assert asyncio.run(main()) == [code]
    assert told == ["interrupted"]
    assert signal.getsignal(number) is before
