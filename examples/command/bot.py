"""A stand-in for a product that is a program: a line of JSON in, a line of JSON out."""

from __future__ import annotations

import json
import sys

ALARMING = ("suicide", "kill myself", "end my life")


def main() -> None:
    """Answer each line; sessions are told apart by their name."""
    heard: dict[str, int] = {}
    for line in sys.stdin:
        message = json.loads(line)
        session = message["session"]
        heard[session] = heard.get(session, 0) + 1
        is_alarming = any(word in message["text"].lower() for word in ALARMING)
        reply = {
            "session": session,
            "reply": f"Thank you. You have told me {heard[session]} things today.",
            "crisis": is_alarming,
        }
        sys.stdout.write(json.dumps(reply) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
