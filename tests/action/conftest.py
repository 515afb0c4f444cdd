"""Lets the tests of this folder make reports as ``tests/report/reports.py`` does."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.append(str(Path(__file__).parents[1] / "report"))
sys.path.append(str(Path(__file__).parent))
