"""A file that was written whole is copied whole, or not at all."""

from __future__ import annotations

from pathlib import Path

import pytest

from mhgate.errors import ReportFileError
from mhgate.report import write_copy


@pytest.mark.parametrize("size", [0, 7, 3 << 20])
def test_a_copy_holds_what_the_file_holds(tmp_path: Path, size: int) -> None:
    """Every byte is there, folders on the way are made, and nothing else is left behind."""
    source, path = tmp_path / "report.json", tmp_path / "new" / "folder" / "r.json"
    source.write_bytes(bytes(range(256)) * (size // 256) + b"x" * (size % 256))
    write_copy(source, path)
    assert path.read_bytes() == source.read_bytes()
    assert list(path.parent.iterdir()) == [path]


def test_a_file_is_copied_to_itself(tmp_path: Path) -> None:
    """Where the report is wanted where it lies, it stays what it is."""
    source = tmp_path / "report.json"
    source.write_bytes(b"{}\n")
    write_copy(source, source)
    assert source.read_bytes() == b"{}\n"


def test_what_cannot_be_read_leaves_the_old_file(tmp_path: Path) -> None:
    """Without a file to copy the other stays, and the error names the one that is missing."""
    path = tmp_path / "r.json"
    path.write_bytes(b"old")
    with pytest.raises(ReportFileError, match=r"report\.json: cannot be read"):
        write_copy(tmp_path / "report.json", path)
    assert path.read_bytes() == b"old"
