"""Runs ``mhgate`` as a process of its own, as a shell or a CI job would.

``start_gate`` and ``run_gate`` fork it from one that has loaded its modules; ``start_afresh`` and
``run_afresh`` start the interpreter, where that is part of what a test is about.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from mhgate.records import ProbeVerdict, Report
from mhgate.report import read_report
from tests.warm_process import WarmProcess, start

_LONGEST_S = 150
_NOT_INHERITED = ("MHGATE_", "PYTEST_", "COV_", "COVERAGE_", "GITHUB_")


@dataclass(frozen=True)
class Ended:
    """A process that has ended."""

    code: int
    out: str
    err: str
    output: Path

    @property
    def report(self) -> Report:
        """The report that it wrote."""
        return read_report(self.output)

    @property
    def last_line(self) -> str:
        return self.err.rstrip().rpartition("\n")[2]

    def probe(self, probe_id: str) -> ProbeVerdict:
        """What was decided about one probe."""
        return probe_of(self.report, probe_id)


def probe_of(report: Report, probe_id: str) -> ProbeVerdict:
    """Return what a report says about one probe."""
    found = {probe.probe.id: probe for pillar in report.verdict.pillars for probe in pillar.probes}
    return found[probe_id]


def start_gate(
    folder: Path, *words: str, environ: Mapping[str, str] | None = None
) -> subprocess.Popen[str] | WarmProcess:
    """Start ``mhgate`` in a folder: no terminal, nothing on standard input."""
    with _ctrl_c_is_heard():
        return start("mhgate", *words, cwd=folder, env=_given(environ))


def start_afresh(
    folder: Path, *words: str, environ: Mapping[str, str] | None = None
) -> subprocess.Popen[str]:
    """Start the same with an interpreter of its own."""
    with _ctrl_c_is_heard():
        return subprocess.Popen(
            [sys.executable, "-m", "mhgate", *words],
            cwd=folder,
            env=_given(environ),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )


def _given(environ: Mapping[str, str] | None) -> dict[str, str]:
    inherited = {
        name: value for name, value in os.environ.items() if not name.startswith(_NOT_INHERITED)
    }
    return {**inherited, **(environ or {})}


@contextmanager
def _ctrl_c_is_heard() -> Iterator[None]:
    """Let children that are born meanwhile hear Ctrl-C, also where the tests run in the background.

    Only the main thread can see to that; the children of others are not sent one.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def ended(process: subprocess.Popen[str] | WarmProcess, output: Path) -> Ended:
    """Wait for a process that was started, and end it when it takes too long."""
    try:
        out, err = process.communicate(timeout=_LONGEST_S)
    except subprocess.TimeoutExpired:
        process.kill()
        out, err = process.communicate()
        raise AssertionError(f"mhgate did not end within {_LONGEST_S} s; it said:\n{err}") from None
    return Ended(process.returncode, out, err, output)


def run_gate(folder: Path, *words: str, environ: Mapping[str, str] | None = None) -> Ended:
    """Run ``mhgate run`` in a folder to its end; the report is written to a file of its own."""
    output = _next_output(folder)
    process = start_gate(folder, "run", f"--output={output}", *words, environ=environ)
    return ended(process, output)


def run_afresh(folder: Path, *words: str, environ: Mapping[str, str] | None = None) -> Ended:
    """Run the same with an interpreter of its own."""
    output = _next_output(folder)
    process = start_afresh(folder, "run", f"--output={output}", *words, environ=environ)
    return ended(process, output)


def _next_output(folder: Path) -> Path:
    return folder / f"report-{len(list(folder.glob('report-*.json')))}.json"
