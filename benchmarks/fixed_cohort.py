"""Makes suites/conversations/cohort.jsonl again: the canary, and what the cohort's seed gives.

    python -m benchmarks.fixed_cohort

Whoever changes a phrase or a rule makes it again; families that change ask for another reading.
"""

from __future__ import annotations

from pathlib import Path

from mhgate.patients.vignettes.drawing import draw_vignettes
from mhgate.patients.vignettes.rows import COHORT_SEED, COHORT_SIZE, cohort_bytes
from mhgate.suites.canary import canary_line

__all__ = ["FILE", "made"]

FILE = Path(__file__).resolve().parents[1] / "suites" / "conversations" / "cohort.jsonl"


def made() -> bytes:
    """Return the bytes of the file as they should be."""
    drawn = draw_vignettes(COHORT_SIZE, COHORT_SEED)
    return f"{canary_line()}\n".encode() + cohort_bytes(drawn)


if __name__ == "__main__":
    FILE.write_bytes(made())
    print(f"written {FILE}")
