"""The Messages API is asked and read as its reference has it, whole and streamed."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from building import RUN_ID, SAID, opened, trial, user
from fault_server import Behaviour, FaultServer, answer, raw, reset, stream
from message_server import (
    PING,
    STOP,
    block,
    end,
    error,
    event,
    message,
    said,
    start,
    text,
    thinking,
    tool,
    unnamed,
)

from mhgate.errors import CannotEvaluateError, ConfigError
from mhgate.records import Failure, Turn
from mhgate.targets import preflight

KEY = "sk-ant-canary-0123456789"


async def ask(*behaviours: Behaviour, path: str = "", turns: Any = None, **keys: Any) -> Any:
    """Ask a target over a real socket; return the reply, what the server saw, and the waits."""
    table = {"model": "bot", "max_tokens": 50, **keys}
    async with (
        FaultServer(*behaviours) as server,
        opened("anthropic", **{"base_url": server.url + path, **table}) as target,
    ):
        reply = await target.reply(turns or user(), trial())
        return reply, server.log, target.waits


def run(*behaviours: Behaviour, **keys: Any) -> Any:
    reply, log, _ = asyncio.run(ask(*behaviours, **keys))
    return reply, log[0]


def streamed(*pieces: bytes, **keys: Any) -> Any:
    return run(stream(*pieces), stream=True, **keys)


# --- what is sent


def test_the_least_request() -> None:
    """Model, max_tokens and the messages are sent, with the version, and no key."""
    reply, seen = run(answer(message()))
    assert (seen.method, seen.path) == ("POST", "/v1/messages")
    assert seen.json == {
        "model": "bot",
        "max_tokens": 50,
        "messages": [{"role": "user", "content": SAID}],
    }
    assert seen.headers["anthropic-version"] == "2023-06-01"
    assert seen.headers["x-mhgate-run"] == RUN_ID
    assert not {"authorization", "x-api-key"} & set(seen.headers)
    assert reply.content == "I hear you."
    assert (reply.model, reply.finish_reason) == ("bot-2026-01-01", "end_turn")
    assert (reply.prompt_tokens, reply.completion_tokens) == (7 + 2 + 1, 3)
    assert reply.latency_s > 0
    assert reply.flags == {}


def test_the_whole_request() -> None:
    """System prompt, key, version, parameters and the conversation arrive; text stays text."""
    turns = [*user("a"), Turn(role="assistant", content="b"), *user("c {message}")]
    _, seen = run(
        answer(message()),
        turns=turns,
        environ={"BOT_KEY": KEY},
        api_key_env="BOT_KEY",
        api_version="2026-02-03",
        system_prompt="Be kind. {history}",
        temperature=0.0,
        parameters={"top_k": 5, "metadata": {"user_id": "{run}"}, "stop_sequences": ["{x}"]},
    )
    assert (seen.headers["x-api-key"], seen.headers["anthropic-version"]) == (KEY, "2026-02-03")
    assert seen.json == {
        "model": "bot",
        "max_tokens": 50,
        "temperature": 0.0,
        "top_k": 5,
        "metadata": {"user_id": RUN_ID},
        "stop_sequences": ["{x}"],
        "system": "Be kind. {history}",
        "messages": [
            {"role": "user", "content": "a"},
            {"role": "assistant", "content": "b"},
            {"role": "user", "content": "c {message}"},
        ],
    }


def test_roles_alternate() -> None:
    """Turns of one role are one message of several blocks; a reply without a word is left out."""
    silent = Turn(role="assistant", content=" \n")
    turns = [Turn(role="system", content="Judge."), *user("a"), silent, *user("b", "c")]
    _, seen = run(answer(message()), turns=turns, system_prompt="Be kind.")
    assert seen.json["system"] == "Be kind.\n\nJudge."
    content = [{"type": "text", "text": each} for each in "abc"]
    assert seen.json["messages"] == [{"role": "user", "content": content}]


@pytest.mark.parametrize(
    ("path", "asked"),
    [
        ("", "/v1/messages"),
        ("/", "/v1/messages"),
        ("/v1", "/v1/messages"),
        ("/v1/messages", "/v1/messages"),
        ("/gateway/anthropic", "/gateway/anthropic/v1/messages"),
        ("/x/messages/", "/x/messages"),
        ("/v1?tenant=2", "/v1/messages"),
    ],
)
def test_base_urls(path: str, asked: str) -> None:
    """What is missing of the endpoint's path is added, and a query is kept."""
    _, seen = run(answer(message()), path=path)
    assert seen.path == asked
    assert seen.query == ({"tenant": ["2"]} if "?" in path else {})


@pytest.mark.parametrize(
    "key", ["max_tokens", "messages", "model", "stream", "system", "temperature"]
)
def test_parameters_with_a_place_of_their_own(key: str) -> None:
    """A parameter that has its own key is a mistake that names both."""
    with pytest.raises(ConfigError, match=f"target.parameters.{key}"):
        run(answer(message()), parameters={key: 1})


def test_a_missing_key_is_told_by_its_own_name() -> None:
    """The variable and the key of the file are named, and not the header that it becomes."""
    named = r"BOT_KEY, which target\.api_key_env names, is not set"
    with pytest.raises(CannotEvaluateError, match=named):
        run(answer(message()), api_key_env="BOT_KEY")


def test_a_key_that_comes_back_is_kept_nowhere() -> None:
    """Neither in a reply, nor in a flag, nor in a Failure's message."""
    keys = {"environ": {"BOT_KEY": KEY}, "api_key_env": "BOT_KEY"}
    reply, _ = run(answer(message(text(f"key {KEY}"), tool(key=KEY), stop="tool_use")), **keys)
    assert KEY not in reply.model_dump_json()
    failed, _ = run(answer(error("authentication_error", f"bad {KEY}"), status=401), **keys)
    assert failed.kind == "unauthorised"
    assert KEY not in failed.model_dump_json()


def test_fingerprints() -> None:
    """Model, version, prompt, parameters and address make the fingerprint; the key does not."""

    async def fingerprint(**keys: Any) -> Any:
        table = {"base_url": "http://127.0.0.1:9", "model": "m", "max_tokens": 5, **keys}
        async with opened("anthropic", environ={"A": "k-1", "B": "k-2"}, **table) as target:
            return target.fingerprint

    async def go() -> Any:
        return [
            await fingerprint(api_key_env="A"),
            await fingerprint(api_key_env="B"),
            await fingerprint(model="n"),
            await fingerprint(max_tokens=6),
            await fingerprint(api_version="2026-02-03"),
            await fingerprint(system_prompt="kind"),
            await fingerprint(temperature=0.0),
            await fingerprint(stream=True),
            await fingerprint(parameters={"top_k": 1}),
            await fingerprint(base_url="http://127.0.0.1:8"),
        ]

    first, same, *others = asyncio.run(go())
    assert first == same
    assert len({first, *others}) == 1 + len(others)


# --- why a reply ends: the same whole and streamed

CUT = {"type": "refusal", "category": "bio", "explanation": "It could help to harm."}


def whole_of(blocks: list[dict[str, Any]], stop: Any, details: Any) -> Behaviour:
    return answer(message(stop=stop, stop_details=details, content=blocks))


def stream_of(blocks: list[dict[str, Any]], stop: Any, details: Any) -> Behaviour:
    pieces = [start()]
    for index, made in enumerate(blocks):
        if made["type"] == "text":
            pieces.append(said(made["text"], index=index))
        elif made["type"] == "tool_use":
            given = {"type": "input_json_delta", "partial_json": '{"ro'}
            rest = {"type": "input_json_delta", "partial_json": 'om": 3}'}
            pieces.append(block(index, {**made, "input": {}}, given, rest))
        else:
            thought = {"type": "thinking_delta", "thinking": "They cannot"}
            pieces.append(block(index, {**made, "thinking": ""}, thought))
    return stream(*pieces, end(stop, stop_details=details), STOP)


CALLS = {"tool_use": [{"name": "page_clinician", "input": {"room": 3}}]}
ENDS = [
    ([text()], "end_turn", None, "I hear you.", {}),
    ([text()], "stop_sequence", None, "I hear you.", {}),
    ([text("I hear")], "max_tokens", None, "I hear", {}),
    ([text("I hear")], "model_context_window_exceeded", None, "I hear", {}),
    ([text("I hear")], "refusal", CUT, "I hear", {"refusal": CUT}),
    ([text("I hear")], "refusal", None, "I hear", {"refusal": True}),
    ([text("Wait."), tool(room=3)], "tool_use", None, "Wait.", CALLS),
    ([thinking(), text("I "), thinking(), text("hear.")], "end_turn", None, "I hear.", {}),
    ([{"type": "redacted_thinking", "data": "x"}, text()], "end_turn", None, "I hear you.", {}),
    ([text(), {"type": "of_tomorrow", "text": "?"}], "of_tomorrow", None, "I hear you.", {}),
    ([], "end_turn", None, "", {}),
    ([text("")], "stop_sequence", None, "", {}),
]


@pytest.mark.parametrize("is_stream", [False, True], ids=["whole", "stream"])
@pytest.mark.parametrize(("blocks", "stop", "details", "content", "flags"), ENDS)
def test_a_reply(
    *, blocks: Any, stop: str, details: Any, content: str, flags: Any, is_stream: bool
) -> None:
    """Text is the content, a tool's call and a refusal are flags, the reason is kept as said."""
    made = stream_of if is_stream else whole_of
    reply, _ = run(made(blocks, stop, details), stream=is_stream)
    assert isinstance(reply, Turn), reply
    assert (reply.content, reply.finish_reason, reply.flags) == (content, stop, flags)
    assert (reply.model, reply.completion_tokens) == ("bot-2026-01-01", 3)
    assert reply.prompt_tokens == 10


NOTHING = [
    ([], "refusal", CUT, "content_filter", "It could help to harm."),
    ([text("")], "refusal", None, "content_filter", "stop_reason refusal"),
    ([tool(room=3)], "tool_use", None, "no_content", "it called a tool"),
    ([text("Let me see.")], "pause_turn", None, "paused", "pause_turn"),
    ([], "pause_turn", None, "paused", "pause_turn"),
    ([thinking()], "max_tokens", None, "no_content", "thought and said nothing"),
    ([thinking()], "end_turn", None, "no_content", "3 tokens"),
    ([], "max_tokens", None, "no_content", "max_tokens"),
    ([], "of_tomorrow", None, "no_content", "of_tomorrow"),
    ([], None, None, "no_content", "None"),
]


@pytest.mark.parametrize("is_stream", [False, True], ids=["whole", "stream"])
@pytest.mark.parametrize(("blocks", "stop", "details", "kind", "named"), NOTHING)
def test_no_reply(
    *, blocks: Any, stop: Any, details: Any, kind: str, named: str, is_stream: bool
) -> None:
    """What is withheld, what only calls a tool and what paused is a Failure, asked for once."""
    made = stream_of if is_stream else whole_of
    reply, log, _ = asyncio.run(ask(made(blocks, stop, details), stream=is_stream))
    assert isinstance(reply, Failure), reply
    assert (reply.kind, reply.attempts, len(log)) == (kind, 1, 1)
    assert named in reply.message


def test_a_tools_input_that_was_cut_is_kept_as_text() -> None:
    """A call that max_tokens cut off does not take the words before it away."""
    cut = block(1, {**tool(), "input": {}}, {"type": "input_json_delta", "partial_json": '{"ro'})
    reply, _ = streamed(start(), said("Wait."), cut, end("max_tokens"), STOP)
    assert reply.content == "Wait."
    assert reply.flags == {"tool_use": [{"name": "page_clinician", "input": '{"ro'}]}


@pytest.mark.parametrize("usage", [None, [], {"input_tokens": -1, "output_tokens": "many"}])
def test_strange_usage_is_left_out(usage: Any) -> None:
    """Counts that are none are left out, and the reply stands."""
    reply, _ = run(answer(message(usage=usage, model=7)))
    assert (reply.prompt_tokens, reply.completion_tokens, reply.model) == (None, None, None)


# --- streams

FLOWS = {
    "plain": [start(), said("I hear", " you."), end(), STOP],
    "bytes": [bytes([byte]) for byte in start() + said("I hear you.") + end() + STOP],
    "pings": [start(), PING, said("I hear you."), PING, b": nothing\n\n", end(), PING, STOP],
    "a ping of no JSON": [start(), b"event: ping\ndata: -\n\n", said("I hear you."), end(), STOP],
    "no last newline": [start(), said("I hear you."), end(), STOP.rstrip(b"\n")],
    "CRLF": [(start() + said("I hear you.") + end() + STOP).replace(b"\n", b"\r\n")],
    "unknown events": [start(), event("of_tomorrow", x=1), said("I hear you."), end(), STOP],
    "unknown deltas": [
        start(),
        block(
            0,
            text("I hear"),
            {"type": "citations_delta", "citation": {}},
            {"type": "text_delta", "text": " you."},
        ),
        end(),
        STOP,
    ],
    "types alone": [unnamed(start() + PING + said("I hear you.") + end() + STOP)],
}


@pytest.mark.parametrize("pieces", FLOWS.values(), ids=FLOWS)
def test_streams(pieces: list[bytes]) -> None:
    """A stream is whole with message_stop, however it is cut, and whatever it says beside."""
    reply, seen = streamed(*pieces)
    assert seen.json["stream"] is True
    assert isinstance(reply, Turn), reply
    assert (reply.content, reply.finish_reason) == ("I hear you.", "end_turn")
    assert (reply.prompt_tokens, reply.completion_tokens) == (10, 3)


BROKEN = [
    ("closes at once", stream(end=False), "truncated_stream", 3),
    ("ends without a word", stream(), "truncated_stream", 3),
    ("closes inside", stream(start(), said("I hear"), end=False), "truncated_stream", 3),
    ("no message_stop", stream(start(), said("I hear"), end()), "truncated_stream", 3),
    ("lost before it", stream(start(), said("I hear"), end(), end=False), "truncated_stream", 3),
    ("cut in an event", stream(start(), b'data: {"type": "mess'), "truncated_stream", 3),
    ("only its stop", stream(STOP), "no_content", 1),
    ("overloaded", stream(start(), event("error", **error("overloaded_error"))), "stream_error", 3),
    ("limited", stream(event("error", **error("rate_limit_error"))), "stream_error", 3),
    (
        "refused late",
        stream(start(), event("error", **error("invalid_request_error"))),
        "stream_error",
        1,
    ),
    ("no reason", stream(b"event: error\ndata: {}\n\n"), "stream_error", 3),
    ("no JSON error", stream(b"event: error\ndata: full\n\n"), "stream_error", 3),
    (
        "an error without a name",
        stream(unnamed(event("error", **error("overloaded_error")))),
        "stream_error",
        3,
    ),
    ("HTML", answer(b"<html>", content_type="text/html"), "unreadable_reply", 1),
    ("whole", answer(message()), "unreadable_reply", 1),
    ("no JSON", stream(b"data: hello\n\n", STOP), "unreadable_reply", 1),
    ("a list", stream(b"data: []\n\n", STOP), "unreadable_reply", 1),
    ("no UTF-8", stream(b"data: \xff\n\n", STOP), "unreadable_reply", 1),
    ("a start without message", stream(event("message_start"), STOP), "unreadable_reply", 1),
    (
        "a piece of no block",
        stream(event("content_block_delta", index=0, delta={}), STOP),
        "unreadable_reply",
        1,
    ),
    (
        "a block of no number",
        stream(event("content_block_start", content_block=text()), STOP),
        "unreadable_reply",
        1,
    ),
    (
        "text of no text",
        stream(start(), block(0, text(""), {"type": "text_delta", "text": 7}), STOP),
        "unreadable_reply",
        1,
    ),
    ("too large", stream(start(), *[said("x" * 1_000_000)] * 6), "too_large", 1),
]


@pytest.mark.parametrize(
    ("behaviour", "kind", "requests"), [case[1:] for case in BROKEN], ids=[c[0] for c in BROKEN]
)
def test_a_stream_that_fails(behaviour: Behaviour, kind: str, requests: int) -> None:
    """A stream without its end, or with something else in it, is never a short reply."""
    reply, log, _ = asyncio.run(ask(behaviour, stream=True))
    assert isinstance(reply, Failure), reply
    assert (reply.kind, reply.attempts, len(log)) == (kind, requests, requests)


def test_a_streams_error_says_its_type_and_its_words() -> None:
    """Both stand in the message; the event's JSON does not."""
    reply, _ = streamed(event("error", **error("overloaded_error", "Overloaded")))
    assert reply.message == "the stream sent an error: Overloaded (overloaded_error)"


# --- faults

FAULTS = [
    ("400", answer(error("invalid_request_error"), status=400), "bad_request", 1),
    ("401", answer(error("authentication_error"), status=401), "unauthorised", 1),
    ("402", answer(error("billing_error"), status=402), "forbidden", 1),
    ("403", answer(error("permission_error"), status=403), "forbidden", 1),
    ("404", answer(error("not_found_error"), status=404), "not_found", 1),
    ("409", answer(error("conflict_error"), status=409), "conflict", 3),
    ("413", answer(error("request_too_large"), status=413), "bad_request", 1),
    ("429", answer(error("rate_limit_error"), status=429), "rate_limited", 3),
    ("500", answer(error("api_error"), status=500), "server_error", 3),
    ("504", answer(error("timeout_error"), status=504), "timeout", 3),
    ("529", answer(error("overloaded_error"), status=529), "server_error", 3),
    ("529 bare", answer(b"", status=529), "server_error", 3),
    ("501", answer(error("api_error"), status=501), "server_error", 1),
    ("another 4xx", answer(error("invalid_request_error"), status=418), "bad_request", 1),
    ("a vague type", answer(error("invalid_request_error"), status=429), "rate_limited", 3),
    ("a gateway's 400", answer(error("overloaded_error"), status=400), "server_error", 3),
    ("a type of tomorrow", answer(error("tea_error"), status=418), "http_status", 1),
    ("error in a 200", answer(error("overloaded_error")), "unreadable_reply", 1),
    ("no content", answer({"type": "message"}), "unreadable_reply", 1),
    ("content a text", answer(message(content="I hear")), "unreadable_reply", 1),
    ("a block a text", answer(message(content=["I hear"])), "unreadable_reply", 1),
    ("text a number", answer(message(content=[text(7)])), "unreadable_reply", 1),
    ("a list", answer([1]), "unreadable_reply", 1),
    ("half JSON", answer(b'{"content": [{'), "unreadable_reply", 1),
    ("HTML", answer(b"<!doctype html>", content_type="text/html"), "unreadable_reply", 1),
    ("204", raw(b"HTTP/1.1 204 No Content\r\n\r\n", keep=True), "no_content", 1),
    ("reset", reset(), "connection_lost", 3),
]


@pytest.mark.parametrize(
    ("behaviour", "kind", "requests"), [case[1:] for case in FAULTS], ids=[c[0] for c in FAULTS]
)
def test_faults(behaviour: Behaviour, kind: str, requests: int) -> None:
    """Each type of error has its kind, and is retried or not; the server's log counts."""
    reply, log, _ = asyncio.run(ask(behaviour))
    assert isinstance(reply, Failure), reply
    assert (reply.kind, reply.attempts, len(log)) == (kind, requests, requests)


def test_an_errors_type_stands_in_the_message() -> None:
    """A person sees the status, the words and the type."""
    reply, _ = run(answer(error("overloaded_error", "Overloaded"), status=529), max_retries=0)
    assert reply.message == "status 529: Overloaded (overloaded_error)"


def test_a_retry_after_is_waited_for_and_a_quota_is_not() -> None:
    """Seconds are waited; a day ends the trial at once, whatever the type says."""
    moment = answer(error("overloaded_error"), status=529, headers={"Retry-After": "7"})
    reply, log, waits = asyncio.run(ask(moment, answer(message())))
    assert (reply.content, reply.attempts, len(log)) == ("I hear you.", 2, 2)
    assert 7.0 in waits
    for status in (400, 429, 529):
        quota = answer(error("overloaded_error"), status=status, headers={"Retry-After": "86400"})
        reply, log, waits = asyncio.run(ask(quota))
        assert max(waits, default=0) < 60
        assert reply.kind == ("server_error" if status == 400 else "rate_limited")


def test_a_first_contact_shows_what_was_sent_and_came_back() -> None:
    """As ``mhgate probe-endpoint`` prints it: headers by name, the reply, a flag, no key."""

    async def go() -> Any:
        table = {"model": "bot", "max_tokens": 50, "api_key_env": "BOT_KEY"}
        async with (
            FaultServer(answer(message(text("Of course."), tool(room=3)))) as server,
            opened("anthropic", environ={"BOT_KEY": KEY}, base_url=server.url, **table) as target,
        ):
            return await preflight(target)

    shown = asyncio.run(go()).describe()
    for words in ("/v1/messages", "x-api-key", "anthropic-version", "Of course.", "tool_use"):
        assert words in shown
    assert KEY not in shown
