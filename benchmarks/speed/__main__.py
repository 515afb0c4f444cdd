"""``python -m benchmarks.speed``: CPU seconds beside the peers', and which bars hold."""

from __future__ import annotations

import argparse
import os
import platform
import sys
from collections.abc import Iterator, Sequence
from importlib.metadata import version
from pathlib import Path

from benchmarks.speed import aggregation, agreement, intervals
from benchmarks.speed.race import Race, table

_SEED = 20261130


def races(*, reduced: bool, seed: int) -> Iterator[Race]:
    """Yield every race; reduced, on little data.

    Args:
        reduced: whether a test is waiting.
        seed: of the simulated data.
    """
    yield from intervals.races(
        families=12 if reduced else 36, resamples=100 if reduced else 9999, seed=seed
    )
    yield from aggregation.races(
        scores=5_000 if reduced else 1_000_000,
        records=500 if reduced else 1_000_000,
        resamples=20 if reduced else 1_000,
        seed=seed,
    )
    yield from agreement.races(
        ratings=400 if reduced else 70_000, resamples=50 if reduced else 1_000, seed=seed
    )


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the races one after another; 1 when a bar does not hold at full size."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.speed", description=__doc__)
    parser.add_argument("--reduced", action="store_true", help="little data, as in the tests")
    parser.add_argument("--seed", type=int, default=_SEED)
    parser.add_argument("--write", type=Path, metavar="FILE", help="write the page there too")
    given = parser.parse_args(arguments)
    found = []
    for race in races(reduced=given.reduced, seed=given.seed):
        found.append(race.run())
        sys.stderr.write(f"{race.name}: {found[-1].ours_s:.4f} s\n")
    machine = (
        f"Python {platform.python_version()}, numpy {version('numpy')}, scipy {version('scipy')}, "
        f"{os.cpu_count()} processors. CPU seconds of the best round, ours and the peer's by turns "
        "in one run: compare the ratios."
    )
    rows = table(found, judged=not given.reduced)
    page = f"# How fast the figures come\n\n{machine}\n\n{rows}"
    sys.stdout.write(page + "\n")
    if given.write:
        given.write.write_text(page + "\n", encoding="utf-8")
    return 0 if given.reduced or all(each.holds for each in found) else 1


if __name__ == "__main__":
    sys.exit(main())
