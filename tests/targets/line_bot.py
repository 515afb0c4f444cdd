"""A command that speaks JSON lines, and misbehaves as the message tells it to."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time


def say(value: object) -> None:
    """Write one line at once."""
    sys.stdout.write(json.dumps(value) + "\n")
    sys.stdout.flush()


def raw(data: bytes) -> None:
    """Write bytes as they are."""
    sys.stdout.buffer.write(data)
    sys.stdout.buffer.flush()


def main() -> None:  # noqa: C901, PLR0912, PLR0915 - a list of manners, one a word
    """Answer each line of stdin."""
    heard: dict[str, list[str]] = {}
    for line in sys.stdin:
        message = json.loads(line)
        text = message["text"]
        session = message.get("session", "")
        heard.setdefault(session, []).append(text)
        word = text.partition(" ")[0]
        if word == "exit":
            sys.stderr.write("x " * 5000 + "token canary-secret-1 is bad\nlast words\n")
            sys.exit(3)
        elif word == "killed":
            os.kill(os.getpid(), signal.SIGSEGV)
        elif word == "half":
            raw(b'{"reply": "I he')
            sys.exit(0)
        elif word == "whole":
            raw(b'{"reply": "without a newline"}')
            sys.exit(0)
        elif word == "huge":
            raw(b'{"reply": "' + b"x" * 6_000_000)
        elif word == "many":
            for _ in range(400):
                say({"pad": "x" * 20_000})
        elif word == "bytes":
            raw(b'{"reply": "\xff"}\n')
        elif word == "log":
            raw(b"loading model...\n")
        elif word == "error":
            say({"type": "error", "message": "no model", "session": session})
        elif word == "slow":
            child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
            sys.stderr.write(f"child {child.pid}\n")
            sys.stderr.flush()
            time.sleep(600)
        elif word == "stubborn":
            signal.signal(signal.SIGTERM, signal.SIG_IGN)
            sys.stderr.write("not going\n")
            sys.stderr.flush()
            time.sleep(600)
        elif word == "noisy":
            sys.stderr.write("x" * 2_000_000)
            sys.stderr.flush()
            say({"reply": "said after much noise", "session": session})
        elif word == "environment":
            say({"reply": " ".join(sorted(os.environ)), "session": session})
        elif word == "hang":
            time.sleep(600)
        else:
            say({"typing": True, "session": session})
            say({"reply": " | ".join(heard[session]), "crisis": True, "session": session})
            say({"note": "after the end", "session": session})
            if word == "late":
                say({"reply": "said after the end", "session": session})


main()
