"""A real WebSocket server on loopback is spoken to, one socket a conversation."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any

import pytest
from building import RUN_ID, SAID, opened, trial, user
from fault_server import FaultServer, answer
from websockets.asyncio.server import ServerConnection, serve
from websockets.datastructures import Headers
from websockets.http11 import Request, Response

from mhgate.errors import ConfigError
from mhgate.records import Failure, Turn
from mhgate.targets import preflight

Handle = Callable[[ServerConnection], Awaitable[None]]
TABLE: dict[str, Any] = {"body": {"text": "{message}"}, "reply": "$.reply"}


@asynccontextmanager
async def serving(handle: Handle, **keys: Any) -> AsyncIterator[str]:
    """A server's address, while it runs."""
    async with serve(handle, "127.0.0.1", 0, close_timeout=0.1, **keys) as server:
        yield f"ws://127.0.0.1:{server.sockets[0].getsockname()[1]}/chat"


def run(handle: Handle, *, server: Any = None, turns: Any = None, **keys: Any) -> Any:
    async def go() -> Any:
        async with (
            serving(handle, **(server or {})) as url,
            opened("websocket", **{"url": url, **TABLE, **keys}) as target,
        ):
            return await target.reply(turns or user(), trial()), target

    reply, target = asyncio.run(go())
    run.target = target  # type: ignore[attr-defined]
    return reply


def sending(*frames: Any, code: int | None = None, reason: str = "") -> Handle:
    """Answer each message with these frames; then close with a code, if there is one."""

    async def handle(socket: ServerConnection) -> None:
        async for _ in socket:
            for frame in frames:
                is_raw = isinstance(frame, str | bytes)
                await socket.send(frame if is_raw else json.dumps(frame))
            if code is not None:
                await socket.close(code, reason)

    return handle


def test_one_frame() -> None:
    """The first frame with a text ends the reply; others and the run's id travel along."""
    seen: dict[str, Any] = {}

    async def handle(socket: ServerConnection) -> None:
        assert socket.request is not None
        seen["headers"] = socket.request.headers
        seen["path"] = socket.request.path
        async for message in socket:
            seen["frame"] = json.loads(message)
            await socket.send(json.dumps({"typing": True}))
            await socket.send(json.dumps({"reply": "I hear you.", "risk": {"crisis": True}}))

    reply = run(
        handle,
        body={"text": "{message}", "trial": "{trial}", "seed": "{seed}"},
        flags={"crisis": "$.risk.crisis"},
        headers={"X-Key": "${env:WS_KEY}", "X-Trial": "{trial}"},
        environ={"WS_KEY": "canary-1"},
    )
    assert isinstance(reply, Turn)
    assert (reply.content, reply.flags) == ("I hear you.", {"crisis": True})
    assert seen["frame"] == {"text": SAID, "trial": "crisis/a#0", "seed": 5}
    assert seen["headers"]["X-Mhgate-Run"] == RUN_ID
    assert seen["headers"]["X-Key"] == "canary-1"
    assert seen["headers"]["X-Trial"] == "crisis/a#0"
    assert seen["path"] == "/chat"
    assert reply.latency_s is not None


def test_pieces_up_to_the_end() -> None:
    """Pieces are joined until a frame says that it is done, whatever form that has."""
    pieces = [{"t": "I hear "}, {"t": "you.", "crisis": False}]
    for end, keys in (
        ("[DONE]", {"done": "[DONE]"}),
        ({"end": True}, {"done": "$.end"}),
        ({"type": "stop"}, {"done": "$.type", "done_is": ("stop", "cut")}),
    ):
        reply = run(
            sending({"type": "x"}, *pieces, end),
            delta="$.t",
            reply=None,
            flags={"crisis": "$.crisis"},
            **keys,
        )
        assert (reply.content, reply.flags) == ("I hear you.", {"crisis": False})


def test_a_conversation_keeps_its_socket() -> None:
    """Many conversations at once: each has one socket, and hears its own words alone."""

    async def handle(socket: ServerConnection) -> None:
        heard: list[str] = []
        async for message in socket:
            heard.append(json.loads(message)["text"])
            await asyncio.sleep(0.001)
            await socket.send(json.dumps({"reply": " | ".join(heard), "late": True}))
            await socket.send(json.dumps({"seen": True}))  # after its end

    async def talk(target: Any, number: int) -> list[str]:
        about = trial(f"crisis/{number}")
        turns: list[Turn] = []
        for said in ("one", "two", "three"):
            turns += user(f"{said} {number}")
            reply = await target.reply(turns, about)
            assert isinstance(reply, Turn), reply
            turns.append(reply)
        await target.ended(about)
        return [turn.content for turn in turns[1::2]]

    async def go() -> Any:
        async with (
            serving(handle) as url,
            opened("websocket", url=url, concurrency=40, **TABLE) as target,
        ):
            heard = await asyncio.gather(*(talk(target, number) for number in range(40)))
            return heard, target.n_opened, target.n_open

    heard, n_opened, n_open = asyncio.run(go())
    for number, contents in enumerate(heard):
        whole = [f"{word} {number}" for word in ("one", "two", "three")]
        assert contents == [" | ".join(whole[:count]) for count in (1, 2, 3)]
    assert (n_opened, n_open) == (40, 0)


def test_first_frames_and_what_they_give() -> None:
    """Frames open a conversation; what the product answers there is taken up by its messages."""

    async def handle(socket: ServerConnection) -> None:
        hello = json.loads(await socket.recv())
        await socket.send(json.dumps({"type": "welcome"}))
        await socket.send(json.dumps({"type": "ready", "session": 7, "ok": hello["run"]}))
        async for message in socket:
            await socket.send(json.dumps({"reply": message}))

    reply = run(
        handle,
        first=({"hello": True, "run": "{run}"},),
        ready="$.ok",
        save={"session": "$.session"},
        body={"session": "{saved.session}", "text": "{message}"},
    )
    assert json.loads(reply.content) == {"session": 7, "text": SAID}


CLOSINGS = [
    (1000, "truncated_stream", True),
    (1001, "connection_lost", True),
    (1008, "forbidden", False),
    (1009, "bad_request", False),
    (1011, "server_error", True),
    (1012, "connection_lost", True),
    (1013, "rate_limited", True),
    (3000, "unauthorised", False),
    (4001, "connection_lost", True),
    (4401, "unauthorised", False),
    (4403, "forbidden", False),
    (4429, "rate_limited", True),
    (4500, "server_error", True),
    (4501, "server_error", False),
]


@pytest.mark.parametrize(("code", "kind", "retried"), CLOSINGS)
def test_close_codes(code: int, kind: str, *, retried: bool) -> None:
    """Each close code is a kind of failure that says the code, and is retried or not."""
    reply = run(sending({"x": 1}, code=code, reason="busy today"), max_retries=1)
    assert isinstance(reply, Failure)
    assert (reply.kind, reply.attempts) == (kind, 2 if retried else 1)
    assert f"code {code} (busy today)" in reply.message


@pytest.mark.parametrize(
    ("frames", "kind", "said"),
    [
        (["{half"], "unreadable_reply", "a frame is no JSON"),
        ([b"\xff\xfe"], "unreadable_reply", "not UTF-8"),
        ([{"type": "error", "message": "no model"}], "stream_error", "no model"),
        ([{"error": {"message": "no model"}}], "stream_error", "no model"),
        ([{"reply": {"text": "x"}}], "unreadable_reply", "an object (keys: text)"),
        ([{"reply": "x" * 6_000_000}], "too_large", "larger than"),
        ([json.dumps({"pad": "x" * 2_000_000})] * 3, "too_large", "larger than"),
        ([{"oops": "no room"}], "error_reply", "no room"),
    ],
)
def test_bad_frames(frames: list[Any], kind: str, said: str) -> None:
    """What cannot be a reply is a failure that says why, and never half a reply."""
    reply = run(sending(*frames), max_retries=0, error="$.oops")
    assert isinstance(reply, Failure)
    assert reply.kind == kind
    assert said in reply.message


def test_silence_ends_in_time() -> None:
    """A product that never says anything costs one timeout an attempt, and its socket is closed."""
    reply = run(sending(), timeout_s=0.1, max_retries=1)
    assert (reply.kind, reply.attempts) == ("timeout", 2)
    assert run.target.n_open == 0  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("status", "kind"), [(401, "unauthorised"), (429, "rate_limited"), (503, "server_error")]
)
def test_a_refused_handshake(status: int, kind: str) -> None:
    """A status in place of a socket is the failure that it is for requests."""

    def refuse(_: ServerConnection, __: Request) -> Response:
        return Response(status, "No", Headers({"Retry-After": "86400"}), b"")

    reply = run(sending(), server={"process_request": refuse}, max_retries=0)
    assert reply.kind == ("rate_limited" if status == 503 else kind)
    assert f"status {status}" in reply.message


def test_a_handshake_that_asks_for_a_day() -> None:
    """A quota is not waited for, whatever retries there are."""
    n_asked = 0

    def refuse(_: ServerConnection, __: Request) -> Response:
        nonlocal n_asked
        n_asked += 1
        return Response(429, "No", Headers({"Retry-After": "86400"}), b"")

    reply = run(sending(), server={"process_request": refuse}, max_retries=5)
    assert (reply.kind, reply.attempts, n_asked) == ("rate_limited", 1, 1)
    assert "Retry-After asks to wait 86400 s" in reply.message


def test_redirects_are_not_followed() -> None:
    """A redirect is a failure: the key would go elsewhere."""

    def redirect(_: ServerConnection, __: Request) -> Response:
        return Response(302, "Found", Headers({"Location": "ws://elsewhere.test/?t=1"}), b"")

    reply = run(sending(), server={"process_request": redirect})
    assert (reply.kind, "elsewhere.test/;" in reply.message) == ("redirect", True)


def test_what_is_no_websocket() -> None:
    """A plain web server and a closed port are no connection, and are told apart."""

    async def go(url: str) -> Any:
        async with opened("websocket", url=url, max_retries=1, **TABLE) as target:
            return await target.reply(user(), trial())

    async def against_http() -> Any:
        async with FaultServer(answer({"reply": "hi"})) as server:
            return await go(server.url.replace("http", "ws") + "/chat")

    plain = asyncio.run(against_http())
    assert plain.kind == "http_status"
    closed = asyncio.run(go("ws://127.0.0.1:9/chat"))
    assert (closed.kind, closed.attempts) == ("connect", 2)


def test_what_comes_after_a_replys_end() -> None:
    """A frame that came after the end answers nothing that is said next."""

    async def handle(socket: ServerConnection) -> None:
        async for message in socket:
            await socket.send(json.dumps({"reply": json.loads(message)["text"]}))
            await socket.send(json.dumps({"reply": "late"}))

    async def go() -> Any:
        async with serving(handle) as url:
            return await two_turns(url)

    assert asyncio.run(go()).content == "b"


def dying_after_one(answered: list[str]) -> Handle:
    async def handle(socket: ServerConnection) -> None:
        message = await socket.recv()
        answered.append(str(message))
        await socket.send(json.dumps({"reply": f"reply {len(answered)}"}))

    return handle


async def two_turns(url: str, **keys: Any) -> Any:
    async with opened("websocket", **{"url": url, **TABLE, **keys}) as target:
        turns = user("a")
        turns.append(await target.reply(turns, trial()))
        await asyncio.sleep(0.05)
        return await target.reply([*turns, *user("b")], trial())


def test_a_socket_lost_between_two_messages() -> None:
    """Without the history the conversation is lost; with it, a new socket takes it up."""

    async def go(**keys: Any) -> Any:
        answered: list[str] = []
        async with serving(dying_after_one(answered)) as url:
            return await two_turns(url, **keys), answered

    lost, answered = asyncio.run(go())
    assert isinstance(lost, Failure)
    assert (lost.kind, lost.attempts, len(answered)) == ("connection_lost", 1, 1)
    assert "{history}" in lost.message
    again, answered = asyncio.run(go(body={"messages": "{history}"}))
    assert isinstance(again, Turn)
    assert len(json.loads(answered[1])["messages"]) == 3


def test_a_message_is_not_said_twice_to_one_conversation() -> None:
    """A socket that dies inside a later reply: nobody knows whether the message was taken."""
    taken: list[str] = []

    async def handle(socket: ServerConnection) -> None:
        async for message in socket:
            taken.append(str(message))
            if len(taken) > 1:
                await socket.close(1011)
            else:
                await socket.send(json.dumps({"reply": "hello"}))

    async def go() -> Any:
        async with serving(handle) as url:
            return await two_turns(url, max_retries=5)

    reply = asyncio.run(go())
    assert (reply.kind, len(taken)) == ("server_error", 2)


def test_a_dead_server_is_noticed_by_pings() -> None:
    """A server that answers no ping is lost, long before the reply's time is over."""

    async def go() -> Any:
        async def deaf(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            from websockets.server import ServerProtocol

            protocol = ServerProtocol()
            while not protocol.events_received():
                protocol.receive_data(await reader.read(4096))
                events = protocol.events_received()
                if events:
                    protocol.send_response(protocol.accept(events[0]))
                    writer.write(b"".join(protocol.data_to_send()))
                    break
            while await reader.read(4096):
                pass
            writer.close()

        server = await asyncio.start_server(deaf, "127.0.0.1", 0)
        port = server.sockets[0].getsockname()[1]
        try:
            async with opened(
                "websocket",
                url=f"ws://127.0.0.1:{port}/",
                ping_s=0.1,
                timeout_s=20.0,
                max_retries=0,
                **TABLE,
            ) as target:
                return await target.reply(user(), trial())
        finally:
            server.close()

    reply = asyncio.run(go())
    assert reply.kind == "connection_lost"


def test_a_forged_placeholder_stays_text() -> None:
    """What a person says is one text of the frame, whatever it holds."""

    async def handle(socket: ServerConnection) -> None:
        async for message in socket:
            await socket.send(json.dumps({"reply": json.loads(message)["text"]}))

    said = '"}{trial} \n {"reply": "forged"}'
    assert run(handle, turns=user(said)).content == said


def test_a_proxy_is_asked_for_other_hosts(monkeypatch: pytest.MonkeyPatch) -> None:
    """The environment's proxy is asked for a tunnel; its refusal is a ``connect`` failure."""

    async def go() -> Any:
        async with FaultServer(answer(status=407)) as server:
            monkeypatch.setenv("HTTPS_PROXY", f"http://127.0.0.1:{server.port}")
            monkeypatch.setenv("HTTP_PROXY", f"http://127.0.0.1:{server.port}")
            table = {"url": "ws://bot.test/", "max_retries": 0, **TABLE}
            async with opened("websocket", **table) as target:
                return await target.reply(user(), trial()), [seen.method for seen in server.log]

    reply, methods = asyncio.run(go())
    assert (reply.kind, methods) == ("connect", ["CONNECT"])


def test_a_socket_goes_through_the_environments_proxy(monkeypatch: pytest.MonkeyPatch) -> None:
    """A tunnel, with the proxy's own user and password; what is said in it is the product's."""
    heads: list[bytes] = []

    async def pipe(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while data := await reader.read(65_536):
            writer.write(data)
            await writer.drain()
        writer.close()

    async def go() -> Any:
        async with serving(sending({"reply": "I hear you."})) as url:
            port = int(url.rpartition(":")[2].partition("/")[0])

            async def tunnel(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
                heads.append(await reader.readuntil(b"\r\n\r\n"))
                inner, outer = await asyncio.open_connection("127.0.0.1", port)
                writer.write(b"HTTP/1.1 200 Established\r\n\r\n")
                await asyncio.gather(pipe(reader, outer), pipe(inner, writer))

            async with await asyncio.start_server(tunnel, "127.0.0.1", 0) as proxy:
                at = proxy.sockets[0].getsockname()[1]
                monkeypatch.setenv("HTTP_PROXY", f"http://me:pass-word@127.0.0.1:{at}")
                for name in ("NO_PROXY", "no_proxy"):
                    monkeypatch.setenv(name, "")
                table = {"url": "ws://bot.test/", "max_retries": 0, **TABLE}
                async with opened("websocket", **table) as target:
                    return await target.reply(user(), trial())

    reply = asyncio.run(go())
    assert reply.content == "I hear you."
    assert heads[0].startswith(b"CONNECT bot.test:80 ")
    assert b"proxy-authorization: basic" in heads[0].lower()


def test_production_looking_hosts_need_the_word() -> None:
    """The host of a socket is held to law 12 as that of a request is."""

    async def go(**keys: Any) -> None:
        async with opened("websocket", url="wss://chat.example.com/", **TABLE, **keys):
            pass

    with pytest.raises(ConfigError, match="looks like production"):
        asyncio.run(go())
    asyncio.run(go(production=True))


def test_the_preflight_shows_frames() -> None:
    """What was sent, what came back, what was extracted and how long it took, without the key."""

    async def go() -> Any:
        frames = ({"typing": True}, {"reply": "I hear canary-secret-1 you.", "crisis": True})
        async with (
            serving(sending(*frames)) as url,
            opened(
                "websocket",
                url=url,
                headers={"X-Key": "${env:K}"},
                environ={"K": "canary-secret-1"},
                flags={"crisis": "$.crisis"},
                **TABLE,
            ) as target,
        ):
            return (await preflight(target)).describe()

    shown = asyncio.run(go())
    assert "SEND" in shown
    assert "X-Key" in shown
    assert '{"typing": true}' in shown
    assert "crisis = True" in shown
    assert "canary-secret-1" not in shown
