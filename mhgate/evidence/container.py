"""A pack as a folder or as one zip: read whole, written the same whoever writes it and when.

The zip is the plainest there is: files stored as they are, sorted by name, with one fixed date and
one fixed mode. It is read by the same rules, and what is not exactly as it would be written is
refused: so not one byte of it can change unseen, not even between its files.
"""

from __future__ import annotations

import os
import re
import struct
import zlib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from mhgate.errors import EvidenceError, UsageError

__all__ = ["Pack", "file_name_problem", "pack_zip", "read_pack", "unzipped", "write_pack"]

_PART = re.compile(r"[^\x00-\x1f\x7f/\\:.][^\x00-\x1f\x7f/\\:]*")
_LOCAL, _CENTRAL, _END = b"PK\x03\x04", b"PK\x01\x02", b"PK\x05\x06"
_LOCAL_FIELDS = struct.Struct("<4s5H3L2H")
_CENTRAL_FIELDS = struct.Struct("<4s6H3L5H2L")
_END_FIELDS = struct.Struct("<4s4H2LH")
_NEEDED, _MADE_BY = 20, (3 << 8) | 20  # of the format 2.0, on Unix
_UTF_8 = 0x0800
_TIME, _DATE = 0, 33  # 1980-01-01 00:00, the first day that a zip can name
_MODE = 0o100644 << 16
_MOST_FILES, _MOST_BYTES = 0xFFFF, 0xFFFFFFFF
_HINT = "Take the pack as it was written; the zip is made by `mhgate evidence --zip`."


@dataclass(frozen=True, slots=True)
class Pack:
    """All bytes of a pack, by name below its folder.

    Args:
        name: as messages name it.
        files: by name, with forward slashes.
        is_zip: whether it lies in one zip.
    """

    name: str
    files: Mapping[str, bytes]
    is_zip: bool = False

    def where(self, file: str) -> str:
        """Return how a message names one of its files."""
        return f"{self.name}/{file}"


def file_name_problem(name: str) -> str | None:
    """Return what is wrong with a file's name in a pack, None where nothing is.

    Args:
        name: with forward slashes.
    """
    if all(_PART.fullmatch(part) for part in name.split("/")):
        return None
    return (
        "a name that leaves the folder, is hidden, or holds a backslash, a colon or a control "
        "character"
    )


def read_pack(path: Path) -> Pack:
    """Read a pack whole.

    Args:
        path: its folder, or its zip.

    Returns:
        All its files; nothing of them is believed yet.

    Raises:
        UsageError: there is no such folder or file, it cannot be read, or it is a pipe or a device.
        EvidenceError: it holds a link or a device, or the zip is not as mhgate writes it.
    """
    try:
        if path.is_dir():
            return Pack(str(path), _files_below(path))
        if path.exists() and not path.is_file():
            raise UsageError(
                f"{path}: found a pipe or a device; expected a pack.",
                hint="Name the folder or the zip that `mhgate evidence` wrote.",
            )
        return Pack(str(path), unzipped(path.read_bytes(), name=str(path)), is_zip=True)
    except OSError as error:
        raise UsageError(
            f"{error.filename or path}: {error.strerror or error}; expected a pack.",
            hint="Name the folder or the zip that `mhgate evidence` wrote.",
        ) from error


def _files_below(folder: Path) -> dict[str, bytes]:
    found: dict[str, bytes] = {}
    for here, folders, names in os.walk(folder):
        for name in sorted([*folders, *names]):
            path = Path(here, name)
            shown = path.relative_to(folder).as_posix()
            if path.is_symlink() or not (path.is_dir() or path.is_file()):
                raise EvidenceError(
                    f"{folder}/{shown}: found a link or a device; expected plain files.",
                    hint="A pack holds its own bytes: take it as it was written.",
                )
        for name in names:
            path = Path(here, name)
            found[path.relative_to(folder).as_posix()] = path.read_bytes()
    return dict(sorted(found.items()))


def write_pack(files: Mapping[str, bytes], folder: Path) -> None:
    """Write a pack's files into a folder that is not there yet, or is empty.

    Args:
        files: by name.
        folder: where to.

    Raises:
        UsageError: the folder holds something already, or cannot be written.
    """
    try:
        if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
            raise UsageError(
                f"{folder}: is there already, and is not empty; nothing was written.",
                hint="Name a new folder: a pack holds nothing but what is in its index.",
            )
        for name, data in sorted(files.items()):
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)
    except OSError as error:
        raise UsageError(
            f"{error.filename or folder}: the pack cannot be written ({error.strerror or error}).",
            hint="Name a folder that can be made, with space and permission.",
        ) from error


def pack_zip(files: Mapping[str, bytes]) -> bytes:
    """Return a pack as one zip: the same files make the same bytes.

    Args:
        files: by name.

    Raises:
        UsageError: it is larger than a plain zip can be.
    """
    body, directory = bytearray(), bytearray()
    for name in sorted(files):
        data, encoded = files[name], name.encode()
        if len(files) > _MOST_FILES or len(body) + len(data) > _MOST_BYTES:
            raise UsageError(
                "the pack is larger than a plain zip holds (4 GB, 65,535 files).",
                hint='Write a folder, or set [evidence] journal = "committed".',
            )
        common = (_UTF_8, 0, _TIME, _DATE, zlib.crc32(data), len(data), len(data), len(encoded), 0)
        offset = len(body)
        body += _LOCAL_FIELDS.pack(_LOCAL, _NEEDED, *common) + encoded + data
        directory += (
            _CENTRAL_FIELDS.pack(_CENTRAL, _MADE_BY, _NEEDED, *common, 0, 0, 0, _MODE, offset)
            + encoded
        )
    count = len(files)
    end = _END_FIELDS.pack(_END, 0, 0, count, count, len(directory), len(body), 0)
    return bytes(body + directory + end)


def unzipped(data: bytes, *, name: str) -> dict[str, bytes]:
    """Return the files of a zip that :func:`pack_zip` made, and of no other.

    Args:
        data: of the zip.
        name: of the zip, for messages.

    Raises:
        EvidenceError: it is no such zip, or a byte of it was changed.
    """
    files: dict[str, bytes] = {}
    at = 0
    while data[at : at + 4] != _CENTRAL and data[at : at + 4] != _END:
        file, content, after = _entry(data, at, name)
        if file in files:
            raise EvidenceError(f"{name}/{file}: stands twice in the zip.", hint=_HINT)
        files[file] = content
        at = after
    expected = pack_zip(files)
    if expected != data:
        where = _first_difference(expected, data)
        raise EvidenceError(
            f"{name}: byte {where} of {len(data)} {_place(files, where)}is not as a pack's zip has "
            "it.",
            hint=_HINT,
        )
    return files


def _entry(data: bytes, at: int, name: str) -> tuple[str, bytes, int]:
    """Return the file that begins at an offset: its name, its bytes, and where the next begins."""
    broken = f"{name}: found no file of a pack's zip at byte {at}"
    head = data[at : at + _LOCAL_FIELDS.size]
    if len(head) < _LOCAL_FIELDS.size or not head.startswith(_LOCAL):
        raise EvidenceError(f"{broken}.", hint=_HINT)
    *_, crc, packed, size, n_name, n_extra = _LOCAL_FIELDS.unpack(head)
    begin = at + _LOCAL_FIELDS.size
    encoded = data[begin : begin + n_name]
    try:
        file = encoded.decode()
    except UnicodeDecodeError:
        raise EvidenceError(f"{broken}: a name that is not UTF-8.", hint=_HINT) from None
    content = data[begin + n_name : begin + n_name + size]
    if packed != size or n_extra or len(content) != size or file_name_problem(file):
        raise EvidenceError(f"{broken} ({ascii(file)[:80]}).", hint=_HINT)
    if zlib.crc32(content) != crc:
        raise EvidenceError(
            f"{name}/{file}: its bytes are not those that the zip was made of (their check sum is "
            "another).",
            hint=_HINT,
        )
    return file, content, begin + n_name + size


def _first_difference(one: bytes, other: bytes) -> int:
    """Return where two texts of bytes differ first: at a byte, or where the shorter one ends."""
    shorter = min(len(one), len(other))
    return next((at for at in range(shorter) if one[at] != other[at]), shorter)


def _place(files: Mapping[str, bytes], where: int) -> str:
    """Say in which file's entry a byte lies; empty where it lies behind them all."""
    at = 0
    for name in sorted(files):
        at += _LOCAL_FIELDS.size + len(name.encode()) + len(files[name])
        if where < at:
            return f"({name}) "
    return ""
