"""A command as a process of its own, and what it used; the environment that all of them get.

A process begins its account of memory with the peak of the one that starts it. So whatever starts
one that is measured must itself stay small: large files are read, and numpy is loaded, elsewhere.
"""

from __future__ import annotations

import os
import subprocess
import threading
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

__all__ = ["ROOT", "Used", "bare_environment", "used"]

ROOT = Path(__file__).parents[1]
_KEPT = ("PATH", "LANG", "TMPDIR")
_MOST_S = 3600.0
_ONE_THREAD = ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS")


@dataclass(frozen=True, slots=True)
class Used:
    """What a process used.

    Args:
        exit_code: of its end.
        wall_s: from its start to its end.
        cpu_s: user's and system's, its children included.
        peak_mb: the largest process's resident memory at its peak.
    """

    exit_code: int
    wall_s: float
    cpu_s: float
    peak_mb: float


def bare_environment(home: Path) -> dict[str, str]:
    """Return an environment with nothing of this process's own but paths.

    Args:
        home: the home folder.

    Returns:
        It, with one thread for numpy's matrices: threads that spin while they wait are counted as
        CPU, more of it the busier a machine is.
    """
    return {
        **{name: os.environ[name] for name in _KEPT if name in os.environ},
        **dict.fromkeys(_ONE_THREAD, "1"),
        "DO_NOT_TRACK": "1",
        "CI": "1",
        "HOME": str(home),
        "NO_PROXY": "127.0.0.1",
        "PYTHONPATH": str(ROOT),
    }


def used(
    command: Sequence[str],
    *,
    cwd: Path,
    environ: Mapping[str, str],
    log: Path,
    most_s: float = _MOST_S,
) -> Used:
    """Run a command to its end.

    Args:
        command: with its arguments.
        cwd: where.
        environ: all of its environment.
        log: where its output goes.
        most_s: seconds after which it is killed: one that hangs ends with exit code -9.
    """
    began_s = time.perf_counter()
    with log.open("wb") as file:
        process = subprocess.Popen(  # noqa: S603 - a benchmark's own command
            command, cwd=cwd, env=environ, stdin=subprocess.DEVNULL, stdout=file, stderr=file
        )
    watch = threading.Timer(most_s, process.kill)
    watch.start()
    try:
        _, status, spent = os.wait4(process.pid, 0)
    finally:
        watch.cancel()
    wall_s = time.perf_counter() - began_s
    process.returncode = os.waitstatus_to_exitcode(status)
    return Used(process.returncode, wall_s, spent.ru_utime + spent.ru_stime, spent.ru_maxrss / 1024)
