"""Ratings written as a file and read back; and the public workbooks, where they lie."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from mhgate.importers import read_ratings
from mhgate.records import RatingSet

_DATA = Path(__file__).resolve().parents[3] / "shared" / "data" / "mentalalign"

Read = Callable[[str, str, str | bytes], RatingSet]


@pytest.fixture
def read(tmp_path: Path) -> Read:
    """Return a reader of one file's text (or bytes) by a mapping's text."""

    def reading(name: str, mapping: str, content: str | bytes) -> RatingSet:
        path, toml = tmp_path / name, tmp_path / "mapping.toml"
        path.write_bytes(content.encode() if isinstance(content, str) else content)
        toml.write_text(mapping, encoding="utf-8")
        return read_ratings(path, toml)

    return reading


@pytest.fixture(scope="session")
def mentalalign() -> Path:
    """Return the folder of MentalAlign's workbooks, or skip."""
    if not _DATA.is_dir():
        pytest.skip("no public data: mentalalign is not beside the checkout")
    return _DATA
