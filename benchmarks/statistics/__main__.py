"""``python -m benchmarks.statistics``: the races, in this interpreter, as JSON on stdout.

``python -m benchmarks --section statistics`` starts it in the interpreter that has the peers, and
keeps what it says.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Sequence
from dataclasses import asdict
from importlib.metadata import version

from benchmarks.statistics.races import races


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the races one after another."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.statistics", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="little data, as in the tests")
    parser.add_argument("--seed", type=int, required=True)
    given = parser.parse_args(arguments)
    timed = []
    for race in races(quick=given.quick, seed=given.seed):
        timed.append(race.run())
        sys.stderr.write(f"{race.name}: {timed[-1].ours_s:.4f} s\n")
    told = {
        "libraries": f"numpy {version('numpy')}, scipy {version('scipy')}",
        "threads": os.environ.get("OPENBLAS_NUM_THREADS"),
        "absent": sorted({each.absent for each in timed if each.absent}),
        "races": [asdict(each) for each in timed],
    }
    print(json.dumps(told))
    return 0


if __name__ == "__main__":
    sys.exit(main())
