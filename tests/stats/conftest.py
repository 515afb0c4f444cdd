"""Reference values from other statistics packages, where they lie beside the checkout."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

_ORACLES = Path(__file__).resolve().parents[3] / "shared" / "oracles"


@pytest.fixture
def oracle() -> Callable[[str], Any]:
    """Return a reader of one file of reference values, which skips where there is none."""

    def read(name: str) -> Any:
        path = _ORACLES / name
        if not path.is_file():
            pytest.skip(f"no reference values: {name} is not beside the checkout")
        return json.loads(path.read_text(encoding="utf-8"))

    return read
