"""A file that one process writes at a time."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from mhgate.errors import UsageError

__all__ = ["held", "locked"]

_PAUSE_S = 0.05


def locked(file: IO[bytes]) -> bool:
    """Take a file for this process alone; the system lets go of it when the process ends.

    Windows has no such lock: two processes that write one file are not noticed there. Nor are they
    in a file system without locks.

    Args:
        file: that is open.

    Returns:
        Whether it is this process's; False where another one holds it.
    """
    if sys.platform == "win32":
        return True
    import fcntl  # noqa: PLC0415 - where it exists

    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError:  # a file system without locks
        return True
    return True


@contextmanager
def held(path: Path, *, patience_s: float = 30.0) -> Iterator[None]:
    """Hold a file against other processes, and wait for one that holds it.

    For what is read, changed and written again: hold a file that stays, not the one that another
    takes the place of.

    Args:
        path: of a file that is there; nothing is written to it.
        patience_s: how long is waited, in seconds.

    Raises:
        UsageError: another process holds it for longer.
    """
    until = time.monotonic() + patience_s
    with path.open("rb") as file:
        while not locked(file):
            if time.monotonic() > until:
                raise UsageError(
                    f"{path}: another process holds it, for more than {patience_s:g} s.",
                    hint="Is another mhgate at work beside it? Try again when it has ended.",
                )
            time.sleep(_PAUSE_S)
        yield
