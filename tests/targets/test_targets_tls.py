"""Certificates made in the test: whom a target trusts, and as whom it comes."""

from __future__ import annotations

import asyncio
import json
import ssl
from pathlib import Path
from typing import Any, Self

import pytest
from building import HTTP, opened, trial, user
from certificates import Authority
from fault_server import FaultServer, answer
from websockets.asyncio.server import serve

from mhgate.errors import CannotEvaluateError
from mhgate.records import Turn

PASSPHRASE_ENV = {"passphrase_env": "KEY_PASSPHRASE"}
PASSPHRASE = {"KEY_PASSPHRASE": "correct horse"}


@pytest.fixture(scope="module")
def authority(tmp_path_factory: pytest.TempPathFactory) -> Authority:
    """An authority with a client's certificate, whose key has a passphrase."""
    made = Authority(tmp_path_factory.mktemp("tls"))
    made.issue("client", passphrase=PASSPHRASE["KEY_PASSPHRASE"])
    return made


class SecureServer(FaultServer):
    """The fault server behind TLS."""

    def __init__(self, context: ssl.SSLContext, *behaviours: Any) -> None:
        super().__init__(*behaviours)
        self._context = context

    async def __aenter__(self) -> Self:
        self._server = await asyncio.start_server(self._serve, "127.0.0.1", 0, ssl=self._context)
        self.port = self._server.sockets[0].getsockname()[1]
        self.url = f"https://127.0.0.1:{self.port}"
        return self


def ask(authority: Authority, *, asks_clients: bool = False, **keys: Any) -> Any:
    context = authority.server_context(asks_clients=asks_clients)

    async def go() -> Any:
        async with (
            SecureServer(context, answer({"reply": "hi"})) as server,
            opened(
                "http",
                folder=authority.folder,
                **{**HTTP, "url": f"{server.url}/chat", "max_retries": 0, **keys},
            ) as target,
        ):
            return await target.reply(user(), trial())

    return asyncio.run(go())


def test_an_authority_of_ones_own(authority: Authority) -> None:
    """A private authority is trusted where the configuration names it, and not otherwise."""
    reply = ask(authority, tls={"ca": "ca.pem"})
    assert isinstance(reply, Turn)
    refused = ask(authority)
    assert refused.kind == "connect"
    assert "certificate" in refused.message.lower()


def test_another_authority_is_not_trusted(authority: Authority, tmp_path: Path) -> None:
    """A server that somebody else vouches for is no connection."""
    other = Authority(tmp_path, "other")
    (authority.folder / "other.pem").write_bytes(other.certificate.read_bytes())
    assert ask(authority, tls={"ca": "other.pem"}).kind == "connect"


def test_a_client_certificate_with_a_passphrase(authority: Authority) -> None:
    """A server that asks who comes lets in who has the key, and nobody else."""
    tls = {"ca": "ca.pem", "certificate": "client.pem", "key": "client.key", **PASSPHRASE_ENV}
    reply = ask(authority, asks_clients=True, tls=tls, environ=PASSPHRASE)
    assert isinstance(reply, Turn), reply
    refused = ask(authority, asks_clients=True, tls={"ca": "ca.pem"})
    assert refused.kind in {"connect", "connection_lost"}


@pytest.mark.parametrize(
    ("tls", "environ", "said"),
    [
        ({"ca": "none.pem"}, {}, r"target\.tls\.ca: there is no file"),
        ({"ca": "client.key"}, {}, r"target\.tls\.ca: client\.key cannot be used"),
        ({"certificate": "client.pem"}, {}, "client.pem cannot be used"),
        (
            {"certificate": "client.pem", "key": "client.key"},
            {},
            r"client\.key cannot be used .*passphrase",
        ),
        (
            {"certificate": "client.pem", "key": "client.key", "passphrase_env": "KEY_PASSPHRASE"},
            {"KEY_PASSPHRASE": "wrong horse"},
            r"client\.key cannot be used",
        ),
        (
            {"certificate": "client.pem", "key": "client.key", "passphrase_env": "KEY_PASSPHRASE"},
            {},
            "KEY_PASSPHRASE",
        ),
    ],
)
def test_files_that_cannot_be_used(
    authority: Authority, tls: dict[str, str], environ: dict[str, str], said: str
) -> None:
    """Each says which key names it, before anything is asked; no passphrase is asked for."""
    with pytest.raises(CannotEvaluateError, match=said) as raised:
        ask(authority, tls=tls, environ=environ)
    assert "wrong horse" not in str(raised.value)


def test_a_socket_over_tls(authority: Authority) -> None:
    """``wss`` trusts the same authority and comes with the same certificate."""
    context = authority.server_context(asks_clients=True)
    tls = {"ca": "ca.pem", "certificate": "client.pem", "key": "client.key", **PASSPHRASE_ENV}

    async def handle(socket: Any) -> None:
        async for _ in socket:
            await socket.send(json.dumps({"reply": "hi"}))

    async def go(**keys: Any) -> Any:
        async with serve(handle, "127.0.0.1", 0, ssl=context) as server:
            port = server.sockets[0].getsockname()[1]
            async with opened(
                "websocket",
                folder=authority.folder,
                url=f"wss://127.0.0.1:{port}/",
                body={"text": "{message}"},
                reply="$.reply",
                max_retries=0,
                **keys,
            ) as target:
                return await target.reply(user(), trial())

    assert isinstance(asyncio.run(go(tls=tls, environ=PASSPHRASE)), Turn)
    assert asyncio.run(go()).kind == "connect"
