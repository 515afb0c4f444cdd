"""The table of docs/reference/faults.md: every fault ends as its row says, for target and judge."""

from __future__ import annotations

import ast
import asyncio
import socket
import ssl
import subprocess
import sys
import textwrap
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from building import opened, trial, user
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID
from fault_rows import BEGIN, END, ROWS, Row, table
from fault_server import FaultServer, answer, completion

sys.path.insert(0, str(Path(__file__).parents[1] / "judges" / "llm"))

from judge_models import question, spoken

from mhgate.judges.llm import LLMJudge
from mhgate.records import Answer, Failure, Stage, Turn
from mhgate.targets.cassette import MISS, CassetteTarget, Tape
from mhgate.targets.daemon_threads import lookups_in_daemon_threads
from mhgate.targets.faults import KINDS

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "reference" / "faults.md"
KEY = "canary-key-4711-secret"
RETRIES = 2
NAMES = [row.name for row in ROWS]


@pytest.fixture(scope="module")
def self_made(tmp_path_factory: pytest.TempPathFactory) -> ssl.SSLContext:
    """A server's TLS context whose certificate nobody trusts."""
    folder = tmp_path_factory.mktemp("tls")
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "localhost")])
    now = datetime.now(UTC)
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(7)
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName("localhost")]), critical=False)
        .sign(key, hashes.SHA256())
    )
    pem = folder / "server.pem"
    pem.write_bytes(
        key.private_bytes(
            serialization.Encoding.PEM,
            serialization.PrivateFormat.PKCS8,
            serialization.NoEncryption(),
        )
        + made.public_bytes(serialization.Encoding.PEM)
    )
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(pem)
    return context


class Seen:
    """What came of a row, and what its server saw."""

    def __init__(self, came: Any, server: FaultServer, waits: list[float]) -> None:
        self.came, self.server, self.waits = came, server, waits


async def play(row: Row, tls: ssl.SSLContext, folder: Path, *, as_judge: bool = False) -> Seen:
    """Ask a real server that does what the row says; waits between attempts are not waited for."""
    server = FaultServer(
        *(row.does or (answer(completion()),)),
        tls=tls if row.untrusted else None,
        plain=row.plain,
    )
    if row.module:
        (folder / "product.py").write_text(row.module, encoding="utf-8")
    async with server:
        if not (row.does or row.untrusted or row.plain):
            await server.stop_listening()
        async with opened(
            row.asks,
            **keys_of(row, server),
            folder=folder,
            environ={"KEY": KEY},
            timeout_s=row.timeout_s,
            max_retries=RETRIES,
        ) as target:
            if row.between is not None:
                happens = row.between()

                async def wait(_: float) -> None:
                    await happens(server)

                target._transport.travel.sleep = wait
            longest = (1 + RETRIES) * row.timeout_s + 5
            async with asyncio.timeout(longest):
                came = await come(row, target, folder, as_judge=as_judge)
            sys.modules.pop("product", None)  # another folder has one too
            return Seen(came, server, getattr(target, "waits", []))


def keys_of(row: Row, server: FaultServer) -> dict[str, Any]:
    """The table of the target that meets a row."""
    keys = {
        key: value.replace("SERVER", server.url) if isinstance(value, str) else value
        for key, value in row.keys.items()
    }
    if row.asks != "openai":
        return keys
    address = row.address(server.port) if row.address else f"{server.url}/v1"
    model = {"base_url": address, "model": "bot", "stream": row.streams, "api_key_env": "KEY"}
    return {**model, **keys}


async def come(row: Row, target: Any, folder: Path, *, as_judge: bool) -> Any:
    """What comes of a row: to a judge, or to a product, behind an empty cassette perhaps."""
    if as_judge:
        return await LLMJudge(target).answer(question(), *spoken())
    if row.replays:
        path = folder / "tape.jsonl"
        with Tape(path, "record"):
            pass
        with Tape(path, "replay") as tape:
            taped = CassetteTarget(target, tape, configuration="", protected=lambda _: False)
            return await taped.reply(user(), trial())
    before = [
        Turn(role=("user", "assistant")[n % 2], content="...") for n in range(row.said_before)
    ]
    came = await target.reply([*before, *user()], trial())
    if row.connections:
        await asyncio.sleep(0.05)
        await target.reply(user(), trial())
    return came


@pytest.mark.parametrize("row", ROWS, ids=NAMES)
def test_a_fault_of_the_product_ends_as_its_row_says(
    row: Row, self_made: ssl.SSLContext, tmp_path: Path
) -> None:
    """Its kind, whether it is retried and how often, its words; and never past its deadline."""
    seen = asyncio.run(play(row, self_made, tmp_path))
    came = seen.came
    assert came.attempts == row.attempts
    if not row.kind:
        assert isinstance(came, Turn)
        assert came.content == row.content
    else:
        assert isinstance(came, Failure)
        assert (came.stage, came.kind) == (Stage.TARGET, row.kind)
        assert row.message(seen.server.port).fullmatch(came.message), came.message
        assert KEY not in came.message
    if row.address is None and row.between is None and row.connections is None:
        wanted = row.attempts if row.requests is None else row.requests
        assert len(seen.server.log) == wanted
    if row.connections is not None:
        assert seen.server.connections == row.connections
    if row.waited_s is not None:
        least, most = row.waited_s
        assert any(least <= wait <= most for wait in seen.waits)


@pytest.mark.parametrize(
    "row", [row for row in ROWS if row.can_be_judges], ids=lambda row: row.name
)
def test_a_fault_of_a_judge_is_the_same_at_its_own_stage(
    row: Row, self_made: ssl.SSLContext, tmp_path: Path
) -> None:
    """It is never an answer; words that are none cost one call more, and are no verdict."""
    seen = asyncio.run(play(row, self_made, tmp_path, as_judge=True))
    came = seen.came
    assert not isinstance(came, Answer)
    assert isinstance(came, Failure)
    assert came.stage is Stage.JUDGE
    if row.kind:
        assert (came.kind, came.attempts) == (row.kind, row.attempts)
        whose = "the judge: " if row.kind == "budget" else "the judge's endpoint: "
        assert came.message.startswith(whose)
    else:
        assert came.kind == row.judged
        mended = row.judged == "malformed_answer"  # one that says nothing is not asked again
        least = row.attempts + mended
        # whoever is asked again at once may still find the connection that is being closed
        assert least <= came.attempts <= least + (row.connections is not None)
    assert KEY not in came.message


def kinds_in_code() -> set[str]:
    """Every kind of failure that a module of the targets names: of a fault, or of a Failure."""
    found = set(KINDS)
    for path in sorted((ROOT / "mhgate" / "targets").rglob("*.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        constants = {
            target.id: node.value.value
            for node in tree.body
            if isinstance(node, ast.Assign) and isinstance(node.value, ast.Constant)
            for target in node.targets
            if isinstance(target, ast.Name)
        }
        for call in ast.walk(tree):
            if not isinstance(call, ast.Call) or not isinstance(call.func, ast.Name):
                continue
            kind = next((each.value for each in call.keywords if each.arg == "kind"), None)
            if call.func.id == "Fault" and call.args:
                kind = call.args[0]
            elif call.func.id != "Failure":
                continue
            if isinstance(kind, ast.Constant):
                found.add(kind.value)
            elif isinstance(kind, ast.Name) and kind.id in constants:
                found.add(constants[kind.id])
    return found


def test_every_kind_of_failure_has_a_row() -> None:
    """What a target can fail with stands on the page, with a server or a process that does it."""
    assert kinds_in_code() == {row.kind for row in ROWS if row.kind}


def test_a_cassettes_miss_is_a_kind_of_the_table() -> None:
    """It has one name, wherever it is looked up."""
    assert MISS in KINDS


def test_the_page_holds_the_rows() -> None:
    """What the page says is what is tested: ``python tests/targets/fault_rows.py`` writes it."""
    text = PAGE.read_text(encoding="utf-8")
    assert text.partition(BEGIN)[2].partition(END)[0].strip() == table()


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
def test_a_redirect_takes_no_key_to_another_host(status: int) -> None:
    """Nobody follows it: the other host hears nothing, with a key or without."""

    async def go() -> tuple[Any, FaultServer]:
        async with FaultServer(answer(completion())) as other:
            there = answer(status=status, headers={"Location": f"{other.url}/v1/chat/completions"})
            async with (
                FaultServer(there) as server,
                opened(
                    "openai",
                    base_url=server.url,
                    model="m",
                    api_key_env="KEY",
                    environ={"KEY": KEY},
                ) as target,
            ):
                return await target.reply(user(), trial()), other

    came, other = asyncio.run(go())
    assert came.kind == "redirect"
    assert other.connections == 0


@pytest.mark.parametrize(("megabytes", "kind"), [(0.001, "too_large"), (1.0, "")])
def test_the_largest_reply_is_a_setting(megabytes: float, kind: str) -> None:
    """``max_reply_mb`` says how much is read of a reply."""

    async def go() -> Any:
        async with (
            FaultServer(answer(completion("x" * 2000))) as server,
            opened("openai", base_url=server.url, model="m", max_reply_mb=megabytes) as target,
        ):
            return await target.reply(user(), trial())

    assert getattr(asyncio.run(go()), "kind", "") == kind


def test_a_resolver_that_does_not_answer_holds_nobody_up() -> None:
    """The attempt times out, and the process ends although the look-up goes on."""
    code = """
        import asyncio, socket, sys, time
        sys.path.insert(0, sys.argv[1])
        from building import opened, trial, user

        def waits_for_ever(*_, **__):
            time.sleep(3600)

        async def main():
            table = {"base_url": "http://bot.test/v1", "model": "m", "timeout_s": 0.3}
            async with opened("openai", **table) as target:
                print((await target.reply(user(), trial())).kind)

        socket.getaddrinfo = waits_for_ever
        asyncio.run(main())
    """
    folder = str(Path(__file__).parent)
    ran = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(code), folder],
        capture_output=True,
        timeout=60,
        check=False,
    )
    assert (ran.stdout, ran.stderr, ran.returncode) == (b"timeout\n", b"", 0)


def test_names_are_looked_up_so_for_one_loop_alone() -> None:
    """What the loop had before is there again, and an error is the resolver's own."""

    async def go() -> None:
        loop = asyncio.get_running_loop()
        before = loop.getaddrinfo
        with lookups_in_daemon_threads():
            with lookups_in_daemon_threads():
                found = await loop.getaddrinfo("localhost", 80, type=socket.SOCK_STREAM)
                assert found == socket.getaddrinfo("localhost", 80, type=socket.SOCK_STREAM)
            with pytest.raises(socket.gaierror):
                await loop.getaddrinfo("nobody.invalid", 80)
        assert loop.getaddrinfo == before

    asyncio.run(go())
