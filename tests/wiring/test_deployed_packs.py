"""Holds the build that is deployed to the one whose pack is at hand."""

from __future__ import annotations

import json
import os
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from mhgate.attest import new_key
from mhgate.errors import CannotEvaluateError, UsageError
from mhgate.records.evidence import PackVerified
from mhgate.wiring import (
    Trusting,
    build_deployed,
    by_keys,
    pack_evidence,
    run,
    sign_pack,
    signer_with_key,
    verify_pack,
    write_evidence,
)

KEY = new_key()

THRESHOLDS = """
[suites]
folders = ["manners"]
[target]
kind = "http"
url = "{url}/chat"
body = {{ message = "{{message}}" }}
reply = "$.reply"
escalation = "none"
{build_id}
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


class _Product(BaseHTTPRequestHandler):
    """A product that says in a header which build of it answers."""

    build = "2026.11.1"

    def _answer(self, body: bytes) -> None:
        self.send_response(200)
        self.send_header("X-Build", type(self).build)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def do_GET(self) -> None:
        self._answer(b"{}")

    def do_POST(self) -> None:
        self.rfile.read(int(self.headers["Content-Length"]))
        self._answer(json.dumps({"reply": "I hear you."}).encode())

    def log_message(self, *args: object) -> None:
        """Say nothing."""


@pytest.fixture
def product() -> Iterator[str]:
    """Serve the product on loopback; its address."""
    _Product.build = "2026.11.1"
    with ThreadingHTTPServer(("127.0.0.1", 0), _Product) as server:
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        yield f"http://127.0.0.1:{server.server_address[1]}"
        server.shutdown()
        thread.join()


def _packed(root: Path, url: str, build_id: str) -> Path:
    suite = root / "manners"
    suite.mkdir()
    (suite / "test_manners.py").write_text(PROBE)
    rows = [
        {
            "id": f"m-{n}",
            "family": f"f-{n // 2}",
            "turns": [f"number {n}"],
            "source": "a house rule",
            "licence": "MIT",
        }
        for n in range(20)
    ]
    (suite / "items.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    (root / "thresholds.toml").write_text(THRESHOLDS.format(url=url, build_id=build_id))
    run(root / "thresholds.toml")
    (report,) = (root / ".mhgate" / "runs").glob("*/report.json")
    packed = pack_evidence(
        report, config_file=root / "thresholds.toml", environ=dict(os.environ), pdf=False
    )
    write_evidence(packed, folder=root / "pack", archive=None)
    sign_pack(root / "pack", signer_with_key(KEY))
    return root / "pack"


def _checked(folder: Path, build: str) -> PackVerified:
    return verify_pack(folder, Trusting(signature=by_keys([KEY.public()]), build=build))


def test_the_deployed_build_is_asked_and_compared(tmp_path: Path, product: str) -> None:
    """The same build holds; after a deployment the pack speaks of another product."""
    folder = _packed(tmp_path, product, '[target.build_id]\nheader = "X-Build"\n')
    assert build_deployed(folder, f"{product}/health") == "2026.11.1"
    assert _checked(folder, "2026.11.1").holds
    _Product.build = "2026.12.0"
    found = _checked(folder, build_deployed(folder, f"{product}/health"))
    assert not found.holds
    (broken,) = found.broken
    assert "measured the build '2026.11.1', and '2026.12.0' is deployed" in broken.sentence


def test_a_run_that_knew_no_build_speaks_of_none(tmp_path: Path, product: str) -> None:
    """Then nothing ties the pack to what is deployed, and nobody knows where to look."""
    folder = _packed(tmp_path, product, "")
    (broken,) = _checked(folder, "2026.11.1").broken
    assert "does not say which build was measured" in broken.sentence
    with pytest.raises(UsageError, match=r"thresholds\.toml"):
        build_deployed(folder, f"{product}/health")


def test_a_product_that_does_not_answer_is_no_build(tmp_path: Path, product: str) -> None:
    """What cannot be asked cannot be compared: 4, and no pass."""
    folder = _packed(tmp_path, product, "")
    path = folder / "thresholds.toml"
    path.write_text(path.read_text() + '[target.build_id]\nheader = "X-Other"\n')
    with pytest.raises(CannotEvaluateError):
        build_deployed(folder, f"{product}/health")
