"""A timestamp authority (RFC 3161) of OpenSSL's on this machine, and what it is told to answer."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

CONFIG = """\
[tsa]
default_tsa = clock
[clock]
serial = serial
crypto_device = builtin
signer_cert = clock.pem
signer_key = clock.key
signer_digest = sha256
default_policy = 1.2.3.4
digests = sha256
ess_cert_id_alg = sha256
"""
PROFILE = """\
basicConstraints=critical,CA:FALSE
keyUsage=critical,digitalSignature
extendedKeyUsage=critical,timeStamping
"""
ROOT = "/O=Test/CN=Root -days 30 -addext keyUsage=critical,keyCertSign"
SERIAL = "-CAcreateserial -days 20 -extfile profile"
KEYS = {"p256": "ec -pkeyopt ec_paramgen_curve:P-256", "rsa": "rsa:2048"}


def openssl(words: str, folder: Path) -> subprocess.CompletedProcess[bytes]:
    """Run openssl in a folder."""
    return subprocess.run(["openssl", *words.split()], cwd=folder, capture_output=True, check=False)


@dataclass
class Authority:
    """A timestamp authority of OpenSSL's, and what it may be told to answer instead."""

    folder: Path
    url: str = ""
    asked: list[str | None] = field(default_factory=list)
    instead: tuple[int, bytes] | None = None

    @property
    def root(self) -> bytes:
        return (self.folder / "root.pem").read_bytes()

    def answer(self, query: bytes) -> bytes:
        (self.folder / "query").write_bytes(query)
        made = openssl("ts -reply -config tsa.cnf -queryfile query -out answer", self.folder)
        assert made.returncode == 0, made.stderr
        return (self.folder / "answer").read_bytes()


def made_authority(folder: Path, key: str) -> Authority:
    (folder / "tsa.cnf").write_text(CONFIG)
    (folder / "profile").write_text(PROFILE)
    (folder / "serial").write_text("01\n")
    for words in (
        f"req -x509 -newkey {KEYS[key]} -nodes -keyout root.key -out root.pem -subj {ROOT}",
        f"req -newkey {KEYS[key]} -nodes -keyout clock.key -out clock.csr -subj /O=Test/CN=Clock",
        f"x509 -req -in clock.csr -CA root.pem -CAkey root.key {SERIAL} -out clock.pem",
    ):
        made = openssl(words, folder)
        assert made.returncode == 0, made.stderr
    return Authority(folder)


@contextmanager
def serving(folder: Path, key: str) -> Iterator[Authority]:
    """Make an authority below a folder and serve it on a free port."""
    authority = made_authority(folder, key)

    class Answering(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            query = self.rfile.read(int(self.headers["Content-Length"]))
            authority.asked.append(self.headers["Content-Type"])
            status, body = authority.instead or (200, authority.answer(query))
            self.send_response(status)
            self.send_header("Location", f"{authority.url}/elsewhere")
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *args: Any) -> None:
            pass

    with HTTPServer(("127.0.0.1", 0), Answering) as server:
        authority.url = f"http://127.0.0.1:{server.server_port}"
        Thread(target=server.serve_forever, daemon=True).start()
        yield authority
        server.shutdown()
