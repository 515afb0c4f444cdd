"""OAuth client credentials against a real token endpoint on loopback."""

from __future__ import annotations

import asyncio
import base64
import json
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from typing import Any
from urllib.parse import parse_qs

import pytest
from building import HTTP, opened, trial, user
from fault_server import Behaviour, FaultServer, Seen, answer
from websockets.asyncio.server import serve
from websockets.datastructures import Headers
from websockets.http11 import Response

from mhgate.errors import CannotEvaluateError
from mhgate.records import Turn
from mhgate.targets import preflight
from mhgate.targets.oauth import Tokens
from mhgate.targets.transport import Call

CREDENTIALS = {"client_id_env": "CLIENT_ID", "client_secret_env": "CLIENT_SECRET"}
CLIENT = {"CLIENT_ID": "client one", "CLIENT_SECRET": "s3cr3t/+canary"}


class Issuer:
    """A token endpoint and a product that takes its tokens, on one server.

    Args:
        life_s: how long a token is said to be good, None where that is not said.
        status: of the token endpoint.
    """

    def __init__(self, *, life_s: object = 3600, status: int = 200, **granted: Any) -> None:
        self.life_s, self.status, self.granted = life_s, status, granted
        self.asked: list[Seen] = []
        self.said: list[Seen] = []
        self.good: set[str] = set()

    def token(self) -> dict[str, Any]:
        """A new token."""
        token = f"token-canary-{len(self.asked)}"
        self.good.add(token)
        life = {} if self.life_s is None else {"expires_in": self.life_s}
        return {"access_token": token, "token_type": "Bearer", **life, **self.granted}

    async def __call__(self, seen: Seen, writer: asyncio.StreamWriter) -> bool:
        """Answer one request."""
        if seen.path == "/token":
            self.asked.append(seen)
            await asyncio.sleep(0.02)
            made = self.token() if self.status == 200 else {"error": "invalid_client"}
            return await answer(made, status=self.status)(seen, writer)
        self.said.append(seen)
        sent = seen.headers.get("authorization", "").removeprefix("Bearer ")
        if sent in self.good:
            return await answer({"reply": f"I hear you, {sent}."})(seen, writer)
        return await answer({"error": "no"}, status=401)(seen, writer)


def run(issuer: Issuer, *, count: int = 1, environ: Any = None, **oauth: Any) -> Any:
    async def go() -> Any:
        async with FaultServer(issuer) as server:
            table = {
                "token_url": f"{server.url}/token",
                "client_id_env": "CLIENT_ID",
                "client_secret_env": "CLIENT_SECRET",
                **oauth,
            }
            keys = {**HTTP, "url": f"{server.url}/chat", "oauth": table, "max_retries": 0}
            async with opened(
                "http", environ=CLIENT if environ is None else environ, concurrency=64, **keys
            ) as target:
                run.target = target  # type: ignore[attr-defined]
                replies = [target.reply(user(), trial(f"t/{n}")) for n in range(count)]
                return await asyncio.gather(*replies)

    return asyncio.run(go())


def test_one_token_for_many_waiters() -> None:
    """However many ask at once, one token is fetched, and every request carries it."""
    issuer = Issuer()
    replies = run(issuer, count=50)
    assert all(isinstance(reply, Turn) for reply in replies)
    assert (len(issuer.asked), len(issuer.said)) == (1, 50)
    assert all("canary" not in reply.content for reply in replies)
    asked = issuer.asked[0]
    assert parse_qs(asked.body.decode()) == {"grant_type": ["client_credentials"]}
    encoded = base64.b64encode(b"client+one:s3cr3t%2F%2Bcanary").decode()
    assert asked.headers["authorization"] == f"Basic {encoded}"
    assert asked.headers["content-type"] == "application/x-www-form-urlencoded"


def test_credentials_in_the_body() -> None:
    """Where the endpoint wants them so, both stand in the form, beside scope and audience."""
    issuer = Issuer()
    environ = {**CLIENT, "AUDIENCE": "bots"}
    run(
        issuer,
        client_auth="body",
        scope="chat:read chat",
        parameters={"audience": "${env:AUDIENCE}"},
        environ=environ,
    )
    asked = issuer.asked[0]
    assert "authorization" not in asked.headers
    assert parse_qs(asked.body.decode()) == {
        "grant_type": ["client_credentials"],
        "client_id": ["client one"],
        "client_secret": ["s3cr3t/+canary"],
        "scope": ["chat:read chat"],
        "audience": ["bots"],
    }


def test_a_refused_token_is_renewed_once() -> None:
    """After a 401 one new token is fetched for all who met it; a second 401 is a failure."""
    issuer = Issuer()

    async def go() -> Any:
        async with FaultServer(issuer) as server:
            table = {
                "token_url": f"{server.url}/token",
                "client_id_env": "CLIENT_ID",
                "client_secret_env": "CLIENT_SECRET",
            }
            keys = {**HTTP, "url": f"{server.url}/chat", "oauth": table, "max_retries": 0}
            async with opened("http", environ=CLIENT, concurrency=64, **keys) as target:
                first = await target.reply(user(), trial())
                issuer.good.clear()  # withdrawn
                again = await asyncio.gather(*(target.reply(user(), trial()) for _ in range(20)))
                n_asked = len(issuer.asked)
                issuer.good = set()
                issuer.token = lambda: {"access_token": "never-good-canary"}  # type: ignore[method-assign]
                last = await target.reply(user(), trial())
                return first, again, n_asked, last

    first, again, n_asked, last = asyncio.run(go())
    assert isinstance(first, Turn)
    assert all(isinstance(reply, Turn) for reply in again)
    assert n_asked == 2
    assert last.kind == "unauthorised"
    assert "fresh token" in last.message
    assert len(issuer.asked) == 3


@pytest.mark.parametrize(
    ("issuer", "kind", "said"),
    [
        (Issuer(status=400), "unauthorised", "status 400: invalid_client"),
        (Issuer(status=401), "unauthorised", "invalid_client"),
        (Issuer(status=503), "server_error", "status 503"),
        (Issuer(access_token=7), "unreadable_reply", "expected an object with access_token"),
        (Issuer(access_token="a\nb"), "unreadable_reply", "access_token"),  # noqa: S106 - a broken one
        (Issuer(token_type="mac"), "unreadable_reply", "expected Bearer"),  # noqa: S106 - a type
    ],
)
def test_no_token(issuer: Issuer, kind: str, said: str) -> None:
    """What the token endpoint refuses is told as its own, without the secret."""
    (reply,) = run(issuer)
    assert reply.kind == kind
    assert "target.oauth: no token from http://127.0.0.1" in reply.message
    assert said in reply.message
    assert "canary" not in reply.message
    assert issuer.said == []


def test_a_missing_variable() -> None:
    """A client's secret that is not set stops the run, named by its key."""
    with pytest.raises(CannotEvaluateError, match=r"CLIENT_SECRET, which target\.oauth"):
        run(Issuer(), environ={"CLIENT_ID": "x"})


@pytest.mark.parametrize(
    ("life_s", "at_s", "is_renewed"),
    [
        (3600, 3569.0, False),
        (3600, 3571.0, True),
        ("3600", 3571.0, True),
        (20, 9.0, False),
        (20, 11.0, True),
        (None, 1e9, False),
        ("soon", 1e9, False),
        pytest.param(10**400, 1e9, False, id="endless"),
    ],
)
def test_a_token_is_renewed_before_it_ends(life_s: Any, at_s: float, *, is_renewed: bool) -> None:
    """30 seconds before its end, or at half of a short life; never where no end is stated."""
    now = [0.0]
    asked: list[str] = []

    class Fake:
        """An answer of the token endpoint."""

        async def body(self, **_: Any) -> bytes:
            """A token of its own each time."""
            asked.append("x")
            life = {} if life_s is None else {"expires_in": life_s}
            return json.dumps({"access_token": f"token-{len(asked)}", **life}).encode()

    async def exchange(_call: Call, read: Any) -> Any:
        return await read(Fake())

    async def go() -> str:
        from mhgate.redacting.secrets import Secrets

        call = Call("POST", "http://127.0.0.1/token", [])
        tokens = Tokens(call, Secrets({}), clock=lambda: now[0])
        await tokens.current(exchange)
        now[0] = at_s
        return await tokens.current(exchange)

    assert asyncio.run(go()) == ("token-2" if is_renewed else "token-1")


def test_one_who_gives_up_waiting_leaves_the_others_their_token() -> None:
    """A cancelled waiter does not end what others wait for."""

    async def exchange(_call: Call, _read: Any) -> Any:
        await asyncio.sleep(0.05)
        from mhgate.targets.oauth import _Granted

        return _Granted("shared", float("inf"))

    async def go() -> Any:
        from mhgate.redacting.secrets import Secrets

        tokens = Tokens(Call("POST", "http://127.0.0.1/token", []), Secrets({}))
        first = asyncio.create_task(tokens.current(exchange))
        second = asyncio.create_task(tokens.current(exchange))
        await asyncio.sleep(0.01)
        first.cancel()
        return await second

    assert asyncio.run(go()) == "shared"


def granting(*behaviours: Behaviour, kind: str = "http", **keys: Any) -> tuple[Any, list[Seen]]:
    """Ask once with a token endpoint that does this; return what came, and what it saw."""

    async def go() -> tuple[Any, list[Seen]]:
        async with FaultServer(*behaviours) as server:
            table = {"token_url": f"{server.url}/token", **CREDENTIALS}
            made = {**HTTP, "url": f"{server.url}/chat", "oauth": table, **keys}
            async with opened(kind, environ=CLIENT, **made) as target:
                came = await target.reply(user(), trial())
                assert all(wait < 120 for wait in target.waits)
                return came, server.log

    return asyncio.run(go())


@pytest.mark.parametrize("kind", ["http", "websocket"])
@pytest.mark.parametrize("ahead", ["86400", "a date"])
def test_a_token_endpoint_that_asks_for_a_day(kind: str, ahead: str) -> None:
    """Nobody waits for a quota: one request, a failure that says so, and the product hears none."""
    date = format_datetime(datetime.now(UTC) + timedelta(days=1), usegmt=True)
    headers = {"Retry-After": date if ahead == "a date" else ahead}
    keys = {"url": "ws://127.0.0.1:9/"} if kind == "websocket" else {}
    busy = answer({"error": "slow down"}, status=429, headers=headers)
    came, log = granting(busy, kind=kind, max_retries=5, **keys)
    assert (came.kind, came.attempts) == ("rate_limited", 1)
    assert "Retry-After asks to wait" in came.message
    assert [seen.path for seen in log] == ["/token"]


@pytest.mark.parametrize("kind", ["http", "websocket"])
def test_a_token_is_asked_for_through_the_environments_proxy(
    kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As every request is, that of a socket too; the product itself has a proxy of its own."""
    issuer = Issuer()

    async def go() -> Any:
        async with FaultServer(issuer) as proxy:
            monkeypatch.setenv("HTTP_PROXY", proxy.url)
            monkeypatch.setenv("NO_PROXY", "")
            monkeypatch.setenv("no_proxy", "")
            table = {"token_url": "http://login.test/token", **CREDENTIALS}
            url = "http://bot.test/chat" if kind == "http" else "ws://127.0.0.1:9/"
            keys = {**HTTP, "url": url, "oauth": table, "max_retries": 0}
            async with opened(kind, environ=CLIENT, **keys) as target:
                return await target.reply(user(), trial())

    came = asyncio.run(go())
    assert [seen.headers["host"] for seen in issuer.asked] == ["login.test"]
    if kind == "http":
        assert isinstance(came, Turn)
        assert [seen.headers["host"] for seen in issuer.said] == ["bot.test"]
    else:
        assert came.kind == "connect"  # with a token: nobody listens there


def test_the_preflight_shows_no_token() -> None:
    """The request for a token is shown without its body and answer."""
    issuer = Issuer()

    async def go() -> str:
        async with FaultServer(issuer) as server:
            table = {
                "token_url": f"{server.url}/token",
                "client_id_env": "CLIENT_ID",
                "client_secret_env": "CLIENT_SECRET",
                "client_auth": "body",
            }
            keys = {**HTTP, "url": f"{server.url}/chat", "oauth": table}
            async with opened("http", environ=CLIENT, **keys) as target:
                return (await preflight(target)).describe()

    shown = asyncio.run(go())
    assert "/token" in shown
    assert "(not shown)" in shown
    assert "canary" not in shown


def test_a_socket_is_opened_with_a_token() -> None:
    """A handshake carries a token, and a refused one is renewed once."""
    issuer = Issuer()
    opened_with: list[str] = []

    def check(_: Any, request: Any) -> Response | None:
        sent = request.headers.get("Authorization", "").removeprefix("Bearer ")
        opened_with.append(sent)
        if len(opened_with) == 1:
            return Response(401, "No", Headers(), b"")
        return None

    async def handle(socket: Any) -> None:
        async for _ in socket:
            await socket.send(json.dumps({"reply": "hi"}))

    async def go() -> Any:
        async with (
            FaultServer(issuer) as server,
            serve(handle, "127.0.0.1", 0, process_request=check) as sockets,
        ):
            port = sockets.sockets[0].getsockname()[1]
            table = {
                "token_url": f"{server.url}/token",
                "client_id_env": "CLIENT_ID",
                "client_secret_env": "CLIENT_SECRET",
            }
            async with opened(
                "websocket",
                url=f"ws://127.0.0.1:{port}/",
                body={"text": "{message}"},
                reply="$.reply",
                oauth=table,
                environ=CLIENT,
                max_retries=0,
            ) as target:
                return await target.reply(user(), trial())

    reply = asyncio.run(go())
    assert isinstance(reply, Turn)
    assert opened_with == ["token-canary-1", "token-canary-2"]
