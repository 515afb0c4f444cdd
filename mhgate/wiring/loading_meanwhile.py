"""What a run needs at its end, loaded while its first replies are on their way.

numpy and scipy take longest of all that is loaded, and nothing is estimated before something came
back; nor is anything printed.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext, suppress
from importlib import import_module

__all__ = ["load_meanwhile"]

_THREADS = "OPENBLAS_NUM_THREADS"
_NEEDED_LAST = (
    "mhgate.wiring.walk",
    "mhgate.stats.cluster_rate",
    "mhgate.stats.judged_rate",
    "mhgate.report.terminal",
)


def load_meanwhile(*, is_alone: bool) -> None:
    """Load what estimates are made with, and what tells them.

    Args:
        is_alone: whether no code but mhgate's own, and no program that it starts, will compute in
            this process. numpy then gets no threads: it would start one a processor, each of which
            turns for a while before it sleeps, and mhgate's sums are too small for them.
    """
    with _without_threads() if is_alone and "numpy" not in sys.modules else nullcontext():
        for module in _NEEDED_LAST:
            with suppress(ImportError):  # who needs it says so
                import_module(module)


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
