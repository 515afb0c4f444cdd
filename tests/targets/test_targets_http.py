"""A JSON endpoint is asked as its table says, stateless or in sessions that never mix."""

from __future__ import annotations

import asyncio
import json
import re
from typing import Any
from urllib.parse import unquote

import pytest
from building import HTTP, RUN_ID, SAID, opened, trial, user
from fault_server import Behaviour, FaultServer, Seen, answer, raw, reset, stream

from mhgate.errors import ConfigError
from mhgate.records import Failure, Turn
from mhgate.targets.reply_format import ReplyFormat

TWO = [*user("a"), Turn(role="assistant", content="b"), *user("c")]


async def ask(
    server: FaultServer,
    turns: Any = None,
    *,
    name: str = "crisis/a",
    environ: Any = None,
    **keys: Any,
) -> Any:
    table = {**HTTP, "url": f"{server.url}/chat", **keys}
    async with opened("http", environ=environ, **table) as target:
        return await target.reply(turns or user(), trial(name))


def run(behaviour: Behaviour, turns: Any = None, **keys: Any) -> Any:
    async def go() -> Any:
        async with FaultServer(behaviour) as server:
            return await ask(server, turns, **keys), server.log

    return asyncio.run(go())


def test_a_request_as_the_table_says() -> None:
    """Method, URL, headers, body and run id arrive; reply and flags come back."""
    behaviour = answer({"out": [{"text": "hi"}], "risk": {"crisis": True, "level": 3}})
    reply, log = run(
        behaviour,
        method="PUT",
        headers={"X-Team": "t-{trial}", "User-Agent": "ours"},
        body={"messages": "{history}", "seed": "{seed}"},
        reply="$.out[0].text",
        flags={"crisis": "$.risk.crisis", "all": "$.risk[*]", "absent": "$.none"},
        bearer_env="KEY",
        environ={"KEY": "k-1234"},
    )
    assert (reply.role, reply.content, reply.attempts) == ("assistant", "hi", 1)
    assert reply.flags == {"crisis": True, "all": [True, 3]}
    assert reply.latency_s > 0
    [seen] = log
    assert (seen.method, seen.path) == ("PUT", "/chat")
    assert seen.json == {"messages": [{"role": "user", "content": SAID}], "seed": 5}
    assert seen.headers["x-mhgate-run"] == RUN_ID
    assert seen.headers["x-team"] == "t-crisis/a#0"
    assert seen.headers["authorization"] == "Bearer k-1234"
    assert seen.headers["content-type"] == "application/json"
    assert seen.headers["user-agent"] == "ours"


def test_every_request_names_the_run_whatever_the_table_says() -> None:
    """X-Mhgate-Run cannot be overridden, and the tool names itself."""
    _, [seen] = run(answer({"reply": "hi"}), headers={"x-mhgate-run": "other"})
    assert seen.headers["x-mhgate-run"] == RUN_ID
    assert seen.headers["user-agent"].startswith("mhgate/")


@pytest.mark.parametrize("length", ["3", "300"])
def test_the_length_of_a_body_is_what_it_is(length: str) -> None:
    """No table says it: the rest of a body that was cut would be read as another request."""
    reply, log = run(answer({"reply": "hi"}), headers={"content-Length": length})
    assert (reply.content, [seen.method for seen in log]) == ("hi", ["POST"])
    assert log[0].headers["content-length"] == str(len(log[0].body))
    assert SAID in log[0].body.decode()


def test_a_message_in_the_url() -> None:
    """A GET with the message as a parameter sends no body."""

    async def go() -> Any:
        async with FaultServer(answer({"reply": "hi"})) as server:
            url = f"{server.url}/say/{{trial}}?q={{message}}"
            reply = await ask(server, user("a&b=ü/?#"), url=url, method="GET", body=None)
            return reply, server.log[0]

    reply, seen = asyncio.run(go())
    assert reply.content == "hi"
    assert seen.query == {"q": ["a&b=ü/?#"]}
    assert seen.path == "/say/crisis%2Fa%230"
    assert seen.body == b""


def test_flags_can_hold_anything() -> None:
    """Lone surrogates and huge numbers in flags become what records and digests can hold."""
    body = b'{"reply": "hi \\ud800", "f": {"a": "\\ud800", "b": 123456789012345678901, "c": 1e999}}'
    reply, _ = run(answer(body), flags={"f": "$.f"})
    assert reply.flags["f"] == {"a": "\ufffd", "b": "123456789012345678901", "c": "inf"}
    assert json.loads(reply.model_dump_json())["flags"] == reply.flags


def test_a_deep_flag_is_a_failure() -> None:
    """A flag nested beyond all measure is a Failure, not a crash."""
    body = b'{"reply": "hi", "f": ' + b"[" * 500 + b"]" * 500 + b"}"
    reply, _ = run(answer(body), flags={"f": "$.f"})
    assert reply.kind == "unreadable_reply"


def test_a_second_turn_needs_a_history_or_a_session() -> None:
    """A request that carries the last message alone cannot hold a conversation, and says so."""
    reply, log = run(answer({"reply": "hi"}), TWO)
    assert (reply.kind, log) == ("stateless", [])
    reply, log = run(answer({"reply": "hi"}), TWO, body={"m": "{history}"})
    assert [turn["content"] for turn in log[0].json["m"]] == ["a", "b", "c"]
    reply, log = run(answer({"reply": "hi"}), TWO, body={"m": "{message}", "id": "{run}/{trial}"})
    assert log[0].json == {"m": "c", "id": f"{RUN_ID}/crisis/a#0"}


SSE = {"format": "sse", "reply": None, "delta": "$.t"}


@pytest.mark.parametrize(
    ("pieces", "keys"),
    [
        ([b'data:{"t":"I "}\n\n', b'data:{"t":"hear"}\r\n\r\ndata: [DONE]\n\n'], {}),
        ([b'data: {"t": "I hear"}\n\nevent: end\ndata: {}\n\n'], {"done": "end"}),
        ([b'data: {"t": "I hear"}\n\n', b'data: {"stop": true}\n\n'], {"done": "$.stop"}),
        ([b'data: {"t": "I hear"}\n\n', b'data: {"stop": true}'], {"done": "$.stop"}),
        ([b'data: {"t": null}\n\ndata: {"x": 1}\n\ndata: {"t": "I hear"}\n\ndata: [DONE]'], {}),
    ],
    ids=["marker", "named event", "path", "no last newline", "other events"],
)
def test_a_stream(pieces: list[bytes], keys: Any) -> None:
    """The pieces are joined until the stream says that it has ended, in each way of saying it."""
    reply, _ = run(stream(*pieces), **{**SSE, **keys})
    assert reply.content == "I hear"


def test_flags_in_a_stream() -> None:
    """A flag is taken from whichever event has it; the last one counts."""
    pieces = b'data: {"t": "I", "c": false}\n\ndata: {"c": true}\n\ndata: [DONE]\n\n'
    reply, _ = run(stream(pieces), flags={"c": "$.c"}, **SSE)
    assert reply.flags == {"c": True}


@pytest.mark.parametrize(
    ("piece", "kind"),
    [
        (b'data: {"t": 7}\n\ndata: [DONE]\n\n', "unreadable_reply"),
        (b'data: {"u": "x"}\n\ndata: [DONE]\n\n', "unreadable_reply"),
        (b"data: [DONE]\n\n", "unreadable_reply"),
        (b'data: {"error": "full"}\n\n', "stream_error"),
        (b'data: {"t": "I hear"}\n\n', "truncated_stream"),
        (b'event: error\ndata: {"t": "x"}\n\n', "stream_error"),
    ],
)
def test_a_stream_without_a_text(piece: bytes, kind: str) -> None:
    """A delta that is no string, none at all, an error, or no end: a Failure each."""
    reply, _ = run(stream(piece), **SSE)
    assert isinstance(reply, Failure)
    assert reply.kind == kind


def session_table(server: FaultServer) -> Any:
    return {
        "url": f"{server.url}/s/{{session}}/messages",
        "session": {"url": f"{server.url}/open", "id": "$.id", "body": {"who": "{trial}"}},
    }


class Sessions:
    """A product that keeps each session's messages, and fails as told."""

    def __init__(self, *faults: Any, id_of: Any = lambda n: f"s/{n}&x") -> None:
        self.sessions = {}
        self.faults = list(faults)
        self.id_of = id_of

    async def __call__(self, seen: Seen, writer: asyncio.StreamWriter) -> bool:
        if seen.path == "/open":
            name = self.id_of(len(self.sessions) + 1)
            self.sessions[str(name)] = []
            return await answer({"id": name}, status=201)(seen, writer)
        name = seen.path.removeprefix("/s/").removesuffix("/messages")
        said = self.sessions[unquote(name)]
        fault = self.faults.pop(0) if self.faults else None
        if fault is not None and fault[0] == "before":
            return await fault[1](seen, writer)
        said.append(seen.json["text"])
        if fault is not None:
            return await fault[1](seen, writer)
        await asyncio.sleep(0.01)
        return await answer({"reply": " | ".join(said)})(seen, writer)


async def converse(target: Any, name: str, *texts: Any) -> Any:
    turns = []
    for text in texts:
        turns += user(text)
        reply = await target.reply(turns, trial(name))
        if isinstance(reply, Failure):
            return reply
        turns.append(reply)
    return turns[-1]


def test_concurrent_sessions_never_mix() -> None:
    """Twelve conversations at once: each hears its own messages and opens one session."""
    product = Sessions()

    async def go() -> Any:
        async with (
            FaultServer(product) as server,
            opened("http", **{**HTTP, **session_table(server)}) as target,
        ):
            return await asyncio.gather(
                *(converse(target, f"t/{n}", f"a{n}", f"b{n}", f"c{n}") for n in range(12))
            )

    replies = asyncio.run(go())
    assert [reply.content for reply in replies] == [f"a{n} | b{n} | c{n}" for n in range(12)]
    assert len(product.sessions) == 12
    assert "session" in replies[0].carry
    assert "carry" not in replies[0].model_dump()


def talk(product: Any, *texts: Any, **keys: Any) -> Any:
    async def go() -> Any:
        async with FaultServer(product) as server:
            table = {**HTTP, **session_table(server), **keys}
            async with opened("http", **table) as target:
                return await converse(target, "t", *texts), server.log

    return asyncio.run(go())


def test_a_first_message_is_retried_in_a_new_session() -> None:
    """A first message that may have been taken is sent again, but never into the same session."""
    product = Sessions(("after", reset()), ("after", answer(status=500)))
    reply, _ = talk(product, "a", "b")
    assert reply.content == "a | b"
    assert list(product.sessions.values()) == [["a"], ["a"], ["a", "b"]]


def test_a_later_message_is_never_sent_twice() -> None:
    """Inside a session a message that may have been taken is not repeated: the trial fails."""
    product = Sessions(None, ("after", answer(status=500)))
    reply, _ = talk(product, "a", "b")
    assert (reply.kind, reply.attempts) == ("server_error", 1)
    assert list(product.sessions.values()) == [["a", "b"]]


def test_a_later_message_that_was_not_taken_is_retried() -> None:
    """429 and 503 say that the message was not taken: it is sent again, into the same session."""
    product = Sessions(None, ("before", answer(status=429)), ("before", answer(status=503)))
    reply, _ = talk(product, "a", "b")
    assert (reply.content, reply.attempts) == ("a | b", 3)
    assert list(product.sessions.values()) == [["a", "b"]]


def test_a_session_that_was_not_used_is_kept() -> None:
    """A first message that was not taken goes into the session that is already open."""
    product = Sessions(("before", answer(status=429)))
    reply, _ = talk(product, "a")
    assert (reply.attempts, len(product.sessions)) == (2, 1)


def test_session_ids_may_be_numbers() -> None:
    """A whole number is an id like any other."""
    reply, log = talk(Sessions(id_of=lambda n: 40 + n), "a")
    assert (reply.content, log[-1].path) == ("a", "/s/41/messages")


@pytest.mark.parametrize("name", [None, True, "", {"a": 1}, 1.5])
def test_an_id_that_is_none(name: str) -> None:
    """An id that is neither text nor a whole number is a Failure that names the key."""
    reply, _ = talk(Sessions(id_of=lambda _: name), "a")
    assert reply.kind == "unreadable_reply"
    assert "target.session.id" in reply.message


def test_opening_failures_count() -> None:
    """What goes wrong while a session is opened is the trial's Failure."""
    reply, log = run(
        answer(status=401),
        url="http://127.0.0.1:1/s/{session}",
        session={"url": "http://127.0.0.1:1/open", "id": "$.id"},
    )
    assert (reply.kind, log) == ("connect", [])


def test_cookies_are_not_kept() -> None:
    """A cookie that one reply sets is not sent with the next request: conversations stay apart."""
    body = answer({"reply": "hi"}, headers={"Set-Cookie": "sid=1"})

    async def go() -> Any:
        async with FaultServer(body) as server:
            async with opened("http", **{**HTTP, "url": f"{server.url}/chat"}) as target:
                for _ in range(2):
                    await target.reply(user(), trial())
            return server.log

    assert all("cookie" not in seen.headers for seen in asyncio.run(go()))


def test_a_body_without_the_message_is_refused() -> None:
    """An endpoint that never hears the user is a mistake, not a run."""
    with pytest.raises(ConfigError, match=r"neither \{message\} nor \{history\}"):
        run(answer({}), body={"text": "hello"})


def test_fingerprints() -> None:
    """The fingerprint names what is tested, and neither keys nor patience."""

    async def fingerprint(**keys: Any) -> Any:
        environ = {"A": "k-1111", "B": "k-2222", **keys.pop("environ", {})}
        table = {**HTTP, "url": "http://127.0.0.1:9/chat", "bearer_env": "A", **keys}
        async with opened("http", environ=environ, **table) as target:
            return target.fingerprint

    async def go() -> Any:
        same = [
            await fingerprint(),
            await fingerprint(environ={"A": "k-other"}),
            await fingerprint(bearer_env="B"),
            await fingerprint(timeout_s=9.0, max_retries=0, concurrency=1),
        ]
        others = [
            await fingerprint(url="http://127.0.0.1:9/other"),
            await fingerprint(body={"text": "{message}!"}),
            await fingerprint(reply="$.other"),
            await fingerprint(headers={"X-Variant": "b"}),
            await fingerprint(method="PUT"),
            await fingerprint(session={"url": "http://127.0.0.1:9/o", "id": "$.id"}),
        ]
        return same, others

    same, others = asyncio.run(go())
    assert len(set(same)) == 1
    assert len({same[0], *others}) == 1 + len(others)
    assert same[0].startswith("sha256:")


def test_a_reply_with_a_byte_order_mark() -> None:
    """A mark before the JSON is read over."""
    reply, _ = run(answer(b'\xef\xbb\xbf{"reply": "hi"}'))
    assert reply.content == "hi"


def test_garbage_between_replies() -> None:
    """A server that answers twice to one request costs a connection at most."""
    one = b'HTTP/1.1 200 OK\r\nContent-Length: 15\r\n\r\n{"reply": "hi"}'
    reply, _ = run(raw(one + one, keep=True))
    assert reply.content == "hi"


def test_several_texts_are_no_reply() -> None:
    """A path that finds two values does not choose between them."""
    reply, _ = run(answer({"reply": ["a", "b"]}), reply="$.reply[*]")
    assert reply.kind == "unreadable_reply"
    assert "found 2 values; expected one string" in reply.message


def test_a_message_that_no_url_can_hold() -> None:
    """A text longer than any URL is that trial's Failure."""

    async def go() -> Any:
        async with FaultServer(answer({"reply": "hi"})) as server:
            url = f"{server.url}/say?q={{message}}"
            long = await ask(server, user("x" * 70_000), url=url, method="GET", body=None)
            return long, server.log

    reply, log = asyncio.run(go())
    assert (reply.kind, log) == ("bad_request", [])


def test_a_written_authorisation_wins() -> None:
    """A header of one's own takes the place of bearer_env's."""
    _, [seen] = run(
        answer({"reply": "hi"}),
        headers={"authorization": "Key ${env:OWN}"},
        bearer_env="KEY",
        environ={"KEY": "k-1234", "OWN": "o-1234"},
    )
    assert seen.headers["authorization"] == "Key o-1234"


def test_a_text_in_the_last_event() -> None:
    """Where no deltas are named, the text stands whole in the last event that has it."""
    reading = ReplyFormat(format="sse", reply="$.text", done="end")

    async def go() -> Any:
        pieces = b'data: {"text": "I"}\n\ndata: {"text": "I hear"}\n\nevent: end\ndata: {}\n\n'
        async with FaultServer(stream(pieces)) as server:
            table = {**HTTP, "url": f"{server.url}/chat"}
            async with opened("http", **table) as target:
                target._reply = reading
                return await target.reply(user(), trial())

    assert asyncio.run(go()).content == "I hear"


@pytest.mark.parametrize(
    ("keys", "key"),
    [
        ({"reply": "$["}, "target.reply"),
        ({}, "target.reply"),
        ({"format": "sse"}, "target.delta"),
        ({"reply": "$.a", "flags": {"x": "$.["}}, "target.flags.x"),
    ],
)
def test_paths_that_are_none(keys: Any, key: str) -> None:
    """A path that cannot be read, or is missing, is a mistake that names its key."""
    with pytest.raises(ConfigError, match=re.escape(key)):
        ReplyFormat(**keys)


def test_a_path_into_the_deep() -> None:
    """A search that a reply makes endless is a Failure."""
    body = b'{"reply": "hi", "x": ' + b'{"x": ' * 400 + b"1" + b"}" * 401
    reply, _ = run(answer(body), reply="$..reply")
    assert reply.kind == "unreadable_reply"


@pytest.mark.parametrize(
    ("path", "body", "said"),
    [
        ("$.reply.txt", {"reply": {"text": "hi"}}, "(keys: text); is $.reply.text meant?"),
        ("$.Reply", {"reply": "hi"}, "is $.reply meant?"),
        ("$.choices[0].replyText", {"choices": [{"reply_text": "x"}]}, ".reply_text meant?"),
        ("$.choices[2].text", {"choices": []}, "$.choices is a list of 0"),
        ("$['a b'].c", {"a b": {"d e": "x"}}, "(keys: d e)"),
        ("$.reply", [1], "a list of 1"),
    ],
)
def test_a_path_that_finds_nothing_says_what_is_there(path: str, body: Any, said: str) -> None:
    """How far it leads, what stands there, and what is called nearly so."""
    reply, _ = run(answer(body), reply=path)
    assert reply.kind == "unreadable_reply"
    assert said in reply.message
