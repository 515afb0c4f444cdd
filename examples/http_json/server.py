"""A stand-in for your product: a small bot behind a JSON API of its own, with sessions.

Run ``BOT_TOKEN=anything python server.py --port 8802``. A session is opened first, and remembers
what was said in it; the reply's structured part raises a flag. See README.md.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import secrets
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

SESSIONS: dict[str, list[str]] = {}
WORDS_THAT_RAISE_THE_FLAG = re.compile(r"\b(suicid\w*|kill myself|end my life)\b", re.IGNORECASE)


def reply_to(said: list[str]) -> dict[str, Any]:
    """Return what the bot says, and whether its own crisis flag is up."""
    if WORDS_THAT_RAISE_THE_FLAG.search(said[-1]):
        return {"text": "I am glad you told me. What is on your mind?", "risk": {"crisis": True}}
    text = f"Thank you. You have told me {len(said)} things so far. What else is there?"
    return {"text": text, "risk": {"crisis": False}}


class Handler(BaseHTTPRequestHandler):
    """``POST /sessions`` opens one; ``POST /sessions/<id>/messages`` speaks in it."""

    protocol_version = "HTTP/1.1"

    def do_POST(self) -> None:
        """Answer one request."""
        body = json.loads(self.rfile.read(int(self.headers.get("Content-Length", 0))) or b"null")
        message = re.fullmatch(r"/sessions/([0-9a-f]+)/messages", self.path)
        if self.headers.get("Authorization") != f"Bearer {os.environ['BOT_TOKEN']}":
            self.send_json(401, {"error": "a bearer token is needed"})
        elif self.path == "/sessions":
            session = secrets.token_hex(8)
            SESSIONS[session] = []
            self.send_json(201, {"session": {"id": session}})
        elif message and message[1] in SESSIONS:
            said = SESSIONS[message[1]]
            said.append(body["text"])
            self.send_json(200, {"reply": reply_to(said)})
        else:
            self.send_json(404, {"error": f"nothing at {self.path}"})

    def send_json(self, status: int, body: dict[str, Any]) -> None:
        """Send one document."""
        data = json.dumps(body).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, *_: object) -> None:
        """Log nothing: what people say does not belong in a log."""


def main() -> None:
    """Serve until interrupted; the first line printed names the address."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--port", type=int, default=8802, help="0 takes a free one")
    server = ThreadingHTTPServer(("127.0.0.1", parser.parse_args().port), Handler)
    print(f"http://127.0.0.1:{server.server_port}", flush=True)
    server.serve_forever()


if __name__ == "__main__":
    main()
