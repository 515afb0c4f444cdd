"""List the skipped tests of a JUnit file, and fail on a skip that nobody has reviewed.

Usage: python .ci/check_skips.py JUNIT REVIEWED

REVIEWED holds one regular expression a line, matched against ``test: reason``; # begins a comment.
"""

from __future__ import annotations

import re
import sys
import xml.etree.ElementTree as ET
from pathlib import Path


def main(junit: str, reviewed: str) -> int:
    """Return 0 when every skip is reviewed, 1 otherwise."""
    lines = Path(reviewed).read_text(encoding="utf-8").splitlines()
    patterns = [line for line in lines if line.strip() and not line.startswith("#")]
    unreviewed = 0
    cases = list(ET.parse(junit).getroot().iter("testcase"))
    if not cases:
        print(f"{junit}: no test was run")
        return 1
    for case in cases:
        for skip in case.findall("skipped"):
            words = f"{case.get('classname')}::{case.get('name')}: {skip.get('message', '')}"
            known = any(re.search(pattern, words) for pattern in patterns)
            unreviewed += not known
            print(f"{'skipped' if known else 'NOT REVIEWED'}  {words}")
    print(f"{len(cases)} tests, {unreviewed} skips that nobody has reviewed")
    return 1 if unreviewed else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
