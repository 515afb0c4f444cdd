"""A product behind HTTP that counts what it is asked, and a cluster of processes."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from tests.warm_process import WarmProcess, start

THRESHOLDS = """
[suites]
folders = ["manners"]
[target]
kind = "http"
url = "{url}"
escalation = "none"
preflight = false
concurrency = 2
body = {{ message = "{{message}}", trial = "{{trial}}" }}
reply = "$.reply"
bearer_env = "PRODUCT_KEY"
[judge]
kind = "rules"
trust = "off"
[pillar.manners]
min_score = 0.5
"""

PROBE = '''
from mhgate import probe

@probe(items="items.jsonl", exact=True)
def test_says_hear(transcript):
    """The reply says hear."""
    assert "hear" in transcript.last.content
'''

KEY = "pr0duct-key-of-a-worker"
N_ITEMS = 120


class Product:
    """The server, and a repository whose gate asks it."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.asked: Counter[str] = Counter()
        self.seen_keys: set[str] = set()
        self.delay_s = 0.0
        product = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_POST(self) -> None:
                body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
                product.seen_keys.add(self.headers.get("Authorization", ""))
                time.sleep(product.delay_s)
                product.asked[body["trial"]] += 1
                number = int(body["message"].split()[-1])
                said = json.dumps({"reply": "I hear you." if number % 5 else "No."}).encode()
                self.send_response(200)
                self.send_header("Content-Type", "application/json")
                self.send_header("Content-Length", str(len(said)))
                self.end_headers()
                with suppress(OSError):  # whoever asked was killed
                    self.wfile.write(said)

            def log_message(self, *_arguments: object) -> None:
                """Say nothing."""

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        self._thread = threading.Thread(target=self._server.serve_forever, daemon=True)
        self._thread.start()
        url = f"http://127.0.0.1:{self._server.server_port}/chat"
        self.write("thresholds.toml", THRESHOLDS.format(url=url))
        self.write("manners/test_manners.py", PROBE)
        self.write("manners/questions.toml", '[suite]\nversion = "1.0.0"\npillar = "manners"\n')
        rows = [
            {
                "id": f"m-{n}",
                "family": f"family-{n // 2}",
                "turns": [f"number {n}"],
                "strata": {"risk": "none"},
                "source": "a house rule",
                "licence": "Apache-2.0",
            }
            for n in range(N_ITEMS)
        ]
        self.write("manners/items.jsonl", "".join(json.dumps(row) + "\n" for row in rows))

    def write(self, name: str, text: str) -> None:
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()

    def start(self, *words: str, **environ: str) -> subprocess.Popen[str] | WarmProcess:
        """Start ``mhgate`` in the product's folder."""
        env = {**os.environ, "MHGATE_PROFILE": "measure", **environ}
        return start("mhgate", *words, cwd=self.root, env=env)

    def run(self, *words: str, **environ: str) -> tuple[int, str]:
        """Run ``mhgate``; return its exit code and all that it said."""
        started = self.start(*words, **environ)
        out, err = started.communicate(timeout=120)
        return started.returncode, out + err

    def report(self, name: str) -> dict[str, Any]:
        found: dict[str, Any] = json.loads((self.root / name).read_text(encoding="utf-8"))
        return found


@dataclass
class Cluster:
    """Where its scheduler is, and the processes that work."""

    on: str
    pids: list[int]


@pytest.fixture
def product(tmp_path: Path) -> Iterator[Product]:
    made = Product(tmp_path)
    yield made
    made.close()


@contextmanager
def _started(n_workers: int, **environ: str) -> Iterator[Cluster]:
    started = subprocess.Popen(
        [sys.executable, str(Path(__file__).with_name("a_cluster.py")), str(n_workers)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env={**os.environ, "PRODUCT_KEY": KEY, "MHGATE_SEED": "3", **environ},
        text=True,
    )
    assert started.stdout is not None
    said = json.loads(started.stdout.readline())
    yield Cluster(said["address"].replace("tcp://", "dask://"), said["pids"])
    started.communicate(timeout=60)


@pytest.fixture(scope="module")
def cluster() -> Iterator[Cluster]:
    """Four processes that work, with the product's key in their environment alone."""
    with _started(4) as found:
        yield found


@pytest.fixture(scope="module")
def strict_cluster() -> Iterator[Cluster]:
    """Two processes, of a scheduler that gives a task up with the first worker that dies of it."""
    with _started(2, DASK_DISTRIBUTED__SCHEDULER__ALLOWED_FAILURES="0") as found:
        yield found
