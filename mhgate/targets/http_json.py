"""The kinds ``http`` and ``asgi``: any endpoint that speaks JSON, described by templates."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Literal

from mhgate.errors import ConfigError, Mistake
from mhgate.records import Failure, Trial, Turn
from mhgate.redacting.secrets import Redactor
from mhgate.targets.extraction import Path, parse_json
from mhgate.targets.faults import Fault
from mhgate.targets.incoming import Incoming
from mhgate.targets.reply_format import ReplyFormat
from mhgate.targets.requests import RequestTemplate
from mhgate.targets.templates import Filling, filling_of
from mhgate.targets.transport import Transport
from mhgate.targets.values import describe, fingerprint_of, storable

__all__ = ["HttpTarget", "SessionOpening"]

_SESSION = "session"


class SessionOpening:
    """The request that opens a session, and where in its reply the id is.

    Args:
        request: the request.
        id: the JSONPath of the id: a string or a whole number.
    """

    def __init__(self, request: RequestTemplate, id: str) -> None:  # noqa: A002 - the key's name
        self.request = request
        self._path = Path(id, "target.session.id")
        self.stated = {**request.stated, "id": id}

    async def read(self, incoming: Incoming) -> str:
        """Return the session's id.

        Raises:
            Fault: ``unreadable_reply``, when it is no string and no whole number, or is empty.
        """
        document = parse_json(await incoming.body(), what="the reply that opens a session")
        found = self._path.all(document)
        if len(found) == 1 and isinstance(found[0], str | int) and not isinstance(found[0], bool):
            name = str(storable(found[0]))
            if name:
                return name
        state = describe(found[0]) if len(found) == 1 else f"{len(found)} values"
        raise Fault(
            "unreadable_reply",
            f"target.session.id {self._path.text} found {state} in {describe(document)}; "
            "expected one string or whole number",
        )


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
    ) -> None:
        _require_the_message(request)
        self._request = request
        self._reply = reply
        self._transport = transport
        self._session = session
        self._carries_context = bool(session or {"history", "trial", "session"} & request.used)
        self.origin = request.origin
        self.session_origin = session.request.origin if session else None
        self._is_stateful = session is not None or (
            "trial" in request.used and "history" not in request.used
        )
        self._fingerprint = fingerprint_of(
            {
                "kind": kind,
                **request.stated,
                **reply.stated,
                "session": session.stated if session else None,
            }
        )

    @property
    def fingerprint(self) -> str:
        """The digest of kind, address, templates and paths, without any secret."""
        return self._fingerprint

    @property
    def redactor(self) -> Redactor:
        """Redacts the secrets that this target uses."""
        return self._transport.travel.redactor

    async def reply(self, turns: Sequence[Turn], trial: Trial) -> Turn | Failure:
        """Send the conversation's last message and return the product's turn."""
        carried = _carried(turns)
        if not self._carries_context and any(turn.role == "assistant" for turn in turns):
            return self._transport.failure(_stateless(), trial, 1)
        session = carried

        async def attempt() -> Turn:
            nonlocal session
            if self._session is not None and session is None:
                session = await self._open(self._session, turns, trial)
            try:
                return await self._say(turns, trial, session)
            except Fault as fault:
                if fault.taken:
                    session = carried
                raise

        is_bound = carried is not None or (self._is_stateful and self._session is None)
        return await self._transport.converse(
            attempt,
            trial,
            may_repeat=lambda fault: fault.retryable and not (is_bound and fault.taken),
        )

    async def _open(self, opening: SessionOpening, turns: Sequence[Turn], trial: Trial) -> str:
        filling = self._filling(turns, trial, "")
        call = replace(opening.request.call(filling), says_build=False)
        return await self._transport.exchange(call, opening.read)

    async def _say(self, turns: Sequence[Turn], trial: Trial, session: str | None) -> Turn:
        async def read(incoming: Incoming) -> Turn:
            content, flags = await self._reply.read(incoming)
            return Turn(
                role="assistant",
                content=content,
                flags=flags,
                latency_s=incoming.elapsed_s(),
                carry={} if session is None else {_SESSION: session},
            )

        call = self._request.call(self._filling(turns, trial, session or ""))
        return await self._transport.exchange(call, read)

    def _filling(self, turns: Sequence[Turn], trial: Trial, session: str) -> Filling:
        return filling_of(turns, trial, self._transport.travel.run_id(), session)


def _carried(turns: Sequence[Turn]) -> str | None:
    for turn in reversed(turns):
        if turn.role == "assistant":
            return turn.carry.get(_SESSION)
    return None


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
