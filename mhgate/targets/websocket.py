"""The kind ``websocket``: frames of JSON, over one socket a conversation."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, ClassVar
from urllib.parse import urlsplit

from websockets.asyncio.client import ClientConnection
from websockets.exceptions import ConnectionClosed, WebSocketException

from mhgate.config.addresses import DEFAULT_PORTS, one_host
from mhgate.records import Failure, Trial, Turn
from mhgate.redacting.secrets import Redactor
from mhgate.targets.exchange import RECORDED, Exchange, record
from mhgate.targets.extraction import Path, parse_json
from mhgate.targets.faults import Fault
from mhgate.targets.production import is_local
from mhgate.targets.reply_format import Pieces, Reading, ReplyFormat
from mhgate.targets.templates import Filling, JsonTemplate, filling_of
from mhgate.targets.tokens import tokens_of
from mhgate.targets.travel import Travel, converse, honoured
from mhgate.targets.values import fingerprint_of
from mhgate.targets.websocket_closing import closed_fault
from mhgate.targets.websocket_door import CLOSING_S, Door
from mhgate.targets.written_json import dump_json

if TYPE_CHECKING:
    from mhgate.targets.pacing import Limiter

__all__ = ["WebsocketTarget"]

_SOCKET = "socket"
_MOST_IDLE = 1_024  # sockets of conversations that nobody said the end of


@dataclass(slots=True, eq=False)
class _Socket:
    """One conversation's socket, and what was saved of its frames."""

    connection: ClientConnection
    trial_id: str
    saved: dict[str, Any] = field(default_factory=dict)


class WebsocketTarget:
    """A product behind a WebSocket.

    A conversation has a socket of its own, which stays open until it ends. A message that the
    product may have taken is said again only in a new conversation, or where the frame holds the
    whole history; then a lost socket is replaced too.

    Args:
        door: opens a socket.
        body: the frame that says a message.
        first: frames that are sent once a socket is open.
        ready: what a frame must hold before the first message; None: nothing is waited for.
        reply: where in frames what stands.
        travel: the conditions.
        stated: what of the configuration the fingerprint holds beside all this.
    """

    advice: ClassVar[dict[str, str]] = {
        "unreadable_reply": "Compare reply, delta, done and flags in [target] with the frames "
        "above.",
        "timeout": "Frames came, or none did, and none ended the reply: does done in [target] say "
        "how the product ends one?",
        "truncated_stream": "The product closes the socket before the reply's end: compare body, "
        "first and ready in [target] with what it expects.",
    }
    """What to do about failures, in keys that this kind has."""

    def __init__(
        self,
        *,
        door: Door,
        body: JsonTemplate,
        first: Sequence[JsonTemplate] = (),
        ready: str | None = None,
        reply: ReplyFormat,
        travel: Travel,
        stated: dict[str, Any] | None = None,
    ) -> None:
        self._door = door
        self._body = body
        self._first = tuple(first)
        self._ready = Path(ready, "target.ready") if ready else None
        self._reply = reply
        self._travel = travel
        self._repeats_all = "history" in body.used
        self._sockets: dict[str, _Socket] = {}
        self._n_opened = 0
        self.origin = door.origin
        self._fingerprint = fingerprint_of(
            {
                "kind": "websocket",
                **door.stated,
                **reply.stated,
                **(stated or {}),
                "ready": ready,
            }
        )

    @property
    def fingerprint(self) -> str:
        """The digest of kind, address, templates and paths, without any secret."""
        return self._fingerprint

    @property
    def redactor(self) -> Redactor:
        """Redacts the secrets that this target uses."""
        return self._travel.redactor

    @property
    def n_opened(self) -> int:
        """How many sockets were opened."""
        return self._n_opened

    @property
    def n_open(self) -> int:
        """How many are open."""
        return len(self._sockets)

    async def reply(self, turns: Sequence[Turn], trial: Trial) -> Turn | Failure:
        """Send the conversation's last message and return the product's turn."""
        known = _carried(turns)
        is_later = any(turn.role == "assistant" for turn in turns)
        may_repeat_all = self._repeats_all or not is_later

        async def attempt() -> Turn:
            nonlocal known
            limiter = self._limiter()
            sent_s = asyncio.get_running_loop().time()
            reckoned = tokens_of(turns[-1].content.encode("utf-8", "replace"))
            turn_of = self._travel.budget.turn(limiter, reckoned)
            try:
                async with turn_of, asyncio.timeout(self._travel.timeout_s):
                    sent_s = asyncio.get_running_loop().time()
                    key = await self._open_key(known, turns, trial, is_new=may_repeat_all)
                    known = key
                    try:
                        turn = await self._say(key, turns, trial)
                    except BaseException:
                        await self._drop(key)
                        raise
                limiter.grow()
            except TimeoutError:
                fault = Fault("timeout", f"no whole reply within {self._travel.timeout_s:g} s")
                raise fault from None
            except Fault as fault:
                if fault.kind == "rate_limited":
                    limiter.back_off(sent_s)
                raise honoured(self._travel, limiter, fault) from None
            return turn

        return await converse(
            self._travel,
            attempt,
            trial,
            may_repeat=lambda fault: fault.retryable and (may_repeat_all or not fault.taken),
        )

    async def ended(self, trial: Trial) -> None:
        """Close the sockets of a trial whose conversation has ended.

        Args:
            trial: that is over.
        """
        for key in [key for key, each in self._sockets.items() if each.trial_id == trial.id]:
            await self._drop(key)

    async def hang_up(self, reply: Turn) -> None:
        """Close the socket of a conversation that ends with a reply.

        Args:
            reply: of this target.
        """
        if (key := reply.carry.get(_SOCKET)) is not None:
            await self._drop(key)

    async def aclose(self) -> None:
        """Close every socket, without waiting long for the other side."""
        await asyncio.gather(*(self._drop(key) for key in list(self._sockets)))

    def _limiter(self) -> Limiter:
        parts = urlsplit(self.origin)
        host = parts.hostname or ""
        port = parts.port or DEFAULT_PORTS.get(parts.scheme)
        return self._travel.limiters.of(f"{one_host(host)}:{port}", slow_start=not is_local(host))

    async def _open_key(
        self, known: str | None, turns: Sequence[Turn], trial: Trial, *, is_new: bool
    ) -> str:
        """Return the key of the conversation's socket, opened anew where that may be done."""
        if known is not None and (found := self._sockets.get(known)) is not None:
            if found.connection.close_code is None:
                return known
            await self._drop(known)
        if not is_new:
            raise Fault(
                "connection_lost",
                "the conversation's socket was closed between two messages, and the product "
                'cannot be told what was said: expected "{history}" in target.body',
                retryable=False,
            )
        socket = await self._opened(turns, trial)
        self._n_opened += 1
        key = f"{trial.id}/{self._n_opened}"
        self._sockets[key] = socket
        if len(self._sockets) > _MOST_IDLE:
            await self._drop(next(iter(self._sockets)))
        return key

    async def _opened(self, turns: Sequence[Turn], trial: Trial) -> _Socket:
        connection = await self._door.open(self._filling(turns, trial, {}))
        socket = _Socket(connection, trial.id)
        try:
            await self._begun(socket, turns, trial)
        except BaseException:
            await _close(connection)
            raise
        return socket

    async def _begun(self, socket: _Socket, turns: Sequence[Turn], trial: Trial) -> None:
        """Send the first frames, and wait until the product says that it is ready."""
        for template in self._first:
            await self._send(socket, template, self._filling(turns, trial, socket.saved))
        while self._ready is not None:
            text = await self._received(socket)
            document = parse_json(text, what="a frame")
            self._reply.refuse_error(document)
            socket.saved.update(self._reply.saved_of(document))
            if any(self._ready.all(document)):
                return

    async def _say(self, key: str, turns: Sequence[Turn], trial: Trial) -> Turn:
        socket = self._sockets[key]
        await _drain(socket.connection)
        began_s = time.perf_counter()
        filling = self._filling(turns, trial, socket.saved)
        seen = await self._send(socket, self._body, filling)
        try:
            reading = await self._heard(socket, seen)
        except Fault as fault:
            seen.trouble = f"{fault.kind}: {self.redactor.redact(fault.message)}"
            raise
        finally:
            seen.latency_s = time.perf_counter() - began_s
        socket.saved.update(reading.saved)
        return Turn(
            role="assistant",
            content=reading.content,
            flags=reading.flags,
            latency_s=seen.latency_s,
            carry={_SOCKET: key},
        )

    async def _heard(self, socket: _Socket, seen: Exchange) -> Reading:
        """Read frames until one ends the reply."""
        pieces, total = Pieces(self._reply), 0
        while True:
            text = await self._received(socket)
            total += len(text)
            if total > self._travel.max_reply_bytes:
                most = self._travel.max_reply_bytes
                raise Fault("too_large", f"the reply's frames are larger than {most:,} bytes")
            if len(seen.received) < RECORDED:
                seen.received += self.redactor.redact(text) + "\n"
            if pieces.take_frame(text, what="a frame"):
                return pieces.reading()

    async def _send(self, socket: _Socket, template: JsonTemplate, filling: Filling) -> Exchange:
        frame = dump_json(template.render(filling)).decode("ascii")
        seen = Exchange("SEND", self.redactor.redact(self._door.address), status=101)
        seen.sent = self.redactor.redact(frame)
        record(seen)
        try:
            await socket.connection.send(frame)
        except ConnectionClosed as error:
            raise closed_fault(error, largest=self._travel.max_reply_bytes) from None
        return seen

    async def _received(self, socket: _Socket) -> str:
        try:
            frame = await socket.connection.recv()
        except ConnectionClosed as error:
            raise closed_fault(error, largest=self._travel.max_reply_bytes) from None
        if isinstance(frame, str):
            return frame
        try:
            return frame.decode("utf-8")
        except UnicodeDecodeError:
            raise Fault("unreadable_reply", "a binary frame is not UTF-8; expected JSON") from None

    def _filling(self, turns: Sequence[Turn], trial: Trial, saved: dict[str, Any]) -> Filling:
        return filling_of(turns, trial, self._travel.run_id(), saved=saved)

    async def _drop(self, key: str) -> None:
        socket = self._sockets.pop(key, None)
        if socket is not None:
            await _close(socket.connection)


def _carried(turns: Sequence[Turn]) -> str | None:
    for turn in reversed(turns):
        if turn.role == "assistant":
            return turn.carry.get(_SOCKET)
    return None


async def _drain(connection: ClientConnection) -> None:
    """Read over what came after the last reply's end: it is no answer to what is said next."""
    with suppress(TimeoutError, ConnectionClosed):
        while True:
            async with asyncio.timeout(0):
                await connection.recv()


async def _close(connection: ClientConnection) -> None:
    with suppress(TimeoutError, OSError, WebSocketException):
        async with asyncio.timeout(CLOSING_S):
            await connection.close()
