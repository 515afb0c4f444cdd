"""Preflight: one harmless message before the run, so that a wrong configuration stops at once."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from mhgate.errors import CannotEvaluateError
from mhgate.protocols import Target
from mhgate.records import Failure, Trial, Turn
from mhgate.redacting.secrets import Redactor
from mhgate.targets.exchange import Exchange, recording
from mhgate.targets.faults import shorten
from mhgate.targets.sse import EventParser

__all__ = ["HARMLESS_MESSAGE", "PreflightResult", "described", "preflight"]

HARMLESS_MESSAGE = "Hello, I'd like to talk for a moment."

_TRIAL = Trial(id="preflight#0", item_id="preflight", family="preflight", epoch=0, seed=0)
_LONGEST_SHOWN = 1200
_SWITCHED = 101  # to another protocol, whose frames have no content type

_ADVICE = {
    "bad_request": "The endpoint refuses the request: compare method, body and headers in [target] "
    "with what its documentation asks for.",
    "budget": "max_requests in [target], or [budget], leaves no room for a first request.",
    "connect": "Is the chatbot running, and is its address in [target] right? In CI, start it and "
    "wait for its port before the gate.",
    "connection_lost": "The endpoint hangs up: its own log says why. https or http, perhaps?",
    "content_filter": "A content filter in front of the model withholds even a greeting.",
    "crash": "The product raises in this process; the same call outside the gate shows more.",
    "forbidden": "The key is known and not allowed to do this: check its rights.",
    "no_content": "The endpoint answers without text: check the model and its settings, or the "
    "path in reply.",
    "not_found": "Check the path of the address in [target] (of a model, base_url ends with /v1 "
    "mostly) and the model's name.",
    "paused": "The model works with a tool of its provider and did not end its reply: raise that "
    "tool's limit in parameters, or take the tool out.",
    "rate_limited": "The endpoint has no room now: wait, or lower requests_per_minute and "
    "concurrency in [target].",
    "redirect": "Write the address that it redirects to into [target].",
    "server_error": "The endpoint itself fails: its own log says why.",
    "timeout": "Is the chatbot up? timeout_s in [target] bounds a reply, in seconds.",
    "too_large": "A chat reply is not so large: is that the address of the API? max_reply_mb in "
    "[target] says how much is read.",
    "truncated_stream": "The stream never says that it has ended: check done in [target], or set "
    'format = "json" or stream = false.',
    "unauthorised": "Check the key: the variable that api_key_env, bearer_env or ${env:NAME} in "
    "[target] names, and that it belongs to this address.",
}
_OF_LOGIN = re.compile(r"^target\.before\[\d+\]: ")
_LOGIN_REFUSED = (
    "The login itself is refused: check that step of [[target.before]], the variables that "
    "${env:NAME} names in its body and headers, and its encoding (Session flows in "
    "docs/reference/targets.md)."
)


@dataclass(frozen=True, slots=True)
class PreflightResult:
    """What was sent and what came back, redacted.

    Args:
        exchanges: every request and its reply, in order (a session's opening, retries).
        reply: the product's turn.
    """

    exchanges: tuple[Exchange, ...]
    reply: Turn

    def describe(self) -> str:
        """Return it as lines for a person."""
        lines = described(self.exchanges)
        lines.append(f"  reply      {_cut(self.reply.content)}")
        lines += [
            f"  flag       {_cut(name)} = {_cut(repr(value))}"
            for name, value in self.reply.flags.items()
        ]
        if self.reply.model:
            lines.append(f"  model      {_cut(self.reply.model)}")
        if self.reply.latency_s is not None:
            lines.append(f"  latency    {self.reply.latency_s:.2f} s")
        return "\n".join(lines)


def described(exchanges: Iterable[Exchange]) -> list[str]:
    """Return requests and their replies as lines for a person.

    Args:
        exchanges: as they were recorded, redacted.
    """
    return [line for exchange in exchanges for line in _shown(exchange)]


async def preflight(
    target: Target, *, redactor: Redactor | None = None, message: str = HARMLESS_MESSAGE
) -> PreflightResult:
    """Ask a target one harmless thing.

    Args:
        target: the system under test; it should be a staging one even so.
        redactor: over what is shown; the target's own by default.
        message: what is said.

    Returns:
        What was sent and what came back.

    Raises:
        CannotEvaluateError: no readable reply came, with advice on what to change.
    """
    redactor = redactor or getattr(target, "redactor", None) or Redactor()
    ended = getattr(target, "ended", None)
    with recording() as exchanges:
        try:
            reply = await target.reply([Turn(role="user", content=message)], _TRIAL)
        finally:
            if ended is not None:
                await ended(_TRIAL)
    advice: Mapping[str, str] = getattr(target, "advice", {})
    if isinstance(reply, Failure):
        raise _cannot(reply, exchanges, redactor, advice)
    if not reply.is_readable:
        empty = Failure(
            trial_id=_TRIAL.id,
            stage="target",
            kind="unreadable_reply",
            message=f"the reply holds no words: {reply.content[:80]!r}",
        )
        raise _cannot(empty, exchanges, redactor, advice)
    shown = reply.model_copy(
        update={
            "content": redactor.redact(reply.content),
            "flags": redactor.redact_shown(reply.flags),
        }
    )
    return PreflightResult(tuple(exchanges), shown)


def _cannot(
    failure: Failure,
    exchanges: list[Exchange],
    redactor: Redactor,
    advice: Mapping[str, str],
) -> CannotEvaluateError:
    lines = [f"the target gave no readable reply to a first, harmless message ({failure.kind}): "]
    lines[0] += redactor.redact(failure.message)
    lines += described(exchanges[-2:])
    said = redactor.redact(_advice(failure, exchanges, advice))
    return CannotEvaluateError("\n".join(lines) + "\n ", hint=f"advice     {said}")


def _advice(failure: Failure, exchanges: list[Exchange], of_kind: Mapping[str, str]) -> str:
    """Say what to change; what a kind of target says itself, of its own keys, comes first."""
    if failure.kind == "unauthorised" and _OF_LOGIN.search(failure.message):
        return _LOGIN_REFUSED
    if failure.kind == "unreadable_reply" and exchanges:
        last = exchanges[-1]
        paths = [] if failure.kind in of_kind else _paths_in(last)
        if paths:
            key = "delta" if _is_stream(last) else "reply"
            listed = "\n".join(f"    {path}" for path in paths)
            return (
                f"JSONPaths of the texts in that reply, one of which may belong in {key}:\n{listed}"
            )
        if last.received.lstrip().startswith("<"):
            return (
                "A web page came back: is that the address of the API, and not of the site or of a "
                "login before it?"
            )
        if failure.kind not in of_kind:
            return "Check reply, delta and format in [target] against what came back."
    return (
        of_kind.get(failure.kind)
        or _ADVICE.get(failure.kind)
        or "Compare [target] with the endpoint's documentation."
    )


def _is_stream(exchange: Exchange) -> bool:
    return exchange.content_type == "text/event-stream"


def _paths_in(exchange: Exchange) -> list[str]:
    from mhgate.targets.extraction import string_paths  # noqa: PLC0415 - a function needs no JSONPath

    texts = [exchange.received]
    if _is_stream(exchange):
        parser = EventParser()
        events = parser.feed(exchange.received.encode("utf-8", "replace"))
        texts = [event.data for event in events if event.data.lstrip().startswith("{")][:3]
    found: dict[str, str] = {}
    for text in texts:
        try:
            document = json.loads(text)
        except (ValueError, RecursionError):
            continue
        for path in string_paths(document):
            found.setdefault(path.partition("  ")[0], path)
    return list(found.values())


def _shown(exchange: Exchange) -> list[str]:
    lines = [f"  sent       {exchange.method} {exchange.url}"]
    if exchange.header_names:
        lines.append(f"  headers    {', '.join(exchange.header_names)}")
    if exchange.sent:
        lines.append(f"  body       {_cut(_readable_json(exchange.sent))}")
    took = "" if exchange.latency_s is None else f" ({exchange.latency_s:.2f} s)"
    if exchange.status is not None:
        kind = f", {exchange.content_type or 'no content type'}"
        kind = "" if exchange.status == _SWITCHED else kind
        lines.append(f"  came back  status {exchange.status}{kind}{took}")
    elif took:
        lines.append(f"  took      {took}")
    if exchange.received:
        lines.append(f"             {_cut(exchange.received)}")
    if exchange.trouble:
        lines.append(f"  trouble    {exchange.trouble}")
    return lines


def _readable_json(text: str) -> str:
    try:
        return json.dumps(json.loads(text), ensure_ascii=False)
    except ValueError:
        return text


def _cut(text: str) -> str:
    return shorten(text, _LONGEST_SHOWN)
