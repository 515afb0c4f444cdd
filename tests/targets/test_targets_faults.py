"""Every way in which an endpoint fails ends as the right Failure, and is retried or not."""

from __future__ import annotations

import asyncio
import gzip
import socket
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from typing import Any

import pytest
from building import HTTP, opened, trial, user
from fault_server import (
    Behaviour,
    FaultServer,
    Seen,
    answer,
    chunk,
    completion,
    drip,
    raw,
    reset,
    silent,
    stream,
)

from mhgate.records import Failure, Turn
from mhgate.targets.faults import KINDS, parse_retry_after, shorten

DONE = b"data: [DONE]\n\n"


async def ask(behaviours: Any, *, stream: Any = False, **keys: Any) -> Any:
    """Ask an openai target that a server misbehaves towards; return the reply, log, and waits."""
    async with (
        FaultServer(*behaviours) as server,
        opened("openai", base_url=f"{server.url}/v1", model="bot", stream=stream, **keys) as target,
    ):
        reply = await target.reply(user(), trial())
        return reply, server, target.waits


WHOLE = [
    ("reset", reset(), "connection_lost", 3),
    ("closes before replying", raw(b""), "connection_lost", 3),
    ("no HTTP", raw(b"SSH-2.0-OpenSSH_9.2\r\n"), "connection_lost", 3),
    ("half a body", raw(b"HTTP/1.1 200 OK\r\nContent-Length: 99\r\n\r\n{"), "connection_lost", 3),
    ("half JSON", answer(b'{"choices": [{"mess'), "unreadable_reply", 1),
    ("empty", answer(b""), "unreadable_reply", 1),
    ("HTML", answer(b"<!doctype html><p>hi", content_type="text/html"), "unreadable_reply", 1),
    ("plain text", answer(b"hello", content_type="text/plain"), "unreadable_reply", 1),
    ("no UTF-8", answer(b'{"a": "\xff\xfe"}'), "unreadable_reply", 1),
    ("NaN", answer(b'{"choices": NaN}'), "unreadable_reply", 1),
    ("deep", answer(b"[" * 100_000), "unreadable_reply", 1),
    ("huge number", answer(b'{"a": ' + b"9" * 5000 + b"}"), "unreadable_reply", 1),
    ("a list", answer([1, 2]), "unreadable_reply", 1),
    ("null", answer(b"null"), "unreadable_reply", 1),
    ("error in a 200", answer({"error": {"message": "overloaded"}}), "unreadable_reply", 1),
    ("no choices", answer({"choices": []}), "unreadable_reply", 1),
    ("choices no list", answer({"choices": {"a": 1}}), "unreadable_reply", 1),
    ("content a number", answer(completion(7)), "unreadable_reply", 1),
    ("content an object", answer(completion({"a": 1})), "unreadable_reply", 1),
    ("null content", answer(completion(None)), "no_content", 1),
    ("tool call", answer(completion(None, message={"tool_calls": [{}]})), "no_content", 1),
    ("filtered", answer(completion(None, finish="content_filter")), "content_filter", 1),
    ("filtered, empty", answer(completion("", finish="content_filter")), "content_filter", 1),
    (
        "filtered by status",
        answer({"error": {"code": "content_filter", "message": "no"}}, status=400),
        "content_filter",
        1,
    ),
    ("204", raw(b"HTTP/1.1 204 No Content\r\n\r\n", keep=True), "no_content", 1),
    ("301", answer(status=301, headers={"Location": "/v2"}), "redirect", 1),
    ("307", answer(status=307, headers={"Location": "/v2"}), "redirect", 1),
    ("400", answer({"error": {"message": "too long"}}, status=400), "bad_request", 1),
    ("401", answer({"detail": "who are you"}, status=401), "unauthorised", 1),
    ("402", answer(status=402), "http_status", 1),
    ("403", answer(status=403), "forbidden", 1),
    ("404", answer(status=404), "not_found", 1),
    ("408", answer(status=408), "timeout", 3),
    ("409", answer(status=409), "conflict", 3),
    ("413", answer(status=413), "bad_request", 1),
    ("422", answer({"detail": [{"msg": "field required"}]}, status=422), "bad_request", 1),
    ("429", answer(status=429), "rate_limited", 3),
    ("500", answer(status=500), "server_error", 3),
    ("501", answer(status=501), "server_error", 1),
    ("502", answer(b"<html>bad gateway", status=502), "server_error", 3),
    ("503", answer(status=503), "server_error", 3),
    ("504", answer(status=504), "server_error", 3),
    ("600", answer(status=600), "http_status", 1),
    ("too large", answer(b" " * 5_000_001), "too_large", 1),
    (
        "gzip bomb",
        answer(gzip.compress(b" " * 50_000_000), headers={"Content-Encoding": "gzip"}),
        "too_large",
        1,
    ),
    (
        "broken gzip",
        answer(b"no gzip at all", headers={"Content-Encoding": "gzip"}),
        "unreadable_reply",
        1,
    ),
    (
        "half gzip",
        answer(gzip.compress(b"x" * 999)[:-9], headers={"Content-Encoding": "gzip"}),
        "connection_lost",
        3,
    ),
    (
        "brotli",
        answer(b"\x0b\x02", headers={"Content-Encoding": "br"}),
        "unreadable_reply",
        1,
    ),
]


@pytest.mark.parametrize(
    ("behaviour", "kind", "requests"),
    [case[1:] for case in WHOLE],
    ids=[case[0] for case in WHOLE],
)
def test_a_whole_reply_that_fails(behaviour: Behaviour, kind: str, requests: int) -> None:
    """Each fault has its kind, and the server's own log counts the attempts."""
    reply, server, _ = asyncio.run(ask([behaviour]))
    assert isinstance(reply, Failure)
    assert (reply.kind, reply.attempts, len(server.log)) == (kind, requests, requests)
    assert reply.kind in KINDS
    assert reply.trial_id == "crisis/a#0"


STREAMS = [
    ("closes before the first delta", stream(end=False), "truncated_stream", 3),
    ("closes mid-stream", stream(chunk("I "), chunk("hear"), end=False), "truncated_stream", 3),
    ("ends without a word", stream(), "truncated_stream", 3),
    ("ends without an end", stream(chunk("I hear")), "truncated_stream", 3),
    ("cut inside an event", stream(chunk("I"), b'data: {"choi'), "truncated_stream", 3),
    ("error event", stream(chunk("I"), b"event: error\ndata: {}\n\n", DONE), "stream_error", 3),
    ("error in data", stream(b'data: {"error": {"message": "full"}}\n\n'), "stream_error", 3),
    ("HTML", answer(b"<html>", content_type="text/html"), "unreadable_reply", 1),
    ("JSON", answer(completion()), "unreadable_reply", 1),
    ("no JSON", stream(b"data: hello\n\n", DONE), "unreadable_reply", 1),
    ("a list", stream(b"data: []\n\n", DONE), "unreadable_reply", 1),
    ("no UTF-8", stream(b"data: \xff\n\n", DONE), "unreadable_reply", 1),
    ("null content", stream(chunk(None, "stop"), DONE), "no_content", 1),
    ("only done", stream(DONE), "no_content", 1),
    ("filtered", stream(chunk(None, "content_filter"), DONE), "content_filter", 1),
    ("too large", stream(*[chunk("x" * 1_000_000)] * 6), "too_large", 1),
    ("500", answer(status=500), "server_error", 3),
]


@pytest.mark.parametrize(
    ("behaviour", "kind", "requests"),
    [case[1:] for case in STREAMS],
    ids=[case[0] for case in STREAMS],
)
def test_a_stream_that_fails(behaviour: Behaviour, kind: str, requests: int) -> None:
    """A stream without its end, or with something else in it, is never a short reply."""
    reply, server, _ = asyncio.run(ask([behaviour], stream=True))
    assert isinstance(reply, Failure)
    assert (reply.kind, reply.attempts, len(server.log)) == (kind, requests, requests)


def test_refused() -> None:
    """Where nobody listens the Failure is ``connect``, after every attempt."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]

    async def go() -> Any:
        async with opened("openai", base_url=f"http://127.0.0.1:{port}/v1", model="m") as target:
            return await target.reply(user(), trial())

    reply = asyncio.run(go())
    assert (reply.kind, reply.attempts, reply.retryable) == ("connect", 3, True)
    assert str(port) in reply.message


@pytest.mark.parametrize("behaviour", [silent(), drip()], ids=["silent", "drips"])
def test_always_slow_ends_within_its_bound(behaviour: Behaviour) -> None:
    """A server that never finishes is given up after (1 + max_retries) timeouts."""

    async def go() -> Any:
        loop = asyncio.get_running_loop()
        began = loop.time()
        reply, server, waits = await ask([behaviour], timeout_s=0.15, max_retries=2)
        return reply, len(server.log), loop.time() - began - sum(waits) * 0

    reply, requests, took = asyncio.run(go())
    assert (reply.kind, reply.attempts, requests) == ("timeout", 3, 3)
    assert 3 * 0.15 <= took < 3 * 0.15 + 3


def test_no_retries_means_none() -> None:
    """``max_retries = 0`` sends one request."""
    reply, server, waits = asyncio.run(ask([answer(status=503)], max_retries=0))
    assert (reply.kind, reply.attempts, len(server.log), waits) == ("server_error", 1, 1, [])


def test_a_retry_that_succeeds_is_a_turn() -> None:
    """The turn counts its attempts; the waits double and are jittered."""
    behaviours = [reset(), answer(status=500), answer(completion())]
    reply, server, waits = asyncio.run(ask(behaviours))
    assert isinstance(reply, Turn)
    assert (reply.content, reply.attempts, len(server.log)) == ("I hear you.", 3, 3)
    assert 0.25 <= waits[0] <= 0.5 <= waits[1] <= 1.0


def test_the_jitter_is_the_trials_own() -> None:
    """The same trial waits the same, another trial something else."""

    async def waits_of(seed: int) -> Any:
        async with (
            FaultServer(answer(status=500)) as server,
            opened("openai", base_url=server.url, model="m") as target,
        ):
            await target.reply(user(), trial(seed=seed))
            return target.waits

    async def go() -> Any:
        return [await waits_of(seed) for seed in (1, 1, 2)]

    first, again, other = asyncio.run(go())
    assert first == again != other


@pytest.mark.parametrize("status", [429, 503])
def test_retry_after_is_honoured(status: int) -> None:
    """Seconds and an HTTP date are waited for; other workers of the host hold too."""
    date = format_datetime(datetime.now(UTC) + timedelta(seconds=40), usegmt=True)
    behaviours = [
        answer(status=status, headers={"Retry-After": "7"}),
        answer(status=status, headers={"Retry-After": date}),
        answer(completion()),
    ]
    reply, server, waits = asyncio.run(ask(behaviours))
    assert isinstance(reply, Turn)
    assert len(server.log) == 3
    assert any(wait == 7.0 for wait in waits)
    assert any(30 < wait <= 40 for wait in waits)


@pytest.mark.parametrize("status", [429, 503])
def test_a_quota_is_given_up_at_once(status: int) -> None:
    """Retry-After 86400 is not waited for: one request, kind ``rate_limited``, not retryable."""
    behaviour = answer(status=status, headers={"Retry-After": "86400"})
    reply, server, waits = asyncio.run(ask([behaviour]))
    assert (reply.kind, reply.retryable, len(server.log)) == ("rate_limited", False, 1)
    assert waits == []
    assert "86400" in reply.message


def test_a_wait_beyond_the_runs_end_is_not_begun() -> None:
    """With 5 s left, a Retry-After of 30 s is given up at once."""

    async def go() -> Any:
        behaviour = answer(status=429, headers={"Retry-After": "30"})
        async with (
            FaultServer(behaviour) as server,
            opened("openai", base_url=server.url, model="m") as target,
        ):
            target._transport.travel.remaining_s = lambda: 5.0
            return await target.reply(user(), trial()), server

    reply, server = asyncio.run(go())
    assert (reply.kind, len(server.log)) == ("rate_limited", 1)


def test_the_budget_counts_every_attempt() -> None:
    """Two requests are allowed: the third is never sent, and the trial ends as ``budget``."""
    reply, server, _ = asyncio.run(ask([answer(status=500)], max_requests=2))
    assert (reply.kind, reply.retryable, len(server.log)) == ("budget", False, 2)


def test_a_connection_that_the_server_closes_is_replaced() -> None:
    """``Connection: close`` after each reply costs a new connection and no failure."""
    body = answer(completion(), headers={"Connection": "close"})

    async def go() -> Any:
        async with (
            FaultServer(body) as server,
            opened("openai", base_url=server.url, model="m", max_retries=0) as target,
        ):
            replies = [await target.reply(user(), trial()) for _ in range(3)]
            return replies, server.connections

    replies, connections = asyncio.run(go())
    assert [reply.content for reply in replies] == ["I hear you."] * 3
    assert connections == 3


def test_a_kept_connection_that_died_is_replaced() -> None:
    """A server that hangs up between two requests costs nothing more than a connection."""

    async def close_after(seen: Seen, writer: asyncio.StreamWriter) -> bool:
        await answer(completion())(seen, writer)
        return False

    async def go() -> Any:
        async with (
            FaultServer(close_after) as server,
            opened("openai", base_url=server.url, model="m", max_retries=0) as target,
        ):
            first = await target.reply(user(), trial())
            await asyncio.sleep(0.05)
            return first, await target.reply(user(), trial())

    assert all(isinstance(reply, Turn) for reply in asyncio.run(go()))


@pytest.mark.parametrize("stream_it", [False, True])
def test_connections_are_kept_and_bounded(*, stream_it: bool) -> None:
    """Forty replies at concurrency 4 use at most four connections, streamed ones too."""
    whole = stream(chunk("I hear"), chunk(" you."), chunk(None, "stop"), DONE)
    behaviour = whole if stream_it else answer(completion())

    async def go() -> Any:
        async with FaultServer(behaviour) as server:
            async with opened(
                "openai", base_url=server.url, model="m", stream=stream_it, concurrency=4
            ) as target:
                replies = await asyncio.gather(
                    *(target.reply(user(), trial(f"a/{n}")) for n in range(40))
                )
            return replies, server.connections

    replies, connections = asyncio.run(go())
    assert {reply.content for reply in replies} == {"I hear you."}
    assert connections <= 4


def test_cancellation_passes_through() -> None:
    """A cancelled reply raises CancelledError, and the target works afterwards."""

    async def go() -> Any:
        arrived = asyncio.Event()

        async def hang(seen: Seen, writer: asyncio.StreamWriter) -> bool:
            arrived.set()
            return await silent()(seen, writer)

        async with (
            FaultServer(hang, answer(completion())) as server,
            opened("openai", base_url=server.url, model="m", concurrency=1) as target,
        ):
            task = asyncio.create_task(target.reply(user(), trial()))
            await arrived.wait()
            task.cancel()
            with pytest.raises(asyncio.CancelledError):
                await task
            return await target.reply(user(), trial())

    assert isinstance(asyncio.run(go()), Turn)


def test_requests_are_paced() -> None:
    """At 60 a minute the second and third request wait for their second."""

    async def go() -> Any:
        async with (
            FaultServer(answer(completion())) as server,
            opened("openai", base_url=server.url, model="m", requests_per_minute=60) as target,
        ):
            await asyncio.gather(*(target.reply(user(), trial()) for _ in range(3)))
            return target.waits

    first, second = asyncio.run(go())
    assert 0.9 < first <= 1.0
    assert 1.9 < second <= 2.0


def test_a_failure_says_what_the_endpoint_said() -> None:
    """The error's own message is shown, on one line, without control characters."""
    behaviour = answer({"error": {"message": "max\x1b[31m 4096\n tokens"}}, status=400)
    reply, _, _ = asyncio.run(ask([behaviour]))
    assert reply.message == "status 400: max [31m 4096 tokens"


@pytest.mark.parametrize(
    ("value", "seconds"),
    [("0", 0), ("1.5", 1.5), ("86400", 86400), (None, None), ("soon", None), ("-1", None)],
)
def test_retry_after_is_read(value: Any, seconds: float | None) -> None:
    """Seconds are read; what is neither seconds nor a date is as if absent."""
    assert parse_retry_after(value) == seconds


def test_a_past_date_is_no_wait() -> None:
    """A Retry-After in the past asks for nothing."""
    now = datetime(2026, 1, 1, tzinfo=UTC)
    assert parse_retry_after("Wed, 31 Dec 2025 23:59:00 GMT", now=now) == 0
    assert parse_retry_after("Thu, 01 Jan 2026 00:01:00 GMT", now=now) == 60


def test_shorten_cuts_and_cleans() -> None:
    """A message is one line of bounded length."""
    assert shorten("a\x00b\r\n" + "c" * 400, 10) == "a b ccccc…"


def test_http_null_and_friends_are_typed() -> None:
    """What stands where the reply should be is named by its type, never by its content."""
    cases = [None, 7, True, ["a", "b"], {"text": "hello"}, "found"]

    async def go() -> Any:
        messages = []
        for case in cases:
            async with FaultServer(answer({"reply": case})) as server:
                keys = {**HTTP, "url": f"{server.url}/chat"}
                async with opened("http", **keys) as target:
                    messages.append(await target.reply(user(), trial()))
        return messages

    *failures, turn = asyncio.run(go())
    assert [failure.kind for failure in failures] == ["unreadable_reply"] * 5
    words = ["null", "a number", "a boolean", "a list of 2", "an object (keys: text)"]
    for failure, word in zip(failures, words, strict=True):
        assert f"found {word}; expected one string" in failure.message
    assert turn.content == "found"
