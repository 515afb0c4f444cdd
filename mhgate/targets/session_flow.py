"""What a conversation with a JSON endpoint carries along, and the requests that begin it.

A login, a session's opening: each request may save something of its answer, which later ones take
up. All of it belongs to one conversation and travels on its turns, so that two never mix.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from http.cookies import CookieError, SimpleCookie
from typing import Any

from mhgate.records import Turn
from mhgate.targets.extraction import Path, parse_json
from mhgate.targets.faults import Fault
from mhgate.targets.incoming import Incoming
from mhgate.targets.requests import RequestTemplate
from mhgate.targets.transport import Call
from mhgate.targets.values import describe, storable

__all__ = ["Carried", "Opening", "SessionOpening", "Step", "carried_by"]

_SESSION, _SAVED, _COOKIES, _BEGUN = "session", "saved", "cookies", "begun"
_ANSWERED = "answered"
_LONGEST_COOKIES = 16_384


@dataclass(slots=True)
class Carried:
    """What one conversation carries from request to request.

    Args:
        session: the session's id, None before one is opened.
        saved: what was saved of answers, by name.
        cookies: name and value of each cookie, by the origin that set it.
        has_begun: whether what comes before a first message was sent.
        answered: the names that were saved of the answers to messages whose replies are polled.
    """

    session: str | None = None
    saved: dict[str, Any] = field(default_factory=dict)
    cookies: dict[str, dict[str, str]] = field(default_factory=dict)
    has_begun: bool = False
    answered: set[str] = field(default_factory=set)

    def on_turn(self) -> dict[str, str]:
        """Return it as a turn carries it."""
        carry = {} if self.session is None else {_SESSION: self.session}
        if self.has_begun:
            carry[_BEGUN] = "yes"
        if self.saved:
            carry[_SAVED] = json.dumps(self.saved)
        if self.cookies:
            carry[_COOKIES] = json.dumps(self.cookies)
        if self.answered:
            carry[_ANSWERED] = json.dumps(sorted(self.answered))
        return carry

    def save_answer(self, found: Mapping[str, Any], polled_by: Iterable[str]) -> None:
        """Save what the answer to a message holds, whose reply is polled.

        Args:
            found: by name.
            polled_by: the names that the poll alone takes up.

        Raises:
            Fault: ``unreadable_reply``: it lacks one that an earlier answer held, by which the poll
                would find the reply to that earlier message.
        """
        missing = sorted(self.answered.intersection(polled_by) - set(found))
        if missing:
            raise Fault(
                "unreadable_reply",
                f"the answer to the message holds nothing for target.save.{missing[0]}, which an "
                "earlier one did: the poll would find the reply to the earlier message",
            )
        self.saved.update(found)
        self.answered.update(found)

    def hear(self, incoming: Incoming, origin: str) -> None:
        """Keep the cookies that an answer sets, for its origin alone."""
        for header in incoming.headers.get_list("set-cookie"):
            try:
                found = SimpleCookie(header)
            except CookieError:
                continue
            known = self.cookies.setdefault(origin, {})
            for name, morsel in found.items():
                if morsel["max-age"] == "0" or not morsel.value:
                    known.pop(name, None)
                elif len(morsel.coded_value) <= _LONGEST_COOKIES:
                    known[name] = morsel.coded_value

    def with_cookies(self, call: Call, origin: str) -> Call:
        """Return a request with the cookies of its origin."""
        known = self.cookies.get(origin)
        if not known:
            return call
        value = "; ".join(f"{name}={value}" for name, value in known.items())
        return replace(call, headers=[*call.headers, (b"Cookie", value.encode("utf-8"))])


def carried_by(turns: Sequence[Turn]) -> Carried | None:
    """Return what the last reply of a conversation carries, None where it carries nothing."""
    for turn in reversed(turns):
        if turn.role == "assistant":
            carry = turn.carry
            if not carry:
                return None
            return Carried(
                has_begun=_BEGUN in carry,
                session=carry.get(_SESSION),
                saved=json.loads(carry.get(_SAVED, "{}")),
                cookies=json.loads(carry.get(_COOKIES, "{}")),
                answered=set(json.loads(carry.get(_ANSWERED, "[]"))),
            )
    return None


class SessionOpening:
    """The request that opens a session, and where in its reply the id is.

    Args:
        request: the request.
        id: the JSONPath of the id: a string or a whole number.
    """

    key = "session"

    def __init__(self, request: RequestTemplate, id: str) -> None:  # noqa: A002 - the key's name
        self.request = request
        self._path = Path(id, "target.session.id")
        self.stated = {**request.stated, "id": id}

    async def read(self, incoming: Incoming, carried: Carried) -> None:
        """Take the session's id.

        Raises:
            Fault: ``unreadable_reply``, when it is no string and no whole number, or is empty.
        """
        document = parse_json(await incoming.body(), what="the reply that opens a session")
        found = self._path.all(document)
        if len(found) == 1 and isinstance(found[0], str | int) and not isinstance(found[0], bool):
            name = str(storable(found[0]))
            if name:
                carried.session = name
                return
        state = describe(found[0]) if len(found) == 1 else f"{len(found)} values"
        raise Fault(
            "unreadable_reply",
            f"target.session.id {self._path.text} found {state} in {describe(document)}; "
            "expected one string or whole number",
        )


class Step:
    """A request of ``[[target.before]]``: a login, say.

    Args:
        request: the request.
        key: its place below ``[target]``.
        save: what later requests take up: a name and a JSONPath each.
        secret: the same, of what is never shown.
    """

    def __init__(
        self,
        request: RequestTemplate,
        *,
        key: str,
        save: Mapping[str, str],
        secret: Mapping[str, str],
    ) -> None:
        self.request = request
        self.key = key
        self.stated = {**request.stated, "save": dict(save), "save_secret": dict(secret)}
        self._paths = {
            name: Path(text, f"target.{key}.{table}.{name}")
            for table, paths in (("save", save), ("save_secret", secret))
            for name, text in paths.items()
        }

    async def read(self, incoming: Incoming, carried: Carried) -> None:
        """Take what is saved of the answer; one that is asked for and is not there is a fault.

        Raises:
            Fault: ``unreadable_reply``.
        """
        body = await incoming.body()
        if not self._paths:
            return
        document = parse_json(body, what="its answer")
        for name, path in self._paths.items():
            carried.saved[name] = storable(path.one_value(document))


Opening = Step | SessionOpening
"""A request that comes before a conversation's first message."""
