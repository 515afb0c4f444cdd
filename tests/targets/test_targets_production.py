"""Hosts that look like production need an explicit word: testing must not page anyone."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest
from building import HTTP, RUN_ID, table

from mhgate.errors import ConfigError, UsageError
from mhgate.targets import open_target
from mhgate.targets.production import is_local, looks_like_production

QUIET = [
    "localhost", "LOCALHOST.", "bot.localhost", "127.0.0.1", "127.8.8.8", "::1", "[::1]",
    "10.1.2.3", "172.16.0.9", "192.168.1.5", "169.254.1.1", "100.64.0.1", "fd00::1", "0.0.0.0",
    "::ffff:10.0.0.1", "chatbot", "bot.default.svc.cluster.local", "bot.test", "db.internal",
    "staging.example.com", "chat-staging.example.com", "chat.stage.example.com", "qa1.example.com",
    "dev.example.com", "uat-2.example.com", "pr-17.preview.example.com", "sandbox.example.com",
    "bot-test.herokuapp.com", "api.openai.com", "api.anthropic.com", "x.openai.azure.com",
    "eu-west1-aiplatform.googleapis.com", "bedrock-runtime.eu-west-1.amazonaws.com",
]  # fmt: skip
LOUD = [
    "chat.example.com", "example.com", "8.8.8.8", "2606:4700::1111", "::ffff:8.8.8.8",
    "latest.example.com", "device.example.com", "contest.example.com", "chat.dev", "bot.app",
    "api.openai.com.evil.example.com", "openai.com", "s3.eu-west-1.amazonaws.com",
    "x.y.openai.azure.com", "prod.example.com", "teststaging.example.com"
]  # fmt: skip


@pytest.mark.parametrize("host", QUIET)
def test_hosts_that_cannot_be_production(host: str) -> None:
    """This machine, private networks, staging words and model providers."""
    assert not looks_like_production(host)


@pytest.mark.parametrize("host", LOUD)
def test_hosts_that_could_be_production(host: str) -> None:
    """Anything else, words inside other words and the last part of a name included."""
    assert looks_like_production(host)


def test_local_is_this_machine_only() -> None:
    """Only loopback is local."""
    assert [host for host in (*QUIET, *LOUD) if is_local(host)] == QUIET[:7]


def open_it(kind: str, **keys: Any) -> Any:
    async def go() -> Any:
        async with open_target(
            table(kind, **keys),
            folder=Path(),
            run_id=RUN_ID,
            environ={"HOST": "chat.example.com"},
        ) as target:
            return target.fingerprint

    return asyncio.run(go())


OPENAI = {"base_url": "https://chat.example.com/v1", "model": "m"}
SESSION = {"url": "https://chat.example.com/open", "id": "$.id"}


@pytest.mark.parametrize(
    ("kind", "keys", "key"),
    [
        ("openai", OPENAI, "base_url"),
        ("http", {**HTTP, "url": "https://chat.example.com/c"}, "url"),
        ("http", {**HTTP, "url": "https://${env:HOST}/c"}, "url"),
        (
            "http",
            {**HTTP, "url": "http://127.0.0.1:1/{session}", "session": SESSION},
            "session.url",
        ),
    ],
)
def test_production_needs_the_word(kind: str, keys: Any, key: str) -> None:
    """Without ``production = true`` nothing is opened; with it, it is."""
    with pytest.raises(ConfigError, match=f"target.{key}.*chat.example.com.*production = true"):
        open_it(kind, **keys)
    assert open_it(kind, production=True, **keys)


def test_an_address_that_cannot_be_read() -> None:
    """A port that is none is a mistake in the configuration."""
    with pytest.raises(ConfigError, match="cannot be read"):
        open_it("openai", base_url="http://127.0.0.1:port/v1", model="m")


def test_the_demo_is_elsewhere() -> None:
    """The demo has no place in this room."""
    with pytest.raises(UsageError, match="FunctionTarget"):
        open_it("demo")
