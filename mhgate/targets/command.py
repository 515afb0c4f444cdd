"""The kind ``command``: a process that reads messages and writes replies as lines of JSON."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path as FilePath
from typing import Any, ClassVar

from mhgate.records import Failure, Trial, Turn
from mhgate.redacting.secrets import Redactor
from mhgate.targets.exchange import RECORDED, Exchange, record
from mhgate.targets.extraction import Path
from mhgate.targets.faults import Fault
from mhgate.targets.line_speakers import Line, OwnProcess, SharedProcess
from mhgate.targets.processes import LineProcess
from mhgate.targets.reply_format import Pieces, Reading, ReplyFormat
from mhgate.targets.templates import JsonTemplate, filling_of
from mhgate.targets.tokens import tokens_of
from mhgate.targets.travel import Travel, converse
from mhgate.targets.values import fingerprint_of
from mhgate.targets.written_json import dump_json

__all__ = ["CommandTarget"]

_PROCESS, _SESSION = "process", "session"
_MOST_IDLE = 256  # processes of conversations that nobody said the end of
_HOST = "command"


@dataclass(frozen=True, slots=True)
class _Said:
    """What is said, and what its reply carries on."""

    turns: Sequence[Turn]
    trial: Trial
    carry: dict[str, str]
    session: str = ""


class CommandTarget:
    """A product that is a command.

    Each conversation has a process of its own, or all share one and are told apart by
    ``{session}``. A message that the command may have taken is said again only in a new
    conversation, or where the line holds the whole history.

    Args:
        command: the program and its arguments.
        folder: where it runs.
        environ: its environment, but for the run's id.
        body: the line that says a message.
        reply: where in lines what stands.
        travel: the conditions.
        belongs_to: where a line says which ``{session}`` it belongs to, where a process is shared.
    """

    advice: ClassVar[dict[str, str]] = {
        "unreadable_reply": "Each line of the command's stdout is one JSON value: logs belong on "
        "stderr. Compare reply, delta, done and flags in [target] with the lines above.",
        "timeout": "Does the command write its output at once (flush)? Does done in [target] say "
        "how it ends a reply?",
        "exited": "Start the command by hand in the folder of thresholds.toml: what does it say? "
        "It is given PATH and HOME, and of your variables those in pass_env.",
        "connect": "command in [target] is a list of words: the program, then its arguments.",
    }
    """What to do about failures, in keys that this kind has."""

    def __init__(
        self,
        *,
        command: Sequence[str],
        folder: FilePath,
        environ: Mapping[str, str],
        body: JsonTemplate,
        reply: ReplyFormat,
        travel: Travel,
        belongs_to: str | None = None,
        stated: Mapping[str, Any] | None = None,
    ) -> None:
        self._command = tuple(command)
        self._folder = folder
        self._environ = environ
        self._body = body
        self._reply = reply
        self.travel = travel
        self._belongs_to = Path(belongs_to, "target.belongs_to") if belongs_to else None
        self._repeats_all = "history" in body.used
        self._own: dict[str, OwnProcess] = {}
        self._shared: SharedProcess | None = None
        self._starting = asyncio.Lock()
        self._n_sessions = 0
        self.n_started = 0
        self.n_restarts = 0
        self._fingerprint = fingerprint_of(
            {"kind": "command", "command": list(command), **reply.stated, **(stated or {})}
        )

    @property
    def fingerprint(self) -> str:
        """The digest of kind, command, templates and paths, without any secret."""
        return self._fingerprint

    @property
    def redactor(self) -> Redactor:
        """Redacts the secrets that this target uses."""
        return self.travel.redactor

    async def reply(self, turns: Sequence[Turn], trial: Trial) -> Turn | Failure:
        """Say the conversation's last message and return the command's turn."""
        known = _carried(turns)
        is_later = any(turn.role == "assistant" for turn in turns)
        may_repeat_all = self._repeats_all or not is_later
        limiter = self.travel.limiters.of(_HOST, slow_start=False)

        async def attempt() -> Turn:
            nonlocal known
            reckoned = tokens_of(turns[-1].content.encode("utf-8", "replace"))
            async with self.travel.budget.turn(limiter, reckoned):
                say = self._say_to_own if self._belongs_to is None else self._say_to_shared
                try:
                    return await say(known, turns, trial, is_new=may_repeat_all)
                except Fault:
                    known = None
                    raise

        return await converse(
            self.travel,
            attempt,
            trial,
            may_repeat=lambda fault: fault.retryable and (may_repeat_all or not fault.taken),
        )

    async def ended(self, trial: Trial) -> None:
        """End the processes of a trial whose conversation has ended.

        Args:
            trial: that is over.
        """
        for key in [key for key, each in self._own.items() if each.trial_id == trial.id]:
            await self._drop(key)
        if self._shared is not None:
            self._shared.over(trial.id)

    async def hang_up(self, reply: Turn) -> None:
        """End the process of a conversation that ends with a reply; one that all share goes on.

        Args:
            reply: of this target.
        """
        session = reply.carry.get(_SESSION)
        if session is None:
            await self._drop(reply.carry.get(_PROCESS, ""))
        elif self._shared is not None:
            self._shared.closed(session)

    async def aclose(self) -> None:
        """End every process."""
        shared, self._shared = self._shared, None
        await asyncio.gather(
            *(self._drop(key) for key in list(self._own)),
            *([shared.end()] if shared is not None else []),
        )

    # one process a conversation

    async def _say_to_own(
        self, known: dict[str, str] | None, turns: Sequence[Turn], trial: Trial, *, is_new: bool
    ) -> Turn:
        key = (known or {}).get(_PROCESS)
        if key is None or key not in self._own or not self._own[key].is_running:
            if key is not None:
                await self._drop(key)
            if not is_new:
                raise self._lost()
            key = await self._started(trial, is_again=known is not None)
        own = self._own[key]
        try:
            async with asyncio.timeout(self.travel.timeout_s):
                said = _Said(turns, trial, {_PROCESS: key})
                return await self._exchanged(own, own.listen(), said)
        except TimeoutError:
            await self._drop(key)
            raise self._too_slow(own.process) from None
        except BaseException:
            await self._drop(key)
            raise

    async def _started(self, trial: Trial, *, is_again: bool) -> str:
        process = await self._process()
        self.n_restarts += is_again
        key = f"{trial.id}/{self.n_started}"
        self._own[key] = OwnProcess(process, trial.id)
        if len(self._own) > _MOST_IDLE:
            await self._drop(next(iter(self._own)))
        return key

    async def _drop(self, key: str) -> None:
        own = self._own.pop(key, None)
        if own is not None:
            await own.end()

    # one process for all

    async def _say_to_shared(
        self, known: dict[str, str] | None, turns: Sequence[Turn], trial: Trial, *, is_new: bool
    ) -> Turn:
        shared = await self._running()
        session = (known or {}).get(_SESSION)
        if session is None or (known or {}).get(_PROCESS) != str(shared.number):
            if not is_new:
                raise self._lost()
            self._n_sessions += 1
            session = f"{trial.id}/{self._n_sessions}"
        carry = {_PROCESS: str(shared.number), _SESSION: session}
        inbox = shared.listen(session)
        n_heard = shared.n_heard
        try:
            async with asyncio.timeout(self.travel.timeout_s):
                said = _Said(turns, trial, carry, session)
                return await self._exchanged(shared, inbox, said)
        except TimeoutError:
            if shared.n_heard == n_heard:  # it says nothing to anybody: it hangs
                await shared.end()
            raise self._too_slow(shared.process) from None
        finally:
            shared.forget(session)

    async def _running(self) -> SharedProcess:
        async with self._starting:
            if self._shared is None or not self._shared.is_running:
                if self._shared is not None:
                    self.n_restarts += 1
                    await self._shared.end()
                process = await self._process()
                assert self._belongs_to is not None  # noqa: S101 - for the type checker
                self._shared = SharedProcess(process, self._belongs_to, self.n_started)
            return self._shared

    # both

    async def _process(self) -> LineProcess:
        self.n_started += 1
        return await LineProcess.start(
            self._command,
            folder=self._folder,
            environ={**self._environ, "MHGATE_RUN": self.travel.run_id()},
            largest=self.travel.max_reply_bytes,
            redact=self.redactor.redact,
        )

    async def _exchanged(
        self,
        said_to: OwnProcess | SharedProcess,
        lines: AsyncIterator[Line],
        said: _Said,
    ) -> Turn:
        saved = said_to.saved_of(said.session)
        session = said.session or said.trial.id
        filling = filling_of(said.turns, said.trial, self.travel.run_id(), session, saved)
        line = dump_json(self._body.render(filling))
        seen = Exchange("RUN", self.redactor.redact(" ".join(self._command)))
        seen.sent = self.redactor.redact(line.decode("ascii"))
        record(seen)
        began_s = time.perf_counter()
        try:
            await said_to.process.write(line)
            reading = await self._heard(said_to.process, lines, seen)
        except Fault as fault:
            seen.trouble = f"{fault.kind}: {self.redactor.redact(fault.message)}"
            raise
        finally:
            seen.latency_s = time.perf_counter() - began_s
        saved.update(reading.saved)
        return Turn(
            role="assistant",
            content=reading.content,
            flags=reading.flags,
            latency_s=seen.latency_s,
            carry=said.carry,
        )

    async def _heard(
        self, process: LineProcess, lines: AsyncIterator[Line], seen: Exchange
    ) -> Reading:
        """Read lines until one ends the reply."""
        pieces, total = Pieces(self._reply), 0
        async for raw, is_whole in lines:
            if not raw.strip():
                continue
            total += len(raw)
            if total > self.travel.max_reply_bytes:
                most = self.travel.max_reply_bytes
                raise Fault("too_large", f"the reply's lines are larger than {most:,} bytes")
            if len(seen.received) < RECORDED:
                seen.received += self.redactor.redact(raw.decode("utf-8", "replace")) + "\n"
            if self._took(pieces, raw, is_whole=is_whole):
                return pieces.reading()
        raise await self._gone(process)

    def _took(self, pieces: Pieces, raw: bytes, *, is_whole: bool) -> bool:
        try:
            text = raw.decode("utf-8")
        except UnicodeDecodeError as error:
            raise Fault(
                "unreadable_reply", f"a line is not UTF-8: {error.reason} at byte {error.start}"
            ) from None
        try:
            return pieces.take_frame(text, what="a line")
        except Fault as fault:
            if is_whole or fault.kind != "unreadable_reply":
                raise
            raise Fault("truncated_stream", "the command's output ended inside a line") from None

    async def _gone(self, process: LineProcess) -> Fault:
        fault = await process.exited()
        if self.n_restarts:
            fault.message += f" (after {self.n_restarts} restarts)"
        return fault

    def _lost(self) -> Fault:
        return Fault(
            "exited",
            "the conversation's process ended between two messages, and the product cannot be "
            'told what was said: expected "{history}" in target.body',
            retryable=False,
        )

    def _too_slow(self, process: LineProcess) -> Fault:
        said = process.last_words()
        return Fault(
            "timeout",
            f"no whole reply within {self.travel.timeout_s:g} s"
            + (f"; stderr: {said}" if said else ""),
        )


def _carried(turns: Sequence[Turn]) -> dict[str, str] | None:
    for turn in reversed(turns):
        if turn.role == "assistant":
            return turn.carry
    return None
