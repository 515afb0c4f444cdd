"""Connections go where the environment says: proxies, certificates, and always direct at home."""

from __future__ import annotations

import asyncio
import base64
import subprocess
import sys
import textwrap
from pathlib import Path
from typing import Any

import certifi
import httpx
import pytest
from building import HTTP, RUN_ID, opened, table, trial, user
from fault_server import FaultServer, Seen, answer, completion

from mhgate.errors import CannotEvaluateError
from mhgate.records import Turn
from mhgate.targets import open_target
from mhgate.targets.connections import _proxy, _tls, connect_factory
from mhgate.targets.faults import Fault
from mhgate.targets.pacing import Budget, Hosts, Limiter, Limiters

PROXY_VARIABLES = ("http_proxy", "https_proxy", "all_proxy", "no_proxy")


@pytest.fixture(autouse=True)
def _no_proxies(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in PROXY_VARIABLES:
        monkeypatch.delenv(name, raising=False)
        monkeypatch.delenv(name.upper(), raising=False)


async def ask(url: str, **keys: Any) -> Any:
    async with opened("http", **{**HTTP, "url": url, "max_retries": 0, **keys}) as target:
        return await target.reply(user(), trial())


def test_loopback_is_asked_directly(monkeypatch: pytest.MonkeyPatch) -> None:
    """A proxy in the environment is not asked for this machine."""
    monkeypatch.setenv("HTTP_PROXY", "http://127.0.0.1:1")
    monkeypatch.setenv("ALL_PROXY", "http://127.0.0.1:1")

    async def go() -> Any:
        async with FaultServer(answer({"reply": "hi"})) as server:
            there = await ask(f"{server.url}/chat")
            named = await ask(f"http://localhost:{server.port}/chat")
            return there, named

    assert [type(reply) for reply in asyncio.run(go())] == [Turn, Turn]


def test_a_proxy_is_asked_for_other_hosts(monkeypatch: pytest.MonkeyPatch) -> None:
    """HTTP_PROXY carries plain requests, with its own user and password."""

    async def go() -> Any:
        async with FaultServer(answer({"reply": "hi"})) as server:
            monkeypatch.setenv("HTTP_PROXY", f"http://me:pass-word@127.0.0.1:{server.port}")
            return await ask("http://bot.test/chat"), server.log[0]

    reply, seen = asyncio.run(go())
    assert reply.content == "hi"
    assert (seen.path, seen.headers["host"]) == ("/chat", "bot.test")
    expected = base64.b64encode(b"me:pass-word").decode()
    assert seen.headers["proxy-authorization"] == f"Basic {expected}"


def test_a_proxy_that_refuses(monkeypatch: pytest.MonkeyPatch) -> None:
    """HTTPS_PROXY is asked for a tunnel; its refusal is a ``connect`` Failure."""

    async def go() -> Any:
        async with FaultServer(answer(status=407)) as server:
            monkeypatch.setenv("HTTPS_PROXY", f"127.0.0.1:{server.port}")
            return await ask("https://bot.test/chat"), server.log[0]

    reply, seen = asyncio.run(go())
    assert (reply.kind, seen.method) == ("connect", "CONNECT")


@pytest.mark.parametrize(
    ("no_proxy", "is_direct"),
    [("bot.test", True), (".test", True), ("*", True), ("bot.test:80", True), ("other", False)],
)
def test_no_proxy(monkeypatch: pytest.MonkeyPatch, no_proxy: str, *, is_direct: bool) -> None:
    """NO_PROXY names the hosts that are asked directly."""
    monkeypatch.setenv("HTTP_PROXY", "http://127.0.0.1:1")
    monkeypatch.setenv("NO_PROXY", no_proxy)
    assert (_proxy(httpx.URL("http://bot.test/chat")) is None) is is_direct


@pytest.mark.parametrize("address", ["ftp://127.0.0.1:1", "http://[::1"])
def test_a_proxy_that_is_none(monkeypatch: pytest.MonkeyPatch, address: str) -> None:
    """An address that is no proxy's stops the run."""
    monkeypatch.setenv("HTTP_PROXY", address)
    with pytest.raises(CannotEvaluateError, match="proxy"):
        connect_factory("http://bot.test/")


def test_certificates_of_the_environment(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """SSL_CERT_FILE names the certificates to trust; one that is missing stops the run."""
    whole = Path(certifi.where()).read_text(encoding="utf-8")
    begin = whole.index("-----BEGIN")
    end = whole.index("-----END CERTIFICATE-----") + len("-----END CERTIFICATE-----\n")
    one = tmp_path / "one.pem"
    one.write_text(whole[begin:end])
    monkeypatch.setenv("SSL_CERT_FILE", str(one))
    assert _tls(needed=True).cert_store_stats()["x509"] == 1
    monkeypatch.setenv("SSL_CERT_FILE", str(tmp_path / "none.pem"))
    with pytest.raises(CannotEvaluateError, match="SSL_CERT_FILE"):
        _tls(needed=True)


def test_https_to_a_plain_server() -> None:
    """A server that speaks no TLS is no connection."""

    async def greet(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.read(1)
        writer.write(b"HTTP/1.1 400 Bad Request\r\n\r\n")
        writer.close()

    async def go() -> Any:
        async with await asyncio.start_server(greet, "127.0.0.1", 0) as server:
            port = server.sockets[0].getsockname()[1]
            return await ask(f"https://127.0.0.1:{port}/chat")

    assert asyncio.run(go()).kind == "connect"


def test_slow_start_grows_with_replies() -> None:
    """A host that is not this machine is asked one thing first, then ever more at once."""
    running, most = 0, []

    async def go() -> None:
        nonlocal running
        limiter = Limiter(concurrency=4, slow_start=True)

        async def ask_once() -> None:
            nonlocal running
            async with Budget().turn(limiter, 0):
                running += 1
                most.append(running)
                await asyncio.sleep(0)
                running -= 1
                limiter.grow()

        await asyncio.gather(*(ask_once() for _ in range(20)))

    asyncio.run(go())
    assert most[0] == 1
    assert max(most) == 4


def test_one_limiter_a_host() -> None:
    """Whoever asks a host gets the same limiter; other hosts have their own."""
    limiters = Limiters(concurrency=2)
    assert limiters.of("h:1", slow_start=False) is limiters.of("h:1", slow_start=True)
    assert limiters.of("h:1", slow_start=False) is not limiters.of("h:2", slow_start=False)


def test_this_machine_is_one_host_however_it_is_called() -> None:
    """A product at localhost and a judge at 127.0.0.1 share one limiter, at the tighter limit."""

    async def ask_at(name: str, port: int, hosts: Hosts, concurrency: int) -> Any:
        asked = table(
            "http", **{**HTTP, "url": f"http://{name}:{port}/chat", "concurrency": concurrency}
        )
        async with open_target(
            asked, folder=Path(), run_id=RUN_ID, environ={}, hosts=hosts
        ) as target:
            return await target.reply(user(), trial())

    async def go() -> tuple[list[Any], Hosts]:
        hosts = Hosts()
        async with FaultServer(answer({"reply": "hi"})) as server:
            said = [
                await ask_at("127.0.0.1", server.port, hosts, 8),
                await ask_at("LocalHost", server.port, hosts, 2),
            ]
        return said, hosts

    said, hosts = asyncio.run(go())
    assert [type(each) for each in said] == [Turn, Turn]
    (limiter,) = hosts.limiters.values()
    assert limiter._concurrency == 2


@pytest.mark.parametrize("slow_start", [False, True])
def test_the_tighter_limits_of_a_host_hold_for_all(*, slow_start: bool) -> None:
    """Also for who asked first, with requests on their way, and after it has grown."""
    hosts = Hosts()
    wide, narrow = Limiters(concurrency=6, hosts=hosts), Limiters(concurrency=2, hosts=hosts)
    running, seen = 0, []

    async def ask(limiter: Limiter, go_on: asyncio.Event) -> None:
        nonlocal running
        async with Budget().turn(limiter, 0):
            running += 1
            seen.append(running)
            await go_on.wait()
            await asyncio.sleep(0)
            running -= 1
            limiter.grow()

    async def go() -> None:
        limiter = wide.of("h:1", slow_start=slow_start)
        go_on = asyncio.Event()
        go_on.set()
        await asyncio.gather(*(ask(limiter, go_on) for _ in range(20)))
        assert max(seen) == 6
        go_on = asyncio.Event()
        before = [asyncio.create_task(ask(limiter, go_on)) for _ in range(6)]
        await asyncio.sleep(0)
        assert narrow.of("h:1", slow_start=False) is limiter
        after = [asyncio.create_task(ask(limiter, go_on)) for _ in range(20)]
        seen.clear()
        go_on.set()
        await asyncio.gather(*before, *after)
        assert max(seen) == 2
        assert wide.of("h:1", slow_start=False) is limiter  # who comes with more widens nothing
        seen.clear()
        await asyncio.gather(*(ask(limiter, go_on) for _ in range(20)))
        assert max(seen) == 2

    asyncio.run(go())


def test_a_request_that_is_given_up_while_it_waits_costs_no_permit() -> None:
    """After a cancelled wait at a host that was tightened, as many run at once as before."""

    async def go() -> None:
        limiter = Limiter(concurrency=4)
        limiter.tighten(concurrency=2)
        entered: list[int] = []
        release = asyncio.Event()

        async def ask(number: int) -> None:
            async with Budget().turn(limiter, 0):
                entered.append(number)
                await release.wait()

        tasks = [asyncio.create_task(ask(number)) for number in range(5)]
        await asyncio.sleep(0)
        for task in tasks[2:4]:
            task.cancel()
        await asyncio.gather(*tasks[2:4], return_exceptions=True)
        assert len(entered) == 2
        release.set()
        await asyncio.gather(*tasks, return_exceptions=True)
        assert sorted(entered) == [0, 1, 4]

    asyncio.run(go())


def test_the_slower_pace_of_a_host_holds_for_all() -> None:
    """Sixty a minute for one who asks are sixty a minute for both."""
    waits: list[float] = []

    async def note(seconds: float) -> None:
        waits.append(seconds)

    async def go() -> None:
        hosts = Hosts()
        Limiters(concurrency=4, hosts=hosts, sleep=note).of("h:1", slow_start=False)
        paced = Limiters(concurrency=4, requests_per_minute=60, hosts=hosts, sleep=note)
        limiter = paced.of("h:1", slow_start=False)
        for _ in range(3):
            async with Budget().turn(limiter, 0):
                pass

    asyncio.run(go())
    assert [round(wait) for wait in waits] == [1, 2]


def test_concurrency_is_bounded_at_the_server() -> None:
    """The server never sees more requests at once than ``concurrency``."""
    running, most = 0, 0

    async def behave(seen: Seen, writer: asyncio.StreamWriter) -> Any:
        nonlocal running, most
        running += 1
        most = max(most, running)
        await asyncio.sleep(0.005)
        running -= 1
        return await answer({"reply": "hi"})(seen, writer)

    async def go() -> None:
        async with (
            FaultServer(behave) as server,
            opened("http", **{**HTTP, "url": server.url, "concurrency": 3}) as target,
        ):
            await asyncio.gather(*(target.reply(user(), trial()) for _ in range(20)))

    asyncio.run(go())
    assert most == 3


def test_budget() -> None:
    """A budget of none stops the first request; None never stops."""
    with pytest.raises(Fault, match="max_requests = 0"):
        asyncio.run(Budget(0).take())
    asyncio.run(Budget(None).take())


def test_the_process_ends_with_connections_open() -> None:
    """With kept connections and a server that never closes them, the process ends at once."""
    code = """
        import asyncio, sys
        from pathlib import Path
        sys.path.insert(0, sys.argv[1])
        from building import opened, trial, user

        async def main():
            table = {"base_url": sys.argv[2], "model": "m", "concurrency": 8}
            async with opened("openai", folder=Path(), **table) as target:
                asked = (target.reply(user(), trial()) for _ in range(16))
                print(len(await asyncio.gather(*asked)))

        asyncio.run(main())
    """
    folder = str(Path(__file__).parent)

    async def go() -> Any:
        async with FaultServer(answer(completion())) as server:
            process = await asyncio.create_subprocess_exec(
                sys.executable, "-c", textwrap.dedent(code), folder, server.url,
                stdout=subprocess.PIPE, stderr=subprocess.PIPE,
            )  # fmt: skip
            async with asyncio.timeout(30):
                return await process.communicate(), process.returncode

    (out, err), code = asyncio.run(go())
    assert (out, err, code) == (b"16\n", b"", 0)
