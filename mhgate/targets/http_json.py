"""The kinds ``http`` and ``asgi``: any endpoint that speaks JSON, described by templates."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from copy import deepcopy
from dataclasses import replace
from typing import Any, Literal

from mhgate.errors import ConfigError, Mistake
from mhgate.records import Failure, Trial, Turn
from mhgate.redacting.secrets import REDACTED, Redactor
from mhgate.targets.exchange import is_recording
from mhgate.targets.extraction import parse_json
from mhgate.targets.faults import Fault
from mhgate.targets.incoming import Incoming
from mhgate.targets.polling import Poll
from mhgate.targets.reply_format import Reading, ReplyFormat
from mhgate.targets.requests import RequestTemplate
from mhgate.targets.session_flow import Carried, Opening, SessionOpening, Step, carried_by
from mhgate.targets.templates import Filling, filling_of
from mhgate.targets.transport import Transport
from mhgate.targets.values import fingerprint_of

__all__ = ["HttpTarget", "SessionOpening"]

_UNAUTHORISED = (
    "Check the key: the variable that bearer_env or ${env:NAME} in [target] names, and that it "
    "belongs to this address. "
)
_IN_FLOW = (
    "What a login gave has to be sent on: check what save_secret and save take in the steps before "
    "(before), and that {saved.NAME} or {session} stands in this request's headers, body or url "
    "(Session flows in docs/reference/targets.md)."
)
_NO_FLOW = (
    "A chatbot that wants a login or a session first is asked by the steps of a session flow, "
    "before and session (Session flows in docs/reference/targets.md)."
)
_SAVED = "saved."
_CUT = "…"
_SHORTEST_HALF = 4


class HttpTarget:
    """A JSON endpoint: stateless with the history sent along, or with a session.

    Inside a session a message that the product may have taken is not sent again: only a refused
    connection, 429 and 503 are retried there. Before the first reply a failed attempt is repeated
    in a new session, so that no session ever holds a message twice.

    Args:
        kind: ``http`` or ``asgi``.
        request: the request that sends a message.
        reply: where the text and the flags are.
        transport: carries the requests; closed by whoever made it.
        session: opens a session before the first message, if at all.
        before: requests that come before it, and before the session's.
        poll: looks for the reply, where the message's own answer does not hold it.
        secret: the names of what is saved and never shown.
        cookies: whether cookies are kept.

    Raises:
        ConfigError: the request does not carry what the user says.
    """

    def __init__(
        self,
        *,
        kind: Literal["http", "asgi"],
        request: RequestTemplate,
        reply: ReplyFormat,
        transport: Transport,
        session: SessionOpening | None = None,
        before: Sequence[Opening] = (),
        poll: Poll | None = None,
        secret: Sequence[str] = (),
        cookies: bool = False,
    ) -> None:
        _require_the_message(request)
        self._request = request
        self._reply = reply
        self._transport = transport
        self._openings: tuple[Opening, ...] = (*before, *([session] if session else ()))
        self._poll = poll
        self._secret = tuple(secret)
        self._cookies = cookies
        saves = _saved_in(request)
        # what a message needs too belongs to the conversation; this, to one message
        self._polled_by = frozenset() if poll is None else _saved_in(poll.request) - saves
        self._carries_context = bool(
            self._openings or cookies or saves or {"history", "trial", "session"} & request.used
        )
        self.origin = request.origin
        self.further_origins = {f"{each.key}.url": each.request.origin for each in self._openings}
        if poll is not None:
            self.further_origins["poll.url"] = poll.request.origin
        self._is_stateful = bool(self._openings) or (
            "trial" in request.used and "history" not in request.used
        )
        self._fingerprint = fingerprint_of(
            {
                "kind": kind,
                **request.stated,
                **reply.stated,
                "session": session.stated if session else None,
                **({"before": [step.stated for step in before]} if before else {}),
                **({"poll": poll.stated} if poll else {}),
                **({"cookies": True} if cookies else {}),
            }
        )

    @property
    def fingerprint(self) -> str:
        """The digest of kind, address, templates and paths, without any secret."""
        return self._fingerprint

    @property
    def advice(self) -> Mapping[str, str]:
        """What to change where the endpoint lets nobody in: how a login is written, or used."""
        return {"unauthorised": _UNAUTHORISED + (_IN_FLOW if self._openings else _NO_FLOW)}

    @property
    def redactor(self) -> Redactor:
        """Redacts the secrets that this target uses."""
        return self._transport.travel.redactor

    async def reply(self, turns: Sequence[Turn], trial: Trial) -> Turn | Failure:
        """Send the conversation's last message and return the product's turn."""
        before = carried_by(turns)
        if not self._carries_context and any(turn.role == "assistant" for turn in turns):
            return self._transport.failure(_stateless(), trial, 1)
        with self.redactor.for_now() as tell:
            return await self._converse(turns, trial, before, _Met(tell))

    async def _converse(
        self, turns: Sequence[Turn], trial: Trial, before: Carried | None, met: _Met
    ) -> Turn | Failure:
        carried = before
        if carried is not None:
            self._meet(carried, met)

        async def attempt() -> Turn:
            nonlocal carried
            if carried is None:
                carried = await self._opened(turns, trial, met)
            now = deepcopy(carried)
            try:
                return await self._say(turns, trial, now, met)
            except Fault as fault:
                if fault.taken:
                    carried = before
                raise

        is_bound = self._is_stateful and (before is not None or not self._openings)
        is_bound = is_bound or (before is not None and bool(before.saved or before.cookies))
        reply = await self._transport.converse(
            attempt,
            trial,
            may_repeat=lambda fault: fault.retryable and not (is_bound and fault.taken),
        )
        return _without_secrets(reply, met)

    async def _opened(self, turns: Sequence[Turn], trial: Trial, met: _Met) -> Carried:
        """Send what comes before a conversation's first message."""
        carried = Carried()
        for opening in self._openings:
            origin = opening.request.origin
            call = opening.request.call(self._filling(turns, trial, carried))
            call = carried.with_cookies(replace(call, says_build=False), origin)

            async def read(incoming: Incoming, opening: Opening = opening) -> None:
                self._hear(incoming, carried, opening.request.origin, met)
                await opening.read(incoming, carried)
                self._meet(carried, met)

            try:
                await self._transport.exchange(call, read)
            except Fault as fault:
                if isinstance(opening, Step):
                    fault.message = f"target.{opening.key}: {fault.message}"
                raise
        carried.has_begun = bool(self._openings)
        return carried

    async def _say(self, turns: Sequence[Turn], trial: Trial, carried: Carried, met: _Met) -> Turn:
        began_s = 0.0

        async def read(incoming: Incoming) -> Reading | None:
            nonlocal began_s
            began_s = time.perf_counter() - incoming.elapsed_s()  # queueing is not the product's
            self._hear(incoming, carried, self.origin, met)
            if self._poll is not None:
                body = await incoming.body()
                found: dict[str, Any] = {}
                if body.strip():
                    document = parse_json(body)
                    self._reply.refuse_error(document)
                    found = self._reply.saved_of(document)
                carried.save_answer(found, self._polled_by)
                return None
            return await self._reply.read(incoming)

        call = self._request.call(self._filling(turns, trial, carried))
        if self._poll is not None:
            call = replace(call, may_be_empty=True, says_build=False)
        call = carried.with_cookies(call, self.origin)
        reading = await self._transport.exchange(call, read)
        if reading is None:
            reading = await self._polled(turns, trial, carried, met)
        carried.saved.update(reading.saved)
        return Turn(
            role="assistant",
            content=reading.content,
            flags=reading.flags,
            latency_s=time.perf_counter() - began_s,
            carry=carried.on_turn(),
        )

    async def _polled(
        self, turns: Sequence[Turn], trial: Trial, carried: Carried, met: _Met
    ) -> Reading:
        """Look for the reply until it is there; the message has been taken, whatever happens."""
        assert self._poll is not None  # noqa: S101 - for the type checker: only then is it called
        poll, travel = self._poll, self._transport.travel
        call = poll.request.call(self._filling(turns, trial, carried))
        call = replace(call, may_be_empty=True)

        async def look() -> Reading | None:
            sent = carried.with_cookies(call, poll.request.origin)

            async def read(incoming: Incoming) -> Reading | None:
                self._hear(incoming, carried, poll.request.origin, met)
                return await poll.read(incoming, self._reply)

            return await self._transport.exchange(sent, read)

        try:
            async with asyncio.timeout(travel.timeout_s):
                return await poll.until_there(look, travel.sleep)
        except TimeoutError:
            raise Fault(
                "timeout", f"no finished reply within {travel.timeout_s:g} s of polling"
            ) from None
        except Fault as fault:
            fault.taken = True
            raise

    def _hear(self, incoming: Incoming, carried: Carried, origin: str, met: _Met) -> None:
        if self._cookies:
            carried.hear(incoming, origin)
            self._meet(carried, met)

    def _filling(self, turns: Sequence[Turn], trial: Trial, carried: Carried) -> Filling:
        run_id = self._transport.travel.run_id()
        return filling_of(turns, trial, run_id, carried.session or "", carried.saved)

    def _meet(self, carried: Carried, met: _Met) -> None:
        """Know the secrets that a conversation carries; a recording redacts them from now on."""
        for name in self._secret:
            if name in carried.saved:
                met.take(_texts_in(carried.saved[name]))
        for cookies in carried.cookies.values():
            met.take(cookies.values())
        if is_recording():
            for secret in met.secrets:
                self.redactor.add(secret)


class _Met:
    """The secrets that one conversation has met until now.

    Args:
        tell: is told each.
    """

    def __init__(self, tell: Callable[[str], None]) -> None:
        self.secrets: dict[str, None] = {}
        self._tell = tell

    def take(self, secrets: Iterable[str]) -> None:
        """Know these from now on."""
        for secret in secrets:
            if secret not in self.secrets:
                self.secrets[secret] = None
                self._tell(secret)


def _saved_in(request: RequestTemplate) -> frozenset[str]:
    """Return the names of what is saved that a request takes up."""
    used = request.used | request.in_headers
    return frozenset(name.removeprefix(_SAVED) for name in used if name.startswith(_SAVED))


def _texts_in(value: Any) -> Iterator[str]:
    """Yield the texts that a saved value is sent as: its own, or those within."""
    if isinstance(value, dict | list):
        for inner in value.values() if isinstance(value, dict) else value:
            yield from _texts_in(inner)
    elif isinstance(value, str | int | float) and not isinstance(value, bool):
        yield str(value)


def _without_secrets(reply: Turn | Failure, met: _Met) -> Turn | Failure:
    """Take what only this conversation knows as a secret out of what it came to."""
    if not met.secrets:
        return reply
    own = Redactor(is_passing=True)
    for secret in met.secrets:
        own.add(secret)
    changed: Mapping[str, Any]
    if isinstance(reply, Failure):
        changed = {"message": _without_half(own.redact(reply.message), met.secrets)}
    else:
        changed = {
            "content": own.redact_reply(reply.content),
            "flags": own.redact_reply(reply.flags),
        }
    return reply.model_copy(update=dict(changed))


def _without_half(message: str, secrets: Iterable[str]) -> str:
    """Return a message that was cut, without the beginning of a secret that it was cut in."""
    if not message.endswith(_CUT):
        return message
    text = message.removesuffix(_CUT)
    for secret in secrets:
        for length in range(min(len(secret) - 1, len(text)), _SHORTEST_HALF - 1, -1):
            if text.endswith(secret[:length]):
                return text[:-length] + REDACTED + _CUT
    return message


def _stateless() -> Fault:
    return Fault(
        "stateless",
        "the conversation has a second turn, and the request carries only the last message; "
        'expected "{history}" in target.body, [target.session], or an id made of {trial}',
    )


def _require_the_message(request: RequestTemplate) -> None:
    if {"message", "history"} & request.used:
        return
    raise ConfigError(
        [
            Mistake(
                "thresholds.toml: target.body",
                "neither {message} nor {history}",
                'one of them, as in body = { message = "{message}" }',
                "Without it the endpoint never hears what the user says.",
            )
        ]
    )
