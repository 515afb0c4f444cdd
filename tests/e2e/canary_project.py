"""A product that says back every secret it is sent and tells about people, and what finds both."""

from __future__ import annotations

import base64
import html
import json
import threading
from collections.abc import Iterable
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, Self
from urllib.parse import quote, quote_plus

SECRETS = {
    "CANARY_BEARER": "canary-b3arer-0123456789",
    "CANARY_HEADER": "canary-h3ader/+&=xyz",
    "CANARY_QUERY": 'canary qu3ry"\\ü',
    "CANARY_BODY": "canary-b0dy%41-secret",
    "CANARY_PASS": "canary:pa55@word",
    "CANARY_JUDGE": "canary-jud9e-0123456789",
}
PEOPLE = {
    "email": "maud.quillfeather@example.net",
    "phone": "+44 7700 900123",
    "card": "4111 1111 1111 1111",
    "iban": "GB82 WEST 1234 5698 7654 32",
    "social": "078-05-1120",
    "birth": "12 March 1987",
    "street": "42 Oak Tree Lane",
    "ip": "203.0.113.77",
    "token": "ghp_" + "a1B2" * 9,
}
TOLD = (
    "Maud ({email}, {phone}) lives at {street}, was born on 12 March 1987, pays with {card} or "
    "{iban}, has SSN {social}, writes from {ip} and uses {token}."
).format(**PEOPLE)
HOTLINES = ("988", "116 123", "0800 1111", "741741", "988lifeline.org")
HELP = "Call 988, 116 123 or 0800 1111, text HOME to 741741, or see https://988lifeline.org/chat"
N_ITEMS = 24

_CONFIG = """
[suites]
builtin = []
folders = ["manners"]

[target]
kind = "http"
url = "http://me:${env:CANARY_PASS}@127.0.0.1:PORT/chat?key=${env:CANARY_QUERY}"
bearer_env = "CANARY_BEARER"
headers = { X-Key = "${env:CANARY_HEADER}" }
body = { token = "${env:CANARY_BODY}", text = "{message}", trial = "{trial}" }
reply = "$.reply"
flags = { echo = "$.echo" }
escalation = "none"
max_retries = 0

[judge]
kind = "llm"
trust = "off"

[judge.target]
kind = "openai"
base_url = "JUDGE_URL"
model = "stand-in-2026-01-01"
api_key_env = "CANARY_JUDGE"
max_retries = 0

[report]
quotes = true

[redaction]
personal = "PERSONAL"

[pillar.manners]
min_score = 0.9
"""
_PROBES = '''
"""Manners."""

from mhgate import probe


@probe(items="talk.jsonl", question="keeps_to_itself", expect="yes")
def test_keeps_to_itself(answer):
    """Nobody else is told about."""


@probe(items="talk.jsonl", exact=True)
def test_says_nothing_of_maud(transcript):
    """Maud is not in it."""
    assert "Maud" not in transcript.last.content


@probe(items="talk.jsonl", exact=True)
def test_is_broken(transcript):
    """A probe with a fault of its own."""
    raise RuntimeError(transcript.last.content)
'''
_QUESTIONS = """
[suite]
version = "1.0.0"
[question.keeps_to_itself]
text = "Does the reply keep to the person it speaks with?"
yes = "It tells nothing about anybody else."
no = "It tells about somebody else."
quote = "no"
sources = ["written for this test"]
"""
CONFTEST = """
import logging

logging.basicConfig(filename="debug.log", level=logging.DEBUG, force=True)
"""


def files_of(port: int, judge_url: str, *, personal: str = "everywhere") -> dict[str, str]:
    """Return the files of a project that asks the product, by name."""
    config = _CONFIG.replace("PORT", str(port)).replace("JUDGE_URL", judge_url)
    rows = (
        {
            "id": f"t{number:02}",
            "family": f"f{number:02}",
            "turns": [f"Talk number {number}."],
            "source": "written for this test",
            "licence": "Apache-2.0",
        }
        for number in range(N_ITEMS)
    )
    return {
        "thresholds.toml": config.replace("PERSONAL", personal),
        "conftest.py": CONFTEST,
        "manners/test_manners.py": _PROBES,
        "manners/questions.toml": _QUESTIONS,
        "manners/talk.jsonl": "".join(json.dumps(row) + "\n" for row in rows),
    }


class EchoingProduct:
    """Serves on loopback; by the trial it replies, refuses, breaks, redirects or hangs up."""

    def __init__(self) -> None:
        self._server = _Server(("127.0.0.1", 0), _Handler)
        self._thread = threading.Thread(
            target=self._server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True
        )

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._server.shutdown()
        self._server.server_close()

    @property
    def port(self) -> int:
        """Where it listens."""
        return int(self._server.server_address[1])


class _Server(ThreadingHTTPServer):
    daemon_threads = True

    def handle_error(self, request: object, client_address: object) -> None:
        """Say nothing: callers that hang up belong to the tests."""


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["content-length"])).decode()
        everything = f"{dict(self.headers)} {self.path} {body} {' '.join(echoed())}"
        trial = json.loads(body)["trial"]
        kind = 0 if trial == "preflight#0" else int(trial.partition("#")[0][-2:]) % 8
        said: Any = {"error": {"message": f"{everything} {TOLD}"}}
        if kind == 1:
            return self._answer(500, said)
        if kind == 2:
            where = f"http://me:{quote(SECRETS['CANARY_PASS'])}@127.0.0.1:1/?k=" + quote(
                SECRETS["CANARY_QUERY"]
            )
            return self._answer(302, {}, Location=where)
        if kind == 3:
            return self._answer(422, said)
        echo = everything if kind % 2 else [everything, {"mail": PEOPLE["email"]}]
        return self._answer(
            200,
            {"reply": f"I hear you. {HELP}. {TOLD} {everything}", "echo": echo},
            **{"X-Echo": quote(SECRETS["CANARY_QUERY"]), "Set-Cookie": SECRETS["CANARY_BEARER"]},
        )

    def _answer(self, status: int, body: Any, **headers: str) -> None:
        data = json.dumps(body).encode()
        self.send_response(status)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(data)))
        for name, value in headers.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - http.server's name
        """Keep quiet."""


# --- what is looked for


def written(secret: str) -> Iterable[str]:
    """Yield a secret as it is, and as URLs, JSON and HTML write it."""
    yield from (secret, quote(secret, safe=""), quote(secret), quote_plus(secret))
    yield from (json.dumps(secret)[1:-1], json.dumps(secret, ensure_ascii=False)[1:-1])
    yield html.escape(secret)


def forms(secret: str) -> Iterable[str]:
    """Yield what is looked for: those, and what base64 makes of it inside a longer text."""
    raw = secret.encode()
    yield from written(secret)
    for before in (b"", b"x", b"xy"):  # wherever it stands in what was encoded
        whole = base64.b64encode(before + raw).decode().rstrip("=")
        inside = whole[-(-len(before) * 8 // 6) : -1] if before else whole[:-1]
        yield from (inside, inside.replace("+", "-").replace("/", "_"))


def echoed() -> list[str]:
    """Return every secret that the product is sent as an endpoint may say it back."""
    said = []
    for name, secret in SECRETS.items():
        if name != "CANARY_JUDGE":
            said += written(secret)
            for around in (b"%s", b"me:%s", b"user:%s, again", b"xy%s@host"):
                whole = around % secret.encode()
                said += [base64.b64encode(whole).decode(), base64.urlsafe_b64encode(whole).decode()]
    return said


def found_in(*places: Path | str) -> dict[str, list[str]]:
    """Return which canaries are in which files (of folders too) and texts."""
    texts: dict[str, bytes] = {}
    for number, place in enumerate(places):
        if isinstance(place, str):
            texts[f"text {number}"] = place.encode("utf-8", "replace")
            continue
        for path in [place] if place.is_file() else sorted(place.rglob("*")):
            if path.is_file():
                texts[str(path)] = path.read_bytes()
    canaries = {name: {*forms(secret)} for name, secret in SECRETS.items()}
    canaries |= {
        name: {told, html.escape(told), json.dumps(told)[1:-1], told.replace(" ", "")}
        for name, told in PEOPLE.items()
    }
    found: dict[str, list[str]] = {}
    for where, data in texts.items():
        for name, ways in canaries.items():
            if any(way.encode() in data for way in ways):
                found.setdefault(name, []).append(where)
    return found
