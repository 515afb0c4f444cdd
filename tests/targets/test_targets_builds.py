"""Holds the build's id: read in a header, a body, a stream, or at an address; a change is told."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest
from building import HTTP, OPENAI, opened, table, trial, user
from certificates import Authority
from fault_server import FaultServer, answer, stream
from pydantic import ValidationError

from mhgate.config import BuildIdConfig
from mhgate.errors import CannotEvaluateError, ConfigError
from mhgate.records import Turn
from mhgate.targets import open_target
from mhgate.targets.builds import Builds, build_address, read_build

CHAT = {"model": "bot", "choices": [{"message": {"content": "I hear you."}}]}


def _said(text: str = "I hear you.", **more: Any) -> dict[str, Any]:
    return {"reply": text, **more}


def asked(where: dict[str, str], *behaviours: Any, n: int = 2, kind: str = "http") -> list[str]:
    """Ask so many times; return what was told of mixed builds, and the first build."""
    told: list[str] = []

    async def go() -> str | None:
        builds = Builds(BuildIdConfig(**where), mixed=told.append)
        async with FaultServer(*behaviours) as server:
            keys = {
                name: value.replace("SERVER", server.url) if isinstance(value, str) else value
                for name, value in (HTTP if kind == "http" else OPENAI).items()
            }
            if kind == "sse":
                keys = {
                    "url": f"{server.url}/c",
                    "body": {"text": "{message}"},
                    "format": "sse",
                    "delta": "$.t",
                }
            made = table("openai" if kind == "openai" else "http", max_retries=0, **keys)
            async with open_target(
                made, folder=_here(), run_id="r", environ={}, builds=builds
            ) as target:
                for _ in range(n):
                    assert isinstance(await target.reply(user(), trial()), Turn)
        return builds.first

    return [str(asyncio.run(go())), *told]


def _here() -> Path:

    return Path()


def test_a_header_says_the_build() -> None:
    """The same one twice is one product; another one is told in a sentence that names both."""
    one = answer(_said(), headers={"X-Build": "a1"})
    other = answer(_said(), headers={"X-Build": "b2"})
    assert asked({"header": "x-build"}, one) == ["a1"]
    assert asked({"header": "X-Build"}, one, other, one, n=3) == [
        "a1",
        "the product changed under the run: build a1 answered, and then build b2",
    ]


def test_a_reply_that_names_none_is_no_reply_of_that_build() -> None:
    """What nobody knows the build of is not taken for the one that began."""
    one = answer(_said(), headers={"X-Build": "a1"})
    found = asked({"header": "X-Build"}, one, answer(_said()))
    assert found == [
        "a1",
        "the product changed under the run: build a1 answered, and then a reply that names none",
    ]


def test_a_body_says_the_build_however_long_it_is() -> None:
    """By JSONPath, text or whole number, beyond what a recording keeps."""
    said = answer(_said("good " * 40_000, meta={"build": 1042}))
    assert asked({"jsonpath": "$.meta.build"}, said) == ["1042"]
    assert asked(
        {"jsonpath": "$.system_fingerprint"},
        answer({**CHAT, "system_fingerprint": "fp_1"}),
        answer({**CHAT, "system_fingerprint": "fp_2"}),
        kind="openai",
    ) == ["fp_1", "the product changed under the run: build fp_1 answered, and then build fp_2"]


@pytest.mark.parametrize("value", [None, True, 1.5, ["a"], {}, "", "  ", "a\nb", "x" * 201])
def test_what_is_no_id_is_none(value: object) -> None:
    """Neither emptiness nor structure nor control characters name a build."""
    assert asked({"jsonpath": "$.build"}, answer(_said(build=value)), n=1)[0] == "None"


def test_events_say_the_build() -> None:
    """One id in all events of a stream; two in one stream are none."""

    def said(*builds: str) -> Any:
        events = [f'data: {{"t": "hear ", "b": "{build}"}}\n\n'.encode() for build in builds]
        return stream(b"".join(events) + b"data: [DONE]\n\n")

    assert asked({"jsonpath": "$.b"}, said("a1", "a1"), kind="sse") == ["a1"]
    assert asked({"jsonpath": "$.b"}, said("a1", "b2"), n=1, kind="sse")[0] == "None"


def test_errors_are_not_held_to_it() -> None:
    """What a gateway answers in the product's place is a failure, and says nothing of a build."""

    async def go() -> None:
        told: list[str] = []
        builds = Builds(BuildIdConfig(header="X-Build"), mixed=told.append)
        async with FaultServer(answer({}, status=500, headers={"X-Build": "g"})) as server:
            keys = {**HTTP, "url": f"{server.url}/chat", "max_retries": 0}
            async with open_target(
                table("http", **keys), folder=_here(), run_id="r", environ={}, builds=builds
            ) as target:
                await target.reply(user(), trial())
        assert (builds.first, told) == (None, [])

    asyncio.run(go())


def test_a_session_is_opened_without_it() -> None:
    """The request that opens a session need not name the build."""

    async def go() -> None:
        told: list[str] = []
        builds = Builds(BuildIdConfig(header="X-Build"), mixed=told.append)
        named = answer(_said(), headers={"X-Build": "a1"})
        async with FaultServer(answer({"id": "s1"}), named) as server:
            keys = {
                "url": f"{server.url}/chat",
                "body": {"text": "{message}", "session": "{session}"},
                "reply": "$.reply",
                "session": {"url": f"{server.url}/open", "id": "$.id"},
            }
            async with open_target(
                table("http", **keys), folder=_here(), run_id="r", environ={}, builds=builds
            ) as target:
                assert isinstance(await target.reply(user(), trial()), Turn)
        assert (builds.first, told) == ("a1", [])

    asyncio.run(go())


# --- an address of its own


def test_an_address_says_the_build() -> None:
    """By GET, without a key; what does not answer, or answers something else, is told."""

    async def go() -> None:
        async with FaultServer(answer({"build": "a1"}, headers={"X-Build": "h"})) as server:
            url = f"{server.url}/version?x=secret-1234"
            assert await read_build(url, BuildIdConfig(jsonpath="$.build")) == "a1"
            assert await read_build(url, BuildIdConfig(header="X-Build")) == "h"
            assert [seen.method for seen in server.log] == ["GET", "GET"]
            assert "authorization" not in server.log[0].headers
            with pytest.raises(CannotEvaluateError, match=r"/version answers without") as caught:
                await read_build(url, BuildIdConfig(jsonpath="$.other"))
            assert "secret-1234" not in str(caught.value)
        with pytest.raises(CannotEvaluateError, match="does not say which build is deployed"):
            await read_build(url, BuildIdConfig(jsonpath="$.build"))
        async with FaultServer(answer(b"", status=404)) as server:
            with pytest.raises(CannotEvaluateError, match="status 404"):
                await read_build(f"{server.url}/version", BuildIdConfig(jsonpath="$.build"))

    asyncio.run(go())


@pytest.fixture(scope="module")
def authority(tmp_path_factory: pytest.TempPathFactory) -> Authority:
    """An authority with a client's certificate."""
    made = Authority(tmp_path_factory.mktemp("tls"))
    made.issue("client", passphrase=WORD["WORD"])
    return made


def over_tls(authority: Authority, *, read: dict[str, Any] | None = None, **keys: Any) -> Any:
    """Ask a server that lets nobody in without a certificate; return the build, and its log."""

    async def go() -> Any:
        context = authority.server_context(asks_clients=True)
        async with FaultServer(answer({"build": "a1"}), tls=context) as server:
            origin = f"https://127.0.0.1:{server.port}"
            target = table("http", **{**HTTP, "url": f"{origin}/chat", "max_retries": 0, **keys})
            given = {"folder": authority.folder, "environ": WORD, **(read or {})}
            url = f"{origin}/version"
            where = BuildIdConfig(jsonpath="$.build")
            return await read_build(url, where, target=target, **given), server.log

    return asyncio.run(go())


TLS = {"ca": "ca.pem", "certificate": "client.pem", "key": "client.key", "passphrase_env": "WORD"}
WORD = {"WORD": "correct horse", "TEAM": "team-canary-1"}


def test_the_targets_certificates_hold_for_it_too(authority: Authority) -> None:
    """A private authority, and the client's own certificate with its passphrase."""
    found, log = over_tls(authority, tls=TLS)
    assert found == "a1"
    assert len(log) == 1


def test_without_them_it_is_not_reached(authority: Authority) -> None:
    """Nobody is trusted, or let in, whom the configuration does not name."""
    for tls in ({}, {"ca": "ca.pem"}):
        with pytest.raises(CannotEvaluateError, match="does not say which build is deployed"):
            over_tls(authority, tls=tls)
    with pytest.raises(CannotEvaluateError, match=r"target\.tls\.ca: there is no file"):
        over_tls(authority, tls={"ca": "none.pem"})
    with pytest.raises(CannotEvaluateError, match=r"WORD, which target\.tls\.passphrase_env"):
        over_tls(authority, tls=TLS, read={"environ": {}})


def test_plain_headers_go_along_and_nothing_that_lets_in(authority: Authority) -> None:
    """A tenant's name does; keys, variables and what is filled in for each message do not."""
    headers = {"X-Tenant": "staging", "X-Team": "${env:TEAM}", "X-Trial": "{trial}"}
    _, log = over_tls(authority, tls=TLS, headers=headers, bearer_env="WORD")
    sent = log[0].headers
    assert sent["x-tenant"] == "staging"
    assert not {"x-team", "x-trial", "authorization"} & set(sent)


def test_another_host_is_told_no_header_of_the_targets() -> None:
    """They are its own host's."""

    async def go() -> Any:
        async with FaultServer(answer({"build": "a1"})) as server:
            target = table("http", **{**HTTP, "url": "http://bot.test/", "headers": {"X-T": "s"}})
            await read_build(f"{server.url}/v", BuildIdConfig(jsonpath="$.build"), target=target)
            return server.log[0].headers

    assert "x-t" not in asyncio.run(go())


def test_it_is_asked_through_the_environments_proxy(monkeypatch: pytest.MonkeyPatch) -> None:
    """As the target is; what the address names by variable is put in, and not shown."""

    async def go() -> Any:
        async with FaultServer(answer({"build": "a1"})) as proxy:
            monkeypatch.setenv("HTTP_PROXY", proxy.url)
            monkeypatch.delenv("NO_PROXY", raising=False)
            monkeypatch.delenv("no_proxy", raising=False)
            where = BuildIdConfig(jsonpath="$.build")
            url = "http://${env:HOST}/version"
            found = await read_build(url, where, environ={"HOST": "bot.canary-host.test"})
            with pytest.raises(CannotEvaluateError) as raised:
                await read_build(url, BuildIdConfig(header="X"), environ={"HOST": "canary.test"})
            assert "canary" not in str(raised.value)
            return found, proxy.log[0]

    found, seen = asyncio.run(go())
    assert found == "a1"
    assert seen.headers["host"] == "bot.canary-host.test"


def test_a_path_is_one_of_the_targets_host() -> None:
    """An absolute address stays as it is; an app in process has no host."""
    where = {"url": "/version", "jsonpath": "$.b"}
    http = {"url": "http://h:1/chat/v2", "body": "{message}", "reply": "$.r"}
    assert build_address(table("http", **http, build_id=where)) == "http://h:1/version"
    at = {"url": "https://v.example/b", "jsonpath": "$.b"}
    assert build_address(table("http", **http, build_id=at)) == "https://v.example/b"
    assert build_address(table("http", **http, build_id={"header": "X"})) is None
    assert build_address(table("http", **http)) is None
    app = {"app": "a:b", "path": "/c", "body": "{message}", "reply": "$.r", "build_id": where}
    with pytest.raises(ConfigError, match="the target has no address"):
        build_address(table("asgi", **app))


@pytest.mark.parametrize("keys", [{}, {"url": "/v"}, {"header": "X", "jsonpath": "$.b"}])
def test_it_stands_in_one_place(keys: dict[str, str]) -> None:
    """Either a header or a path."""
    with pytest.raises(ValidationError, match="either header or jsonpath"):
        BuildIdConfig(**keys)


def test_an_unwatched_target_reads_nothing() -> None:
    """Without [target.build_id] replies are as they were."""

    async def go() -> None:
        async with (
            FaultServer(answer(_said(), headers={"X-Build": "a"})) as server,
            opened("http", **{**HTTP, "url": f"{server.url}/chat"}) as target,
        ):
            assert isinstance(await target.reply(user(), trial()), Turn)

    asyncio.run(go())
