"""A file that one process writes at a time."""

from __future__ import annotations

import sys
from typing import IO

__all__ = ["locked"]


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
