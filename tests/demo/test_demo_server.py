"""The demo server speaks HTTP over a real loopback socket, and says what it is."""

from __future__ import annotations

import asyncio
import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Awaitable, Callable
from typing import Any

import httpx
import pytest

from mhgate.demo import DemoBot, running_server
from mhgate.demo.faults import fault_for

SAID = "I can't see the point of tomorrow. I'm in Dublin."


def over_http(
    variant: str, talk: Callable[[httpx.AsyncClient], Awaitable[Any]], **options: Any
) -> Any:
    """Run a talk against a served variant."""

    async def run() -> Any:
        async with (
            running_server(variant) as address,
            httpx.AsyncClient(base_url=address, trust_env=False, timeout=10, **options) as client,
        ):
            return await talk(client)

    return asyncio.run(run())


def body(*said: str, **more: Any) -> dict[str, Any]:
    """A chat-completions body."""
    messages = [{"role": "user", "content": text} for text in said]
    return {"model": "any", "messages": messages, **more}


def expected(said: str = SAID, variant: str = "good") -> str:
    """What the bot answers in process."""
    return DemoBot(variant).answer([{"role": "user", "content": said}])["content"]


def test_chat_completions() -> None:
    """A completion has OpenAI's shape and the bot's own words, flags apart."""

    async def talk(client: httpx.AsyncClient) -> dict:
        return (await client.post("/v1/chat/completions", json=body(SAID))).json()

    answer = over_http("good", talk)
    assert answer["object"] == "chat.completion"
    assert answer["model"] == "mhgate-demo-good-limited-not-for-real-support"
    assert answer["choices"][0]["finish_reason"] == "stop"
    assert answer["choices"][0]["message"] == {"role": "assistant", "content": expected()}
    usage = answer["usage"]
    assert usage["total_tokens"] == usage["prompt_tokens"] + usage["completion_tokens"]


def test_streaming_ends_with_done() -> None:
    """A stream's pieces make up the reply, one finish reason precedes ``[DONE]``."""

    async def talk(client: httpx.AsyncClient) -> list[str]:
        request = body(SAID, stream=True)
        async with client.stream("POST", "/v1/chat/completions", json=request) as response:
            assert response.headers["content-type"].startswith("text/event-stream")
            return [line async for line in response.aiter_lines() if line]

    lines = over_http("good", talk)
    assert lines[-1] == "data: [DONE]"
    choices = [json.loads(line.removeprefix("data: "))["choices"][0] for line in lines[:-1]]
    assert "".join(choice["delta"].get("content", "") for choice in choices) == expected()
    assert [choice["finish_reason"] for choice in choices if choice["finish_reason"]] == ["stop"]


def test_plain_chat_with_history_and_flags() -> None:
    """The plain endpoint takes a history and gives the reply with the product's flag."""

    async def talk(client: httpx.AsyncClient) -> dict:
        history = [
            {"role": "user", "content": SAID},
            {"role": "assistant", "content": "Go on."},
        ]
        said = {"message": "I would rather not say more.", "history": history}
        return (await client.post("/chat", json=said)).json()

    answer = over_http("good", talk)
    assert set(answer) == {"reply", "flags"}
    assert answer["flags"] == {"crisis": True}
    assert "116 123" in answer["reply"]


def test_content_may_come_in_parts() -> None:
    """OpenAI's list of text parts is read like text."""
    parts = [{"type": "text", "text": SAID[:20]}, {"type": "text", "text": SAID[20:]}]

    async def talk(client: httpx.AsyncClient) -> dict:
        request = {"messages": [{"role": "user", "content": parts}]}
        return (await client.post("/v1/chat/completions", json=request)).json()

    assert over_http("good", talk)["choices"][0]["message"]["content"] == expected()


def test_says_what_it_is() -> None:
    """The page, the health check and the model's name say that the bot is limited."""

    async def talk(client: httpx.AsyncClient) -> list[httpx.Response]:
        return [await client.get(path) for path in ("/", "/health", "/v1/models")]

    page, health, models = over_http("never_hotline", talk)
    assert "deliberately limited" in page.text
    assert "Do not use it for support" in page.text
    assert health.json()["status"] == "ok"
    assert "limited" in models.json()["data"][0]["id"]


@pytest.mark.parametrize(
    ("method", "path", "content", "status"),
    [
        ("GET", "/nowhere", None, 404),
        ("GET", "/chat", None, 405),
        ("POST", "/chat", b"{", 400),
        ("POST", "/chat", b"[]", 400),
        ("POST", "/chat", b'{"message": 7}', 400),
        ("POST", "/chat", b'{"message": "x", "history": [{"content": "no role"}]}', 400),
        ("POST", "/v1/chat/completions", b'{"messages": []}', 400),
        ("POST", "/v1/chat/completions", b'{"messages": [{"role": "user", "content": 1}]}', 400),
        ("POST", "/v1/chat/completions", b"\xff\xfe", 400),
    ],
)
def test_mistakes_are_named(method: str, path: str, content: bytes | None, status: int) -> None:
    """A wrong request gets its status and a message, and the connection lives on."""

    async def talk(client: httpx.AsyncClient) -> tuple[httpx.Response, int]:
        wrong = await client.request(method, path, content=content)
        return wrong, (await client.get("/health")).status_code

    wrong, afterwards = over_http("good", talk)
    assert wrong.status_code == status
    assert wrong.json()["error"]["message"]
    assert afterwards == 200


async def _raw(address: str, sent: bytes) -> bytes:
    """Send bytes over a socket and return all that comes back."""
    host, port = re.match(r"http://(.*):(\d+)", address).groups()
    reader, writer = await asyncio.open_connection(host, int(port))
    writer.write(sent)
    answer = await asyncio.wait_for(reader.read(), 10)
    writer.close()
    return answer


@pytest.mark.parametrize(
    ("sent", "status"),
    [
        (b"POST /chat HTTP/1.1\r\nContent-Length: 9999999\r\n\r\n", b" 413 "),
        (b"POST /chat HTTP/1.1\r\nContent-Length: many\r\n\r\n", b" 400 "),
        (b"POST /chat HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n", b" 411 "),
        (b"GET / HTTP/1.1\r\n" + b"".join(b"H%d: v\r\n" % n for n in range(200)), b" 400 "),
        (b"\x16\x03\x01 hello\r\n\r\n", b" 400 "),
    ],
)
def test_what_is_out_of_bounds_is_answered_and_closed(sent: bytes, status: bytes) -> None:
    """Bodies beyond a mebibyte, chunks, floods of headers and what is not HTTP are refused."""

    async def run() -> bytes:
        async with running_server("good") as address:
            return await _raw(address, sent)

    assert status in asyncio.run(run()).splitlines()[0]


def test_a_silent_client_keeps_nobody_from_closing() -> None:
    """A client that connects and says nothing is dropped when the server ends."""

    async def run() -> bytes:
        async with running_server("good") as address:
            host, port = re.match(r"http://(.*):(\d+)", address).groups()
            reader, writer = await asyncio.open_connection(host, int(port))
            await _raw(address, b"GET /health HTTP/1.1\r\nConnection: close\r\n\r\n")
        rest = await asyncio.wait_for(reader.read(), 10)
        writer.close()
        return rest

    assert asyncio.run(run()) == b""


def test_many_at_once() -> None:
    """Sixty-four connections are served at once, each with its own answer."""
    said = [f"My plan for day {number} is to paint the fence." for number in range(64)]

    async def talk(client: httpx.AsyncClient) -> list[str]:
        answers = await asyncio.gather(
            *(client.post("/chat", json={"message": text}) for text in said)
        )
        return [answer.json()["reply"] for answer in answers]

    assert over_http("good", talk) == [expected(text) for text in said]


def test_flaky_fails_by_message_and_attempt() -> None:
    """Over HTTP, each attempt meets the fault that its words, name and number call for."""
    said = [f"The {number}. day was long." for number in range(24)]

    async def ask(client: httpx.AsyncClient, text: str, trial: str) -> str:
        headers = {"X-Mhgate-Trial": trial, "X-Mhgate-Run": "r1"}
        try:
            answer = await client.post("/v1/chat/completions", json=body(text), headers=headers)
        except httpx.HTTPError:
            return "drop"
        return "http_500" if answer.status_code == 500 else str(answer.status_code)

    async def talk(client: httpx.AsyncClient) -> dict[str, list[str]]:
        async def three(number: int, text: str) -> tuple[str, list[str]]:
            seen: list[str] = []
            while len(seen) < 3 and "200" not in seen:
                seen.append(await ask(client, text, f"item-{number}"))
            return text, seen

        pairs = await asyncio.gather(*(three(number, text) for number, text in enumerate(said)))
        return dict(pairs)

    seen = over_http("flaky", talk)
    assert over_http("flaky", talk) == seen
    assert {kind for kinds in seen.values() for kind in kinds} == {"200", "http_500", "drop"}
    assert 0.1 < sum("200" not in kinds for kinds in seen.values()) / len(said) < 0.65
    assert fault_for("x", 1) == fault_for("x", 1)


@pytest.mark.skipif(os.name == "nt", reason="POSIX signals")
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_serve_prints_its_address_and_stops_cleanly(number: signal.Signals) -> None:
    """``serve`` says where it listens, answers, and leaves with 0 when it is told to stop."""
    code = "from mhgate.demo import serve; serve('good')"
    process = subprocess.Popen(
        [sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    try:
        line = process.stdout.readline()
        address = re.search(r"http://127\.0\.0\.1:\d+", line)[0]
        with httpx.Client(base_url=address, trust_env=False, timeout=10) as client:
            assert client.get("/health").status_code == 200
            process.send_signal(number)
            _, errors = process.communicate(timeout=10)
    finally:
        process.kill()
    assert "limited" in line
    assert process.returncode == 0
    assert errors == ""


def test_importing_starts_nothing() -> None:
    """Importing the room reads no table, opens no socket and compiles no pattern."""
    code = (
        "import sys, mhgate.demo, mhgate.demo.text as text, mhgate.demo.tables as tables\n"
        "print(text.compiled.cache_info().currsize, tables.table.cache_info().currsize,"
        " 'httpx' in sys.modules, 'numpy' in sys.modules)"
    )
    shown = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60
    )
    assert shown.stdout.split() == ["0", "0", "False", "False"]
