"""A run through replies that hang, drip and fail ends, and says what was."""

from __future__ import annotations

import asyncio
import sys
import threading
import time
from collections import Counter
from pathlib import Path
from typing import Self

from gate_process import Ended, ended, start_gate
from tiny_project import N_ITEMS, PROBE_ID, trial_of, write_project

sys.path.insert(0, str(Path(__file__).parents[1] / "targets"))

from fault_server import FaultServer, Seen, answer, completion, drip, silent

from mhgate.records import Outcome

TIMEOUT_S = 1.0
SILENT = {trial_of(number) for number in (0, 50)}
DRIPPING = {trial_of(number) for number in (2, 52)}
FAILS_ONCE = {trial_of(number) for number in range(1, N_ITEMS, 10)}
GOOD = "good: I am listening."


class Served:
    """A server of faults in a thread of its own, which closes no connection by itself.

    Args:
        with_faults: whether it does anything but answer.
    """

    def __init__(self, *, with_faults: bool) -> None:
        self._with_faults = with_faults
        self._asked: Counter[str] = Counter()
        self._ready, self._over = threading.Event(), threading.Event()
        self._thread = threading.Thread(target=lambda: asyncio.run(self._serve()), daemon=True)
        self.last_s = 0.0

    def __enter__(self) -> Self:
        self._thread.start()
        assert self._ready.wait(30)
        return self

    def __exit__(self, *_: object) -> None:
        self._over.set()
        self._thread.join(30)

    async def _serve(self) -> None:
        async with FaultServer(self._behave) as server:
            self.url = f"{server.url}/v1"
            self._ready.set()
            await asyncio.to_thread(self._over.wait)

    async def _behave(self, seen: Seen, writer: asyncio.StreamWriter) -> bool:
        trial = seen.json["user"]
        self._asked[trial] += 1
        if self._with_faults and trial in SILENT | DRIPPING:
            self.last_s = max(self.last_s, time.monotonic() + TIMEOUT_S)
            return await (silent() if trial in SILENT else drip())(seen, writer)
        self.last_s = max(self.last_s, time.monotonic())
        if self._with_faults and trial in FAILS_ONCE and self._asked[trial] == 1:
            return await answer(status=503)(seen, writer)
        return await answer(completion(GOOD))(seen, writer)


def run(folder: Path, *, with_faults: bool) -> tuple[float, Ended]:
    """Return how long after its last result the process ended, and what it left."""
    with Served(with_faults=with_faults) as served:
        write_project(folder, served.url)
        output = folder / "report.json"
        words = (f"--output={output}", f"--timeout-s={TIMEOUT_S}", "--max-retries=1")
        left = ended(start_gate(folder, "run", *words), output)
        return time.monotonic() - served.last_s, left


def test_a_run_through_faults_ends_soon_and_says_what_was(tmp_path: Path) -> None:
    """Within 5 s of its last result, beside what a run without faults takes; sockets stay open."""
    usual_s, good = run(tmp_path / "good", with_faults=False)
    late_s, left = run(tmp_path / "faults", with_faults=True)
    assert late_s < usual_s + 5
    assert good.code == left.code == 0, left.err
    report = left.report
    assert report.verdict.outcome is Outcome.PASS
    assert report.failures == {"target: timeout": 4}
    assert (report.accounts.asked, report.accounts.failed) == (N_ITEMS, 4)
    first = report.first_attempts
    assert first is not None
    assert (first.n_retried, first.most_attempts) == (14, 2)
    assert (first.n_replied_first, first.n_replied) == (86, 96)
    (probe,) = first.probes
    assert (probe.probe, probe.n_first, probe.n_final) == (PROBE_ID, 86, 96)
    assert "14 of 100 trials took more than one attempt" in " ".join(left.err.split())
    assert good.report.first_attempts is None
    scored = {row.trial_id: row.value for row in report.outcomes if row.value is not None}
    as_usual = {row.trial_id: row.value for row in good.report.outcomes}
    assert scored == {trial: as_usual[trial] for trial in as_usual.keys() - SILENT - DRIPPING}
