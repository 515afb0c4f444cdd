"""Files of which pieces are read in any order: to open one for each piece is most of the work."""

from __future__ import annotations

import os
from collections import OrderedDict
from threading import Lock

__all__ = ["OpenFiles"]

_MOST = 16  # files: a run reads one or two a suite


class OpenFiles:
    """Reads pieces of files, and keeps the latest files open.

    A file that was replaced by another of its name is the old one here, for as long as it is kept
    open: whoever knows what he should find looks again with :meth:`read_anew`.
    """

    def __init__(self) -> None:
        self._open: OrderedDict[str, int] = OrderedDict()
        self._lock = Lock()  # no file is closed while another thread reads it

    def read(self, path: str, offset: int, length: int) -> bytes:
        """Return a piece of a file.

        Args:
            path: the file.
            offset: where the piece begins, in bytes.
            length: how many bytes it has; there are fewer where the file ends before.

        Raises:
            OSError: it cannot be read.
        """
        if not hasattr(os, "pread"):  # where an open file cannot be replaced, none is kept open
            return self.read_anew(path, offset, length)
        with self._lock:
            handle = self._open.get(path)
            if handle is None:
                handle = self._open[path] = os.open(path, os.O_RDONLY)
                while len(self._open) > _MOST:
                    os.close(self._open.popitem(last=False)[1])
            else:
                self._open.move_to_end(path)
            return os.pread(handle, length, offset)

    def read_anew(self, path: str, offset: int, length: int) -> bytes:
        """Return a piece of a file as it is now; as :meth:`read`.

        Args:
            path: the file.
            offset: where the piece begins, in bytes.
            length: how many bytes it has.

        Raises:
            OSError: it cannot be read.
        """
        with self._lock:
            if (handle := self._open.pop(path, None)) is not None:
                os.close(handle)
        with open(path, "rb", buffering=0) as file:  # noqa: PTH123 - a Path is made for each piece
            file.seek(offset)
            return file.read(length)
