"""When Python looks for garbage: seldom in a command, and never while it loads."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager

__all__ = ["keep_what_is_loaded", "look_for_garbage_seldom", "unsearched"]

_OBJECTS = 50_000  # new ones, between two looks for garbage


def look_for_garbage_seldom() -> None:
    """Have cycles looked for less often than after each 700 objects: a run makes next to none.

    What is loaded lives as long as the process, and what a trial makes is freed by counting; the
    collector's default rhythm took a fifth of a run's CPU, and a tenth of its start.
    """
    gc.set_threshold(_OBJECTS, *gc.get_threshold()[1:])


@contextmanager
def unsearched() -> Iterator[None]:
    """Look for no garbage in the block, which loads what stays."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()


def keep_what_is_loaded() -> None:
    """Look no more through what is there by now, and for garbage among what comes after."""
    gc.freeze()
    gc.enable()
