"""A product that answers some messages twice: whose the next reply is, nobody knows."""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from tiny_project import write_project

import mhgate
from mhgate.errors import UsageError
from mhgate.journal import Kept, read_journal
from mhgate.records import Report, Transcript
from mhgate.runner import Stop
from mhgate.wiring import open_workspace
from mhgate.wiring.evaluation import evaluate

_HEAD = b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n"

More = Callable[[int, asyncio.StreamWriter, bytes], bool]


def _answer(request: bytes) -> bytes:
    """Return a reply that names the trial that it answers."""
    words = f"good: {json.loads(request)['user']}"
    message = {"role": "assistant", "content": words}
    body = json.dumps({"model": "m", "choices": [{"message": message}]}).encode()
    return _HEAD % len(body) + body


def _nothing(_number: int, _writer: asyncio.StreamWriter, _answer: bytes) -> bool:
    return True


@contextmanager
def product(more: More, before: More = _nothing) -> Iterator[str]:
    """Serve a good bot that may write something before and after its replies; its base URL.

    What is said before is told the number of the connection's request, the other that of all.
    """
    started, numbers = threading.Event(), count(1)
    told: list[Any] = []

    async def client(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(asyncio.IncompleteReadError, ConnectionError, asyncio.CancelledError):
            goes_on, own = True, count(1)
            while goes_on:
                head = (await reader.readuntil(b"\r\n\r\n")).lower()
                length = head.partition(b"content-length:")[2].partition(b"\r\n")[0]
                answer = _answer(await reader.readexactly(int(length)))
                before(next(own), writer, answer)
                await asyncio.sleep(0.002)
                writer.write(answer)
                goes_on = more(next(numbers), writer, answer)
            await asyncio.sleep(0.05)
        writer.close()

    async def serve() -> None:
        server = await asyncio.start_server(client, "127.0.0.1", 0)
        over = asyncio.Event()
        told.extend((server.sockets[0].getsockname()[1], asyncio.get_running_loop(), over))
        started.set()
        await over.wait()
        server.close()
        others = asyncio.all_tasks() - {asyncio.current_task()}
        for task in others:
            task.cancel()
        await asyncio.gather(*others, return_exceptions=True)
        await asyncio.sleep(0.05)

    thread = threading.Thread(target=asyncio.run, args=(serve(),), daemon=True)
    thread.start()
    started.wait(10)
    port, loop, over = told
    try:
        yield f"http://127.0.0.1:{port}/v1"
    finally:
        loop.call_soon_threadsafe(over.set)
        thread.join(10)


def _twice(late_s: float, every: int) -> More:
    def more(number: int, writer: asyncio.StreamWriter, answer: bytes) -> bool:
        if number % every == 0:
            asyncio.get_running_loop().call_later(late_s, writer.write, answer)
        return True

    return more


def _farewell(number: int, writer: asyncio.StreamWriter, _answer: bytes) -> bool:
    if number % 5:
        return True
    farewell = b"HTTP/1.0 408 Request Time-out\r\nConnection: close\r\n\r\n"
    asyncio.get_running_loop().call_later(0.001, writer.write, farewell)
    return False


async def _resumed(config: Path, run_id: str) -> Report:
    options = {"target.concurrency": "4"}
    workspace = open_workspace(config, options=options, ini={}, environ={})
    return await evaluate(workspace, stop=Stop(), environ={}, resume=run_id)


def run(folder: Path, url: str) -> tuple[Path, Report]:
    config = write_project(folder, url) / "thresholds.toml"
    options = {"target.concurrency": "4", "target.max_retries": "2"}
    return config, mhgate.run(config, options=options, environ={})


def journal_of(config: Path, report: Report) -> Kept:
    run_id = report.provenance.run_id
    return read_journal(config.parent / ".mhgate" / "runs" / run_id / "journal.jsonl")


@pytest.mark.parametrize("late_s", [0.0, 0.001, 0.003, 0.006])
def test_no_pass_rests_on_another_messages_reply(tmp_path: Path, late_s: float) -> None:
    """Either each trial has its own reply, or the report says that nobody knows, exit code 3."""
    with product(_twice(late_s, every=5)) as url:
        config, report = run(tmp_path / "p", url)
        kept = journal_of(config, report)
        if report.scope == "full":
            for name, came in kept.came_back.items():
                assert isinstance(came, Transcript)
                assert came.last.content == f"good: {name}"
            return
        assert (report.scope, report.verdict.exit_code) == ("partial", 3)
        (why,) = [each for each in report.partial_because if "answers what nobody asked" in each]
        assert "which of its replies belongs to which message is not known" in why
        assert "answers what nobody asked" in kept.mixed
        with pytest.raises(UsageError, match="answers what nobody asked"):
            asyncio.run(_resumed(config, report.provenance.run_id))


def test_a_shift_is_seen(tmp_path: Path) -> None:
    """Where the second answer comes when the next message was sent, the run says so and stops."""
    last: dict[asyncio.StreamWriter, bytes] = {}

    def again(number: int, writer: asyncio.StreamWriter, answer: bytes) -> bool:
        if number == 3:
            writer.write(last[writer])  # it is read as the answer to this one
        last[writer] = answer
        return True

    with product(_nothing, again) as url:
        config, report = run(tmp_path / "p", url)
        assert "answers what nobody asked" in journal_of(config, report).mixed
        assert report.verdict.exit_code == 3


def test_a_farewell_is_no_answer(tmp_path: Path) -> None:
    """A proxy that says 408 before it closes an idle connection puts nothing in doubt."""
    with product(_farewell) as url:
        _, report = run(tmp_path / "p", url)
    assert (report.scope, report.verdict.exit_code) == ("full", 0)
    assert report.accounts.failed == 0
