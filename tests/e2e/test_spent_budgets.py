"""Holds what a spent budget leaves, through ``mhgate``: what was paid for counts, and no more."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from gate_process import Ended, run_gate, start_gate
from loopback_bot import LoopbackBot
from tiny_project import N_ITEMS, write_project

from mhgate.records import Report

A_REPLY = {"prompt_tokens": 20, "completion_tokens": 10}
TOKENS = 30


class CountingBot:
    """A chat completions endpoint that counts tokens, and may ask once to wait."""

    def __init__(self, *, wait_s: int = 0, delay_s: float = 0.0) -> None:
        self.came_s: list[float] = []
        self.refused_s: float | None = None
        self._wait_s, self._delay_s = wait_s, delay_s
        self._lock = threading.Lock()

    def answer(self) -> tuple[int, dict[str, str], dict[str, Any]]:
        """Answer one request: a 429 to the fifth, where it asks to wait, else a reply."""
        now_s = time.monotonic()
        with self._lock:
            self.came_s.append(now_s)
            is_refused = bool(self._wait_s) and len(self.came_s) == 5
        if is_refused:
            self.refused_s = now_s
            return 429, {"Retry-After": str(self._wait_s)}, {"error": {"message": "slow down"}}
        time.sleep(self._delay_s)
        message = {"role": "assistant", "content": "good: I am listening."}
        choice = {"index": 0, "message": message, "finish_reason": "stop"}
        body = {"object": "chat.completion", "model": "m", "choices": [choice], "usage": A_REPLY}
        return 200, {}, body


@contextmanager
def served(bot: CountingBot) -> Iterator[str]:
    """Serve it on a free port; yields the address of the API."""

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        disable_nagle_algorithm = True

        def do_POST(self) -> None:
            self.rfile.read(int(self.headers["content-length"]))
            status, headers, body = bot.answer()
            data = json.dumps(body).encode()
            self.send_response(status)
            fixed = {"content-type": "application/json", "content-length": str(len(data))}
            for name, value in (fixed | headers).items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(data)

        def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - http.server's name
            """Keep quiet."""

    class Server(ThreadingHTTPServer):
        daemon_threads = True
        request_queue_size = 128

    server = Server(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05})
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}/v1"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def spent_of(folder: Path) -> dict[str, float]:
    """Return what the only run's journal says was spent, at last."""
    [journal] = folder.glob(".mhgate/**/journal.jsonl")
    lines = [json.loads(line) for line in journal.read_text(encoding="utf-8").splitlines()]
    found: dict[str, float] = [each["by_now"] for each in lines if each["event"] == "spent"][-1]
    return found


def adds_up(report: Report) -> bool:
    """Return whether every planned trial stands in one account."""
    counts = report.accounts
    return counts.planned == counts.asked + counts.not_reached + counts.not_needed


def test_what_was_paid_for_is_finished_and_judged(tmp_path: Path) -> None:
    """A spent max_requests begins nothing more; each reply of the product is in the report."""
    with LoopbackBot(delay_s=0.1) as bot:
        write_project(tmp_path, bot.base_url)
        ran = run_gate(
            tmp_path,
            "--concurrency=32",
            "--max-requests=50",
            "--preflight=false",
            "--deadline-s=60",
        )
        assert len(bot.answered) == 50
    report = ran.report
    assert (report.accounts.asked, report.accounts.scored, report.accounts.failed) == (50, 50, 0)
    assert report.accounts.not_reached == N_ITEMS - 50
    assert adds_up(report)
    assert ran.code in {3, 5}
    assert report.scope == "partial"
    assert "max_requests = 50 requests are spent" in " ".join(report.partial_because)


def test_a_person_does_not_wait_for_what_is_under_way(tmp_path: Path) -> None:
    """Ctrl-C while the rest of a spent budget is waited for ends the run at once."""
    with LoopbackBot(answers=10) as bot:  # then it keeps its callers waiting
        write_project(tmp_path, bot.base_url)
        output = tmp_path / "report.json"
        process = start_gate(
            *(tmp_path, "run", f"--output={output}", "--concurrency=8", "--max-requests=14"),
            *("--preflight=false", "--deadline-s=100"),
        )
        bot.wait_until_answered(10)
        while len(bot.asked) < 14:
            time.sleep(0.01)
        time.sleep(0.5)
        assert process.poll() is None  # it waits for four replies
        process.terminate()
        out, err = process.communicate(timeout=30)
    ran = Ended(process.returncode, out, err, output)
    assert ran.report.accounts.scored == 10
    assert adds_up(ran.report)
    assert ran.report.conditions is not None
    assert ran.report.conditions.interrupted


@pytest.mark.parametrize("kind", ["tokens", "usd"])
def test_what_is_reckoned_does_not_end_a_run(tmp_path: Path, kind: str) -> None:
    """A hundred replies of thirty tokens fit into 4,000, though each is reckoned at five times."""
    with served(CountingBot(delay_s=0.01)) as url:
        write_project(tmp_path, url)
        limit = {
            "tokens": ("--tokens=4000",),
            "usd": ("--usd=2", "--budget-usd-per-message=0.01"),
        }[kind]
        ran = run_gate(tmp_path, "--concurrency=32", "--preflight=false", *limit)
    assert ran.code == 0, ran.out + ran.err
    assert ran.report.accounts.scored == N_ITEMS
    expected = {"tokens": N_ITEMS * TOKENS, "usd": N_ITEMS * 0.01}[kind]
    assert spent_of(tmp_path) == {kind: pytest.approx(expected)}


def test_a_run_goes_on_with_what_was_not_spent(tmp_path: Path) -> None:
    """The journal keeps what replies took, so that ``--resume`` has the rest."""
    bot = CountingBot(delay_s=0.01)
    with served(bot) as url:
        write_project(tmp_path, url)
        words = ("--concurrency=32", "--preflight=false")
        first = run_gate(tmp_path, *words, "--tokens=1500")
        n_asked = len(bot.came_s)
        assert 1500 - 160 - TOKENS <= n_asked * TOKENS <= 1500
        assert spent_of(tmp_path) == {"tokens": n_asked * TOKENS}
        assert first.code in {3, 5}  # no pass: either is told apart elsewhere
        assert first.report.scope == "partial"
        assert first.report.accounts.scored == n_asked
        assert adds_up(first.report)
        again = run_gate(tmp_path, *words, "--tokens=5000", "--resume=latest")
        assert len(bot.came_s) == N_ITEMS
    assert again.code == 0, again.out + again.err
    assert again.report.accounts.scored == N_ITEMS


def test_a_wait_that_is_asked_for_is_kept(tmp_path: Path) -> None:
    """One 429 among many, and nothing is sent in the seconds that it asks for, nor in a burst."""
    bot = CountingBot(wait_s=2)
    with served(bot) as url:
        write_project(tmp_path, url)
        ran = run_gate(
            *(tmp_path, "--concurrency=64", "--requests-per-minute=1200", "--max-retries=2"),
            *("--preflight=false", "--tokens-per-minute=200000", "--max-items=40"),
        )
    assert ran.report.accounts.scored == 40
    assert bot.refused_s is not None
    since_s = sorted(each - bot.refused_s for each in bot.came_s)
    assert not [each for each in since_s if 0.3 < each < 1.9]
    after = [each for each in since_s if each > 1.9]
    assert len(after) >= 30
    # twenty a second: no half of one holds more than twice as many
    assert max(sum(each <= other < each + 0.5 for other in after) for each in after) <= 20
