"""Pieces of files are read as they are now, and no more files than a few are kept open."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from mhgate.suites import open_files
from mhgate.suites.open_files import OpenFiles


def test_pieces_are_read_in_any_order(tmp_path: Path) -> None:
    """Each piece is what stands there, and fewer bytes where the file ends before."""
    path = tmp_path / "items.jsonl"
    path.write_bytes(b"0123456789")
    files = OpenFiles()
    found = [files.read(str(path), *piece) for piece in ((7, 2), (0, 3), (8, 9), (20, 1))]
    assert found == [b"78", b"012", b"89", b""]


def test_a_file_that_was_written_over_is_what_it_is_now(tmp_path: Path) -> None:
    """A change in place is seen by the next reader."""
    path = tmp_path / "items.jsonl"
    path.write_bytes(b"old")
    files = OpenFiles()
    assert files.read(str(path), 0, 9) == b"old"
    path.write_bytes(b"another")
    assert files.read(str(path), 0, 9) == b"another"


def test_a_file_that_was_replaced_is_read_anew(tmp_path: Path) -> None:
    """Who looks again gets the file that has the name now, and so does everybody after that."""
    path, other = tmp_path / "items.jsonl", tmp_path / "other"
    path.write_bytes(b"old")
    other.write_bytes(b"new")
    files = OpenFiles()
    files.read(str(path), 0, 3)
    other.replace(path)
    assert files.read_anew(str(path), 0, 3) == b"new"
    assert files.read(str(path), 0, 3) == b"new"


def test_few_files_are_kept_open(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """However many files are read, those that were read last are open, and are read right."""
    monkeypatch.setattr(open_files, "_MOST", 2)
    opened: list[int] = []
    closed: list[int] = []
    real_open, real_close = os.open, os.close
    monkeypatch.setattr(os, "open", lambda *given: opened.append(1) or real_open(*given))
    monkeypatch.setattr(os, "close", lambda handle: closed.append(1) or real_close(handle))
    files = OpenFiles()
    for number in range(5):
        (tmp_path / str(number)).write_bytes(b"%d" % number)
    opened.clear()
    for number in (0, 1, 2, 3, 4, 4, 3, 0):
        assert files.read(str(tmp_path / str(number)), 0, 1) == b"%d" % number
    assert len(opened) - len(closed) == 2
    assert len(opened) == 6


def test_a_file_that_is_not_there_is_said(tmp_path: Path) -> None:
    """It is the system's own error that is raised."""
    with pytest.raises(FileNotFoundError):
        OpenFiles().read(str(tmp_path / "none"), 0, 1)


def test_where_no_piece_can_be_read_by_its_place_none_stays_open(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On systems without ``pread`` the file is opened for each piece, and nothing else changes."""
    path = tmp_path / "items.jsonl"
    path.write_bytes(b"0123")
    monkeypatch.delattr(os, "pread")
    assert OpenFiles().read(str(path), 1, 2) == b"12"
