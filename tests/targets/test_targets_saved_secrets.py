"""Holds that what a conversation saves as secret is shown nowhere, as soon as it comes."""

from __future__ import annotations

import asyncio
import gc
import json
import logging
from typing import Any
from urllib.parse import quote

import pytest
from building import opened, trial, user
from fault_server import FaultServer, Seen, answer

from mhgate.records import Failure, Turn
from mhgate.redacting.secrets import REDACTED, Redactor
from mhgate.targets import preflight

TOKEN = "t0ken-canary/+&="  # noqa: S105 - a test's own
COOKIE = "c00kie-canary-9"
HELD = {"inner": "n3sted-canary-1", "number": 48_151_623_42}


async def product(seen: Seen, writer: asyncio.StreamWriter) -> bool:
    """A login that repeats its token in headers, and a chat that repeats all it was sent."""
    if seen.path == "/login":
        headers = {
            "Set-Cookie": f"sid={COOKIE}; Path=/",
            "X-Echo": TOKEN,
            "X-Session-Token": HELD["inner"],
        }
        return await answer({"token": TOKEN, "held": HELD}, headers=headers)(seen, writer)
    said = f"{json.dumps(seen.headers)} {seen.query} {seen.body.decode()}"
    status = 400 if b"fail" in seen.body else 200
    headers = {"X-Echo": seen.headers["x-token"], "X-Cookie": seen.headers["cookie"]}
    body = {"reply": f"I hear you. {said}", "error": said}
    return await answer(body, status=status, headers=headers)(seen, writer)


def table(url: str) -> dict[str, Any]:
    return {
        "url": f"{url}/chat?token={{saved.token}}",
        "headers": {"X-Token": "{saved.token}"},
        "body": {"text": "{message}", "held": "{saved.held}", "history": "{history}"},
        "reply": "$.reply",
        "cookies": True,
        "max_retries": 0,
        "before": [
            {"url": f"{url}/login", "save_secret": {"token": "$.token", "held": "$.held"}},
        ],
    }


def leaks(text: str) -> list[str]:
    secrets = [TOKEN, quote(TOKEN, safe=""), COOKIE, HELD["inner"], str(HELD["number"])]
    return [str(secret) for secret in secrets if str(secret) in text]


def logged(caplog: pytest.LogCaptureFixture) -> str:
    return "\n".join(f"{each.name} {each.getMessage()} {each.exc_text}" for each in caplog.records)


@pytest.mark.parametrize("is_proxied", [False, True])
def test_no_log_holds_what_a_login_gave(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch, *, is_proxied: bool
) -> None:
    """At DEBUG, with and without a proxy: tokens, cookies, what is nested, in addresses too."""
    caplog.set_level(logging.DEBUG)

    async def go() -> list[Any]:
        async with FaultServer(product) as server:
            url = server.url
            if is_proxied:
                monkeypatch.setenv("HTTP_PROXY", server.url)
                monkeypatch.setenv("NO_PROXY", "")
                monkeypatch.setenv("no_proxy", "")
                url = "http://bot.test"
            async with opened("http", **table(url), production=True) as target:
                first = await target.reply(user(), trial())
                later = await target.reply([*user(), first, *user("Again.")], trial())
                failed = await target.reply(user("Now fail."), trial("crisis/b"))
                return [first, later, failed]

    first, later, failed = asyncio.run(go())
    assert isinstance(first, Turn)
    assert isinstance(later, Turn)
    assert isinstance(failed, Failure)
    text = logged(caplog)
    assert "headers of the reply" in text
    assert ("receive_response_headers" in text) == is_proxied
    assert REDACTED in text
    assert leaks(text) == []
    for came in (first, later, failed):
        assert leaks(came.model_dump_json()) == []


def test_a_probe_of_the_endpoint_shows_none() -> None:
    """Request, reply and what was extracted, each without what was saved."""

    async def go() -> str:
        async with FaultServer(product) as server, opened("http", **table(server.url)) as target:
            return (await preflight(target)).describe()

    text = asyncio.run(go())
    assert "/login" in text
    assert leaks(text) == []
    assert REDACTED in text


def test_what_one_conversation_met_is_forgotten_with_it() -> None:
    """A run of many conversations looks through what is shown for those under way alone."""

    async def go() -> Redactor:
        async with FaultServer(product) as server, opened("http", **table(server.url)) as target:
            await asyncio.gather(*(target.reply(user(), trial(f"c/{n}")) for n in range(20)))
            return target.redactor

    redactor = asyncio.run(go())
    gc.collect()
    assert not redactor._passing
    assert redactor.redact(COOKIE) == COOKIE


def test_a_secret_of_two_conversations_is_known_until_both_are_over() -> None:
    """Each says when it is over; what is short is no secret that could be looked for."""
    redactor = Redactor()
    with redactor.for_now() as outer:
        outer("shared-secret")
        outer("abc")
        with redactor.for_now() as inner:
            inner("shared-secret")
            inner("shared-secret")
            inner("own-secret")
            assert redactor.redact("own-secret shared-secret abc") == f"{REDACTED} {REDACTED} abc"
        assert redactor.redact("own-secret shared-secret") == f"own-secret {REDACTED}"
    assert redactor.redact("shared-secret") == "shared-secret"
