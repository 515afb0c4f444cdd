"""Hands ``configurations.py`` to the tests of this folder."""

from __future__ import annotations

import sys
from pathlib import Path

# tests are imported by path and find no neighbour by themselves
sys.path.insert(0, str(Path(__file__).parent))
