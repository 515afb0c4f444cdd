"""Lets the tests of this folder import ``measuring``; tests are imported by path."""

from __future__ import annotations

import sys
from pathlib import Path

from hypothesis import settings

sys.path.insert(0, str(Path(__file__).parent))

# A busy machine is no failure, and every run looks at the same examples.
settings.register_profile("steady", deadline=None, derandomize=True)
settings.load_profile("steady")
