"""What a run needs at its end, loaded while its first replies are on their way.

numpy and scipy take longest of all that is loaded, and nothing is estimated before something came
back; nor is anything printed.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext, suppress
from functools import partial
from importlib import import_module
from types import FrameType

__all__ = ["load_meanwhile"]

_TURN_S = 0.0005  # of the interpreter, where Python's own is ten times as long
_THREADS = "OPENBLAS_NUM_THREADS"
_NEEDED_NEXT = "mhgate.wiring.walk"
_NEEDED_LAST = (
    "mhgate.stats.cluster_rate",
    "mhgate.report.terminal",
)
_CORRECTED_WITH = "mhgate.stats.judged_rate"


def load_meanwhile(*, is_alone: bool, is_corrected: bool = False) -> None:
    """Load what estimates are made with, and what tells them.

    Args:
        is_alone: whether no code but mhgate's own, and no program that it starts, will compute in
            this process. numpy then gets no threads: it would start one a processor, each of which
            turns for a while before it sleeps, and mhgate's sums are too small for them.
        is_corrected: whether rates are corrected for the judge's error, whose tables take a while.
    """
    is_first = is_alone and "numpy" not in sys.modules
    loads: list[Callable[[], object]] = [partial(import_module, _NEEDED_NEXT)]
    loads += [_load_scipy] if is_first else []
    last = (*_NEEDED_LAST, *([_CORRECTED_WITH] if is_corrected else []))
    loads += [*(partial(import_module, module) for module in last), _describe]
    with _giving_way(), _without_threads() if is_first else nullcontext():
        for load in loads:
            # who needs it says so, whatever a broken one raises
            with _undisturbed(), suppress(Exception):
                load()


def _load_scipy() -> None:
    from mhgate.stats import load_scipy  # noqa: PLC0415 - not before the first message

    load_scipy()


@contextmanager
def _undisturbed() -> Iterator[None]:
    """Let Ctrl-C and SIGTERM wait for the end of the block; a second one does not wait.

    A module that is broken off half-made is what another thread gets that waits for it, and numpy
    cannot be loaded again.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    came: list[int] = []
    handlers: dict[int, Callable[[int, FrameType | None], object]] = {}

    def keep(number: int, frame: FrameType | None) -> None:
        if came:
            handlers[number](number, frame)
        came.append(number)

    for number in (signal.SIGINT, signal.SIGTERM):
        handler = signal.getsignal(number)
        if callable(handler):  # what no Python heeds is left to whoever does
            handlers[number] = handler
            signal.signal(number, keep)
    try:
        yield
    finally:
        for kept, handler in handlers.items():
            signal.signal(kept, handler)
        if came:
            signal.raise_signal(came[0])


def _describe() -> None:
    """Have the records of a run's end described to their validator before the first is made."""
    from mhgate.records import (  # noqa: PLC0415 - not before the first message
        Conditions,
        Estimate,
        Judging,
        ProbeVerdict,
        Provenance,
        Report,
        Verdict,
    )

    for record in (Estimate, ProbeVerdict, Verdict, Provenance, Conditions, Judging, Report):
        record.model_rebuild()


@contextmanager
def _giving_way() -> Iterator[None]:
    """Let who asks and reads replies have the interpreter back at once, whenever they want it."""
    before_s = sys.getswitchinterval()
    sys.setswitchinterval(min(_TURN_S, before_s))
    try:
        yield
    finally:
        sys.setswitchinterval(before_s)


@contextmanager
def _without_threads() -> Iterator[None]:
    """Let a library that is loaded meanwhile find one thread asked for, where none are."""
    if _THREADS in os.environ:
        yield
        return
    os.environ[_THREADS] = "1"
    try:
        yield
    finally:
        os.environ.pop(_THREADS, None)
