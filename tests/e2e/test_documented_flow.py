"""The session flow of docs/reference/targets.md, copied from the page, against a real product."""

from __future__ import annotations

import json
import re
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs

import pytest
from gate_process import Ended, ended, run_gate, start_gate
from tiny_project import write_project

PAGE = Path(__file__).parents[2] / "docs" / "reference" / "targets.md"
ENVIRON = {"BOT_PASSWORD": "letmein-canary-7"}
N_ITEMS = 24


class Clinic:
    """A product with logins, sessions, and replies that are there at the second look."""

    def __init__(self) -> None:
        self.tokens: dict[str, str] = {}
        self.sessions: dict[str, str] = {}
        self.said: dict[str, tuple[str, str]] = {}
        self.looked: set[str] = set()
        self.trouble: list[str] = []
        self._lock = threading.Lock()

    def answer_to(self, path: str, authorization: str, body: bytes) -> tuple[int, Any]:
        """Return a status and a body: what a token did not open it does not see."""
        with self._lock:
            if path == "/login":
                form = parse_qs(body.decode())
                if form.get("password") != [ENVIRON["BOT_PASSWORD"]]:
                    return 401, {"error": "who are you?"}
                token = f"login-canary-{len(self.tokens)}"
                self.tokens[f"Bearer {token}"] = form["user"][0]
                return 200, {"access_token": token}
            if authorization not in self.tokens:
                self.trouble.append(f"{path}: {authorization}")
                return 401, {"error": "who are you?"}
            if path == "/sessions":
                name = f"s{len(self.sessions)}"
                self.sessions[name] = authorization
                return 201, {"id": name}
            return self._of_a_session(path, authorization, body)

    def _of_a_session(self, path: str, authorization: str, body: bytes) -> tuple[int, Any]:
        if found := re.fullmatch(r"/sessions/(\w+)/messages", path):
            if self.sessions.get(found[1]) != authorization:
                self.trouble.append(f"{path}: {authorization}")
            message = f"m{len(self.said)}"
            self.said[message] = authorization, json.loads(body)["text"]
            return 202, {"message": {"id": message}}
        message = path.rpartition("/")[2]
        owner, text = self.said[message]
        if owner != authorization:
            self.trouble.append(f"{path}: {authorization}")
        if message not in self.looked:
            self.looked.add(message)
            return 200, {"status": "thinking"}
        return 200, {"status": "done", "reply": {"text": f"good: I heard {text!r}"}}


@pytest.fixture
def served() -> Iterator[tuple[Clinic, str]]:
    """Serve a clinic on a free port."""
    clinic = Clinic()

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        disable_nagle_algorithm = True

        def do_POST(self) -> None:
            self.answer(self.rfile.read(int(self.headers.get("content-length", 0))))

        def do_GET(self) -> None:
            self.answer(b"")

        def answer(self, body: bytes) -> None:
            authorization = self.headers.get("authorization", "")
            status, said = clinic.answer_to(self.path, authorization, body)
            data = json.dumps(said).encode()
            self.send_response(status)
            self.send_header("content-type", "application/json")
            self.send_header("content-length", str(len(data)))
            self.end_headers()
            self.wfile.write(data)

        def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - its name
            """Keep quiet."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True).start()
    yield clinic, f"http://127.0.0.1:{server.server_address[1]}"
    server.shutdown()
    server.server_close()


def project(folder: Path, address: str) -> Path:
    """Write a repository whose [target] is the page's, with another host."""
    write_project(folder, address, min_score=0.5)
    file = folder / "thresholds.toml"
    text = re.sub(r"(?ms)^\[target\].*(?=^\[judge\])", "", file.read_text(encoding="utf-8"))
    section = PAGE.read_text(encoding="utf-8").partition("### Session flows")[2]
    found = re.search(r"```toml\n(.*?)```", section, re.DOTALL)
    assert found is not None
    flow = found[1].replace("https://bot.staging.example.org", address)
    assert "example.org" not in flow
    file.write_text(f"{text}\n{flow}", encoding="utf-8")
    items = folder / "manners" / "greetings.jsonl"
    kept = items.read_text(encoding="utf-8").splitlines(keepends=True)[:N_ITEMS]
    items.write_text("".join(kept), encoding="utf-8")
    return folder


def said(folder: Path, verb: str) -> Ended:
    """Run a verb that writes no report."""
    return ended(start_gate(folder, verb, environ=ENVIRON), folder / "none.json")


def test_the_documented_flow_is_checked_probed_and_run(
    tmp_path: Path, served: tuple[Clinic, str]
) -> None:
    """Login, session, message and poll, each conversation by its own; no secret is kept."""
    clinic, address = served
    folder = project(tmp_path / "p", address)
    checked = said(folder, "check")
    assert checked.code == 0, checked.err
    probed = said(folder, "probe-endpoint")
    assert probed.code == 0, probed.err
    assert "good: I heard" in probed.out
    ran = run_gate(folder, environ=ENVIRON)
    assert ran.code == 0, ran.err
    assert ran.report.verdict.outcome == "pass"
    assert ran.report.accounts.scored == N_ITEMS
    assert clinic.trouble == []
    assert len(clinic.tokens) == len(clinic.sessions) == len(clinic.said) >= N_ITEMS + 1
    written = [path.read_bytes() for path in folder.rglob("*") if path.is_file()]
    shown = [ended.out.encode() + ended.err.encode() for ended in (checked, probed, ran)]
    assert not any(b"canary" in each for each in (*written, *shown))


def test_a_password_that_is_wrong_names_the_login(
    tmp_path: Path, served: tuple[Clinic, str]
) -> None:
    """The preflight says which request was refused; nothing is measured."""
    folder = project(tmp_path / "p", served[1])
    ran = run_gate(folder, environ={"BOT_PASSWORD": "another-canary-7"})
    assert ran.code == 4, ran.err
    assert "target.before[0]: status 401" in ran.err
    assert "canary" not in ran.err + ran.out
