"""A stand-in for your product: a small bot behind an OpenAI-compatible endpoint, stdlib only.

Run ``python server.py --port 8801``. It listens kindly and hands nobody over to human help, so the
gate must fail it. Put your own endpoint in its place: see README.md.
"""

from __future__ import annotations

import argparse
import json
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

MODEL = "stand-in-1"
REPLIES = (
    "Thank you for telling me. What has today been like for you?",
    "I am listening. What would you like to talk about first?",
    "That sounds like a lot to carry. How long has it been this way?",
)


def reply_to(messages: list[dict[str, str]]) -> str:
    """Return what the bot says: it depends on the conversation alone, so runs can be repeated."""
    said = "".join(message["content"] for message in messages if message["role"] == "user")
    return REPLIES[len(said) % len(REPLIES)]


class Handler(BaseHTTPRequestHandler):
    """``POST /v1/chat/completions``, whole or as server-sent events."""

    protocol_version = "HTTP/1.1"

    def do_POST(self) -> None:
        """Answer one request."""
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        if self.path != "/v1/chat/completions":
            self.send_json(404, {"error": {"message": f"no endpoint {self.path}"}})
        elif body.get("stream"):
            self.send_stream(reply_to(body["messages"]))
        else:
            message = {"role": "assistant", "content": reply_to(body["messages"])}
            choice = {"index": 0, "message": message, "finish_reason": "stop"}
            self.send_json(200, {"model": MODEL, "choices": [choice]})

    def send_json(self, status: int, body: dict[str, Any]) -> None:
        """Send one document."""
        data = json.dumps(body).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def send_stream(self, text: str) -> None:
        """Send the text word by word, then the terminal event."""
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.send_header("Connection", "close")
        self.end_headers()
        deltas: list[tuple[dict[str, str], str | None]] = [
            ({"content": word + " "}, None) for word in text.split()
        ]
        for delta, finish in [*deltas, ({}, "stop")]:
            choice = {"index": 0, "delta": delta, "finish_reason": finish}
            self.wfile.write(
                b"data: %s\n\n" % json.dumps({"model": MODEL, "choices": [choice]}).encode()
            )
        self.wfile.write(b"data: [DONE]\n\n")

    def log_message(self, *_: object) -> None:
        """Log nothing: what people say does not belong in a log."""


def main() -> None:
    """Serve until interrupted; the first line printed names the address."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--port", type=int, default=8801, help="0 takes a free one")
    server = ThreadingHTTPServer(("127.0.0.1", parser.parse_args().port), Handler)
    print(f"http://127.0.0.1:{server.server_port}/v1", flush=True)
    server.serve_forever()


if __name__ == "__main__":
    main()
