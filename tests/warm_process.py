"""Starts ``mhgate`` as a process of its own that need not load its modules first.

A run of a few items takes a fifth of a second, and loading mhgate, numpy and pytest before it one
of CPU. Here a server loads them once, does nothing else, and is forked for each process, which then
goes on as ``python -m mhgate`` would: with its own arguments, folder, environment, streams, signals
and exit code, to the interpreter's own end. What only a fresh interpreter shows is asked of fresh
ones: tests/e2e/test_bars.py starts no others. tests/test_warm_process.py holds the two alike.
"""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import IO, Any

__all__ = ["WarmProcess", "run", "start"]

_LOADED = ("hypothesis", "scipy.special", "scipy.stats", "mhgate")  # the last with all of its own
_OF_STREAMS = ("PYTHONIOENCODING", "PYTHONUNBUFFERED")
_STILL_THERE_S = 1.0  # how often the server looks whether the tests are


class WarmProcess:
    """What a test needs of a ``subprocess.Popen`` with pipes, of a process that was forked."""

    def __init__(
        self, words: list[str], *, cwd: Path, env: Mapping[str, str], into: Path | None = None
    ) -> None:
        """Start it; what it says goes into a file of each stream's own, or into one that is given.

        Args:
            words: the module's name, or ``-c`` and a program; and its arguments.
            cwd: in which folder.
            env: its environment.
            into: where all that it says goes.
        """
        self.args = [sys.executable, "-m", *words]
        self.returncode: int | None = None
        self._out, self._err = (
            tempfile.NamedTemporaryFile(mode="w+")  # noqa: SIM115 - open until it is read
            for _ in range(2)
        )
        self._server = socket.socket(socket.AF_UNIX)
        self._server.connect(_address())
        said = [self._out.name, self._err.name] if into is None else [str(into)] * 2
        streams = [os.devnull, *said]
        asked = {"words": words, "cwd": str(cwd), "env": dict(env), "streams": streams}
        self._server.sendall(json.dumps(asked).encode() + b"\n")
        self.pid = self._number()

    def _number(self) -> int:
        said = b""
        while not said.endswith(b"\n"):
            byte = self._server.recv(1)
            assert byte, "the server has ended"
            said += byte
        return int(said)

    def poll(self) -> int | None:
        """Return the exit code, or None while it runs."""
        with suppress(subprocess.TimeoutExpired):
            self.wait(0.001)
        return self.returncode

    def wait(self, timeout: float | None = None) -> int:
        """Wait until it has ended."""
        if self.returncode is None:
            self._server.settimeout(timeout)
            try:
                self.returncode = self._number()
            except TimeoutError:
                raise subprocess.TimeoutExpired(self.args, timeout or 0.0) from None
            finally:
                self._server.settimeout(None)
            self._server.close()
        return self.returncode

    def communicate(self, timeout: float | None = None) -> tuple[str, str]:
        """Wait until it has ended, and return all that it wrote."""
        self.wait(timeout)
        return _text(self._out), _text(self._err)

    def send_signal(self, number: signal.Signals) -> None:
        """Send it a signal; its end is not told to anybody else, so that its id is its own."""
        if self.poll() is None:
            os.kill(self.pid, number)

    def terminate(self) -> None:
        """Send SIGTERM."""
        self.send_signal(signal.SIGTERM)

    def kill(self) -> None:
        """Send SIGKILL."""
        self.send_signal(signal.SIGKILL)


class PipedProcess(WarmProcess):
    """The same of one whose output is read from a pipe while it runs."""

    def __init__(self, words: list[str], *, cwd: Path, env: Mapping[str, str]) -> None:
        folder = Path(tempfile.mkdtemp(prefix="mhgate-pipe-"))
        pipe = folder / "said"
        os.mkfifo(pipe)
        super().__init__(words, cwd=cwd, env=env, into=pipe)
        self._out.close()
        self._err.close()
        self.stdout = pipe.open("rb")  # as soon as the process has opened it too
        pipe.unlink()
        folder.rmdir()


def popen(
    command: list[str], *, cwd: Path, env: Mapping[str, str], **streams: int
) -> PipedProcess | subprocess.Popen[bytes]:
    """Start what the Action starts, ``python -P -c PROGRAM``: forked, where a fork can stand in.

    Args:
        command: all of its words.
        cwd: in which folder.
        env: its environment.
        streams: as ``subprocess.Popen`` takes them; stdout and stderr are one pipe.
    """
    python, *told, option, program = command[:4]
    is_known = (python, told, option) == (sys.executable, ["-P"], "-c")
    if is_known and _can_fork(env, but=_OF_STREAMS):
        return PipedProcess(["-c", program, *command[4:]], cwd=cwd, env=env)
    return subprocess.Popen(command, cwd=cwd, env=dict(env), **streams)


def start(
    *words: str, cwd: Path, env: Mapping[str, str] | None = None
) -> WarmProcess | subprocess.Popen[str]:
    """Start a module, as ``python -m`` does: forked, where a fork can stand in.

    Args:
        words: the module's name, and its arguments.
        cwd: in which folder.
        env: its environment; None: that of the tests.
    """
    given = dict(os.environ if env is None else env)
    if _can_fork(given):
        return WarmProcess([*words], cwd=cwd, env=given)
    return subprocess.Popen(
        [sys.executable, "-m", *words],
        cwd=cwd,
        env=given,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def run(
    *words: str, cwd: Path, env: Mapping[str, str] | None = None
) -> subprocess.CompletedProcess[str]:
    """Run one to its end."""
    started = start(*words, cwd=cwd, env=env)
    out, err = started.communicate()
    assert started.returncode is not None
    return subprocess.CompletedProcess(started.args, started.returncode, out, err)


def _can_fork(env: Mapping[str, str], *, but: tuple[str, ...] = ()) -> bool:
    """Return whether a fork can stand in: not where the interpreter itself is told otherwise."""
    told = {name for name in {*env, *os.environ} if name.startswith("PYTHON")}
    same = all(
        env.get(name) == os.environ.get(name) for name in told.difference(("PYTHONPATH", *but))
    )
    return sys.platform == "linux" and same


def _text(file: IO[str]) -> str:
    with file:
        return Path(file.name).read_text(encoding="utf-8")


@cache
def _address() -> str:
    """Start the server, once in each process that tests, and return where it listens."""
    path = str(Path(tempfile.mkdtemp(prefix="mhgate-warm-")) / "socket")
    server = subprocess.Popen(
        [sys.executable, __file__, path],
        cwd=Path(__file__).parents[1],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
    )
    assert server.stdout is not None
    with server.stdout as told:
        said = told.readline()
        assert said == b"ready\n", said + told.read()
    server.returncode = 0  # it ends with this process, who need not wait for it
    return path


# --- the server


def _load() -> None:
    import gc
    import importlib
    import pkgutil

    for name in _LOADED:
        importlib.import_module(name)
    package: Any = sys.modules["mhgate"]
    for module in pkgutil.walk_packages(package.__path__, "mhgate."):
        if not module.name.endswith("__main__"):
            importlib.import_module(module.name)
    gc.freeze()


def _serve(path: str) -> dict[str, Any]:
    """Fork for whoever asks; return in the forked process alone, with what it is to be."""
    parent = os.getppid()
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # whose end nobody waits for
    with socket.socket(socket.AF_UNIX) as listening:
        listening.bind(path)
        listening.listen(64)
        listening.settimeout(_STILL_THERE_S)
        os.write(1, b"ready\n")
        while os.getppid() == parent:
            with suppress(TimeoutError):
                connection, _ = listening.accept()
                if os.fork() == 0:
                    listening.close()
                    return _asked_for(connection)
                connection.close()
    Path(path).unlink()
    Path(path).parent.rmdir()
    os._exit(0)


def _asked_for(connection: socket.socket) -> dict[str, Any]:
    """Read what is asked for and fork again: one becomes it, and the other tells of its end."""
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    connection.settimeout(None)
    with connection, connection.makefile() as said:
        asked: dict[str, Any] = json.loads(said.readline())
        child = os.fork()
        if child == 0:
            return asked
        connection.sendall(b"%d\n" % child)
        _, status = os.waitpid(child, 0)
        with suppress(OSError):
            connection.sendall(b"%d\n" % os.waitstatus_to_exitcode(status))
    os._exit(0)


def _become(asked: dict[str, Any]) -> None:
    import runpy

    signal.signal(signal.SIGINT, signal.default_int_handler)
    given, out, err = asked["streams"]
    for number, name in enumerate((given, out, err)):
        if number == 2 and err == out:  # a pipe, which has lost its name when it was opened once
            os.dup2(1, 2)
            continue
        opened = os.open(name, os.O_RDWR | (os.O_APPEND if number else 0))
        os.dup2(opened, number)
        os.close(opened)
    os.chdir(asked["cwd"])
    os.environ.clear()
    os.environ.update(asked["env"])
    time.tzset()
    folders = filter(None, asked["env"].get("PYTHONPATH", "").split(os.pathsep))
    module, *words = asked["words"]
    if module == "-c":
        sys.path[:0] = folders
        _run_a_program(*words)
        return
    sys.path[:0] = [asked["cwd"], *folders]
    sys.argv = [module, *words]
    runpy.run_module(module, run_name="__main__", alter_sys=True)


def _run_a_program(program: str, *words: str) -> None:
    """Go on as ``python -P -c`` does; of its variables only those are heeded that streams have."""
    import types

    encoding, _, errors = os.environ.get("PYTHONIOENCODING", "utf-8:strict").partition(":")
    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(encoding=encoding, errors=errors, write_through=True)
    sys.argv = ["-c", *words]
    main = sys.modules["__main__"] = types.ModuleType("__main__")
    exec(compile(program, "<string>", "exec"), main.__dict__)  # noqa: S102 - the Action's own


if __name__ == "__main__":
    del sys.path[0]  # this folder, whose names are not those of modules
    _load()
    _become(_serve(sys.argv[1]))
