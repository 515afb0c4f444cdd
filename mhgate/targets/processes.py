"""A process that speaks in lines: started, read within bounds, and ended with all its children."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import AsyncGenerator, Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path

from mhgate.targets.faults import Fault, shorten

__all__ = ["LineProcess"]

_STEP = 65_536
_STDERR_KEPT = 8_192
_STDERR_SHOWN = 400
_GRACE_S = 1.0


class LineProcess:
    """One process in a group of its own.

    Args:
        process: that was started, with pipes.
        largest: the most bytes of a line.
        redact: over what it says on stderr.
    """

    def __init__(
        self,
        process: asyncio.subprocess.Process,
        *,
        largest: int,
        redact: Callable[[str], str] = str,
    ) -> None:
        self._process = process
        self._redact = redact
        self._largest = largest
        self._stderr = bytearray()
        self._draining = asyncio.create_task(self._drain())
        self._writing = asyncio.Lock()

    @classmethod
    async def start(
        cls,
        command: Sequence[str],
        *,
        folder: Path,
        environ: Mapping[str, str],
        largest: int,
        redact: Callable[[str], str] = str,
    ) -> LineProcess:
        """Start a process; no shell reads its words.

        Args:
            command: the program and its arguments.
            folder: where it runs.
            environ: all of its environment.
            largest: the most bytes of a line of its output.
            redact: over what it says on stderr.

        Raises:
            Fault: ``connect``, when it cannot be started.
        """
        try:
            process = await asyncio.create_subprocess_exec(
                *command,
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                stderr=asyncio.subprocess.PIPE,
                cwd=folder,
                env=dict(environ),
                start_new_session=True,  # so that its children end with it
            )
        except (OSError, ValueError) as error:
            reason = getattr(error, "strerror", None) or str(error)
            raise Fault(
                "connect", f"{command[0]} cannot be started: {reason}", retryable=False
            ) from None
        return cls(process, largest=largest, redact=redact)

    @property
    def is_running(self) -> bool:
        """Whether it has not ended."""
        return self._process.returncode is None

    @property
    def pid(self) -> int:
        """Its id, which is its group's too."""
        return self._process.pid

    async def write(self, line: bytes) -> None:
        """Write one line.

        Raises:
            Fault: ``exited``, when nobody reads it.
        """
        stdin = self._process.stdin
        assert stdin is not None  # noqa: S101 - for the type checker: it is a pipe
        async with self._writing:
            try:
                stdin.write(line + b"\n")
                await stdin.drain()
            except (ConnectionError, RuntimeError):
                raise await self.exited() from None

    async def lines(self) -> AsyncGenerator[tuple[bytes, bool]]:
        """Yield each line, and whether it was ended; the last may be half of one.

        Raises:
            Fault: ``too_large``, for a line that does not end.
        """
        stdout = self._process.stdout
        assert stdout is not None  # noqa: S101 - for the type checker: it is a pipe
        rest = bytearray()
        while chunk := await stdout.read(_STEP):
            begin = len(rest)
            rest += chunk
            while (end := rest.find(b"\n", begin)) >= 0:
                line = bytes(rest[:end])
                del rest[: end + 1]
                begin = 0
                if len(line) > self._largest:
                    break
                yield line, True
            if len(rest) > self._largest:
                raise Fault("too_large", f"a line is longer than {self._largest:,} bytes")
        if rest:
            yield bytes(rest), False

    async def exited(self) -> Fault:
        """Return the fault that its end stands for, with what it last said on stderr."""
        with suppress(TimeoutError):
            async with asyncio.timeout(_GRACE_S):
                await self._process.wait()
                await asyncio.wait([self._draining])
        code = self._process.returncode
        if code is None:
            how = "closed its output"
        elif code < 0:
            how = f"was ended by {_signal_name(-code)}"
        else:
            how = f"exited with code {code}"
        said = self.last_words()
        return Fault("exited", f"the command {how}" + (f"; stderr: {said}" if said else ""))

    def last_words(self) -> str:
        """Return the end of what it wrote to stderr, on one line, redacted."""
        text = self._redact(self._stderr.decode("utf-8", "replace")).strip()
        return shorten(text[-_STDERR_SHOWN:], _STDERR_SHOWN)

    async def end(self) -> None:
        """End it and all that it started: asked first, then killed; nothing is left behind."""
        stdin = self._process.stdin
        if stdin is not None:
            stdin.close()
        self._signal(signal.SIGTERM)
        try:
            with suppress(TimeoutError):
                async with asyncio.timeout(_GRACE_S):
                    await self._process.wait()
        finally:  # also where whoever waits is cancelled meanwhile
            self._signal(getattr(signal, "SIGKILL", signal.SIGTERM))
        await self._process.wait()
        self._draining.cancel()
        await asyncio.wait([self._draining])
        # the pipes' transport, which a grandchild that has them open would keep
        transport = getattr(self._process, "_transport", None)
        if transport is not None:
            transport.close()

    def _signal(self, number: int) -> None:
        with suppress(ProcessLookupError, PermissionError):
            if hasattr(os, "killpg"):
                os.killpg(self._process.pid, number)
            elif self.is_running:
                self._process.send_signal(number)

    async def _drain(self) -> None:
        """Read stderr, so that it never fills up, and keep its end."""
        stderr = self._process.stderr
        assert stderr is not None  # noqa: S101 - for the type checker: it is a pipe
        while chunk := await stderr.read(_STEP):
            self._stderr += chunk
            del self._stderr[:-_STDERR_KEPT]


def _signal_name(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"
