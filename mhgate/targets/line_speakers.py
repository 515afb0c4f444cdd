"""Who speaks with a process in lines: one conversation alone, or many that are told apart."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import aclosing
from typing import Any

from mhgate.targets.extraction import Path, parse_json
from mhgate.targets.faults import Fault
from mhgate.targets.processes import LineProcess
from mhgate.targets.values import describe

__all__ = ["Line", "OwnProcess", "SharedProcess"]

_MOST_AHEAD = 256  # lines; then the process waits until they are read

Line = tuple[bytes, bool]
"""A line, and whether it was ended."""

_Inbox = asyncio.Queue[Line | Fault | None]


class OwnProcess:
    """The process of one conversation.

    Args:
        process: that was started.
        trial_id: whose conversation it is.
    """

    def __init__(self, process: LineProcess, trial_id: str) -> None:
        self.process = process
        self.trial_id = trial_id
        self._saved: dict[str, Any] = {}
        self._inbox: _Inbox = asyncio.Queue(_MOST_AHEAD)
        self._reading = asyncio.create_task(self._read())

    @property
    def is_running(self) -> bool:
        """Whether it can be spoken to."""
        return self.process.is_running and not self._reading.done()

    def saved_of(self, _session: str) -> dict[str, Any]:
        """Return what was saved in its conversation, to be read and added to."""
        return self._saved

    def listen(self) -> AsyncIterator[Line]:
        """Return its lines from now on: what came before answers nothing that is said next."""
        while not self._inbox.empty():
            heard = self._inbox.get_nowait()
            if heard is None or isinstance(heard, Fault):
                self._inbox.put_nowait(heard)
                break
        return _heard(self._inbox)

    async def end(self) -> None:
        """End it."""
        self._reading.cancel()
        await asyncio.wait([self._reading])
        await self.process.end()

    async def _read(self) -> None:
        try:
            async with aclosing(self.process.lines()) as lines:
                async for line in lines:
                    await self._inbox.put(line)
        except Fault as fault:
            await self._inbox.put(fault)
        else:
            await self._inbox.put(None)


async def _heard(inbox: _Inbox) -> AsyncIterator[Line]:
    while (heard := await inbox.get()) is not None:
        if isinstance(heard, Fault):  # many may hear the same one
            raise Fault(heard.kind, heard.message, retryable=heard.retryable)
        yield heard


class SharedProcess:
    """The process of all conversations, whose lines are handed to whom they belong to.

    A line of nobody's is dropped: its conversation gave up waiting. One that cannot be read could
    be anybody's, and so everybody who waits hears of it.

    Args:
        process: that was started.
        belongs_to: where a line says whose it is.
        number: tells this process from those before it.
    """

    def __init__(self, process: LineProcess, belongs_to: Path, number: int) -> None:
        self.process = process
        self.number = number
        self.n_heard = 0
        self._belongs_to = belongs_to
        self._inboxes: dict[str, _Inbox] = {}
        self._saved: dict[str, dict[str, Any]] = {}
        self._reading = asyncio.create_task(self._read())

    @property
    def is_running(self) -> bool:
        """Whether it can be spoken to."""
        return self.process.is_running and not self._reading.done()

    def saved_of(self, session: str) -> dict[str, Any]:
        """Return what was saved in a session, to be read and added to."""
        return self._saved.setdefault(session, {})

    def listen(self, session: str) -> AsyncIterator[Line]:
        """Return the lines of a session from now on."""
        return _heard(self._inboxes.setdefault(session, asyncio.Queue()))

    def forget(self, session: str) -> None:
        """Drop what may still come for a session that nobody listens to."""
        self._inboxes.pop(session, None)

    def over(self, trial_id: str) -> None:
        """Forget what was saved in the sessions of a trial that is over."""
        for session in [each for each in self._saved if each.startswith(f"{trial_id}/")]:
            del self._saved[session]

    def closed(self, session: str) -> None:
        """Forget what was saved in a session that is over."""
        self._saved.pop(session, None)

    async def end(self) -> None:
        """End it."""
        await self.process.end()
        self._reading.cancel()
        await asyncio.wait([self._reading])

    async def _read(self) -> None:
        try:
            async with aclosing(self.process.lines()) as lines:
                async for line, is_whole in lines:
                    self.n_heard += 1
                    self._hand_out(line, is_whole=is_whole)
        except Fault as fault:
            self._tell_all(fault)
            await self.process.end()
        finally:
            self._tell_all(None)

    def _hand_out(self, line: bytes, *, is_whole: bool) -> None:
        if not line.strip():
            return
        try:
            document = parse_json(line, what="a line")
            found = self._belongs_to.all(document)
        except Fault as fault:
            self._tell_all(fault if is_whole else Fault("truncated_stream", fault.message))
            return
        if not found:
            said = describe(document)
            self._tell_all(
                Fault(
                    "unreadable_reply",
                    f"target.belongs_to {self._belongs_to.text} found nothing in a line ({said}): "
                    "it could be anybody's",
                )
            )
        elif (inbox := self._inboxes.get(str(found[0]))) is not None:
            inbox.put_nowait((line, is_whole))

    def _tell_all(self, what: Fault | None) -> None:
        for inbox in self._inboxes.values():
            inbox.put_nowait(what)
