"""No secret leaves the room: not in a Failure, not in a preflight, in no form."""

from __future__ import annotations

import asyncio
import base64
import json
import logging
from typing import Any
from urllib.parse import quote

import pytest
from building import opened, trial, user
from fault_server import Behaviour, FaultServer, Seen, answer, stream
from hypothesis import given
from hypothesis import strategies as st

from mhgate.errors import CannotEvaluateError
from mhgate.redacting.secrets import REDACTED, Redactor, secrets_met, show_url
from mhgate.targets import preflight

CANARIES = {
    "HEADER": "canary-header/+&=",
    "QUERY": 'canary query"\\ü',
    "BODY": "canary-body\t%41",
    "PASS": "canary:pass@word",
    "BEARER": "canary-bearer",
}


def forms(secret: str) -> Any:
    raw = secret.encode()
    yield from (secret, quote(secret, safe=""), quote(secret), json.dumps(secret)[1:-1])
    yield from (base64.b64encode(b"me:" + raw).decode(), base64.b64encode(raw).decode())


def echo(status: int = 400, where: str = "error") -> Any:
    """An endpoint that says back everything it was sent, in several forms."""

    async def behave(seen: Seen, writer: asyncio.StreamWriter) -> Any:
        headers = json.dumps(seen.headers)
        query = json.dumps(seen.query)
        everything = f"{headers} {query} {seen.body.decode()} http://me:pw-1234@h/ "
        encoded = " ".join(form for secret in CANARIES.values() for form in forms(secret))
        if where == "redirect":
            to = {"Location": f"https://me:{quote(CANARIES['PASS'])}@h/x?k={CANARIES['BEARER']}"}
            return await answer(status=status, headers=to)(seen, writer)
        if where == "stream":
            said = json.dumps({"error": {"message": encoded + everything}}).encode()
            return await stream(b"event: error\ndata: " + said + b"\n\n")(seen, writer)
        if where == "keys":
            return await answer({encoded: 1, everything: 2})(seen, writer)
        return await answer({where: {"message": encoded + everything}}, status=status)(seen, writer)

    return behave


def leaks(text: str) -> Any:
    return [form for secret in CANARIES.values() for form in forms(secret) if form in text]


def table(url: str, **keys: Any) -> Any:
    return {
        "url": url.replace("http://", "http://me:${env:PASS}@") + "/c?key=${env:QUERY}",
        "headers": {"X-Key": "${env:HEADER}"},
        "bearer_env": "BEARER",
        "body": {"token": "${env:BODY}", "text": "{message}"},
        "reply": "$.reply",
        **keys,
    }


CASES = {
    "error": (echo(), {}),
    "detail": (echo(401, "detail"), {}),
    "retried": (echo(500), {"max_retries": 1}),
    "unreadable": (echo(200, "message"), {}),
    "keys": (echo(200, "keys"), {}),
    "redirect": (echo(302, "redirect"), {}),
    "stream": (echo(200, "stream"), {"format": "sse", "reply": None, "delta": "$.t"}),
}


@pytest.mark.parametrize(("behaviour", "keys"), CASES.values(), ids=CASES)
def test_canaries_stay_inside(behaviour: Behaviour, keys: Any) -> None:
    """Secrets in header, query, body and userinfo, echoed in every form, appear nowhere."""

    async def go() -> Any:
        async with (
            FaultServer(behaviour) as server,
            opened("http", environ=CANARIES, **table(server.url, **keys)) as target,
        ):
            failure = await target.reply(user(), trial())
            with pytest.raises(CannotEvaluateError) as raised:
                await preflight(target)
            return failure, str(raised.value), server.log[0], target.fingerprint

    failure, shown, seen, fingerprint = asyncio.run(go())
    assert seen.headers["x-key"] == CANARIES["HEADER"]
    assert seen.headers["authorization"] == f"Bearer {CANARIES['BEARER']}"
    assert seen.query == {"key": [CANARIES["QUERY"]]}
    assert seen.json["token"] == CANARIES["BODY"]
    for text in (failure.model_dump_json(), failure.message, shown, fingerprint):
        assert leaks(text) == []
        assert "pw-1234" not in text
        assert "me:" not in text


def test_a_reply_that_echoes_is_shown_without() -> None:
    """A preflight that succeeds shows headers by name, and the echoed secret redacted."""

    async def behave(seen: Seen, writer: asyncio.StreamWriter) -> Any:
        text = "I hear you: " + seen.headers["x-key"] + " " + seen.headers["authorization"]
        return await answer({"reply": text, "f": text})(seen, writer)

    async def go() -> Any:
        async with FaultServer(behave) as server:
            keys = table(server.url, flags={"f": "$.f"})
            async with opened("http", environ=CANARIES, **keys) as target:
                return await preflight(target)

    result = asyncio.run(go())
    text = result.describe()
    assert leaks(text + repr(result)) == []
    assert "X-Key" in text
    assert REDACTED in result.reply.content
    assert "I hear you" in text


@pytest.mark.parametrize("keys", [{}, {"format": "sse", "reply": None, "delta": "$.t"}])
def test_a_kept_reply_holds_no_secret_that_it_echoes(keys: Any) -> None:
    """What goes to the journal is a turn without the key, however it was cut; words stay words."""
    secret = CANARIES["BEARER"].replace("bearer", "b3arer")

    async def behave(seen: Seen, writer: asyncio.StreamWriter) -> bool:
        if keys:
            parts = [
                json.dumps({"t": part}).encode() for part in ("I test ", secret[:5], secret[5:])
            ]
            ended = b"".join(b"data: " + part + b"\n\n" for part in parts) + b"data: [DONE]\n\n"
            return await stream(ended)(seen, writer)
        flags = {"a": [secret], secret: 1}
        return await answer({"reply": f"I test {secret}", "f": flags})(seen, writer)

    async def go() -> Any:
        environ = {**CANARIES, "BEARER": secret, "HEADER": "test"}
        async with FaultServer(behave) as server:
            flags = {} if keys else {"flags": {"f": "$.f"}}
            table_of_it = table(server.url, **flags, **keys)
            async with opened("http", environ=environ, **table_of_it) as target:
                return await target.reply(user(), trial())

    turn = asyncio.run(go())
    assert turn.content == f"I test {REDACTED}"
    assert secret not in turn.model_dump_json()


def test_the_names_that_come_with_a_reply_hold_no_secret() -> None:
    """What an endpoint calls its model, and why it ended, are its own words: they are kept too."""
    said = {
        "model": f"tiny-{CANARIES['BEARER']}",
        "choices": [
            {
                "message": {"content": "Good to hear from you."},
                "finish_reason": f"stop {CANARIES['BEARER']}",
            }
        ],
    }

    async def go() -> Any:
        async with FaultServer(answer(said)) as server:
            keys = {"base_url": f"{server.url}/v1", "model": "tiny", "api_key_env": "BEARER"}
            async with opened("openai", environ=CANARIES, **keys) as target:
                return await target.reply(user(), trial())

    turn = asyncio.run(go())
    assert turn.model == f"tiny-{REDACTED}"
    assert turn.finish_reason == f"stop {REDACTED}"


def test_the_logs_of_the_http_library_hold_no_secret(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Through a proxy, at DEBUG, headers and a reason that echo a secret are logged without it."""

    async def behave(_: Seen, writer: asyncio.StreamWriter) -> bool:
        key, query = CANARIES["BEARER"], quote(CANARIES["QUERY"])
        writer.write(f"HTTP/1.1 500 {key}\r\nSet-Cookie: k={query}\r\n".encode())
        writer.write(b"Content-Length: 0\r\n\r\n")
        await writer.drain()
        return False

    async def go() -> Any:
        async with FaultServer(behave) as server:
            monkeypatch.setenv("HTTP_PROXY", server.url)
            keys = table("http://bot.test", max_retries=0)
            async with opened("http", environ=CANARIES, **keys) as target:
                return await target.reply(user(), trial())

    with caplog.at_level(logging.DEBUG):
        asyncio.run(go())
    assert "receive_response_headers.complete" in caplog.text
    assert REDACTED in caplog.text
    assert leaks(caplog.text) == []
    assert not any(logging.getLogger(f"httpcore.{name}").filters for name in ("http11", "proxy"))


def test_a_connection_failure_shows_no_userinfo() -> None:
    """Where no connection is made the address is shown without user and password."""

    async def go() -> Any:
        keys = table("http://127.0.0.1:1", max_retries=0)
        async with opened("http", environ=CANARIES, **keys) as target:
            failure = await target.reply(user(), trial())
            with pytest.raises(CannotEvaluateError) as raised:
                await preflight(target)
            return failure.message + str(raised.value)

    text = asyncio.run(go())
    assert leaks(text) == []
    assert "me" not in text.split()
    assert "127.0.0.1:1" in text


def test_a_secret_that_no_header_can_hold() -> None:
    """A control character inside a secret fails the request without showing it."""

    async def go() -> Any:
        async with FaultServer(answer({"reply": "hi"})) as server:
            keys = {"url": f"{server.url}/c", "body": "{message}", "reply": "$.reply"}
            environ = {"K": "canary\r\nX-Evil: 1"}
            async with opened("http", environ=environ, bearer_env="K", **keys) as target:
                return await target.reply(user(), trial()), server.log

    failure, log = asyncio.run(go())
    assert (failure.kind, log) == ("bad_request", [])
    assert "canary" not in failure.message


@given(st.text(min_size=4), st.binary(max_size=5), st.text())
def test_no_form_survives(secret: str, before: bytes, around: str) -> None:
    """Raw, URL-encoded, JSON-escaped and base64 forms go, wherever they stand."""
    secret = secret.encode("utf-8", "replace").decode()
    redactor = Redactor()
    redactor.add(secret)
    raw = secret.encode()
    assert secret not in redactor.redact(around + secret + around).replace(REDACTED, "")
    for form in (quote(secret, safe=""), json.dumps(secret)[1:-1]):
        assert form not in redactor.redact(f"<{form}>").replace(REDACTED, "")
    hidden = redactor.redact(base64.b64encode(before + raw + b"tail").decode())
    assert REDACTED in hidden


def test_short_values_are_left_alone() -> None:
    """A local server's dummy key does not blank out every message."""
    redactor = Redactor()
    redactor.add("x")
    redactor.add("")
    assert redactor.redact("an axis") == "an axis"


def test_addresses_are_shown_bare() -> None:
    """Neither userinfo, nor query, nor fragment of an address is shown."""
    assert show_url("https://a:b@h:1/p?k=v#f") == "https://h:1/p"
    assert (
        Redactor().redact("see https://a:b@h/x and http://c@h/") == "see https://h/x and http://h/"
    )


def test_a_process_keeps_few_of_the_secrets_of_conversations() -> None:
    """Each is redacted where it belongs; the last alone are known to whoever shows a bug later."""
    for number in range(1000):
        own = Redactor(is_passing=True)
        own.add(token := f"tok-{number:06}-of-one-conversation")
        assert own.redact_reply(f"it is {token}") == "it is [redacted]"
    met = {secret for secret in secrets_met() if secret.endswith("-of-one-conversation")}
    assert token in met
    assert len(met) <= 256
    lasting = secrets_met(in_conversations=False)
    assert not any(secret.endswith("-of-one-conversation") for secret in lasting)


def test_what_is_told_later_is_redacted_too() -> None:
    """A secret that comes after something was shown is out of what is shown from then on."""
    redactor = Redactor()
    redactor.add("first-secret-1")
    assert redactor.redact("first-secret-1 second-secret-2") == "[redacted] second-secret-2"
    assert redactor.redact_reply("second-secret-2") == "second-secret-2"
    redactor.add("second-secret-2")
    assert redactor.redact("first-secret-1 second-secret-2") == "[redacted] [redacted]"
    assert redactor.redact_reply("second-secret-2") == "[redacted]"
