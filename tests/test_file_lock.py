"""Holds the lock of a file: one process at a time, waited for, and said where it takes too long."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from mhgate.errors import UsageError
from mhgate.file_lock import held, locked

pytestmark = pytest.mark.skipif(os.name == "nt", reason="Windows has no such lock")


def test_a_file_is_held_and_let_go(tmp_path: Path) -> None:
    """Nobody else gets it meanwhile; afterwards anybody does, after a mistake too."""
    path = tmp_path / "thresholds.toml"
    path.write_bytes(b"x")
    with held(path), path.open("rb") as other:
        assert not locked(other)
    with pytest.raises(ValueError, match="a mistake"), held(path):
        raise ValueError("a mistake")
    with path.open("rb") as other:
        assert locked(other)
    assert path.read_bytes() == b"x"


def test_whoever_waits_too_long_is_told(tmp_path: Path) -> None:
    """The file is named, and what to do."""
    path = tmp_path / "thresholds.toml"
    path.touch()
    with path.open("rb") as other:
        assert locked(other)
        with (
            pytest.raises(UsageError, match=r"thresholds\.toml: another process holds it"),
            held(path, patience_s=0.1),
        ):
            pass
