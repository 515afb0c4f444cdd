"""``python -m mhgate.action``: the Action's brain, in a step of a workflow."""

from __future__ import annotations

import os
import sys

from mhgate.action.brain import act

if __name__ == "__main__":
    sys.exit(act(os.environ))
