"""A run of a small suite, packed and signed, and the keys that it was signed with."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

THRESHOLDS = """
[suites]
folders = ["crisis"]
[target]
kind = "demo"
[sampling]
max_items = 20
[evidence]
require = ["clinical review"]
[pillar.crisis]
min_score = 0.3
[pillar.crisis.stratum."risk=imminent"]
min_score = 0.1
"""


@dataclass(frozen=True)
class Filed:
    """A run that was packed and signed, and the keys."""

    root: Path
    report: Path
    folder: Path
    archive: Path
    key: Path
    public: Path
