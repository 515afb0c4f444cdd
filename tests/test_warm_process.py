"""A forked process is what a fresh one is: arguments, folder, environment, streams, code, end."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.warm_process import PipedProcess, WarmProcess, popen, run, start

SAYS = """
import atexit, os, sys, threading, time
atexit.register(print, "the end")
print(sys.argv[1:], os.getcwd(), sorted(os.environ), sys.path[0], __name__)
print(sys.stdin.read(), sys.stdout.isatty(), sys.stdout.encoding, file=sys.stderr)
threading.Timer(0.1, print, ["later"]).start()
if "wait" in sys.argv:
    open("begun", "w").close()
    time.sleep(60)
if "bug" in sys.argv:
    raise ValueError("a bug")
sys.exit(int(sys.argv[1]))
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with a module that says how it was started."""
    (tmp_path / "says.py").write_text(SAYS, encoding="utf-8")
    return tmp_path


def _fresh(folder: Path, *words: str, env: dict[str, str]) -> tuple[int, str, str]:
    ran = subprocess.run(
        [sys.executable, "-m", *words],
        cwd=folder,
        env=env,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    return ran.returncode, ran.stdout, ran.stderr


@pytest.mark.parametrize("words", [("0", "a b"), ("7",), ("1", "bug")], ids=" ".join)
def test_a_forked_process_is_what_a_fresh_one_is(folder: Path, words: tuple[str, ...]) -> None:
    """All that it sees and says, to the end of its threads and of the interpreter."""
    env = {**os.environ, "OWN": "1"}
    env.pop("HOME", None)
    ran = run("says", *words, cwd=folder, env=env)
    code, out, err = _fresh(folder, "says", *words, env=env)
    assert (ran.returncode, ran.stdout) == (code, out)
    assert ran.stderr.splitlines()[0] == err.splitlines()[0]
    assert ran.stderr.splitlines()[-1] == err.splitlines()[-1]
    assert "later" in ran.stdout
    assert "the end" in ran.stdout


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_it_hears_signals(folder: Path, number: signal.Signals) -> None:
    """It ends by them as a program does that does not look for them."""
    process = start("says", "0", "wait", cwd=folder)
    while not (folder / "begun").exists():
        time.sleep(0.01)
    process.send_signal(number)
    process.communicate(timeout=30)
    assert process.returncode == -number


def test_what_the_interpreter_is_told_needs_a_fresh_one(folder: Path) -> None:
    """A variable that only a fresh interpreter reads is given to one."""
    started = start("says", "0", cwd=folder, env={**os.environ, "PYTHONIOENCODING": "ascii"})
    _, err = started.communicate()
    assert not isinstance(started, WarmProcess)
    assert "ascii" in err


PROGRAM = """
import sys
print(sys.argv, __name__, "x" in sys.path, "" in sys.path)
print("\\u00e9\\udc80", file=sys.stderr)
input()
"""


def test_a_program_through_a_pipe_is_what_a_fresh_one_is(folder: Path) -> None:
    """Both of its streams in one pipe, in order, encoded as it is told, with its exit code."""
    env = {**os.environ, "PYTHONUNBUFFERED": "1", "PYTHONIOENCODING": "ascii:backslashreplace"}
    command = [sys.executable, "-P", "-c", PROGRAM, "one", "two words"]
    streams = {"stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE, "stderr": subprocess.STDOUT}
    forked = popen(command, cwd=folder, env=env, **streams)
    assert isinstance(forked, PipedProcess)
    fresh = subprocess.run(command, cwd=folder, env=env, check=False, **streams)
    with forked.stdout as said:
        lines, expected = said.read().splitlines(), fresh.stdout.splitlines()
    assert lines[:2] == expected[:2]
    assert lines[-1] == expected[-1]
    assert forked.wait(30) == fresh.returncode == 1
