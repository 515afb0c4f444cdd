"""One harmless message shows what is sent and what comes back, or stops with advice."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from building import HTTP, opened
from fault_server import Behaviour, FaultServer, Seen, answer, completion, raw, silent, stream

from mhgate.errors import CannotEvaluateError
from mhgate.targets import FunctionTarget, preflight
from mhgate.targets.exchange import is_recording
from mhgate.targets.first_contact import HARMLESS_MESSAGE


def check(behaviour: Behaviour, kind: str = "http", **keys: Any) -> Any:
    async def go() -> Any:
        async with FaultServer(behaviour) as server:
            base = {"base_url": f"{server.url}/v1", "model": "bot"}
            table = {**HTTP, "url": f"{server.url}/chat"} if kind == "http" else base
            async with opened(kind, **{"max_retries": 0, **table, **keys}) as target:
                return await preflight(target), server

    return asyncio.run(go())


def advice(behaviour: Behaviour, kind: str = "http", **keys: Any) -> Any:
    with pytest.raises(CannotEvaluateError) as raised:
        check(behaviour, kind, **keys)
    assert raised.value.exit_code == 4
    return str(raised.value)


def test_what_was_sent_and_what_came_back() -> None:
    """Request and reply are shown, with flags and latency, after one request."""
    body = {"reply": "Of course.", "risk": "none"}
    result, server = check(answer(body), flags={"risk": "$.risk"})
    assert result.reply.content == "Of course."
    [exchange] = result.exchanges
    assert (exchange.method, exchange.status) == ("POST", 200)
    assert "X-Mhgate-Run" in exchange.header_names
    text = result.describe()
    for words in (
        f"POST {server.url}/chat", HARMLESS_MESSAGE, "status 200, application/json", "Of course.",
        "risk = 'none'", "latency",
    ):  # fmt: skip
        assert words in text
    assert [seen.json for seen in server.log] == [{"text": HARMLESS_MESSAGE}]
    assert not is_recording()


def test_a_session_shows_both_requests() -> None:
    """Opening a session and speaking in it are two exchanges."""

    async def behave(seen: Seen, writer: asyncio.StreamWriter) -> Any:
        body = {"id": "s1"} if seen.path == "/open" else {"reply": "Of course."}
        return await answer(body)(seen, writer)

    async def go() -> Any:
        async with FaultServer(behave) as server:
            session = {"url": f"{server.url}/open", "id": "$.id"}
            table = {**HTTP, "url": f"{server.url}/s/{{session}}", "session": session}
            async with opened("http", **table) as target:
                return await preflight(target)

    result = asyncio.run(go())
    assert [exchange.url.rpartition("/")[2] for exchange in result.exchanges] == ["open", "s1"]


def test_paths_are_suggested() -> None:
    """When the path finds no text, the texts that are there are listed, the longest first."""
    body = {"out": [{"text": "Of course, I am here."}], "model name": "bot", "n": 3}
    text = advice(answer(body), flags={"x": "$.n"})
    assert "target.reply $.reply found nothing in an object (keys: out, model name, n)" in text
    paths = [line.split("  ")[2] for line in text.splitlines() if line.startswith("    $")]
    assert paths == ["$.out[0].text", '$["model name"]']


def test_paths_are_suggested_for_a_stream() -> None:
    """In a stream the paths lead into its events."""
    pieces = b'data: {"a": {"b": "Of"}}\n\ndata: {"a": {"b": " course"}}\n\ndata: [DONE]\n\n'
    text = advice(stream(pieces), format="sse", reply=None, delta="$.text")
    assert "may belong in delta" in text
    assert "$.a.b  (Of)" in text


@pytest.mark.parametrize(
    ("behaviour", "words"),
    [
        (answer(b"<html><form>log in", content_type="text/html"), "A web page came back"),
        (answer(b"", content_type=""), "against what came back"),
        (answer({"error": "bad key"}, status=401), "Check the key"),
        (answer(status=403), "check its rights"),
        (answer(status=404), "Check the path"),
        (answer(status=400), "The endpoint refuses the request"),
        (answer(status=500), "its own log says why"),
        (answer(status=429), "requests_per_minute"),
        (answer(status=418), "Compare [target]"),
        (answer(status=302, headers={"Location": "/login?x=1"}), "redirects to /login;"),
        (raw(b""), "hangs up"),
        (raw(b"HTTP/1.1 204 No\r\n\r\n"), "answers without text"),
        (answer({"reply": "..."}), "the reply holds no words"),
    ],
)
def test_advice(behaviour: Behaviour, words: str) -> None:
    """Each kind of failure comes with what to change."""
    text = advice(behaviour)
    assert words in text
    assert "sent       POST http://127.0.0.1:" in text


def test_advice_for_silence() -> None:
    """A target that does not answer in time is told apart."""
    assert "timeout_s in [target]" in advice(silent(), timeout_s=0.05)


def test_advice_where_nobody_listens() -> None:
    """A refused connection asks whether the chatbot is running."""

    async def go() -> None:
        async with opened("http", **{**HTTP, "url": "http://127.0.0.1:1/"}) as target:
            await preflight(target)

    with pytest.raises(CannotEvaluateError, match="Is the chatbot running"):
        asyncio.run(go())


def test_openai() -> None:
    """The model that answered is shown, and a filter or tool call is advised about."""
    result, _ = check(answer(completion()), "openai")
    assert "model      bot-2026-01-01" in result.describe()
    assert "answers without text" in advice(answer(completion(None)), "openai")


def test_functions() -> None:
    """A function's call is shown as one, and its crash advised about."""
    result = asyncio.run(preflight(FunctionTarget(lambda message: "Of course.", name="bot:f")))
    assert "CALL bot:f" in result.describe()
    with pytest.raises(CannotEvaluateError, match="ZeroDivisionError"):
        asyncio.run(preflight(FunctionTarget(lambda message: 1 / 0, name="bot:f")))


def test_hostile_replies_are_shown_harmlessly() -> None:
    """Control characters of a reply do not reach the terminal."""
    result, _ = check(answer({"reply": "hi \x1b[2J there\r\nfake line"}))
    text = result.describe()
    assert "\x1b" not in text
    assert "fake line" in text
    assert not any(line.startswith("fake") for line in text.splitlines())


def test_hostile_names_of_flags_are_shown_harmlessly() -> None:
    """What a product calls its flags reaches no terminal as it is."""
    target = FunctionTarget(
        lambda message: {"content": "Of course.", "flags": {"\x1b[2J": "\x1b[2J"}}, name="bot"
    )
    assert "\x1b" not in asyncio.run(preflight(target)).describe()


@pytest.mark.parametrize(
    "returned", [7, None, "", {"text": "hi"}, {"content": None}, [], {"content": {"a": 1}}]
)
def test_a_functions_reply_is_explained_in_its_own_keys(returned: Any) -> None:
    """What it returned, and what it should: no key of an endpoint that it does not have."""
    target = FunctionTarget(lambda message: returned, name="bot:f")
    with pytest.raises(CannotEvaluateError) as raised:
        asyncio.run(preflight(target))
    said = str(raised.value)
    assert "The function returns a string" in said
    for key in ("delta", "format", "JSONPath", "endpoint", "its settings"):
        assert key not in said


@pytest.mark.parametrize("kind", ["openai", "anthropic"])
def test_a_models_reply_is_explained_in_its_own_keys(kind: str) -> None:
    """Another API behind the address: base_url and kind are named, and no path of a reply."""
    more = {"max_tokens": 9} if kind == "anthropic" else {}
    text = advice(answer({"output": "Of course."}), kind, **more)
    assert "at base_url speak" in text
    assert "JSONPaths of the texts" not in text
    page = answer(b"<html>login", content_type="text/html")
    assert "A web page came back" in advice(page, kind, **more)
    text = advice(stream(b"data: {}\n\n"), kind, stream=True, **more)
    assert "stream = false" in text
    assert "done" not in text.partition("advice")[2]
