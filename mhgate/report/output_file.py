"""Files that are written whole or not at all: a killed run leaves the old report or the new one."""

from __future__ import annotations

import os
import secrets
from collections.abc import Iterable
from pathlib import Path

from mhgate.errors import ReportFileError

__all__ = ["write_bytes", "write_copy", "write_parts", "write_text"]

_COPIED = 1 << 20  # bytes that are held at once


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


def write_parts(parts: Iterable[str], path: Path) -> None:
    """Write a text that comes in parts, as :func:`write_text` does, without holding it whole.

    Args:
        parts: of the text, in their order.
        path: where to.

    Raises:
        ReportFileError: the file cannot be written.
    """
    _write((part.encode("utf-8", "backslashreplace") for part in parts), path)


def write_copy(source: Path, path: Path) -> None:
    """Write what a file holds, as :func:`write_text` writes a text, without holding it whole.

    Args:
        source: the file.
        path: where to.

    Raises:
        ReportFileError: the one cannot be read, or the other not be written.
    """
    try:
        opened = source.open("rb")
    except OSError as error:
        raise ReportFileError(
            f"{source}: cannot be read ({error.strerror or error}); expected a report.",
            hint="Leave a run's folder alone while it ends.",
        ) from error
    with opened as stream:
        _write(iter(lambda: stream.read(_COPIED), b""), path)


def write_bytes(data: bytes, path: Path) -> None:
    """Write bytes so that readers see the old file or the whole new one.

    Args:
        data: what to write.
        path: where to, as for :func:`write_text`.

    Raises:
        ReportFileError: the file cannot be written.
    """
    _write((data,), path)


def _write(parts: Iterable[bytes], path: Path) -> None:
    try:
        if path.exists() and not path.is_file() and not path.is_dir():
            with path.open("wb") as stream:
                stream.writelines(parts)
        else:
            _replace(path.resolve(), parts)
    except OSError as error:
        raise ReportFileError(
            f"{path}: the report cannot be written ({error.strerror or error}).",
            hint="Name a file in a folder that exists or can be made, with space and permission.",
        ) from error


def _replace(path: Path, parts: Iterable[bytes]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    # Beside its destination: a rename is one step only within a file system.
    unfinished = path.with_name(f".{secrets.token_hex(8)}.unfinished")
    try:
        with unfinished.open("xb") as stream:
            stream.writelines(parts)
            stream.flush()
            os.fsync(stream.fileno())
        unfinished.replace(path)
    except BaseException:
        unfinished.unlink(missing_ok=True)
        raise
