"""``python -m benchmarks.gates.reading NAME FOLDER``: what a contestant left, as two numbers.

How many items it judged, and how many of them it found good; exit code 1 where it left nothing that
can be read.
"""

from __future__ import annotations

import sys
from pathlib import Path

from benchmarks.gates.contestants import CONTESTANTS


def main() -> int:
    """Read it and print the numbers."""
    name, folder = sys.argv[1:]
    who = next(each for each in CONTESTANTS if each.name == name)
    try:
        judged, good = who.result(Path(folder))
    except (OSError, ValueError, KeyError, TypeError):
        return 1
    print(judged, good)
    return 0


if __name__ == "__main__":
    sys.exit(main())
