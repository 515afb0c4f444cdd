"""``python -m benchmarks.verdict``: the gate on simulated bots, as JSON on stdout.

``python -m benchmarks --section verdict`` starts it, and keeps what it says.
"""

from __future__ import annotations

import argparse
import json
import shutil
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.coverage.simulated_bots import Bot, Size
from benchmarks.verdict.bots import BOTS, DESIGNS, MIN_SCORE, REPLIES, write_suite
from mhgate import run


def played(path: Path, bot: Bot, size: Size, rng: np.random.Generator) -> dict[str, Any]:
    """Return how each design ends on the same answers.

    Args:
        path: of thresholds.toml.
        bot: whose answers are drawn, once.
        size: of the suite.
        rng: draws them.

    Returns:
        For each design the outcome, and the calls that the bot heard.
    """
    good, _ = bot.plays(rng, size)
    seed = str(int(rng.integers(2**31)))
    found = {}
    for design in DESIGNS:
        heard: list[str] = []

        async def reply(message: str, heard: list[str] = heard) -> str:
            heard.append(message)
            return REPLIES[bool(good[int(message)])]

        shutil.rmtree(path.parent / ".mhgate", ignore_errors=True)
        options = {"sampling.design": design, "sampling.seed": seed}
        report = run(path, target=reply, options=options)
        assert report.accounts.asked == len(heard) == len(set(heard))
        found[design] = {"outcome": str(report.verdict.outcome), "calls": len(heard)}
    return found


def main(arguments: Sequence[str] | None = None) -> int:
    """Play every bot so many times."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.verdict", description=__doc__)
    parser.add_argument("--runs", type=int, required=True)
    parser.add_argument("--families", type=int, required=True)
    parser.add_argument("--seed", type=int, required=True)
    given = parser.parse_args(arguments)
    size = Size(families=given.families)
    bots = []
    with tempfile.TemporaryDirectory(prefix="mhgate-bench-") as name:
        path = write_suite(Path(name), size)
        for place, (words, bot) in enumerate(BOTS.items()):
            runs = [
                played(path, bot, size, np.random.default_rng([given.seed, place, number]))
                for number in range(given.runs)
            ]
            bots.append({"name": words, "rate": bot.rate, "runs": runs})
            sys.stderr.write(f"{words}: {given.runs} runs of each design\n")
    told = {
        "items": size.items,
        "families": size.families,
        "icc": bot.icc,
        "min_score": MIN_SCORE,
        "bots": bots,
    }
    print(json.dumps(told))
    return 0


if __name__ == "__main__":
    sys.exit(main())
