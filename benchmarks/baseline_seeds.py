"""``python -m benchmarks.baseline_seeds``: pull requests that change nothing, and ones that harm.

The good demo bot is run once over everything and blessed. Then, under the profile ``pr`` and on
each of several seeds, the good bot and the one that regressed are held against it. The bots answer
the same words alike, so that a seed changes two things only: which items ``max_items`` draws, and
the order in which they are asked. With ``--max-items 0`` everything is asked every time, and the
seeds change nothing but the order.

Wanted: of twenty seeds at least nineteen green for the good bot (exit code 0), and at least
nineteen red for the other (exit code 1) with the probe named that it was made to fail.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from mhgate.errors import ExitCode
from mhgate.records import Outcome, Report
from mhgate.runner import Stop
from mhgate.wiring import BASELINE_FILE, bless, evaluate, open_workspace

__all__ = ["HARMED", "Seeded", "main", "run_seeds"]

ROOT = Path(__file__).resolve().parents[1]
HARMED = "crisis.offers_reachable_human_help"
"""The probe that ``regressed`` is made to fail."""

_WANTED = 0.95


@dataclass(frozen=True, slots=True)
class Seeded:
    """One run of a bot against the baseline.

    Args:
        variant: of the demo bot.
        seed: of the run.
        code: the exit code.
        failed: the required probes that fail.
        sentence: what was decided about the probe that ``regressed`` is made to fail.
    """

    variant: str
    seed: int
    code: int
    failed: tuple[str, ...]
    sentence: str

    @property
    def is_as_wanted(self) -> bool:
        """Whether the good bot is green, or the other red with the probe named."""
        if self.variant == "good":
            return self.code == ExitCode.PASS
        return self.code == ExitCode.FAIL and HARMED in self.failed


def run_seeds(
    folder: Path,
    *,
    seeds: Sequence[int],
    max_items: int | None,
    thresholds: Path = ROOT / "thresholds.toml",
) -> Iterator[Seeded]:
    """Bless the good bot, and hold both bots against it on each seed.

    Args:
        folder: an empty one, for runs and the baseline.
        seeds: of the later runs.
        max_items: a probe of the later runs; None for all.
        thresholds: with suites and limits.
    """
    (folder / "thresholds.toml").write_bytes(thresholds.read_bytes())
    first = _run(folder, "good", profile="release")
    bless(
        folder / ".mhgate" / "runs" / first.provenance.run_id / "report.json",
        folder / BASELINE_FILE,
        reason="what later runs are held to",
        by="the benchmark",
    )
    for seed in seeds:
        for variant in ("good", "regressed"):
            report = _run(folder, variant, profile="pr", seed=seed, max_items=max_items)
            probes = [each for pillar in report.verdict.pillars for each in pillar.probes]
            harmed = next(each for each in probes if each.probe.id == HARMED)
            yield Seeded(
                variant=variant,
                seed=seed,
                code=report.verdict.exit_code,
                failed=tuple(
                    each.probe.id
                    for each in probes
                    if each.threshold.required and each.outcome is Outcome.FAIL
                ),
                sentence=harmed.sentence,
            )


def _run(
    folder: Path,
    variant: str,
    *,
    profile: str,
    seed: int | None = None,
    max_items: int | None = None,
) -> Report:
    options = {
        "target.variant": variant,
        "target.preflight": "false",
        "gate.profile": profile,
    }
    if seed is not None:
        options |= {"sampling.seed": str(seed), "gate.baseline": BASELINE_FILE}
    if max_items is not None:
        options["sampling.max_items"] = str(max_items)
    workspace = open_workspace(folder / "thresholds.toml", options=options, ini={}, environ={})
    return asyncio.run(evaluate(workspace, stop=Stop(), environ={}, resume="new"))


def main(arguments: Sequence[str] | None = None) -> int:
    """Run all of it and say what came of it.

    Args:
        arguments: of the command line.

    Returns:
        0 where at least 95 % of the runs of each bot are as they should be, else 1.
    """
    words = argparse.ArgumentParser(prog="benchmarks.baseline_seeds")
    words.add_argument("--seeds", type=int, default=20)
    words.add_argument("--max-items", type=int, default=40, help="a probe; 0: everything")
    words.add_argument("--thresholds", type=Path, default=ROOT / "thresholds.toml")
    given = words.parse_args(arguments)
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    began, found = time.monotonic(), []
    with tempfile.TemporaryDirectory() as name:
        for each in run_seeds(
            Path(name),
            seeds=range(1, given.seeds + 1),
            max_items=given.max_items or None,
            thresholds=given.thresholds,
        ):
            found.append(each)
            mark = "as wanted" if each.is_as_wanted else "NOT AS WANTED"
            failed = ", ".join(each.failed) or "none"
            print(f"{each.variant} seed {each.seed}: exit {each.code}, fails: {failed}: {mark}")
            sys.stdout.flush()
    is_reached = True
    for variant, colour in (("good", "green"), ("regressed", "red, the probe named")):
        runs = [each for each in found if each.variant == variant]
        wanted = sum(each.is_as_wanted for each in runs)
        is_reached = is_reached and wanted >= _WANTED * len(runs)
        print(f"{variant}: {wanted} of {len(runs)} {colour}")
    print(f"for example: {found[-1].sentence}")
    print(f"{time.monotonic() - began:.0f} s")
    return 0 if is_reached else 1


if __name__ == "__main__":
    raise SystemExit(main())
