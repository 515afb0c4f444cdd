"""Files that are written whole or not at all: a killed run leaves the old report or the new one."""

from __future__ import annotations

import os
import secrets
from pathlib import Path

from mhgate.errors import ReportFileError

__all__ = ["write_bytes", "write_text"]


def write_text(text: str, path: Path) -> None:
    r"""Write a text as UTF-8 so that readers see the old file or the whole new one.

    Folders on the way are made. A link is followed; a device or a pipe is written to directly.
    Lone surrogates, which UTF-8 cannot hold, are written as ``\udXXX``, which is their escape in
    a JSON string.

    Args:
        text: what to write; its line ends are written as they are.
        path: where to.

    Raises:
        ReportFileError: the file cannot be written.
    """
    write_bytes(text.encode("utf-8", "backslashreplace"), path)


def write_bytes(data: bytes, path: Path) -> None:
    """Write bytes so that readers see the old file or the whole new one.

    Args:
        data: what to write.
        path: where to, as for :func:`write_text`.

    Raises:
        ReportFileError: the file cannot be written.
    """
    try:
        if path.exists() and not path.is_file() and not path.is_dir():
            path.write_bytes(data)
        else:
            _replace(path.resolve(), data)
    except OSError as error:
        raise ReportFileError(
            f"{path}: the report cannot be written ({error.strerror or error}).",
            hint="Name a file in a folder that exists or can be made, with space and permission.",
        ) from error


def _replace(path: Path, data: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    # Beside its destination: a rename is one step only within a file system.
    unfinished = path.with_name(f".{secrets.token_hex(8)}.unfinished")
    try:
        with unfinished.open("xb") as stream:
            stream.write(data)
            stream.flush()
            os.fsync(stream.fileno())
        unfinished.replace(path)
    except BaseException:
        unfinished.unlink(missing_ok=True)
        raise
