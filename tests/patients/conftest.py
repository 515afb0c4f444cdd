"""Lets the tests of this folder import ``made_vignettes``; tests are imported by path."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
