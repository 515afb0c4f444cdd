"""A pack's folder and its zip: the same bytes for the same files, and nothing else is read."""

from __future__ import annotations

import io
import os
import zipfile
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mhgate.errors import EvidenceError, UsageError
from mhgate.evidence.container import file_name_problem, pack_zip, read_pack, unzipped, write_pack

FILES = {"index.json": b"{}", "suites/a/b.py": b"x = 1\n", "empty": b"", "é.md": b"\xc3\xa9"}


def test_a_zip_comes_back_and_any_tool_reads_it() -> None:
    """What was packed is what is read, here and by Python's own zip reader, sorted and stored."""
    data = pack_zip(FILES)
    assert unzipped(data, name="p.zip") == FILES
    assert data == pack_zip(dict(reversed(FILES.items())))
    with zipfile.ZipFile(io.BytesIO(data)) as read:
        assert read.testzip() is None
        assert read.namelist() == sorted(FILES)
        assert {info.compress_type for info in read.infolist()} == {zipfile.ZIP_STORED}
        assert {info.date_time for info in read.infolist()} == {(1980, 1, 1, 0, 0, 0)}
        assert all(read.read(name) == FILES[name] for name in FILES)


@given(st.data())
def test_no_byte_of_a_zip_can_change(data: st.DataObject) -> None:
    """Between the files, in headers and directory, and at the end: each change is refused."""
    whole = pack_zip(FILES)
    at = data.draw(st.integers(0, len(whole) - 1))
    other = data.draw(st.integers(1, 255))
    changed = bytearray(whole)
    changed[at] ^= other
    with pytest.raises(EvidenceError, match=r"p\.zip"):
        unzipped(bytes(changed), name="p.zip")
    cut = data.draw(st.integers(0, len(whole) - 1))
    for broken in (whole[:cut], whole + whole[:cut] + b"x"):
        with pytest.raises(EvidenceError, match=r"p\.zip"):
            unzipped(broken, name="p.zip")


def test_another_zip_of_the_same_files_is_refused() -> None:
    """A zip that another program made of them holds bytes that nobody signed."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_STORED) as other:
        for name, data in sorted(FILES.items()):
            other.writestr(name, data)
    with pytest.raises(EvidenceError, match="not as a pack's zip has it"):
        unzipped(made.getvalue(), name="p.zip")


@pytest.mark.parametrize(
    "name", ["../a", "/a", "a//b", ".hidden", "a/.b", "a\\b", "c:a", "a\nb", ""]
)
def test_no_name_leads_out_of_a_pack(name: str) -> None:
    """A name that leaves the folder, or hides in it, is none."""
    assert file_name_problem(name)
    with pytest.raises(EvidenceError):
        unzipped(pack_zip({name: b"x"}), name="p.zip")


def test_a_folder_holds_plain_files_and_is_never_overwritten(tmp_path: Path) -> None:
    """Links are refused, for they hold no bytes; a folder with something in it is left alone."""
    folder = tmp_path / "pack"
    write_pack(FILES, folder)
    assert dict(read_pack(folder).files) == dict(sorted(FILES.items()))
    with pytest.raises(UsageError, match="is not empty"):
        write_pack(FILES, folder)
    (folder / "link").symlink_to(folder / "empty")
    with pytest.raises(EvidenceError, match="found a link"):
        read_pack(folder)
    with pytest.raises(UsageError, match="expected a pack"):
        read_pack(tmp_path / "nothing")


def test_a_pipe_is_no_pack(tmp_path: Path) -> None:
    """Reading one would wait for ever, and a device would never end."""
    pipe = tmp_path / "pack.zip"
    os.mkfifo(pipe)
    with pytest.raises(UsageError, match="found a pipe or a device"):
        read_pack(pipe)
