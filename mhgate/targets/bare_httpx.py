"""httpx without the command that it brings along, which nothing here uses."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager

__all__ = ["without_httpx_command"]

_COMMAND = "httpx._main"


@contextmanager
def without_httpx_command() -> Iterator[None]:
    """Let httpx be loaded in the block as where its extra ``cli`` is not installed.

    Its command needs rich and pygments, which are there for other reasons; loading them takes
    longer than httpx itself, and comes before the first message.
    """
    if "httpx" in sys.modules or _COMMAND in sys.modules:
        yield
        return
    sys.modules[_COMMAND] = None  # type: ignore[assignment] # as the import system reads it: not there
    try:
        yield
    finally:
        sys.modules.pop(_COMMAND, None)
