"""The gate in a process of its own: what it says is shown, and obeyed by nobody.

What a product, a model or a suite prints goes through a pipe, each line marked, between
``::stop-commands::`` and a word that only this process knows. The process has none of the runner's
files (outputs, variables, summary) and none of the Action's own variables.
"""

from __future__ import annotations

import os
import secrets
import signal
import subprocess
import sys
import threading
from collections import deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import IO, TextIO

from mhgate.action.commands import quoted_lines
from mhgate.action.inputs import PREFIX
from mhgate.errors import ExitCode

__all__ = ["SIGNING", "GateRun", "run_gate"]

# what a step writes through; in hostile hands, `verdict=pass` or another PATH for later steps
_RUNNERS_FILES = frozenset(
    {"GITHUB_OUTPUT", "GITHUB_ENV", "GITHUB_PATH", "GITHUB_STATE", "GITHUB_STEP_SUMMARY"}
)
_FACES_OWN = frozenset(
    {
        *("MHGATE_CONFIG", "MHGATE_EARLIER_ATTEMPTS", "MHGATE_HTML", "MHGATE_JUNIT"),
        *("MHGATE_OUTPUT", "MHGATE_PRODUCT_FOLDER", "MHGATE_RESUME", "MHGATE_SARIF"),
        "MHGATE_TLS_FOLDER",
    }
)
SIGNING = frozenset(
    {
        *("MHGATE_SIGNING_KEY", "MHGATE_SIGNING_PASSPHRASE"),
        *("ACTIONS_ID_TOKEN_REQUEST_TOKEN", "ACTIONS_ID_TOKEN_REQUEST_URL"),
    }
)
"""What signs, or gets what signs: no process that runs a product's code has it."""

# mhgate is imported before a folder of the pull request is looked into: no namesake takes its place
_PROGRAM = """\
import sys
import mhgate.wiring, pytest
from mhgate.cli import main
folder = sys.argv.pop(1)
if folder:
    sys.path.insert(0, folder)
main()
"""
_LAST_WORDS = 40
_LONGEST_LINE = 4000
_GRACE_S = 30.0
_PATIENCE_S = 2.0


@dataclass(frozen=True, slots=True)
class GateRun:
    """How the process ended.

    Args:
        exit_code: of the command.
        last_words: the last lines that it said; they can hold anything.
    """

    exit_code: int
    last_words: tuple[str, ...] = ()


def run_gate(
    words: Sequence[str],
    *,
    folder: Path,
    code: Path | None,
    environ: Mapping[str, str],
    more: Mapping[str, str] | None = None,
    stream: TextIO,
    limit_s: float | None = None,
) -> GateRun:
    """Run ``mhgate`` and show what it says.

    Args:
        words: after ``mhgate``: the verb, ``run`` say, and what follows.
        folder: where it runs.
        code: from which folder modules are imported too; None: from none beside the usual.
        environ: the environment; what is the runner's and the Action's own is left out.
        more: variables beside it.
        stream: the step's output.
        limit_s: after which the process is ended; None: never.

    Returns:
        Its exit code and last words.
    """
    token = secrets.token_hex(20)
    # a problem matcher makes annotations of what looks like a traceback
    stream.write("::remove-matcher owner=python::\n")
    stream.write(f"::stop-commands::{token}\n")
    stream.flush()
    last: deque[str] = deque(maxlen=_LAST_WORDS)
    process = subprocess.Popen(  # noqa: S603 - no shell; the words were read from inputs, one by one
        [sys.executable, "-P", "-c", _PROGRAM, str(code or ""), *words],
        cwd=folder,
        env={**_environment(environ), **(more or {})},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
    )
    deaf = threading.Event()
    writing = threading.Lock()
    reader = threading.Thread(
        target=_show, args=(process.stdout, stream, last, deaf, writing), daemon=True
    )
    reader.start()
    try:
        status = process.wait(limit_s)
    except subprocess.TimeoutExpired:
        last.append("the run did not end in its time and was ended")
        status = _ended(process)
    except KeyboardInterrupt:
        process.send_signal(signal.SIGINT)
        status = _ended(process)
    reader.join(_PATIENCE_S)
    with writing:  # what it left running may hold the pipe open: nobody listens to it any more
        deaf.set()
        shown = tuple(last)
        stream.write(f"\n::{token}::\n")
        stream.flush()
    return GateRun(_exit_code(status), shown)


def _environment(environ: Mapping[str, str]) -> dict[str, str]:
    kept = {
        name: value
        for name, value in environ.items()
        if name not in _RUNNERS_FILES | _FACES_OWN | SIGNING
        and not name.startswith((PREFIX, "INPUT_"))
    }
    return {**kept, "PYTHONUNBUFFERED": "1", "PYTHONIOENCODING": "utf-8:backslashreplace"}


def _show(
    said: IO[bytes] | None,
    stream: TextIO,
    last: deque[str],
    deaf: threading.Event,
    writing: threading.Lock,
) -> None:
    """Pass on what the process says, line by line, until nobody says any more or nobody listens."""
    if said is None:
        return
    with said:
        while raw := said.readline(_LONGEST_LINE * 4):
            with writing:
                if deaf.is_set():
                    return
                for line in quoted_lines(raw.decode("utf-8", "replace").rstrip("\r\n")):
                    shown = line if len(line) <= _LONGEST_LINE else f"{line[:_LONGEST_LINE]}..."
                    stream.write(_writable(shown, stream) + "\n")
                    last.append(shown[2:])
                stream.flush()


def _writable(text: str, stream: TextIO) -> str:
    encoding = getattr(stream, "encoding", None) or "utf-8"
    return text.encode(encoding, "backslashreplace").decode(encoding)


def _ended(process: subprocess.Popen[bytes]) -> int:
    process.terminate()
    try:
        return process.wait(_GRACE_S)
    except subprocess.TimeoutExpired:
        process.kill()
        return process.wait()


def _exit_code(status: int) -> int:
    """Return the exit code of a process, one ended by a signal with the signal's."""
    if status < 0:
        return 128 - status if os.name == "posix" else int(ExitCode.TERMINATED)
    return status
