"""One contestant, one run: wall, CPU, memory, and what the endpoint saw of it."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import tempfile
import urllib.request
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from benchmarks.gates.contestants import Contestant, Work, environment
from benchmarks.processes import ROOT, used

__all__ = ["Run", "Size", "endpoint", "measured", "run_of"]


@dataclass(frozen=True, slots=True)
class Size:
    """How much is to be done, and how slowly it is answered.

    Args:
        items: how many.
        concurrency: the most requests at once.
        latency_ms: of each reply, product's and judge's.
        characters: the least length of a message.
    """

    items: int
    concurrency: int = 64
    latency_ms: float = 0.0
    characters: int = 0

    @property
    def ideal_s(self) -> float:
        """The least time in which it can be done: two waits an item, so many at once."""
        return self.items * 2 * self.latency_ms / 1000 / self.concurrency


@dataclass(frozen=True, slots=True, kw_only=True)
class Run:
    """What came of it.

    Args:
        who: the contestant.
        size: of the work.
        exit_code: of its process.
        wall_s: from its start to its end.
        cpu_s: user's and system's, of the process and its children.
        peak_mb: the largest process's resident memory at its peak.
        n_target: requests of the product that the endpoint saw.
        n_judge: requests of the judge.
        n_connections: that it accepted.
        n_judged: items that the contestant says it judged.
        n_good: of these, found good.
    """

    who: str
    size: Size
    exit_code: int
    wall_s: float
    cpu_s: float
    peak_mb: float
    n_target: int
    n_judge: int
    n_connections: int
    n_judged: int
    n_good: int

    @property
    def efficiency(self) -> float | None:
        """The ideal time over the wall's; None where nobody is waited for."""
        return self.size.ideal_s / self.wall_s if self.size.latency_ms else None

    @property
    def over_ideal(self) -> float | None:
        """The wall's time over the ideal one; None where nobody is waited for."""
        return self.wall_s / self.size.ideal_s if self.size.latency_ms else None

    @property
    def is_whole(self) -> bool:
        """Whether all of the work was done."""
        items = self.size.items
        return self.n_judged == items and min(self.n_target, self.n_judge) >= items


def run_of(told: Mapping[str, Any]) -> Run:
    """Return a run from what ``asdict`` made of it."""
    return Run(**{**told, "size": Size(**told["size"])})


@contextmanager
def endpoint(latency_ms: float) -> Iterator[str]:
    """Serve the mock endpoint in a process of its own; its origin."""
    command = [sys.executable, "-m", "benchmarks.gates.endpoint", f"--latency-ms={latency_ms}"]
    with subprocess.Popen(  # noqa: S603 - this module's own command
        command, cwd=ROOT, stdout=subprocess.PIPE, text=True
    ) as process:
        try:
            assert process.stdout is not None
            yield f"http://127.0.0.1:{int(process.stdout.readline())}"
        finally:
            process.terminate()


def measured(who: Contestant, size: Size, peers: Path | None) -> Run:
    """Run a contestant once, against an endpoint of its own.

    Args:
        who: is there.
        size: of the work.
        peers: the folder of peers.
    """
    folder = Path(tempfile.mkdtemp(prefix="mhgate-bench-"))
    try:
        with endpoint(size.latency_ms) as origin:
            work = Work(folder, f"{origin}/v1", size.items, size.concurrency, size.characters)
            return _measured(who, size, work, peers or Path(), origin)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _measured(who: Contestant, size: Size, work: Work, peers: Path, origin: str) -> Run:
    who.prepare(work)
    environ = environment(who, work)
    command = list(who.command(peers, work))
    spent = used(command, cwd=work.folder, environ=environ, log=work.folder / "log.txt")
    counts = _counts(origin)
    if who.reads is not None:
        reading = list(who.reads(peers, work))
        subprocess.run(  # noqa: S603 - a contestant's own command
            reading, cwd=work.folder, env=environ, check=False, capture_output=True
        )
    n_judged, n_good = _result(who, work)
    return Run(
        who=who.name,
        size=size,
        **asdict(spent),
        n_target=counts["target"],
        n_judge=counts["judge"],
        n_connections=counts["connections"],
        n_judged=n_judged,
        n_good=n_good,
    )


def _counts(origin: str) -> dict[str, Any]:
    with urllib.request.urlopen(f"{origin}/counts", timeout=20) as reply:  # noqa: S310 - loopback
        told: dict[str, Any] = json.load(reply)
    return told


def _result(who: Contestant, work: Work) -> tuple[int, int]:
    """Return what it says that it did: nothing, where it says nothing that can be read.

    Read by a process of its own: a large report would swell this one, and the account of memory of
    all that it starts afterwards (:mod:`benchmarks.processes`).
    """
    command = [sys.executable, "-m", "benchmarks.gates.reading", who.name, str(work.folder)]
    done = subprocess.run(  # noqa: S603 - this module's own command
        command, cwd=ROOT, check=False, capture_output=True, text=True
    )
    if done.returncode == 0:
        n_judged, n_good = map(int, done.stdout.split())
        return n_judged, n_good
    kept = Path(tempfile.gettempdir()) / f"mhgate-bench-{who.name.replace(' ', '-')}.log"
    kept.write_bytes((work.folder / "log.txt").read_bytes())
    sys.stderr.write(f"{who.name} left no result; what it said is in {kept}\n")
    return 0, 0
