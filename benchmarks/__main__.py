"""``python -m benchmarks``: mhgate and the peers that are installed, by turns, in one run."""

from __future__ import annotations

import argparse
import os
import platform
import sys
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

from benchmarks.gates.contestants import CONTESTANTS
from benchmarks.gates.measuring import Run, Size, measured
from benchmarks.gates.pages import as_json, chart, page

_SLOW_MS = 500
_FEWER = 2  # at such a latency half the items show as much


def _parsed(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    names = ", ".join(who.name for who in CONTESTANTS)
    parser.add_argument("--who", default="", help=f"of these, with commas: {names}")
    parser.add_argument("--items", type=int, default=1000)
    parser.add_argument("--concurrency", type=int, default=64)
    parser.add_argument("--latency-ms", default="0,50,500", help="of each reply, with commas")
    parser.add_argument("--characters", type=int, default=0, help="least length of a message")
    parser.add_argument("--rounds", type=int, default=1)
    parser.add_argument("--write", type=Path, metavar="FOLDER", help="speed.json, .md and .svg")
    return parser.parse_args(arguments)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run them; 1 where a contestant did not do all of the work."""
    given = _parsed(arguments)
    named = os.environ.get("MHGATE_BENCH_PEERS")
    peers = Path(named).absolute() if named else None
    wanted = {name.strip().lower() for name in given.who.split(",") if name.strip()}
    chosen = [who for who in CONTESTANTS if not wanted or who.name.lower() in wanted]
    there = [who for who in chosen if who.is_there(peers)]
    absent = [who.name for who in chosen if who not in there]
    runs: list[Run] = []
    for latency_ms in map(float, given.latency_ms.split(",")):
        items = given.items // _FEWER if latency_ms >= _SLOW_MS else given.items
        size = Size(items, given.concurrency, latency_ms, given.characters)
        for _ in range(given.rounds):
            for who in there:
                runs.append(run := measured(who, size, peers))
                sys.stderr.write(
                    f"{run.who}, {latency_ms:g} ms: {run.cpu_s:.2f} s CPU, {run.wall_s:.2f} s\n"
                )
    machine = (
        f"{datetime.now(UTC):%Y-%m-%d}, {os.cpu_count()} processors ({platform.machine()}), "
        f"Python {platform.python_version()}; medians of {given.rounds}, by turns in one run"
    )
    shown = page(runs, absent, machine)
    sys.stdout.write(shown)
    if given.write:
        given.write.mkdir(parents=True, exist_ok=True)
        (given.write / "speed.md").write_text(shown, encoding="utf-8")
        (given.write / "speed.json").write_text(as_json(runs, absent, machine), encoding="utf-8")
        (given.write / "speed.svg").write_text(chart(runs, machine), encoding="utf-8")
    return 0 if all(run.is_whole for run in runs) else 1


if __name__ == "__main__":
    sys.exit(main())
